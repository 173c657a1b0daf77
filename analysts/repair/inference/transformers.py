"""Contradictions by a model trained for inference, on this machine (extra `nli`).

The paper takes DeBERTa, trained on several collections of premises and hypotheses, with a threshold
as high as 0.98, since below it there are many false alarms (SDR, appendix C.1). Any sequence
classifier with a label for contradiction will do; it is read once and kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import Any

from mmagents.analysts.repair.inference.nli import Clash, Inference
from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.interfaces.repair import About
from mmagents.scenarios.errors import MMAgentsError

AT_ONCE = 32
"""Pairs in one batch."""


def open_inference(model: str) -> Inference:
    """Return the inference of a model, by its name or folder.

    Raises:
        MMAgentsError: when it is first asked, if the model cannot be read or tells no
            contradictions.
    """

    async def infer(
        premises: Sequence[Triplet], hypotheses: Sequence[Triplet], about: About
    ) -> list[Clash]:
        pairs = [(one, other) for other in hypotheses for one in premises]
        texts = [(one.text, other.text) for one, other in pairs]
        scores = await asyncio.to_thread(contradiction_scores, model, texts)
        return [Clash(*pair, score) for pair, score in zip(pairs, scores, strict=True)]

    return infer


def contradiction_scores(model: str, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return for each (premise, hypothesis) the probability of a contradiction, 0-1."""
    import torch

    tokenizer, classifier, label = _opened(model)
    scores: list[float] = []
    for start in range(0, len(pairs), AT_ONCE):
        some = pairs[start : start + AT_ONCE]
        given = tokenizer(
            [one for one, _ in some], [other for _, other in some],
            return_tensors="pt", padding=True, truncation=True,
        )  # fmt: skip
        with torch.inference_mode():
            found = torch.softmax(classifier(**given).logits, dim=-1)[:, label]
        scores += [float(one) for one in found]
    return scores


def try_model(model: str) -> None:
    """Read a model and ask it once.

    Raises:
        MMAgentsError: if it cannot be read or tells no contradictions.
    """
    contradiction_scores(model, [("She was in.", "She was out.")])


@cache
def _opened(model: str) -> tuple[Any, Any, int]:
    """Return tokenizer, classifier and the place of its label for contradiction."""
    try:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer
        from transformers.utils import logging
    except ImportError as error:
        raise MMAgentsError(
            f"--nli transformers:{model} needs a package that is not installed ({error}). "
            "Run: pip install 'mmagents[nli]'"
        ) from None
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        tokenizer = AutoTokenizer.from_pretrained(model)
        classifier = AutoModelForSequenceClassification.from_pretrained(model).eval()
    except Exception as error:  # whatever is wrong with a file, its reader has an error of its own
        raise MMAgentsError(
            f"The model {model} for --nli cannot be read: {' '.join(str(error).split())[:200]}. "
            "Give the name of one that is to be had, or the folder of one that is here."
        ) from None
    labels = {str(name).lower(): int(at) for at, name in classifier.config.id2label.items()}
    label = next((at for name, at in labels.items() if "contradict" in name), None)
    if label is None:
        raise MMAgentsError(
            f"The model {model} for --nli tells no contradictions: its labels are "
            f"{', '.join(labels)}. Name one that is trained for inference."
        )
    return tokenizer, classifier, label

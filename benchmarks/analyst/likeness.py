"""What thresholds of likeness on sentence embeddings correspond to on spelling.

    python -m benchmarks likeness [--model FOLDER]

SDR compares utterances by sentence embeddings, with thresholds of .80 to .95 (appendices B.1 and
C.1). The lexical embedder compares spelling, on a scale of its own. Over pairs of utterances
written for it (`data/likeness.toml`), a threshold t on the first scale is linked to the threshold
on the second that lets as many pairs through: equipercentile linking (Kolen & Brennan 2014, *Test
Equating, Scaling, and Linking*, chapter 2). Japanese pairs are linked to the English pairs that
they translate.

The cosines of a sentence-embedding model over the English pairs stand in
`data/likeness_sentences.json`. `--model` reads a model for sentence-transformers from a folder,
takes them anew and writes that file.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import given, head, show
from mmagents.stores.lexical import LexicalEmbedder

DATA = Path(__file__).parents[1] / "data"
SAID: list[dict[str, dict[str, str]]] = tomllib.loads((DATA / "likeness.toml").read_text("utf-8"))[
    "said"
]
SENTENCES = DATA / "likeness_sentences.json"
WAYS = ("base", "near", "reworded", "paraphrase", "partial", "related")
THRESHOLDS = (0.80, 0.85, 0.90, 0.95)
Cosines = NDArray[np.float64]


def pairs() -> list[tuple[tuple[int, str], tuple[int, str]]]:
    """Return the pairs: all ways of each entry with one another, and all bases."""
    ways = [
        ((at, one), (at, other)) for at in range(len(SAID)) for one, other in combinations(WAYS, 2)
    ]
    bases = [((one, "base"), (other, "base")) for one, other in combinations(range(len(SAID)), 2)]
    return ways + bases


def cosines(embed: Any, language: str) -> Cosines:
    """Return the cosine of each pair in a language, by what embeds texts to vectors of length 1."""
    texts = {(at, way): said[language][way] for at, said in enumerate(SAID) for way in WAYS}
    vectors = dict(zip(texts, np.asarray(embed(list(texts.values()))), strict=True))
    return np.asarray([float(vectors[one] @ vectors[other]) for one, other in pairs()])


def by_model(folder: str) -> Cosines:
    """Return the cosines of the English pairs by a model of sentence-transformers; keep them."""
    from sentence_transformers import SentenceTransformer  # type: ignore[import-not-found,unused-ignore]  # not a dependency: only whoever measures anew has it

    model = SentenceTransformer(folder)
    found = cosines(lambda texts: model.encode(texts, normalize_embeddings=True), "en")
    SENTENCES.write_text(json.dumps([round(float(one), 4) for one in found]) + "\n", "utf-8")
    return found


def linked(sentences: Cosines, spelling: Cosines, threshold: float) -> float:
    """Return the threshold on spelling that as many pairs reach, halfway to the next lower one."""
    reached = int((sentences >= threshold).sum())
    ordered = np.sort(spelling)[::-1]
    return float((ordered[reached - 1] + ordered[reached]) / 2)


def kappa(one: Any, other: Any) -> float:
    """Return Cohen's kappa of two yes-or-no readings of the same pairs."""
    agreed, chance = (one == other).mean(), one.mean() * other.mean()
    chance += (1 - one.mean()) * (1 - other.mean())
    return float((agreed - chance) / (1 - chance))


def halves() -> tuple[Any, Any]:
    """Return two halves of the pairs that share no entry."""
    first = np.asarray([one[0] % 2 == 0 == other[0] % 2 for one, other in pairs()])
    second = np.asarray([one[0] % 2 == 1 == other[0] % 2 for one, other in pairs()])
    return first, second


def across(sentences: Cosines, spelling: Cosines, threshold: float) -> float:
    """Return the mean kappa of a half of the pairs by the threshold that the other half gives."""
    first, second = halves()
    found = []
    for fit, test in ((first, second), (second, first)):
        at = linked(sentences[fit], spelling[fit], threshold)
        found.append(kappa(sentences[test] >= threshold, spelling[test] >= at))
    return float(np.mean(found))


def spread(values: Sequence[float]) -> str:
    """Return the smallest, the middle and the largest of some cosines."""
    return f"{min(values):.2f} – {median(values):.2f} – {max(values):.2f}"


def main(arguments: list[str]) -> None:
    """Print the tables."""
    args = given(arguments, __doc__, model="")
    kept = np.asarray(json.loads(SENTENCES.read_text("utf-8"))) if SENTENCES.is_file() else None
    sentences = by_model(args.model) if args.model else kept
    assert sentences is not None, f"{SENTENCES} is missing: give --model"
    scales = {f"spelling, {one}": cosines(LexicalEmbedder().embed, one) for one in ("en", "ja")}
    print(f"### Cosines of {len(pairs())} pairs: smallest – median – largest\n")
    head("pair of base and …", "sentence embeddings", *scales)
    for way in (*WAYS[1:], "another base"):
        of = [
            one[1] == "base" and (other[1] == way if one[0] == other[0] else way == "another base")
            for one, other in pairs()
        ]
        show(way, *(spread(scale[of]) for scale in (sentences, *scales.values())))
    print("\n### Thresholds that as many pairs reach\n")
    head("scale", *(f"{one:.2f}" for one in THRESHOLDS))
    show("pairs that reach it", *(int((sentences >= one).sum()) for one in THRESHOLDS))
    for name, scale in scales.items():
        show(name, *(f"{linked(sentences, scale, one):.3f}" for one in THRESHOLDS))
        agreed = [kappa(sentences >= one, scale >= one) for one in THRESHOLDS]
        show("agreement (kappa), same number", *(f"{one:.2f}" for one in agreed))
        agreed = [across(sentences, scale, one) for one in THRESHOLDS]
        show("agreement (kappa), linked on the other half", *(f"{one:.2f}" for one in agreed))

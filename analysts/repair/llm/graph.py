"""The model's part in NLI-Graph: triplets, which of them clash, which passages to show (SDR, 2.1).

A model is shown what was said within the speaker's hearing, and what the speaker was given.
"""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.analysts.repair.clashes import Clash, Inference
from mmagents.analysts.repair.llm.answers import (
    Clashes,
    read_entail,
    read_evidence,
    read_triplets,
)
from mmagents.analysts.repair.nli_graph import EVIDENCE, Extract, Pick
from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.interfaces.accounts import ANALYST
from mmagents.interfaces.repair import About, Passage
from mmagents.interfaces.talk import Utterance
from mmagents.models.ask import Question, ask
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Reply
from mmagents.models.quoting import quote
from mmagents.models.utterances import utterance_variables
from mmagents.prompts.render import Prompts


def extractor(slot: Slot, prompts: Prompts) -> Extract:
    """Return what takes a candidate apart into triplets; none if the model gives no usable ones."""

    async def extract(about: About) -> tuple[Triplet, ...]:
        said = about.utterance
        variables = utterance_variables(said, prompts.terms(said.language))
        question = Question("triplets", ANALYST, said.language, variables, lot=said.text)
        return await ask(slot, prompts, question, lambda reply: read_triplets(reply.text), ())

    return extract


def inference(slot: Slot, prompts: Prompts) -> Inference:
    """Return what compares triplets by asking a model; no clash if it gives no usable answer."""

    async def infer(
        premises: Sequence[Triplet], hypotheses: Sequence[Triplet], about: About
    ) -> list[Clash]:
        said = about.utterance
        variables = {
            "speaker": _speaker(said),
            "premises": _numbered(premises),
            "claims": _numbered(hypotheses),
        }
        question = Question("entail", said.speaker, said.language, variables, lot=said.text)

        def read(reply: Reply) -> tuple[Clashes, tuple[str, ...]]:
            return read_entail(reply.text, len(premises), len(hypotheses))

        found = await ask(slot, prompts, question, read, ())
        return [Clash(premises[one], hypotheses[other], sure) for one, other, sure in found]

    return infer


def _numbered(triplets: Sequence[Triplet]) -> list[dict[str, object]]:
    return [{"number": at, "words": quote(one.text)} for at, one in enumerate(triplets, start=1)]


def picker(slot: Slot, prompts: Prompts) -> Pick:
    """Return what picks passages by asking a model; none if it gives no usable answer.

    Where the window grows, the model is shown the talk once and the numbers of the turns, and
    passages for those alone that are not in it. Elsewhere it is shown all passages, from 1.
    """

    async def pick(turns: Sequence[int], claims: Sequence[str], about: About) -> tuple[int, ...]:
        said, shown = about.utterance, {one.turn for one in about.talk}
        numbered = {one: one for one in sorted(turns)} if shown else dict(enumerate(turns, start=1))
        variables = {
            "speaker": _speaker(said),
            "claims": [quote(one) for one in claims],
            "talk": passage_variables(about.talk),
            "passages": [
                {"number": number, "lines": passage_variables(about.passage(turn))}
                for number, turn in numbered.items()
                if turn not in shown
            ],
            "numbers": list(numbered),
            "most": EVIDENCE,
        }
        question = Question("evidence", said.speaker, said.language, variables, lot=said.text)
        picked = await ask(
            slot, prompts, question, lambda reply: read_evidence(reply.text, numbered), ()
        )
        return tuple(numbered[one] for one in picked)

    return pick


def passage_variables(passage: Passage) -> list[dict[str, object]]:
    """Return the turns of a passage as prompts print them."""
    return [{"turn": one.turn, "speaker": one.speaker, "words": quote(one.text)} for one in passage]


def _speaker(said: Utterance) -> dict[str, str]:
    speaker = next(one for one in said.cast if one.id == said.speaker)
    return {"name": speaker.name, "call": speaker.call, "role": speaker.role}

"""Repetition: is the candidate near to what was said before, and does it bring anything of its own?

The screen compares likeness (SDR, section 2.1); the diagnosis by rule, words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.analysts.repair.grounds import content
from mmagents.analysts.repair.lexicon import finding
from mmagents.analysts.rules.listening import listening
from mmagents.analysts.text.likeness import asks
from mmagents.analysts.text.sentences import outside, sentences
from mmagents.interfaces.repair import (
    MINOR,
    PAPER,
    SEVERE,
    About,
    Earlier,
    Finding,
    Suspicion,
    Thresholds,
)
from mmagents.interfaces.talk import HeardTurn
from mmagents.scenarios.recognise.facts import people_named
from mmagents.scenarios.recognise.negation import normalised

TOP = 5
"""Utterances compared (SDR, appendix C.1)."""
SHORT: Mapping[str, int] = {"en": 10, "ja": 20}
"""Shorter utterances pass, as the glue of talk (appendix C.1): words, for Japanese characters. The
project's bilingual stories take 2.0 characters for a word."""

LEXICAL = "lexical"
"""The name of the embedder that compares spelling."""
SPELLING: Mapping[str, Thresholds] = {
    "en": Thresholds(0.74, 0.78, 0.89, 0.93),
    "ja": Thresholds(0.56, 0.63, 0.68, 0.74),
}
"""By language, what the paper's thresholds correspond to for the lexical embedder, to two places:
those that let as many pairs through (`python -m benchmarks likeness` links them). They reach the
same share of pairs, not the same pairs: words that say a thing again may be spelt otherwise."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CHARACTER = re.compile(r"[^\W_]")


def length(text: str, language: str) -> int:
    """Return how many words a text has, or how many characters a Japanese one."""
    return len((_CHARACTER if language == "ja" else _WORD).findall(text))


def thresholds_for(embeddings: str, language: str) -> Thresholds:
    """Return the thresholds of a run; the paper's where none were measured for spelling."""
    return SPELLING.get(language, PAPER) if embeddings == LEXICAL else PAPER


def threshold(earlier: Earlier, of: Thresholds) -> float:
    """Return the similarity from which an utterance counts as said before (appendix B.1)."""
    if not earlier.own:
        return of.others
    return of.own_here if earlier.here else of.own_elsewhere


def _cut_off(earlier: Earlier, about: About) -> bool:
    """Tell whether the speaker was cut off in an utterance, so that it may take it up again."""
    cut = {one.turn for one in about.view.heard if one.cut}
    return earlier.own and earlier.turn in cut


async def screen_repetition(candidate: str, about: About) -> list[Suspicion]:
    """Return the suspicion that the candidate was said before, at most one."""
    language, of = about.view.language, about.thresholds
    if length(candidate, language) < SHORT.get(language, SHORT["en"]):
        return []
    near = [
        one
        for one in about.similar
        if one.similarity >= threshold(one, of) and not _cut_off(one, about)
    ]
    if not near:
        return []
    top, due = near[0], about.utterance.due
    asked_since = top.own and due is not None and due.turn > top.turn
    sure, evidence = top.similarity >= of.same and not asked_since, tuple(one.text for one in near)
    return [Suspicion("repetition", candidate, evidence, top.similarity, top.turn, sure)]


NEW = 0.2
"""Share of a text's content words that may be new to the earlier one, and one at least, where it
still adds nothing."""


def _parts(text: str, language: str) -> tuple[str, str]:
    """Return what a text states and what it asks."""
    said = sentences(outside(text), language)
    return (
        " ".join(one for one in said if not asks(one)),
        " ".join(one for one in said if asks(one)),
    )


def adds_nothing(text: str, before: str, about: About) -> bool:
    """Tell whether `text` names no other people and numbers than `before`, and few other words."""
    language, cast = about.view.language, about.view.public.cast
    new, old = (content(normalised(one), language) for one in (text, before))
    fresh = set(people_named(text, cast, language)) - set(people_named(before, cast, language))
    numbers = {one for one in new - old if any(map(str.isdigit, one))}
    few = max(1.0, NEW * len(new))
    return bool(new & old or not new) and not fresh and not numbers and len(new - old) <= few


def _answered(turn: int, heard: tuple[HeardTurn, ...]) -> bool:
    """Tell whether what turn `turn` asked was answered, as far as is remembered."""
    oldest = heard[0].turn if heard else turn + 1
    replies = [one for one in heard if one.answers == turn]
    if any(one.second_pair_part not in (None, "refusal", "evasion") for one in replies):
        return True
    return turn < oldest


async def diagnose_repetition(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Return whether the candidate says, or asks, nothing but what was said, or asked, before.

    What was asked for since is no repetition, nor is a question put to somebody else, or once more
    where it was not answered: the rules of
    :mod:`mmagents.lab.breakdowns.repetition`, which reads the
    record, told to the speaker before the words are out.
    """
    language, turn = about.view.language, suspicion.turn or 0
    states, question = _parts(candidate, language)
    before = " ".join(suspicion.evidence[:1])
    said_before, asked_before = _parts(before, language)

    def verdict(what: str, *, fault: bool) -> Finding:
        if not fault:
            return finding("repetition", MINOR, "harmless", language, what, turn=turn)
        return finding("repetition", SEVERE, "fault", language, what, "something else", turn=turn)

    if states and not adds_nothing(states, before, about):
        return verdict("brings news", fault=False)
    if question and not adds_nothing(question, asked_before, about):
        return verdict("asks another", fault=False)
    if states and said_before:
        due, own = about.utterance.due, any(one.own for one in about.similar if one.turn == turn)
        if own and due is not None and due.turn > turn:
            return verdict("asked since", fault=False)
        return verdict("restates", fault=True)
    again = _answered(turn, listening(about.view).heard)
    return verdict("asks again" if again else "pursues", fault=again)

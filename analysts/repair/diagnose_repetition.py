"""Diagnosis by rule: does what is near to earlier words bring anything of its own?"""

from __future__ import annotations

from mmagents.analysts.repair.grounds import content
from mmagents.analysts.repair.words import say
from mmagents.analysts.text.likeness import asks
from mmagents.analysts.text.sentences import outside, sentences
from mmagents.interfaces.repair import SEVERE, About, Finding, Suspicion
from mmagents.interfaces.talk import HeardTurn
from mmagents.scenarios.recognise.facts import people_named
from mmagents.scenarios.recognise.negation import normalised

NEW = 0.2
"""Share of a text's content words that may be new to the earlier one, and one at least, where it
still adds nothing."""
MINOR = 4
"""Severity of what is no fault."""


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
    :mod:`mmagents.evaluation.breakdowns.repetition`, which reads the
    record, told to the speaker before the words are out.
    """
    language, turn = about.view.language, suspicion.turn or 0
    states, question = _parts(candidate, language)
    before = " ".join(suspicion.evidence[:1])
    said_before, asked_before = _parts(before, language)

    def verdict(what: str, *, fault: bool) -> Finding:
        return Finding(
            "repetition",
            SEVERE + (fault and bool(states)) if fault else MINOR,
            "fault" if fault else "harmless",
            say(language, what, turn=turn),
            say(language, "something else") if fault else "",
        )

    if states and not adds_nothing(states, before, about):
        return verdict("brings news", fault=False)
    if question and not adds_nothing(question, asked_before, about):
        return verdict("asks another", fault=False)
    if states and said_before:
        due, own = about.utterance.due, any(one.own for one in about.similar if one.turn == turn)
        if own and due is not None and due.turn > turn:
            return verdict("asked since", fault=False)
        return verdict("restates", fault=True)
    again = _answered(turn, about.view.heard)
    return verdict("asks again" if again else "pursues", fault=again)

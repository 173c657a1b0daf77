"""Which facts of the story a turn tells: read by the analyst in its one call, or by rule.

Whoever hears the turn comes to know them, so a model's word alone is not enough: see
:mod:`mmagents.scenarios.recognise.confirm` for what the turn itself must bear out.
"""

from __future__ import annotations

from typing import NamedTuple

from mmagents.analysts.open import Readers
from mmagents.interfaces.analyst import ListedFact, Noted, Recogniser
from mmagents.interfaces.talk import Utterance
from mmagents.nodes.step import Step
from mmagents.nodes.views.view import listened_of
from mmagents.scenarios.recognise.confirm import confirmed, listed, unborrowed
from mmagents.scenarios.recognise.paraphrase import Turn
from mmagents.scenarios.recognise.tellables import tellables
from mmagents.scenarios.recognise.turns import Before, turn_of


class Read(NamedTuple):
    """What a turn says, the facts of the story among it, and whether a model found those."""

    items: tuple[str, ...]
    facts: tuple[str, ...]
    by_model: bool


async def read(step: Step, utterance: Utterance) -> Read:
    """Return what an utterance says, in one question to the analyst at most.

    A model is shown no more than the facts that the words touch upon; what it finds is checked by
    rule, and so are its notes. Where it looks for none, the rules do.
    """
    analyst = step.analyst()
    finder = analyst.recogniser() if isinstance(analyst, Readers) else analyst
    if step.context.floor.recognition != "analyst" or not isinstance(finder, Recogniser):
        found = Read(await analyst.normalize(utterance), facts_by_rule(step), False)
    else:
        shown = listed_for(step)
        found = read_as(step, await finder.recognize(utterance, shown), shown)
    return with_clues(step, found)


def with_clues(step: Step, found: Read) -> Read:
    """Return what a turn says together with the clues that were shown with the words."""
    ids = step.state["words"].get("shown", [])
    clues = [clue for clue in step.table.scenario.clues if clue.id in ids]
    items = (*found.items, *(clue.text.in_(step.table.language) for clue in clues))
    told = (fact for clue in clues for fact in clue.facts)
    return Read(items, tuple(dict.fromkeys((*found.facts, *told))), found.by_model)


def listed_for(step: Step) -> tuple[ListedFact, ...]:
    """Return the facts that the words touch upon, as a model is shown them."""
    scenario, language = step.table.scenario, step.table.language
    texts = {one.id: one.text.in_(language) for one in scenario.facts}
    found = listed(tellables(scenario, language), turn_to_read(listened_of(step)))
    return tuple(ListedFact(one, texts[one]) for one in found)


def read_as(step: Step, noted: Noted, shown: tuple[ListedFact, ...]) -> Read:
    """Return what a turn says as a model noted it, checked by rule.

    Args:
        step: in which it was said.
        noted: what the model made of it.
        shown: the facts that its words touch upon; others do not count. Where there are none, it
            was noted beside turns that touch upon some.
    """
    if noted.told is None or not shown:
        return Read(noted.items, facts_by_rule(step), False)
    facts, turn = (
        tellables(step.table.scenario, step.table.language),
        turn_to_read(listened_of(step)),
    )
    found = confirmed(facts, turn, set(noted.told) & {one.id for one in shown})
    untold = {one.id: one.text for one in shown if one.id not in found}
    kept = unborrowed(facts, turn, noted.items, untold)
    words = step.state["words"]
    said = words.get("said", words["text"])
    return Read(kept if kept or not noted.items else (said,), found, True)


def facts_by_rule(step: Step) -> tuple[str, ...]:
    """Return the facts that the words tell, read by rule.

    Whom they answer is read from the words alone: what is recognised reaches the seats in every
    condition, and so may not rest on what the detector found.
    """
    utterance = listened_of(step)
    told = tellables(step.table.scenario, utterance.language).told(turn_to_read(utterance))
    return with_clues(step, Read((), told, False)).facts


def turn_to_read(utterance: Utterance) -> Turn:
    """Return an utterance as the rules of :mod:`mmagents.scenarios.recognise` read it."""
    due = utterance.due
    return turn_of(
        Before(utterance.speaker, utterance.text),
        utterance.cast,
        utterance.language,
        due=Before(due.by, due.text) if due else None,
        heard=[Before(one.speaker, one.text) for one in utterance.recent],
    )

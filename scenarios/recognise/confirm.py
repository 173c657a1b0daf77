"""What of a model's reading of a turn the turn itself bears out, by rule.

A model that notes what was said may be shown facts of the story, so that it can tell which of them
were told. What it writes goes into the memories of all who heard the turn, so nothing of a fact may
get there by way of the model alone:

- shown are facts of which the turn itself holds something, :data:`MOST_LISTED` at most;
- a fact counts as told only if everybody it is about is meant, at least half of its keys are told
  in the turn and none denied, and all of them, times and numbers without exception, stand there or
  in the turns before it that all have heard: of three keys one may be missing, told in words that
  no list of synonyms knows;
- a note that holds a key, or two words, of a fact shown and not told, which neither the turn nor
  those before it hold, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from mmagents.scenarios.recognise.hours import in_figures
from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.recognise.paraphrase import Evidence, Tellable, Tellables, Turn
from mmagents.scenarios.recognise.words import TOKEN, root

MOST_LISTED = 8
"""Facts shown to a model with one turn, so that its prompt does not grow with the story."""
_SPARED = 3
"""Of so many keys, one may be told in words that no list of synonyms knows."""
_BORROWED = 2
"""Words of a fact not told from which a note counts as taken from it."""
_SHORTEST = 4
"""Letters of an English word that is not counted among the little ones."""
_WORD_JA = re.compile(r"[一-龥々]{2,}|[ァ-ヶー]{2,}|\d+")


def listed(facts: Tellables, turn: Turn) -> tuple[str, ...]:
    """Return the ids of the facts that a turn may tell, those it holds most of first."""
    meant = frozenset(turn.meant)
    held = [
        ((found.told + found.carried) / found.of, found.told / found.of, fact.id)
        for fact, found in facts.evidence(turn, (turn.before, *turn.heard))
        if fact.people <= meant and found.told + (found.denied if fact.negative else 0)
    ]
    held.sort(key=lambda one: (-one[0], -one[1]))
    return tuple(fact for _, _, fact in held[:MOST_LISTED])


def confirmed(facts: Tellables, turn: Turn, ids: Collection[str]) -> tuple[str, ...]:
    """Return those of `ids` that the turn bears out, in the story's order."""
    meant = frozenset(turn.meant)
    return tuple(
        fact.id
        for fact, found in facts.evidence(turn, (turn.before, *turn.heard))
        if fact.id in ids and fact.people <= meant and _bears_out(fact, found)
    )


def _bears_out(fact: Tellable, found: Evidence) -> bool:
    if not found.figures or found.clash:
        return False
    told = found.told if fact.negative is False else found.told + found.denied
    if fact.negative is False and found.denied:
        return False
    return 2 * told >= found.of and told + found.carried >= found.of - found.of // _SPARED


def unborrowed(
    facts: Tellables, turn: Turn, items: Iterable[str], untold: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the notes that take nothing from facts which were shown and not told.

    Args:
        facts: of the story.
        turn: what the notes were taken of.
        items: the notes.
        untold: by id, the words of the facts shown and not told.
    """
    said = (turn.text, turn.before, *turn.heard)
    open_keys = {key for text in said if text for key in facts.met(text)}
    at_stake = {at for at, fact in enumerate(facts.facts) if fact.id in untold}
    spoken = frozenset(word for text in said for word in _words(text, facts))
    rare = [_words(text, facts) - spoken for text in untold.values()]
    return tuple(
        item
        for item in items
        if not any(key[0] in at_stake and key not in open_keys for key in facts.met(item))
        and all(len(some & _words(item, facts)) < _BORROWED for some in rare)
    )


def _words(text: str, facts: Tellables) -> frozenset[str]:
    """Return the words of a text that carry something."""
    plain = in_figures(normalised(text), facts.language, facts.window)
    if facts.language == "ja":
        return frozenset(_WORD_JA.findall(plain))
    found = (token for token in TOKEN.findall(plain.casefold()))
    return frozenset(root(one) for one in found if len(one) >= _SHORTEST or one[0].isdigit())

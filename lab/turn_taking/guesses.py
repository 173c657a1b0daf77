"""Who would have spoken next, by simple guesses, by each condition and by what people do.

A guess is worth its chance to be right, 0-1: where a lot decides, the share of those between whom
it is cast that spoke. Recorded talk has no bids. So under a condition all but the last speaker want
the floor alike, which leaves rules 1b and 1c to the lot. Where what stands in for bids decides
(:mod:`mmagents.groupchat.bids`), it does so as in a group chat, in the condition `cssn-or-ss`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mmagents.floor.bids import Bid
from mmagents.floor.conditions import CONDITIONS, DEFAULT, Condition
from mmagents.groupchat.bids import STAND_INS, Bids, bids_of, tells_more_than_the_words
from mmagents.groupchat.people import chances
from mmagents.groupchat.situations import situation_of
from mmagents.lab.turn_taking.places import Place

Guess = Callable[[Place], float]
LAST_BUT_ONE = "last but one"
PEOPLE = "people, by the model by itself"
"""Whom people would most likely let speak, whoever was asked."""


def best_of(place: Place, worth: Mapping[str, float]) -> float:
    """Return whether the one worth most spoke; where several are, the chance that the lot hits."""
    top = max(worth[name] for name in place.names)
    tied = [name for name in place.names if worth[name] == top]
    return (place.spoke in tied) / len(tied)


def chance(place: Place) -> float:
    """Anybody but the last speaker, by lot."""
    return 1 / len(place.names)


def last_but_one(place: Place) -> float:
    """Whoever spoke before the last speaker; of people, where models are passed over."""
    before = next((name for name in place.heard.course.order[1:] if name in place.names), None)
    return float(before == place.spoke) if before else chance(place)


def least_recent(place: Place) -> float:
    """Whoever has been silent longest; who has said nothing yet, first."""
    last = place.heard.course.last_run
    return best_of(place, {name: -last.get(name, 0) for name in place.names})


def most_talkative(place: Place) -> float:
    """Whoever has sent most messages so far; in speech, taken most turns."""
    sent = place.heard.course.messages_of
    return best_of(place, {name: sent.get(name, 0) for name in place.names})


def asked_else_last_but_one(place: Place) -> float:
    """Whom alone the words before were put to, as the rules read them; else the last but one."""
    return float(place.asked == place.spoke) if place.asked else last_but_one(place)


def people(place: Place) -> float:
    """Whom people would most likely let speak, by the course of the talk alone."""
    return best_of(place, chances(place.names, place.heard.course, place.medium))


def guesses_by(seed: int) -> dict[str, Guess]:
    """Return all guesses by name: simple ones, those of people, those of each condition."""
    conditions = {
        name: _under(one, None, seed) for name, one in CONDITIONS.items() if not one.interrogates
    }
    return {
        "chance": chance,
        LAST_BUT_ONE: last_but_one,
        "least recent": least_recent,
        "most talkative": most_talkative,
        "asked, else last but one": asked_else_last_but_one,
        PEOPLE: people,
        **{f'bids="{one}"': _under(CONDITIONS[DEFAULT], one, seed) for one in STAND_INS},
        **conditions,
    }


def _under(condition: Condition, bids: Bids | None, seed: int) -> Guess:
    """Return the guess of a condition; without bids all others want the floor alike."""

    def guess(place: Place) -> float:
        heard, last = place.heard, place.heard.speakers[-1]
        seats = [name for name in place.members.names if name == last or name in place.names]
        made = (
            [Bid(name, "listen" if name == last else "speak", 0) for name in seats]
            if bids is None
            else bids_of(bids, seats, (), heard, medium=place.medium, seed=seed)
        )
        found = condition.choose(
            situation_of(
                heard,
                seats,
                made,
                members=place.members,
                language=place.language,
                seed=seed,
                by_name=bids is not None and tells_more_than_the_words(bids, place.medium),
            )
        )
        tie = found.tie or (found.speaker,)
        return (place.spoke in tie) / len(tie)

    return guess

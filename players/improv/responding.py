"""What an improvising seat says while another speaks: "mm", "how awful", "the what?".

By rule and lot, from what the seat heard of the turn. The lot is drawn from the seed, the turn, the
unit and the seat, and nothing that is said here changes what the seat does later.

- A continuer or an assessment comes where a unit could be complete, from those for whom the turn
  is meant rather than from others, and the more has been said without one (Schegloff 1982). None
  comes after words that ask for an answer: it would pass by what is due.
- An assessment comes where something was told that is new to the seat and speaks for or against
  somebody (Goodwin 1986), once a turn.
- Repair is initiated by one for whom the turn is meant or whom it concerns, where a unit holds
  something that is easily missed: a time, or news. It is as narrow as the unit allows: rather
  "Who?" than "What?" (Schegloff, Jefferson & Sacks 1977).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.listening import listening
from mmagents.analysts.text.names import named_in
from mmagents.analysts.text.reading import understand
from mmagents.floor.adjacency import EVERYONE, FirstPairPart
from mmagents.floor.clock import seconds_of, words_in
from mmagents.interfaces.asides import Aside, AsideKind, Ended
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.interfaces.view import View
from mmagents.players.improv.realisation.grammar import Speech, lowered, phrases_in

RATE: Mapping[str, float] = {"en": 0.2, "ja": 0.32}
"""How often one for whom a turn is meant says something to a complete unit of `ENOUGH` words. The
English figure was set so that backchannels are about as many, beside the units of talk, as in
meetings (MRDA; docs/results/cuts.md). Japanese listeners respond far more often than English ones
(White 1989). How much more often is our choice: as far as the talk stays inside the band of those
meetings, the only one there is."""
ENOUGH = 5.0
"""Words since the last response after which one is as likely as it gets. Ours."""
MEANT, CONCERNED, BESIDE = 1.0, 0.7, 0.3
"""How much likelier those are to respond for whom a turn is meant, then those whom it concerns,
than all others who hear it. That recipients respond is Schegloff's (1982); the figures are ours."""
NEWS = 2.0
"""How much likelier a response is to something that is news."""
REPAIR_EVERY = 84.0
"""Seconds of talk from one repair that others initiate to the next, on average, over twelve
languages (Dingemanse et al. 2015)."""

OFTEN = 2.0
"""How much likelier than `REPAIR_EVERY` says repair is after a unit that has something to miss, as
no other unit has any."""
LEAST = 5.0
"""Words of a unit, at least, that anything of is asked to be said again. Ours."""

_PREFACES: FirstPairPart = "announcement"
_THE_WHAT = {"en": re.compile(r"\bthe [a-z]+", re.IGNORECASE), "ja": re.compile("を")}


@dataclass(frozen=True, slots=True)
class _Heard:
    """The turn that is being said, as the seat takes it: how much it is the seat's to respond."""

    turn: HeardTurn
    share: float
    asks: bool
    news: bool


def response_of(view: View, ended: Ended) -> Aside | None:
    """Return what the seat says to the unit that has just ended, or None."""
    rate = RATE.get(view.language)
    if rate is None:
        return None
    lot = Random(f"{view.seed}:{view.turn}:{ended.number}:{view.seat}:respond")
    asking, at = lot.random(), lot.random()
    asks = asking < OFTEN * seconds_of(ended.text, view.language, 1.0) / REPAIR_EVERY
    if not (asks and ended.askable) and at >= rate * NEWS:
        return None  # whatever was heard
    heard = _heard(view, ended)
    if heard is None or heard.asks:
        return None
    if (
        asks
        and ended.askable
        and heard.share >= CONCERNED
        and (lost := _trouble(view, ended, heard))
    ):
        return _spoken(view, "repair", f"repair-{lost}", lot)
    long = min(1.0, words_in(ended.since, view.language) / ENOUGH)
    chance = rate * heard.share * ended.completion * long
    if heard.news and at < chance * NEWS:
        return _spoken(view, "assessment", "assessment", lot)
    return _spoken(view, "continuer", "continuer", lot) if at < chance else None


def said_again(view: View, unit: str) -> str:
    """Return a unit as it is said again, word for word or in a phrase that says so.

    What it began with to hang on to what was before is left out: whoever repeats leaves out what is
    dispensable (Schegloff 2004).
    """
    bare = _bare(view, unit)
    if bare.rstrip('”"」』').endswith(("?", "？", "!", "！", "…")):
        return bare
    me, lot = view.public.person(view.seat), Random(f"{view.seed}:{view.turn}:{view.seat}:again")
    banks = phrases_in(view.language, "responding")
    speech = Speech(banks, view.language, me.style, me.politeness, me.endings, lot)
    return speech.pick("again", unit=bare, inside=lowered(bare, view.language))


def _bare(view: View, unit: str) -> str:
    openers = _openers(view.language)
    bare = openers.sub("", unit, count=1) if openers else unit
    if view.language != "ja":
        bare = bare[:1].upper() + bare[1:]
    return bare or unit


@cache
def _openers(language: str) -> re.Pattern[str] | None:
    found = phrases_in(language, "responding").get("dispensable", ())
    return re.compile(f"^(?:{'|'.join(map(re.escape, found))})", re.IGNORECASE) if found else None


def _heard(view: View, ended: Ended) -> _Heard | None:
    """Return the turn that is being said; None where the seat has it itself."""
    if not view.heard or view.heard[-1].speaker == view.seat:
        return None
    read = listening(view).heard[-1]
    told = [one for one in view.known if one.source == "heard" and one.turn == read.turn]
    mine = [one for one in view.heard[-1].asides if one.speaker == view.seat]
    news = any(any(one.implies.values()) for one in told)
    once = all(one.kind != "assessment" for one in mine)
    asks = read.first_pair_part not in (None, "assessment", _PREFACES)
    return _Heard(read, _share(view, read, ended), asks, news and once)


def _share(view: View, read: HeardTurn, ended: Ended) -> float:
    """Return how much it is this seat's to respond."""
    asker = next((one.speaker for one in view.heard if one.turn == read.answers), None)
    if view.seat in read.addressees or asker == view.seat:
        return MEANT
    named = named_in(ended.text, view.public.cast, view.language, speaker=read.speaker)
    if view.seat in named:
        return CONCERNED
    to_nobody = not read.addressees or EVERYONE in read.addressees
    return CONCERNED if asker is None and to_nobody else BESIDE


def _trouble(view: View, ended: Ended, heard: _Heard) -> str | None:
    """Return what is asked for, as narrow as the unit allows; None where there is nothing to miss.

    That is so of a few words.
    """
    if words_in(ended.text, view.language) < LEAST:
        return None
    named = understand(ended.text, view.public, view.known, view.language)
    if named.times:
        return "when"
    if not heard.news:
        return None
    cast = view.public.cast
    said = read_sentences(Utterance(heard.turn.speaker, ended.text, view.language, cast))
    called = {whom for part in said for whom in part.called}
    if set(named.people) - called - {view.seat, heard.turn.speaker}:
        return "who"
    if named.places:
        return "where"
    return "thing" if _THE_WHAT[view.language].search(ended.text) else "open"


def _spoken(view: View, kind: AsideKind, bank: str, lot: Random) -> Aside:
    me = view.public.person(view.seat)
    banks = phrases_in(view.language, "responding")
    speech = Speech(banks, view.language, me.style, me.politeness, me.endings, lot)
    return Aside(kind, speech.pick(bank))

"""A testing aid: improvising seats that err now and then, so that repair has something to repair.

    --err repeat=0.2,contradict=0.1,invent=0.1,dodge=0.2

Each rate is the chance, by seed, that a candidate utterance is spoilt in that way; a repaired
candidate may be spoilt again. Where there is nothing to spoil (nothing said yet to repeat, nothing
owed that could be dodged) the seat speaks as it would have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import get_args

from mmagents.analysts.repair.repetition import SHORT, length
from mmagents.interfaces.player import Player
from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.talk import Slip
from mmagents.interfaces.view import View
from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.improv.realisation.grammar import lowered, phrases_in
from mmagents.players.improv.realisation.names import clock
from mmagents.players.improv.state.mind import answers_to, mind_of

SLIPS: tuple[Slip, ...] = get_args(Slip)


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A candidate that was spoilt."""

    seat: str
    turn: int
    slip: Slip
    text: str


def with_slips(player: Player, rates: Mapping[Slip, float]) -> Player:
    """Return an improvising player that errs; any other player as it is."""
    return ErringPlayer(rates) if isinstance(player, ImprovPlayer) else player


class ErringPlayer(ImprovPlayer):
    """An improvising seat that errs at given rates. It holds no state of a game."""

    def __init__(
        self, rates: Mapping[Slip, float], record: Callable[[Spoilt], None] | None = None
    ) -> None:
        """Take who speaks otherwise, the rates (0-1, together at most 1), and who is told."""
        self._rates = rates
        self._record = record

    async def speak(self, view: View) -> str:
        """Return the words of this turn, spoilt if the lot falls so."""
        return self._spoilt(view, 0) or await super().speak(view)

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return other words for this turn, which may be spoilt as well."""
        return self._spoilt(view, len(dropped)) or await super().repair(view, dropped)

    def _spoilt(self, view: View, attempt: int) -> str | None:
        lot = Random(f"{view.seed}:{view.turn}:{view.seat}:err:{attempt}")
        if view.phase == "introduction" or (slip := self._drawn(lot)) is None:
            return None
        text = _SPOIL[slip](view, lot)
        if text and self._record:
            self._record(Spoilt(view.seat, view.turn, slip, text))
        return text

    def _drawn(self, lot: Random) -> Slip | None:
        at = lot.random()
        for slip in SLIPS:
            at -= self._rates.get(slip, 0.0)
            if at < 0:
                return slip
        return None


def _repeat(view: View, lot: Random) -> str | None:
    """Say once more what was said in this talk, word for word or with a few words before it."""
    least, mine = SHORT.get(view.language, SHORT["en"]), view.obligation is None
    heard = [one for one in view.heard if one.turn > view.since]
    said = [one.text for one in heard if mine or one.speaker != view.seat]
    found = [text for text in said if length(text, view.language) >= least]
    if not found:
        return None
    leads = phrases_in(view.language, "slips")["lead"]
    return lot.choice(["", lot.choice(leads)]) + lot.choice(found)


def _contradict(view: View, lot: Random) -> str | None:
    """Deny what stands on the own sheet, or have been elsewhere, with nothing to hide by it."""
    hides = {fact for secret in view.sheet.secrets for fact in secret.facts}
    own = [fact for fact in view.known if fact.source == "sheet"]
    free = [fact for fact in own if not fact.cover_story and not fact.price]
    words, language = phrases_in(view.language, "slips"), view.language
    said = [
        lot.choice(words["deny"]).format(that=lowered(fact.text, language))
        for fact in free
        if fact.id not in hides
    ]
    if len(free) == len(own):
        for moment in view.sheet.timeline:
            others = [name for place, name in view.public.places.items() if place != moment.place]
            time = clock(moment.at, language)
            said.append(lot.choice(words["elsewhere"]).format(time=time, place=lot.choice(others)))
    return lot.choice(said) if said else None


def _invent(view: View, lot: Random) -> str | None:
    """Claim of somebody what nobody ever wrote or said."""
    others = [one for one in view.public.seats() if one.id != view.seat]
    if not others:
        return None
    words = phrases_in(view.language, "slips")
    return lot.choice(words["invent"]).format(
        name=lot.choice(others).name, thing=lot.choice(words["thing"]),
        place=lot.choice(words["place"]),
    )  # fmt: skip


def _dodge(view: View, lot: Random) -> str | None:
    """Pass over the question that is due, where nothing the seat would hide bears on it."""
    due, mind = view.obligation, mind_of(view)
    if due is None or not due.first_pair_part.endswith("question"):
        return None
    if any(fact.price or fact.cover_story for fact in answers_to(mind, mind.asked, due.text)):
        return None
    return lot.choice(phrases_in(view.language, "slips")["dodge"])


_SPOIL: Mapping[Slip, Callable[[View, Random], str | None]] = {
    "repeat": _repeat,
    "contradict": _contradict,
    "invent": _invent,
    "dodge": _dodge,
}

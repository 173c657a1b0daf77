"""What an improvising seat makes of its view: what it knows, guards, doubts, suspects and owes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from mmagents.analysts.rules.listening import listening
from mmagents.analysts.text.reading import Understood, asking_part, bears, understand
from mmagents.floor.adjacency import EVERYONE, FirstPairPart, Obligation
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import KnownFact, View
from mmagents.players.improv.state.contradictions import clashes
from mmagents.players.improv.state.matter import Matter, noted
from mmagents.players.improv.state.moves import Inquiry
from mmagents.players.improv.state.notebook import ASKING, Notebook, absorb, read_in

_ASKED = 3
"""What being asked once takes off a price: 1-3 are told when asked, 5 when asked twice."""
_PART_OUT = 3
"""What it takes off that something else which gives the same secret away is out."""
CORNERED = 2
"""What it takes off that a known contradiction, or an accusation, leaves no other way out."""


@dataclass(frozen=True, slots=True)
class Mind:
    """A view, read. `last` is the last turn heard and `read` what it names.

    Attributes:
        due: what this seat owes: the obligation, or a first pair part of the last turn put to it.
        asked: what `due` is about.
        suspicion: by seat, what the known facts and the seat's conduct add up to.
        others: the others who are played.
        inquiries: all that could be asked, the best first, once it was worked out.
        worked_out: what else was worked out of the view, and is asked for again and again.
        clashes: (claim, counter): a fact somebody else asserted, and a known one that denies it.
    """

    view: View
    book: Notebook
    me: Person
    facts: dict[str, KnownFact]
    last: HeardTurn | None
    read: Understood
    due: Obligation | None
    asked: Understood
    suspicion: dict[str, float]
    clashes: tuple[tuple[KnownFact, KnownFact], ...]
    others: tuple[Person, ...]
    inquiries: list[Inquiry] = field(default_factory=list)
    worked_out: dict[str, Any] = field(default_factory=dict)

    @property
    def seat(self) -> str:
        """Return whose mind this is."""
        return self.view.seat

    @property
    def sent_for(self) -> bool:
        """Tell whether this seat came after it had happened: its sheet puts it nowhere before."""
        return not self.view.sheet.timeline

    def lot(self, purpose: str) -> Random:
        """Return a source of chance for one purpose of this seat in this turn."""
        return Random(f"{self.view.seed}:{self.view.turn}:{self.seat}:{purpose}")

    @property
    def conversing(self) -> bool:
        """Tell whether people converse at this table, rather than speak by turns."""
        return self.view.manner == "conversation"

    @property
    def matter(self) -> Matter | None:
        """Return what is under way at the table, where people converse."""
        return noted(self.book.get("matter")) if self.last is not None else None

    @property
    def blank(self) -> str:
        """Return what stands between two sentences."""
        return "" if self.view.language == "ja" else " "

    def facts_in(self, turn: HeardTurn) -> list[KnownFact]:
        """Return the known facts that a turn conveyed."""
        return [self.facts[one] for one in turn.facts if one in self.facts]

    def pressure(self, fact: KnownFact) -> int:
        """Return how much of a guarded fact's price has been taken off."""
        pressure = _ASKED * int(self.book.get(f"p:{fact.id}", 0))
        if not pressure:
            return 0
        secrets = [one.facts for one in self.view.sheet.secrets if fact.id in one.facts]
        kin = {other for facts in secrets for other in facts} - {fact.id}
        if any(self.facts[one].public for one in kin if one in self.facts):
            pressure += _PART_OUT
        lies = (self.facts[c] for c in fact.contradicts if self.facts[c].cover_story)
        if any(lie.public and any(self.facts[c].public for c in lie.contradicts) for lie in lies):
            pressure += CORNERED
        accused = any(key.endswith(f":{self.seat}") for key in self.book.under("sus:"))
        return pressure + CORNERED * (fact.implies.get(self.seat, 0) < 0 and accused)

    def free(self, fact: KnownFact) -> bool:
        """Tell whether this seat would say `fact` now."""
        if fact.cover_story:
            return False
        return (
            fact.public or fact.price == 0 or (fact.price < 9 and self.pressure(fact) >= fact.price)
        )

    def volunteers(self, fact: KnownFact) -> bool:
        """Tell whether this seat would say `fact` without being asked for it."""
        guarded = fact.cover_story or fact.price != 0 or self.hurts(fact)
        return not guarded and not self._knows_best(fact)

    def could_tell(self, fact: KnownFact) -> bool:
        """Tell whether `fact` is on this seat's sheet, untold, and may be told unasked."""
        own = fact.source == "sheet" and bool(fact.told)
        return own and not fact.public and self.volunteers(fact)

    def _knows_best(self, fact: KnownFact) -> bool:
        """Tell whether the only one who hears it is the one it is about, with nothing to solve."""
        alone = self.others[0].id if len(self.others) == 1 else None
        mystery = self.view.public.verdict is None
        return not mystery and alone in fact.people and self.seat not in fact.people

    def hurts(self, fact: KnownFact) -> bool:
        """Tell whether `fact` speaks against this seat, or against the side it is bound to."""
        return fact.implies.get(self.seat, 0) > 0 or (
            self.bound_to is not None
            and any(
                weight > max(0, fact.supports.get(self.bound_to, 0))
                for option, weight in fact.supports.items()
                if option != self.bound_to
            )
        )

    def _binding_side(self) -> str | None:
        """Return the side this seat can never leave, if it stands in one."""
        if "side" not in self.worked_out:
            own = self.view.sides.get(self.seat)
            bound = any(one.id == own and one.binding for one in self.view.public.camps)
            self.worked_out["side"] = own if bound else None
        side: str | None = self.worked_out["side"]
        return side

    @property
    def bound_to(self) -> str | None:
        """Return the side this seat can never leave, if the verdict may fall on it: a party."""
        verdict, own = self.view.public.verdict, self._binding_side()
        return own if verdict is not None and own in verdict.options else None

    @property
    def impartial(self) -> bool:
        """Tell whether this seat can never leave a side that is no party, and has no vote."""
        verdict = self.view.public.verdict
        if verdict is None or self._binding_side() is None or self.bound_to:
            return False
        return self.seat not in verdict.voters and self.seat not in verdict.options

    def allied(self, whom: str) -> bool:
        """Tell whether somebody stands on this seat's side, where the verdict is between sides."""
        verdict, own = self.view.public.verdict, self.view.sides.get(self.seat)
        return verdict is not None and own in verdict.options and self.view.sides.get(whom) == own

    def answerable(self, whom: str, fact: KnownFact) -> bool:
        """Tell whether `fact` is something that somebody may be asked to answer for."""
        cleared = fact.implies.get(whom, 0) < 0 or fact.supports.get(whom, 0) > 0
        return whom in fact.people and not cleared

    def stale(self, topic: str) -> int:
        """Return for how many turns a topic has brought nothing new."""
        return int(self.book.get(f"tp:{topic}", [0, 0])[0])

    def was_asked(self, whom: str, subject: str) -> tuple[int, str, str, int] | None:
        """Return what is noted of a question to `whom`, or None if it was never put."""
        found = self.book.get(f"q:{whom}:{subject}")
        return tuple(found) if found else None

    def generous(self, purpose: str, worth: float = 1.0) -> bool:
        """Tell by lot whether to say more than was called for: rather with much still untold."""
        if "untold" not in self.worked_out:
            self.worked_out["untold"] = sum(map(self.could_tell, self.view.known))
        untold: int = self.worked_out["untold"]
        chance = (0.25 + 0.09 * self.me.talkativeness) * (0.4 + min(untold, 8) / 6)
        return self.lot(purpose).random() < worth * chance

    def heard_of(self, fact: str) -> int:
        """Return the turn in which a fact was said for the first time this seat can tell, or 0."""
        return self.facts[fact].turn if self.facts[fact].public else 0

    def liking(self, whom: str) -> float:
        """Return how much this seat likes somebody, -10 to 10."""
        found = self.view.sheet.relations.get(whom)
        return found.score if found else 0

    def spoke_in(self, turn: int) -> bool:
        """Tell whether a turn that is still heard was this seat's."""
        return any(one.turn == turn and one.speaker == self.seat for one in self.view.heard)

    def used_lately(self, move: str) -> bool:
        """Tell whether this seat used a phrase of a kind of move lately."""
        phrases = (one for used in self.book.under("used:").values() for one in used)
        return any(re.split("[./]", one)[0] == move for one in phrases)

    def spoke_lately(self, turns: int) -> int:
        """Return how many of the last `turns` turns were this seat's."""
        return sum(self.view.turn - turn <= turns for turn in self.book.get("mine", []))


def mind_of(view: View) -> Mind:
    """Read a view into a mind; the notebook's changes are in it."""
    view = listening(view)
    book = absorb(view)
    facts = {fact.id: fact for fact in view.known}
    last = view.heard[-1] if view.heard and view.heard[-1].turn > view.since else None
    read = Understood()
    if last and last.turn in book.understood:
        read = book.understood[last.turn]
    elif last:
        read = read_in(view, last)
    due = _due(view, last)
    return Mind(
        view=view,
        book=book,
        me=view.public.person(view.seat),
        facts=facts,
        last=last,
        read=read,
        due=due,
        asked=_asked(view, due, last, read),
        suspicion=_suspicion(view, book),
        clashes=clashes(view, book),
        others=tuple(one for one in view.public.seats() if one.id != view.seat),
    )


def _asked(
    view: View, due: Obligation | None, last: HeardTurn | None, read: Understood
) -> Understood:
    """Return what is asked: by the question itself, or by all the turn where it says but that."""
    if due is None:
        return Understood()
    question = asking_part(due.text)
    found = understand(question, view.public, view.known, view.language, (view.seat,))
    if found.topics or found.facts or found.times or last is None or due.turn != last.turn:
        return found
    return replace(read, facts=tuple(dict.fromkeys((*read.facts, *last.facts))))


def _due(view: View, last: HeardTurn | None) -> Obligation | None:
    if view.obligation:
        return view.obligation
    if last and last.first_pair_part and view.seat in last.addressees:
        return _put_by(last, last.first_pair_part)
    direct = [pair for pair in view.open_pairs if view.seat in pair.to]
    return direct[-1] if direct and direct[-1].turn == view.turn - 1 else None


def _suspicion(view: View, book: Notebook) -> dict[str, float]:
    weights = {one.id: 0.0 for one in view.public.seats() if one.id != view.seat}
    for fact in view.known:
        for whom in fact.implies.keys() & weights.keys() if not fact.cover_story else ():
            weights[whom] += fact.implies[whom]
    for whom in book.under("s:").keys() & weights.keys():
        weights[whom] += 0.7 * book.get(f"s:{whom}")
    return weights


def open_to_all(mind: Mind) -> Obligation | None:
    """Return the latest question put to everyone that nobody has taken up, if this seat may."""
    for pair in reversed(mind.view.open_pairs):
        if (
            EVERYONE in pair.to
            and not pair.had_say
            and pair.first_pair_part in ASKING
            and pair.by != mind.seat
        ):
            return pair
    last = mind.last
    if last is None or last.speaker == mind.seat or EVERYONE not in last.addressees:
        return None
    return _put_by(last, last.first_pair_part) if last.first_pair_part in ASKING else None


def _put_by(turn: HeardTurn, first_pair_part: FirstPairPart) -> Obligation:
    """Return what a turn asks of those it is put to."""
    return Obligation(turn.turn, turn.speaker, turn.addressees, first_pair_part, (), turn.text)


def answers_to(
    mind: Mind, asked: Understood, text: str, whom: str | None = None
) -> tuple[KnownFact, ...]:
    """Return the known facts that would answer a question, in the order of the view."""
    return tuple(
        fact for fact in mind.view.known if bears(fact, asked, text, mind.view, whom or mind.seat)
    )

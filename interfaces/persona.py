"""The persona of a Verbal Strategist: what it is, what it carries from action to action. Pure.

After AgentGroupChat, section 4 and figure 3. The scratch is the seat's sheet and never changes.
Beliefs and regards change in reflection alone, once a round. Memory flows along fixed lines: each
action reads what one other action wrote, and nothing else of the past (`READS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, runtime_checkable

from mmagents.interfaces.player import Thought
from mmagents.interfaces.relations import LIKING, Matrix
from mmagents.interfaces.story import Relation
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import OwnThought, View
from mmagents.scenarios.game import IN_PAIRS

NOTE = "persona"
"""The key of the seat's private notes under which the persona is kept."""
BELIEF_STEP = 10
"""Points, of 0-100, by which a belief may move in a round. The paper says that there is a bound
(section 4.1) and not which; this one takes five rounds from undecided to certain."""
MOST_SUMMARIES = 12
LONGEST_NOTE = 600
"""Caps in items and characters, so that no round makes later prompts grow."""

StrategistAction = Literal["perceive", "choose", "think", "speak", "reflect", "vote", "judge"]
Carried = Literal["reflection", "plan", "strategy", "summaries"]
Ablation = Literal["planning", "thinking", "reflection", "memory"]
READS: Mapping[StrategistAction, Carried] = {
    "perceive": "reflection",
    "choose": "plan",
    "think": "plan",
    "speak": "plan",
    "reflect": "summaries",
    "vote": "reflection",
    "judge": "summaries",
}
"""Which writing of another action each action reads. Thinking and speaking in pairs read the
strategy that choosing the partner wrote. Figure 3 draws these lines without naming all of them; the
lines here follow the text of section 4.2."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a strategist is run.

    Attributes:
        without: the actions that it goes without.
        against: whom it was told to turn against, if anybody.
        to_the_letter: whether it does all that AgentGroupChat writes: it assigns relations before
            anybody talks, and guesses what the others feel for one another.
    """

    without: frozenset[str] = frozenset()
    against: str | None = None
    to_the_letter: bool = False


@dataclass(frozen=True, slots=True)
class Persona:
    """What a strategist believes, whom it likes, and what it carries.

    Attributes:
        beliefs: by belief of the sheet, how firmly, 0-100.
        regards: by the other seats, how it feels about them, -10 to 10, and why; not mutual.
        plan: what perceiving wrote: what to do in the round to come.
        strategy: what choosing wrote: what to get from the partner chosen.
        summaries: what summarising wrote of each talk since the last reflection.
        reflection: what reflecting wrote.
        rounds: how many reflections there have been.
        beyond: which of "beliefs" and "relations" the last reflection would have moved out of
            their bounds.
        partner: the seat that the strategy is about; "" where any company is meant.
        guesses: what it supposes that the others feel for one another, and for it (see
            :mod:`mmagents.interfaces.relations`); empty where it does not guess.
    """

    beliefs: Mapping[str, int]
    regards: Mapping[str, Relation]
    plan: str = ""
    strategy: str = ""
    summaries: tuple[str, ...] = ()
    reflection: str = ""
    rounds: int = 0
    beyond: tuple[str, ...] = ()
    partner: str = ""
    guesses: Matrix = field(default_factory=dict)

    def carried(
        self, action: StrategistAction, phase: str, company: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return what an action reads, in the part of the evening called `phase`.

        `company` are those who hear it. A strategy is for the partner it was made for.
        """
        what = READS[action]
        meant = not self.partner or self.partner in company
        if action in ("think", "speak") and phase in IN_PAIRS and self.strategy and meant:
            what = "strategy"
        found = getattr(self, what)
        return tuple(one for one in ((found,) if isinstance(found, str) else found) if one)


@dataclass(frozen=True, slots=True)
class Talk:
    """One talk of a round as a seat heard it: which part of the evening, with whom, the turns."""

    phase: str
    company: tuple[str, ...]
    turns: tuple[HeardTurn, ...]


@dataclass(frozen=True, slots=True)
class SinceReflection:
    """All that happened to a seat since it last reflected: talks, and deeds in words."""

    talks: tuple[Talk, ...] = ()
    deeds: tuple[str, ...] = field(default=())


@runtime_checkable
class Reflecting(Protocol):
    """A player that reflects over a whole round; others only think in a pause to think."""

    async def reflect(self, view: View, since: SinceReflection) -> Thought:
        """Return the plan for the round to come, and what to note."""
        ...


@runtime_checkable
class Summing(Protocol):
    """A player that sums up at the end what was said before everybody."""

    async def sum_up(self, view: View, talk: Talk) -> Thought:
        """Return the summary, and what to note."""
        ...


def persona_of(view: View) -> Persona:
    """Return the persona that a seat's notes hold; before the first reflection, its sheet's."""
    kept = view.notes.get(NOTE)
    if kept:
        return Persona(
            beliefs=dict(kept["beliefs"]),
            regards={whom: Relation(*one) for whom, one in kept["regards"].items()},
            plan=kept["plan"],
            strategy=kept["strategy"],
            summaries=tuple(kept["summaries"]),
            reflection=kept["reflection"],
            rounds=kept["rounds"],
            beyond=tuple(kept.get("beyond", ())),
            partner=kept.get("partner", ""),
            guesses={who: dict(row) for who, row in kept.get("guesses", {}).items()},
        )
    sheet = view.sheet
    return Persona(
        beliefs={belief.id: belief.score for belief in sheet.beliefs},
        regards={
            one.id: sheet.relations.get(one.id, Relation(0, ""))
            for one in view.public.cast
            if (one.seat or one.id in sheet.relations) and one.id != view.seat
        },
    )


def as_note(persona: Persona) -> dict[str, Any]:
    """Return a persona as it stands in the notes: plain JSON."""
    return {
        "beliefs": dict(persona.beliefs),
        "regards": {whom: [one.score, one.words] for whom, one in persona.regards.items()},
        "plan": persona.plan[:LONGEST_NOTE],
        "strategy": persona.strategy[:LONGEST_NOTE],
        "summaries": [one[:LONGEST_NOTE] for one in persona.summaries[-MOST_SUMMARIES:]],
        "reflection": persona.reflection[:LONGEST_NOTE],
        "rounds": persona.rounds,
        "beyond": list(persona.beyond),
        **({"partner": persona.partner} if persona.partner else {}),
        **({"guesses": {who: dict(row) for who, row in persona.guesses.items()}}
           if persona.guesses else {}),
    }  # fmt: skip


def for_the_record(notes: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what the ledger of a reflection holds of a persona; None where there is none."""
    kept = notes.get(NOTE)
    names = ("beliefs", "regards", "guesses", "rounds", "beyond")
    return kept and {name: kept[name] for name in names if name in kept}


def moved(
    persona: Persona, beliefs: Mapping[str, int], regards: Mapping[str, tuple[int, str]]
) -> Persona:
    """Return a persona after a reflection: beliefs moved by at most a step, regards within bounds.

    Args:
        persona: before.
        beliefs: where they would go, by belief; those left out stay.
        regards: where they would go and why, by seat; those left out, and strangers, stay.
    """
    return replace(
        persona,
        beliefs={
            one: min(100, max(0, score + within(beliefs.get(one, score) - score)))
            for one, score in persona.beliefs.items()
        },
        regards={
            whom: Relation(min(LIKING, max(-LIKING, regards[whom][0])), regards[whom][1])
            if whom in regards
            else before
            for whom, before in persona.regards.items()
        },
        rounds=persona.rounds + 1,
        beyond=beyond(persona, beliefs, regards),
    )


def beyond(
    persona: Persona, beliefs: Mapping[str, int], regards: Mapping[str, tuple[int, str]]
) -> tuple[str, ...]:
    """Return which of "beliefs" and "relations" a reflection would move out of their bounds."""
    changes = [to - persona.beliefs[one] for one, to in beliefs.items() if one in persona.beliefs]
    scales = all(0 <= to <= 100 for to in beliefs.values())
    kept = {
        "beliefs": scales and all(within(change) == change for change in changes),
        "relations": all(abs(score) <= LIKING for score, _ in regards.values()),
    }
    return tuple(what for what, held in kept.items() if not held)


def within(change: int) -> int:
    """Return a change of belief, cut to what one round allows."""
    return min(BELIEF_STEP, max(-BELIEF_STEP, change))


def of_this_talk(view: View) -> View:
    """Return a view that holds of the past only the talk under way, and this turn's own thought."""
    return replace(
        view,
        heard=tuple(turn for turn in view.heard if turn.turn > view.since),
        thoughts=view.thoughts[-1:],
        lately=_lately_here(view),
        bids=tuple(bid for bid in view.bids if bid.turn > view.since),
        memories=(),
    )


def _lately_here(view: View) -> tuple[HeardTurn | OwnThought, ...] | None:
    if view.lately is None:
        return None
    return tuple(
        one
        for one in view.lately
        if (one.turn > view.since if isinstance(one, HeardTurn) else one.turn == view.turn)
    )


def minded(view: View, persona: Persona) -> View:
    """Return a view whose sheet says what the seat believes and feels now."""
    beliefs = tuple(
        replace(one, score=persona.beliefs.get(one.id, one.score)) for one in view.sheet.beliefs
    )
    sheet = replace(view.sheet, beliefs=beliefs, relations=dict(persona.regards))
    return replace(view, sheet=sheet)


def talks_of(turns: Sequence[tuple[str, tuple[str, ...], HeardTurn]]) -> tuple[Talk, ...]:
    """Return turns as talks: those that follow one another in one part and one company."""
    talks: list[Talk] = []
    for phase, company, turn in turns:
        if talks and (talks[-1].phase, talks[-1].company) == (phase, company):
            talks[-1] = replace(talks[-1], turns=(*talks[-1].turns, turn))
        else:
            talks.append(Talk(phase, company, (turn,)))
    return tuple(talks)

"""Everything one seat may know at one moment.

A player receives a :class:`View` and nothing else. So what a seat must not know cannot reach a
prompt: it is not in the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mmagents.floor.adjacency import Obligation
from mmagents.floor.bids import Action
from mmagents.interfaces.story import Card, Public, Resource, Sheet, Whereabouts
from mmagents.interfaces.talk import HeardTurn, Manner


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact this seat was given, has heard, or has worked out.

    Attributes:
        source: "sheet" (given), "heard" or "reasoned" (all of one road to it are known).
        turn: the turn it was first heard in; 0 for a fact of the own sheet; for a conclusion the
            turn of its latest premise.
        said_by: who said it first; None unless heard.
        told: the seat's own words for it; None unless it is on the own sheet.
        price: what it costs this seat to tell it, 0-9; 0 where there is nothing to hide.
        contradicts: ids of facts **known to this seat** that clash with it.
        premises: for a conclusion, the ids of the known facts of one complete road.
        public: somebody said it aloud in the hearing of all who are present now.
        supports: for which options of the verdict it is an argument, -3 to 3.
    """

    id: str
    topic: str
    text: str
    ask: str
    keys: tuple[str, ...]
    people: tuple[str, ...]
    whereabouts: Whereabouts | None
    implies: Mapping[str, int]
    source: Literal["sheet", "heard", "reasoned"]
    turn: int
    said_by: str | None
    told: str | None
    price: int
    contradicts: tuple[str, ...]
    cover_story: bool
    premises: tuple[str, ...]
    public: bool
    supports: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Memory:
    """One item of a seat's long-term memory; `similarity` is a cosine, -1 to 1."""

    text: str
    turn: int
    speaker: str
    similarity: float


@dataclass(frozen=True, slots=True)
class OwnBid:
    """What a seat bid for the floor in an earlier turn, and whether it then spoke.

    `importance` is an integer 0-9.
    """

    turn: int
    action: Action
    importance: int
    spoke: bool


@dataclass(frozen=True, slots=True)
class OwnThought:
    """What a seat thought before a turn."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat may know at this moment, in the language of the game.

    Attributes:
        seat: whose view this is.
        language: "en" or "ja".
        heard: the last k turns this seat heard, oldest first (the paper's History).
        thoughts: this seat's own last k thoughts, oldest first (shortTermHistory).
        memories: the l memories of its own nearest to the last utterance (longTermHistory).
        known: facts given, heard or worked out; own sheet first, then by turn.
        obligation: what this seat owes the table now, or None. During thinking it is there only
            for a seat that was designated; standing questions to everybody are in `open_pairs`.
        open_pairs: first pair parts heard that still wait for this seat; those to everybody, too,
            until it has had its say.
        notes: the seat's private notebook, kept by the game between turns; plain JSON.
        seed: of the game. Randomness may come from (seed, turn, seat) only.
        turn: the number of the turn that is being decided, from 1.
        phase: the part of the evening.
        present: all who hear what is said now, this seat included. Those of the cast who are not
            have no seat in `public` as this view holds it.
        since: the turn before the first one of the talk under way; what was heard up to it was
            heard in another talk.
        cards: the clues that this seat has.
        sides: by person, the camp they stand in now; empty in a story without camps.
        resources: those that this seat may know of, with whoever has them now.
        owed: while nobody has the floor, what somebody else owes in this very turn (rule 1a), which
            all heard; None where the condition does not oblige.
        last_turn: the number of the last turn of the talk under way, or None where it has no end
            that is known.
        bids: this seat's own bids of the last k turns, oldest first.
        lies: the turns in which this seat told a cover story of its own sheet.
        lately: where the window of prompts grows (`Context.memory.window`), the turns that this
            seat heard since it begins and its own thoughts, in the order of the talk; None where
            it slides. Models alone are told these in place of `heard` and `thoughts`.
        about_to_speak: this seat has the floor already, so that what it thinks is no bid for it.
        manner: how people talk at this table.
        seated: all who have a seat in this game, here or not.
    """

    seat: str
    language: str
    public: Public
    sheet: Sheet
    heard: tuple[HeardTurn, ...]
    thoughts: tuple[str, ...]
    memories: tuple[Memory, ...]
    known: tuple[KnownFact, ...]
    obligation: Obligation | None
    open_pairs: tuple[Obligation, ...]
    notes: Mapping[str, Any]
    seed: int
    turn: int
    phase: str = "discussion"
    present: tuple[str, ...] = ()
    since: int = 0
    cards: tuple[Card, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    resources: tuple[Resource, ...] = ()
    owed: Obligation | None = None
    last_turn: int | None = None
    bids: tuple[OwnBid, ...] = ()
    lies: tuple[int, ...] = ()
    about_to_speak: bool = False
    lately: tuple[HeardTurn | OwnThought, ...] | None = None
    manner: Manner = "panel"
    seated: tuple[str, ...] = ()

"""The private notebook of an improvising seat: what must outlast the few turns a view shows.

Everything in it was read from words heard, the seat's own included. Keys, all plain JSON:

    upto                the last turn read
    mine                the last turns this seat spoke in
    dry                 turns since a fact was heard for the first time
    q:WHOM:SUBJECT      [turn, "o"pen | "a"nswered | "e"vaded, asker, times pressed]
    p:FACT              how often this seat was asked about what it guards
    s:SEAT              what a seat's conduct adds to suspicion
    tp:TOPIC            [turns on it since it brought something new, last turn on it]
    out:FACT            [times said, last turn, last speaker, first speaker]
    own:FACT            the last turn in which this seat said it itself
    as:TOPIC            [the wordings of its question used so far, whom it was last put to]
    sus:SPEAKER:SEAT    turn in which one accused the other
    matter              what is under way, where people converse (see `state.matter`)
    said:TURN           digests of the sentences said in a turn
    used:TURN, next     phrases this seat used; those it would use now
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mmagents.analysts.text.reading import Understood, bears, form_of, understand
from mmagents.floor.adjacency import ACCUSING, EVERYONE, QUESTIONS, FirstPairPart
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.players.improv.state.matter import as_note, matter_after, noted

MEMORY = 30
"""Turns within which no sentence is said twice."""
ASKED: frozenset[FirstPairPart] = QUESTIONS | {"request"}
ASKING = ASKED | ACCUSING
_ENDS = re.compile(r"[.!?…。！？]+[\"”’」』)]*\s*|\n+")
_LOOSE = re.compile(r"\W+")


class Notebook:
    """Notes as they were, what is changed in them, and by turn what the words now read name."""

    def __init__(self, notes: Mapping[str, Any]) -> None:
        self._notes = notes
        self.changes: dict[str, Any] = {}
        self.understood: dict[int, Understood] = {}
        self._looked_up: dict[str, dict[str, Any]] = {}
        self._told: dict[str, Told] = {}

    def get(self, key: str, otherwise: Any = None) -> Any:
        """Return what stands under `key`."""
        changes = self.changes
        found = changes[key] if key in changes else self._notes.get(key)
        return otherwise if found is None else found

    def put(self, key: str, value: Any) -> None:
        """Write `value` under `key`; None strikes it out."""
        self._looked_up.clear()
        self._told.clear()
        if value is None and key not in self._notes:
            self.changes.pop(key, None)
        elif self._notes.get(key) != value:
            self.changes[key] = value
        else:
            self.changes.pop(key, None)

    def told(self, fact: str) -> Told:
        """Return what is noted of a fact that somebody said; of any other, nothing."""
        if fact not in self._told:
            self._told[fact] = Told(*self.get(f"out:{fact}", ()))
        return self._told[fact]

    def under(self, prefix: str) -> dict[str, Any]:
        """Return all that stands under keys beginning with `prefix`, by the rest of the key."""
        if prefix in self._looked_up:
            return self._looked_up[prefix]
        cut = len(prefix)
        merged = {**self._notes, **self.changes} if self.changes else self._notes
        found = ((key[cut:], value) for key, value in merged.items() if key.startswith(prefix))
        self._looked_up[prefix] = {key: value for key, value in found if value is not None}
        return self._looked_up[prefix]


class Told(NamedTuple):
    """How often a fact was said, in which turn last, by whom last, and by whom first."""

    times: int = 0
    turn: int = 0
    last: str = ""
    first: str = ""


@lru_cache(maxsize=1024)
def digests(text: str) -> tuple[int, ...]:
    """Return a short digest of each sentence, letter case and punctuation aside."""
    bare = (_LOOSE.sub("", part).casefold() for part in _ENDS.split(text))
    return tuple(zlib.crc32(part.encode()) % 16_777_213 for part in bare if part)


def subjects(read: Understood) -> tuple[str, ...]:
    """Return what a question is about, as the notebook names it."""
    found = [f"t.{topic}" for topic in read.topics] + [f"f.{fact}" for fact in read.facts]
    if read.where:
        found += [f"w.{time}" for time in read.times]
    return tuple(found)


def who_is_meant(turn: HeardTurn) -> tuple[str, ...]:
    """Return who is meant in a turn without being named: of a question, those it is put to."""
    named = tuple(one for one in turn.addressees if one != EVERYONE)
    return named if turn.first_pair_part in ASKED and named else (turn.speaker, *named)


def read_in(view: View, turn: HeardTurn) -> Understood:
    """Return what a seat reads in the words of a turn."""
    return understand(turn.text, view.public, view.known, view.language, who_is_meant(turn))


def absorb(view: View) -> Notebook:
    """Read into the notebook every turn heard since it was last written."""
    book = Notebook(view.notes)
    upto = book.get("upto", 0)
    for turn in view.heard:
        if turn.turn > upto:
            _absorb_turn(book, view, turn)
            book.put("upto", turn.turn)
    return book


def _absorb_turn(book: Notebook, view: View, turn: HeardTurn) -> None:
    read = read_in(view, turn)
    book.understood[turn.turn] = read
    book.put(f"said:{turn.turn}", list(digests(turn.text)))
    book.put(f"said:{turn.turn - MEMORY}", None)
    book.put(f"used:{turn.turn - MEMORY}", None)
    _facts(book, view, turn, read)
    if view.manner == "conversation":
        _matter(book, view, turn, read)
    _reply(book, turn)
    _question(book, view, turn, read)
    if turn.speaker == view.seat:
        book.put("mine", [*book.get("mine", []), turn.turn][-8:])
        planned = book.get("next", [0, []])
        if planned[0] == turn.turn and planned[1]:
            book.put(f"used:{turn.turn}", planned[1])


def _facts(book: Notebook, view: View, turn: HeardTurn, read: Understood) -> None:
    """Note which facts were said and whether they were news, and how the topics fare."""
    fresh = False
    by_id = {fact.id: fact for fact in view.known}
    touched = set(read.topics)
    for fact_id in turn.facts:
        times, _, _, first = book.get(f"out:{fact_id}", [0, 0, "", turn.speaker])
        fresh = fresh or not times
        book.put(f"out:{fact_id}", [times + 1, turn.turn, turn.speaker, first])
        if turn.speaker == view.seat:
            book.put(f"own:{fact_id}", turn.turn)
        if fact_id in by_id:
            touched.add(by_id[fact_id].topic)
    for topic in sorted(touched):
        stale = book.get(f"tp:{topic}", [0, 0])[0]
        book.put(f"tp:{topic}", [0 if fresh else stale + 1, turn.turn])
    book.put("dry", 0 if fresh else book.get("dry", 0) + 1)


def _matter(book: Notebook, view: View, turn: HeardTurn, read: Understood) -> None:
    """Note what is under way at the table."""
    told = {fact.topic for fact in view.known if fact.id in turn.facts}
    before = noted(book.get("matter"))
    now = matter_after(before, turn, view.heard, told.union(read.topics), view.since)
    book.put("matter", as_note(now))


def _reply(book: Notebook, turn: HeardTurn) -> None:
    """Settle the questions this turn answers or avoids."""
    for key, (asked, status, asker, pressed) in book.under("q:").items():
        whom = key.partition(":")[0]
        is_reply = whom in (turn.speaker, EVERYONE) and asker != turn.speaker
        if status != "o" or not is_reply or not (turn.answers == asked or turn.turn == asked + 1):
            continue
        dodged = turn.second_pair_part in ("evasion", "refusal") or (
            turn.second_pair_part is None
            and not turn.facts
            and turn.first_pair_part in ASKED
            and whom != EVERYONE
        )
        book.put(f"q:{key}", [asked, "e" if dodged else "a", asker, pressed])
        if dodged:
            book.put(f"s:{turn.speaker}", min(3, book.get(f"s:{turn.speaker}", 0) + 1))


def _question(book: Notebook, view: View, turn: HeardTurn, read: Understood) -> None:
    """Note what is asked of whom, who accuses whom, and what this seat is pressed on."""
    if turn.first_pair_part not in ASKING:
        return
    if turn.first_pair_part in ACCUSING:
        for whom in turn.addressees:
            book.put(f"sus:{turn.speaker}:{whom}", turn.turn)
    _wordings(book, view, turn)
    held = [fact for fact in view.known if fact.id in turn.facts]
    for whom in turn.addressees:
        against = [f"f.{fact.id}" for fact in held if whom in fact.people]
        for subject in dict.fromkeys((*subjects(read), *against)):
            before = book.get(f"q:{whom}:{subject}")
            pressed = before[3] + 1 if before else 0
            book.put(f"q:{whom}:{subject}", [turn.turn, "o", turn.speaker, pressed])
    _pressure(book, view, turn, read)


def _wordings(book: Notebook, view: View, turn: HeardTurn) -> None:
    """Note in which words a topic was asked about, and whom."""
    form = form_of(turn.text, view.language)
    for topic in view.public.topics:
        if topic.person is None or topic.person in turn.addressees:
            used = book.get(f"as:{topic.id}", [[], ""])[0]
            forms = [form_of(one.rstrip("?？"), view.language) for one in topic.questions]
            here = [at for at, wording in enumerate(forms) if wording.strip() in form]
            if here and turn.addressees:
                book.put(f"as:{topic.id}", [[*used, *here][-6:], turn.addressees[0]])


def _pressure(book: Notebook, view: View, turn: HeardTurn, read: Understood) -> None:
    """Note what this seat is pressed on."""
    if turn.speaker != view.seat and {view.seat, EVERYONE} & set(turn.addressees):
        accused = turn.first_pair_part in ACCUSING
        for fact in (one for one in view.known if one.price):
            meant = accused and view.seat in fact.people
            if meant or bears(fact, read, turn.text, view, view.seat):
                book.put(f"p:{fact.id}", min(6, book.get(f"p:{fact.id}", 0) + 1))

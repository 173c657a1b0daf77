"""First pair parts put to one seat that its own next turn passed over.

A first pair part makes a second conditionally relevant: its absence is noticeable (Schegloff 2007,
*Sequence Organization in Interaction*, chapter 2). Whether a turn takes one up is read off the
record, as the analyst of the game found it: apart from rule 2, what the analyst took for an answer
counts as one, so that the figures are rather too low. The rules are the same under every condition:

1. An obligation is a question, request, suggestion or greeting put to exactly one other seat. One
   in the last turn does not count: nobody had a chance.
2. A turn takes it up if the record says so, or if its addressee tells a fact that it is about, or
   merely denies what is held against them. A turn that tells nothing and only puts a question of
   its own to somebody else does not: that is a question ignored (MMAgents, section 6).
3. The addressee's next turn passes it over if it does not take it up and nobody has before. If that
   turn took up something else put to the same seat, or was a question back to the asker (an
   insertion, chapter 6), the addressee has one turn more. Whoever takes up what the same asker put
   to them afterwards, or what another put to them in the same words or on the same topic, owes
   nothing any more.
4. It stands for as many turns as a pair stays open (`STAYS_OPEN`, by medium) and the one in which
   it lapses. If the addressee got no turn in that time, the turn after it, which went elsewhere,
   passed it over, unless the addressee's first turn afterwards tells a fact it is about. If the
   conversation ends first, it does not count. What was written before it had been read is no turn.
5. A turn that somebody came into (`--units`) passes nothing over: its speaker may have been about
   to take it up, and has its next turn for it. Being cut is no breakdown by itself. Only where the
   addressee has no other turn while the obligation stands did the turn that cut it pass it over.
6. Whoever refuses or evades in so many words, or keeps silent on what touches a fact that they
   guard and that is not out yet, makes a move in the game: that is strategic (MMAgents, section 6).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import Sentence, reader_of
from mmagents.floor.adjacency import QUESTIONS
from mmagents.floor.pairs import STAYS_OPEN
from mmagents.floor.strategies import with_article
from mmagents.interfaces.talk import Utterance
from mmagents.lab.breakdowns.categories import Breakdown, Category
from mmagents.lab.breakdowns.hidden_facts import Guards
from mmagents.lab.breakdowns.repetition import Parted, same_question
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.pairs import designee
from mmagents.nodes.record import TurnRow, read_until
from mmagents.nodes.settings import field_in

CATEGORY: Mapping[str, Category] = {
    **dict.fromkeys(QUESTIONS, Category.IGNORE_QUESTION),
    "request": Category.IGNORE_REQUEST,
    **dict.fromkeys(("suggestion", "invitation", "offer"), Category.IGNORE_SUGGESTION),
    "greeting": Category.IGNORE_GREETING,
}
"""The category of each first pair part; for the others (accusation, assessment …) there is none."""
_BUT = re.compile(r"^\W*(?:but|でも|しかし|だが|けれども?)?[\s,、]*", re.I)
WITHHELD: Mapping[str, str] = {
    "refusal": "refuses",
    "refused": "refuses",
    "evasion": "evades",
    "evaded": "evades",
}
"""How a second pair part, or the pair's ending, is called where nothing is given."""


class Obligations:
    """The obligations of one conversation and what became of them."""

    def __init__(self, conversation: Conversation, turns: Sequence[Parted]) -> None:
        self._conversation = conversation
        # turns after a first pair part in which the record can still show that it is taken up
        self._stands = (
            STAYS_OPEN[
                "chat" if field_in(conversation.context, "medium.kind") == "chat" else "speech"
            ]
            + 1
        )
        self._guards = Guards(conversation)
        self._turns = {turn.row["turn"]: turn for turn in turns}
        self._rows = conversation.rows
        self._of_seat: dict[str, list[TurnRow]] = defaultdict(list)
        self._put_to: dict[str, list[TurnRow]] = defaultdict(list)
        self._taken: dict[int, TurnRow] = {}
        for row in self._rows:
            self._of_seat[row["speaker"]].append(row)
            if (seat := designee(row, conversation.seats)) is not None:
                self._put_to[seat].append(row)
            for turn in taken_up(row):
                self._taken.setdefault(turn, row)

    def passed_over(self) -> list[Breakdown]:
        """Return the obligations that were passed over, in order of the turns that did so."""
        found = []
        for row, after in zip(self._rows, self._rows[1:], strict=False):
            seat = designee(row, self._conversation.seats)
            if seat is not None and row["first_pair_part"] in CATEGORY:
                found.append(self._judge(row, after, seat))
        kept = [one for one in found if one is not None]
        return sorted(kept, key=lambda one: (one.turn, one.of or 0))

    def _judge(self, asked: TurnRow, after: TurnRow, seat: str) -> Breakdown | None:
        lapses = asked["turn"] + self._stands
        taken = self._taken.get(asked["turn"])
        later = self._of_seat[seat][self._first_after(asked, seat) :]
        own = list(takewhile(lambda row: row["turn"] <= lapses and row is not taken, later))
        if taken:
            own = [row for row in own if row["turn"] < taken["turn"]]
        for nth, row in enumerate(own):
            if self._settles(asked, row) or self._speaks_to(asked, row):
                return None
            if cut_off(row):
                continue
            if nth or not (self._busy(asked, row) or is_insertion(row, asked)):
                return self._silence(asked, row, seat)
        if taken:
            return self._withheld(asked, taken, seat)
        late = bool(later[len(own) :]) and self._guards.tells_of(later[len(own)], asked)
        if self._rows[-1]["turn"] < lapses or late:
            return None
        whole = [row for row in own if not cut_off(row)]
        if whole or not own:
            return self._silence(asked, whole[0], seat) if whole else _no_turn(asked, after, seat)
        cutting = next(row for row in self._rows if row["turn"] > own[-1]["turn"])
        return _cut_short(asked, cutting, seat)

    def _first_after(self, asked: TurnRow, seat: str) -> int:
        """Return which of a seat's turns is the first that it said with these words heard."""
        return bisect_left(self._of_seat[seat], asked["turn"], key=read_until)

    def _speaks_to(self, asked: TurnRow, row: TurnRow) -> bool:
        """Tell whether an addressee's turn takes up what the record does not say it takes up."""
        if asked["first_pair_part"] == "greeting":
            return row["first_pair_part"] == "greeting"
        return self._guards.tells_of(row, asked) or self._denies(asked, row)

    def _denies(self, asked: TurnRow, row: TurnRow) -> bool:
        """Tell whether a turn denies and does no more: nothing told, asked or said to another."""
        if row["facts"] or row["first_pair_part"] or row["answers"] is not None:
            return False
        lexicon = reader_of(self._conversation.language).replies
        parts = self._read(row)
        return all(set(part.called) <= {asked["speaker"]} for part in parts) and any(
            lexicon.no.match(_BUT.sub("", part.words)) for part in parts
        )

    def _read(self, row: TurnRow) -> tuple[Sentence, ...]:
        cast, language = self._conversation.table.public.cast, self._conversation.language
        return read_sentences(Utterance(row["speaker"], row["text"], language, cast))

    def _busy(self, asked: TurnRow, row: TurnRow) -> bool:
        """Tell whether a turn took up something else that was put to its speaker."""
        put = self._put_to[row["speaker"]]
        first = bisect_right(put, row["turn"] - self._stands - 1, key=lambda one: one["turn"])
        standing = takewhile(lambda one: one["turn"] < row["turn"], put[first:])
        return any(
            one["turn"] in taken_up(row) or self._guards.tells_of(row, one)
            for one in standing
            if one is not asked
        )

    def _settles(self, asked: TurnRow, row: TurnRow) -> bool:
        """Tell whether a turn takes up what the asker put later, or another put on the matter."""
        answered = self._turns.get(row["answers"] or 0)
        if answered is None or not row["second_pair_part"]:
            return False
        if self._asks_instead(row, answered.row["speaker"]):
            return False
        again = (
            answered.row["speaker"] == asked["speaker"]
            and answered.row["turn"] > asked["turn"]
            and row["speaker"] in answered.row["addressees"]
        )
        same = self._guards.same_matter(asked, answered.row) and answered.row["addressees"] == [
            row["speaker"]
        ]
        return again or same or same_question(self._turns[asked["turn"]], answered)

    def _withheld(self, asked: TurnRow, row: TurnRow, seat: str) -> Breakdown | None:
        if row["speaker"] != seat:
            return None
        if self._asks_instead(row, asked["speaker"]):
            return self._silence(asked, row, seat, "turns to somebody else with a question")
        ends = {one["turn"]: str(one["how"]) for one in row["closed"]}
        second = row["second_pair_part"] if row["answers"] == asked["turn"] else None
        how = WITHHELD.get(second or ends.get(asked["turn"], ""))
        if how is None:
            return None
        reason = f"{seat} {how} openly."
        return Breakdown(row["turn"], _category(asked), reason, asked["turn"], strategic=True)

    def _asks_instead(self, row: TurnRow, asker: str) -> bool:
        """Tell whether all of a turn is a question, or said to somebody who is not the asker."""
        if row["first_pair_part"] not in QUESTIONS or row["facts"] or asker in row["addressees"]:
            return False
        return all(
            part.kind in QUESTIONS or (part.called and asker not in part.called)
            for part in self._read(row)
        )

    def _silence(
        self, asked: TurnRow, row: TurnRow, seat: str, what: str = "does not take it up"
    ) -> Breakdown:
        guarded = self._guards.touched(asked, seat, row["turn"])
        kind = asked["first_pair_part"] or ""
        reason = f"{asked['speaker']} put {with_article(kind)} to {seat}, who {what}"
        if guarded:
            reason += f"; {seat} guards {', '.join(guarded)}"
        return Breakdown(
            row["turn"], _category(asked), f"{reason}.", asked["turn"], strategic=bool(guarded)
        )


def cut_off(row: TurnRow) -> bool:
    """Tell whether somebody came into a turn, so that it may not have come to all it was for."""
    cut = row.get("units", {}).get("cut")
    return cut is not None and cut["rule"] == "1b"


def taken_up(row: TurnRow) -> set[int]:
    """Return the turns whose first pair parts a turn takes up, well or badly."""
    found = {one["turn"] for one in row["closed"] if one["how"] != "lapsed"}
    if row["answers"] is not None and row["second_pair_part"]:
        found.add(row["answers"])
    return found


def is_insertion(row: TurnRow, asked: TurnRow) -> bool:
    """Tell whether a turn asks back, telling nothing, so that the answer may come after."""
    back = row["first_pair_part"] in QUESTIONS and row["addressees"] == [asked["speaker"]]
    return back and not row["facts"]


def _category(asked: TurnRow) -> Category:
    return CATEGORY[asked["first_pair_part"] or ""]


def _cut_short(asked: TurnRow, cutting: TurnRow, seat: str) -> Breakdown:
    what = with_article(asked["first_pair_part"] or "")
    reason = (
        f"{asked['speaker']} put {what} to {seat}, who was cut off by {cutting['speaker']} and had "
        "no other turn while it stood."
    )
    return Breakdown(cutting["turn"], _category(asked), reason, asked["turn"])


def _no_turn(asked: TurnRow, after: TurnRow, seat: str) -> Breakdown:
    what = with_article(asked["first_pair_part"] or "")
    reason = (
        f"{asked['speaker']} put {what} to {seat}, who got no turn while it stood; "
        f"{after['speaker']} went on."
    )
    return Breakdown(after["turn"], _category(asked), reason, asked["turn"])

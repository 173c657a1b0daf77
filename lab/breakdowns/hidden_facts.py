"""Whether a question comes near what somebody hides, and whether a turn speaks to a question.

A question touches a fact if it is about the fact's topic, or if its words are those by which the
fact is recognised or spoken of. All is judged from the words (see
:mod:`mmagents.scenarios.recognise.facts`), so that it is the same under every condition.
"""

from __future__ import annotations

from mmagents.lab.conversation import Conversation
from mmagents.nodes.record import TurnRow
from mmagents.scenarios.recognise.facts import Askable, compile_topics, people_named, topics_named
from mmagents.scenarios.recognise.negation import normalised


class Guards:
    """What the seats of one conversation hide, and when it came out."""

    def __init__(self, conversation: Conversation) -> None:
        self._table = table = conversation.table
        self._facts = {fact.id: fact for fact in table.scenario.facts}
        self._topics = compile_topics(table.scenario, table.language)
        self._by_words = [(fact, Askable(fact.id, fact.keys, None)) for fact in table.facts]
        self._hidden = {
            seat: {fact.id for fact in table.scenario.facts if seat in fact.guarded_by}
            | {fact for secret in table.sheets[seat].secrets for fact in secret.facts}
            for seat in conversation.seats
        }
        self._found = {
            (row["speaker"], fact): row["turn"]
            for row in conversation.deeds
            if row["rule"] == "look"
            for fact in row["facts"]
        }
        self._out: dict[str, int] = {}
        for row in conversation.rows:
            for fact in row["facts"]:
                self._out.setdefault(fact, row["turn"])

    def touched(self, asked: TurnRow, seat: str, turn: int) -> list[str]:
        """Return the facts that `seat` hides and a question put to it touches, sorted.

        A fact that was said before `turn` is hidden no more, and one that the seat was not given
        is hidden only once it has found it.
        """
        hidden = {
            fact
            for fact in self._hidden.get(seat, ())
            if self._out.get(fact, turn) >= turn
            and (seat in self._facts[fact].known_by or self._found.get((seat, fact), turn) < turn)
        }
        return sorted(hidden & self._about(asked)) if hidden else []

    def tells_of(self, row: TurnRow, asked: TurnRow) -> bool:
        """Tell whether a turn says a fact that a question touches."""
        return not self._about(asked).isdisjoint(row["facts"])

    def same_matter(self, first: TurnRow, second: TurnRow) -> bool:
        """Tell whether two turns are about a topic they share."""
        return not self._topics_of(first).isdisjoint(self._topics_of(second))

    def _topics_of(self, asked: TurnRow) -> set[str]:
        text, language = asked["text"], self._table.language
        named = people_named(text, self._table.public.cast, language)
        present = {*asked["addressees"], *named}
        return set(topics_named(text, language, self._topics, present))

    def _about(self, asked: TurnRow) -> set[str]:
        """Return the facts that the words of a turn touch."""
        text, language = asked["text"], self._table.language
        named = people_named(text, self._table.public.cast, language)
        present = {*asked["addressees"], *named}
        topics = self._topics_of(asked)
        among = [one for fact, one in self._by_words if fact.people <= present]
        worded = set(topics_named(text, language, among, present))
        form = normalised(text).casefold()
        return {
            fact.id
            for fact in self._facts.values()
            if fact.topic in topics
            or fact.id in worded
            or normalised(fact.ask.in_(language)).casefold() in form
        }

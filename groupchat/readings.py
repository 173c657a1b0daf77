"""A group chat as read: each message on top of those before, by the rules that the games use.

A reading depends on the messages up to it and on nothing else. So what was read before may be kept
and gone on from, and the answer is the same as from nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mmagents.analysts.rules.designation import all_called, read_sentences
from mmagents.analysts.rules.listening import Listened, gone_on, utterance_after
from mmagents.analysts.rules.reading import read
from mmagents.analysts.text.sentences import bounded
from mmagents.floor.adjacency import EVERYONE, EXPECTS, QUESTIONS, Designation
from mmagents.floor.pairs import STAYS_OPEN
from mmagents.groupchat.course import Course
from mmagents.groupchat.members import Members
from mmagents.groupchat.messages import Said
from mmagents.groupchat.people import Medium
from mmagents.groupchat.written import (
    answers_who,
    as_dialogue,
    asks_for_the_asker,
    names_in,
    plain,
    under_name,
)
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance

Detect = Callable[[Utterance], Designation]
"""What reads a message in place of the rules."""
CHATS = 64
"""Chats of which is kept what was read; one that was let go is read again."""
RECALLED = 24
"""The messages before one that it is read on top of: twice as many as a pair stays open for."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A chat after one of its messages.

    Attributes:
        talk: the last `RECALLED` messages as read, and what is open.
        called: names of those whom the last message calls; ("everyone",) for all.
        calls: the same of each of the last `RECALLED` messages.
        named: names of those whom the last message names, spoken to or not.
        closes: whether the last message only closes a sequence ("thanks, Ben").
        last_spoke: by name, the turn in which each member spoke last.
        had_say: by name, the last of these turns in which it did more than ask back.
        run: how many messages up to this one agents among the members wrote, one after another.
        speakers: of the last `RECALLED` messages, who wrote each.
        turns: how many messages there are.
        course: who has spoken how much, how lately, and who was named.
    """

    talk: Listened = field(default_factory=Listened)
    called: tuple[str, ...] = ()
    calls: tuple[tuple[str, ...], ...] = ()
    named: tuple[str, ...] = ()
    closes: bool = False
    last_spoke: Mapping[str, int] = field(default_factory=dict)
    had_say: Mapping[str, int] = field(default_factory=dict)
    run: int = 0
    speakers: tuple[str, ...] = ()
    turns: int = 0
    course: Course = field(default_factory=Course)


class Reader:
    """Reads chats, and keeps what it read of the last `CHATS` of them after their latest messages.

    That saves time and changes no answer.
    """

    def __init__(
        self,
        members: Members,
        language: str,
        detect: Detect | None,
        medium: Medium = "speech",
    ) -> None:
        """Take who takes part, the language, what reads in place of the rules, and the medium."""
        self._members, self._language, self._detect = members, language, detect
        self._stays_open = STAYS_OPEN[medium]
        self._kept: tuple[tuple[list[Said], list[Heard]], ...] = ()

    def heard(self, said: Sequence[Said]) -> Heard:
        """Return a chat as read, on from where it is known."""
        done, known, gone_on_from = 0, list[Heard](), None
        for chat in self._kept:
            before, after = chat
            first = len(before) - len(after)
            same = _in_common(before, said)
            if same > max(done, first):
                done, known = same, after[: same - first]
                gone_on_from = chat if same == len(before) else None
        latest = deque(known, RECALLED)
        for one in said[done:]:
            latest.append(self.on(latest[-1] if latest else Heard(), one))
        others = (one for one in self._kept if one is not gone_on_from)
        self._kept = ((list(said), list(latest)), *others)[:CHATS]
        return latest[-1] if latest else Heard()

    def on(self, before: Heard, said: Said) -> Heard:
        """Return the chat after one message more."""
        members, turn = self._members, before.turns + 1
        speaker = members.who(said.speaker)
        speakers = (*before.speakers, speaker)[-RECALLED:]
        cast = members.cast_with(set(speakers) - set(members.names))
        utterance = self._utterance(before.talk, speaker, said.text, cast)
        found, called = self._found(utterance, said.text)
        last = HeardTurn(turn, speaker, utterance.text, None, (), None, None, ())
        talk = gone_on(before.talk, last, found, cast, lapses_after=self._stays_open)
        named = names_in(said.text, speaker, cast, self._language)
        seated = speaker in members.by_name
        back = found.first_pair_part in QUESTIONS and found.answers is None
        return Heard(
            talk=replace(talk, turns=talk.turns[-RECALLED:]),
            called=called,
            calls=(*before.calls, called)[-RECALLED:],
            named=named,
            closes=found.closes,
            last_spoke={**before.last_spoke, speaker: turn} if seated else before.last_spoke,
            had_say={**before.had_say, speaker: turn} if seated and not back else before.had_say,
            run=before.run + 1 if seated and speaker not in members.people else 0,
            speakers=speakers,
            turns=turn,
            course=before.course.on(speaker, bounded(said.text), named),
        )

    def _utterance(
        self, talk: Listened, speaker: str, text: str, cast: tuple[Person, ...]
    ) -> Utterance:
        """Return a message as an analyst receives it, and for the rules as plain dialogue."""
        language = self._language
        if self._detect is not None:
            return utterance_after(talk, speaker, plain(bounded(text)), language, cast)
        return utterance_after(
            talk, speaker, as_dialogue(text, speaker, cast, language), language, cast
        )

    def _found(self, utterance: Utterance, text: str) -> tuple[Designation, tuple[str, ...]]:
        """Return what a message does, and whom it calls by name: before a colon always."""
        if self._detect is not None:
            found = _of_the_cast(self._detect(utterance), utterance)
            return found, (found.recipient,) if found.recipient else ()
        called = all_called(read_sentences(utterance))
        if called and (named := _told(utterance, text, called)):
            return named, ()
        head = under_name(text, utterance.cast, utterance.language)
        if head is None or head[0] in (utterance.speaker, *called):
            return _advice(read(utterance), utterance, called), called
        name, rest = head
        found = read(replace(utterance, text=rest))
        addressees = (name,) if found.first_pair_part else ()
        return replace(found, addressees=addressees, recipient=name), (name, *called)


def _in_common(before: Sequence[Said], said: Sequence[Said]) -> int:
    """Return how many messages two chats have in common before they differ."""
    pairs = enumerate(zip(before, said, strict=False))
    differ = (at for at, ((by, text, _), (name, words, _)) in pairs if by != name or text != words)
    return next(differ, min(len(before), len(said)))


def _told(utterance: Utterance, text: str, called: tuple[str, ...]) -> Designation | None:
    """Return the reading of names that answer who it is ("Who has it?" "Ben. He left."), or None.

    Whoever asked is called all the same, and so is anybody with an @.
    """
    last = utterance.recent[-1].turn if utterance.recent else 0
    asked = next((pair for pair in utterance.open_pairs if pair.turn == last), None)
    if asked is None or asked.first_pair_part != "wh-question" or asked.by in called:
        return None
    if not asked.waits_for(utterance.speaker):
        return None
    if not answers_who(text, asked.text, utterance.language):
        return None
    return Designation(answers=asked.turn, second_pair_part="answer", recipient=asked.by)


def _advice(found: Designation, utterance: Utterance, called: tuple[str, ...]) -> Designation:
    """Return a reading in which advice to whoever asked is an answer ("Where is it?" "Ask Ben").

    Its form is that of a request or a suggestion, and it asks nothing for whoever gives it. Whom
    the message calls by name is asked all the same.
    """
    put = found.first_pair_part
    if called or put not in ("request", "suggestion"):
        return found
    if asks_for_the_asker(utterance.text, utterance.language):
        return found
    asked = next(
        (
            pair
            for pair in reversed(utterance.open_pairs)
            if pair.first_pair_part in QUESTIONS
            and pair.waits_for(utterance.speaker)
            and found.addressees in ((pair.by,), (EVERYONE,))
        ),
        None,
    )
    if asked is None:
        return found
    return replace(
        found,
        first_pair_part=None,
        addressees=(),
        expects=(),
        answers=asked.turn,
        second_pair_part="answer",
        recipient=asked.by,
    )


def _of_the_cast(found: Designation, utterance: Utterance) -> Designation:
    """Return a reading of others without anybody who is not there, and without pairs not open."""
    there = {person.id for person in utterance.cast} - {utterance.speaker}
    put = found.first_pair_part
    expects = EXPECTS.get(put, ()) if put else ()
    to_all = EVERYONE in found.addressees
    addressees = (EVERYONE,) if to_all else tuple(o for o in found.addressees if o in there)
    is_open = found.answers in {pair.turn for pair in utterance.open_pairs}
    return replace(
        found,
        first_pair_part=put if expects else None,
        addressees=tuple(dict.fromkeys(addressees)) if expects else (),
        expects=expects,
        answers=found.answers if is_open else None,
        second_pair_part=found.second_pair_part if is_open else None,
        recipient=found.recipient if found.recipient in there else None,
        earlier=(),
    )

"""What the learned model looks at in each of those whom an utterance may be put to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from mmagents.analysts.rules.designation import all_called, as_spoken_to, main_of, speaks_to
from mmagents.analysts.rules.ja.learned.setting import put_to
from mmagents.analysts.rules.ja.learned.wording import KINDS, bare, plain, runs
from mmagents.analysts.rules.ja.vocatives import by_topic, mentioned
from mmagents.analysts.rules.reader import Kind, Sentence
from mmagents.analysts.text.names import Names
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import EVERYONE, Designation
from mmagents.interfaces.talk import HeardTurn, Utterance

To = tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """An utterance that puts something: what it puts, and what is known of those it may be put to.

    Attributes:
        utterance: as said.
        parts: its sentences.
        kind: what it puts.
        found: what the rules read.
        names: of the cast.
    """

    utterance: Utterance
    parts: tuple[Sentence, ...]
    kind: Kind
    found: Designation
    names: Names

    def candidates(self) -> list[To]:
        """Return whom it may be put to: each of the cast, all, and several or nobody by rule."""
        speaker = self.utterance.speaker
        there = [(one.id,) for one in self.utterance.cast if one.seat and one.id != speaker]
        by_rule = self.found.addressees
        several = [by_rule] if len(by_rule) > 1 else []
        nobody: list[To] = [()] if any(part.to_stranger for part in self.parts) else []
        return [*there, (EVERYONE,), *several, *nobody]

    def features(self, to: To) -> set[str]:
        """Return the features of one of the candidates."""
        if to == (EVERYONE,):
            return self._all
        if len(to) != 1:
            return (
                {"several", f"several&{self._calls}"} if to else {"nobody", f"nobody&{self.kind}"}
            )
        return self._called(to[0]) | self._before(to[0]) | self._open(to[0])

    @cached_property
    def called(self) -> To:
        """Those it calls by name."""
        return all_called(self.parts)

    @property
    def _calls(self) -> str:
        return "called" if self.called else "nocall"

    @cached_property
    def _words(self) -> str:
        return self.parts[-1].words if self.parts else self.utterance.text

    @cached_property
    def _bare(self) -> str:
        return bare(plain(self._words, self.names))

    @cached_property
    def _recent(self) -> list[HeardTurn]:
        return [as_spoken_to(turn, self.utterance) for turn in self.utterance.recent]

    @cached_property
    def _order(self) -> To:
        """Those who spoke before, the latest first."""
        speakers = (turn.speaker for turn in reversed(self._recent))
        return tuple(dict.fromkeys(one for one in speakers if one != self.utterance.speaker))

    @cached_property
    def _all(self) -> set[str]:
        """The features of everybody."""
        said = self.utterance
        found = {"A", f"A&{self.kind}", f"A&n{min(len(self._order), 3)}"}
        if not self._recent:
            found |= {"A&opening", f"A&opening&{self.kind}", f"A&opening&{self._calls}"}
        else:
            found.add(f"A&last{put_to(self._recent[-1], said.speaker)}")
        if self.called:
            found.add("A&calledall" if EVERYONE in self.called else "A&called")
        found |= {f"A&{one}" for one in ("all", "you") if KINDS[one].search(said.text)}
        if any(EVERYONE in pair.to for pair in said.open_pairs):
            found.add("A&openall")
        if said.due:
            found.add("A&due")
        words = self._bare
        found |= {f"A&S{words[-length:]}" for length in range(2, 6)}
        found |= {f"A&F{words[:length]}" for length in (2, 3)}
        return found | {f"A&L{run}" for run in runs(words, 2, 2)}

    def _called(self, one: str) -> set[str]:
        """Return whether somebody is called, or only named."""
        at, found = main_of(self.parts), {"P"}
        if one in self.called:
            found |= {"called", "calledalone" if len(self.called) == 1 else "calledamong"}
        elif self.called:
            found.add("allcalled" if EVERYONE in self.called else "othercalled")
        if self.parts and one in self.parts[-1].called:
            found.add("lastcalled")
        if at is not None and one in self.parts[at].called:
            found.add("maincalled")
        if one in self._mentioned and one not in self.called:
            found |= {"named", "named&last" if self._order[:1] == (one,) else "named&notlast"}
        if one in self._topic:
            found.add("topic")
        if one == self._recipient:
            found.add("likeliest")
        return found

    @cached_property
    def _mentioned(self) -> To:
        said = self.utterance
        return mentioned(said.text, self.names, said.speaker)

    @cached_property
    def _topic(self) -> To:
        said = self.utterance
        before = said.recent[-1].text if said.recent else ""
        return by_topic(self._words, self.kind, self.names, said.speaker, before)

    @cached_property
    def _recipient(self) -> str | None:
        return speaks_to(self.utterance, self.parts)

    def _before(self, one: str) -> set[str]:
        """Return what part somebody took in the talk before."""
        speaker, recent = self.utterance.speaker, self._recent
        if not self._order:
            return {"beforeall"}
        place = self._order.index(one) if one in self._order else -1
        found = {f"place{min(place, 3)}"}
        if place == 0:
            found |= self._just_spoke()
        elif place == 1:
            found.add(f"place1&{self.kind}")
        elif place == -1:
            found |= {f"silent&{self._calls}", f"silent&{self.kind}"}
        if one in recent[-1].addressees:
            found.add("wasasked")
        own = [turn for turn in recent if turn.speaker == speaker]
        theirs = [turn for turn in recent if turn.speaker == one]
        if own and one in own[-1].addressees:
            found.add("iasked")
        if any(speaker in turn.addressees for turn in theirs):
            found.add("askedme")
        if theirs and self.found.answers is None:
            language = self.utterance.language
            words = content_words(self.utterance.text, language)
            shared = len(words & content_words(theirs[-1].text, language))
            found |= {f"shares{min(shared, 2)}"} if shared else set()
        pairs = list(pairwise(recent))
        if any(a.speaker == speaker and b.speaker == one for a, b in pairs):
            found.add("aftermine")
            if pairs[-1][0].speaker == speaker and pairs[-1][1].speaker == one:
                found.add("justaftermine")
        return found

    def _just_spoke(self) -> set[str]:
        """Return the features of whoever of the others spoke last."""
        said, recent = self.utterance, self._recent
        turn = next(one for one in reversed(recent) if one.speaker != said.speaker)
        found = {f"last&{self.kind}", f"last&{self._calls}"}
        found |= {f"last&{one}" for one in ("you", "all") if KINDS[one].search(said.text)}
        found.add(f"last&put{put_to(recent[-1], said.speaker)}")
        if recent[-1].speaker == said.speaker:
            found.add("last&again")
        if len(recent) > 1 and recent[-2].speaker == said.speaker:
            found.add("last&byturns")
        if any(mark in turn.text for mark in "?？"):
            found.add("last&asks")
        words = self._bare
        found |= {f"last&S{words[-length:]}" for length in (2, 3, 4)}
        return found | {f"last&F{words[:length]}" for length in (2, 3)}

    def _open(self, one: str) -> set[str]:
        """Return what is open between somebody and this speaker."""
        said, found = self.utterance, set[str]()
        due = said.due
        if due and due.by == one:
            found |= {"due", f"due&{due.first_pair_part}", f"due&{self.kind}"}
        for pair in said.open_pairs:
            if pair.by == one:
                to = "me" if said.speaker in pair.to else "all" if EVERYONE in pair.to else "other"
                found.add(f"open{to}")
                if pair.turn == self.found.answers:
                    found |= {"answered", f"answered&{self._calls}"}
            elif pair.by == said.speaker and one in pair.to:
                found.add("owesme")
        return found

"""What the learned model looks at in each of those whom an utterance may be put to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from mmagents.analysts.rules.designation import all_called, as_spoken_to, main_of, speaks_to
from mmagents.analysts.rules.ja.learned.setting import put_to
from mmagents.analysts.rules.ja.learned.wording import ASKED, KINDS, REACTION, bare, plain, runs
from mmagents.analysts.rules.ja.vocatives import by_topic, mentioned
from mmagents.analysts.rules.reader import Kind, Sentence
from mmagents.analysts.text.names import Names
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import EVERYONE, Designation
from mmagents.interfaces.talk import HeardTurn, Utterance

To = tuple[str, ...]
_SHORT = 16
"""The characters below which a turn may be no more than a reaction."""


@dataclass(frozen=True)
class Asked:
    """An utterance that may put something, and what is known of those it may be put to.

    Attributes:
        utterance: as said.
        parts: its sentences.
        found: what the rules read.
        names: of the cast.
    """

    utterance: Utterance
    parts: tuple[Sentence, ...]
    found: Designation
    names: Names

    @cached_property
    def there(self) -> dict[To, set[str]]:
        """Whom it may be put to, each with its features: each of the cast, all, several, nobody.

        Several where the rules found them, nobody of the cast where a stranger is called.
        """
        speaker = self.utterance.speaker
        found: dict[To, set[str]] = {
            (one.id,): self._called(one.id)
            | self._before(one.id)
            | self._open(one.id)
            | self._told(self._place(one.id), one.id)
            for one in self.utterance.cast
            if one.seat and one.id != speaker
        }
        found[(EVERYONE,)] = self._all | self._told("A", None)
        if len(self.found.addressees) > 1:
            found[self.found.addressees] = {"several", f"several&{self._calls}"}
        if any(part.to_stranger for part in self.parts):
            found[()] = {"nobody"}
        return found

    def by_kind(self, to: To, kind: Kind) -> set[str]:
        """Return the features of one of them that go with what is put."""
        if to == (EVERYONE,):
            place, found = (
                "A",
                {f"A&{kind}"} if self._recent else {f"A&{kind}", f"A&opening&{kind}"},
            )
        elif len(to) == 1:
            place, found = self._place(to[0]), self._of_one(to[0], kind)
        else:
            place, found = ("several", set()) if to else ("nobody", {f"nobody&{kind}"})
        found |= {f"{place}&asks{self._asks}&{kind}", f"{place}&ends{self._bare[-1:]}&{kind}"}
        return found | self._ruled(to, place, kind)

    def _ruled(self, to: To, place: str, kind: Kind) -> set[str]:
        """Return whether the rules take it to be put to them; each begins with R~."""
        rules = self.found.addressees
        if not rules:
            return {f"R~none&{place}"}
        if sorted(rules) != sorted(to):
            return {f"R~not&{place}", f"R~not&{place}&{kind}"}
        same = "same" if self.found.first_pair_part == kind else "other"
        return {
            "R~", f"R~{place}", f"R~{place}&{kind}", f"R~{self._calls}", f"R~{same}&{place}",
        }  # fmt: skip

    def _place(self, one: str) -> str:
        """Return who somebody is among those who spoke before: last, place1, place2, …, silent."""
        place = self._order.index(one) if one in self._order else -1
        return "silent" if place < 0 else "last" if place == 0 else f"place{min(place, 3)}"

    @cached_property
    def _asks(self) -> str:
        """The question word of the last sentence, or nothing."""
        found = ASKED.search(self._bare)
        return found.group() if found else ""

    @cached_property
    def _reacts(self) -> str:
        """Whether the turn before was no more than a reaction to what was told before it."""
        if not self._recent:
            return ""
        words = bare(self._recent[-1].text)
        return "reacts" if len(words) < _SHORT and REACTION.match(words) else "tells"

    def _told(self, place: str, one: str | None) -> set[str]:
        """Return what the turns before were, and who told what was reacted to."""
        found = {f"{place}&asks{self._asks}"}
        if not self._recent:
            return found
        last, reacts = self._recent[-1], self._reacts
        put = put_to(last, self.utterance.speaker)
        found |= {f"{place}&{reacts}", f"{place}&{reacts}{bool(last.first_pair_part)}"}
        found.add(f"{place}&after{last.first_pair_part}{put}")
        if one is None:
            return found
        theirs = [turn for turn in self._recent if turn.speaker == one]
        if theirs:
            length = min(len(bare(theirs[-1].text)) // 8, 3)
            found |= {f"{place}&turns{min(len(theirs), 2)}", f"{place}&long{length}"}
            found.add(f"{place}&put{theirs[-1].first_pair_part}")
        if len(self._recent) > 1 and self._recent[-2].speaker == one:
            told = "put" if self._recent[-2].first_pair_part else "told"
            found |= {f"before&{reacts}", f"before&{reacts}&{told}"}
            found.add(f"before&asked{one in last.addressees}")
        return found

    def _of_one(self, one: str, kind: Kind) -> set[str]:
        found = {"topic"} if one in self._topic(kind) else set[str]()
        if self._order:
            place = self._order.index(one) if one in self._order else -1
            found |= {("last", "place1")[place] + f"&{kind}"} if place in (0, 1) else set()
            found |= {f"silent&{kind}"} if place < 0 else set()
        if self.utterance.due and self.utterance.due.by == one:
            found.add(f"due&{kind}")
        return found

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
    def _words_for(self) -> list[str]:
        """Whether there are words for all, or for whoever is spoken to."""
        return [one for one in ("all", "you") if KINDS[one].search(self.utterance.text)]

    @cached_property
    def _recent(self) -> list[HeardTurn]:
        return [as_spoken_to(turn, self.utterance) for turn in self.utterance.recent]

    @cached_property
    def _followed(self) -> list[tuple[str, str]]:
        """Who spoke after whom, the latest last."""
        return list(pairwise(turn.speaker for turn in self._recent))

    @cached_property
    def _order(self) -> To:
        """Those who spoke before, the latest first."""
        speakers = (turn.speaker for turn in reversed(self._recent))
        return tuple(dict.fromkeys(one for one in speakers if one != self.utterance.speaker))

    @cached_property
    def _all(self) -> set[str]:
        """The features of everybody."""
        said = self.utterance
        found = {"A", f"A&n{min(len(self._order), 3)}"}
        if not self._recent:
            found |= {"A&opening", f"A&opening&{self._calls}"}
        else:
            found.add(f"A&last{put_to(self._recent[-1], said.speaker)}")
        if self.called:
            found.add("A&calledall" if EVERYONE in self.called else "A&called")
        found |= {f"A&{one}" for one in self._words_for}
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
        if calls := [part.called for part in self.parts if part.called]:
            found.add("calledatlast" if one in calls[-1] else "notcalledatlast")
            if one in calls[0] and one not in calls[-1]:
                found.add("calledfirst")
        if at is not None and one in self.parts[at].called:
            found.add("maincalled")
        if one in self._mentioned and one not in self.called:
            found |= {"named", "named&last" if self._order[:1] == (one,) else "named&notlast"}
        if one == self._recipient:
            found.add("likeliest")
        return found

    @cached_property
    def _mentioned(self) -> To:
        said = self.utterance
        return mentioned(said.text, self.names, said.speaker)

    def _topic(self, kind: Kind) -> To:
        said = self.utterance
        if not self._mentioned:
            return ()
        before = said.recent[-1].text if said.recent else ""
        return by_topic(self._words, kind, self.names, said.speaker, before)

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
        elif place == -1:
            found.add(f"silent&{self._calls}")
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
        pairs = self._followed
        if (speaker, one) in pairs:
            found.add("aftermine")
            if pairs[-1] == (speaker, one):
                found.add("justaftermine")
        return found

    def _just_spoke(self) -> set[str]:
        """Return the features of whoever of the others spoke last."""
        said, recent = self.utterance, self._recent
        turn = next(one for one in reversed(recent) if one.speaker != said.speaker)
        found = {f"last&{self._calls}"}
        found |= {f"last&{one}" for one in self._words_for}
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
            found |= {"due", f"due&{due.first_pair_part}"}
        for pair in said.open_pairs:
            if pair.by == one:
                to = "me" if said.speaker in pair.to else "all" if EVERYONE in pair.to else "other"
                found.add(f"open{to}")
                if pair.turn == self.found.answers:
                    found |= {"answered", f"answered&{self._calls}"}
            elif pair.by == said.speaker and one in pair.to:
                found.add("owesme")
        return found

"""Turn-taking for a group chat: who speaks next, and whether a member should reply. Asks no model.

The rules are those of :mod:`mmagents.floor`, and messages are read by those of
:mod:`mmagents.analysts.rules`: the same that the games are played with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE, FirstPairPart, Obligation
from mmagents.floor.conditions import CONDITIONS, DEFAULT
from mmagents.floor.pairs import LAPSES_AFTER, of_turn
from mmagents.floor.rules import rule_of
from mmagents.floor.situation import Situation
from mmagents.floor.strategies import with_article
from mmagents.groupchat.bids import Bids, bids_of, owed_by, tells_more_than_the_words
from mmagents.groupchat.decisions import REST, Decision, Due, Reply, due_from
from mmagents.groupchat.members import Member, Members
from mmagents.groupchat.messages import Message, Said, listed, said_in
from mmagents.groupchat.people import MEDIA, Medium
from mmagents.groupchat.situations import named_last, situation_of

if TYPE_CHECKING:
    from mmagents.groupchat.readings import Detect, Heard, Reader

LANGUAGES = ("en", "ja")
RESTS_AFTER = 20
"""Messages that agents write one after another before they rest, unless said otherwise."""
_PASSES: frozenset[FirstPairPart] = frozenset({"announcement", "apology"})
"""What is put to all and need be taken up by nobody."""


class TurnTaking:
    """Gives turns in a chat, as a pure function of its messages: the same give the same answer.

    It cannot loop. Once `rests_after` messages in a row are by members that are no people, `next`
    names nobody and `should_reply` says no, whatever the messages say, until a person or somebody
    who is no member writes. So where one speaks at a time, agents left alone write `rests_after`
    messages at most. Where n of them decide at once, they write n - 1 more at most.

    It names members only, and of these only those who are there.
    """

    def __init__(
        self,
        members: Iterable[Member | str],
        *,
        condition: str = DEFAULT,
        language: str = "en",
        seed: int = 0,
        detect: Detect | None = None,
        rests_after: int = RESTS_AFTER,
        medium: Medium = "chat",
    ) -> None:
        """Take who takes part and how turns are given.

        Args:
            members: names, or records with other names and a role. Whoever else writes is heard
                and can be spoken to, but gets no turn.
            condition: who speaks next (see :mod:`mmagents.floor.conditions`).
            language: "en" or "ja"; any other with `detect`.
            seed: whatever is drawn by lot is drawn from it and the number of messages.
            detect: a function that reads a message in place of the rules. Whom its answer names
                and does not take part is left out.
            rests_after: after how many messages of agents in a row nobody speaks; 1 at least.
            medium: "chat" or "speech": in which of them people are taken as the model, where
                bids are left out.

        Raises:
            MMAgentsError: if there are no members, two have one name, the condition is not known,
                the language needs `detect`, the medium is not known, or `rests_after` is below 1.
        """
        self.members = Members(members)
        if condition not in CONDITIONS:
            raise MMAgentsError(
                f"There is no condition {condition!r}. There is: {', '.join(CONDITIONS)}."
            )
        if language not in LANGUAGES and detect is None:
            raise MMAgentsError(
                f"The rules read {' and '.join(LANGUAGES)}, not {language!r}. Give detect=, a "
                "function that reads it."
            )
        if rests_after < 1:
            raise MMAgentsError(f"rests_after is {rests_after}. It must be 1 or more.")
        if medium not in MEDIA:
            raise MMAgentsError(f"There is no medium {medium!r}. There is: {', '.join(MEDIA)}.")
        self.medium: Medium = medium
        self.condition, self.seed, self.rests_after = CONDITIONS[condition], seed, rests_after
        self._language, self._detect = language, detect

    @cached_property
    def _reader(self) -> Reader:
        """What reads the messages and keeps what it read, loaded with the first of them."""
        from mmagents.groupchat.readings import Reader

        return Reader(self.members, self._language, self._detect, self.medium)

    def next(
        self,
        messages: Iterable[Message],
        *,
        bids: Bids | None = "people",
        present: Sequence[str] | None = None,
    ) -> Decision:
        """Return who speaks next.

        Args:
            messages: the chat so far, oldest first: LangChain messages, OpenAI dicts or pairs
                (name, text).
            bids: how much each member wants to speak, 0-9, by name or as a function. Left out or
                None, whom people would most likely let speak; "people-by-lot" draws by their
                chances, "waiting" takes whoever has been silent longest. Under all three whoever
                owes an answer goes first (see :mod:`mmagents.groupchat.bids`).
            present: names of the members who may speak now; all if left out.

        Raises:
            MMAgentsError: if a message, a bid or a name cannot be used.
        """
        given = listed(messages)
        said, names = said_in(given), self.members.there(present)
        heard = self._reader.heard(said)
        return self._decide(given, said, names, heard, bids)

    def should_reply(
        self,
        name: str,
        messages: Iterable[Message],
        *,
        bids: Bids | None = "people",
        present: Sequence[str] | None = None,
    ) -> Reply:
        """Return whether a member should reply now.

        It should where it owes an answer that was asked for in the last `LAPSES_AFTER` messages and
        the one before them, where the last message calls it by name and does not only close
        ("thanks, Ben"), and where all are asked and `next` names it. To be mentioned is not to be
        addressed.

        Args:
            name: of the member.
            messages: as in :meth:`next`.
            bids: as there; they count where all are asked.
            present: as there.

        Raises:
            MMAgentsError: if a message, a bid or a name cannot be used.
        """
        self.members.check(name)
        given = listed(messages)
        said, names = said_in(given), self.members.there(present)
        heard = self._reader.heard(said)
        if not heard.turns:
            return Reply(False, "", "nobody has said anything")
        if name not in names:
            return Reply(False, "", f"{name} is not there")
        last = heard.speakers[-1]
        if last == name:
            return Reply(False, "", f"{name} spoke last")
        if heard.run >= self.rests_after:
            return Reply(False, REST, self._why_rest(heard))
        pair = owed_by(name, heard)
        if pair and heard.turns - pair.turn <= LAPSES_AFTER:
            return Reply(True, "1a", _why_owed(name, pair, heard), due_from(pair, said))
        if name in heard.called:
            if heard.closes:
                return Reply(False, "", f"{last} calls {name} and only closes what went before")
            return Reply(True, "called", f"{last} calls {name} by name")
        pair = of_turn(heard.talk.open_pairs, heard.turns)
        if pair is None or pair.to != (EVERYONE,):
            return Reply(False, "", self._why_not(name, heard, pair))
        what = f"{last}'s {pair.first_pair_part} was put to everyone"
        if pair.first_pair_part in _PASSES:
            return Reply(False, "", f"{what}, and nobody need take it up")
        decision = self._decide(given, said, names, heard, bids)
        if decision.speaker != name:
            return Reply(False, "", f"{what}; {decision.speaker or 'nobody'} is to take it up")
        return Reply(True, "1b", decision.reason, due_from(pair, said))

    def open_pairs(self, messages: Iterable[Message]) -> tuple[Due, ...]:
        """Return what still waits for an answer after the messages, oldest first."""
        said = said_in(listed(messages))
        heard = self._reader.heard(said)
        return tuple(due_from(pair, said) for pair in heard.talk.open_pairs)

    def _decide(
        self,
        given: Sequence[Message],
        said: Sequence[Said],
        names: tuple[str, ...],
        heard: Heard,
        bids: Bids | None,
    ) -> Decision:
        """Return who speaks next, of those who are there."""
        bids = "people" if bids is None else bids
        if not names:
            return Decision(None, REST, "nobody is there")
        if heard.run >= self.rests_after:
            return Decision(None, REST, self._why_rest(heard))
        now = situation_of(
            heard,
            names,
            bids_of(bids, names, given, heard, medium=self.medium, seed=self.seed),
            members=self.members,
            language=self._language,
            seed=self.seed,
            by_name=tells_more_than_the_words(bids, self.medium),
        )
        if waits := self._waits_for(now, heard):
            return Decision(None, "1a", waits)
        found = self.condition.choose(now)
        if found.rule == "1c" and (isinstance(bids, str) or found.speaker not in names):
            return Decision(None, "1c", f"{found.reason.split('; ')[0]}; nobody else is to speak")
        why = next((bid.thought for bid in now.bids if bid.seat == found.speaker), "")
        by_bids = rule_of(found.rule).by_bids and why
        pair = found.due or (owed_by(found.speaker, heard) if self.condition.obliges else None)
        return Decision(
            found.speaker,
            found.rule,
            f"{found.reason}: {why}" if by_bids else found.reason,
            due_from(pair, said) if pair else None,
            found.tie,
        )

    def _waits_for(self, now: Situation, heard: Heard) -> str:
        """Return why nobody speaks: somebody who gets no turns here was asked by name; or ""."""
        pair = now.pair
        if not self.condition.obliges or pair is None or len(pair.to) != 1:
            return ""
        [asked] = pair.to
        if asked == EVERYONE or asked in now.seats or asked not in heard.called:
            return ""
        what = with_article(pair.first_pair_part)
        return f"{pair.by} put {what} to {asked}, who gets no turns here: wait for {asked}"

    def _why_rest(self, heard: Heard) -> str:
        return (
            f"the last {heard.run} messages are by agents, and after {self.rests_after} they rest "
            "until somebody else writes"
        )

    def _why_not(self, name: str, heard: Heard, pair: Obligation | None) -> str:
        last = heard.talk.turns[-1]
        if name in named_last(heard, self.members, self._language):
            return f"{last.speaker} mentions {name} and speaks to somebody else"
        if pair is None:
            return f"{last.speaker} put nothing to anybody"
        return f"{last.speaker}'s {pair.first_pair_part} was put to {', '.join(pair.to)}"


def _why_owed(name: str, pair: Obligation, heard: Heard) -> str:
    ago = heard.turns - pair.turn
    when = "" if not ago else f", {ago} message{'s' if ago > 1 else ''} before the last one"
    return f"{pair.by} put {with_article(pair.first_pair_part)} to {name}{when}"

"""Changes of speaker in recorded talk: places where somebody else might have spoken.

Backchannels are left out first: they take no turn (Yngve 1970). In speech, all that one speaker
says until another does is one message. In a chat each message stands for itself, and the last of
those that one speaker sends in a row is the one before the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
from mmagents.floor.pairs import of_turn
from mmagents.groupchat.members import Members
from mmagents.groupchat.messages import Said
from mmagents.groupchat.readings import Heard, Reader
from mmagents.groupchat.turn_taking import LANGUAGES
from mmagents.lab.recordings.recording import Medium, Recording, Utterance


@dataclass(frozen=True, slots=True)
class Place:
    """A change of speaker, and all that was known before it.

    Attributes:
        conversation: of which it is.
        medium: of that.
        language: of that.
        members: all who speak in this stretch of talk.
        names: of those who might speak next: not the last speaker, and people where any take part.
        heard: the talk up to it.
        asked: whom alone the words before it put something to, as the rules read them; or None.
        told: whom alone they were put to by those who annotated the talk; None where they say
            nothing, or name several or none.
        spoke: who spoke.
    """

    conversation: str
    medium: Medium
    language: str
    members: Members
    names: tuple[str, ...]
    heard: Heard
    asked: str | None
    told: str | None
    spoke: str

    @property
    def called(self) -> bool:
        """Whether the words before it call one who might speak next by name."""
        return any(name in self.names for name in self.heard.called)


@dataclass(frozen=True, slots=True)
class Reads:
    """A stretch of talk as read: each message, and all that was heard up to it.

    Attributes:
        members: all who speak in it.
        said: its messages.
        heard: the talk up to each of them.
    """

    members: Members
    said: Sequence[Utterance]
    heard: Sequence[Heard]


def reads_of(recording: Recording) -> Iterator[Reads]:
    """Yield the stretches of a conversation as the rules read them.

    Raises:
        MMAgentsError: if the rules do not read its language.
    """
    if recording.language not in LANGUAGES:
        raise MMAgentsError(
            f"{recording.name} is in {recording.language!r}. The rules read "
            f"{' and '.join(LANGUAGES)}: name the language with --language."
        )
    called = _called(recording)
    for stretch in recording.stretches():
        said = [_renamed(one, called) for one in messages_of(stretch, recording.medium)]
        if not said:
            continue
        members = Members(dict.fromkeys(one.speaker for one in said))
        reader, heard = Reader(members, recording.language, None, recording.medium), [Heard()]
        for at, one in enumerate(said):
            heard.append(reader.on(heard[-1], Said(one.speaker, one.text, at)))
        yield Reads(members, said, heard[1:])


def places_of(recording: Recording, reads: Iterable[Reads] | None = None) -> Iterator[Place]:
    """Yield the changes of speaker of a conversation, from the second of each stretch on.

    A change counts where two or more might speak next, and where a person spoke; where no person
    takes part, every change counts.

    Args:
        recording: the conversation.
        reads: its stretches as read, where they have been.

    Raises:
        MMAgentsError: if the rules do not read its language.
    """
    called = _called(recording)
    models = {called[one] for one in recording.models}
    for read in reads_of(recording) if reads is None else reads:
        yield from _places_in(read, recording, models)


def messages_of(stretch: Sequence[Utterance], medium: Medium) -> list[Utterance]:
    """Return the messages of a stretch of talk: see the head of this module.

    A message of several units was put to whom the last of them was put to.
    """
    found: list[Utterance] = []
    for one in stretch:
        if one.kind != "turn":
            continue
        if found and medium == "speech" and found[-1].speaker == one.speaker:
            text = f"{found[-1].text} {one.text}".strip()
            found[-1] = found[-1]._replace(text=text, addressees=one.addressees, end=one.end)
        else:
            found.append(one)
    return found


def shuffled_talk(recording: Recording, seed: int) -> Recording:
    """Return a conversation with the messages of each stretch in an order drawn from a seed."""
    found: list[Utterance] = []
    for at, stretch in enumerate(recording.stretches()):
        said = messages_of(stretch, recording.medium)
        Random(f"{seed}:{recording.name}:{at}").shuffle(said)
        found += [one._replace(addressees=None, replies_to=None) for one in said]
    return replace(recording, utterances=found)


def _called(recording: Recording) -> dict[str, str]:
    """Return by id what each is called, no two alike and none as all together are."""
    found: dict[str, str] = {}
    taken = {EVERYONE, ""}
    for one, name in recording.names.items():
        shown = name.strip()
        if shown.casefold() in taken:
            shown = one if one.casefold() not in taken else f"{one} ({len(found) + 1})"
        taken.add(shown.casefold())
        found[one] = shown
    return found


def _renamed(one: Utterance, called: dict[str, str]) -> Utterance:
    to = one.addressees
    names = None if to is None else tuple(called.get(who, who) for who in to)
    return one._replace(speaker=called[one.speaker], addressees=names)


def _places_in(read: Reads, recording: Recording, models: set[str]) -> Iterator[Place]:
    """Yield the places of one stretch of talk."""
    there = read.members.names
    passed_over = models if set(there) - models else set()
    for heard, (one, after) in zip(read.heard, pairwise(read.said), strict=False):
        names = tuple(name for name in there if name != one.speaker and name not in passed_over)
        if after.speaker not in names or len(names) < 2 or heard.course.runs < 2:
            continue
        pair = of_turn(heard.talk.open_pairs, heard.turns)
        yield Place(
            recording.name,
            recording.medium,
            recording.language,
            read.members,
            names,
            heard,
            _alone(pair.to if pair else (), names),
            _alone(one.addressees or (), names),
            after.speaker,
        )


def _alone(to: Sequence[str], names: Sequence[str]) -> str | None:
    """Return the one whom something was put to, if it is one of those who might speak."""
    return to[0] if len(to) == 1 and to[0] in names else None

"""From units of speech to turns, and from utterances to the rows that a record holds."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.lab.recordings.recording import Recording, Unit, Utterance


def as_turns(recording: Recording) -> list[Utterance]:
    """Return the utterances of speech with units joined to turns; of a chat as they are.

    A turn is a maximal run of one speaker's units in a stretch, backchannels set aside first
    (neither is a backchannel a turn, nor does it end one: Yngve 1970). It stands where its first
    unit stood, lasts to the end of its last, and holds a question if one of them does. What it was
    put to is what its last unit was put to that says so.
    """
    said = recording.utterances
    if recording.medium == "chat":
        return list(said)
    glue = "" if recording.language == "ja" else " "
    found: list[Utterance] = []
    place: dict[int, int] = {}
    run: int | None = None
    for at, one in enumerate(said):
        held = found[run] if run is not None and one.kind == "turn" else None
        if held is not None and (held.speaker, held.stretch) == (one.speaker, one.stretch):
            assert run is not None
            found[run], place[at] = _joined(held, one, glue), run
            continue
        place[at] = len(found)
        run = len(found) if one.kind == "turn" else run
        found.append(one)
    return [
        one
        if one.replies_to is None
        else one._replace(replies_to=_earlier(place.get(one.replies_to), at))
        for at, one in enumerate(found)
    ]


def _earlier(place: int | None, at: int) -> int | None:
    return place if place is not None and place != at else None


def _joined(held: Utterance, one: Utterance, glue: str) -> Utterance:
    ends = [end for end in (held.end, one.end) if end is not None]
    questions = [held.question, one.question]
    asks = None if questions == [None, None] else any(questions)
    text = glue.join(filter(None, (held.text, one.text)))
    return held._replace(
        text=text,
        end=max(ends, default=None),
        addressees=held.addressees if one.addressees is None else one.addressees,
        replies_to=one.replies_to if held.replies_to is None else held.replies_to,
        question=asks,
        units=_units(held, one, len(text) - len(one.text)),
        cut=one.cut,
    )


def _units(held: Utterance, one: Utterance, before: int) -> tuple[Unit, ...]:
    """Return the units of what was joined; none if not all of them have words and times.

    Args:
        held: what was joined so far.
        one: what is joined now.
        before: how many characters stand before its words.
    """
    first, second = _timed(held), _timed(one)
    if not first or not second:
        return ()
    return *first, *(unit._replace(upto=before + unit.upto) for unit in second)


def _timed(one: Utterance) -> tuple[Unit, ...]:
    """Return the units of an utterance; itself, where none are known."""
    if one.units or not one.text or one.start is None or one.end is None:
        return one.units
    return (Unit(len(one.text), one.start, one.end),)


def ends_of(said: Sequence[Utterance]) -> list[int]:
    """Return for each stretch the number, from 1, of its last turn at talk; never the same twice.

    A stretch without any is no talk: its backchannels go with what follows.
    """
    last: dict[int, int] = {}
    for at, one in enumerate(said, 1):
        if one.kind == "turn":
            last[one.stretch] = at
    return sorted(last.values())

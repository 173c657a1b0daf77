"""Whom turns were put to and what took up what: as recorded, else as the rules read it.

A turn that puts nothing to anybody and takes up another's is taken to be put to that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mmagents.groupchat.members import Members
from mmagents.groupchat.messages import Said
from mmagents.groupchat.readings import Heard, Reader
from mmagents.lab.realism.reading import asks
from mmagents.lab.realism.turns import Known, Talk, Turn
from mmagents.lab.recordings.recording import Recording


def with_pairs(talk: Talk) -> Talk:
    """Return a talk with addressees and answers: the recording's, else the rules analyst's reading.

    Where times alone are known, nothing is read. The rules read a whole turn at once, in English
    or Japanese.
    """
    units = talk.recording.utterances
    worded = any(one.text for one in units)
    addressed: Known = "rules" if worded else ""
    if any(one.addressees is not None for one in units):
        addressed = "recorded"
    paired: Known = "recorded" if any(one.replies_to is not None for one in units) else addressed
    if paired != "recorded" and worded:
        paired = "rules"
    stretches = talk.stretches
    if "rules" in (addressed, paired):
        stretches = [
            _read(stretch, talk.recording, pairs=paired == "rules", to=addressed == "rules")
            for stretch in stretches
        ]
    if paired == "recorded":
        stretches = [_recorded(stretch, talk.recording) for stretch in stretches]
    return replace(talk, stretches=stretches, paired=paired, addressed=addressed)


def _recorded(stretch: Sequence[Turn], recording: Recording) -> list[Turn]:
    """Return turns with the answers that their questions got, as recorded, and put to whom."""
    units, place = recording.utterances, {}
    replies: dict[int, list[int]] = {}
    for at, turn in enumerate(stretch):
        for unit in turn.units:
            place[unit] = at
            to = units[unit].replies_to
            if to is not None:
                replies.setdefault(to, []).append(unit)
    found = []
    for at, turn in enumerate(stretch):
        asked = [unit for unit in turn.units if _is_question(recording, unit)]
        lags = []
        for unit in asked:
            after = [place[one] - at for one in replies.get(unit, ()) if place[one] > at]
            by = [one for one in after if stretch[at + one].speaker != turn.speaker]
            lags += by[:1]
        taken = [one for unit in turn.units if (one := units[unit].replies_to) is not None]
        found.append(
            _put_to(turn, [units[one].speaker for one in taken])._replace(
                asked=len(asked), lags=tuple(lags)
            )
        )
    return found


def _put_to(turn: Turn, taken_up: Sequence[str]) -> Turn:
    """Return a turn as put to whoever it takes up, where it puts nothing to anybody."""
    if turn.addressees or not taken_up or taken_up[-1] == turn.speaker:
        return turn
    return turn._replace(addressees=(taken_up[-1],))


def _is_question(recording: Recording, at: int) -> bool:
    unit = recording.utterances[at]
    return asks(unit.text, recording.language) if unit.question is None else unit.question


def _read(stretch: Sequence[Turn], recording: Recording, *, pairs: bool, to: bool) -> list[Turn]:
    """Return turns as the rules analyst reads them: whom each was put to, what it answered."""
    called = dict(recording.names)
    if len({one.casefold() for one in called.values()}) < len(called):
        called = {id: f"speaker {at}" for at, id in enumerate(called, 1)}
    ids = {name: id for id, name in called.items()}
    reader = Reader(Members(tuple(called.values())), recording.language, None)
    heard, found = Heard(), list(stretch)
    for at, turn in enumerate(stretch):
        text = " ".join(recording.utterances[unit].text for unit in turn.units)
        heard = reader.on(heard, Said(called[turn.speaker], text, at))
        last = heard.talk.turns[-1]
        if to:
            addressees = tuple(ids.get(one, one) for one in last.addressees)
            answers = [] if last.answers is None else [stretch[last.answers - 1].speaker]
            found[at] = _put_to(found[at]._replace(addressees=addressees), answers)
        if pairs:
            found[at] = found[at]._replace(asked=int(bool(turn.question)))
            asked = None if last.answers is None else last.answers - 1
            if asked is not None and found[asked].asked and not found[asked].lags:
                found[asked] = found[asked]._replace(lags=(at - asked,))
    return found

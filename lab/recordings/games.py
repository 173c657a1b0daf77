"""Saved games as recordings: who said what, without what the floor made of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from mmagents.errors import MMAgentsError
from mmagents.lab.recordings.read import read
from mmagents.lab.recordings.recording import Recording, Unit, Utterance
from mmagents.nodes.record import BACKCHANNEL, RECORDED, TurnRow, is_talk, pieces_in
from mmagents.nodes.table import Table, table_for
from mmagents.players.person.player import HUMAN
from mmagents.saved.kept import context_kept
from mmagents.saved.saved_game import read_record

OVER = "over"
"""Key of the meta of an experiment's conversation that was played to its end."""
_ASIDE = frozenset({"reflect", "summary", BACKCHANNEL})
"""Rows between two turns of one and the same talk."""


def recording_of(
    rows: Sequence[TurnRow],
    table: Table,
    *,
    people: Collection[str] = (),
    name: str = "",
    recorded: Mapping[str, Any] | None = None,
    about: Mapping[str, str] | None = None,
) -> Recording:
    """Return the talk of a saved game; what was done beside it is left out.

    A turn is put to those whom the game's analyst found its last first pair part put to. Talk does
    not go on where others hear it, in another phase, or after a look or a vote.

    Args:
        rows: the record.
        table: the story laid out.
        people: seats that people sit in; all others are models or rule-based.
        name: what the conversation is called; by default the story's id.
        recorded: of an imported conversation, what its meta keeps of the recording.
        about: what else is known of it.
    """
    recorded = recorded or {}
    places: dict[int, int] = {}
    utterances: list[Utterance] = []
    stretch, last, broken = 0, None, False
    for row in rows:
        if not is_talk(row) and row["rule"] != BACKCHANNEL:
            broken = broken or row["rule"] not in _ASIDE
            continue
        company = (row["phase"], frozenset(row["heard_by"]), row.get("recorded", {}).get("stretch"))
        stretch += last is not None and (broken or company != last)
        last, broken = company, False
        places[row["turn"]] = len(utterances)
        utterances.append(_utterance(row, places, stretch))
        utterances += _asides(row, stretch)
    seats = list(dict.fromkeys([*(one.speaker for one in utterances), *table.seats]))
    models = set(table.seats) - set(people) | set(recorded.get("models", ()))
    return Recording(
        name=name or table.scenario.id,
        names={seat: table.public.person(seat).call for seat in seats},
        utterances=_by_start(utterances) if any("asides" in row for row in rows) else utterances,
        medium=recorded.get("medium", "speech" if any("units" in row for row in rows) else "chat"),
        language=table.language,
        models=frozenset(models),
        about=dict(about or {}),
    )


def _utterance(row: TurnRow, places: Mapping[int, int], stretch: int) -> Utterance:
    said = row.get("recorded", {})
    answered = said.get("answers", row["answers"])
    return Utterance(
        speaker=row["speaker"],
        text=row["text"],
        start=row.get("start"),
        end=row.get("end"),
        addressees=tuple(said.get("addressees", row["addressees"])),
        replies_to=None if answered is None else places.get(answered),
        kind="backchannel" if row["rule"] == BACKCHANNEL else "turn",
        question=said.get("question"),
        stretch=stretch,
        line=row["turn"],
        units=tuple(Unit(*one) for one in pieces_in(row)),
        cut="cut" in row.get("units", {}),
    )


def _by_start(said: list[Utterance]) -> list[Utterance]:
    """Return utterances by start: what a listener said may come after the next turn has begun."""
    if any(one.start is None for one in said):
        return said
    order = sorted(range(len(said)), key=lambda at: (said[at].stretch, said[at].start))
    place = {at: now for now, at in enumerate(order)}
    return [
        said[at]._replace(replies_to=None if (to := said[at].replies_to) is None else place[to])
        for at in order
    ]


def _asides(row: TurnRow, stretch: int) -> Iterator[Utterance]:
    """Yield what listeners said within a turn without taking the floor; its row is theirs."""
    for one in row.get("asides", ()):
        yield Utterance(
            speaker=one["speaker"],
            text=one["text"],
            start=one.get("start"),
            end=one.get("end"),
            addressees=(row["speaker"],),
            kind="repair" if one["kind"] == "repair" else "backchannel",
            stretch=stretch,
            line=row["turn"],
        )


def recording_in(folder: Path, name: str = "") -> Recording:
    """Return the talk of the saved game in a folder; it may be under way.

    Raises:
        MMAgentsError: if there is no saved game, or it is damaged.
    """
    meta, record = read_record(folder)
    context = context_kept(meta, folder)
    table = table_for(meta["scenario"], context)
    recorded = meta.get(RECORDED, {})
    ours = {
        "scenario": table.scenario.id,
        "condition": context.condition,
        "seed": str(meta["seed"]),
    }
    return recording_of(
        cast("list[TurnRow]", record),
        table,
        people=[seat for seat, player in context.seats.items() if player == HUMAN],
        name=name or recorded.get("name") or folder.resolve().name,
        recorded=recorded,
        about=recorded.get("about", ours),
    )


def recordings_in(path: Path) -> Iterator[Recording]:
    """Yield the conversations of a saved game's folder, of an experiment's, or of a file.

    Of an experiment they are those played to their end, in order of their cells' names; each is
    called CELL/NUMBER. A file may have any format that :func:`mmagents.lab.recordings.read.read`
    knows.

    Raises:
        MMAgentsError: if there is nothing of the kind, or it is damaged.
    """
    if (path / "game.json").is_file():
        yield recording_in(path)
        return
    if path.is_file():
        yield from read(path)
        return
    games = sorted((path / "conversations").glob("*/*/game.json"))
    if not (path / "experiment.json").is_file() or not games:
        raise MMAgentsError(
            f"{path} holds no conversation: it is neither the folder of a saved game nor that of "
            "an experiment."
        )
    for game in games:
        if OVER in read_record(game.parent)[0]:
            yield recording_in(game.parent, f"{game.parent.parent.name}/{game.parent.name}")

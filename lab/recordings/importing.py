"""A recording becomes a saved game: its people seats, every turn read as in a game."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mmagents.errors import MMAgentsError, first_fault
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.texts.catalogue import terminal
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.replay import Line, Script
from mmagents.lab.recordings.turns import as_turns, ends_of
from mmagents.nodes.context import Context
from mmagents.nodes.model_health import in_words
from mmagents.nodes.record import RECORDED, RecordedRow, TurnRow
from mmagents.nodes.table import table_for
from mmagents.players.person.player import HUMAN
from mmagents.saved import games
from mmagents.saved.begin import begin, check_players, context_from
from mmagents.saved.folder_lock import check_free, no_place
from mmagents.saved.saved_game import SavedGame
from mmagents.saved.watch import watch
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.plain import in_print, plain_name
from mmagents.scenarios.talk import (
    FEWEST,
    MOST_RECORDED,
    Member,
    Talk,
    TalkFile,
    as_yaml,
    in_one_line,
    spelt,
    talk_of,
)
from mmagents.stores.checkpoints import checkpointer_over

_LONGEST = 40


def names_of(recording: Recording) -> dict[str, str]:
    """Return by id what people are called, each name once, plain, with a letter or a digit.

    A name that is not so gets a number, its place among those who take part.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for nth, (id, name) in enumerate(recording.names.items(), 1):
        plain = in_one_line(plain_name(name, _LONGEST))
        while not _fits(plain) or spelt(plain) in taken:
            plain = f"{plain[: _LONGEST - 6]} {nth}".strip()
        taken.add(spelt(plain))
        found[id] = plain
    return found


def _fits(name: str) -> bool:
    try:
        Member(name=name, who=".")
    except ValidationError:
        return False
    return True


def file_of(recording: Recording, about: str) -> TalkFile:
    """Return the file of the talk that a recording is.

    Raises:
        MMAgentsError: if fewer than two or too many people take part, or something is no text.
    """
    count = len(recording.names)
    if not FEWEST <= count <= MOST_RECORDED:
        raise MMAgentsError(
            f"{recording.name}: {count} take part; a talk has {FEWEST} to {MOST_RECORDED}. Choose "
            "another conversation of the file, or a part of it."
        )
    lang = recording.language
    roles = {False: terminal(lang, "recorded.who"), True: terminal(lang, "recorded.model")}
    try:
        return TalkFile.model_validate(
            {
                "kind": "talk",
                "language": lang,
                "recorded": True,
                "question": terminal(lang, "recorded.question", name=plain_name(recording.name)),
                "about": about,
                "who": [
                    {"name": called, "who": roles[id in recording.models]}
                    for id, called in names_of(recording).items()
                ],
            }
        )
    except ValidationError as error:
        field, why = first_fault(error)
        raise MMAgentsError(f"{recording.name}, {field}: {why}.") from None


def seats_of(recording: Recording, talk: Talk) -> Mapping[str, str]:
    """Return by id of a recording the id of the seat, as the talk of its file has it."""
    return dict(zip(recording.names, talk.seats(), strict=True))


Tell = Callable[[int, int], None]
"""Is told how many of how many rows are on the record."""


def _untold(done: int, of: int) -> None:
    """Let go what nobody watches."""


async def import_recording(
    recording: Recording,
    folder: Path,
    *,
    analyst: Mapping[str, Any] | None = None,
    about: str = "",
    units: bool = False,
    tell: Tell = _untold,
) -> list[TurnRow]:
    """Make a saved game of a recording; return its record.

    Args:
        recording: the conversation.
        folder: where the game is kept; not there yet, or empty.
        analyst: fields of the context that say who reads what was said; the rules, if left out.
        about: what those who take part in a fork should know of it.
        units: keep each unit of speech as a row, instead of joining them to turns.
        tell: is told how far it is.

    Raises:
        MMAgentsError: if it cannot be a game, or the analyst fails; nothing is left then.
    """
    file = file_of(recording, about)
    talk = talk_of(file)
    said = list(recording.utterances) if units else as_turns(recording)
    script = script_of(said, seats_of(recording, talk))
    if not script.turns:
        raise MMAgentsError(f"{recording.name} holds no turn at talk.")
    context, folder = _context(talk, script, analyst or {}), folder.absolute()
    _beside(folder).rmdir()  # so that it is said before anything is read
    with tempfile.TemporaryDirectory(prefix="mmagents-import-") as temporary:
        made, story = Path(temporary) / (folder.name or "game"), Path(temporary) / "talk.yaml"
        story.write_text(as_yaml(file), encoding="utf-8")
        load_scenario(story)
        of_file = context.with_fields(evening={"story_file": str(story)})
        await asyncio.to_thread(check_players, of_file, table_for(str(story), of_file))
        with begin(made, str(story), 0, of_file) as game:
            game.update_meta({"scenario": talk.id, RECORDED: _kept(recording, talk)})
            rows = await _replayed(game, script, tell)
        _put(made, folder)
    return rows


def _beside(folder: Path) -> Path:
    """Return a new, empty folder beside one that is free to keep a game.

    Raises:
        MMAgentsError: if it is not, or nothing can be written there.
    """
    check_free(folder)
    beside = folder.with_name(f".{folder.name}-{uuid.uuid4().hex[:8]}")
    try:
        beside.mkdir(parents=True)
    except OSError as error:
        raise no_place(folder, error) from error
    return beside


def _put(made: Path, folder: Path) -> None:
    """Put a game that is whole into its folder in one step: whoever is killed leaves no half."""
    beside = _beside(folder)
    try:
        shutil.copytree(made, beside, dirs_exist_ok=True)
        if folder.exists():
            shutil.rmtree(folder)  # it is free: empty, or the start of a game that was killed
        beside.rename(folder)
    except OSError as error:
        raise no_place(folder, error) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def check_read(rows: Sequence[TurnRow]) -> None:
    """Make sure that at least half of what models were asked had a usable answer.

    Raises:
        MMAgentsError: if not, with what was wrong with the last.
    """
    calls = [call for row in rows for call in row["ledger"].get("calls", ())]
    failed = [call for call in calls if call["default"] is not None]
    if failed and 2 * len(failed) >= len(calls):
        raise MMAgentsError(
            f"{failed[-1]['model']} gave nothing usable for {len(failed)} of {len(calls)} turns, "
            f"the last time because: {failed[-1]['default']}. Nothing was imported."
        )


def script_of(said: list[Utterance], seats: Mapping[str, str]) -> Script:
    """Return utterances as the rows to be, speakers and addressees by their seats."""
    several = len({one.stretch for one in said}) > 1
    return Script(
        [_line(one, seats, several=several) for one in said],
        ends_of(said),
    )


def _line(one: Utterance, seats: Mapping[str, str], *, several: bool) -> Line:
    more: RecordedRow = {}
    if one.question is not None:
        more["question"] = one.question
    if several:
        more["stretch"] = one.stretch
    if one.addressees is not None:
        more["addressees"] = [seats.get(to, EVERYONE) for to in one.addressees]
    if one.replies_to is not None:
        more["answers"] = one.replies_to + 1
    if pieces := printed_pieces(one):
        more["pieces"] = pieces
    talk = one.kind == "turn"
    return Line(seats[one.speaker], in_print(one.text), talk, one.start, one.end, more)


def printed_pieces(one: Utterance) -> list[list[float]]:
    """Return the units of a turn by the words as they are printed, if there are several."""
    ends = [len(in_print(one.text[: unit.upto])) for unit in one.units]
    rising = all(before < after for before, after in pairwise([0, *ends]))
    if len(ends) < 2 or not rising or ends[-1] != len(in_print(one.text)):
        return []
    times = ((unit.start, unit.end) for unit in one.units)
    return [[end, *time] for end, time in zip(ends, times, strict=True)]


def _context(talk: Talk, script: Script, analyst: Mapping[str, Any]) -> Context:
    seats = dict.fromkeys(talk.seats(), HUMAN)
    return context_from(**{"turns": script.turns, "seats": seats, **analyst})


def _kept(recording: Recording, talk: Talk) -> dict[str, Any]:
    """Return what the meta of the game keeps of the recording."""
    seats = seats_of(recording, talk)
    return {
        "name": recording.name,
        "medium": recording.medium,
        "models": sorted(seats[one] for one in recording.models),
        "about": dict(recording.about),
    }


async def _replayed(game: SavedGame, script: Script, tell: Tell) -> list[TurnRow]:
    """Replay a script into a game just begun.

    Nobody is obliged, so that no stretch is heard out beyond its end; nothing is remembered, for
    memories are made from the record when somebody first asks.
    """
    game.hold()
    assert game.held is not None
    context = games.context_of(game)
    quiet = context.with_fields(condition="ss", memory={"layers": ("history", "thoughts")})
    compiled = script.builder().compile(checkpointer=checkpointer_over(game.held))
    config, stopped = games.config_for(game, context), ""
    start = {"scenario": game.meta["scenario"], "seed": game.meta["seed"]}
    try:
        async with aclosing(watch(compiled, start, quiet, config)) as events:
            async for event in events:
                if event.row is not None:
                    tell(event.row["turn"], len(script.lines))
                stopped = event.stopped or stopped
        if stopped:
            raise MMAgentsError(f"{in_words(stopped, 'en') or stopped} Nothing was imported.")
        rows: list[TurnRow] = (await games.values_of(game))["history"]
        check_read(rows)
        game.rewrite(rows)
        game.pack()
        return rows
    finally:
        games.put_away(game)

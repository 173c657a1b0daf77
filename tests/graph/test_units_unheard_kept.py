"""What was not said is kept for nobody: not in memory, exports, pages or any request to a model."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.cli.shown.totals import markdown
from mmagents.lab.commands.export import Format
from mmagents.lab.recordings.games import recording_of
from mmagents.models.choice import CHECKS
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame
from mmagents.showing.gallery import Gallery
from mmagents.showing.html.replay import ENDINGS, taken
from mmagents.showing.onlooker import SPECTATOR, Onlooker
from tests.graph.leaks import strings
from tests.graph.test_units_unheard import PARTS, in_a_view, in_memory, tokens
from tests.languages import LANGUAGES
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving
from tests.servers.prompt_data import Told, task_of, texts

pytestmark = pytest.mark.slow  # games of models on loopback


def talkative(request: Request, number: int) -> Answer:
    """Say sentences with a word in each that occurs nowhere else, and come in by lot."""
    if "x-mmagents-task" not in request.headers:
        return faithful(request, number)
    told, task = Told(request), task_of(request)
    lot = Random(f"{told.seat} {told.text}")
    parts = lot.choices(PARTS[told.language], k=lot.randint(2, 6))
    call = lot.choice(told.present or ["…"])
    words = " ".join(one.format(f"zq{lot.getrandbits(48)}x", call=call) for one in parts)
    thought = {"thought": "Well.", "action": "speak", "importance": lot.randrange(4, 10)}
    thought |= {"come_in": lot.sample(told.present, min(2, len(told.present)))}
    silent = {"first_pair_part": "none", "addressees": [], "answers": 0}
    found = {
        "think": thought,
        "draft": thought | {"words": words, **silent, "second_pair_part": "none"},
        "speak": words,
    }.get(task)
    if found is None:
        return faithful(request, number)
    return Answer(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))


async def play(game: SavedGame) -> tuple[list[TurnRow], list[str]]:
    """Play a game; return its record, and all strings that its checkpoints keep for the seats."""
    async for _ in games.go_on(game):
        pass
    state = await games.values_of(game)
    games.put_away(game)
    own = [state[name] for name in FOR_SEATS if name in state]
    return state["history"], [text for one in own for text in strings(one)]


FOR_SEATS = ("notes", "known", "found", "aired", "open_pairs", "knowledge", "facts", "words")
"""What of the state a seat's view is made of, beside the record."""


def kept(folder: Path, seed: int, **fields: Any) -> tuple[list[TurnRow], dict[str, list[str]]]:
    """Return the record of a game, and where it left what: requests, memory, exports and pages."""
    with serving(talkative) as server:
        how = {"model": "openai:any", "base_url": server.url, "medium": "units", "turns": 7}
        context = Context(**{**how, "condition": "ss", **fields})
        in_files = patch.object(SavedGame, "memory", str(folder / "game/memory"))
        with in_files, begin(folder / "game", "mini", seed, context) as game:
            rows, state = asyncio.run(play(game))
    found = {"request": list(without_own(server.requests, rows)), "state": state}
    found["memory"] = list(contents(folder / "game/memory"))
    found["export"] = list(exported(folder))
    found["page"] = list(pages(folder / "game"))
    found["record"] = [text for row in rows for text in strings({**row, "ledger": None})]
    return rows, found


def without_own(requests: Sequence[Request], rows: Sequence[TurnRow]) -> Iterator[str]:
    """Yield what models were told, without words that were being screened before they were said."""
    for one in requests:
        turn, text = int(one.headers.get("x-mmagents-turn", 0)), texts(one)
        if task_of(one) in SCREENING or one.headers.get("x-mmagents-task") == "repair":
            own = [row for row in rows if row["turn"] == turn]
            for word in {word for row in own for word in tokens(row["ledger"].get("unsaid", ""))}:
                text = text.replace(word, "")
        yield text


SCREENING = (*CHECKS, "pick", "merge")


def contents(folder: Path) -> Iterator[str]:
    # Chroma's index files hold bytes that lay in the memory of this process: SECURITY.md says so.
    files = [one for one in folder.rglob("*") if one.is_file() and one.suffix != ".bin"]
    assert files
    yield from (one.read_bytes().decode("utf-8", "replace") for one in files)


def exported(folder: Path) -> Iterator[str]:
    """Yield what the exports of a game hold, but for those that hold the record's ledger itself."""
    for to in set(Format) - {Format.JSONL, Format.REPLAY}:
        out = folder / to.value
        given = ["export", str(folder / "game"), "--format", to.value, "--out", str(out)]
        run = CliRunner().invoke(app, given)
        assert run.exit_code == 0, run.output
        yield from contents(out) if out.is_dir() else [out.read_text("utf-8")]


def pages(folder: Path) -> Iterator[str]:
    """Yield all that a seat or a spectator can have of a game over the web."""
    game = Gallery(folder, open_table=True)
    eyes = [SPECTATOR, *(Onlooker("seat", seat) for seat in game.table.seats)]
    for onlooker in eyes:
        now = game.as_seen(onlooker)
        hidden = not onlooker.sees_all(open_table=True)
        for kind in ENDINGS:
            yield taken(kind, now, game.table, "en", markdown, hidden=hidden).decode()


def leaks(folder: Path, seed: int, **fields: Any) -> set[str]:
    """Return where words turned up that were not said."""
    rows, found = kept(folder, seed, **fields)
    unsaid = {one for row in rows for one in tokens(row["ledger"].get("unsaid", ""))}
    heard = {one for row in rows for one in tokens(row["text"])}
    assert unsaid, "nothing was cut"
    assert not unsaid & heard
    for where in SEARCHED:
        assert any(heard & tokens(text) for text in found[where]), f"{where} was not searched"
    return {where for where, texts in found.items() if any(unsaid & tokens(one) for one in texts)}


SEARCHED = ("request", "memory", "export", "page", "record")
"""Where what was heard is found, so that what was not would be."""
PLAYED: list[dict[str, Any]] = [
    {"pace": "paper"},
    {"pace": "lean", "turns": 12},
    {"pace": "draft", "memory.window": "growing"},
    {"pace.overlap": True},
    {"repair": True, "repair.nli": "rules", "medium.backchannels": "all"},
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("played", PLAYED, ids=str)
def test_what_was_not_said_is_kept_nowhere_but_in_the_ledger(
    played: dict[str, Any], language: str, tmp_path: Path
) -> None:
    assert leaks(tmp_path, len(str(played)), language=language, **played) == set()


def _to_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_of(rows: Any, *given: Any, **named: Any) -> Any:
        told = [{**one, "text": one["text"] + one["ledger"].get("unsaid", "")} for one in rows]
        return recording_of(told, *given, **named)  # type: ignore[arg-type]  # rows

    monkeypatch.setattr("mmagents.lab.recordings.games.recording_of", all_of)


def _to_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mmagents.showing.onlooker.without_unsaid", lambda row: row)


@pytest.mark.parametrize(
    ("leak", "where"),
    [(in_memory, "memory"), (in_a_view, "request"), (_to_files, "export"), (_to_pages, "page")],
)
def test_a_leak_that_was_planted_is_found_where_it_is(
    leak: Callable[[pytest.MonkeyPatch], None],
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    leak(monkeypatch)
    assert where in leaks(tmp_path, 3)

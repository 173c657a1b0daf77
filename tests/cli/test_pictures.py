"""A saved game goes out as a page that needs no server, and as a drawing of who speaks when."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.saved.saved_game import read_record
from tests.web.pages.games import laid


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which turn 2 was cut, and one without units."""
    games = tmp_path_factory.mktemp("games")
    timed = Context(turns=4, medium="units", manner="conversation")
    laid(games, "timed", timed, story="halcyon-light", seed=2, play=True)
    laid(games, "plain", Context(turns=2), play=True)
    return games


def exported(game: Path, format: str) -> str:
    result = CliRunner().invoke(app, ["export", str(game), "--format", format])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_the_lanes_are_drawn_the_same_each_time_without_words_of_the_talk(folder: Path) -> None:
    drawn = exported(folder / "timed", "lanes")
    assert drawn == exported(folder / "timed", "lanes")
    root = ElementTree.fromstring(drawn)
    rows = read_record(folder / "timed")[1]
    units = [one for one in root.iter() if one.get("class", "").startswith("unit s")]
    assert len(units) >= sum(len(row["units"]["ends"]) for row in rows)
    assert not any(
        row["text"] in drawn or row["ledger"].get("unsaid", row["text"]) in drawn for row in rows
    )
    shown = " ".join(root.itertext())
    assert all(name in shown for name in ("Ines", "Tobin", "0:05"))


def test_the_page_of_a_finished_game_has_its_lanes_and_what_was_not_said(folder: Path) -> None:
    page = exported(folder / "timed", "replay")
    unsaid = next(
        row["ledger"]["unsaid"]
        for row in read_record(folder / "timed")[1]
        if "unsaid" in row["ledger"]
    )
    assert 'id="lanes"' in page
    assert unsaid.split(".")[0] in page
    assert 'id="lanes"' not in exported(folder / "plain", "replay")


def test_a_game_without_times_cannot_be_drawn_and_one_is_told_why(folder: Path) -> None:
    with pytest.raises(MMAgentsError, match="Play a game with --units"):
        exported(folder / "plain", "lanes")

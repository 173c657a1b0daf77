"""Players and analysts from anywhere: seated by name, and only where that was allowed."""

import json
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from mmagents.analysts.open import open_analyst
from mmagents.errors import MMAgentsError
from mmagents.graph.build import graph
from mmagents.interfaces import own_code
from mmagents.lab.experiments.experiment import begin as begin_experiment
from mmagents.lab.experiments.grid import Grid
from mmagents.models.choice import Models
from mmagents.nodes.context import Context
from mmagents.players.open import open_player
from mmagents.saved.begin import begin, branch
from mmagents.saved.games import go_on, history_of
from mmagents.saved.saved_game import SavedGame
from mmagents.web.pages.start import choice_of
from tests.processes import mmagents as run

pytestmark = pytest.mark.slow

MODULE = """
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.player import Thought

class Echo:
    async def think(self, view):
        return Thought("I know what to say.", "speak", 9)

    async def speak(self, view):
        return f"This is {view.seat} in turn {view.turn}."

class Silent:
    async def normalize(self, utterance):
        return (f"{utterance.speaker} spoke.",)

    async def detect(self, utterance):
        return Designation()

class Half:
    async def think(self, view): ...

class Blocking:
    def think(self, view): ...
    def speak(self, view): ...

class Named:
    def __init__(self, name): ...

one = Echo()

def made():
    return Echo()
"""
ECHO = {"petra": "python:table_talk:Echo"}
NOT_ALLOWED = "table_talk:Echo was not allowed when the program was started"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module in it that is found from here; nothing is allowed yet."""
    (tmp_path / "table_talk.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(own_code.ALLOWED, "")
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    sys.modules.pop("table_talk", None)
    own_code.opened.cache_clear()
    own_code.offered.cache_clear()


def imported() -> bool:
    return "table_talk" in sys.modules


def _game(folder: Path, **fields: object) -> Path:
    """Return a saved game whose file was changed by somebody after it had begun."""
    begin(folder / "game", "mini", 1, Context(turns=3)).close()
    file = folder / "game" / "game.json"
    meta = json.loads(file.read_text("utf-8"))
    meta["context"] |= fields
    file.write_text(json.dumps(meta), "utf-8")
    return folder / "game"


@pytest.mark.parametrize("name", ["Echo", "one", "made"])
def test_a_program_of_ones_own_seats_a_class_an_object_or_what_a_function_makes(
    folder: Path, name: str
) -> None:
    context = Context(turns=2, seats={"petra": f"python:table_talk:{name}"})
    rows = graph.invoke({"scenario": "mini", "seed": 1}, context=context)["history"]
    spoken = [row["text"] for row in rows if row["speaker"] == "petra"]
    assert spoken
    assert spoken[0].startswith("This is petra in turn ")


def test_a_program_of_ones_own_names_the_analyst(folder: Path) -> None:
    context = Context(turns=2, floor={"read_by": "python:table_talk:Silent"})
    rows = graph.invoke({"scenario": "mini", "seed": 1}, context=context)["history"]
    assert [row["knowledge"] for row in rows] == [[f"{row['speaker']} spoke."] for row in rows]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("python:nowhere_at_all:Echo", "There is no module nowhere_at_all"),
        ("python:table_talk:Nobody", "table_talk has no Nobody. It has: Blocking"),
        ("python:table_talk:Half", "table_talk:Half has no `speak`"),
        ("python:table_talk:Blocking", "`think` of table_talk:Blocking must be `async def`"),
        ("python:table_talk:Named", "cannot be made, which takes no arguments"),
        ("python:table_talk", "Code is named as MODULE:NAME"),
        ("strategist:python:table_talk:Echo", "cannot be a strategist"),
    ],
)
def test_what_is_no_player_is_one_clear_error(folder: Path, spec: str, says: str) -> None:
    with pytest.raises(MMAgentsError) as raised:
        open_player(spec, Models())
    assert says in str(raised.value)


def test_what_is_no_analyst_is_one_clear_error(folder: Path) -> None:
    with pytest.raises(MMAgentsError, match="table_talk:Echo has no `normalize`"):
        open_analyst(Models(), "python:table_talk:Echo")
    with pytest.raises(MMAgentsError, match="No analyst is called 'rule'"):
        open_analyst(Models(), "rule")


def test_a_module_that_cannot_be_imported_says_why(folder: Path) -> None:
    (folder / "broken_talk.py").write_text("import no_such_thing", "utf-8")
    with pytest.raises(MMAgentsError, match=r"broken_talk cannot be imported: .*no_such_thing"):
        open_player("python:broken_talk:Echo", Models())


def test_the_page_takes_no_code_that_was_not_allowed(folder: Path) -> None:
    form = {"story": "mini", "seat-petra": "python:table_talk:Echo"}
    with pytest.raises(MMAgentsError, match=NOT_ALLOWED):
        choice_of(form, {})
    assert not imported()
    own_code.allow(["table_talk:Echo"])
    assert choice_of(form, {})[2].seats == ECHO


def test_a_server_takes_no_code_from_a_client_that_was_not_allowed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = {"configurable": {"assistant_id": "an-assistant"}}
    context = Context(turns=1, seats=ECHO)
    monkeypatch.chdir(folder)  # where a server keeps memories
    with pytest.raises(MMAgentsError, match=NOT_ALLOWED):
        graph.invoke({"scenario": "mini", "seed": 1}, config, context=context)
    assert not imported()
    monkeypatch.setenv("MMAGENTS_ALLOW_PLAYERS", "other:Name, table_talk:Echo")
    assert graph.invoke({"scenario": "mini", "seed": 1}, config, context=context)["ended"]


@pytest.mark.parametrize("fields", [{"seats": ECHO}, {"floor.read_by": "python:table_talk:Silent"}])
async def test_a_saved_games_file_names_no_code_that_was_not_allowed(
    folder: Path, fields: dict[str, object]
) -> None:
    with SavedGame.open(_game(folder, **fields)) as game:
        with pytest.raises(MMAgentsError, match="was not allowed"):
            [event async for event in go_on(game)]
        with pytest.raises(MMAgentsError, match="was not allowed"):
            await branch(game, 1, folder / "fork")
        assert await history_of(game) == []
    assert not imported()
    assert not (folder / "fork").exists()


async def test_a_game_that_a_program_begins_with_code_of_its_own_goes_on(folder: Path) -> None:
    with begin(folder / "game", "mini", 1, Context(turns=2, seats=ECHO)) as game:
        [event async for event in go_on(game)]
        assert len(await history_of(game)) == 2


def test_a_grid_names_no_code_that_was_not_allowed(folder: Path) -> None:
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss"], conversations=1, seats=ECHO)
    with pytest.raises(MMAgentsError, match=NOT_ALLOWED):
        begin_experiment(grid, folder / "e")
    assert not imported()
    assert not (folder / "e").exists()


def test_an_installed_player_is_seated_by_its_own_name_everywhere(folder: Path) -> None:
    about = folder / "table_talk-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: table-talk\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[mmagents.players]\necho = table_talk:Echo\n")
    for spec in ("echo", "python:table_talk:Echo"):
        context = choice_of({"story": "mini", "seat-petra": spec}, {})[2]
        assert type(context.player("petra")).__name__ == "Echo"


def test_the_command_line_allows_what_it_names_and_a_tampered_file_is_refused(folder: Path) -> None:
    env = {key: value for key, value in os.environ.items() if key != own_code.ALLOWED}
    mmagents = partial(run, folder, env=env)
    played = mmagents(
        "play", "mini", "--phase", "discussion", "--turns", 2, "--seed", 1, "--json",
        "--seat", "petra=python:table_talk:Echo", "--analyst", "python:table_talk:Silent",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "This is petra in turn" in played.stdout
    game = _game(folder, seats=ECHO)
    refused = mmagents("resume", game)
    assert refused.returncode == 2
    assert NOT_ALLOWED in refused.stderr
    assert "Traceback" not in refused.stderr
    assert mmagents("resume", game, "--allow-player", "table_talk:Echo").returncode == 0

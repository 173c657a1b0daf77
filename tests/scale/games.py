"""Games that the tests play, keep and compare."""

from pathlib import Path

from mmagents.nodes.context import Context
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.servers.addresses import Servers

STORY, SEED = "halcyon-light", 7


def begun(folder: Path, servers: Servers | None = None, turns: int = 4) -> SavedGame:
    return begin(folder, STORY, SEED, Context(turns=turns), servers)


async def play_on(game: SavedGame, turns: int | None = None) -> bytes:
    """Play on to the end, or let go after so many turns; return the record of the game."""
    played = 0
    events = games.go_on(game)
    async for event in events:
        played += event.row is not None
        if turns is not None and played >= turns:
            break
    await events.aclose()  # type: ignore[attr-defined]  # it is a generator
    games.put_away(game)
    return game.transcript.read_bytes()


async def played(
    folder: Path, servers: Servers | None = None, turns: int = 4, stop: int | None = None
) -> bytes:
    with begun(folder, servers, turns) as game:
        return await play_on(game, stop)


async def gone_on(folder: Path) -> bytes:
    with SavedGame.open(folder) as game:
        return await play_on(game)

"""Remove a saved game's folder: what a game writes there, and nothing else."""

from __future__ import annotations

import shutil

from mmagents.saved.saved_game import SavedGame
from mmagents.stores.disk import HALF_WRITTEN, SavedGameError, friendly_disk_errors, refuse_links

WRITTEN = (
    "game.json", "scenario.yaml", "checkpoints.sqlite", "transcript.", "accounts.json",
    "outcome.json", "table.json", ".owner",
)  # fmt: skip
"""What the names of a game's files begin with; game.json is removed last."""


def remove(saved: SavedGame) -> None:
    """Remove all that a game keeps in its folder, then the folder; it is closed then.

    Raises:
        SavedGameError: if the folder holds anything else; that is left there.
    """
    folder = saved.path
    with friendly_disk_errors(folder):
        refuse_links(folder)
        if (folder / "memory").is_dir():
            shutil.rmtree(folder / "memory")
        for name in (one.name for one in sorted(folder.iterdir(), reverse=True)):
            if name.startswith(WRITTEN[1:]) or HALF_WRITTEN.fullmatch(name):
                (folder / name).unlink()
        (folder / "game.json").unlink()
        saved.close()
        (folder / ".lock").unlink(missing_ok=True)
        left = min((one.name for one in folder.iterdir()), default="")
        if not left:
            folder.rmdir()
            return
    raise SavedGameError(
        f"The game in {folder} is deleted. The folder holds what no game wrote there ({left}), "
        "and is left."
    )

"""Files of an export, all or none: nothing that is there is written over."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from mmagents.scenarios.errors import MMAgentsError


def write_file(path: Path, text: str) -> None:
    """Write a new file, in UTF-8.

    Raises:
        MMAgentsError: if it is there already, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise MMAgentsError(
            f"{path} is there already. Name a file that is not, with --out."
        ) from None
    except OSError as error:
        raise MMAgentsError(f"{path} cannot be written: {error.strerror or error}.") from error


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a new folder, or into one that is empty; they come to be all at once.

    Args:
        folder: where.
        files: by name, their content.

    Raises:
        MMAgentsError: if the folder holds something, or cannot be written.
    """
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise MMAgentsError(f"{folder} is there already. Name a new folder with --out.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".export-") as beside:
            made = Path(beside) / "made"
            made.mkdir()
            for name, text in files.items():
                (made / name).write_text(text, encoding="utf-8", newline="")
            made.replace(folder)
    except OSError as error:
        raise MMAgentsError(f"{folder} cannot be written: {error.strerror or error}.") from error

"""What a client of a served graph may ask for, and what the operator opens by a setting.

A client chooses the story, the seats and the models of a game. It must not choose files to read or
write on the server's machine, nor addresses that the server calls. Each of these is refused, unless
the operator named a folder (or a list) for it in the environment.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.models.client.trust import TRUSTED, may_have_key, servers_in
from mmagents.nodes.context import Context
from mmagents.nodes.settings import GROUPS, dotted, nested
from mmagents.players.open import SCRIPTED, as_strategist
from mmagents.scenarios.loader import SHIPPED
from mmagents.stores.servers.chroma_server import is_server


class NotServedError(MMAgentsError, ValueError):
    """What a client may not ask for. A LangGraph server shows clients the words of a ValueError."""


OPENS: Mapping[str, str] = {
    "a story's file": "MMAGENTS_SERVED_STORIES",
    "a folder of prompts": "MMAGENTS_SERVED_PROMPTS",
    "a file of lines": "MMAGENTS_SERVED_SCRIPTS",
    "a cache": "MMAGENTS_SERVED_CACHES",
    "a folder for memories": "MMAGENTS_SERVED_MEMORIES",
    "a model on the disk": "MMAGENTS_SERVED_MODELS",
}
"""By what a client may name: the variable that opens it, with the folder in which it must lie."""
MEMORY = "MMAGENTS_MEMORY"
"""The variable with which the operator keeps the memories of all served games on a Chroma server,
or in a folder: http://HOST:PORT, or a path."""
LOADED_HERE = ("huggingface:",)
"""What the names of models begin with that are read from a folder or downloaded, and run here."""


def check_served(context: Context, scenario: str) -> None:
    """Make sure that a client names nothing that the operator has not opened.

    Args:
        context: the run, as the client gave it.
        scenario: the story, as the client gave it.

    Raises:
        NotServedError: for the first thing that is not open; nothing has been read or called.
    """
    if is_server(context.memory.path) and context.memory.path != os.getenv(MEMORY):
        raise NotServedError(
            "A client of this server may not name a server for memories. Whoever runs the server "
            f"can keep all memories on one with {MEMORY}=http://HOST:PORT in its environment."
        )
    for story in (context.evening.story_file, scenario):
        if story and story not in SHIPPED:
            _check_open("a story's file", story)
    for what, path in files_named(context.model_dump()):
        _check_open(what, path)
    for server in servers_in(context.model_dump(mode="json", exclude={"memory": {"path"}})):
        if not may_have_key(server):
            raise NotServedError(
                f"A client of this server may not have it call {server}. Whoever runs the server "
                f"can open that address with {TRUSTED}={server} in its environment."
            )


def check_not_dotted(given: Mapping[str, Any]) -> None:
    """Make sure that no field of a group is named with a dot.

    Args:
        given: a client's context, as the server mirrors it in the configuration of a run.

    Raises:
        NotServedError: for the first that is, saying how it is given.
    """
    for name, value in given.items():
        group, dot, field = name.partition(".")
        if dot and group in GROUPS:
            shown = json.dumps({group: {field: value}}, default=str)[:200]
            raise NotServedError(f"A LangGraph server drops {name[:80]!r}. Give {shown} instead.")


def _check_open(what: str, path: str) -> None:
    folder = os.getenv(OPENS[what])
    if not folder or not _inside(Path(path), Path(folder)):
        raise NotServedError(
            f"A client of this server may not name {what}. Whoever runs the server can open a "
            f"folder for it with {OPENS[what]}=DIR in its environment."
        )


def files_named(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every file and folder that the fields of a context name, and what it stands for."""
    fields = dotted(nested(fields))
    named = {
        "a folder of prompts": fields.get("models.prompts"),
        "a cache": fields.get("models.cache"),
        "a folder for memories": fields.get("memory.path"),
    }
    yield from ((what, path) for what, path in named.items() if path and not is_server(path))
    players = [as_strategist(spec)[1] for spec in fields.get("seats", {}).values()]
    alone = (
        fields.get(one) for one in ("model", "models.strong", "models.cheap", "memory.embeddings")
    )
    for spec in filter(None, (*players, *fields.get("models.tasks", {}).values(), *alone)):
        if spec.startswith(SCRIPTED):
            yield "a file of lines", spec.removeprefix(SCRIPTED)
        if spec.startswith(LOADED_HERE):
            yield "a model on the disk", spec.partition(":")[2]


def _inside(path: Path, folder: Path) -> bool:
    """Tell whether a path lies in a folder, links followed."""
    return path.resolve().is_relative_to(folder.resolve())

"""Memories on a Chroma server: where those of a game are, and how they are deleted."""

from __future__ import annotations

from collections.abc import Iterable

from mmagents.stores.chroma import collection_name
from mmagents.stores.servers.chroma_server import Answering, open_server, place_on

TOGETHER = ""
"""In the place of a seat: the collection of what all seats heard."""


def placed(path: str, game: str) -> tuple[str, str]:
    """Return the address of a server, and the id that a game has there among all others."""
    address, name = place_on(path)
    return address, f"{name}, {game}"


def forget_on_server(path: str, game: str, seats: Iterable[str]) -> None:
    """Delete what a server keeps of a game; what is not there is passed over.

    Args:
        path: address and common name, as :meth:`LongTermMemory.open` takes them.
        game: id of the game.
        seats: ids of those who remembered.

    Raises:
        MemoryStoreError: if no server answers.
    """
    address, game = placed(path, game)
    store = open_server(address)
    with Answering(address):
        store.delete(collection_name(game, one) for one in (TOGETHER, *seats))

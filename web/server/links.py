"""The links to a table: one secret a seat, one for spectators; kept as digests, never in words.

A link can be read once, when it is made; a new one takes the place of the old. The file of a game
is readable by its owner alone.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from pathlib import Path
from typing import Any

from mmagents.saved.saved_game import is_own_game, read_json
from mmagents.stores.disk import friendly_disk_errors, write_whole
from mmagents.stores.ownership import is_own, marked

FILE = "table"
BYTES = 24
"""Of randomness in a link: 192 bits."""
SPECTATORS = ""
"""The seat of those who have none."""


def digest(secret: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def same(secret: str, kept: str) -> bool:
    """Tell whether a secret is the one kept, in a time that does not tell how much of it is."""
    return hmac.compare_digest(digest(secret), kept)


class Links:
    """The links of one game, and what the host has chosen for its table.

    `chosen` holds the table's own settings as plain JSON: pace, open_table, away, playing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        kept = read_json(path, FILE)
        mine = is_own(kept) and is_own_game(path)  # a sender knows links of its own, and of others
        own: dict[str, Any] = kept if kept and mine else {}
        self._digests: dict[str, str] = dict(own.get("links", {}))
        self.chosen: dict[str, Any] = dict(own.get("chosen", {}))

    def new(self, seat: str = SPECTATORS) -> str:
        """Return a new secret for a seat; the one before opens nothing any more."""
        secret = secrets.token_urlsafe(BYTES)
        self._digests[seat] = digest(secret)
        self._write()
        return secret

    def revoke(self, seat: str = SPECTATORS) -> None:
        """Let nobody in by the link of a seat."""
        self._digests.pop(seat, None)
        self._write()

    def given(self, seat: str = SPECTATORS) -> bool:
        """Tell whether there is a link for a seat."""
        return seat in self._digests

    def opens(self, secret: str) -> str | None:
        """Return the seat that a secret opens ("" for the spectators'), or None for nothing.

        All are compared, so that the time it takes says nothing either.
        """
        found = [seat for seat, kept in self._digests.items() if same(secret, kept)]
        return found[0] if found else None

    def choose(self, **chosen: Any) -> None:
        """Keep what the host has chosen."""
        self.chosen |= chosen
        self._write()

    def _write(self) -> None:
        with friendly_disk_errors(self._path):
            content = json.dumps(marked({"links": self._digests, "chosen": self.chosen}), indent=2)
            write_whole(self._path / f"{FILE}.json", content.encode(), mode=0o600)

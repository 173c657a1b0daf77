"""Whose a file is: what this user wrote carries a mark that nobody else can make.

The mark is a keyed digest of all that the file says, so that a file which somebody changed is not
one's own any more. The key lies in the user's own folder for state, outside all games: a game may
be moved and copied, and stays one's own. Where no key can be kept, everything is somebody else's.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mmagents.stores.disk import linked, write_whole
from mmagents.stores.servers.addresses import SERVERS, of_others

MARK = "mark"
BYTES = 32


def marked(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a file with this user's mark, if one can be made."""
    key = _key()
    return {**fields, **({MARK: _mark(key, fields)} if key else {})}


def is_own(fields: Mapping[str, Any] | None) -> bool:
    """Tell whether this user wrote a file with these fields, on this machine."""
    mark, key = (fields or {}).get(MARK), _key()
    return bool(key and fields and isinstance(mark, str)) and hmac.compare_digest(
        str(mark).encode("utf-8", "replace"), _mark(key, fields or {}).encode()
    )


def taken_from(meta: dict[str, Any]) -> bool:
    """Take the mark from the meta of a saved game, and return whether it was this user's own.

    From somebody else's is taken as well what it says of this machine and goes on without: a cache,
    a server of memories, and how a database is asked. What else it names is asked about before the
    game is played on.
    """
    own = is_own(meta)
    meta.pop(MARK, None)
    if not own and meta.get("context"):
        meta["context"].get("models", {}).pop("cache", None)
        meta["context"].pop("models.cache", None)
    if not own and meta.get(SERVERS):
        meta[SERVERS].pop("memory", None)
        if "checkpoints" in meta[SERVERS]:
            meta[SERVERS]["checkpoints"] = of_others(meta[SERVERS]["checkpoints"])
    return own


def _mark(key: bytes, fields: Mapping[str, Any]) -> str:
    said = {name: value for name, value in fields.items() if name != MARK}
    return hmac.new(key, json.dumps(said, sort_keys=True).encode(), hashlib.sha256).hexdigest()


def _key() -> bytes:
    """Return this user's key, which is made when it is first asked for; b"" if none can be kept."""
    try:
        state = Path(os.getenv("XDG_STATE_HOME") or Path.home() / ".local" / "state")
        key = state / "mmagents" / "key"
        if not key.exists():
            key.parent.mkdir(parents=True, exist_ok=True)
            fresh = key.with_name(secrets.token_hex(8))
            write_whole(fresh, secrets.token_bytes(BYTES), mode=0o600)
            linked(fresh, key)  # unlike a rename, it fails where another process was first
            fresh.unlink()
        kept = key.read_bytes()
    except (OSError, RuntimeError):  # a home that is not there, or not to be written in
        return b""
    return kept if len(kept) == BYTES else b""

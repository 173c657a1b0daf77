"""Names at the head of words ("Tobin: I did it."): one's own, and somebody else's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

_HEAD = re.compile(
    r"""^[\s*_\[(（【「<"“']{0,6}          # bold, brackets, quotation marks
        (?P<name>[^:：\]】」>\n]{1,60}?)
        [\s*_\])）】」>"”']{0,6}(?::(?!\d)|：)[\s*_]*""",
    re.VERBOSE,
)


def _folded(name: str) -> str:
    """Return a name as it is compared: one width, one case, no accents, no blanks or dots."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in apart if c.isalnum())


def _head(text: str, cast: Sequence[Mapping[str, Any]]) -> tuple[str, str, int]:
    """Return whose name stands at the head, as it stands there, and where the words begin."""
    match = _HEAD.match(text)
    if match is None:
        return "", "", 0
    wanted = _folded(re.sub(r"[(（][^)）]*[)）]?\s*$", "", match["name"]))
    for one in cast:
        names = {one["id"], one["name"], one["call"], *one["aliases"]}
        names |= {part for part in str(one["name"]).split() if len(part) > 2}
        if wanted and wanted in set(map(_folded, names)):
            return str(one["id"]), match["name"].strip(), match.end()
    return "", "", 0


def without_own_head(text: str, seat: str, cast: Sequence[Mapping[str, Any]]) -> str:
    """Return the words without the speaker's own name at their head."""
    owner, _, words_from = _head(text, cast)
    return text[words_from:].strip() if owner == seat else text


def other_head(text: str, seat: str, cast: Sequence[Mapping[str, Any]]) -> str:
    """Return the name at the head if it is somebody else's, else nothing."""
    owner, name, _ = _head(text, cast)
    return name if owner and owner != seat else ""

"""Labels before words, as in a play ("Tobin: I did it."): one's own, and somebody else's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

_LABEL = re.compile(
    r"""^[\s*_\[(（【「<"“']{0,6}          # bold, brackets, quotation marks
        (?P<name>[^:：\]】」>\n]{1,60}?)
        [\s*_\])）】」>"”']{0,6}(?::(?!\d)|：)[\s*_]*""",
    re.VERBOSE,
)


def _folded(name: str) -> str:
    """Return a name as it is compared: one width, one case, no accents, no blanks or dots."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in apart if c.isalnum())


def _labelled(text: str, cast: Sequence[Mapping[str, Any]]) -> tuple[str, str, int]:
    """Return whose label it is, as it is written, and where the words begin."""
    match = _LABEL.match(text)
    if match is None:
        return "", "", 0
    wanted = _folded(re.sub(r"[(（][^)）]*[)）]?\s*$", "", match["name"]))
    for one in cast:
        names = {one["id"], one["name"], one["call"], *one["aliases"]}
        names |= {part for part in str(one["name"]).split() if len(part) > 2}
        if wanted and wanted in set(map(_folded, names)):
            return str(one["id"]), match["name"].strip(), match.end()
    return "", "", 0


def without_own_label(text: str, seat: str, cast: Sequence[Mapping[str, Any]]) -> str:
    """Return the words without the speaker's own label."""
    owner, _, words_from = _labelled(text, cast)
    return text[words_from:].strip() if owner == seat else text


def label_of_another(text: str, seat: str, cast: Sequence[Mapping[str, Any]]) -> str:
    """Return the label if it is somebody else's, else nothing."""
    owner, name, _ = _labelled(text, cast)
    return name if owner and owner != seat else ""

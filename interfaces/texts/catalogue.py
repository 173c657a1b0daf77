"""What people read, by language: one folder a language, one TOML file a place where it is read.

`terms` holds the names that page and terminal share, `page` and `terminal` their own texts, `game`
the sentences that the game itself speaks. A language or a text that is missing reads the English.
A further language is a further folder.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ENGLISH = "en"
LONGEST_CODE = 8
"""Letters of a language's code; a file system refuses to be asked for much longer names."""


def read_language(folder: Path, language: str, name: str) -> Mapping[str, Any]:
    """Return what the file `name`.toml in a language's folder holds, empty where there is none."""
    file = folder / language / f"{name}.toml"
    if not language.isalnum() or len(language) > LONGEST_CODE or not file.is_file():
        return {}
    return tomllib.loads(file.read_text("utf-8"))


@cache
def texts_of(place: str, language: str) -> Mapping[str, str]:
    """Return the texts of a place in one language, by key; none where there is no such file.

    A text in a table of the file has a key of two parts: `phase.discussion`.
    """
    return dict(_flat(read_language(FOLDER, language, place)))


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield f"{above}{key}", value
        else:
            yield from _flat(value, f"{above}{key}.")


class Texts:
    """The texts of one place in all languages, after the terms that all places share."""

    def __init__(self, *places: str) -> None:
        self.places = places

    def __call__(self, language: str, key: str, /, **given: object) -> str:
        """Return a text; what is given is put in as it stands.

        Raises:
            KeyError: if there is no such text.
        """
        text = self.find(language, key)
        if text is None:
            raise KeyError(f"There is no text {key!r} in {' or '.join(self.places)}.toml.")
        return text.format(**given)

    def find(self, language: str, key: str) -> str | None:
        """Return a text as it stands in the file, in English where it is missing, or None."""
        found = (texts_of(place, one) for one in (language, ENGLISH) for place in self.places)
        return next((texts[key] for texts in found if key in texts), None)


page = Texts("page", "terms")
terminal = Texts("terminal", "terms")
game = Texts("game")
terms = Texts("terms")


def term(language: str, kind: str, code: str | None) -> str:
    """Return the name of a code of the record, such as a pair part; a strange code as it stands."""
    return terms.find(language, f"{kind}.{code}") or str(code or "")


def language_name(language: str) -> str:
    """Return what a language calls itself; its code where that is not known."""
    return texts_of("terms", language).get("language", language)


@cache
def page_languages() -> tuple[str, ...]:
    """Return the languages that the page speaks, English first."""
    found = {file.parent.name for file in FOLDER.glob("*/page.toml")}
    return (ENGLISH, *sorted(found - {ENGLISH}))

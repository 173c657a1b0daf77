"""People for the rules to read about."""

from typing import Any

from mmagents.interfaces.story import Person

BLANK = {"looks": "", "manner": "", "known": "", "seat": True, "style": "plain", "pronoun": ""}
BLANK |= {"talkativeness": 3, "politeness": "", "endings": ()}


def person(id_: str, name: str, call: str, role: str, *aliases: str, **given: Any) -> Person:
    return Person(**BLANK | {"id": id_, "name": name, "call": call, "role": role} | given,
                  aliases=aliases)  # fmt: skip


def cast_of(rows: Any) -> tuple[Person, ...]:
    """Return people as they are written down in a table."""
    return tuple(Person(**BLANK | row | {"aliases": tuple(row["aliases"])}) for row in rows)


CASTS = {
    "en": (
        person("mara", "Mara Quill", "Mara", "the cook"),
        person("ines", "Dr. Ines Valdar", "Ines", "the doctor", "Doctor"),
        person("tomas", "Tomas Reed", "Tomas", "the ferryman"),
    ),
    "ja": (
        person("mara", "マーラ・クイル", "マーラさん", "料理人"),
        person("ines", "イネス・ヴァルダー", "イネスさん", "医者", "先生"),
        person("tomas", "トマス・リード", "トマスさん", "渡し守"),
    ),
}

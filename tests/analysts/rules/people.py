"""People for the rules to read about."""

from mmagents.interfaces.story import Person


def person(id_: str, name: str, call: str, role: str, *aliases: str) -> Person:
    return Person(
        id_, name, call, aliases, role, "", "", "", True, "plain", 3, "", "", ()
    )  # fmt: skip

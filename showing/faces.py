"""Who sits at the table, as everybody sees them. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.table import Table

COLOURS = 8
"""How many colours the style sheet has for seats."""


@dataclass(frozen=True, slots=True)
class Face:
    """One seat: its id, full name, how the table calls it, role, and the number of its colour."""

    id: str
    name: str
    call: str
    role: str
    colour: int


@dataclass(frozen=True, slots=True)
class Faces:
    """All seats of a table in the order of the cast, and the language of the page."""

    seats: tuple[Face, ...]
    lang: str
    others: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, table: Table, lang: str) -> Faces:
        """Return the faces of a table."""
        people = table.public.seats()
        return cls(
            tuple(
                Face(one.id, one.name, one.call, one.role, place % COLOURS)
                for place, one in enumerate(people)
            ),
            lang,
            tuple((one.id, one.call) for one in table.public.cast if not one.seat),
        )

    def find(self, seat: str) -> Face | None:
        """Return the face of a seat, or None if nobody sits there by that name."""
        return next((face for face in self.seats if face.id == seat), None)

    def call(self, person: str) -> str:
        """Return how somebody is called; strangers by their id."""
        if person == EVERYONE:
            return say(self.lang, "everyone")
        face = self.find(person)
        return face.call if face else dict(self.others).get(person, person)

    def calls(self, people: list[str] | tuple[str, ...]) -> str:
        """Return several names, joined."""
        return say(self.lang, "comma").join(self.call(one) for one in people)

    def colour(self, person: str) -> str:
        """Return the colour of a seat, as CSS has it."""
        face = self.find(person)
        return f"var(--s{face.colour})" if face else "var(--dim)"

"""Who takes part in a group chat: members by name, and whoever else speaks there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
from mmagents.scenarios.plain import plain_name

if TYPE_CHECKING:
    from mmagents.interfaces.story import Person

SOMEBODY = "somebody"
"""Who speaks without a name, or with one that stands for all."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody to whom turns are given.

    Attributes:
        name: as it stands in the messages.
        aliases: other words that they are called by.
        role: what they do, in a few words: "the critic". They may be called by it too.
        person: whether a human speaks there: what a person says ends a run of agents' messages.
    """

    name: str
    aliases: tuple[str, ...] = ()
    role: str = ""
    person: bool = False


class Members:
    """The members of one chat, in order."""

    def __init__(self, members: Iterable[Member | str]) -> None:
        """Take members as records or bare names.

        Raises:
            MMAgentsError: if there are none, one has no name, or two have the same.
        """
        if isinstance(members, str):
            raise MMAgentsError(f"Members are a list of names, not one text: [{members!r}].")
        found = tuple(_member(one) for one in members)
        if not found:
            raise MMAgentsError("A group chat needs members: name one at least.")
        self.by_name: Mapping[str, Member] = {one.name: one for one in found}
        self.names = tuple(self.by_name)
        self._spelt: dict[str, str] = {}
        for one in found:
            key = one.name.casefold()
            if key in self._spelt:
                raise MMAgentsError(f"Two members are called {one.name!r}. Give each its own name.")
            self._spelt[key] = one.name
        for one in found:
            for alias in one.aliases:
                self._spelt.setdefault(alias.casefold(), one.name)
        self.people = frozenset(one.name for one in found if one.person)

    @cached_property
    def cast(self) -> tuple[Person, ...]:
        """The members as a cast of whom nothing is known but names and roles."""
        from mmagents.interfaces.story import Person

        members = self.by_name.values()
        return tuple(Person(m.name, m.name, m.name, m.aliases, m.role) for m in members)

    def check(self, name: str) -> str:
        """Return the name of a member.

        Raises:
            MMAgentsError: if nobody is called so.
        """
        if name not in self.by_name:
            raise MMAgentsError(f"No member is called {name!r}. There is: {', '.join(self.names)}.")
        return name

    def there(self, given: Sequence[str] | None) -> tuple[str, ...]:
        """Return the names of those who are there, in order; all where none are given."""
        if given is None:
            return self.names
        there = {self.check(name) for name in given}
        return tuple(name for name in self.names if name in there)

    def who(self, name: str) -> str:
        """Return who speaks under a name: a member in any spelling, else whoever it is."""
        known = self._spelt.get(name.strip().casefold())
        if known is not None:
            return known
        bare = plain_name(name)
        return bare if bare and bare.casefold() != EVERYONE else SOMEBODY

    def cast_with(self, guests: Iterable[str]) -> tuple[Person, ...]:
        """Return all who may be named: the members, and others who spoke and have no seat."""
        return _cast(self.cast, tuple(sorted(guests)))


@lru_cache(maxsize=256)
def _cast(members: tuple[Person, ...], guests: tuple[str, ...]) -> tuple[Person, ...]:
    from mmagents.interfaces.story import Person

    return (*members, *(Person(one, one, one, seat=False) for one in guests))


def _member(given: Member | str) -> Member:
    one = Member(given) if isinstance(given, str) else given
    if not isinstance(one, Member):
        raise MMAgentsError(f"A member is a name or a Member, not {given!r}.")
    name = one.name.strip()
    if not name:
        raise MMAgentsError("A member has no name. Give each a name that is not blank.")
    if " ".join(name.split()) != plain_name(name):
        raise MMAgentsError(
            f"No member can be called {name[:100]!r}, which could pass for more than a name in a "
            f"prompt. Call them {plain_name(name) or 'something'!r}, for instance."
        )
    if name.casefold() == EVERYONE:
        raise MMAgentsError(f"No member can be called {one.name!r}, which stands for all.")
    return Member(name, tuple(a for a in one.aliases if a.strip()), one.role, one.person)

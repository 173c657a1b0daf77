"""What ways of taking turns mean for a run's context: their settings, and what goes together.

A way registers itself here (:mod:`mmagents.nodes.middleware`), so that a context can be checked
though it imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

from mmagents.floor import conditions


class Registered(NamedTuple):
    """What a way of taking turns says of itself.

    Attributes:
        about: one sentence: what it does.
        settings: the fields of a run that switch it on; None for one that is shipped, whose fields
            stand in the context.
        incompatible: given a context, what does not go with it, if it is on.
    """

    about: str
    settings: type[BaseModel] | None
    incompatible: Callable[[Any], Iterator[str]]


REGISTERED: dict[str, Registered] = {}
"""By name, the ways of taking turns."""


def own_settings(given: Mapping[str, Any]) -> dict[str, BaseModel]:
    """Return the settings of ways of taking turns that are not shipped, by name.

    Raises:
        ValueError: if there is no such way, or its settings are wrong.
    """
    found: dict[str, BaseModel] = {}
    for name, settings in given.items():
        way = REGISTERED.get(name)
        if way is None or way.settings is None:
            known = ", ".join(own_ways()) or "none yet"
            raise ValueError(
                f"there is no way of taking turns {name!r} of your own; there is {known}. One is "
                "there after the module that registers it: mmagents --load MODULE"
            )
        plain = settings.model_dump() if isinstance(settings, BaseModel) else settings
        if unknown := sorted(set(plain) - set(way.settings.model_fields)):
            fields = ", ".join(way.settings.model_fields)
            raise ValueError(f"{name} has no field {unknown[0]!r}; it has {fields}")
        found[name] = way.settings.model_validate(plain)
    return found


def own_ways() -> dict[str, Registered]:
    """Return the ways of taking turns that are not shipped, by name."""
    return {name: way for name, way in REGISTERED.items() if way.settings is not None}


def schema_of_ways(schema: dict[str, Any]) -> None:
    """Put the settings of ways of taking turns that are not shipped into a schema."""
    schema["properties"] = {
        name: {**way.settings.model_json_schema(), "description": way.about}
        for name, way in own_ways().items()
        if way.settings is not None
    }


def at_odds(context: Any) -> str | None:
    """Return what is wrong with the fields of a context taken together, or None."""
    clashes = _of_stages(context) if context.evening.protocol == "agentgroupchat" else iter(())
    ways = (one for way in REGISTERED.values() for one in way.incompatible(context))
    return next(clashes, None) or next(ways, None)


def _of_stages(context: Any) -> Iterator[str]:
    """Yield what does not go with the stages of AgentGroupChat."""
    wrongs = (
        (context.evening.kind != "whole", "is a whole evening; leave out `evening`, or --phase"),
        (context.condition != conditions.DEFAULT, "gives the turns itself; leave out `condition`"),
        (context.repair is not None, "screens nothing; leave out `repair`"),
        (context.pace.kind != "paper", "has nobody bid; leave out `pace`"),
    )
    for wrong, why in wrongs:
        if wrong:
            yield f"protocol agentgroupchat {why}, or take protocol hybrid"

"""Code of the user's own, by name: which of it may be imported, and importing it.

`python:MODULE:NAME` names an object, or a class or function that makes one without arguments. An
installed package may offer objects under names of their own, as entry points. Importing a module
runs it, so naming one is for whoever starts the program: what stands in a file, or comes from the
page or from a client of a server, must have been allowed at the start. The environment holds what
was, so that worker processes have it too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from inspect import iscoroutinefunction
from typing import Any, Literal

from mmagents.errors import MMAgentsError

PYTHON = "python:"
ALLOWED = "MMAGENTS_ALLOW_PLAYERS"
"""The variable that lists what may be imported: MODULE:NAME, with commas between."""
LOADED = "MMAGENTS_LOADED"
"""The variable that lists the modules loaded at the start, for worker processes."""
EXTENSIONS = "mmagents.extensions"
"""Entry points that are imported at the start, so that they can register what is theirs."""
Kind = Literal["player", "analyst"]
NEEDS: Mapping[Kind, tuple[str, ...]] = {
    "player": ("think", "speak"),
    "analyst": ("normalize", "detect"),
}
"""What is asked of each kind; each an `async def`."""
_PLACE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def allow(places: Iterable[str]) -> None:
    """Let code be imported from now on.

    Args:
        places: MODULE:NAME each; python:MODULE:NAME will do.

    Raises:
        MMAgentsError: if one is not written so.
    """
    given = [place.removeprefix(PYTHON) for place in places]
    for place in given:
        _check_written(place)
    if given:
        os.environ[ALLOWED] = ",".join(dict.fromkeys([*_listed(ALLOWED), *given]))


def check_allowed(specs: Iterable[str | None], kind: Kind) -> None:
    """Make sure that all code that is named was allowed; nothing is imported.

    Raises:
        MMAgentsError: for the first that was not.
    """
    for place in named(specs, kind):
        if place not in (*_listed(ALLOWED), *offered(kind).values()):
            raise MMAgentsError(
                f"{PYTHON}{place} was not allowed when the program was started, so it was not "
                f"imported. If you trust it, start with --allow-player {place}, or with "
                f"{ALLOWED}={place} in the environment."
            )


def named(specs: Iterable[str | None], kind: Kind) -> list[str]:
    """Return MODULE:NAME of all code among what is named."""
    places = (place_of(spec, kind) for spec in specs if spec)
    return [place for place in places if place is not None]


def place_of(spec: str, kind: Kind) -> str | None:
    """Return MODULE:NAME of the code that a name stands for, or None if it stands for none."""
    if spec.startswith(PYTHON):
        return spec.removeprefix(PYTHON)
    return None if ":" in spec else offered(kind).get(spec)


@cache
def offered(kind: Kind) -> Mapping[str, str]:
    """Return what installed packages offer, MODULE:NAME by name."""
    return {one.name: f"{one.module}:{one.attr}" for one in entry_points(group=f"mmagents.{kind}s")}


@cache
def opened(place: str, kind: Kind) -> Any:
    """Return the player or analyst that MODULE:NAME names; the same one while the process lives.

    Raises:
        MMAgentsError: if there is no such module or name, or it is none.
    """
    _check_written(place)
    module, _, name = place.partition(":")
    found: Any = imported(module)
    for step in name.split("."):
        if not hasattr(found, step):
            there = ", ".join(one for one in dir(found) if not one.startswith("_")) or "nothing"
            raise MMAgentsError(f"{module} has no {name}. It has: {there}.")
        found = getattr(found, step)
    needs = NEEDS[kind]
    if isinstance(found, type) or not all(hasattr(found, one) for one in needs):
        found = _made(found, place)
    _check(found, place, kind)
    return found


def _made(maker: Any, place: str) -> Any:
    if not callable(maker):
        return maker
    try:
        return maker()
    except Exception as error:  # somebody else's code: whatever it raises is theirs to read
        why = f"{type(error).__name__}: {error}"
        raise MMAgentsError(f"{place} cannot be made, which takes no arguments: {why}.") from error


def _check(found: Any, place: str, kind: Kind) -> None:
    for need in NEEDS[kind]:
        method = getattr(found, need, None)
        if method is None:
            raise MMAgentsError(
                f"{place} has no `{need}`. A {kind} has {' and '.join(NEEDS[kind])}; see "
                f"mmagents.interfaces.{kind}."
            )
        if not iscoroutinefunction(method):
            raise MMAgentsError(
                f"`{need}` of {place} must be `async def`, so that other seats need not wait."
            )


def _check_written(place: str) -> None:
    if not _PLACE.fullmatch(place):
        raise MMAgentsError(
            f"Code is named as MODULE:NAME, such as my_module:MyPlayer; it was {place!r}."
        )


def imported(module: str) -> Any:
    """Import a module of the user's own.

    Raises:
        MMAgentsError: if there is none, or it cannot be imported.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            raise MMAgentsError(
                f"There is no module {module}. Start in the folder that it lies in, or install it."
            ) from None
        raise _broken(module, error) from error
    except Exception as error:  # somebody else's code: whatever it raises is theirs to read
        raise _broken(module, error) from error


def _broken(module: str, error: Exception) -> MMAgentsError:
    return MMAgentsError(f"{module} cannot be imported: {type(error).__name__}: {error}.")


def load(modules: Iterable[str]) -> None:
    """Import modules that register what is theirs, here and in every worker process.

    Raises:
        MMAgentsError: if one cannot be imported.
    """
    for module in modules:
        imported(module)
        os.environ[LOADED] = ",".join(dict.fromkeys([*_listed(LOADED), module]))


def loaded() -> list[str]:
    """Return the modules loaded at the start."""
    return _listed(LOADED)


def load_again() -> None:
    """Import in a worker process what was loaded at the start."""
    load(loaded())


@cache
def load_installed() -> None:
    """Import the extensions of installed packages.

    Raises:
        MMAgentsError: if one cannot be imported.
    """
    for one in entry_points(group=EXTENSIONS):
        imported(one.module)


def _listed(variable: str) -> list[str]:
    return [one.strip() for one in os.environ.get(variable, "").split(",") if one.strip()]

"""Talk among several AI agents that takes turns the way people do.

`from mmagents import Context` and `from mmagents.graph import graph` are all that a game needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mmagents.nodes.context import Context

    __version__: str

__all__ = ["Context", "__version__"]


def __getattr__(name: str) -> Any:
    """Load what is asked for, so that importing `mmagents` alone costs nothing."""
    if name == "Context":
        from mmagents.nodes.context import Context

        return Context
    if name == "__version__":
        from importlib.metadata import version

        return version("mmagents")
    raise AttributeError(f"module 'mmagents' has no attribute {name!r}")

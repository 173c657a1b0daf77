"""The graph: `from mmagents.graph import graph, builder`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mmagents.graph.build import builder, graph

__all__ = ["builder", "graph"]


def __getattr__(name: str) -> Any:
    """Wire the graph when it is first asked for."""
    if name in __all__:
        from mmagents.graph import build

        return getattr(build, name)
    raise AttributeError(f"module 'mmagents.graph' has no attribute {name!r}")

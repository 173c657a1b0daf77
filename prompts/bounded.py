"""Templates that end: a bound on how much work one rendering may do.

A template may come from a folder of somebody's own. Loops within loops, or macros that call
themselves, would otherwise hold the game for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import wraps
from typing import Any

from jinja2 import TemplateRuntimeError, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

MOST_STEPS = 200_000
"""Steps of loops and calls of one rendering; the shipped prompts take a few hundred."""
LONGEST_TEXT = 2_000_000
"""Characters that a multiplication or a format may make of a text."""
WIDEST = 1_000
_left: ContextVar[int] = ContextVar("steps left", default=MOST_STEPS)


class TooMuchWorkError(TemplateRuntimeError):
    """A template that would run for too long."""


def _take(steps: int = 1) -> None:
    left = _left.get() - steps
    _left.set(left)
    if left < 0:
        raise TooMuchWorkError(f"it takes more than {MOST_STEPS:,} steps of loops and calls")


def counted(values: Iterable[Any]) -> Iterator[Any]:
    """Yield values as a loop takes them, one step each."""
    for value in values:
        _take()
        yield value


def _narrow(made: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that takes no number larger than a page is wide."""

    @wraps(made)
    def narrow(*given: Any, **named: Any) -> Any:
        if any(isinstance(one, int) and one > WIDEST for one in (*given, *named.values())):
            raise TooMuchWorkError(f"it asks for a width above {WIDEST}")
        return made(*given, **named)

    return narrow


class BoundedEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, with a count of steps: what a template says cannot hold the game."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters["_counted"] = counted
        for name in ("center", "indent", "batch", "slice", "wordwrap"):
            self.filters[name] = _narrow(self.filters[name])
        del self.filters["format"]  # it pads to any width

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "_counted", [], [], None, None, lineno=loop.lineno)
        return tree

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template names after a dot: of a plain table, the entry, without a search.

        That is what most names of a prompt are.
        """
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a macro, a function or a method of a text: one step."""
        _take()
        wide = any(isinstance(one, int) and one > WIDEST for one in (*args, *kwargs.values()))
        if wide and isinstance(getattr(obj, "__self__", None), str):
            raise TooMuchWorkError(f"it asks for a width above {WIDEST}")
        return super().call(context, obj, *args, **kwargs)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Refuse the format of a text, which pads to any width."""
        if super().wrap_str_format(value) is not None:
            raise TooMuchWorkError("it calls format, which pads to any width")
        return None

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Multiply or format, unless what comes of it would be too large."""
        sizes = [len(one) for one in (left, right) if isinstance(one, str | list | tuple)]
        counts = [one for one in (left, right) if isinstance(one, int)]
        if operator == "*" and sizes and counts and max(sizes) * max(counts) > LONGEST_TEXT:
            raise TooMuchWorkError("it makes a text that is too long")
        if operator == "**" and any(abs(one) > 1_000 for one in counts):
            raise TooMuchWorkError("it raises to a power that is too large")
        if operator == "%" and isinstance(left, str):
            raise TooMuchWorkError("it formats with %; use {{ … }} instead")
        return super().call_binop(context, operator, left, right)


def fresh_steps() -> None:
    """Begin a rendering with all its steps."""
    _left.set(MOST_STEPS)

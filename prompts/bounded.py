"""Templates that end: a bound on how much work one rendering may do.

A template may come from a folder of somebody's own. Loops within loops, or macros that call
themselves, would otherwise hold the game for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import wraps
from math import prod
from typing import Any

from jinja2 import TemplateRuntimeError, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

MOST_STEPS = 200_000
"""Steps of loops and calls of one rendering; the shipped prompts take a few hundred."""
LONGEST_TEXT = 2_000_000
"""Characters of a text, or entries of a list, that a template may make; prompts have thousands."""
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


def _fits(size: int) -> None:
    if size > LONGEST_TEXT:
        raise TooMuchWorkError("it makes a text that is too long")


def _size(*values: Any) -> int:
    """Return the characters and entries of values, with all that lists and tables hold."""
    size, inside = 0, list(values)
    while inside:
        one = inside.pop()
        size += 1 + (len(one) if isinstance(one, str) else 0)
        _fits(size)
        if isinstance(one, Mapping):
            inside += one.values()
        elif isinstance(one, list | tuple):
            inside += one
    _take(size // 1_000)
    return size


def _held(value: Any) -> Any:
    """Return a list or a table that a template wrote, unless it holds too much."""
    _size(value)
    return value


def concat(parts: Iterable[str]) -> str:
    """Return texts as one, unless it would be too long."""
    held, size = [], 0
    for part in parts:
        size += len(part)
        _fits(size)
        held.append(part)
    return "".join(held)


def _joined(*parts: Any) -> str:
    return concat(map(str, _held(parts)))


def _short(made: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that writes a text into another no more often than there is room for."""

    @wraps(made)
    def short(*given: Any, **named: Any) -> Any:
        texts = [one for one in (*given, *named.values()) if isinstance(one, Sequence | Mapping)]
        _fits(prod(sorted(map(_size, texts))[-2:]))
        return made(*given, **named)

    return short


def _narrow(made: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that takes no number larger than a page is wide."""

    @wraps(made)
    def narrow(*given: Any, **named: Any) -> Any:
        if any(isinstance(one, int) and one > WIDEST for one in (*given, *named.values())):
            raise TooMuchWorkError(f"it asks for a width above {WIDEST}")
        return made(*given, **named)

    return narrow


def _counting(tree: nodes.Template) -> nodes.Template:
    """Return a template whose loops, joins (`a ~ b`), lists and tables are counted."""

    def through(name: str, one: Any, *more: Any) -> nodes.Filter:
        return nodes.Filter(one, name, list(more), [], None, None, lineno=one.lineno)

    class Counting(NodeTransformer):
        def visit_For(self, node: nodes.For) -> nodes.Node:
            self.generic_visit(node)
            node.iter = through("_counted", node.iter)
            return node

        def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
            self.generic_visit(node)
            return through("_joined", *node.nodes)

        def visit_List(self, node: nodes.Literal) -> nodes.Node:
            self.generic_visit(node)
            stored = getattr(node, "ctx", "load") != "load"  # the names that a loop sets
            return node if stored else through("_held", node)

        visit_Tuple = visit_Dict = visit_List

    found: nodes.Template = Counting().visit(tree)
    return found


class BoundedEnvironment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, with a count of steps: what a template says cannot hold the game."""

    intercepted_binops = frozenset({"*", "**", "%", "+"})
    concat = staticmethod(concat)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters |= {"_counted": counted, "_joined": _joined, "_held": _held}
        self.globals.pop("lipsum")
        for name in ("replace", "join", "indent", "wordwrap", "truncate", "urlize", "xmlattr"):
            self.filters[name] = _short(self.filters[name])
        for name in ("center", "indent", "batch", "slice", "wordwrap"):
            self.filters[name] = _narrow(self.filters[name])
        del self.filters["format"]  # it pads to any width

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return _counting(super()._parse(source, name, filename))

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
        text = getattr(obj, "__self__", None)
        if isinstance(text, str):
            _fits(len(text) * _size(*args))
        else:
            _size(*args, *kwargs.values())
        return super().call(context, obj, *args, **kwargs)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Refuse the format of a text, which pads to any width."""
        if super().wrap_str_format(value) is not None:
            raise TooMuchWorkError("it calls format, which pads to any width")
        return None

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Multiply or format, unless what comes of it would be too large."""
        sizes = [_size(one) for one in (left, right) if isinstance(one, str | list | tuple)]
        counts = [one for one in (left, right) if isinstance(one, int)]
        if operator == "*" and sizes and counts:
            _fits(max(sizes) * max(counts))
        if operator == "+":
            _fits(sum(sizes))
        if operator == "*" and len(counts) == 2 and sum(map(int.bit_length, counts)) > WIDEST:
            raise TooMuchWorkError("it makes a number that is too large")
        if operator == "**" and any(abs(one) > WIDEST for one in counts):
            raise TooMuchWorkError("it raises to a power that is too large")
        if operator == "%" and isinstance(left, str):
            raise TooMuchWorkError("it formats with %; use {{ … }} instead")
        return super().call_binop(context, operator, left, right)


def fresh_steps() -> None:
    """Begin a rendering with all its steps."""
    _left.set(MOST_STEPS)

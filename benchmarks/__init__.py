"""What the project does, measured: `python -m benchmarks NAME`. What several benchmarks share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


def given(arguments: Sequence[str] | None, doc: str | None, **options: Any) -> argparse.Namespace:
    """Return the options of a benchmark; the default of each says of what type it is.

    Args:
        arguments: of the command.
        doc: of the benchmark's module, for --help.
        options: by name the default; a list takes several values.
    """
    parser = argparse.ArgumentParser(description=doc)
    for name, default in options.items():
        several = isinstance(default, list)
        kind = type(default[0] if several else default)
        parser.add_argument(f"--{name}", type=kind, default=default, nargs="+" if several else None)
    return parser.parse_args(arguments)


def refuse(why: str) -> NoReturn:
    """End with one line that says what is wrong with what was given, and exit code 2."""
    print(why, file=sys.stderr)
    sys.exit(2)


def show(*cells: object) -> None:
    """Print a row of a Markdown table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def head(*titles: str) -> None:
    """Print the head of a Markdown table."""
    show(*titles)
    print("|" + "---|" * len(titles), flush=True)


@contextmanager
def processes(workers: int = 2) -> Iterator[Executor]:
    """Open a pool of processes that each begin anew."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


def played(story: str, seed: int, **fields: Any) -> dict[str, Any]:
    """Play a game; return the state it ended in.

    Args:
        story: its id.
        seed: of the game.
        fields: of its context.
    """
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context

    limit: Any = {"recursion_limit": 5_000}
    return dict(graph.invoke({"scenario": story, "seed": seed}, limit, context=Context(**fields)))


def over_seeds(
    pool: Executor, play: Callable[..., T], seeds: Iterable[int], *given: Any
) -> list[T]:
    """Return what a function comes to for each seed, its last argument."""
    waiting = [pool.submit(play, *given, seed) for seed in seeds]
    return [one.result() for one in waiting]

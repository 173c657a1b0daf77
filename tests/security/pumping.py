"""Texts that are slow to search: what a pattern repeats, written many times and then broken off."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from re import _parser  # type: ignore[attr-defined]  # the only way to know what a pattern repeats
from typing import Any

Tree = Sequence[tuple[Any, Any]]
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
GROUPS = {"BRANCH", "SUBPATTERN", "ATOMIC_GROUP"}
PROBES = " a1,.。あ一ア\n\"'「」:!?…-~Aäx\t_"
"""Characters of the kinds that classes hold: some of them stand for a class."""
CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
END = "\x00X"
"""What no pattern expects after what it repeats."""
FEW = 3
SHORT, LONG = 2_000, 8_000
CHARACTERS = 100_000
AT_MOST = 0.05
"""Seconds that reading one text may take, on a machine and at an hour as quick as `REFERENCE`."""
REFERENCE = 0.012
"""Seconds that `reference` takes on an idle core of 2026."""
SOON = 0.005
"""Seconds for a text of some hundred characters: one that fits in many ways takes far more."""
TRIES = 5
Run = Callable[[str], object]


def seconds(run: Run, text: str) -> float:
    """Return the seconds of computing that one run takes."""
    begun = time.thread_time()
    run(text)
    return time.thread_time() - begun


_KNOWN = re.compile(r"(?:ab|a)*+c")


def reference(text: str = "ab" * CHARACTERS) -> None:
    """Search a text in a way whose time is known."""
    for _ in range(8):
        _KNOWN.match(text)


def within(limit: float, run: Callable[[], object]) -> bool:
    """Whether something takes at most so many seconds of computing, as on an idle core.

    Each try is held against a search made right after it, so that a slow machine and one that other
    work slows down give the same answer as a quick and idle one.
    """
    for _ in range(TRIES):
        taken = seconds(lambda _: run(), "")
        if taken <= limit * max(1.0, seconds(lambda _: reference(), "") / REFERENCE):
            return True
    return False


def slow_on(run: Run, pattern: re.Pattern[str], read: Callable[[str], str]) -> str:
    """Return the text on which a pattern takes more time than its length explains, or nothing.

    Of a text of `CHARACTERS`, what is read of it may take `AT_MOST` seconds.
    """
    if isinstance(pattern.pattern, bytes):
        return ""  # such patterns have their own tests
    rated = []
    for before, again in pumps(pattern):
        for copies in (6, 12, 18, 1 + 240 // len(again)):
            text = before + again * copies + END
            taken = seconds(run, text)
            if taken > SOON and not within(SOON, partial(run, text)):
                return f"{before!r} + {copies} times {again!r} + {END!r}: {taken:.3f} s"
        rated.append((taken / len(text), before, again))
    for _, before, again in sorted(rated)[-FEW:]:
        short, long = (before + again * (size // len(again)) + END for size in (SHORT, LONG))
        taken = most = 0.0
        for _ in range(TRIES):
            taken, most = seconds(run, long), 2 * seconds(run, short) * LONG / SHORT
            if taken < max(most, SOON):
                break
        else:
            return f"{before!r} + many times {again!r} + {END!r}: {taken:.3f} s, not {most:.3f} s"
        text = read(before + again * (CHARACTERS // len(again)) + END)
        if not within(AT_MOST, partial(run, text)):
            return f"{CHARACTERS} characters of {before!r} + {again!r}: {seconds(run, text):.3f} s"
    return ""


def pumps(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return beginnings, each with what may be repeated after it, for every alternative."""
    return list(dict.fromkeys(_pumps(list(_parser.parse(pattern.pattern, pattern.flags)), "")))


def _pumps(tree: Tree, before: str) -> Iterator[tuple[str, str]]:
    for kind, value in tree:
        if str(kind) in REPEATS:
            body = list(value[2])
            if int(value[1]) > 1:
                found = [one for one in _texts(body) if one]
                yield from ((before, one) for one in found)
                yield from ((before, one + two) for one, two in pairwise(found))
                yield from (("", before + one + gap) for one in found[:1] for gap in ("", " "))
            yield from _pumps(body, before)
        else:
            for inner in _inside(kind, value):
                yield from _pumps(inner, before)
        before += next(iter(_texts([(kind, value)])), "")
    if before:
        yield from (("", before + gap) for gap in ("", " "))


def _inside(kind: Any, value: Any) -> list[Tree]:
    """Return what stands in a group, alternative by alternative."""
    match str(kind):
        case "BRANCH":
            return [list(one) for one in value[1]]
        case "SUBPATTERN":
            return [list(value[3])]
        case "ATOMIC_GROUP":
            return [list(value)]
        case "ASSERT" | "ASSERT_NOT":
            return [list(value[1])]
    return []


def _texts(tree: Tree) -> list[str]:
    """Return texts that fit, one at least for each alternative that stands first."""
    found = [""]
    for kind, value in tree:
        ways = list(dict.fromkeys(_ways(str(kind), value))) or [""]
        heads, tails = (found, ways) if found == [""] else (found[:FEW], ways[:FEW])
        found = [head + tail for tail in tails for head in heads]
    return list(dict.fromkeys(found))


def _ways(kind: str, value: Any) -> list[str]:
    """Return texts that fit one part of a pattern."""
    if kind == "LITERAL":
        return [chr(value)]
    if kind == "NOT_LITERAL":
        return [one for one in PROBES if ord(one) != value][:FEW]
    if kind == "ANY":
        return ["a", " "]
    if kind == "IN":
        return list(_of_class(value))
    if kind in REPEATS:
        once = _texts(list(value[2]))
        return [one * int(value[0]) for one in once] if value[0] else ["", *once]
    if kind in GROUPS or (kind == "ASSERT" and value[0] < 0):
        return [one for inner in _inside(kind, value) for one in _texts(inner)]
    return []


def _of_class(items: Tree) -> Iterator[str]:
    """Return characters of a class: of what is written out, and one of each kind."""
    written, edges = "", []
    for kind, value in items:
        match str(kind):
            case "LITERAL":
                edges.append(chr(value))
                written += re.escape(chr(value))
            case "RANGE":
                edges.append(chr(value[0]))
                written += "-".join(re.escape(chr(one)) for one in value)
            case "NEGATE":
                written += "^"
            case _:
                written += CATEGORIES[str(value)]
    known = re.compile(f"[{written}]")
    return islice(dict.fromkeys(one for one in [*PROBES, *edges] if known.match(one)), 2 * FEW)

"""Sheets that people filled in, read back: every cell that cannot be read is named."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from unicodedata import normalize

from mmagents.lab.annotation.sheets import (
    ANSWERS,
    ITEM,
    AnnotationError,
    Item,
    SheetKind,
    key_of,
)
from mmagents.lab.breakdowns.categories import Category
from mmagents.lab.judging.answers import CATEGORIES, NO, YES, score
from mmagents.lab.judging.verdicts import (
    BY_PEOPLE,
    CRITERIA,
    LONGEST_REASON,
    MOST_BREAKDOWNS,
    TRUTHS,
    Breakdowns,
    Earned,
    Found,
    Key,
    Kind,
    OfTen,
    Points,
    Said,
    Score,
    Scores,
    Ticked,
    Truth,
    Verdict,
    read_verdicts,
    write_verdicts,
)
from mmagents.lab.recordings.text import plain
from mmagents.models.answers.fields import UnusableError, folded
from mmagents.models.answers.forms import NONE
from mmagents.saved.folder_lock import FolderLock
from mmagents.scenarios.source import Unreadable, read_bytes
from mmagents.stores.disk import Holding, friendly_disk_errors

RATINGS = Holding(
    "experiment", "run it in another folder", "The sheets are unharmed.",
    "mmagents annotate import {path} RATER=FILE",
)  # fmt: skip
MOST_SAID = 10
"""Faults that are listed; the others are counted."""
KIND: Mapping[SheetKind, Kind] = {
    SheetKind.CONVERSATIONS: Kind.CONVERSATION,
    SheetKind.TURNS: Kind.BREAKDOWN,
    SheetKind.UTTERANCES: Kind.UTTERANCE,
    SheetKind.RUBRIC: Kind.RUBRIC,
    SheetKind.TRUTH: Kind.TRUTH,
}
LARGEST_SHEET = 200_000_000
"""Bytes; a sheet of 10,000 conversations has a tenth of them."""
LARGEST_CELL = 10_000_000
"""Characters; Python's own limit is less than a long conversation."""

_A_SCORE = re.compile(r"(?:\d|[\s./段階点満評価中でのうち]|out|of)+")
"""What a score is written with: 4, 4.0, 4/5, 4 out of 5, 5点満点中4点."""


class _BadCell(ValueError):
    """A cell that cannot be read, and why."""


@dataclass(slots=True)
class Rated:
    """What one person said on one sheet; `about` is what its rows are about, rated or blank."""

    rater: str
    sheet: str
    verdicts: list[Verdict] = field(default_factory=list)
    about: set[Key] = field(default_factory=set)
    blank: int = 0


def read_sheets(folder: Path, sheets: Sequence[tuple[str, Path]]) -> list[Rated]:
    """Return what people said on their sheets, a name and a file each, of an experiment's folder.

    Raises:
        AnnotationError: with file, row and column of everything that cannot be read.
    """
    faults: list[str] = []
    found: list[Rated] = []
    for rater, file in sheets:
        rated = _read_sheet(folder, rater, file, faults)
        if any((rater, rated.sheet) == (one.rater, one.sheet) for one in found):
            faults.append(f"{file}: this sheet of {rater}'s was given twice.")
        found.append(rated)
    if faults:
        more = len(faults) - MOST_SAID
        said = "\n  ".join(faults[:MOST_SAID]) + (f"\n  and {more} more" if more > 0 else "")
        raise AnnotationError(f"Nothing was imported; mend this first:\n  {said}")
    return found


def keep(folder: Path, rated: Sequence[Rated]) -> dict[Key, Verdict]:
    """Keep ratings with the experiment, replacing those of the same rater and sheet; return all.

    Raises:
        MMAgentsError: if another process works in the folder, or the disk fails.
    """
    with friendly_disk_errors(folder, RATINGS):
        lock = FolderLock.take(folder, RATINGS)
        try:
            held = read_verdicts(folder / BY_PEOPLE)
            for one in rated:
                held = {key: verdict for key, verdict in held.items() if key not in one.about}
                held |= {verdict.key: verdict for verdict in one.verdicts}
            write_verdicts(folder / BY_PEOPLE, held.values())
            return held
        finally:
            lock.release()


def _read_sheet(folder: Path, rater: str, file: Path, faults: list[str]) -> Rated:
    rows, columns = _rows_of(file)
    names = {row.get(ITEM, "").partition("-")[0].strip() for row in rows}
    keys = {name: key_of(folder, name) for name in names}
    known = {name: key for name, key in keys.items() if key}
    if len(known) != 1:
        raise AnnotationError(
            f"{file} is no sheet of {folder}: "
            + ("its items are of several sheets." if known else "none of its items are known.")
            + f" Export one with: mmagents annotate export {folder} --out sheet.csv"
        )
    [(name, (kind, items))] = known.items()
    missing = [column for column in ANSWERS[kind] if column not in columns]
    if missing:
        raise AnnotationError(f"{file}: the column {missing[0]} is missing. Restore its heading.")
    rated = Rated(rater, name, about={_key(item, kind, rater) for item in items.values()})
    given: dict[Key, Said] = {}
    seen: set[str] = set()
    for number, row in enumerate(rows, 2):
        if not any(cell.strip() for cell in row.values()):
            continue
        id = row.get(ITEM, "").strip()
        where = f"{file}, row {number}"
        if id in seen or id not in items:
            why = "stands there twice" if id in seen else "is not of this sheet"
            faults.append(f"{where}, column {ITEM}: {id[:40]!r} {why}.")
            continue
        seen.add(id)
        said = _said(row, kind, items[id], where, faults)
        if said is None:
            rated.blank += 1
            continue
        key = _key(items[id], kind, rater)
        before = given.get(key)
        if isinstance(said, Points) and isinstance(before, Points):
            said = Points(items={**before.items, **said.items})
        given[key] = said
    rated.verdicts = [Verdict(**key._asdict(), said=said, told=name) for key, said in given.items()]
    return rated


def _key(item: Item, kind: SheetKind, rater: str) -> Key:
    return Key(item.id, KIND[kind], item.turn, rater)


def _rows_of(file: Path) -> tuple[list[dict[str, str]], set[str]]:
    """Return the rows of a CSV file, whatever separates its cells, and its columns."""
    try:
        text = read_bytes(file, LARGEST_SHEET).decode("utf-8-sig")
    except Unreadable as fault:
        raise AnnotationError(f"{file} {fault.problem.message}. Name a sheet.") from None
    except OSError as error:
        raise AnnotationError(f"{file} cannot be read: {error.strerror}. Name a file.") from None
    except UnicodeDecodeError as error:
        raise AnnotationError(
            f"{file}: byte {error.start + 1} is not UTF-8. Save the sheet as CSV in UTF-8."
        ) from None
    head = text.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    before = csv.field_size_limit(LARGEST_CELL)
    try:
        held = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise AnnotationError(f"{file} is no CSV file: {error}. Save the sheet as CSV.") from None
    finally:
        csv.field_size_limit(before)
    columns = [folded(name) for name in held[0]] if held else []
    if ITEM not in columns:
        raise AnnotationError(f"{file}: row 1 names no column {ITEM}. Restore the headings.")
    twice = next((one for one, times in Counter(columns).items() if one and times > 1), None)
    if twice:
        raise AnnotationError(f"{file}: two columns are called {twice[:40]!r}. Keep one.")
    rows = [dict(zip(columns, map(plain, row), strict=False)) for row in held[1:]]
    return rows, set(columns)


def _said(
    row: Mapping[str, str], kind: SheetKind, item: Item, where: str, faults: list[str]
) -> Said | None:
    """Return what a row says, or None if it was left blank; what cannot be read is a fault."""
    cells = {column: row.get(column, "").strip() for column in ANSWERS[kind]}
    read: dict[str, object] = {}
    for column, cell in cells.items():
        if cell and column != "remark":
            try:
                read[column] = (
                    _points(cell, item.points) if column == "points" else _READ[column](cell)
                )
            except _BadCell as fault:
                faults.append(f"{where}, column {column}: {fault}")
    remark = " ".join(cells["remark"].split())[:LONGEST_REASON]
    if kind is SheetKind.RUBRIC:
        if "reached" not in read:
            return None
        return Points(items={item.point: Ticked(reached=bool(read["reached"]), reason=remark)})
    if kind is SheetKind.UTTERANCES:
        points = read.get("points")
        return Earned(points=points, reason=remark) if isinstance(points, dict) else None
    if kind is SheetKind.TURNS:
        categories = read.get("breakdown")
        if not isinstance(categories, tuple):
            return None
        told: dict[str, Any] = {"reason": remark, "strategic": bool(read.get("strategic"))}
        return Breakdowns(breakdowns=tuple(Found(category=one, **told) for one in categories))
    names = TRUTHS if kind is SheetKind.TRUTH else CRITERIA
    scores = {one: int(str(read[one])) for one in names if one in read}
    if not scores:
        return None
    why = {**dict.fromkeys(names, ""), next(iter(scores)): remark}  # with the first that was given
    if kind is SheetKind.TRUTH:
        of_ten = {one: OfTen(score=of, reason=why[one]) for one, of in scores.items()}
        return Truth(**{**dict.fromkeys(names), **of_ten})
    of_five = {one: Score(score=of, reason=why[one]) for one, of in scores.items()}
    return Scores(**{**dict.fromkeys(names), **of_five})


def _score(cell: str, most: int = 5) -> int:
    try:
        if not _A_SCORE.fullmatch(normalize("NFKC", cell)):  # a model's answer may say more
            raise UnusableError("invalid", "score", cell)
        return score(cell, "score", most)
    except UnusableError:
        raise _BadCell(f"{cell[:40]!r} is not a whole number from 1 to {most}.") from None


def _yes_or_no(cell: str) -> bool:
    form = {"○": "yes", "×": "no"}.get(cell, folded(cell))
    if form not in YES | NO | {"y", "n"}:
        raise _BadCell(f"{cell[:40]!r} is neither yes nor no.")
    return form in YES | {"y"}


def _listed(cell: str) -> list[str]:
    """Return the names in a cell, parted by semicolons."""
    return [one.strip() for one in cell.replace("；", ";").replace("、", ";").split(";")]


def _points(cell: str, known: Sequence[str]) -> dict[str, bool]:
    """Return for every point of the rubric whether the cell names it; none names no other."""
    spelt = {folded(id): id for id in known}
    named = [one for one in map(folded, _listed(cell)) if one]
    none = [one for one in named if CATEGORIES.get(one) == NONE]
    for one in named:
        if one not in spelt and one not in none:
            raise _BadCell(
                f"{one[:40]!r} is no point of the rubric. Write none, or out of: "
                f"{', '.join(known)}; several with a semicolon between them."
            )
    if none and len(named) > len(none):
        raise _BadCell(f"{cell[:40]!r} says none and a point. Write one or the other.")
    earned = {spelt[one] for one in named if one in spelt}
    return {id: id in earned for id in known}


def _categories(cell: str) -> tuple[Category, ...]:
    """Return the categories of a cell, none for a sound turn."""
    named = _listed(cell)
    found: dict[Category, None] = {}
    for one in filter(None, named):
        code = CATEGORIES.get(folded(one))
        if code is None:
            raise _BadCell(
                f"{one[:40]!r} is no kind of breakdown. Write none, or out of: "
                f"{', '.join(Category)}; several with a semicolon between them."
            )
        if code != NONE:
            found[Category(code)] = None
    if found and any(CATEGORIES.get(folded(one)) == NONE for one in named if one):
        raise _BadCell(f"{cell[:40]!r} says none and a breakdown. Write one or the other.")
    if len(found) > MOST_BREAKDOWNS:
        raise _BadCell(f"{len(found)} kinds are more than {MOST_BREAKDOWNS}. Write the gravest.")
    return tuple(found)


_READ: Mapping[str, Callable[[str], object]] = {
    **dict.fromkeys(CRITERIA, _score),
    **dict.fromkeys(TRUTHS, partial(_score, most=10)),
    "reached": _yes_or_no,
    "strategic": _yes_or_no,
    "breakdown": _categories,
}

"""Sheets for people who read conversations: blinded, shuffled, with a key that is kept apart.

A sheet names no condition, no seed, no cell and no number of a conversation: its items are numbered
in the order of the sheet, and which is which stands in `annotations/SHEET.json` of the experiment.
Conversations are shuffled; the turns and points of one stay together and in order, as whoever reads
them needs them. The same experiment, kind and seed give the same sheet, byte for byte.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.lab.breakdowns.categories import KINDS
from mmagents.lab.conversation import Conversation
from mmagents.lab.judging.judges import matters, variables
from mmagents.lab.judging.verdicts import Kind
from mmagents.lab.recordings.text import safe
from mmagents.lab.texts import by_language
from mmagents.nodes.record import TurnRow
from mmagents.prompts.render import Prompts
from mmagents.scenarios.source import read_json
from mmagents.stores.disk import Holding

FOLDER = "annotations"
SHEETS = Holding(
    "sheet", "export it again", "The experiment itself is unharmed.",
    "mmagents annotate export DIR --out FILE",
)  # fmt: skip
BEFORE = 8
"""Turns before a turn that stand beside it."""


class SheetKind(StrEnum):
    """What people are asked."""

    CONVERSATIONS = "conversations"
    """Scores of whole conversations (MMAgents, section 4.2.2)."""
    TURNS = "turns"
    """Whether and how each turn breaks the talk down (section 4.2.1)."""
    UTTERANCES = "utterances"
    """The points of the story's rubric that each utterance earns (sections 4.2.3 and 5)."""
    RUBRIC = "rubric"
    """The points of the story's rubric, each for the whole conversation; not the paper's way."""
    TRUTH = "truth"
    """Consistency and factualness of each turn, from what models that judge are told, word for word
    (SDR, section 3.2)."""


ANSWERS: Mapping[SheetKind, tuple[str, ...]] = {
    SheetKind.CONVERSATIONS: ("coherence", "cooperativeness", "diversity", "remark"),
    SheetKind.TURNS: ("breakdown", "strategic", "remark"),
    SheetKind.UTTERANCES: ("points", "remark"),
    SheetKind.RUBRIC: ("reached", "remark"),
    SheetKind.TRUTH: ("consistency", "factualness", "remark"),
}
"""The columns that people fill in."""
SHOWN: Mapping[SheetKind, tuple[str, ...]] = {
    SheetKind.CONVERSATIONS: ("story", "talk"),
    SheetKind.TURNS: ("before", "turn"),
    SheetKind.UTTERANCES: ("before", "turn", "rubric"),
    SheetKind.RUBRIC: ("talk", "kind", "point"),
    SheetKind.TRUTH: ("task", "matter"),
}
"""The columns that they read."""
ITEM = "item"


class AnnotationError(MMAgentsError):
    """A sheet that cannot be written or read."""


@dataclass(frozen=True, slots=True)
class Item:
    """What a row of a sheet is about: a conversation, a turn of it, or a point of its rubric.

    `points` are those that a turn may earn, by id.
    """

    id: str
    turn: int = 0
    point: str = ""
    points: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Exported:
    """A sheet: the CSV file, and by name what each of its rows is about, which is the key."""

    name: str
    kind: SheetKind
    items: Mapping[str, Item]
    content: bytes

    def key(self) -> bytes:
        """Return the key as it is kept."""
        held = {
            "sheet": self.name,
            "kind": str(self.kind),
            "items": {
                name: {field: of for field, of in asdict(item).items() if of != ()}
                for name, item in self.items.items()
            },
        }
        return (json.dumps(held, ensure_ascii=False, indent=1) + "\n").encode()


def export(
    conversations: Sequence[Conversation],
    kind: SheetKind,
    *,
    seed: int = 0,
    each: int | None = None,
) -> Exported:
    """Return a sheet of conversations that have a turn, in an order drawn from `seed`.

    With `each`, so many conversations of each cell are drawn by lot.

    Raises:
        AnnotationError: if nothing would stand in it.
    """
    chosen = _chosen([one for one in conversations if one.rows], seed, each)
    rows = [(item, shown) for talk in chosen for item, shown in _rows(talk, kind)]
    if not rows:
        what = "story has no rubric" if chosen else "conversation has been played to its end"
        raise AnnotationError(f"There is nothing to put into a sheet: no {what}.")
    held = repr([kind, seed, [(item, sorted(shown.items())) for item, shown in rows]])
    name = "s" + hashlib.sha256(held.encode("utf-8", "replace")).hexdigest()[:6]
    named = {f"{name}-{at:04d}": row for at, row in enumerate(rows, 1)}
    written = io.StringIO(newline="")
    sheet = csv.DictWriter(written, (ITEM, *SHOWN[kind], *ANSWERS[kind]), restval="")
    sheet.writeheader()
    for item, (_, shown) in named.items():
        sheet.writerow({ITEM: item, **{column: safe(text) for column, text in shown.items()}})
    content = written.getvalue().encode("utf-8-sig", "replace")
    return Exported(name, kind, {item: of for item, (of, _) in named.items()}, content)


def _chosen(
    conversations: Sequence[Conversation], seed: int, each: int | None
) -> list[Conversation]:
    by_cell: dict[tuple[Any, ...], list[Conversation]] = defaultdict(list)
    for one in sorted(conversations, key=lambda one: one.id):
        by_cell[tuple(sorted(one.factors.items()))].append(one)
    lot = Random(f"{seed}:annotate")
    drawn = [
        one
        for held in by_cell.values()
        for one in (held if each is None else lot.sample(held, min(each, len(held))))
    ]
    lot.shuffle(drawn)
    return drawn


def _rows(talk: Conversation, kind: SheetKind) -> Iterator[tuple[Item, dict[str, str]]]:
    """Yield what a conversation puts into a sheet: what each row is about, and what it shows."""
    public = talk.table.public
    whole = lines(talk, talk.rows)
    if kind is SheetKind.CONVERSATIONS:
        story = f"{public.title}\n{public.incident or public.premise}"
        yield Item(talk.id), {"story": story, "talk": whole}
    elif kind is SheetKind.TURNS:
        for at, row in enumerate(talk.rows):
            before = lines(talk, talk.rows[max(0, at - BEFORE) : at])
            yield Item(talk.id, row["turn"]), {"before": before, "turn": lines(talk, [row])}
    elif kind is SheetKind.UTTERANCES:
        items = talk.table.scenario.rubric
        ids = tuple(item.id for item in items)
        listed = "\n".join(f"{one.id} ({one.kind}): {one.text.in_(talk.language)}" for one in items)
        for at, row in enumerate(talk.rows if items else ()):
            before = lines(talk, talk.rows[max(0, at - BEFORE) : at])
            shown = {"before": before, "turn": lines(talk, [row]), "rubric": listed}
            yield Item(talk.id, row["turn"], points=ids), shown
    elif kind is SheetKind.TRUTH:
        prompts = Prompts()
        for matter in matters(talk, (Kind.TRUTH,)):
            told = prompts.render("truth", talk.language, variables(matter))
            yield Item(talk.id, matter.turn), {"task": told.system, "matter": told.user}
    else:
        for item in talk.table.scenario.rubric:
            point = item.text.in_(talk.language)
            shown = {"talk": whole, "kind": item.kind, "point": point}
            yield Item(talk.id, point=item.id), shown


def lines(talk: Conversation, rows: Sequence[TurnRow]) -> str:
    """Return turns as they are read, one a line: number, speaker, words."""
    calls = {one.id: one.call for one in talk.table.public.cast}

    def line(row: TurnRow) -> str:
        heard = row["heard_by"]
        aside = ", ".join(calls.get(one, one) for one in heard)
        among = "" if set(heard) >= set(talk.seats) else f" ({aside})"
        said = " ".join(row["text"].split())
        return f"{row['turn']} {calls.get(row['speaker'], row['speaker'])}{among}: {said}"

    return "\n".join(map(line, rows))


LONGEST_NAME = 40
"""Characters of a sheet's name; a file system refuses to be asked for much longer ones."""


def key_of(folder: Path, name: str) -> tuple[SheetKind, dict[str, Item]] | None:
    """Return the kind and the items of a sheet of an experiment, or None if it has no such sheet.

    Raises:
        AnnotationError: if the key is damaged.
    """
    file = folder / FOLDER / f"{name}.json"
    if not name.isalnum() or len(name) > LONGEST_NAME or not file.is_file():
        return None
    try:
        held = read_json(file)
        items = {
            one: Item(**{**item, "points": tuple(item.get("points", ()))})
            for one, item in held["items"].items()
        }
        return SheetKind(held["kind"]), items
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AnnotationError(
            f"The key {file} is damaged: {error!r}. Restore it from a copy, or export the same "
            "sheet again, which writes the same key."
        ) from error


def guide(kind: SheetKind, languages: Iterable[str]) -> str:
    """Return what raters are told, as Markdown, in the languages of the conversations."""
    told, parts = by_language(Path(__file__).parent, "guide"), list[str]()
    for language in sorted(set(languages)):
        parts += [told[language]["head"], told[language][kind]]
        if kind is SheetKind.TURNS:
            parts[-1] += "\n" + "\n".join(
                f"- `{code}` ({of.name[language]}): {of.definition[language]}"
                for code, of in KINDS.items()
            )
    return "\n\n".join(parts) + "\n"

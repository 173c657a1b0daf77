"""How often the rules analyst is right, by the evidence it has and by how sure it says it is.

    python -m benchmarks sureness

Counts the labelled lines of tests/analysts/rules/data and benchmarks/data that were held out; with
`--half dev` those that the rules were tuned on. The figures of `analysts/rules/sureness.py` are the
shares of the held-out lines. English lines have no labels for what they take up. The Japanese model
has learned from the lines of benchmarks/data what is put to whom, so that they count for what they
take up alone; `python -m benchmarks learned` tells how sure it is of lines of another hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import given, head, refuse, show
from benchmarks.analyst.readings import DATA, Line, lines_of
from mmagents.analysts.rules.reading import read
from mmagents.analysts.rules.sureness import evidence_put, evidence_taken_up, sureness
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance

TALK = Path(__file__).parents[2] / "tests" / "analysts" / "rules" / "data"
SETS = {
    "heldout": tuple(f"heldout{number}" for number in (3, 4, 5, 6, 7)),
    "dev": ("dev", *(f"dev{number}" for number in range(2, 8)), "heldout", "heldout2"),
}
"""The larger Japanese sets. The held-out halves of the first two were tuned on later."""


class Reading(NamedTuple):
    """One reading: its evidence, whether it is sure, and whether each half is right, if counted."""

    language: str
    put: str
    taken_up: str
    sure: bool
    put_right: bool | None
    taken_up_right: bool | None


def _read(
    utterance: Utterance, puts: str | None, to: Sequence[str], taken: tuple[object, object] | None
) -> Reading:
    found = read(utterance)
    return Reading(
        utterance.language,
        evidence_put(utterance, found),
        evidence_taken_up(utterance, found),
        sureness(utterance, found).sure,
        found.first_pair_part == puts and sorted(found.addressees) == sorted(to),
        (found.answers, found.second_pair_part) == taken if taken else None,
    )


def readings(half: str) -> Iterator[Reading]:
    """Yield every labelled line as it is read; `half` is heldout or dev."""
    for language in ("en", "ja"):
        for one in alone(TALK / f"{half}_{language}.jsonl", language):
            yield _read(one.utterance, one.puts, one.to, None)
    for name in SETS[half]:
        for one in lines_of(DATA / f"readings_ja_{name}.yaml"):
            found = _read(one.utterance, one.puts, one.to, one.takes_up)
            yield found._replace(put_right=None)


def alone(file: Path, language: str) -> Iterator[Line]:
    """Yield the labelled lines of a file of tests/analysts/rules, which stand each by itself.

    What they take up is not labelled.
    """
    text = file.read_text("utf-8")
    content: Any = json.loads(text) if file.suffix == ".json" else {"casts": {}}
    lines = content.get("lines") or map(json.loads, text.splitlines())
    for at, row in enumerate(lines):
        before = [row["before"]] if row.get("before") else []
        before = before or [(one["speaker"], one["text"]) for one in row.get("recent", ())]
        rows = content["casts"].get(row["cast"]) if content["casts"] else row["cast"]
        if isinstance(row["cast"], str) and not row["cast"].endswith(language):
            continue
        recent = tuple(
            HeardTurn(turn, who, what, None, (), None, None, ())
            for turn, (who, what) in enumerate(before, 1)
        )
        cast = tuple(_person({**dict.fromkeys(("role",), ""), **one}) for one in rows)
        said = Utterance(row["speaker"], row["text"], language, cast, recent)
        puts = row.get("first_pair_part", row.get("type"))
        yield Line(f"{file.stem}-{at}", said, puts, tuple(row["addressees"]), (None, None))


def _person(row: dict[str, object]) -> Person:
    kept = {"id", "name", "call", "role", "seat"} & row.keys()
    told = {"looks": "", "manner": "", "known": "", "seat": True, "style": "plain"}
    more = {"talkativeness": 3, "pronoun": "", "politeness": "", "endings": ()}
    names = {"aliases": tuple(row["aliases"])}  # type: ignore[arg-type]  # JSON
    return Person(**{**told, **more, **{name: row[name] for name in kept}, **names})  # type: ignore[arg-type]  # JSON


def _share(right: Sequence[bool | None]) -> str:
    counted = [one for one in right if one is not None]
    return f"{sum(counted)} of {len(counted)} ({sum(counted) / max(1, len(counted)):.2f})"


def main(argv: Sequence[str] | None = None) -> None:
    """Print what each evidence was worth, and what being sure comes to."""
    half = given(argv, __doc__, half="heldout").half
    if half not in ("heldout", "dev"):
        refuse("--half is heldout or dev.")
    found = list(readings(half))
    head("what it puts to whom", "language", "read right")
    for language, put in sorted({(one.language, one.put) for one in found}):
        show(put, language, _share([r.put_right for r in found if r[:2] == (language, put)]))
    print()
    head("what it takes up", "read right")
    for taken in sorted({one.taken_up for one in found if one.taken_up_right is not None}):
        show(taken, _share([r.taken_up_right for r in found if r.taken_up == taken]))
    print()
    head("language", "readings", "share", "puts to whom, right", "takes up, right")
    for language in ("en", "ja"):
        own = [one for one in found if one.language == language]
        for sure in (True, False):
            some = [one for one in own if one.sure is sure]
            show(
                language, "sure" if sure else "unsure", f"{len(some) / len(own):.2f}",
                _share([one.put_right for one in some]),
                _share([one.taken_up_right for one in some]),
            )  # fmt: skip

"""Digests of what is played and of what models are told: what a change of structure must not alter.

    python -m benchmarks digests --out before.json
    python -m benchmarks digests --against before.json --only "mini en"

Each digest is the SHA-256 of a whole game's record, or of every prompt that a game sent to a model.
A change that only moves code leaves all of them as they are.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import given
from tests.servers.openai_server import Answer, serving

TURNS = 30
SEEDS = (1, 2, 3)
STORIES = {
    "cup-at-the-ford": ("en",),
    "halcyon-light": ("en", "ja"),
    "high-water": ("en",),
    "mini": ("en", "ja"),
    "name-on-the-bell": ("en",),
    "one-coat": ("en",),
    "orchid-train": ("en",),
}
MYSTERIES = ("halcyon-light", "mini", "orchid-train")
CONDITIONS = (
    "cssn-or-ss", "ss", "equal", "round-robin", "random", "bidding", "moderator", "mention",
)  # fmt: skip
VARIANTS: dict[str, dict[str, Any]] = {
    "panel": {"manner": "panel"},
    "panel, whole": {"manner": "panel", "evening": "whole"},
    "units": {"medium": "units"},
    "chat": {"medium": "chat"},
    "overlap": {"pace.overlap": True},
    "calibrated": {"floor.calibrate": True, "floor.threshold": 3},
    "without history": {"memory.layers": ["thoughts", "long-term"]},
    "repaired": {
        "repair": True,
        "evening.err": {"repeat": 0.2, "contradict": 0.2, "invent": 0.2, "dodge": 0.2},
    },
}

Cell = tuple[str, str, int, dict[str, Any], bool]
"""Name, story, seed, fields of the context, and whether models are in the seats."""


def cells() -> Iterator[Cell]:
    """Yield every game whose digests are taken."""
    for story, languages in STORIES.items():
        for language, seed in product(languages, SEEDS):
            where = f"{story} {language} {seed}"
            for condition in CONDITIONS:
                fields = {"language": language, "condition": condition, "turns": TURNS}
                yield f"{where} {condition}", story, seed, fields, False
            whole = {"language": language, "evening": "whole"}
            yield f"{where} whole", story, seed, whole, False
            if story in MYSTERIES:
                asked = {"language": language, "condition": "interrogation"}
                yield f"{where} interrogation", story, seed, asked, False
        for language in languages:
            where = f"{story} {language}"
            strategists = {
                "language": language,
                "evening.kind": "whole",
                "evening.persona": "strategist",
            }
            yield f"{where} strategists", story, 1, strategists, False
            for condition in CONDITIONS:
                fields = {"language": language, "condition": condition, "turns": 6}
                yield f"{where} prompts {condition}", story, 1, fields, True
            short = {
                "language": language,
                "evening.kind": "whole",
                "evening.lengths": {"discussion": 4},
            }
            yield f"{where} prompts whole", story, 1, short, True
            yield (
                f"{where} prompts strategists",
                story,
                1,
                short | {"evening.persona": "strategist"},
                True,
            )
            repaired = {"language": language, "turns": 6, "repair": True, "repair.nli": "llm"}
            yield f"{where} prompts repair", story, 1, repaired, True
    for language, seed in product(("en", "ja"), SEEDS):
        for name, fields in VARIANTS.items():
            given = {"language": language, "turns": TURNS} | fields
            yield f"halcyon-light {language} {seed} {name}", "halcyon-light", seed, given, False


def filled(schema: dict[str, Any], lot: Random, defs: dict[str, Any]) -> Any:
    """Return a value that a JSON schema allows, drawn by lot."""
    if "$ref" in schema:
        return filled(defs[schema["$ref"].rpartition("/")[2]], lot, defs)
    if "enum" in schema:
        return lot.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return filled(lot.choice(schema["anyOf"]), lot, defs)
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = lot.choice(kind)
    if kind == "object":
        return {name: filled(one, lot, defs) for name, one in schema.get("properties", {}).items()}
    if kind == "array":
        return [filled(schema["items"], lot, defs) for _ in range(lot.randrange(3))]
    if kind in ("integer", "number"):
        return lot.randint(int(schema.get("minimum", 0)), int(schema.get("maximum", 9)))
    return {"boolean": lot.random() < 0.5, "null": None}.get(
        kind, f"Words number {lot.randrange(10_000)} about the lamp."
    )


def told_in(request: dict[str, Any]) -> str:
    """Return what a request tells a model, and the form of answer it asks for."""
    told = [request["messages"], request.get("response_format")]
    return json.dumps(told, ensure_ascii=False, sort_keys=True)


def by_lot(request: dict[str, Any], number: int) -> Answer:
    """Answer a request by lot; the lot follows from what it tells."""
    lot = Random(told_in(request))
    form = (request.get("response_format") or {}).get("json_schema")
    if not form:
        return Answer(f"I say {lot.randrange(10_000)} and wonder who lit the lamp.")
    schema = form["schema"]
    return Answer(json.dumps(filled(schema, lot, schema.get("$defs", {}))))


def digest(value: Any) -> str:
    """Return the SHA-256 of a JSON value."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def without_costs(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the record without what its calls to models took, which a clock decides."""
    ledger = {key: value for key, value in row["ledger"].items() if key != "calls"}
    return {**row, "ledger": ledger}


def taken(cell: Cell) -> tuple[str, str]:
    """Play one game; return its name and digest."""
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context

    name, story, seed, fields, models = cell
    with serving(by_lot) as server:
        if models:
            fields = {**fields, "model": "digest", "base_url": server.url}
        try:
            game = graph.invoke({"scenario": story, "seed": seed}, context=Context(**fields))
            played = digest([[without_costs(row) for row in game["history"]], game["outcome"]])
        except Exception as error:  # whatever happened must happen again
            played = f"{type(error).__name__}: {error}".partition("\n")[0]
    if not models:
        return name, played
    asked = sorted(map(told_in, server.requests))
    return name, f"{played} {len(asked)} {digest(asked)}"


def main(arguments: list[str]) -> None:
    """Take the digests, keep them, or compare them."""
    args = given(arguments, __doc__, out="", against="", only="", workers=2)
    wanted = [cell for cell in cells() if args.only in cell[0]]
    found: dict[str, str] = {}
    with ProcessPoolExecutor(args.workers) as pool:
        for number, (name, value) in enumerate(pool.map(taken, wanted), 1):
            found[name] = value
            if sys.stderr.isatty() or number % 100 == 0:
                print(f"\r{number} of {len(wanted)}", end="", file=sys.stderr, flush=True)
    if args.out:
        Path(args.out).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    print(f"{len(found)} games, all together {digest(found)[:16]}")
    if args.against:
        before = json.loads(Path(args.against).read_text())
        differ = [name for name, value in found.items() if before.get(name) != value]
        print(f"{len(differ)} differ from {args.against}")
        for name in differ:
            print(f"  {name}")
        sys.exit(bool(differ))

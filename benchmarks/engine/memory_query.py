"""How long a seat takes to recall, with few memories and with very many, and how much it misses.

    python -m benchmarks memory [--few 100] [--many 100000]

The vectors are those of the lexical embedder for made-up sentences of testimony, of which many are
alike, as in a long talk. Each query is words that were not stored. What is timed is
`LongTermMemory.recall` as the cycle calls it, embedding of the query included; recall@5 is counted
against an exact scan of the same vectors (a tie with the fifth counts as found).
"""

from __future__ import annotations

import random
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks import given
from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory, MemoryRow

QUERIES = 200
ITEMS = 5
DATA = Path(__file__).parents[1] / "data"
WORDS = tomllib.loads((DATA / "testimony.toml").read_text("utf-8"))


def testimony(draw: random.Random) -> str:
    """Return a made-up sentence of what somebody did."""
    return " ".join(map(draw.choice, WORDS.values()))


def question(draw: random.Random) -> str:
    """Return a made-up question."""
    name, thing, place = (draw.choice(WORDS[one]) for one in ("names", "things", "places"))
    return f"Tell me, {name}, who put {thing} {place}?"


def rows(count: int) -> Iterator[MemoryRow]:
    """Yield turns that hold `count` memories in all."""
    draw = random.Random(f"{count}")
    for turn in range(count // ITEMS):
        items = tuple(testimony(draw) for _ in range(ITEMS))
        yield MemoryRow(turn, "ada", items, ("ada",))


def measure(count: int) -> tuple[float, float]:
    """Return the median time of a recall in milliseconds, and recall@5."""
    history = list(rows(count))
    texts = [text for row in history for text in row.items]
    embedder = LexicalEmbedder()
    draw = random.Random("queries")
    queries = [question(draw) for _ in range(QUERIES)]
    with tempfile.TemporaryDirectory() as folder:
        memory = LongTermMemory.open(folder, "benchmark", ("ada",), embedder)
        started = time.perf_counter()
        memory.sync(history)
        print(f"{count:>7} memories written in {time.perf_counter() - started:.1f} s")
        memory.recall("ada", "the first query opens the index", 5, before=count)
        times, found = [], []
        for query in queries:
            started = time.perf_counter()
            found.append(memory.recall("ada", query, 5, before=count))
            times.append(1000 * (time.perf_counter() - started))
        memory.close()
    fifth = exact_fifth(embedder, texts, queries)
    hits = sum(
        one.similarity >= least - 2e-5
        for recalled, least in zip(found, fifth, strict=True)
        for one in recalled
    )
    return float(np.median(times)), hits / (5 * QUERIES)


def exact_fifth(embedder: LexicalEmbedder, texts: list[str], queries: list[str]) -> list[float]:
    """Return for each query the cosine of its fifth nearest text, by an exact scan in batches."""
    asked = np.array(embedder.embed(queries), dtype=np.float32)
    best = np.empty((len(queries), 0), dtype=np.float32)
    for start in range(0, len(texts), 4096):
        vectors = np.array(embedder.embed(texts[start : start + 4096]), dtype=np.float32)
        best = np.hstack([best, asked @ vectors.T])
        best = np.sort(best, axis=1)[:, -5:]
    return [float(row[0]) for row in best]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    asked = given(argv, __doc__, few=100, many=100_000)
    few, recall_few = measure(asked.few)
    print(f"{asked.few:>7} memories: {few:.2f} ms a query, recall@5 {recall_few:.3f}")
    many, recall_many = measure(asked.many)
    print(f"{asked.many:>7} memories: {many:.2f} ms a query, recall@5 {recall_many:.3f}")
    print(f"ratio {many / few:.2f}")

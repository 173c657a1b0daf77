"""The learned model of Japanese readings: how often it is right, and its weights.

    python -m benchmarks learned [--out analysts/rules/ja/learned/weights.json]

Every hand's lines are read by weights learned from all the other hands. Only lines that the rules
were not tuned on are counted. With --out, weights learned from all lines are written. Two steps:
the weights of words and talk come from all lines; those of what the rules read from the lines that
the rules were not tuned on, for on the others the rules are right more often than on new talk.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import given, head, show
from benchmarks.analyst.log_linear import Fit, fitted_choice, fitted_classes
from benchmarks.analyst.readings import DATA, Line, lines_of
from benchmarks.analyst.sureness import TALK, alone
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.ja.learned.model import ZERO, Weights, learned
from mmagents.analysts.rules.ja.learned.setting import by_rule, setting
from mmagents.analysts.rules.ja.learned.whom import Asked
from mmagents.analysts.rules.ja.learned.wording import wording
from mmagents.analysts.rules.reader import Kind, Learned, Sentence
from mmagents.analysts.rules.reading import by_rules
from mmagents.analysts.text.names import Names, names_of
from mmagents.evaluation.detection.designation import share
from mmagents.floor.adjacency import EXPECTS, Designation

TUNED = (
    "dev",
    "heldout",
    "dev2",
    "heldout2",
    *(f"dev{n}" for n in range(3, 8)),
    "played",
    "phrases",
)
FRESH = (*(f"heldout{number}" for number in range(3, 8)), *(f"dev{n}" for n in range(8, 14)))
"""The sets that the rules were tuned on, and those they were not; all may be learned from."""
ALONE = (TALK / "dev_ja.jsonl", TALK.parent / "talk.json")
"""Lines each by itself, written along with the rules; they are no hand's that is left out."""
PENALTY, RULES_PENALTY, WHOM_PENALTY = 1.5, 10.0, 1.0
LEAST = {"said": 3, "ruled": 2, "whom": 2}
"""In how many lines, or of how many candidates, a feature must be."""
STEP, FAINT, MOST = 0.04, 0.1, 44
"""What a step of a written weight is worth, the weight below which a feature is left out if it has
none above it, and the most steps."""
SURE = 0.85
KINDS: tuple[Kind, ...] = (None, *sorted(EXPECTS))


@dataclass(frozen=True)
class Row:
    """A labelled line as it is learned from."""

    set: str
    line: Line

    @property
    def hand(self) -> str:
        """Who wrote it, by the number of the set."""
        return self.set.lstrip("abcdefghijklmnopqrstuvwxyz") or "1"

    @cached_property
    def names(self) -> Names:
        """The names of its cast."""
        return names_of(self.line.utterance.cast, self.line.utterance.language)

    @cached_property
    def parts(self) -> tuple[Sentence, ...]:
        """Its sentences."""
        return read_sentences(self.line.utterance)

    @cached_property
    def found(self) -> Designation:
        """What the rules read."""
        return by_rules(self.line.utterance, self.parts)

    @cached_property
    def said(self) -> set[str]:
        """The features of words and talk."""
        said = setting(self.line.utterance, self.parts, self.names)
        return wording(self.parts, self.names) | said

    @cached_property
    def ruled(self) -> set[str]:
        """The features of what the rules read."""
        return by_rule(self.line.utterance, self.parts, self.found, self.said)

    @cached_property
    def there(self) -> tuple[list[set[str]], int | None]:
        """The features of each whom it may be put to, and which of them it is put to."""
        asked = Asked(self.line.utterance, self.parts, self.line.puts, self.found, self.names)
        all_there = asked.candidates()
        right = [at for at, to in enumerate(all_there) if sorted(to) == sorted(self.line.to)]
        return [asked.features(to) for to in all_there], right[0] if right else None

    def read_by(self, weights: Weights) -> Learned:
        """Return what a model makes of it."""
        return learned(self.line.utterance, self.parts, self.found, weights)


def rows_of(names: Sequence[str]) -> list[Row]:
    """Return the lines of sets, and those that stand by themselves."""
    files = ((name, DATA / f"readings_ja_{name}.yaml") for name in names)
    found = [Row(name, line) for name, file in files for line in lines_of(file)]
    return found + [Row("alone0", line) for file in ALONE for line in alone(file, "ja")]


def classes(rows: Sequence[Row]) -> Any:
    """Return the number of what each line puts."""
    return np.array([KINDS.index(row.line.puts) for row in rows])  # type: ignore[arg-type]  # labels


def fit_said(rows: Sequence[Row]) -> Fit:
    """Return the weights of words and talk."""
    return fitted_classes([row.said for row in rows], classes(rows), PENALTY, LEAST["said"])


def weights_of(rows: Sequence[Row], said: Fit, base: Mapping[str, Any]) -> Weights:
    """Return a model.

    Args:
        rows: what it is learned from.
        said: the weights of words and talk, from the same lines.
        base: by hand, the scores of its fresh lines by words and talk learned from other hands.
    """
    fresh = {hand: [row for row in rows if row.hand == hand and row.set in FRESH] for hand in base}
    told = [row for some in fresh.values() for row in some]
    scores = np.concatenate([base[hand] for hand, some in fresh.items() if some])
    ruled = fitted_classes(
        [row.ruled for row in told], classes(told), RULES_PENALTY, LEAST["ruled"], scores
    )
    puts = [row for row in rows if row.line.puts and row.there[1] is not None]
    whom = fitted_choice(
        [row.there[0] for row in puts], [row.there[1] or 0 for row in puts],
        WHOM_PENALTY, LEAST["whom"],
    )  # fmt: skip
    return Weights(
        KINDS,
        STEP,
        dict(_written(said, ruled.base)),
        {one: [round(float(w), 2) for w in ruled.weights[at]] for one, at in ruled.columns.items()},
        {one: round(weight, 2) for one, weight in whom.items() if abs(weight) > STEP},
    )


def _written(said: Fit, base: float) -> Iterator[tuple[str, bytes]]:
    """Yield the weights of each feature of words and talk as one character each."""
    for one, at in said.columns.items():
        row = base * said.weights[at]
        row = row - np.median(row)
        if np.abs(row).max() >= FAINT:
            steps = np.clip(np.rint(row / STEP), -MOST, MOST).astype(int)
            yield one, bytes(ZERO + int(step) for step in steps)


def hand_by_hand(rows: Sequence[Row]) -> tuple[dict[str, Any], dict[str, Weights]]:
    """Return by hand the base scores of its fresh lines, and a model, both from other hands."""
    hands = sorted({row.hand for row in rows if row.set in FRESH}, key=int)
    fits = {hand: fit_said([row for row in rows if row.hand != hand]) for hand in hands}
    own = {hand: [row for row in rows if row.hand == hand and row.set in FRESH] for hand in hands}
    base = {hand: fits[hand].scores([row.said for row in own[hand]]) for hand in hands}
    models = {}
    for hand in hands:
        others = {one: scores for one, scores in base.items() if one != hand}
        models[hand] = weights_of([r for r in rows if r.hand != hand], fits[hand], others)
    return base, models


def _cells(rows: Sequence[Row], found: Sequence[Learned]) -> Iterator[object]:
    """Yield the figures of some lines: how many are right in type, addressees, and both."""
    types = [row.line.puts == one.kind for row, one in zip(rows, found, strict=True)]
    whom = [sorted(row.line.to) == sorted(one.to) for row, one in zip(rows, found, strict=True)]
    sure = [a and b for a, b, c in zip(types, whom, found, strict=True) if c.chance >= SURE]
    ruled = [
        (row.found.first_pair_part == row.line.puts,
         sorted(row.found.addressees) == sorted(row.line.to)) for row in rows
    ]  # fmt: skip
    yield len(rows)
    for right in (*zip(*ruled, strict=True), types, whom):
        one = share(sum(right), len(right))
        low, high = one.interval or (0.0, 1.0)
        yield f"{one.value:.3f} ({low:.2f}-{high:.2f})"
    yield f"{len(sure) / len(rows):.2f}"
    yield f"{sum(sure)} of {len(sure)} ({sum(sure) / max(1, len(sure)):.3f})"


def digest(names: Sequence[str]) -> str:
    """Return the SHA-256 of the sets that are learned from."""
    files = (*(DATA / f"readings_ja_{name}.yaml" for name in names), *ALONE)
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def write(weights: Weights, file: Path, lines: int, hands: int) -> None:
    """Write a model with how it was made."""
    content = {
        "made": {
            "by": "python -m benchmarks learned",
            "with": f"scipy {version('scipy')}, numpy {version('numpy')}",
            "lines": lines,
            "hands": hands,
            "data": digest((*TUNED, *FRESH)),
        },
        "kinds": weights.kinds,
        "step": weights.step,
        "ruled": weights.ruled,
        "whom": weights.whom,
        "said": {one: row.decode("ascii") for one, row in weights.said.items()},
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    file.write_text(text.replace('],"', '],\n"') + "\n", "utf-8")


def main(argv: Sequence[str] | None = None) -> None:
    """Print how often lines are read right by what other hands taught; write where told to."""
    options = given(argv, __doc__, out="")
    rows = rows_of((*TUNED, *FRESH))
    base, models = hand_by_hand(rows)
    head(
        "lines of the hand", "n", "type, rules", "addressees, rules", "type", "addressees",
        "sure", "of these both right",
    )  # fmt: skip
    every = [(row, row.read_by(models[row.hand])) for row in rows if row.set in FRESH]
    for hand in models:
        some = [(row, one) for row, one in every if row.hand == hand]
        show(hand, *_cells(*zip(*some, strict=True)))
    show("all", *_cells(*zip(*every, strict=True)))
    if options.out:
        made = weights_of(rows, fit_said(rows), base)
        write(made, Path(options.out), len(rows), len({row.hand for row in rows}))

"""The learned model of Japanese readings: how often it is right, and its weights.

    python -m benchmarks learned [--out analysts/rules/ja/learned/weights.json] [--own 1]

Every hand's lines are read by weights learned from others: two hands are left out at a time, and
without --own also the lines written for the model by one who had seen errors on these hands. Only
lines that the rules were not tuned on are counted. With --out, weights learned from all lines are
written. What the rules read has weights of its own on lines that they were tuned on, for there
they are right more often than on new talk; what is peculiar to a hand, how often it labels each
type, has weights of its own as well. Neither is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import given, head, show
from benchmarks.analyst.log_linear import Fit, fitted_choice, fitted_classes
from benchmarks.analyst.readings import DATA, Line, lines_of
from benchmarks.analyst.sureness import TALK, alone
from benchmarks.detection.messages import share
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.ja.learned.model import Weights, as_character, learned
from mmagents.analysts.rules.ja.learned.sense import sensed
from mmagents.analysts.rules.ja.learned.setting import by_rule, setting
from mmagents.analysts.rules.ja.learned.whom import Asked
from mmagents.analysts.rules.ja.learned.wording import wording
from mmagents.analysts.rules.reader import Kind, Learned, Sentence
from mmagents.analysts.rules.reading import by_rules
from mmagents.analysts.text.names import Names, names_of
from mmagents.floor.adjacency import EXPECTS, Designation

PLAYERS = ("played", "phrases")
"""Sets of what the rules' own players say: what is peculiar to them is to be learned."""
TUNED = ("dev", "heldout", "dev2", "heldout2", *(f"dev{n}" for n in range(3, 8)), *PLAYERS)
FRESH = (
    *(f"heldout{number}" for number in (*range(3, 10), 14, 19, 20)),
    *(f"dev{number}" for number in (*range(8, 14), *range(15, 17), *range(19, 28))),
)
"""The sets that the rules were tuned on, and those they were not; all may be learned from."""
OWN = ("dev17", "dev18", "short")
"""Sets that were written for the model, when errors of hands 3 to 14 had been seen."""
WRITTEN = tuple(f"dev{number}" for number in range(21, 26))
"""Sets that were written for the model, few called by name, by hands who had seen no error."""
ALONE = (TALK / "dev_ja.jsonl", TALK.parent / "talk.json")
"""Lines each by itself, written along with the rules; they are no hand's that is left out."""
APART = ("10", "11")
"""Hands whose labels are least like the others'; they are left out together."""
COUNTS = {
    **{"played": 1.0, "phrases": 2.0, "alone0": 1.0, "dev10": 0.3, "short": 0.7},
    **dict.fromkeys(WRITTEN, 0.5),
}
"""How much a line of a set counts, 1 unless named: less where it is less like people's talk, was
labelled by one who had read the rules, or repeats what the rules' own players say."""
BARE_EVERY, BARE_COUNT = 3, 0.3
"""Of how many lines one is learned from without the talk before as well, and how much it counts."""
PENALTY, RULES_PENALTY, WHOM_PENALTY, WHOM_WORDS_PENALTY = 1.5, 1.2, 2.0, 6.0
LEAST = {"kinds": 3, "whom": 2}
"""In how many lines, or of how many candidates, a feature must be."""
STEP, FAINT, MOST = 0.03, 0.04, 100
"""What a step of a written weight is worth, the weight below which a feature is left out if it has
none above it, and the most steps of a feature of words and talk."""
SURE = 0.85
KINDS: tuple[Kind, ...] = (None, *sorted(EXPECTS))
_RULED, _TUNED, _HAND = "R~", "T~", "H~"
"""What features begin with of what the rules read, on lines they were tuned on, and of a hand."""
_WORDS = ("A&L", "A&S", "A&F", "last&S", "last&F")
"""What features begin with of the words that go to everyone, or to whoever spoke last."""


@dataclass(frozen=True)
class Row:
    """A labelled line as it is learned from."""

    set: str
    line: Line
    bare: bool = False
    """Whether the talk before was taken away."""

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
        """The features of words, of their sense, and of talk."""
        words = wording(self.parts, self.names).every | sensed(self.parts, self.names)
        return self.before | words

    @cached_property
    def before(self) -> set[str]:
        """The features of the talk before."""
        return setting(self.line.utterance, self.parts, self.names)

    @cached_property
    def ruled(self) -> set[str]:
        """The features of what the rules read."""
        shape = wording(self.parts, self.names).shape
        return by_rule(self.line.utterance, self.parts, self.found, shape, self.before)

    @property
    def taught(self) -> set[str]:
        """All features that go into the fit of the types."""
        fresh = self.set in FRESH
        ruled = {f"{_RULED if fresh else _TUNED}{one}" for one in self.ruled}
        whose = self.hand if self.hand != "1" and self.set not in COUNTS else self.set
        kind = self.found.first_pair_part
        own = set() if self.set in PLAYERS else {f"{_HAND}{whose}", f"{_HAND}{whose}&{kind}"}
        return self.said | ruled | own

    @cached_property
    def there(self) -> tuple[list[set[str]], int | None]:
        """The features of each whom it may be put to, and which of them it is put to."""
        asked = Asked(self.line.utterance, self.parts, self.found, self.names)
        right = [at for at, to in enumerate(asked.there) if sorted(to) == sorted(self.line.to)]
        kind: Any = self.line.puts
        rows = [one | asked.by_kind(to, kind) for to, one in asked.there.items()]
        if self.set not in FRESH:
            rows = [{one.replace(_RULED, _TUNED) for one in row} for row in rows]
        return rows, right[0] if right else None

    def read_by(self, weights: Weights) -> Learned:
        """Return what a model makes of it."""
        return learned(self.line.utterance, self.parts, self.found, weights)


def rows_of(names: Sequence[str]) -> list[Row]:
    """Return the lines of sets, and those that stand by themselves."""
    files = ((name, DATA / f"readings_ja_{name}.yaml") for name in names)
    found = [Row(name, line) for name, file in files for line in lines_of(file)]
    return found + [Row("alone0", line) for file in ALONE for line in alone(file, "ja")]


def without_talk(rows: Sequence[Row]) -> list[Row]:
    """Return every third line of talk without the talk before.

    So a line of which nothing before is known is not taken for the beginning of a talk.
    """
    alike = {"alone0", "short", *PLAYERS}
    talk = [row for row in rows[::BARE_EVERY] if row.set not in alike and row.line.utterance.recent]
    return [
        Row(row.set, replace(row.line, utterance=replace(
            row.line.utterance, recent=(), due=None, open_pairs=()
        )), bare=True) for row in talk
    ]  # fmt: skip


def classes(rows: Sequence[Row]) -> Any:
    """Return the number of what each line puts."""
    return np.array([KINDS.index(row.line.puts) for row in rows])  # type: ignore[arg-type]  # labels


def counts(rows: Sequence[Row]) -> Any:
    """Return how much each line counts."""
    much = (COUNTS.get(row.set, 1.0) * (BARE_COUNT if row.bare else 1) for row in rows)
    return np.array(list(much))


def fit_kinds(rows: Sequence[Row]) -> Fit:
    """Return the weights of the types."""

    def penalty(feature: str) -> float:
        return RULES_PENALTY if feature.startswith((_RULED, _TUNED)) else PENALTY

    taught = [row.taught for row in rows]
    return fitted_classes(taught, classes(rows), penalty, LEAST["kinds"], counts(rows))


def whom_penalty(feature: str) -> float:
    """Return the penalty of a feature of whom it may be put to: more where it is of mere words."""
    return WHOM_WORDS_PENALTY if feature.startswith(_WORDS) else WHOM_PENALTY


def weights_of(rows: Sequence[Row]) -> Weights:
    """Return a model learned from lines."""
    fit = fit_kinds([*rows, *without_talk(rows)])
    puts = [
        row for row in rows if row.line.puts and row.set != "short" and row.there[1] is not None
    ]
    whom = fitted_choice(
        [row.there[0] for row in puts], [row.there[1] or 0 for row in puts],
        whom_penalty, LEAST["whom"], counts(puts),
    )  # fmt: skip
    steps = {one: round(w / STEP) for one, w in whom.items() if not one.startswith(_TUNED)}
    return Weights.of(KINDS, STEP, dict(_written(fit)), {one: n for one, n in steps.items() if n})


def _written(fit: Fit) -> Iterator[tuple[str, list[int]]]:
    """Yield the steps of each feature, but of a hand or of lines that the rules were tuned on."""
    for one, at in fit.columns.items():
        row = fit.weights[at] - np.median(fit.weights[at])
        if np.abs(row).max() >= FAINT and not one.startswith((_TUNED, _HAND)):
            yield (
                one.removeprefix(_RULED),
                np.clip(np.rint(row / STEP), -MOST, MOST).astype(int).tolist(),
            )


def hand_by_hand(rows: Sequence[Row], own: bool) -> dict[str, Weights]:
    """Return by hand a model learned from other hands; from the lines of OWN only if `own`.

    Two hands at a time are left out.
    """
    fresh = {row.hand for row in rows if row.set in FRESH}
    hands = sorted(fresh, key=lambda hand: (hand in APART, int(hand)))
    rest = [row for row in rows if own or row.set not in OWN]
    pairs = [hands[at : at + 2] for at in range(0, len(hands), 2)]
    models = (weights_of([row for row in rest if row.hand not in two]) for two in pairs)
    return {hand: model for two, model in zip(pairs, models, strict=True) for hand in two}


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


def write(weights: Weights, file: Path, rows: Sequence[Row]) -> None:
    """Write a model with how it was made."""
    content = {
        "made": {
            "by": "python -m benchmarks learned",
            "with": f"scipy {version('scipy')}, numpy {version('numpy')}",
            "lines": len(rows),
            "hands": len({row.hand for row in rows}),
            "data": digest((*TUNED, *FRESH, *OWN)),
        },
        "kinds": weights.kinds,
        "step": weights.step,
        "whom": weights.whom,
        "steps": {
            one: "".join(map(as_character, weights.steps_of(row)))
            for one, row in weights.rows.items()
        },
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    file.write_text(text.replace('","', '",\n"') + "\n", "utf-8")


def main(argv: Sequence[str] | None = None) -> None:
    """Print how often lines are read right by what other hands taught; write where told to."""
    options = given(argv, __doc__, out="", own=0)
    rows = rows_of((*TUNED, *FRESH, *OWN))
    if options.out:
        write(weights_of(rows), Path(options.out), rows)
    models = hand_by_hand(rows, bool(options.own))
    head(
        "lines of the hand", "n", "type, rules", "addressees, rules", "type", "addressees",
        "sure", "of these both right",
    )  # fmt: skip
    every = [(row, row.read_by(models[row.hand])) for row in rows if row.set in FRESH]
    for hand in models:
        some = [(row, one) for row, one in every if row.hand == hand]
        show(hand, *_cells(*zip(*some, strict=True)))
    show("all", *_cells(*zip(*every, strict=True)))

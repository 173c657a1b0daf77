"""Verdicts on conversations: what a model or a person said of one, and the files that hold them.

verdicts.jsonl          what models said, a line a verdict, in the order they came
verdict-failures.jsonl  questions of the last run that could not be put to a model, and why
ratings.jsonl           what people said, read from their sheets

Each question has one verdict by each rater; of two lines for the same, the later one counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mmagents.errors import MMAgentsError, first_fault
from mmagents.lab.breakdowns.categories import Category
from mmagents.stores.disk import open_to_append, write_whole

CRITERIA = ("coherence", "cooperativeness", "diversity")
"""What is scored from 1 to 5 (MMAgents, section 4.2.2)."""
LONGEST_REASON = 400
"""Characters of a reason that are kept."""
LONGEST_SUMMARY = 1_200
"""Characters of a summary that are kept."""
MOST_BREAKDOWNS = 3
"""Breakdowns of one turn that are kept."""
TRUTHS = ("consistency", "factualness")
"""What is scored from 1 to 10 (SDR, section 3.2)."""
BY_MODELS = "verdicts.jsonl"
BY_PEOPLE = "ratings.jsonl"


class Kind(StrEnum):
    """What a verdict is about."""

    BREAKDOWN = "breakdown"
    """One turn, read by a person: whether and how it breaks the talk down."""
    BREAKDOWN_WHOLE = "breakdown-whole"
    """A whole conversation, read at once: every turn that breaks it down, under the conditions of
    figure 6 (MMAgents, section 4.2.1)."""
    CONVERSATION = "conversation"
    """A whole conversation: its scores (MMAgents, section 4.2.2)."""
    TURN = "turn"
    """One turn: its scores (MMAgents, section 6 and supplementary figure S5)."""
    GRADED = "graded"
    """A whole conversation: its scores by a prompt of ours, which defines all five points."""
    GRADED_TURN = "graded-turn"
    """One turn: its scores by that prompt."""
    RUBRIC = "rubric"
    """A whole conversation, rated once by a person: the points of its story's rubric."""
    UTTERANCE = "utterance"
    """One turn, rated by a person: the points that it earns (MMAgents, sections 4.2.3 and 5)."""
    TRUTH = "truth"
    """One turn: how consistent and how factual it is (SDR, section 3.2)."""
    TRUTH_PREVIOUS = "truth-previous"
    """The same, told the turns before in place of what the screening finds (SDR, NLI-G study)."""
    SUMMARY = "summary"
    """A whole conversation, summarised (SDR, appendix C.2)."""


OF_A_TURN = frozenset({
    Kind.BREAKDOWN, Kind.TURN, Kind.GRADED_TURN, Kind.UTTERANCE, Kind.TRUTH, Kind.TRUTH_PREVIOUS,
})  # fmt: skip


class Part(BaseModel):
    """Part of a verdict."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Summary(Part):
    """What a conversation was about (SDR, appendix C.2, takes Distinct-N over summaries)."""

    summary: str = Field(min_length=1, max_length=LONGEST_SUMMARY)


class Found(Part):
    """A breakdown of a turn; see :class:`mmagents.lab.breakdowns.categories.Breakdown`."""

    category: Category
    of: int | None = None
    reason: str = Field(default="", max_length=LONGEST_REASON)
    strategic: bool = False


class Breakdowns(Part):
    """What was found in one turn; nothing if it is sound."""

    breakdowns: tuple[Found, ...] = Field(max_length=MOST_BREAKDOWNS)

    @property
    def broken(self) -> bool:
        """Whether the turn breaks down; strategic evasions do not count (MMAgents, section 6)."""
        return any(not one.strategic for one in self.breakdowns)


class BrokenTurn(Part):
    """A turn that breaks the talk down, in which way, and why."""

    turn: int = Field(ge=1)
    category: Category
    reason: str = Field(default="", max_length=LONGEST_REASON)


class BrokenTurns(Part):
    """What was found in a whole conversation, and every entry counts; empty if it is sound."""

    broken: tuple[BrokenTurn, ...]

    @property
    def turns(self) -> frozenset[int]:
        """The turns that break down, in whichever way."""
        return frozenset(one.turn for one in self.broken)


class Score(Part):
    """A score, and why."""

    score: int = Field(ge=1, le=5)
    reason: str = Field(default="", max_length=LONGEST_REASON)


class Scored(Part):
    """Scores by name."""

    def of(self, name: str) -> int | None:
        """Return a score, or None if it was left out."""
        found: Score | OfTen | None = getattr(self, name)
        return found.score if found else None


class Scores(Scored):
    """Scores by criterion; a person may leave one out, a model may not."""

    coherence: Score | None
    cooperativeness: Score | None
    diversity: Score | None


class OfTen(Part):
    """A score of up to ten, and why."""

    score: int = Field(ge=1, le=10)
    reason: str = Field(default="", max_length=LONGEST_REASON)


class Truth(Scored):
    """How far a turn agrees with what its speaker said and was given, and rests on it.

    A person may leave one out, a model may not.
    """

    consistency: OfTen | None
    factualness: OfTen | None


class Ticked(Part):
    """Whether a point of the rubric was reached, and in which turn first."""

    reached: bool
    turn: int | None = None
    reason: str = Field(default="", max_length=LONGEST_REASON)


class Points(Part):
    """The points of a rubric by id; one may be left out."""

    items: dict[str, Ticked]


class Earned(Part):
    """The points of a rubric, by id, and whether one turn earns them."""

    points: dict[str, bool]
    reason: str = Field(default="", max_length=LONGEST_REASON)


Said = Breakdowns | BrokenTurns | Scores | Points | Earned | Truth | Summary
FORM: dict[Kind, type[Said]] = {
    Kind.BREAKDOWN: Breakdowns,
    Kind.BREAKDOWN_WHOLE: BrokenTurns,
    Kind.CONVERSATION: Scores,
    Kind.TURN: Scores,
    Kind.GRADED: Scores,
    Kind.GRADED_TURN: Scores,
    Kind.RUBRIC: Points,
    Kind.UTTERANCE: Earned,
    Kind.TRUTH: Truth,
    Kind.TRUTH_PREVIOUS: Truth,
    Kind.SUMMARY: Summary,
}


class Key(NamedTuple):
    """What a verdict is about and who gave it: there is one of each."""

    id: str
    kind: Kind
    turn: int
    by: str


class Verdict(Part):
    """What somebody said of a conversation, or of a turn of it (0 for the whole).

    `said` is None, and `missing` says why, if a model gave none that could be read. `told` is a
    digest of what the model was told, and with which options, such as a temperature; another one
    makes it another question. `calls` counts failed requests too. `tokens_cached` are those of
    `tokens_in` that the server says it had read before.
    """

    id: str
    kind: Kind
    turn: int = Field(ge=0)
    by: str = Field(min_length=1)
    said: Said | None
    missing: str = ""
    told: str = ""
    options: dict[str, str | int | float | bool] = Field(default_factory=dict)
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.said is not None and not isinstance(self.said, FORM[self.kind]):
            raise ValueError(f"a verdict of kind {self.kind} is of another form")
        if (self.kind in OF_A_TURN) != (self.turn > 0):
            raise ValueError(f"a verdict of kind {self.kind} with turn {self.turn}")
        return self

    @property
    def key(self) -> Key:
        """What it is about and who gave it."""
        return Key(self.id, self.kind, self.turn, self.by)


class VerdictError(MMAgentsError):
    """A file of verdicts that cannot be read."""


def read_verdicts(file: Path) -> dict[Key, Verdict]:
    """Return the verdicts of a file by key; a last line that broke off is ignored.

    Raises:
        VerdictError: for the first line that is no verdict.
    """
    if not file.is_file():
        return {}
    found: dict[Key, Verdict] = {}
    for number, line in enumerate(file.read_bytes().split(b"\n")[:-1], 1):
        try:
            verdict = Verdict.model_validate_json(line)
        except ValidationError as error:
            where, why = first_fault(error)
            raise VerdictError(
                f"{file}, line {number}{where and f', {where}'}: {why}. Take the line "
                "out; what it was about is then asked again."
            ) from None
        found[verdict.key] = verdict
    return found


def readings_in(folder: Path) -> dict[str, list[Verdict]]:
    """Return what models and people said of the conversations of an experiment, by source."""
    files = {"model": BY_MODELS, "people": BY_PEOPLE}
    found = {source: read_verdicts(folder / name) for source, name in files.items()}
    return {source: list(held.values()) for source, held in found.items() if held}


def as_line(verdict: Verdict) -> bytes:
    """Return a verdict as one line of JSON."""
    return verdict.model_dump_json().encode("utf-8") + b"\n"


def write_verdicts(file: Path, verdicts: Iterable[Verdict]) -> None:
    """Write a file of verdicts in one step, sorted by key."""
    ordered: Sequence[Verdict] = sorted(verdicts, key=lambda one: one.key)
    write_whole(file, b"".join(map(as_line, ordered)))


class Log:
    """A file that verdicts are added to as they come. What a kill left half written is cut off."""

    def __init__(self, file: Path) -> None:
        self._open = open_to_append(file)
        whole = file.read_bytes().rpartition(b"\n")
        self._open.truncate(len(whole[0]) + len(whole[1]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._open.close()

    def add(self, verdict: Verdict) -> None:
        """Add a verdict; it is with the operating system when this returns."""
        self._open.write(as_line(verdict))
        self._open.flush()

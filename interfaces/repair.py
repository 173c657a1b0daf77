"""Repair before a turn is heard: what screens, diagnoses and repairs receive and return.

Source: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 2. A candidate utterance
is screened; what is suspected is diagnosed; what is found to be a fault is said anew. Here the talk
has a goal, so that a diagnosis must also tell a lie from an error.

Everything a suspicion or a finding says may be told to the speaker: it rests on what the speaker
was given, heard or said, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.scenarios.recognise.facts import Recognisable

Fault = Literal["repetition", "contradiction", "hallucination", "obligation"]
TakenFor = Literal["fault", "lie", "evasion", "owning up", "harmless"]
"""What a diagnosis takes a suspicion for: an error; a lie or an evasion for which the sheet gives a
reason; the truth after such a lie; nothing at all."""

SEVERE = 9
"""Severity, 1-10, from which a candidate is said in other words: above 8 (SDR, 2.3 and C.1)."""
MINOR = 4
"""Severity of what is no fault."""
WORST = 10


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What a screen holds against a candidate.

    Attributes:
        fault: which screen speaks.
        about: the words or the claim it is about.
        evidence: what speaks against it, each in words the speaker knows.
        score: how sure the screen is, in its own unit: a cosine or the score of an NLI model (0-1),
            the likelihood of a hallucination (1-10), 1 for an obligation.
        turn: the turn that the evidence is from, or None.
        sure: needs no diagnosis: it is the same once more.
        detail: plain JSON that a screen by rule leaves for the diagnosis by rule.
    """

    fault: Fault
    about: str
    evidence: tuple[str, ...]
    score: float
    turn: int | None = None
    sure: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the suspicion as plain JSON, for the ledger of a turn."""
        return asdict(self) | {"evidence": list(self.evidence), "score": round(self.score, 3)}

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Suspicion:
        """Return a suspicion from plain JSON."""
        return cls(**{**found, "evidence": tuple(found["evidence"])})


@dataclass(frozen=True, slots=True)
class Finding:
    """What a diagnosis makes of a suspicion.

    Attributes:
        severity: 1 (nothing unnatural) to 10.
        taken_for: what it was taken for; only a fault is ever repaired.
        comment: what is wrong, in the language of the game.
        suggestion: what to do instead, or "".
    """

    fault: Fault
    severity: int
    taken_for: TakenFor
    comment: str
    suggestion: str = ""

    @property
    def severe(self) -> bool:
        """Tell whether the candidate is to be said anew for it."""
        return self.taken_for == "fault" and self.severity >= SEVERE

    def as_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON, for the ledger of a turn."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that was not spoken, and what was found wrong with it."""

    text: str
    findings: tuple[Finding, ...]


class Line(NamedTuple):
    """A turn as evidence shows it: its number, who spoke as the others call them, the words."""

    turn: int
    speaker: str
    text: str


Passage = tuple[Line, ...]
"""A few turns in a row of one talk: what stands here for the dialogues of SDR."""


def _no_passage(turn: int) -> Passage:
    """Return nothing: what was said around a turn is not at hand."""
    return ()


@dataclass(frozen=True, slots=True)
class Earlier:
    """An utterance the speaker heard, or made, that is near to the candidate.

    Attributes:
        similarity: a cosine, -1 to 1.
        own: the speaker made it.
        here: it belongs to the talk under way.
        shared: all who are here now heard it.
        facts: ids of the story's facts recognised in it.
        says: what it says as statements that stand alone.
        triplets: what a model drew from it as subject, relation and object; () where none did.
    """

    turn: int
    text: str
    similarity: float
    own: bool
    here: bool
    shared: bool = True
    facts: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    triplets: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cosines from which a candidate counts as said before.

    Attributes:
        own_here: by the same speaker in the same talk, the base less a step (equation 1).
        others: by somebody else, the base.
        own_elsewhere: by the same speaker in another talk, the base and a step.
        same: from here on no diagnosis is needed. An answer that was asked for since is diagnosed
            all the same: people who are asked twice say the same twice.
    """

    own_here: float
    others: float
    own_elsewhere: float
    same: float


PAPER = Thresholds(0.80, 0.85, 0.90, 0.95)
"""0.85, 0.05 lower or higher, and 0.95 (SDR, appendices B.1 and C.1)."""


@dataclass(frozen=True, slots=True)
class About:
    """All that a screen or a diagnosis may look at beside the candidate.

    Attributes:
        view: the speaker's own view, as it had it for speaking.
        utterance: the candidate as those receive it who read what is said.
        similar: the utterances nearest to it that the speaker heard, nearest first.
        own: what the speaker itself said so far, as far as it is near to the candidate.
        facts: the story's facts, by which words are recognised.
        side_of: the view of another seat: what it would say of a claim about it is asked from its
            side. Nothing of that view, but a yes or a no, may reach anybody.
        thresholds: from which likeness on an utterance counts as said before.
        heard: what the speaker said or heard, as far as it is near to the candidate, nearest first;
            () where only its own words are compared for contradictions. Where a model is told it in
            a window that grows, the turns of that in the order of the talk, and then what is near
            of those before.
        talk: where a model is told them in a window that grows, the turns of that; elsewhere ().
        passage: the turns around a turn, of the same talk and as far as the speaker heard them.
    """

    view: View
    utterance: Utterance
    similar: tuple[Earlier, ...]
    own: tuple[Earlier, ...]
    facts: tuple[Recognisable, ...]
    side_of: Callable[[str], View]
    thresholds: Thresholds = PAPER
    heard: tuple[Earlier, ...] = ()
    talk: Passage = ()
    passage: Callable[[int], Passage] = _no_passage


class Screen(Protocol):
    """Looks for one kind of fault. Cheap: what it suspects is diagnosed before it counts."""

    async def __call__(self, candidate: str, about: About) -> list[Suspicion]:
        """Return what is suspicious about the candidate."""


class Diagnose(Protocol):
    """Tells of a suspicion whether it is a fault, how grave, and what to do about it."""

    async def __call__(self, candidate: str, suspicion: Suspicion, about: About) -> Finding:
        """Return the finding."""


@runtime_checkable
class Repairer(Protocol):
    """A player that can say something else. What others say is never repaired."""

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return other words for this turn than those dropped, the latest of them last."""
        ...


def gravest(findings: Iterable[Finding]) -> int:
    """Return the severity of the gravest fault, 0 if there is none."""
    return max((one.severity for one in findings if one.taken_for == "fault"), default=0)

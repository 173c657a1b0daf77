"""Every condition, one record each: what decides who speaks next, and all that follows from it.

The command line, LangGraph Studio's field, the page, `explain`, the labels of the graph's edges and
the measures of an experiment derive from these records. To add a condition, :func:`register` one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from mmagents.floor import stages, strategies
from mmagents.floor.rules import RULES, Rule, shipped_texts
from mmagents.floor.strategies import Strategy


@dataclass(frozen=True, slots=True)
class ConditionText:
    """What a condition is called in one language.

    Attributes:
        label: for a list to choose from.
        about: one sentence without a full stop: who speaks next.
    """

    label: str
    about: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What those at the table are shown of what the detector found, beside the words themselves.

    The paper takes the detector away in its controls (MMAgents, section 4.1), so where a condition
    does not oblige, none of it may reach a prompt, a view or a person. The record keeps all of it.

    Attributes:
        reading: beside each turn heard, its type, whom it was put to and what it took up.
        open_pairs: the first pair parts that still wait for a second.
        due: what the one who was asked owes, while it thinks and while it speaks.
    """

    reading: bool = False
    open_pairs: bool = False
    due: bool = False


NOTHING_SHOWN = Shown()
ALL_SHOWN = Shown(reading=True, open_pairs=True, due=True)


@dataclass(frozen=True, slots=True)
class Condition:
    """Who speaks next.

    Attributes:
        name: as it is given on the command line and stands in saved games.
        choose: the function that decides; it must always yield one who is present.
        rules: the rules by which it may give a turn.
        texts: of a condition that is not shipped, by language.
        obliges: whether whoever is asked owes an answer, and has the floor for it (rule 1a).
        shows: what the table is shown of what the detector found; nothing where none is obliged.
        bids_count: whether who wants the floor can matter.
        asks_moderator: whether a model that moderates is asked for a name first.
        interrogates: whether it brings its own evening, in which one asks all the others alone.
        speaker_thinks: whether nobody thinks but whoever is about to speak: a thought is no bid.
        source: the paper or program it comes from.
    """

    name: str
    choose: Strategy
    rules: Sequence[Rule]
    texts: Mapping[str, ConditionText] = field(default_factory=dict)
    obliges: bool = False
    shows: Shown = NOTHING_SHOWN
    bids_count: bool = False
    asks_moderator: bool = False
    interrogates: bool = False
    speaker_thinks: bool = False
    source: str = ""

    @property
    def entering(self) -> Rule | None:
        """The rule by which whoever came into a turn has the next; None where nobody bids."""
        return next((one for one in self.rules if one.by_bids), None) if self.bids_count else None

    def text(self, language: str) -> ConditionText:
        """Return what it is called in a language, in English where that is missing."""
        for one in (language, "en"):
            if one in self.texts:
                return self.texts[one]
            if self.name in shipped_texts("conditions", one):
                return ConditionText(**shipped_texts("conditions", one)[self.name])
        return ConditionText(self.name, self.name)


def _rules(codes: str) -> tuple[Rule, ...]:
    return tuple(RULES[code] for code in codes.split())


CONDITIONS: dict[str, Condition] = {}
"""All conditions by name, in the order in which they are offered."""


def register(condition: Condition) -> None:
    """Add a condition, and its rules.

    Raises:
        ValueError: if another condition has that name, or another rule one of the codes.
    """
    if CONDITIONS.get(condition.name, condition) != condition:
        raise ValueError(f"There is a condition {condition.name!r} already.")
    for rule in condition.rules:
        if RULES.get(rule.code, rule) != rule:
            raise ValueError(f"There is a rule {rule.code!r} already.")
    RULES.update({rule.code: rule for rule in condition.rules})
    CONDITIONS[condition.name] = condition


for _condition in (
    Condition(
        "cssn-or-ss",
        strategies.cssn_or_ss,
        _rules("1a 1b 1c first"),
        obliges=True,
        shows=ALL_SHOWN,
        bids_count=True,
        source="MMAgents, section 3.2",
    ),
    Condition(
        "ss", strategies.ss, _rules("1b 1c first"), bids_count=True, source="MMAgents, section 4.1"
    ),
    Condition("equal", strategies.equal, _rules("equal"), source="MMAgents, section 4.1"),
    Condition(
        "round-robin",
        strategies.round_robin,
        _rules("round-robin"),
        source="AutoGen, RoundRobinGroupChat",
    ),
    Condition(
        "random",
        strategies.random,
        _rules("random"),
        source="AutoGen 0.2, speaker_selection_method",
    ),
    Condition(
        "bidding",
        strategies.bidding,
        _rules("bid"),
        bids_count=True,
        source="Werewolf Arena (Bailis et al. 2024)",
    ),
    Condition(
        "moderator",
        strategies.moderator,
        _rules("moderator"),
        asks_moderator=True,
        source="AutoGen, SelectorGroupChat",
    ),
    Condition(
        "mention", strategies.mention, _rules("mention"), source="SillyTavern, natural order"
    ),
    Condition(
        "interrogation",
        strategies.interrogation,
        _rules("1a interrogation first"),
        obliges=True,
        shows=ALL_SHOWN,
        interrogates=True,
        source="Junprung 2023",
    ),
):
    register(_condition)

DEFAULT = "cssn-or-ss"
INTRODUCTIONS = Condition("introductions", strategies.introducing, _rules("round-robin"))
"""While everybody says who they are, in every condition."""


STAGES = Condition(
    "agentgroupchat",
    stages.turn_about,
    _rules("turn-about"),
    speaker_thinks=True,
    source="AgentGroupChat, section 3.3",
)
"""In all talks of a game played by the stages of AgentGroupChat, whatever the run's condition."""


def in_rounds(condition: Condition) -> Condition:
    """Return the condition of a talk in rounds, of which each is heard once it is over."""
    choose, rules = stages.in_rounds, _rules("round")
    return replace(condition, choose=choose, rules=rules, obliges=False, bids_count=False)


def by_influence(condition: Condition) -> Condition:
    """Return the condition of a talk that goes by influence: asking obliges as it does there."""
    choose = partial(strategies.by_influence, obliges=condition.obliges)
    rules = _rules("1a influence")
    return replace(condition, choose=choose, rules=rules, bids_count=False, asks_moderator=False)


def in_pairs(condition: Condition) -> Condition:
    """Return the condition of a talk in pairs: whoever asked for the talk begins it."""
    choose = partial(strategies.opened, strategy=condition.choose)
    return replace(condition, choose=choose, rules=(*condition.rules, RULES["first"]))


def condition_of(name: str) -> Condition:
    """Return a condition by its name.

    Raises:
        KeyError: if there is none; the message names those there are.
    """
    if name not in CONDITIONS:
        raise KeyError(f"There is no condition {name!r}. There is: {', '.join(CONDITIONS)}.")
    return CONDITIONS[name]

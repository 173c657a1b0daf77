"""The rules by which turns are given, one record each: where it leads, and what it is called.

Every table of rules derives from here: the labels of the graph's edges, `explain`, the page, the
captions in the terminal, the measures of an experiment. The codes stand in saved games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

Route = Literal["rule 1a", "rule 1b", "rule 1c", "by lot", "by scheme"]
"""The edge of the graph that a rule follows."""


@cache
def shipped_texts(of: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of all shipped `rules` or `conditions` in one language; none if unknown."""
    file = Path(__file__).parent / "texts" / f"{language}.toml"
    if not language.isalnum() or not file.is_file():
        return {}
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(file.read_text("utf-8"))[of]
    return found


@dataclass(frozen=True, slots=True)
class RuleText:
    """What a rule is called in one language.

    Attributes:
        label: a few words that follow a name: "Ines · was asked".
        why: one sentence: why this rule gave the floor.
    """

    label: str
    why: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One way in which a turn comes to its speaker.

    Attributes:
        code: as it stands in the record: "1a".
        route: the edge of the graph that it follows; None for what is no turn at talk.
        texts: of a rule that is not shipped, by language.
        by_bids: whether it depends on who wants the floor.
        source: where the rule comes from.
    """

    code: str
    route: Route | None
    texts: Mapping[str, RuleText] = field(default_factory=dict)
    by_bids: bool = False
    source: str = ""

    @property
    def number(self) -> str:
        """Its number in the paper on turn-taking, such as 1a; empty for all other rules."""
        return self.code if self.code[:1].isdigit() else ""

    def text(self, language: str) -> RuleText:
        """Return what it is called in a language, in English where that is missing."""
        for one in (language, "en"):
            if one in self.texts:
                return self.texts[one]
            if self.code in shipped_texts("rules", one):
                return RuleText(**shipped_texts("rules", one)[self.code])
        return RuleText(self.code, f"Rule {self.code}.")


SSJ = "Sacks, Schegloff & Jefferson 1974, section 4.3; MMAgents, section 3.2"


_SHIPPED = (
    Rule("1a", "rule 1a", source=SSJ),
    Rule("1b", "rule 1b", by_bids=True, source=SSJ),
    Rule("1c", "rule 1c", by_bids=True, source=SSJ),
    Rule("equal", "by lot", source="MMAgents, section 4.1"),
    Rule("first", "by lot", source="MMAgents, section 3.2"),
    Rule("round-robin", "by scheme", source="AutoGen, RoundRobinGroupChat"),
    Rule("random", "by scheme", source="AutoGen 0.2, speaker_selection_method"),
    Rule("bid", "by scheme", by_bids=True, source="Werewolf Arena (Bailis et al. 2024)"),
    Rule("moderator", "by scheme", source="AutoGen, SelectorGroupChat"),
    Rule("mention", "by scheme", source="SillyTavern, natural order"),
    Rule("influence", "by scheme", source="AgentGroupChat, section 3.3"),
    Rule("turn-about", "by scheme", source="AgentGroupChat, section 3.3"),
    Rule("round", "by scheme", source="AgentGroupChat, section 3.3"),
    Rule("interrogation", "by scheme", source="Junprung 2023"),
    Rule("beside", "by scheme", by_bids=True, source="LLMafia; floor/clock.py, beside_of"),
    Rule("recorded", "by scheme", source="the people themselves"),
    # what stands in the record beside the talk
    Rule("look", None),
    Rule("meet", None),
    Rule("reflect", None),
    Rule("side", None),
    Rule("transfer", None),
    Rule("vote", None),
    Rule("summary", None),
    Rule("judge", None),
    Rule("backchannel", None, source="Yngve 1970"),
)

RULES: dict[str, Rule] = {rule.code: rule for rule in _SHIPPED}
"""All rules by code. :func:`mmagents.floor.conditions.register` adds those of a new condition."""


def rule_of(code: str) -> Rule:
    """Return a rule by its code; one without texts for a code that no condition registered.

    A saved game may hold rules of a condition that this process does not have.
    """
    return RULES.get(code) or Rule(code, "by scheme")

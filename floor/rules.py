"""The rules by which turns are given, one record each: where it leads, and what it is called.

Every table of rules derives from here: the labels of the graph's edges, `explain`, the page, the
captions in the terminal, the measures of an experiment. The codes stand in saved games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Route = Literal["rule 1a", "rule 1b", "rule 1c", "by lot", "by scheme"]
"""The edge of the graph that a rule follows."""


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
        texts: by language; a language that is missing reads the English.
        by_bids: whether it depends on who wants the floor.
        source: where the rule comes from.
    """

    code: str
    route: Route | None
    texts: Mapping[str, RuleText]
    by_bids: bool = False
    source: str = ""

    @property
    def number(self) -> str:
        """Its number in the paper on turn-taking, such as 1a; empty for all other rules."""
        return self.code if self.code[:1].isdigit() else ""

    def text(self, language: str) -> RuleText:
        """Return what it is called in a language, in English where that is missing."""
        return self.texts.get(language) or self.texts["en"]


SSJ = "Sacks, Schegloff & Jefferson 1974, section 4.3; MMAgents, section 3.2"


def _rule(
    code: str,
    route: Route | None,
    en: tuple[str, str],
    ja: tuple[str, str],
    *,
    by_bids: bool = False,
    source: str = "",
) -> Rule:
    return Rule(code, route, {"en": RuleText(*en), "ja": RuleText(*ja)}, by_bids, source)


_AT_TALK = (
    _rule(
        "1a", "rule 1a",
        ("was asked",
         "Rule 1a: the current speaker selected the next. Bids do not count then."),
        ("名指しされて",
         "規則1a：現在の話者が次の話者を選んだ。このとき発言希望度は数えない。"),
        source=SSJ,
    ),
    _rule(
        "1b", "rule 1b",
        ("took the floor",
         "Rule 1b: nobody was selected, so whoever bid highest took the floor."),
        ("自分から",
         "規則1b：誰も選ばれなかったので、発言希望度の最も高い人が話した。"),
        by_bids=True, source=SSJ,
    ),
    _rule(
        "1c", "rule 1c",
        ("went on",
         "Rule 1c: nobody was selected and nobody wanted the floor, so the speaker went on."),
        ("続けて",
         "規則1c：誰も選ばれず、誰も望まなかったので、話者が続けた。"),
        by_bids=True, source=SSJ,
    ),
    _rule(
        "equal", "by lot",
        ("next in this round's order",
         "Condition equal: the order is shuffled anew each round. Bids do not count."),
        ("この回の順番で",
         "条件 equal：順番は毎回くじで決まる。発言希望度は数えない。"),
        source="MMAgents, section 4.1",
    ),
    _rule(
        "first", "by lot",
        ("drawn by lot", "The first turn: the speaker is drawn by lot."),
        ("くじで最初に", "最初のターン：話者はくじで決まる。"),
        source="MMAgents, section 3.2",
    ),
    _rule(
        "round-robin", "by scheme",
        ("next in order", "Everybody in the order of the cast. Bids do not count."),
        ("順番に", "登場人物の順番どおり。発言希望度は数えない。"),
        source="AutoGen, RoundRobinGroupChat",
    ),
    _rule(
        "random", "by scheme",
        ("drawn by lot", "Anybody but the last speaker, by lot. Bids do not count."),
        ("くじで", "直前の話者以外からくじで決まる。発言希望度は数えない。"),
        source="AutoGen 0.2, speaker_selection_method",
    ),
    _rule(
        "bid", "by scheme",
        ("highest bid of 0-4",
         "Condition bidding: bids of 0-4, 4 if addressed. The last speaker has none."),
        ("0〜4の希望度が最も高く",
         "条件 bidding：発言希望度は0〜4、名指しされたら4。直前の話者は含めない。"),
        by_bids=True, source="Werewolf Arena (Bailis et al. 2024)",
    ),
    _rule(
        "moderator", "by scheme",
        ("named by the moderator",
         "Condition moderator: whoever the moderator names. Bids do not count."),
        ("司会に指名されて", "条件 moderator：司会が指名した人。発言希望度は数えない。"),
        source="AutoGen, SelectorGroupChat",
    ),
    _rule(
        "mention", "by scheme",
        ("named, or spoke up",
         "Condition mention: whoever was named, else by talkativeness. Bids do not count."),
        ("名前が出て、または自分から",
         "条件 mention：名前の出た人、いなければ話し好きの度合いで。発言希望度は数えない。"),
        source="SillyTavern, natural order",
    ),
    _rule(
        "influence", "by scheme",
        ("next by influence",
         "This talk goes by influence: the principals in order, and whom they ask in between."),
        ("影響力の順に",
         "この話し合いは影響力の順：中心人物が順に話し、尋ねられた人がその間に答える。"),
        source="AgentGroupChat, section 3.3",
    ),
    _rule(
        "interrogation", "by scheme",
        ("answers, or goes on",
         "Condition interrogation: question and answer take turns, between two."),
        ("答える、または続ける", "条件 interrogation：二人の間で質問と答えが交互に進む。"),
        source="Junprung 2023",
    ),
)  # fmt: skip
_BESIDE_THE_TALK = (
    _rule(
        "look", None,
        ("looks round", "No turn at talk: a look for clues, which nobody else sees."),
        ("手がかりを探す", "発言ではない：手がかり探し。ほかの人には見えない。"),
    ),
    _rule(
        "meet", None,
        ("goes aside", "No turn at talk: some go aside to talk unheard."),
        ("席を外して話す", "発言ではない：席を外して話す。"),
    ),
    _rule(
        "reflect", None,
        ("thinks it over", "No turn at talk: a thought that the seat keeps to itself."),
        ("振り返る", "発言ではない：胸の内の考え。"),
    ),
    _rule(
        "side", None,
        ("changes sides", "No turn at talk: somebody changes sides."),
        ("陣営を変える", "発言ではない：陣営を変える。"),
    ),
    _rule(
        "transfer", None,
        ("hands over", "No turn at talk: something changes hands."),
        ("手渡す", "発言ではない：持ち物が人の手に渡る。"),
    ),
    _rule(
        "vote", None,
        ("votes", "No turn at talk: a vote, read out with all the others."),
        ("投票する", "発言ではない：投票。全員分がまとめて読み上げられる。"),
    ),
)  # fmt: skip

RULES: dict[str, Rule] = {rule.code: rule for rule in (*_AT_TALK, *_BESIDE_THE_TALK)}
"""All rules by code. :func:`mmagents.floor.conditions.register` adds those of a new condition."""


def rule_of(code: str) -> Rule:
    """Return a rule by its code; one without texts for a code that no condition registered.

    A saved game may hold rules of a condition that this process does not have.
    """
    known = RULES.get(code)
    return known or Rule(code, "by scheme", {"en": RuleText(code, f"Rule {code}.")})


def codes_at_talk() -> Iterable[str]:
    """Yield the codes of all rules that give a turn at talk."""
    return (rule.code for rule in RULES.values() if rule.route is not None)

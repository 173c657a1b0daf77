"""A question about a question, in a game: it is answered first, then the first one is due again."""

from typing import Any, ClassVar

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow

ASKS = {"en": "Bram, who put out the lamp?", "ja": "ブラムさん、誰が明かりを消したんですか？"}
BACK = {"en": "Which lamp do you mean?", "ja": "どの明かりのことですか？"}
AGAIN = {"en": "What do you mean, which?", "ja": "どの、というのはどういう意味ですか？"}
THAT = {"en": "The one in the shed.", "ja": "小屋のです。"}
IT_WAS = {"en": "It was Kit, I saw it.", "ja": "キットさんです、見ました。"}


class Says:
    """Says its lines one after another; wants the floor as much as it is told to."""

    def __init__(self, *lines: str, bid: int = 5) -> None:
        self.lines, self.bid, self.owed = list(lines), bid, list[tuple[int, int]]()

    async def think(self, view: View) -> Thought:
        return Thought("", "speak", self.bid)

    async def speak(self, view: View) -> str:
        if view.obligation:
            self.owed.append((view.turn, view.obligation.turn))
        return self.lines.pop(0) if self.lines else "Mm."


class Table(Context):
    model_config: ClassVar = {"arbitrary_types_allowed": True, "extra": "forbid", "frozen": True}
    players: dict[str, Any]

    def player(self, seat: str) -> Player:
        return self.players[seat]  # type: ignore[no-any-return]  # tests put players there


def played(turns: int, language: str, *, units: bool, **players: Says) -> list[TurnRow]:
    table = Table(turns=turns, units=units, language=language, players=players)
    first = next(
        seed
        for seed in range(50)
        if graph.invoke({"scenario": "mini", "seed": seed}, context=Context(turns=1))["history"][0][
            "speaker"
        ]
        == "petra"
    )
    start = {"scenario": "mini", "seed": first}
    found: list[TurnRow] = graph.invoke(start, {"recursion_limit": 900}, context=table)["history"]
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_once_what_was_asked_back_is_answered_the_first_question_is_due_again(
    language: str,
) -> None:
    bram = Says(BACK[language], IT_WAS[language], bid=1)
    seats = {"petra": Says(ASKS[language], THAT[language]), "bram": bram, "kit": Says(bid=9)}
    rows = played(4, language, units=True, **seats)
    assert [(row["speaker"], row["rule"]) for row in rows[1:]] == [
        ("bram", "1a"),
        ("petra", "1a"),
        ("bram", "1a"),
    ]
    assert "due again after turn 3" in rows[3]["ledger"]["reason"]
    assert rows[2]["closed"] == [{"turn": 2, "how": "answered"}]
    assert rows[3]["closed"] == [{"turn": 1, "how": "answered"}]
    assert bram.owed == [(2, 1), (4, 1)]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_insertions_nest(language: str) -> None:
    petra = Says(ASKS[language], AGAIN[language], THAT[language])
    bram = Says(BACK[language], THAT[language], IT_WAS[language], bid=1)
    rows = played(6, language, units=True, petra=petra, bram=bram, kit=Says(bid=9))
    assert [row["speaker"] for row in rows] == ["petra", "bram", "petra", "bram", "petra", "bram"]
    assert [[one["turn"] for one in row["closed"]] for row in rows] == [[], [], [], [3], [2], [1]]


def test_without_units_the_floor_is_as_it_was() -> None:
    bram = Says(BACK["en"], IT_WAS["en"], bid=1)
    seats = {"petra": Says(ASKS["en"], THAT["en"]), "bram": bram, "kit": Says(bid=9)}
    rows = played(4, "en", units=False, **seats)
    assert (rows[3]["speaker"], rows[3]["rule"]) == ("kit", "1b")

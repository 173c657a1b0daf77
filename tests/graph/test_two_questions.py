"""A turn that asks two people: the last question selects, and neither is lost."""

from typing import Any

from mmagents.graph.build import graph
from mmagents.interfaces.player import Player, Thought
from mmagents.nodes.context import Context

LINES = {1: "Kit, where were you at three? And Petra, did you see the tin?", 2: "No, I did not."}


class Line:
    """Says what stands written for the turn, and otherwise where it was."""

    async def think(self, view: Any) -> Thought:
        waits = [pair.by for pair in view.open_pairs]
        return Thought(f"Waiting for me: {waits}", "speak", 5 if view.seat == "kit" else 1)

    async def speak(self, view: Any) -> str:
        return LINES.get(view.turn, "I was at the tombola at three.")


class Written(Context):
    def player(self, seat: str) -> Player:
        return Line()


def test_both_questions_are_kept_and_the_last_one_selects() -> None:
    seed = next(
        seed for seed in range(30) if _played(seed, 1)[0]["speaker"] not in ("kit", "petra")
    )
    first, second, third = _played(seed, 3)
    assert first["addressees"] == ["petra"]
    assert [one["addressees"] for one in first["earlier"]] == [["kit"]]
    assert (second["speaker"], second["rule"]) == ("petra", "1a")
    assert second["closed"] == [{"turn": 1, "how": "answered"}]
    assert (third["speaker"], third["rule"]) == ("kit", "1b")
    thought = next(bid["thought"] for bid in third["ledger"]["bids"] if bid["seat"] == "kit")
    assert thought == f"Waiting for me: ['{first['speaker']}']"
    assert third["closed_earlier"] == [{"turn": 1, "how": "answered", "nth": 1}]


def _played(seed: int, turns: int) -> list[Any]:
    found = graph.invoke({"scenario": "mini", "seed": seed}, context=Written(turns=turns))
    return list(found["history"])

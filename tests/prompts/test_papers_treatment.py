"""The set `paper` holds the treatment of MMAgents and nothing else of it.

Section 4.1: SS is CSSN-or-SS without the detector. So on equal histories a seat thinks with the
same prompt in both, and speaks with one that differs in the second pair part that is due (3.2.4).
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.player import Player, Thought
from mmagents.interfaces.view import View
from mmagents.models.variables import as_told, view_variables
from mmagents.nodes.context import Context
from mmagents.prompts.render import Prompts
from tests.languages import LANGUAGES

pytestmark = pytest.mark.slow  # games that remember

TALK: Mapping[str, Mapping[int, tuple[str, str]]] = {
    "en": {
        1: ("petra", "The lamp was out by nine."),
        2: ("petra", "Bram, where were you when it went out?"),
        3: ("bram", "I was in the cellar. Kit, did you hear the door?"),
        4: ("kit", "Yes, I heard it twice."),
        5: ("bram", "Then it was not the wind."),
        6: ("petra", "Kit, who has the key?"),
        7: ("kit", "I have no key."),
    },
    "ja": {
        1: ("petra", "九時には明かりが消えていました。"),
        2: ("petra", "ブラムさん、そのときどこにいましたか。"),
        3: ("bram", "地下室にいました。キットさん、扉の音を聞きましたか。"),
        4: ("kit", "はい、二度聞きました。"),
        5: ("bram", "私は朝まで気づきませんでした。"),
        6: ("petra", "キットさん、鍵はどこにありますか。"),
        7: ("kit", "鍵は知りません。"),
    },
}
"""By language and turn, who speaks and what: the one who is asked also has most to say."""
DUE = {"en": r"\n## What is due from you\n.*?\n\n", "ja": r"\n## あなたが今応じるべきこと\n.*?\n\n"}
PAPER: dict[str, Any] = {
    "models.prompt_set": "paper",
    "memory.window": "sliding",
    "memory.recall": "all",
    "manner": "panel",
}
Asked = dict[tuple[int, str, str], str]


class Watched(Context):
    """A game whose talk is fixed; what a model would be told in each seat is kept in `ASKED`."""

    def player(self, seat: str) -> Player:
        wording = self.wording()

        def note(task: Any, view: View) -> None:
            told = as_told(view, wording, speaking=task == "speak")
            prompt = Prompts(wording=wording).render(task, view.language, view_variables(told))
            ASKED[view.turn, seat, task] = "\n".join(prompt)

        class Fixed:
            async def think(self, view: View) -> Thought:
                note("think", view)
                spoken_by = TALK[view.language][view.turn][0]
                return Thought(f"Plan {view.turn} of {seat}.", "speak", 9 * (seat == spoken_by))

            async def speak(self, view: View) -> str:
                note("speak", view)
                return TALK[view.language][view.turn][1]

        return Fixed()  # type: ignore[return-value]  # all that a talk asks of a player


ASKED: Asked = {}


def told_in(condition: str, language: str, **changes: Any) -> tuple[Asked, list[Any]]:
    """Play the talk, and return what each seat was told, and the words, knowledge and speakers."""
    ASKED.clear()
    given = PAPER | changes | {"condition": condition, "language": language, "turns": 7}
    game = graph.invoke({"scenario": "mini", "seed": 1}, context=Watched(**given))
    rows = [(row["speaker"], row["text"], row["knowledge"]) for row in game["history"]]
    return dict(ASKED), rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_papers_prompts_differ_by_the_part_that_is_due_and_by_nothing_else(
    language: str,
) -> None:
    (one, rows), (other, same) = (told_in(name, language) for name in ("cssn-or-ss", "ss"))
    assert rows == same
    assert [row[0] for row in rows] == [speaker for speaker, _ in TALK[language].values()]
    assert one.keys() == other.keys()
    differ = {key for key in one if one[key] != other[key]}
    assert differ == {(3, "bram", "speak"), (4, "kit", "speak"), (7, "kit", "speak")}
    for key in differ:
        text, boxes = re.subn(DUE[language], "\n", one[key], flags=re.DOTALL)
        assert boxes == 1
        assert text == other[key]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("change", "differ"),
    [
        ({"models.readings": True}, {"think", "speak"}),
        ({"models.open_list": True}, {"think", "speak"}),
        ({"models.due_part": False}, set()),
    ],
)
def test_what_else_a_condition_may_tell_is_a_switch(
    change: dict[str, bool], differ: set[str], language: str
) -> None:
    one, other = (told_in(name, language, **change)[0] for name in ("cssn-or-ss", "ss"))
    assert {
        task for turn, seat, task in one if one[turn, seat, task] != other[turn, seat, task]
    } == differ


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_speaker_is_told_its_thought_of_this_turn_only_where_it_is_its_plan(
    language: str,
) -> None:
    for plan in (False, True):
        asked, _ = told_in("ss", language, **{"models.plan": plan})
        assert ("Plan 5 of bram." in asked[5, "bram", "speak"]) is plan
        assert "Plan 4 of petra." in asked[6, "petra", "speak"]
        assert "Plan 5 of kit." in asked[6, "kit", "think"]

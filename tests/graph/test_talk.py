"""A talk without a story: models hold it, and nobody is shown what is another's alone."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.players.scripted import ScriptedPlayer
from tests.languages import LANGUAGES
from tests.servers.openai_server import Answer, Request, serving
from tests.servers.prompt_data import seat_of, task_of, texts

TALK = {
    "en": {
        "question": "Should the town sell the ferry?",
        "about": "It has crossed for sixty years.",
        "who": [
            {"name": "Marta", "who": "runs it", "private": "The engine is done for."},
            {"name": "Jun Ito", "who": "keeps the books", "private": "A buyer has paid you."},
            {"name": "Odile", "who": "teaches on the far bank"},
        ],
        "vote": ["sell it", "keep it"],
    },
    "ja": {
        "question": "町は渡し船を売るべきか？",
        "about": "六十年、川を渡ってきた船である。",
        "who": [
            {"name": "真弓", "who": "船を動かしている", "private": "機関はもう持たない。"},
            {"name": "準", "who": "町の帳簿を預かる", "private": "買い手から金を受け取った。"},
            {"name": "織江", "who": "対岸の学校の教師"},
        ],
        "vote": ["売る", "残す"],
    },
}
OF_A_STORY = {
    "en": ("death", "story", "sheet", " mission", "culprit", "clue", "a secret", "your character"),
    "ja": ("人の死", "物語", "シート", "ミッション", "犯人", "秘密", "演じ"),
}


def talk_file(folder: Path, language: str, **changes: Any) -> Path:
    file = folder / "talk.yaml"
    talk = {"kind": "talk", "language": language, **TALK[language], **changes}
    file.write_text(json.dumps(talk, ensure_ascii=False), "utf-8")
    return file


def mind(request: Request, number: int) -> Answer:
    """Bid by the request's number, ask the first of the others now and then, and vote."""
    language = "ja" if "船" in texts(request) else "en"
    names = [one["name"] for one in TALK[language]["who"]]
    task, seat = task_of(request), seat_of(request)
    if "x-mmagents-task" not in request.headers:
        return Answer("yes")
    if task == "speak":
        asks = (
            f"{names[number % 3]}, why?"
            if language == "en"
            else f"{names[number % 3]}さん、なぜですか。"
        )
        return Answer(asks if number % 2 else f"{number} {seat}.")
    said: dict[str, Any] = {
        "think": {"thought": f"{seat} {number}", "action": "speak", "importance": number % 10},
        "normalise": {"facts": [f"{number}"], "told": []},
        "normalise_turns": {"turns": []},
        "moderate": {"next": names[number % 3]},
        "detect": {"first_pair_part": "none", "addressees": [], "answers": 0,
                   "second_pair_part": "none", "closes": False},
        "choose": {"choice": TALK[language]["vote"][number % 2], "reason": "…"},
        "diagnose": {"severity": 9, "taken_for": "fault", "comment": "…", "suggestion": "…"},
    }.get(task, {})  # fmt: skip
    return Answer(json.dumps(said, ensure_ascii=False))


def play(file: Path, **context: Any) -> dict[str, Any]:
    run = {"recursion_limit": 300}
    return graph.invoke({"scenario": str(file), "seed": 5}, run, context=Context(**context))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("given", [{}, {"pace": "lean", "condition": "moderator"}])
def test_models_talk_and_vote_and_are_told_of_no_story(
    tmp_path: Path, language: str, given: dict[str, Any]
) -> None:
    file = talk_file(tmp_path, language)
    with serving(mind) as server:
        end = play(
            file,
            model="openai:m",
            base_url=server.url,
            evening={"kind": "whole", "lengths": {"discussion": 8}},
            **given,
        )
    assert [row["rule"] for row in end["history"][8:]] == ["vote"] * 3
    assert end["outcome"]["decided"] in ("sell-it", "keep-it", "option-1", "option-2")
    assert len(end["outcome"]["votes"]) == 3
    assert {task_of(one) for one in server.requests} >= {"think", "speak", "choose"}
    for request in server.requests:
        found = [word for word in OF_A_STORY[language] if word in texts(request)]
        assert not found, (task_of(request), found, texts(request))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_private_reaches_its_own_seat_and_no_other_prompt(
    tmp_path: Path, language: str
) -> None:
    file = talk_file(tmp_path, language)
    with serving(mind) as server:
        play(
            file,
            model="openai:m",
            base_url=server.url,
            evening={"kind": "whole", "lengths": {"discussion": 4}},
            repair={"nli": "rules"},
        )
    for at, member in enumerate(TALK[language]["who"]):
        private = member.get("private")
        if private is None:
            continue
        told = {seat_of(one) for one in server.requests if private in texts(one)}
        seat = ["marta", "jun-ito", "odile"][at] if language == "en" else f"seat-{at + 1}"
        assert told == {seat}


def test_a_view_holds_nothing_of_what_is_private_to_others(tmp_path: Path) -> None:
    views = []

    class Watched(ScriptedPlayer):
        async def think(self, view):
            views.append(view)
            return await super().think(view)

    lines = tmp_path / "lines.yaml"
    lines.write_text("[Marta what would it cost?, Nothing., Odile?]", "utf-8")

    class Watching(Context):
        def player(self, seat):
            return Watched(lines)

    file = talk_file(tmp_path, "en")
    seats = dict.fromkeys(("marta", "jun-ito", "odile"), f"scripted:{lines}")
    context = Watching(evening={"kind": "whole", "lengths": {"discussion": 6}}, seats=seats)
    graph.invoke({"scenario": str(file), "seed": 1}, {"recursion_limit": 99}, context=context)
    private = {"marta": "The engine is done for.", "jun-ito": "A buyer has paid you."}
    assert {view.seat for view in views} == {"marta", "jun-ito", "odile"}
    for view in views:
        held = json.dumps(asdict(view), default=str)
        assert [seat for seat, words in private.items() if words in held] == (
            [view.seat] if view.seat in private else []
        )


@pytest.mark.parametrize(
    "given", [{}, {"evening.persona": "strategist"}, {"seats": {"odile": "improv"}}]
)
def test_improv_has_nothing_to_say_without_a_story(tmp_path: Path, given: dict[str, Any]) -> None:
    seats = {"marta": "human", "jun-ito": "human", **given.pop("seats", {})}
    with pytest.raises(
        MMAgentsError, match=r"(?s)Nobody speaks for Odile\..*--model .*--seat odile="
    ):
        play(talk_file(tmp_path, "en"), seats=seats, **given)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"condition": "interrogation"}, "nobody to find"),
        ({"evening.protocol": "agentgroupchat", "evening.kind": "whole"}, "goes by the floor"),
    ],
)
def test_what_needs_a_story_is_refused(tmp_path: Path, given: dict[str, Any], why: str) -> None:
    with pytest.raises(MMAgentsError, match=why):
        play(talk_file(tmp_path, "en"), model="openai:m", **given)


def test_a_vote_that_a_model_does_not_give_is_not_drawn_by_lot(tmp_path: Path) -> None:
    def undecided(request: Request, number: int) -> Answer:
        return Answer("I cannot say.") if task_of(request) == "choose" else mind(request, number)

    with serving(undecided) as server:
        end = play(
            talk_file(tmp_path, "en"),
            model="openai:m",
            base_url=server.url,
            evening={"kind": "whole", "lengths": {"discussion": 2}},
        )
    assert end["outcome"]["votes"] == []
    assert end["outcome"]["decided"] is None
    assert end["history"][-1]["text"] == "Odile gives no vote."

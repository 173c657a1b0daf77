"""A language that only models speak: a German story, German prompts, no line of Python."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.prompts.heads import PromptError
from mmagents.prompts.render import Prompts
from mmagents.saved.begin import context_from
from tests.processes import mmagents
from tests.servers.openai_server import Answer, Request, serving
from tests.servers.prompt_data import Told, texts

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
STORY, PROMPTS = HERE / "stories" / "muehle.yaml", HERE / "prompts" / "folders"
ASKS = "Greta, wer hat das Wehr geflickt?"


def german(request: Request, number: int) -> Answer:
    """Answer as a model that speaks German: all ask Greta, and Greta answers."""
    told = Told(request)
    last = told.quotations[-1].words if told.quotations else ""
    answers: dict[str, Any] = {
        "think": {"thought": "Ich frage nach dem Wehr.", "action": "speak", "importance": 5},
        "speak": "Das war Jonas, im letzten Winter." if told.seat == "greta" else ASKS,
        "normalise": {"facts": ["Jemand spricht über das Wehr."], "told": []},
        "detect": {
            "first_pair_part": "wh-question" if last == ASKS else "none",
            "addressees": ["Greta"] if last == ASKS else [],
            "earlier": [], "answers": 0, "second_pair_part": "none", "closes": False,
        },
        "choose": {"choice": (told.options or ["?"])[0], "reason": "Das Rad soll sich drehen."},
    }  # fmt: skip
    said = answers[told.task]
    return Answer(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))


def test_a_german_story_is_played_to_its_verdict_with_models_and_german_prompts(
    tmp_path: Path,
) -> None:
    with serving(german) as server:
        done = mmagents(
            tmp_path, "play", STORY, "--lang", "de", "--model", "openai:any",
            "--base-url", server.url, "--prompts", PROMPTS, "--seed", 1, "--json",
            env={**os.environ, "OPENAI_API_KEY": "unused"},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    rows = [json.loads(line) for line in done.stdout.splitlines() if '"rule"' in line]
    asked = [row for row in rows if row["text"] == ASKS and row["phase"] == "discussion"]
    assert asked
    assert asked[0]["addressees"] == ["greta"]
    after = rows[rows.index(asked[0]) + 1]
    assert (after["speaker"], after["rule"]) == ("greta", "1a")
    told = "\n".join(map(texts, server.requests))
    assert "Entscheidungsfrage" in told
    assert "Ergänzungsfrage" in told
    assert "Du bist" in told
    assert "You play" not in told


def test_what_is_missing_is_one_error_that_lists_what_to_add() -> None:
    with pytest.raises(MMAgentsError) as raised:
        table_for("mini", Context(language="de", seats={"kit": "human"}))
    said = str(raised.value)
    assert "de to the languages of the story, which has en, ja" in said
    assert "a model for petra, bram (--model)" in said
    assert "a model to normalise and detect" in said
    assert "de/think.md, de/speak.md" in said


def test_a_graph_says_what_is_missing_before_the_first_turn() -> None:
    context = Context(
        models={"prompts": str(PROMPTS)}, model="openai:any", seats={"jonas": "improv"}
    )
    with pytest.raises(MMAgentsError, match="a model for jonas") as raised:
        graph.invoke({"scenario": str(STORY)}, context=context)
    assert "de/" not in str(raised.value)


def test_a_term_that_is_none_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "terms.toml").write_text('hello = "Gruß"\n', "utf-8")
    with pytest.raises(PromptError, match=r"terms\.toml: hello is none of its words"):
        Prompts(tmp_path).check("de")


def test_a_language_that_is_no_code_is_refused() -> None:
    with pytest.raises(MMAgentsError, match="language"):
        context_from(language="German")

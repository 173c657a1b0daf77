"""What one does in Studio with a model: stream, stop between turns, edit the state, go on."""

from pathlib import Path

import pytest
from langgraph_sdk import get_sync_client

from tests.servers.langgraph_server import project_in, serving
from tests.servers.openai_minds import faithful, texts
from tests.servers.openai_server import serving as models

pytestmark = pytest.mark.slow
WORDS = "Petra, did you hide the raffle tin?"


def test_a_game_with_a_model_is_streamed_stopped_edited_and_gone_on_with(tmp_path: Path) -> None:
    project, log = project_in(tmp_path / "project"), tmp_path / "server.log"
    with (
        models(faithful) as model,
        serving(project, log, MMAGENTS_TRUSTED_SERVERS=model.url) as url,
        get_sync_client(url=url) as client,
    ):
        context = {"model": "openai:any", "base_url": model.url, "turns": 6}
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        thread = client.threads.create()["thread_id"]

        # stream, and stop after each turn
        seen = [
            node
            for part in client.runs.stream(
                thread, assistant, input={"scenario": "mini", "seed": 3}, context=context,
                stream_mode="updates", interrupt_after=["close_turn"],
            )
            if part.event == "updates"
            for node in part.data
        ]  # fmt: skip
        assert seen[:3] == ["open_game", "open_phase", "think_all"], log.read_text()[-3000:]
        assert {"select_speaker", "speak", "normalize_knowledge", "detect_designation"} <= set(seen)
        state = client.threads.get_state(thread)
        assert [row["turn"] for row in state["values"]["history"]] == [1]
        assert state["next"] == ["think_all"]

        # go on to where the floor has been given, and give it to somebody else
        client.runs.wait(
            thread, assistant, input=None, context=context, interrupt_after=["select_speaker"]
        )
        floor = client.threads.get_state(thread)["values"]["floor"]
        other = next(seat for seat in ("petra", "bram", "kit") if seat != floor["speaker"])
        client.threads.update_state(
            thread,
            {"floor": {"speaker": other, "rule": "1b", "due": None}},
            as_node="select_speaker",
        )
        client.runs.wait(thread, assistant, input=None, context=context, interrupt_after=["speak"])
        words = client.threads.get_state(thread)["values"]["words"]
        assert words["speaker"] == other

        # put other words into that seat's mouth
        edited = {"words": {"speaker": "kit", "text": WORDS}}
        client.threads.update_state(thread, edited, as_node="speak")
        asked = len(model.requests)
        end = client.runs.wait(thread, assistant, input=None, context=context)
        assert end["ended"], log.read_text()[-3000:]

    rows = end["history"]
    assert [row["turn"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert (rows[1]["speaker"], rows[1]["text"]) == ("kit", WORDS)
    assert rows[1]["addressees"] == ["petra"]
    assert (rows[2]["speaker"], rows[2]["rule"]) == ("petra", "1a")
    assert any(WORDS.rstrip("?") in item for item in rows[1]["knowledge"])
    assert words["text"] == WORDS or words["text"] not in [row["text"] for row in rows[:2]]
    after = [texts(request) for request in model.requests[asked:]]
    assert any(WORDS.rstrip("?") in text for text in after)
    assert "Traceback" not in log.read_text()


def test_a_client_cannot_have_the_server_call_an_address_or_read_a_file(tmp_path: Path) -> None:
    project, log = project_in(tmp_path / "project"), tmp_path / "server.log"
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: 'hunter2\n")
    with (
        models(faithful) as model,
        serving(project, log) as url,
        get_sync_client(url=url) as client,
    ):
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        for fields in (
            {"model": "openai:any", "base_url": model.url},
            {"seats": {"petra": f"scripted:{secret}"}},
            {"story_file": str(secret)},
            {"cache": str(tmp_path / "written")},
        ):
            thread = client.threads.create()["thread_id"]
            answer = client.runs.wait(
                thread, assistant, input={"scenario": "mini", "seed": 3}, context=fields,
                raise_error=False,
            )  # fmt: skip
            assert answer["__error__"]["error"] == "MMAgentsError", (fields, answer)
            assert "hunter2" not in str(answer)
        assert not model.requests
    assert not (tmp_path / "written").exists()
    told = log.read_text()
    assert "hunter2" not in told
    assert told.count("may not") >= 4

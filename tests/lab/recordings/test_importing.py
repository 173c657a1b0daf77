"""Talk recorded elsewhere is a saved game: read, gone back in and measured like any other."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mmagents.cli.saved import check_everybody_is_there
from mmagents.errors import MMAgentsError
from mmagents.lab import conversation
from mmagents.lab.commands.recorded.sources import Chosen, Detector, ReadBy
from mmagents.lab.measures.pairs import endings, pairs_of
from mmagents.lab.recordings.games import recording_in
from mmagents.lab.recordings.importing import import_recording
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import table_for
from mmagents.saved import games
from mmagents.saved.begin import branch
from mmagents.saved.saved_game import SavedGame
from tests.docs.test_record import check
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving
from tests.servers.prompt_data import texts

ANN, BEN, EMOJI = "u1", "u2", "u3"
MEETING = Recording(
    name="The lease",
    names={ANN: "Ann Lee", BEN: "ベン", EMOJI: "\U0001f338"},
    utterances=(
        Utterance(ANN, "Who has the lease?", 0.0, 1.0, (BEN,), line=1),
        Utterance(ANN, "I looked.", 1.2, 2.0, line=2),
        Utterance(BEN, "Mm.", 1.8, 1.9, kind="backchannel", line=3),
        Utterance(ANN, "Do you have it?", 2.1, 3.0, (BEN,), question=True, line=4),
        Utterance(EMOJI, "Right.", 2.9, 3.1, kind="backchannel", line=5),
        Utterance(EMOJI, "It is cold here.", 3.0, 4.0, line=6),
        *(Utterance(ANN, "Mm.", 4.1, 4.2, kind="backchannel") for _ in range(5)),
        Utterance(BEN, "Yes, I have it.", 5.0, 6.0, replies_to=3),
        Utterance(ANN, "Ben, where is the key?", 6.0, 7.0, (BEN,), stretch=0),
        Utterance(BEN, "Ann, shall we go?", 60.0, 61.0, (ANN,), stretch=1),
        Utterance(ANN, "Yes, let us go.", 61.0, 62.0, stretch=1),
        Utterance(BEN, "Mm.", 62.0, 62.1, kind="backchannel", stretch=1),
    ),
    medium="speech",
    about={"place": "office"},
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the meeting as a game."""
    folder = tmp_path_factory.mktemp("imported") / "game"
    asyncio.run(import_recording(MEETING, folder))
    return folder


def rows_of(folder: Path) -> list[TurnRow]:
    with SavedGame.open(folder) as saved:
        return asyncio.run(games.history_of(saved))


def test_units_are_joined_to_turns_and_backchannels_count_as_none(game: Path) -> None:
    rows = rows_of(game)

    assert [row["turn"] for row in rows] == list(range(1, len(rows) + 1))
    assert [row["speaker"] for row in rows if row["rule"] == "recorded"] == [
        "ann-lee", "seat-3", "seat-2", "ann-lee", "seat-2", "ann-lee"
    ]  # fmt: skip
    first = rows[0]
    assert first["text"] == "Who has the lease? I looked. Do you have it?"
    assert (first["start"], first["end"]) == (0.0, 3.0)
    pieces = [[18, 0.0, 1.0], [28, 1.2, 2.0], [44, 2.1, 3.0]]
    said = {"question": True, "stretch": 0, "addressees": ["seat-2"]}
    assert first["recorded"] == {**said, "pieces": pieces}
    assert rows[-1]["rule"] == "backchannel"
    assert len([row for row in rows if row["rule"] == "backchannel"]) == 8


def test_pairs_are_opened_and_closed_as_in_a_game(game: Path) -> None:
    rows = rows_of(game)
    found = list(pairs_of(rows))

    asked = next(one for one in found if one["turn"] == 1 and not one["nth"])
    # seven backchannels lie between them, and one turn: it has not lapsed
    assert (asked["to"], asked["how"], asked["who"], asked["after"]) == (
        ["seat-2"], "answered", "seat-2", 2
    )  # fmt: skip
    key = next(one for one in found if "key" in one["text"])
    assert (key["how"], key["after"]) == ("lapsed", 0), "the stretch ended"
    answer = rows[asked["ended"] - 1] if asked["ended"] else None
    assert answer is not None
    assert answer["ledger"]["designated"] == []
    assert rows[key["turn"]]["ledger"]["reason"] == "a stretch of talk begins"


def test_the_game_is_the_recording_again(game: Path) -> None:
    found = recording_in(game)

    assert (found.name, found.medium, found.about) == ("The lease", "speech", {"place": "office"})
    assert list(found.names.values()) == ["Ann Lee", "ベン", "\U0001f338 3"]
    assert [len(list(one)) for one in found.stretches()] == [11, 3]
    assert found.models == frozenset()
    answered = next(one for one in found.utterances if one.text == "Yes, I have it.")
    assert answered.replies_to == 0


def test_what_measures_a_game_measures_it(game: Path) -> None:
    talk = conversation.read(game)

    assert len(talk.rows) == 6
    assert len(talk.deeds) == 8
    assert endings(talk)["answered"] == 2


def test_units_may_stay_turns_of_their_own(tmp_path: Path) -> None:
    rows = asyncio.run(import_recording(MEETING, tmp_path / "game", units=True))

    assert len(rows) == len(MEETING.utterances)


def test_an_agent_takes_the_seat_of_somebody_recorded(game: Path, tmp_path: Path) -> None:
    with serving(faithful) as server:
        changes: dict[str, Any] = {"model": "openai:m", "base_url": server.url, "turns": 5}
        changes["memory"] = {"layers": ("history", "thoughts")}
        with SavedGame.open(game) as source:
            target = asyncio.run(branch(source, 4, tmp_path / "fork", changes=changes))
        with target as saved:

            async def play() -> None:
                async for _ in games.go_on(saved):
                    pass

            asyncio.run(play())
    rows = rows_of(tmp_path / "fork")

    assert rows[:3] == rows_of(game)[:3]
    # two backchannels ago Ann asked Ben: the agent in his seat has to answer
    assert [(row["speaker"], row["rule"]) for row in rows[3:4]] == [("seat-2", "1a")]
    assert len(rows) == 5
    told = "".join(texts(one) for one in server.requests)
    assert "Who has the lease?" in told
    assert "Right." not in told


def test_a_model_may_read_what_was_said(tmp_path: Path) -> None:
    with serving(faithful) as server:
        analyst = {"models.tasks": {"detect": "openai:m"}, "base_url": server.url}
        rows = asyncio.run(import_recording(MEETING, tmp_path / "game", analyst=analyst))

    talk = [row for row in rows if row["rule"] == "recorded"]
    assert all([call["task"] for call in row["ledger"]["calls"]] == ["detect"] for row in talk)


def test_nothing_is_left_where_a_model_gives_up(tmp_path: Path) -> None:
    def mute(request: Request, number: int) -> Answer:
        return faithful(request, number) if "x-mmagents-task" not in request.headers else Answer("")

    with serving(mute) as server:
        analyst = {
            "models.tasks": {"detect": "openai:m"},
            "base_url": server.url,
            "models.attempts": 1,
        }
        with pytest.raises(MMAgentsError, match=r"nothing usable.*\(detect\)"):
            asyncio.run(import_recording(MEETING, tmp_path / "game", analyst=analyst))
    assert list(tmp_path.iterdir()) == []


def test_improv_cannot_sit_in_talk_without_a_story(game: Path, tmp_path: Path) -> None:
    with SavedGame.open(game) as source:
        work = branch(source, 2, tmp_path / "fork", changes={"seats": {"ann-lee": "improv"}})
        with pytest.raises(MMAgentsError, match="Nobody speaks for Ann Lee"):
            asyncio.run(work)
    assert not (tmp_path / "fork").exists()


def test_nothing_half_imported_remains(tmp_path: Path) -> None:
    alone = replace(MEETING, names={ANN: "Ann"}, utterances=MEETING.utterances[:1])
    with pytest.raises(MMAgentsError, match="1 take part; a talk has 2"):
        asyncio.run(import_recording(alone, tmp_path / "game"))

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(import_recording(MEETING, tmp_path / "game", tell=stop))
    assert list(tmp_path.iterdir()) == []


def test_the_record_is_as_its_schema_says(game: Path) -> None:
    check(rows_of(game))


def test_one_of_several_conversations_has_to_be_named(tmp_path: Path) -> None:
    file = tmp_path / "two.csv"
    file.write_text("session,user,text\na,Ann,Hello\nb,Ben,Hi\nb,Cem,Hi\n", encoding="utf-8")

    with pytest.raises(MMAgentsError, match="several: name one with --conversation"):
        Chosen().read(file)
    with pytest.raises(MMAgentsError, match="no conversation 'c'"):
        Chosen(conversation="c").read(file)
    assert len(Chosen(conversation="b").read(file).utterances) == 2


def test_rules_are_not_asked_for_a_language_that_they_do_not_know() -> None:
    with pytest.raises(MMAgentsError, match="the talk is in de"):
        ReadBy().fields("de")
    with pytest.raises(MMAgentsError, match="--detector llm needs a model"):
        ReadBy(detector=Detector.LLM).fields("en")


def test_somebody_has_to_play_each_seat_of_those_who_are_gone(game: Path) -> None:
    with SavedGame.open(game) as saved:
        table = table_for(saved.meta["scenario"], games.context_of(saved))
        meta = saved.meta

    with pytest.raises(MMAgentsError, match="nobody plays seat-2, seat-3"):
        check_everybody_is_there(meta, {"seats": {"ann-lee": "human"}}, table)
    check_everybody_is_there(meta, {"model": "openai:m"}, table)
    check_everybody_is_there({**meta, "forked_from": {"turn": 2}}, {}, table)

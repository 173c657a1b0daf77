"""The rule-based Verbal Strategist: what moves its persona, how far, and what it goes without."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.graph.build import builder, graph
from mmagents.interfaces.persona import (
    BELIEF_STEP,
    NOTE,
    READS,
    Habits,
    Persona,
    SinceReflection,
    Talk,
    as_note,
    moved,
    persona_of,
    talks_of,
)
from mmagents.interfaces.story import Relation
from mmagents.interfaces.talk import HeardTurn
from mmagents.models.choice import Models
from mmagents.nodes.context import Context
from mmagents.nodes.step import Step
from mmagents.nodes.table import table_for
from mmagents.nodes.views.view import since_reflection
from mmagents.players.open import open_player
from mmagents.players.strategist.rules import RuledStrategist
from tests.languages import LANGUAGES
from tests.players.orchard import ORCHARD, seen

pytestmark = pytest.mark.slow


SHORT = {"discussion": 4, "private_chat": 2, "confidential_meeting": 2}


def play(**context: Any) -> dict[str, Any]:
    run = Context(
        **(
            {"evening.kind": "whole", "evening.persona": "strategist", "evening.lengths": SHORT}
            | context
        )
    )
    return dict(graph.invoke({"scenario": ORCHARD, "seed": 3}, context=run))


def personas(end: dict[str, Any], seat: str) -> list[dict[str, Any]]:
    rows = (row for row in end["history"] if row["rule"] == "reflect" and row["speaker"] == seat)
    return [row["ledger"]["persona"] for row in rows]


scores = st.integers(-1000, 1000)


@given(st.integers(0, 100), scores, st.integers(-10, 10), scores)
def test_a_belief_moves_a_step_a_round_at_most_and_nothing_leaves_its_scale(
    belief, wanted, liking, wished
):
    regards = {"x": Relation(liking, "so"), "y": Relation(1, "")}
    before = Persona({"a": belief, "b": belief}, regards)
    after = moved(before, {"a": wanted, "stranger": 3}, {"x": (wished, "thus"), "z": (1, "")})
    assert abs(after.beliefs["a"] - belief) <= BELIEF_STEP
    assert 0 <= after.beliefs["a"] <= 100
    assert (after.beliefs["a"] - belief) * (wanted - belief) >= 0
    assert after.beliefs["b"] == belief
    assert set(after.beliefs) == {"a", "b"}
    assert after.regards == {"x": Relation(min(10, max(-10, wished)), "thus"), "y": Relation(1, "")}
    assert after.rounds == before.rounds + 1
    too_far = not (0 <= wanted <= 100 and abs(wanted - belief) <= BELIEF_STEP)
    assert ("beliefs" in after.beyond, "relations" in after.beyond) == (too_far, abs(wished) > 10)


def test_a_persona_is_kept_in_the_notes_as_it_is() -> None:
    first = persona_of(seen("maud"))
    assert first.beliefs == {"roots": 70}
    felt = {whom: one.score for whom, one in first.regards.items()}
    assert felt == {"ivo": -2, "senna": 4, "dob": 0}
    later = moved(first, {"roots": 95}, {"dob": (3, "He is kind.")})
    assert later.beyond == ("beliefs",)
    assert persona_of(seen("maud", notes={NOTE: as_note(later)})) == later


def test_an_action_reads_what_one_other_wrote_and_nothing_else() -> None:
    persona = Persona({}, {}, "PLAN", "STRATEGY", ("ONE", "TWO"), "REFLECTION")
    assert set(READS) == {"perceive", "choose", "think", "speak", "reflect", "vote", "judge"}
    assert persona.carried("perceive", "update") == ("REFLECTION",)
    assert persona.carried("choose", "private_chat") == ("PLAN",)
    assert persona.carried("speak", "private_chat") == ("STRATEGY",)
    assert persona.carried("speak", "discussion") == ("PLAN",)
    assert persona.carried("reflect", "update") == ("ONE", "TWO")
    assert persona.carried("vote", "vote") == ("REFLECTION",)


def turn(number: int, speaker: str, **given: Any) -> HeardTurn:
    blank = {"text": "…", "first_pair_part": None, "addressees": (), "answers": None}
    return HeardTurn(number, speaker, **(blank | {"second_pair_part": None, "facts": ()} | given))


OFFERED, ASKED = "Let us sell the wagon, Ivo.", "Ivo, where were you?"


@pytest.mark.parametrize(
    ("turns", "liking"),
    [
        ([turn(1, "ivo", text="You never listen to me, Maud.")], -5),
        ([turn(1, "ivo", text="Senna, it was you who took the money!")], -3),
        ([turn(1, "ivo", text="Dob, you always leave the gate open.")], -2),
        ([turn(1, "maud", text=OFFERED), turn(2, "ivo", text="Gladly, Maud. Let us.")], -1),
        ([turn(1, "maud", text=ASKED), turn(2, "ivo", text="I would rather not say.")], -3),
        ([turn(1, "dob", text=ASKED), turn(2, "ivo", text="I would rather not say.")], -2),
        ([turn(1, "ivo", facts=("loan",))], -3),
        ([turn(1, "ivo", facts=("blossom",))], -1),
    ],
)
async def test_what_others_do_moves_how_one_feels_about_them(turns, liking) -> None:
    heard = SinceReflection((Talk("discussion", ("maud", "ivo", "senna", "dob"), tuple(turns)),))
    view = seen("maud", ["loan", "blossom"], phase="update")
    found = await RuledStrategist(Habits()).reflect(view, heard)
    assert found.notes[NOTE]["regards"]["ivo"][0] == liking
    deaf = RuledStrategist(Habits(frozenset({"reflection"})))
    assert (await deaf.reflect(view, heard)).notes[NOTE]["regards"]["ivo"][0] == -2


async def test_arguments_move_a_belief_a_step_at_most() -> None:
    talk = Talk("discussion", ("maud", "ivo"), (turn(1, "ivo", facts=("loan", "glut", "canker")),))
    view = seen("maud", ["loan", "glut", "canker"], phase="update")
    found = await RuledStrategist(Habits()).reflect(view, SinceReflection((talk,)))
    assert found.notes[NOTE]["beliefs"] == {"roots": 70 - BELIEF_STEP + 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_strategists_keeps_their_personas_on_the_record_and_to_themselves(language):
    end = play(language=language)
    for seat in ("maud", "ivo", "senna", "dob"):
        kept = personas(end, seat)
        assert [one["rounds"] for one in kept] == [0, 1]
        assert all(set(one["regards"]) == {"maud", "ivo", "senna", "dob"} - {seat} for one in kept)
    regards = {seat: personas(end, seat)[-1]["regards"] for seat in ("maud", "ivo", "senna")}
    assert regards["maud"]["ivo"][0] != regards["ivo"]["maud"][0]
    reflections = [row for row in end["history"] if row["rule"] == "reflect"]
    assert all(row["heard_by"] == [row["speaker"]] and row["text"] for row in reflections)
    assert end["history"] == play(language=language)["history"]


def test_a_game_stopped_and_gone_on_with_is_the_same_game() -> None:
    kept = builder.compile(checkpointer=InMemorySaver(), interrupt_before=["pair_up", "vote"])
    run = Context(evening={"kind": "whole", "persona": "strategist", "lengths": SHORT})
    config: Any = {"configurable": {"thread_id": "1"}}
    end = kept.invoke({"scenario": ORCHARD, "seed": 3}, config, context=run)
    stops = 0
    while not end["ended"]:
        stops, end = stops + 1, kept.invoke(None, config, context=run)
    assert stops == 5
    assert end["history"] == play()["history"]


@pytest.mark.slow
def test_each_ablation_takes_away_what_it_says() -> None:
    whole = play()
    phases = {"private": "private_chat", "confidential": "confidential_meeting"}
    for part, phase in {**phases, "group": "discussion"}.items():
        assert phase in {row["phase"] for row in whole["history"]}
        assert phase not in {row["phase"] for row in play(evening={"without": (part,)})["history"]}
    thoughtless = play(evening={"without": ("thinking",)})
    bids = [bid for row in thoughtless["history"] for bid in row["ledger"]["bids"]]
    assert {(bid["importance"], bid["thought"]) for bid in bids} == {(5, "")}
    still = play(evening={"without": ("reflection",)})
    assert len({str(one["regards"]) for one in personas(still, "maud")}) == 1
    planless = play(evening={"without": ("planning",)})
    assert {notes[NOTE]["plan"] for notes in planless["notes"].values()} == {""}
    assert all(notes[NOTE]["plan"] for notes in whole["notes"].values())
    forgetful = play(evening={"without": ("memory",)})
    assert forgetful["history"] != whole["history"]


def test_everybody_turning_against_one_is_felt_by_that_one() -> None:
    end = play(evening={"hostile_to": "ivo", "rounds": 3, "lengths": {}})
    means = [sum(score for score, _ in one["regards"].values()) / 3 for one in personas(end, "ivo")]
    assert means[-1] < means[0]
    assert all(one["regards"]["ivo"][0] == -10 for one in personas(end, "senna"))
    spoken = [row for row in end["history"] if row["first_pair_part"] == "complaint"]
    assert {tuple(row["addressees"]) for row in spoken if row["speaker"] == "senna"} == {("ivo",)}


def test_what_happened_lately_is_what_was_heard_since_the_last_reflection() -> None:
    end = play()
    last = max(row["turn"] for row in end["history"] if row["rule"] == "reflect")
    before = [row for row in end["history"] if row["turn"] < last - 5]
    run = Context(evening={"persona": "strategist"})
    heard = since_reflection(Step({"history": before}, run, table_for(ORCHARD, run)), "dob")  # type: ignore[typeddict-item]  # all it reads
    turns = [one for talk in heard.talks for one in talk.turns]
    rows = {row["turn"]: row for row in before}
    assert all("dob" in rows[one.turn]["heard_by"] for one in turns)
    assert not [one for one in turns if rows[one.turn]["phase"] == "introduction"]
    phases, order = [talk.phase for talk in heard.talks], ["private_chat", "confidential_meeting"]
    assert phases == sorted(phases, key=[*order, "discussion"].index)
    assert talks_of([]) == ()


def test_a_strategist_is_seated_by_name_or_by_persona() -> None:
    assert isinstance(open_player("strategist", Models()), RuledStrategist)
    assert isinstance(open_player("strategist:improv", Models(model="openai:m")), RuledStrategist)
    assert isinstance(Context(evening={"persona": "strategist"}).player("maud"), RuledStrategist)
    assert not isinstance(Context().player("maud"), RuledStrategist)
    seated = Context(seats={"maud": "strategist"})
    assert isinstance(seated.player("maud"), RuledStrategist)
    assert not isinstance(seated.player("ivo"), RuledStrategist)

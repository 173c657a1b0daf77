"""Figures and agreement from verdicts made by hand: what is missing counts neither way."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mmagents.lab.breakdowns.categories import Category
from mmagents.lab.judging.agreement import agreements
from mmagents.lab.judging.measures import (
    MEASURES,
    judge_measure,
    judge_measures,
    judges_in,
)
from mmagents.lab.judging.verdicts import (
    Breakdowns,
    BrokenTurn,
    BrokenTurns,
    Earned,
    Found,
    Kind,
    OfTen,
    Points,
    Said,
    Score,
    Scores,
    Ticked,
    Truth,
    Verdict,
)
from mmagents.lab.measures.measure import figures_of
from tests.lab.rows import conversation, row

POINTS = ("time", "kiln", "lie", "way-in")
"""The rubric of `mini`."""
TALK = conversation([row(turn, "petra") for turn in (1, 2, 3, 4)])
SOUND = Breakdowns(breakdowns=())


def verdict(
    kind: Kind, said: Said | None, by: str = "a:a", turn: int = 0, id: str = "made/1"
) -> Verdict:
    return Verdict(id=id, kind=kind, turn=turn, by=by, said=said, missing="" if said else "empty")


def broken(*categories: Category, strategic: bool = False) -> Breakdowns:
    return Breakdowns(
        breakdowns=tuple(Found(category=one, strategic=strategic) for one in categories)
    )


def turns(*said: Breakdowns | None, by: str = "a:a") -> list[Verdict]:
    return [verdict(Kind.BREAKDOWN, one, by, turn) for turn, one in enumerate(said, 1)]


def scored(*given: int | None, by: str = "a:a", id: str = "made/1") -> Verdict:
    scores = [None if one is None else Score(score=one) for one in given]
    names = ("coherence", "cooperativeness", "diversity")
    return verdict(Kind.CONVERSATION, Scores(**dict(zip(names, scores, strict=True))), by, id=id)


def ticked(by: str = "a:a", **reached: bool) -> Verdict:
    items = {id.replace("_", "-"): Ticked(reached=one) for id, one in reached.items()}
    return verdict(Kind.RUBRIC, Points(items=items), by)


def figures(verdicts: Sequence[Verdict], source: str = "model") -> dict[str, float | None]:
    found = figures_of(MEASURES, replace(TALK, readings={source: verdicts}))
    return {name.partition(":")[2]: value for name, value in found.items()}


def test_without_a_verdict_there_is_no_figure() -> None:
    assert figures([]) == {}


def test_breakdowns_are_counted_by_ten_of_the_turns_that_were_read() -> None:
    again, ignored = Category.REPETITION, Category.IGNORE_QUESTION
    one = turns(SOUND, broken(again, ignored), broken(again, strategic=True), None)
    two = turns(SOUND, SOUND, SOUND, broken(again), by="b:b")
    found = figures([*one, *two], "people")
    assert found["breakdown-turns"] == pytest.approx((10 / 3 + 10 / 4) / 2)
    assert found["breakdown-repetition"] == pytest.approx((10 / 3 + 10 / 4) / 2)
    assert found["breakdown-ignore-question"] == pytest.approx((10 / 3 + 0) / 2)
    assert found["breakdown-strategic"] == pytest.approx((10 / 3 + 0) / 2)
    assert found["breakdown-self-contradiction"] == 0


def whole(*broken: tuple[int, Category], by: str = "a:a") -> Verdict:
    found = tuple(BrokenTurn(turn=turn, category=category) for turn, category in broken)
    return verdict(Kind.BREAKDOWN_WHOLE, BrokenTurns(broken=found), by)


def test_in_a_conversation_read_at_once_everything_found_counts() -> None:
    again, unclear = Category.REPETITION, Category.UNCLEAR_INTENTION
    given = [
        whole((2, again), (2, unclear), (4, again)),
        whole(by="b:b"),
        verdict(Kind.BREAKDOWN_WHOLE, None, "c:c"),
    ]
    found = figures(given)
    assert found["whole-breakdown-turns"] == (5 + 0) / 2
    assert found["whole-breakdown-repetition"] == (5 + 0) / 2
    assert found["whole-breakdown-unclear-intention"] == (2.5 + 0) / 2


def test_each_judge_has_the_figures_of_its_own_verdicts_alone() -> None:
    given = [whole((1, Category.REPETITION)), whole(by="b:b"), scored(4, 4, 4), turn_scored(2)]
    talk = replace(TALK, readings={"model": given, "people": [scored(1, 1, 1, by="ada")]})
    assert judges_in([talk]) == ("a:a", "b:b")
    found = figures_of(judge_measures(judges_in([talk])), talk)
    assert found["model:whole-breakdown-turns@a:a"] == 2.5
    assert found["model:whole-breakdown-turns@b:b"] == 0
    assert found["model:coherence@a:a"] == 4
    assert found["model:turn-coherence@a:a"] == 2
    assert "model:coherence@b:b" not in found
    assert judge_measure("model:coherence@b:b").label == "coherence (by b:b)"
    assert judges_in([replace(TALK, readings={"model": [scored(4, 4, 4)]})]) == ()


def turn_scored(score: int) -> Verdict:
    given = Score(score=score)
    scores = Scores(coherence=given, cooperativeness=given, diversity=given)
    return verdict(Kind.TURN, scores, turn=1)


def earned(turn: int, *points: str, by: str = "ada", of: tuple[str, ...] = POINTS) -> Verdict:
    return verdict(Kind.UTTERANCE, Earned(points={id: id in points for id in of}), by, turn)


def test_points_of_utterances_are_summed_once_each_and_only_where_every_turn_was_rated() -> None:
    """In `mini`, time counts 2 points and kiln 3."""
    ada = [earned(1, "time"), earned(2, "time", "kiln"), earned(3), earned(4)]
    assert figures(ada, "people")["utterance-points"] == 5
    assert figures([*ada, earned(1, "lie", by="ben")], "people")["utterance-points"] == 5
    assert figures(ada[:3], "people")["utterance-points"] is None


def test_raters_of_utterances_agree_by_point_and_conversation() -> None:
    """As in MMAgents, section 5: whether each item of a conversation was rated positive."""
    ada = [earned(turn, *(("time",) if turn == 1 else ())) for turn in (1, 2)]
    ben = [earned(turn, *(("time",) if turn == 2 else ()), by="ben") for turn in (1, 2)]
    assert agreed(people=[*ada, *ben])["people", "points of the rubric"] == (1, 4)


def test_where_all_verdicts_are_missing_nothing_is_known() -> None:
    assert set(figures(turns(None, None), "people").values()) == {None}
    assert set(figures([verdict(Kind.CONVERSATION, None)]).values()) == {None}
    assert set(figures([verdict(Kind.RUBRIC, None)], "people").values()) == {None}


def test_scores_are_means_of_those_who_gave_one() -> None:
    given = [
        scored(4, 2, None),
        scored(5, None, None, by="b:b"),
        verdict(Kind.CONVERSATION, None, "c:c"),
    ]
    assert figures(given) == {"coherence": 4.5, "cooperativeness": 2, "diversity": None}


def true(consistency: int | None, factualness: int = 10, *, turn: int, by: str = "a:a") -> Verdict:
    if consistency is None:
        return verdict(Kind.TRUTH, None, by, turn)
    scores = Truth(consistency=OfTen(score=consistency), factualness=OfTen(score=factualness))
    return verdict(Kind.TRUTH, scores, by, turn)


def test_a_turn_under_eight_is_an_error_and_one_without_a_verdict_neither() -> None:
    found = figures([
        true(10, turn=1), true(7, 3, turn=2), true(None, turn=3), true(8, turn=4),
        true(10, turn=1, by="b:b"),
    ])  # fmt: skip
    assert found["consistency"] == pytest.approx((25 / 3 + 10) / 2)
    assert found["consistency-errors"] == pytest.approx((1 / 3 + 0) / 2)
    assert found["factualness-errors"] == pytest.approx((1 / 3 + 0) / 2)
    assert [one.on for one in agreements({"model": [
        true(9, turn=turn, by=by) for turn in (1, 2) for by in ("a:a", "b:b")
    ]})] == ["consistency of turns", "factualness of turns"]  # fmt: skip


def test_points_are_shares_of_those_of_their_kind() -> None:
    """In `mini`, time (2 points) and kiln (3) are information, lie and way-in conclusions."""
    of = {item.id: item.points for item in TALK.table.scenario.rubric}
    reasoned = of["lie"] + of["way-in"]
    found = figures(
        [ticked(time=True, kiln=False, lie=True, way_in=False),
         ticked(time=True, kiln=True, lie=False, way_in=False, by="b:b")],
        "people",
    )  # fmt: skip
    assert found["rubric-shared"] == pytest.approx((2 / 5 + 1) / 2)
    assert found["rubric-reasoned"] == pytest.approx((of["lie"] / reasoned + 0) / 2)
    assert found["rubric-points"] == pytest.approx((2 + of["lie"] + 5) / 2)


def test_a_person_who_left_a_point_undecided_has_no_share_of_its_kind() -> None:
    found = figures([ticked(time=True, lie=True, way_in=True)], "people")
    assert found == {"rubric-shared": None, "rubric-reasoned": 1, "rubric-points": None}


def agreed(**readings: list[Verdict]) -> dict[tuple[str, str], tuple[float | None, int]]:
    return {
        (one.source, one.on): (one.kappa.value, one.kappa.items) for one in agreements(readings)
    }


def test_raters_agree_on_what_each_of_them_rated() -> None:
    a = [scored(1, 5, 3), scored(4, 5, 3, id="made/2"), scored(2, 1, 3, id="made/3")]
    b = [scored(1, 4, 3, by="b:b"), scored(4, 5, 3, by="b:b", id="made/2")]
    found = agreed(model=[*a, *b])
    assert found["models", "coherence"] == (1, 2)
    assert found["models", "cooperativeness"] == (pytest.approx(-1 / 3), 2)
    assert found["models", "diversity"] == (None, 2), "all ratings are the same"


def test_a_strategic_evasion_agrees_with_a_sound_turn() -> None:
    evaded = turns(
        SOUND, broken(Category.IGNORE_QUESTION, strategic=True), broken(Category.REPETITION)
    )
    plain = turns(SOUND, SOUND, broken(Category.IGNORE_REQUEST), by="b:b")
    found = agreed(model=[*evaded, *plain])
    assert found["models", "whether a turn breaks down"] == (1, 3)
    kappa, _ = found["models", "how a turn breaks down"]
    assert kappa is not None
    assert kappa < 1


def test_one_rater_agrees_with_nobody_and_models_are_compared_with_people() -> None:
    model, ada = scored(3, 3, 3), scored(3, 2, 1, by="ada")
    assert agreed(model=[model]) == {}
    found = agreed(model=[model, *turns(SOUND)], people=[ada])
    assert set(found) == {
        ("models and people", one) for one in ("coherence", "cooperativeness", "diversity")
    }

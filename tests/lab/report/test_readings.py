"""The report of conversations that models and people have read."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from mmagents.lab.breakdowns.categories import Category
from mmagents.lab.experiments.experiment import Experiment, open_experiment
from mmagents.lab.judging.judges import TASK_OF
from mmagents.lab.judging.verdicts import (
    BY_MODELS,
    BY_PEOPLE,
    CRITERIA,
    OF_A_TURN,
    TRUTHS,
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
    readings_in,
    write_verdicts,
)
from mmagents.lab.report.figures import NAMES, found_in_all
from mmagents.lab.report.report import Report, report
from mmagents.lab.report.results import results
from mmagents.lab.report.rows import anchor, as_csv
from mmagents.lab.report.sections import definitions
from mmagents.lab.report.sheets import HEADING, PUBLISHED, published
from tests.lab.report.pages import (
    HOSTILE,
    JUDGES,
    Page,
    assert_whole,
    copied,
    figures_on,
    table,
)

pytestmark = pytest.mark.slow  # what a fixture plays is played once

OF_MODELS = ("figure-11", "figure-12", "figure-14", "figure-S5")
READ = {
    "figure-13",
    *(f"{one}-{by}" for one in OF_MODELS for by in ("mean", *map(anchor, JUDGES))),
}
"""Figures of what models and people said; people rate rubrics, so that no judge has figure 13."""


@pytest.fixture(scope="module")
def read(played: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The report of the same conversations, read by two models and two people."""
    folder = copied(played, tmp_path_factory.mktemp("read"))
    experiment = open_experiment(folder)
    write_verdicts(folder / BY_MODELS, verdicts(experiment, JUDGES))
    write_verdicts(folder / BY_PEOPLE, verdicts(experiment, ("Ada", HOSTILE)))
    return report(folder)


def verdicts(experiment: Experiment, raters: tuple[str, ...]) -> Iterator[Verdict]:
    """Verdicts that agree on most, with hostile reasons, one of each kind missing."""
    for number, talk in enumerate(experiment.read()):
        rubric = [item.id for item in talk.table.scenario.rubric]
        for at, by in enumerate(raters):
            broken = Found(
                category=list(Category)[number % 11], of=1, reason=HOSTILE, strategic=number == 3
            )
            score = Score(score=1 + (number + at * (number == 2)) % 5, reason=HOSTILE)
            said: Mapping[Kind, Said] = {
                Kind.BREAKDOWN: Breakdowns(breakdowns=(broken,) if number % 2 else ()),
                Kind.BREAKDOWN_WHOLE: BrokenTurns(
                    broken=tuple(
                        BrokenTurn(turn=turn, category=one, reason=HOSTILE)
                        for turn, one in enumerate(list(Category)[:number], 1)
                        if turn <= 4
                    )
                ),
                Kind.CONVERSATION: Scores(**dict.fromkeys(CRITERIA, score)),
                Kind.TURN: Scores(**dict.fromkeys(CRITERIA, score)),
                Kind.RUBRIC: Points(
                    items={id: Ticked(reached=bool(number % 2), reason=HOSTILE) for id in rubric}
                ),
                Kind.UTTERANCE: Earned(points={id: bool(number % 2) for id in rubric}),
                Kind.TRUTH: Truth(**dict.fromkeys(TRUTHS, OfTen(score=5 + number, reason=HOSTILE))),
            }
            for kind, what in said.items():
                by_model = raters[0].startswith("openai:")
                if (kind not in TASK_OF) if by_model else (kind is Kind.BREAKDOWN_WHOLE):
                    continue
                turns = (1, 2, 3, 4) if kind is Kind.UTTERANCE else (2, 3)
                for turn in turns if kind in OF_A_TURN else (0,):
                    missing = number == 0 and at == 0
                    yield Verdict(
                        id=talk.id, kind=kind, turn=turn, by=by,
                        said=None if missing else what, missing="not_json" if missing else "",
                        calls=1, tokens_in=100, tokens_out=10,
                    )  # fmt: skip


def test_the_page_is_whole_and_needs_nothing_from_elsewhere(read: Report) -> None:
    assert_whole(read)


def test_the_figures_of_the_paper_are_marked_as_such(read: Report) -> None:
    html = read.page.read_text("utf-8")
    assert f'class="paper">{HEADING}</th>' in html
    marked = re.findall(r'<td class="paper">(.*?)</td>', html)
    for said in ("near 1 per 10 turns", "7.45 (SD 4.13) points", "is 7, 8 or 9"):
        assert any(said in cell for cell in marked)
        bare = re.sub(r'<td class="paper">.*?</td>|<dd>.*?</dd>', "", html, flags=re.S)
        assert said not in bare


def test_the_order_in_which_verdicts_came_changes_nothing(read: Report, tmp_path: Path) -> None:
    folder = copied(read.page.parent, tmp_path)
    for name in (BY_MODELS, BY_PEOPLE):
        lines = (folder / name).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(reversed(lines)))
    found = results(
        read.played.conversations,
        cells=[dict(cell.cell.factors) for cell in read.played.cells],
        readings=readings_in(folder),
    )
    assert found.comparisons == read.results.comparisons
    assert found.agreed == read.results.agreed
    assert found.tables.keys() == read.results.tables.keys()
    for name, rows in found.tables.items():
        assert as_csv(rows) == as_csv(read.results.tables[name])


def test_what_models_and_people_said_is_shown_where_there_is_any(read: Report) -> None:
    assert figures_on(read) == NAMES | READ
    text = Page(read).text
    for said in (
        "coherence (by models)", "points of the rubric (by people)", "models and people",
        "Agreement among raters", "read by openai:one", "consistency (by models)",
        "factualness: error rate (by models)",
    ):  # fmt: skip
        assert said in text
    figures = {row["id"]: row for row in table(read, "conversations")}
    assert figures["mini.ss/001"]["model:coherence"] == "2"
    assert figures["mini.cssn-or-ss/001"]["model:coherence"] == "1", "the one that is not missing"
    assert figures["mini.cssn-or-ss/002"]["people:breakdown-turns"] == "0"
    assert figures["mini.ss/001"]["model:consistency"] == "6"
    assert figures["mini.ss/001"]["model:consistency-errors"] == "1"
    agreed = {(row["source"], row["on"]): row for row in table(read, "agreement")}
    whether = agreed["people", "whether a turn breaks down"]
    assert (whether["alpha"], whether["kappa"], whether["kappa_items"]) == ("1", "1", "10")
    assert 0 < float(agreed["models", "coherence"]["alpha"]) < 1
    raters = {(row["by"], row["kind"]): row for row in table(read, "raters")}
    assert raters["openai:one", "turn"]["missing"] == "2"
    assert raters["openai:two", "conversation"]["tokens"] == "660"
    assert len(table(read, "verdicts")) > 100


def test_words_of_models_and_people_are_data(read: Report) -> None:
    html = read.page.read_text("utf-8")
    assert "alert(1)" in html
    assert "<script" not in html
    assert "49" not in re.findall(r"<bdi>[^<]*7\*7[^<]*</bdi>", html)[0]
    assert "\u202e" not in html
    reasons = [row["reason"] for row in table(read, "verdicts") if row["reason"]]
    assert any("<script>" in reason for reason in reasons), "tables hold the words as they are"


def test_all_of_it_is_to_be_had_as_json(read: Report) -> None:
    held = json.loads(json.dumps(read.as_json(), allow_nan=False))
    assert held["measures"]["model:coherence"]["groups"][1]["n"] == 2
    assert {one["source"] for one in held["agreement"]} == {
        "models", "people", "models and people",
    }  # fmt: skip


def test_only_what_was_read_at_once_stands_beside_the_papers_breakdowns(read: Report) -> None:
    """Figures of the record, and of turns read one by one, are other measures."""
    assert published("breakdown:turns", ()) is None
    assert published("people:breakdown-turns", ()) is None
    assert published("people:rubric-points", ()) is None
    two = ("openai:one", "openai:two")
    assert published("model:whole-breakdown-turns", two) is None, "the paper has no mean of judges"
    assert published("model:whole-breakdown-turns", ()) is not None
    beside = published("model:whole-breakdown-turns@openai:one", two)
    assert beside is not None
    assert beside.overall == "χ² = 42.171, p < .001"
    assert {one.source for one in PUBLISHED.values()} == {
        one.source
        for one in PUBLISHED.values()
        if re.match(r"section \d|figure \d|AgentGroupChat, table \d", one.source)
    }
    known = set(read.results.comparisons) | set(definitions(list(PUBLISHED)))
    assert set(PUBLISHED) <= known, "every entry is a measure that there is"


def test_each_judge_has_its_own_tests_beside_those_of_all(read: Report) -> None:
    measures = {row["measure"] for row in table(read, "comparisons")}
    for name in ("coherence", "turn-coherence", "whole-breakdown-turns"):
        assert {f"model:{name}", *(f"model:{name}@{by}" for by in JUDGES)} <= measures
    pairs = {row["measure"] for row in table(read, "pairs")}
    assert {f"model:coherence@{by}" for by in JUDGES} <= pairs
    figures = {row["id"]: row for row in table(read, "conversations")}
    one = figures["mini.equal/001"]
    assert (one["model:coherence@openai:one"], one["model:coherence@openai:two"]) == ("3", "4")
    assert one["model:coherence"] == "3.5"
    text = Page(read).text
    for by in JUDGES:
        assert f"turns that break down (by {by})" in text


def test_the_rubric_is_rated_by_utterance_and_summed(read: Report) -> None:
    figures = {row["id"]: row for row in table(read, "conversations")}
    points = [
        figures[f"mini.{cell}"]["people:utterance-points"] for cell in ("equal/001", "equal/002")
    ]
    most = sum(
        item.points for item in read.results.conversations["mini.ss/001"].table.scenario.rubric
    )
    assert points == ["0", str(most)], "a point counts once, however many utterances earn it"


def test_what_was_found_in_all_conversations_of_a_group_is_counted(read: Report) -> None:
    name = f"model:whole-breakdown-{Category.IGNORE_QUESTION}"
    counted = found_in_all(read.results, [name])
    assert [counted(name, group) for group in range(3)] == pytest.approx([1, 2, 2]), (
        "the first conversation is sound; each other has one"
    )

"""The learned model of Japanese: what it is made from, and how it settles a reading."""

import json
from dataclasses import replace

import pytest

from benchmarks.analyst.learned import FRESH, OWN, TUNED, classes, digest, fit_kinds, rows_of
from benchmarks.analyst.log_linear import fitted_choice
from mmagents.analysts.rules.ja.learned.model import FILE, Weights, chances, weights
from mmagents.analysts.rules.ja.learned.sense import forms_of, senses_of
from mmagents.analysts.rules.reading import chance_of, prepare, read
from mmagents.analysts.rules.sureness import sureness
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.nodes.context import Context
from mmagents.nodes.table import open_players, table_for
from tests.analysts.rules.test_readings_ja import CAST
from tests.tables import table

BEFORE = (HeardTurn(1, "fujii", "納屋の戸は開いていました。", None, (), None, None, ()),)


def said(text: str, language: str = "ja") -> Utterance:
    return Utterance("reiko", text, language, CAST, BEFORE)


def test_the_weights_are_made_from_the_labelled_lines_that_are_shipped() -> None:
    made = json.loads(FILE.read_text("utf-8"))["made"]
    assert made["data"] == digest((*TUNED, *FRESH, *OWN))
    assert FILE.stat().st_size < 1_600_000


@pytest.mark.parametrize("given", [{}, {"model": "openai:any", "base_url": "http://127.0.0.1:9"}])
def test_what_reading_takes_is_loaded_once_where_a_model_is_waited_for(given) -> None:
    prepare.cache_clear()
    context = Context(language="ja", **given)
    for _ in range(2):
        open_players(context, table_for("mini", context))
    assert prepare.cache_info().misses == bool(given)
    prepare("ja").join()
    assert weights.cache_info().currsize == 1


@table
def test_it_settles_what_is_put_to_whom(text: str, kind: str | None, to: tuple[str, ...]) -> None:
    found = read(said(text))
    assert (found.first_pair_part, found.addressees) == (kind, to)


def test_its_chance_is_how_sure_a_japanese_reading_is() -> None:
    clear, unclear = said("滝先生、鍵を見ませんでしたか？"), said("それはひどいですね。")
    for one in (clear, unclear):
        assert sureness(one, read(one)).put == chance_of(one)
    assert (chance_of(clear) or 0) > 0.85 > (chance_of(unclear) or 0)
    assert chance_of(said("Where were you?", "en")) is None


def test_words_of_one_sense_and_endings_of_one_form_are_counted_as_one() -> None:
    assert {"deed"} == set(senses_of("宝石を盗んだのは誰か。")) & set(senses_of("財布をくすねた。"))
    assert {"past", "told"} <= set(forms_of("財布をくすねたよ"))
    assert "favour_received" in forms_of("窓を開けてくれない")


def test_weights_of_nothing_leave_every_type_as_likely() -> None:
    none = Weights.of((None, "request"), 0.04, {"q": (0, 0)}, {})
    assert chances(none.kinds_by(("q", "unknown"))) == [0.5, 0.5]


def test_steps_of_several_features_are_added_type_by_type() -> None:
    two = Weights.of((None, "request", "offer"), 0.5, {"a": (3, -40, 0), "b": (-1, 2, 44)}, {})
    assert two.kinds_by(("a", "b", "b")) == [0.5, -18.0, 44.0]
    assert two.steps_of(two.rows["a"]) == [3, -40, 0]


def test_an_utterance_is_read_the_same_whatever_window_a_model_is_told() -> None:
    one = said("滝先生、鍵を見ませんでしたか？")
    assert read(replace(one, window=BEFORE)) == read(one)


def test_what_marks_the_right_choice_is_worth_more() -> None:
    places = [[{"a"}, {"b"}], [{"b"}, {"a"}], [{"a"}, {"b"}]]
    found = fitted_choice(places, [0, 1, 0], lambda _: 1.0, 1)
    assert found["a"] > 0 > found["b"]


def test_words_that_mark_a_type_are_learned() -> None:
    rows = [row for row in rows_of(("dev",)) if row.line.puts in (None, "yes-no-question")][:80]
    found = fit_kinds(rows).scores([row.taught for row in rows]).argmax(axis=1)
    right = classes(rows) == found
    assert right.mean() > 0.9
    assert len(set(found)) == 2

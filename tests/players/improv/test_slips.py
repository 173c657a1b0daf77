import pytest

from mmagents.analysts.repair.repetition import SHORT, length
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.players.improv.realisation.grammar import phrases_in
from mmagents.players.improv.slips import ErringPlayer
from mmagents.scenarios.loader import load_scenario

pytestmark = pytest.mark.slow


def rows(lang="en", turns=16, **context):
    run = Context(language=lang, turns=turns, **context)
    return graph.invoke({"scenario": "halcyon-light", "seed": 5}, {"recursion_limit": 999},
                        context=run)["history"]  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_seed_decides_who_errs_and_how(lang) -> None:
    rates = {"repeat": 0.2, "contradict": 0.2, "invent": 0.2, "dodge": 0.2}
    first, again, none = (
        rows(lang, evening={"err": rates}),
        rows(lang, evening={"err": rates}),
        rows(lang),
    )
    assert first == again
    assert [row["text"] for row in first] != [row["text"] for row in none]
    assert rows(lang, evening={"err": {"repeat": 0.0}}) == none


def test_a_repetition_is_of_something_said_and_long_enough() -> None:
    said = [row["text"] for row in rows(evening={"err": {"repeat": 1.0}})]
    again = [at for at, text in enumerate(said) if any(one in text for one in said[:at])]
    assert len(again) > 8
    assert all(length(said[at], "en") >= SHORT["en"] for at in again)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_invented_is_in_no_story(lang) -> None:
    story = load_scenario("halcyon-light")
    told = " ".join(
        text.in_(lang) for fact in story.facts for text in (fact.text, *fact.told.values())
    )
    for kind in ("thing", "place"):
        assert not [
            one for one in phrases_in(lang, "slips")[kind] if one.removeprefix("the ") in told
        ]


def test_only_improvising_seats_err_and_rates_beyond_always_are_refused() -> None:
    run = Context(evening={"err": {"repeat": 0.5}}, seats={"mara": "human"})
    assert isinstance(run.player("tobin"), ErringPlayer)
    assert not isinstance(run.player("mara"), ErringPlayer)
    for err, says in (({"repeat": 0.7, "dodge": 0.4}, "more than 1"), ({"mumble": 0.4}, "err")):
        with pytest.raises(ValueError, match=says):
            Context(evening={"err": err})

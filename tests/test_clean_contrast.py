"""A clean contrast: where nobody is obliged, nothing that is shown depends on the detector.

MMAgents, section 4.1: SS and EQUAL are CSSN-or-SS without the detector. So its output is changed at
random here, and every view, prompt and question to a person must stay as it was, byte for byte.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.adjacency import EVERYONE, EXPECTS, Designation, FirstPairPart, SecondPairPart
from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.build import graph
from mmagents.interfaces.analyst import Analyst, Gathering
from mmagents.interfaces.player import Player
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.models.utterances import moderate_variables, normalise_variables
from mmagents.models.variables import view_variables
from mmagents.nodes.context import Context
from mmagents.nodes.interrupts import as_heard_by_people
from mmagents.players.person.ask import ask_person
from mmagents.prompts.render import Prompts

FREE = [one.name for one in CONDITIONS.values() if not one.obliges]
WORDS_ALONE = sorted(set(FREE) - {"bidding"})
"""Bidding gives the floor itself by who was addressed (4 points), so other turns follow there."""
PROMPTS = Prompts()
SEEN: list[str] = []
"""All that was shown to anybody in the game under way, in the order of its being shown."""


class Watched:
    """A player whose every view is written down, with what a model or a person would be shown."""

    def __init__(self, player: Any) -> None:
        self._player = player

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._player, name)

        async def call(view: View, *given: Any) -> Any:
            SEEN.append(f"{name} {view!r} {given!r}")
            if name in ("think", "speak"):
                SEEN.append(PROMPTS.render(name, view.language, view_variables(view)).user)
                SEEN.append(json.dumps(ask_person(name, view, ())))  # type: ignore[arg-type]
            return await found(view, *given)

        return call


class Wild(RulesAnalyst):
    """Detects at random, and reads what was said by the rules."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        variables = normalise_variables(utterance)
        SEEN.append(PROMPTS.render("normalise", utterance.language, variables).user)
        return await super().normalize(utterance)

    async def detect(self, utterance: Utterance) -> Designation:
        lot = Random(f"{self._seed}:{len(utterance.recent)}:{utterance.text}")
        kind = lot.choice([None, *get_args(FirstPairPart)])
        others = [one.id for one in utterance.cast if one.id != utterance.speaker]
        open_turns = [one.turn for one in utterance.open_pairs]
        second = lot.choice(get_args(SecondPairPart)) if open_turns else None
        return Designation(
            first_pair_part=kind,
            addressees=(lot.choice([*others, EVERYONE]),) if kind else (),
            expects=EXPECTS[kind] if kind else (),
            answers=lot.choice(open_turns) if second else None,
            second_pair_part=second,
        )

    async def moderate(self, gathering: Gathering) -> str:
        SEEN.append(repr(gathering) + repr(moderate_variables(gathering)))
        return Random(f"{gathering.seed}:{gathering.turn}").choice(gathering.candidates)


class WildContext(Context):
    """A game whose detector answers at random, and whose players are watched."""

    wildness: int = 0

    def player(self, seat: str) -> Player:
        return Watched(super().player(seat))  # type: ignore[return-value]  # stands in for it

    def analyst(self) -> Analyst:
        return Wild(self.wildness)


def shown(wildness: int, story: str, **fields: Any) -> tuple[list[str], list[Any]]:
    """Play a game, and return all that was shown and all that was said."""
    SEEN.clear()
    context = WildContext(wildness=wildness, **fields)
    game = graph.invoke({"scenario": story, "seed": 3}, context=context)
    rows: Sequence[Any] = game["history"]
    shows = CONDITIONS[context.condition].shows
    said = [(row["text"], row["knowledge"], row["facts"], row["heard_by"]) for row in rows]
    return list(SEEN), [said, [as_heard_by_people(row, shows) for row in rows]]


@pytest.mark.slow  # each example is two games
@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
@given(
    condition=st.sampled_from(WORDS_ALONE),
    wild=st.integers(1, 10**6),
    story=st.sampled_from(["mini", "halcyon-light"]),
    language=st.sampled_from(["en", "ja"]),
    repair=st.booleans(),
    overlap=st.booleans(),
    pace=st.sampled_from(["paper", "lean"]),
)
def test_a_wild_detector_changes_nothing_where_nobody_is_obliged(
    condition: str, wild: int, story: str, language: str, pace: str, *, repair: bool, overlap: bool
) -> None:
    given_all = {
        "pace.kind": pace,
        "condition": condition,
        "turns": 5,
        "language": language,
        "repair": repair,
        "pace.overlap": overlap,
        "evening.err": {"repeat": 0.2, "contradict": 0.2, "dodge": 0.2} if repair else {},
    }
    one, other = (shown(seed, story, **given_all) for seed in (0, wild))
    assert one[1] == other[1]
    assert sorted(one[0]) == sorted(other[0])  # with overlap, two steps run side by side


@pytest.mark.parametrize("condition", ["ss", "equal"])
@pytest.mark.slow  # a whole evening of strategists, who reflect on all they heard, twice over
def test_nor_in_a_whole_evening_of_strategists(condition: str) -> None:
    evening: dict[str, Any] = {
        "condition": condition,
        "evening.kind": "whole",
        "evening.persona": "strategist",
        "evening.lengths": {"discussion": 4, "private_chat": 2},
    }
    assert shown(0, "mini", **evening) == shown(7, "mini", **evening)


@pytest.mark.parametrize("condition", sorted(set(CONDITIONS) - set(FREE)))
def test_where_somebody_is_obliged_the_detector_is_what_the_table_goes_by(condition: str) -> None:
    assert shown(0, "mini", condition=condition, turns=5) != shown(
        7, "mini", condition=condition, turns=5
    )


def test_what_a_condition_shows_is_nothing_unless_it_obliges() -> None:
    for one in CONDITIONS.values():
        kinds = {one.shows.reading, one.shows.open_pairs, one.shows.due}
        assert kinds == {one.obliges}, one.name

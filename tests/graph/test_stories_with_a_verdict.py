"""The stories that are decided by a vote: complete as files, and played to their settlement."""

import pytest

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.interfaces.talk import Utterance
from mmagents.nodes.views.localise import told_public
from mmagents.scenarios.check.lint import lint
from mmagents.scenarios.loader import load_scenario

pytestmark = pytest.mark.slow


STORIES = ("name-on-the-bell", "one-coat")


@pytest.mark.parametrize("story", STORIES)
def test_every_option_can_be_argued_and_has_an_ending(story: str) -> None:
    scenario = load_scenario(story)
    assert lint(scenario) == []
    options = scenario.options()
    assert {ending.option for ending in scenario.endings} == {*options, None}
    for option in options:
        weights = [fact.supports.get(option, 0) for fact in scenario.facts]
        assert min(weights) < 0 < max(weights)
    assert all(mission.scored for sheet in scenario.sheets for mission in sheet.missions)


@pytest.mark.parametrize("story", STORIES)
async def test_what_is_known_is_told_without_asking_anybody_anything(story: str) -> None:
    scenario = load_scenario(story)
    cast = told_public(scenario, "en").cast
    asking = [
        (fact.id, who)
        for fact in scenario.facts
        for who, told in fact.told.items()
        if (await RulesAnalyst().detect(Utterance(who, told.in_("en"), "en", cast))).first_pair_part
    ]
    assert asking == []

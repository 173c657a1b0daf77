from typing import get_args

import pytest

from mmagents.interfaces.talk import Manner
from mmagents.nodes.context import Context
from mmagents.nodes.fields import Pace
from mmagents.scenarios.errors import MMAgentsError
from mmagents.web.pages.start import choice_of, start_form


def test_a_game_is_started_at_the_pace_that_its_form_names() -> None:
    offered = start_form("mini", "en")
    for pace in get_args(Pace):
        assert f'value="{pace}"' in offered
        assert choice_of({"story": "mini", "pace": pace}, {})[2].pace == pace
    assert choice_of({"story": "mini"}, {})[2].pace == "paper"


def test_people_talk_in_the_manner_that_the_form_names() -> None:
    offered = start_form("mini", "en")
    for manner in get_args(Manner):
        assert f'value="{manner}"' in offered
        assert choice_of({"story": "mini", "manner": manner}, {})[2].manner == manner
    assert choice_of({"story": "mini"}, {})[2].manner == Context().manner


def test_a_pace_that_does_not_exist_is_one_error() -> None:
    with pytest.raises(MMAgentsError, match="pace"):
        choice_of({"story": "mini", "pace": "gallop"}, {})


def test_people_may_come_in_where_the_form_has_turns_cut_and_seats_somebody() -> None:
    assert 'name="units"' in start_form("mini", "en")
    cut, person = {"story": "mini", "units": "yes"}, {"seat-kit": "human"}
    given = [choice_of(one, {})[2] for one in ({**cut, **person}, cut, {"story": "mini", **person})]
    assert [(one.units, one.come_in) for one in given] == [
        (True, True),
        (True, False),
        (False, False),
    ]

from typing import Any, get_args

import pytest

from mmagents.errors import MMAgentsError
from mmagents.interfaces.talk import Manner
from mmagents.nodes.context import Context
from mmagents.nodes.settings import PaceKind, Units
from mmagents.web.pages.start import choice_of, start_form


@pytest.mark.parametrize(("field", "kinds"), [("pace", PaceKind), ("manner", Manner)])
def test_a_game_has_the_pace_and_the_manner_that_its_form_names(field: str, kinds: Any) -> None:
    def chosen(**given: str) -> Any:
        return getattr(choice_of({"story": "mini", **given}, {})[2], field)

    offered = start_form("mini", "en")
    for kind in get_args(kinds):
        assert f'value="{kind}"' in offered
        assert chosen(**{field: kind}) == getattr(Context(**{field: kind}), field)
    assert chosen() == getattr(Context(), field)
    with pytest.raises(MMAgentsError, match=field):
        chosen(**{field: "gallop"})


def test_people_may_come_in_where_the_form_has_turns_cut_and_seats_somebody() -> None:
    assert 'name="units"' in start_form("mini", "en")
    cut, person = {"story": "mini", "units": "yes"}, {"seat-kit": "human"}
    given = [choice_of(one, {})[2] for one in ({**cut, **person}, cut, {"story": "mini", **person})]
    assert [one.medium for one in given] == [Units(come_in=True), Units(), None]
    with pytest.raises(MMAgentsError, match="chat sends messages whole"):
        choice_of({**cut, "medium": "chat"}, {})

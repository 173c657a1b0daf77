"""A game that goes on with other players than before."""

from mmagents.saved.begin import differently

KEPT = {
    "models": {"strong": "openai:a", "cheap": "openai:b", "timeout": 9.0},
    "model": None,
    "turns": 9,
    "seats": {"ann": "improv", "ben": "human", "cy": "scripted:x", "di": "strategist:improv"},
}


def test_a_seat_changes_hands_and_the_others_stay():
    changed = differently(KEPT, {"seats": {"ann": "openai:c"}})
    assert changed == {**KEPT, "seats": {**KEPT["seats"], "ann": "openai:c"}}


def test_a_model_is_played_by_all_but_people_scripts_and_those_named():
    changed = differently(KEPT, {"model": "openai:c", "seats": {"eve": "improv"}, "turns": 12})
    assert changed["model"] == "openai:c"
    assert changed["models"] == {"strong": None, "cheap": None, "timeout": 9.0}
    assert changed["seats"] == {
        "ben": "human", "cy": "scripted:x", "di": "strategist", "eve": "improv",
    }  # fmt: skip
    assert changed["turns"] == 12

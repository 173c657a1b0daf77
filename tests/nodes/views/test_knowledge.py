from mmagents.nodes.views.knowledge import known_facts, newly_heard
from mmagents.scenarios.loader import load_scenario
from mmagents.scenarios.schema import Scenario

MINI = load_scenario("mini")
SEATS = MINI.seats()


def ids(seat: str, heard: dict[str, int], story: Scenario = MINI) -> set[str]:
    return {fact.id for fact in known_facts(story, "en", seat, heard, ["x"] * 99)}


def test_before_the_first_turn_a_seat_knows_its_own_facts_and_what_follows_from_them() -> None:
    for seat in SEATS:
        given = {fact.id for fact in MINI.facts if seat in fact.known_by}
        reasoned = {
            fact.id for fact in known_facts(MINI, "en", seat, {}, []) if fact.source == "reasoned"
        }
        assert ids(seat, {}) == given | reasoned


def test_a_heard_fact_tells_who_said_it_and_nothing_of_who_else_knows() -> None:
    seat = SEATS[0]
    fact = next(f for f in MINI.facts if f.known_by and seat not in f.known_by)
    [known] = [k for k in known_facts(MINI, "en", seat, {fact.id: 2}, SEATS) if k.id == fact.id]
    assert (known.source, known.said_by, known.turn, known.public) == ("heard", SEATS[1], 2, True)
    assert known.told is None
    assert known.price == 0
    assert not hasattr(known, "known_by")
    assert not hasattr(known, "guarded_by")


def test_a_conclusion_is_known_once_all_of_one_road_is_and_not_before() -> None:
    for conclusion in MINI.conclusions():
        for seat in SEATS:
            own = ids(seat, {})
            for road in conclusion.roads:
                heard = {step: 1 for step in road}
                assert conclusion.id in ids(seat, heard)
            if conclusion.id in own:
                continue
            road = conclusion.roads[0]
            missing = next(step for step in road if step not in own)
            almost = {step: 1 for step in road if step != missing}
            others = [r for r in conclusion.roads[1:] if set(r) <= own | set(almost)]
            assert others or conclusion.id not in ids(seat, almost)


def test_a_clash_is_shown_only_between_facts_the_seat_knows() -> None:
    for seat in SEATS:
        known = known_facts(MINI, "en", seat, {}, [])
        learned = {fact.id for fact in known}
        assert all(set(fact.contradicts) <= learned for fact in known)


def test_only_what_is_new_to_a_hearer_is_news() -> None:
    known = {"ada": {"key": 2}}
    assert newly_heard(["key", "rope"], ["ada", "ben"], known, 5) == {
        "ada": {"rope": 5},
        "ben": {"key": 5, "rope": 5},
    }


def test_saying_a_turn_again_gives_the_same_news() -> None:
    known = {"ada": {"key": 5}}
    assert newly_heard(["key"], ["ada"], known, 5) == {"ada": {"key": 5}}

from types import SimpleNamespace

import pytest

from mmagents.nodes.views.utterance_index import ALL, NOTHING_SAID, UtteranceIndex, passage_of
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import LongTermMemory

WHISPER = "The brass key was gone from its hook when I went for the soap."


def row(turn, speaker, text, heard_by=("ada", "ben", "cy")):
    return {"turn": turn, "speaker": speaker, "text": text, "heard_by": list(heard_by),
            "rule": "1b", "facts": [], "knowledge": [], "ledger": {}}  # fmt: skip


def view(seat, present=("ada", "ben", "cy"), since=0):
    cast = [SimpleNamespace(id=one, call=one.title()) for one in ("ada", "ben", "cy")]
    public = SimpleNamespace(cast=cast)
    return SimpleNamespace(seat=seat, present=present, since=since, public=public)


@pytest.fixture
def index():
    found = UtteranceIndex(LongTermMemory.open(None, "said", (ALL,), open_embedder()))
    yield found
    found.memory.close()


HISTORY = [
    row(1, "ada", WHISPER, ("ada", "ben")),
    *[row(at, "cy", f"It rained on day {at}, as on every other day.") for at in range(2, 30)],
]


def test_nobody_is_held_to_words_it_did_not_hear(index) -> None:
    index.catch_up(HISTORY, NOTHING_SAID)
    assert WHISPER in [one.text for one in index.nearest(WHISPER, view("ben"), HISTORY)]
    found = index.nearest(WHISPER, view("cy"), HISTORY)
    assert len(found) == 5
    assert WHISPER not in [one.text for one in found]


def test_a_passage_holds_the_turns_around_one_as_far_as_the_same_people_heard_them() -> None:
    history = [*HISTORY[:3], row(4, "ben", WHISPER, ("ada", "ben")), *HISTORY[4:7]]
    assert [line.turn for line in passage_of(history, view("cy"), 3)] == [2, 3, 5]
    assert [line.turn for line in passage_of(history, view("ben"), 4)] == [4]
    assert passage_of(history, view("cy"), 4) == passage_of(history, view("cy"), 1) == ()
    assert passage_of(history, view("ben"), 4)[0].speaker == "Ben"


def test_triplets_are_those_of_the_words_that_were_heard(index) -> None:
    drawn = [{"text": "…", "triplets": [["ada", "is", "out"]]}, {"text": WHISPER}]
    tried = {**HISTORY[0], "ledger": {"repair": {"spoken": 0, "attempts": drawn}}}
    index.catch_up([tried], NOTHING_SAID)
    [found] = index.nearest(WHISPER, view("ada"), [tried], limit=10)
    assert found.triplets == (("ada", "is", "out"),)
    tried["ledger"]["repair"]["spoken"] = 1
    [found] = index.nearest(WHISPER, view("ada"), [tried], limit=10)
    assert found.triplets == ()


def test_own_words_are_told_apart_from_what_all_who_are_here_have_heard(index) -> None:
    index.catch_up(HISTORY, NOTHING_SAID)
    [own] = index.nearest(WHISPER, view("ada", since=1), HISTORY, own=True)
    assert (own.turn, own.own, own.here, own.shared) == (1, True, False, False)


def test_another_branch_is_forgotten(index) -> None:
    mark = index.catch_up(HISTORY[:3], NOTHING_SAID)
    other = [HISTORY[0], row(2, "cy", "Nobody slept that night in the whole of the house.")]
    before = index.catch_up(other, {"turn": 2, "digest": "of another past"})
    assert before != mark
    texts = {one.text for one in index.nearest(WHISPER, view("ben"), other)}
    assert texts == {one["text"] for one in other}

"""The score of a detector on talk whose addressee is known."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from benchmarks.detection.messages import (
    Detected,
    Message,
    Share,
    cast_of,
    detect_all,
    is_right,
    most_recent_mention,
    previous_speaker,
    selected_by,
    share,
    utterance_of,
)
from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.accounts import recording
from mmagents.lab.statistics.agreement import mcnemar
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful
from tests.servers.openai_seats import seated
from tests.servers.openai_server import Answer

pytestmark = pytest.mark.slow  # models on loopback

FILE = Path(__file__).with_name("data") / "addressees.jsonl"
MESSAGES = [Message.model_validate_json(line) for line in FILE.read_text("utf-8").splitlines()]


def message(text: str = "rook: is it late?", **changes: Any) -> Message:
    given: dict[str, Any] = {
        "id": "yard:1",
        "participants": ["rook", "wren", "finch"],
        "history": [
            {"speaker": "rook", "text": "the gate is stuck"},
            {"speaker": "finch", "text": "wren: did you oil it?"},
        ],
        "speaker": "wren",
        "text": text,
        "masked_text": text,
        "addressee": "rook",
    }
    return Message.model_validate(given | changes)


def read(*messages: Message, masked: bool = False) -> list[Detected]:
    return asyncio.run(detect_all(RulesAnalyst(), messages, masked=masked))


def right_of(findings: list[Detected]) -> dict[str, int]:
    selected = [one.selected for one in findings]
    return {
        "right": sum(is_right([one.found for one in findings], MESSAGES)),
        "selected": sum(map(bool, selected)),
        "rightly": sum(is_right(selected, MESSAGES)),
    }


def test_the_analyst_of_a_game_is_hardly_ever_wrong_about_a_name_it_takes_up() -> None:
    assert right_of(read(*MESSAGES)) == {"right": 34, "selected": 27, "rightly": 27}


def test_without_the_name_it_goes_by_who_spoke_and_is_often_wrong() -> None:
    figures = right_of(read(*MESSAGES, masked=True))
    assert figures == {"right": 29, "selected": 24, "rightly": 14}
    last = sum(is_right([previous_speaker(one) for one in MESSAGES], MESSAGES))
    assert figures["right"] > last == 13


def test_a_statement_selects_nobody_though_it_calls_somebody() -> None:
    said = message("rook: the oil is in the shed", history=[])
    assert read(said) == [Detected(("rook",), ())]


def test_an_answer_is_for_the_one_who_asked() -> None:
    assert read(message("yes, twice")) == [Detected(("finch",), ("finch",))]


def test_a_reading_without_a_first_pair_part_is_for_whom_it_answers() -> None:
    utterance = utterance_of(message("yes"), masked=False)
    assert [pair.by for pair in utterance.open_pairs] == ["finch"]
    assert utterance.due == utterance.open_pairs[0]
    assert selected_by(Designation(answers=2, second_pair_part="answer"), utterance) == ("finch",)
    assert selected_by(Designation(answers=99), utterance) == ()
    assert selected_by(Designation(), utterance) == ()


def test_an_old_question_has_lapsed_as_it_would_in_a_game() -> None:
    later = [{"speaker": "rook", "text": "the wind turns"}] * 6
    asked = [{"speaker": "finch", "text": "wren: did you oil it?"}]
    soon = utterance_of(message(history=[*asked, *later[:2]]), masked=False)
    late = utterance_of(message(history=[*asked, *later]), masked=False)
    assert (len(soon.open_pairs), len(late.open_pairs)) == (1, 0)


@pytest.mark.parametrize(
    "nick", ["will", "free", "the", "captain", "rook_", "|rook|", "r00k7", "42", "rook`", "rook^",
             "Rook-Ox", "{rook}", "rook\\away", "x"],
)  # fmt: skip
@pytest.mark.parametrize(
    "form", ["{}: is it late?", "{}, is it late?", "which gate do you oil, {}?"]
)
def test_odd_nicknames_and_words_are_read_as_names(nick: str, form: str) -> None:
    for written in (nick, nick.upper(), nick.lower()):
        said = message(form.format(written), participants=[nick, "finch"], addressee=nick)
        assert read(said)[0].found == (nick,)


def test_a_nickname_that_is_a_word_is_not_seen_in_the_word() -> None:
    said = message("is it free?", participants=["free", "finch"], addressee="free")
    assert read(said)[0].found == ("finch",)


def test_who_is_only_mentioned_is_not_taken_for_the_addressee() -> None:
    assert read(message("finch: did rook come back?"))[0].found == ("finch",)
    assert read(message("finch: ask rook, he knows"))[0].found == ("finch",)


def test_the_cast_is_all_who_take_part_once_each() -> None:
    spoke = [{"speaker": "kite", "text": "hm"}]
    cast = cast_of(message(participants=["rook", "finch"], history=spoke))
    assert [person.id for person in cast] == ["rook", "finch", "wren", "kite"]


def test_the_first_baseline_is_who_spoke_last_beside_the_speaker() -> None:
    assert previous_speaker(message()) == ("finch",)
    own = [{"speaker": "rook", "text": "hm"}, {"speaker": "wren", "text": "well"}]
    assert previous_speaker(message(history=own)) == ("rook",)
    assert previous_speaker(message(history=[])) == ()


def test_the_second_baseline_is_who_was_named_last() -> None:
    named = [
        {"speaker": "finch", "text": "rook, where is FINCH?"},
        {"speaker": "rook", "text": "?"},
    ]
    assert most_recent_mention(message("hm", history=named), masked=False) == ("finch",)
    assert most_recent_mention(message("rook: ask finch"), masked=False) == ("finch",)
    assert most_recent_mention(message("rooks fly"), masked=False) == ()


def test_the_second_baseline_reads_the_masked_message_if_the_detector_does() -> None:
    said = message("rook: well", masked_text="well", history=[])
    assert most_recent_mention(said, masked=False) == ("rook",)
    assert most_recent_mention(said, masked=True) == ()


def test_nobody_several_and_everyone_are_not_the_addressee() -> None:
    found = [("rook",), (), ("rook", "finch"), ("everyone",)]
    assert is_right(found, [message()] * 4) == [True, False, False, False]


def test_a_share_has_the_interval_of_wilson() -> None:
    one = share(81, 263)
    assert one.interval == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998, table I
    assert share(0, 20).interval == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert share(0, 0) == Share(0, 0, None, None)


def test_the_comparison_is_mcnemars_exact_test() -> None:
    right = [True] * 8 + [False] * 2 + [True] * 5
    other = [False] * 8 + [True] * 2 + [True] * 5
    found = mcnemar(right, other)
    assert (found.alone, found.other_alone) == (8, 2)
    assert found.p == pytest.approx(2 * (1 + 10 + 45) / 2**10)
    assert mcnemar([True], [True]).p == 1


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"addressee": "kite"}, "'kite' is not among the participants"),
        ({"addressee": "wren"}, "'wren' is not among the participants"),
        ({"participants": ["rook", "everyone"]}, "nobody can be called 'everyone'"),
        ({"participants": []}, "at least 1 item"),
        ({"speaker": ""}, "at least 1 character"),
        ({"text": 7}, "valid string"),
    ],
)
def test_a_message_that_cannot_be_scored_is_refused(changes: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValidationError, match=wrong):
        message(**changes)


@pytest.mark.slow
async def test_a_model_is_scored_by_what_it_reads() -> None:
    with seated(faithful, latency=0.3) as table, recording() as calls:
        found = await detect_all(table.analyst, MESSAGES, masked=False, at_once=3)
        most = table.server.most_at_once
    asked = [
        at for at, one in enumerate(MESSAGES)
        if one.text.casefold().startswith(f"{one.addressee.casefold()},") and one.text[-1] == "?"
    ]  # fmt: skip
    right = is_right([one.found for one in found], MESSAGES)
    assert asked
    assert all(right[at] for at in asked)
    assert len(calls) == len(MESSAGES)
    assert 1 < most <= 3
    assert not any(call.default for call in calls)


async def test_a_model_names_odd_nicknames() -> None:
    nicks = ["|dune|", "[kite]", "bramble`", "osier^", "quince_", "7of9"]

    def names_all(request: dict[str, Any], number: int) -> Answer:
        meant = nicks[number - 1]
        return Answer(json.dumps({"first_pair_part": "request", "addressees": [meant]}))

    with seated(names_all) as table:
        asked = [message(participants=[*nicks, "rook"])] * len(nicks)
        found = await detect_all(table.analyst, asked, masked=False, at_once=1)
    assert [one.found for one in found] == [(nick,) for nick in nicks]


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_hostile_model_costs_the_score_and_never_the_run(seed: int) -> None:
    with seated(hostile(seed, late=0.01)) as table, recording() as calls:
        found = await detect_all(table.analyst, MESSAGES, masked=False, at_once=1)
    assert len(calls) == len(found) == len(MESSAGES)
    assert any(call.default for call in calls)
    for one, said in zip(found, MESSAGES, strict=True):
        assert set(one.found) <= {*said.participants, "everyone"}

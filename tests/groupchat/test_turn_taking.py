"""Who speaks next in a group chat, who should reply, and why."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import Designation
from mmagents.floor.bids import Bid
from mmagents.groupchat import Due, Member, TurnTaking
from mmagents.interfaces.talk import Utterance
from tests.tables import table

CHAT = TurnTaking(["Ada", "Ben", "Chie"])
ASKED = "Ben, shall we ship on Friday?"
FORMS: dict[str, list[Any]] = {
    "pairs": [("user", "Hello all."), ("Ada", ASKED)],
    "OpenAI": [
        {"role": "system", "content": "You are Ada."},
        {"role": "user", "content": "Hello all."},
        {"role": "assistant", "name": "Ada", "content": [{"type": "text", "text": ASKED}]},
    ],
    "LangChain": [
        SystemMessage("You are Ada."),
        HumanMessage("Hello all."),
        AIMessage("", name="Ada", tool_calls=[{"name": "look", "args": {}, "id": "1"}]),
        ToolMessage("Monday", tool_call_id="1"),
        AIMessage(ASKED, name="Ada"),
    ],
}


@pytest.mark.parametrize("messages", FORMS.values(), ids=list(FORMS))
def test_messages_of_every_kind_give_the_same_speaker(messages: list[Any]) -> None:
    found = CHAT.next(messages)
    assert (found.speaker, found.rule) == ("Ben", "1a")
    assert found.due == Due(
        "Ada", ("Ben",), "suggestion", ("acceptance", "rejection"), len(messages) - 1, ASKED
    )


@table
def test_who_is_asked_by_name_is_selected_however_a_chat_spells_it(text: str) -> None:
    found = CHAT.next([("Ada", text)])
    assert (found.speaker, found.rule) == ("Ben", "1a")
    assert CHAT.should_reply("Ben", [("Ada", text)])
    assert not CHAT.should_reply("Chie", [("Ada", text)])


@table
def test_who_is_only_mentioned_need_not_reply(text: str) -> None:
    reply = CHAT.should_reply("Ben", [("Chie", "It rains."), ("Ada", text)])
    assert not reply
    assert reply.rule == ""


@table
def test_a_chat_is_gone_on_with_as_its_messages_ask(case: dict[str, Any]) -> None:
    chat = TurnTaking(case.get("members", CHAT.members.names), language=case.get("language", "en"))
    said = list(case["said"])
    found = chat.next(said, **case.get("given", {}))
    assert found.speaker == case.get("next", found.speaker)
    assert found.rule == case.get("rule", found.rule)
    assert case.get("why", "") in found.reason
    replies = {one: chat.should_reply(one, said) for one in chat.members.names}
    for name, expected in case.get("replies", {}).items():
        assert bool(replies[name]) is expected, name
    if "repliers" in case:
        assert [name for name, reply in replies.items() if reply] == [found.speaker]
    if "due" in case:
        assert replies[found.speaker].due.message == case["due"]
    assert len(chat.open_pairs(said)) == case.get("open", len(chat.open_pairs(said)))


def test_bids_decide_where_nobody_is_selected_and_not_where_somebody_is() -> None:
    bids = {"Ada": None, "Ben": 2, "Chie": Bid("Chie", "speak", 7)}
    assert CHAT.next([("user", "It rains.")], bids=bids).speaker == "Chie"
    assert CHAT.next([("user", "It rains.")], bids=lambda name, _: bids[name]).speaker == "Chie"
    assert CHAT.next([("user", ASKED)], bids=bids).speaker == "Ben"


def test_agents_rest_until_somebody_else_writes() -> None:
    chat = TurnTaking(["Ada", "Ben", Member("Dana", person=True)], rests_after=3)
    messages = [(one, "And you? What now?") for one in ("Ada", "Ben", "Ada")]
    assert chat.next(messages).rule == "rest"
    assert chat.should_reply("Ben", messages).rule == "rest"
    assert chat.next([*messages, ("Dana", "Ben, go on, please.")]).speaker == "Ben"


def test_another_language_is_read_by_a_function_of_ones_own() -> None:
    def detect(said: Utterance) -> Designation:
        to = "Ben" if said.text.startswith("Ben,") else "Zoe"
        return Designation("wh-question", (to,), ("answer",), recipient=to)

    chat = TurnTaking(["Ada", "Ben"], language="de", detect=detect)
    assert chat.next([("Ada", "Ben, was nun?")]).speaker == "Ben"
    assert chat.next([("Ada", "Was nun?")]).rule == "1b"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: TurnTaking([]), "name one at least"),
        (lambda: TurnTaking("Ada"), "a list of names"),
        (lambda: TurnTaking(["Ada", "ada"]), "Two members are called 'ada'"),
        (lambda: TurnTaking([" "]), "has no name"),
        (lambda: TurnTaking(["Everyone"]), "stands for all"),
        (lambda: TurnTaking(["Ada"], condition="loud"), "There is: cssn-or-ss"),
        (lambda: TurnTaking(["Ada"], language="de"), "Give detect="),
        (lambda: TurnTaking(["Ada"], rests_after=0), "must be 1 or more"),
        (lambda: TurnTaking(["Ada"], medium="radio"), "There is: chat, speech"),
        (lambda: CHAT.next([("user", "Hi.")], bids="loud"), "There is: people, people-by-lot"),
        (lambda: CHAT.should_reply("Zoe", []), "No member is called 'Zoe'"),
        (lambda: CHAT.next([], present=["Zoe"]), "There is: Ada, Ben, Chie"),
        (lambda: CHAT.next("Hello."), "a list, oldest first"),
        (lambda: CHAT.next(["Hello."]), "Message 0"),
        (lambda: CHAT.next([("user", "It rains.")], bids={"Ada": 12}), "within 0-9"),
    ],
)
def test_what_cannot_be_used_is_one_line_that_says_so(call: Any, said: str) -> None:
    with pytest.raises(MMAgentsError, match=r"^[^\n]+$") as caught:
        call()
    assert said in str(caught.value)

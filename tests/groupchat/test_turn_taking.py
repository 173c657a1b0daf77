"""Who speaks next in a group chat, who should reply, and why."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from mmagents.floor.adjacency import Designation
from mmagents.floor.bids import Bid
from mmagents.groupchat import Due, Member, Readings, TurnTaking
from mmagents.interfaces.talk import Utterance
from mmagents.scenarios.errors import MMAgentsError

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


@pytest.mark.parametrize(
    "text",
    [
        "Ben, why did it fail?",
        "@ben why did it fail?",
        "ben: why did it fail?",
        "**Ben**, why did it fail?",
        "ben why did it fail?",
        "Why did it fail, ben?",
        "Why did it fail @Ben?",
        "can you check it again ben",
        "did you look at the log ben?",
        "BEN check the log",
        "Here is the log:\n```\nChie, stop?\n```\nWhy did it fail, Ben?",
    ],
)
def test_who_is_asked_by_name_is_selected_however_a_chat_spells_it(text: str) -> None:
    found = CHAT.next([("Ada", text)])
    assert (found.speaker, found.rule) == ("Ben", "1a")
    assert [bool(CHAT.should_reply(one, [("Ada", text)])) for one in ("Ben", "Chie")] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "I agree with Ben.",
        "Ben, Chie and I are still on it.",
        "Ben, as far as I know, has not begun.",
        "Has anyone asked Ben?",
        "did you see ben?",
        "who likes ben",
        "Ben's plan is the better one.",
        "I asked @Ben yesterday.",
        "Ben said so, and he was right.",
        "It will rain on benches.",
    ],
)
def test_who_is_only_mentioned_need_not_reply(text: str) -> None:
    reply = CHAT.should_reply("Ben", [("Chie", "It rains."), ("Ada", text)])
    assert not reply
    assert reply.rule == ""


def test_advice_to_whoever_asked_is_an_answer_and_asks_nothing_of_them() -> None:
    asked = [("Chie", "Where is the spec?")]
    assert not CHAT.should_reply("Chie", [*asked, ("Ada", "ask ben, he has it")])
    assert CHAT.should_reply("Chie", [*asked, ("Ada", "Give me the link to the old one.")])
    assert CHAT.next([*asked, ("Ada", "ask ben, he has it")]).rule == "1b"


def test_several_who_are_called_by_an_at_sign_should_all_reply() -> None:
    messages = [("user", "@ben @chie please look at this")]
    assert [bool(CHAT.should_reply(one, messages)) for one in ("Ada", "Ben", "Chie")] == [
        False,
        True,
        True,
    ]


def test_a_name_that_is_a_word_is_called_where_it_stands_apart_alone() -> None:
    chat = TurnTaking(["Will", "May"])
    assert chat.next([("May", "will, any news?")]).rule == "1a"
    assert not chat.should_reply("Will", [("user", "will you come?"), ("user", "It will rain.")])


def test_what_is_due_stays_due_until_it_is_answered() -> None:
    messages = [("user", ASKED), ("Chie", "It rains again.")]
    reply = CHAT.should_reply("Ben", messages)
    assert reply
    assert reply.due is not None
    assert reply.due.message == 0
    assert CHAT.next(messages).speaker == "Ben"
    answered = [*messages, ("Ben", "Yes, on Friday."), ("Chie", "It still rains.")]
    assert not CHAT.should_reply("Ben", answered)
    assert CHAT.open_pairs(answered) == ()


def test_who_asks_back_owes_the_answer_once_that_is_answered() -> None:
    messages = [("user", ASKED), ("Ben", "Which Friday do you mean?")]
    assert not CHAT.should_reply("Ben", [*messages, ("Chie", "It rains.")])
    assert CHAT.should_reply("Ben", [*messages, ("user", "The next.")])


def test_one_alone_takes_up_what_is_put_to_all() -> None:
    messages = [("user", "@all who has time today?")]
    replies = [one for one in CHAT.members.names if CHAT.should_reply(one, messages)]
    assert replies == [CHAT.next(messages).speaker]


def test_thanks_by_name_close_and_ask_for_nothing() -> None:
    messages = [("user", "Ben, is it done?"), ("Ben", "Yes, it is."), ("user", "Thanks, Ben!")]
    assert not CHAT.should_reply("Ben", messages)


def test_it_waits_for_somebody_who_was_asked_and_gets_no_turns() -> None:
    found = CHAT.next([("Dana", "Hello all."), ("Ada", "Dana, what is the budget?")])
    assert (found.speaker, found.rule) == (None, "1a")
    assert "wait for Dana" in found.reason


def test_under_waiting_whoever_has_been_silent_longest_speaks() -> None:
    messages = [("Ben", "It rains."), ("Chie", "It does."), ("Ada", "I stay at home.")]
    found = CHAT.next(messages, bids="waiting")
    assert (found.speaker, found.rule) == ("Ben", "1b")
    assert "silent longest" in found.reason


def test_bids_decide_where_nobody_is_selected_and_not_where_somebody_is() -> None:
    bids = {"Ada": None, "Ben": 2, "Chie": Bid("Chie", "speak", 7)}
    assert CHAT.next([("user", "It rains.")], bids=bids).speaker == "Chie"
    assert CHAT.next([("user", "It rains.")], bids=lambda name, _: bids[name]).speaker == "Chie"
    assert CHAT.next([("user", ASKED)], bids=bids).speaker == "Ben"


def test_where_everybody_listens_the_last_member_may_go_on_and_nobody_else() -> None:
    assert CHAT.next([("Ada", "It rains.")], bids={}).speaker == "Ada"
    assert CHAT.next([("user", "It rains.")], bids={}).speaker is None


def test_who_is_absent_is_not_named() -> None:
    assert CHAT.next([("user", ASKED)], present=["Ada", "Chie"]).speaker in (None, "Ada", "Chie")
    assert CHAT.next([("user", ASKED)], present=[]).speaker is None


def test_agents_rest_until_somebody_else_writes() -> None:
    chat = TurnTaking(["Ada", "Ben", Member("Dana", person=True)], rests_after=3)
    messages = [(one, "And you? What now?") for one in ("Ada", "Ben", "Ada")]
    assert chat.next(messages).rule == "rest"
    assert chat.should_reply("Ben", messages).rule == "rest"
    assert chat.next([*messages, ("Dana", "Ben, go on, please.")]).speaker == "Ben"


def test_japanese_is_read_by_its_own_rules() -> None:
    chat = TurnTaking(["アダ", "ベン"], language="ja")
    for text in (
        "ベンさん、金曜に出せますか？",
        "@ベン 金曜に出せますか？",
        "ベンこれ見てください",
    ):
        assert chat.next([("アダ", text)]).speaker == "ベン"
    assert not chat.should_reply("ベン", [("user", "ベンさんの案に賛成です。")])
    assert not chat.should_reply(
        "ベン", [("ベン", "直しました。"), ("user", "助かった、ありがとうベン")]
    )


def test_another_language_is_read_by_a_function_of_ones_own() -> None:
    def detect(said: Utterance) -> Designation:
        to = "Ben" if said.text.startswith("Ben,") else "Zoe"
        return Designation("wh-question", (to,), ("answer",), recipient=to)

    chat = TurnTaking(["Ada", "Ben"], language="de", detect=detect)
    assert chat.next([("Ada", "Ben, was nun?")]).speaker == "Ben"
    assert chat.next([("Ada", "Was nun?")]).rule == "1b"


def test_what_was_read_before_changes_no_answer() -> None:
    readings = Readings()
    messages = FORMS["pairs"]
    other = [messages[0], ("Ada", "Chie, shall we ship on Friday?")]
    for given in (messages, messages[:1], other, [], [*other, ("Chie", "No.")]):
        assert CHAT.next(given, readings=readings) == CHAT.next(given)


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

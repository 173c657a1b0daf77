"""Talk as long as somebody from outside can make it is read at once."""

import asyncio
from itertools import count
from pathlib import Path
from runpy import run_path

import pytest
from langchain_core.messages import HumanMessage

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.analysts.text.sentences import MOST, bounded, sentences
from mmagents.groupchat import TurnTaking
from mmagents.groupchat.members import Members
from mmagents.interfaces.talk import Utterance
from mmagents.lab.recordings import recording
from mmagents.lab.recordings.importing import import_recording
from tests.security.pumping import within

NAMES = ["Ada", "Ben", "Chie"]
CHARACTERS = 100_000
AGAIN = {
    "en": [
        "well, ",
        "come now, my dear ",
        "you simply ",
        "not for you to ",
        "Ben, who was it? ",
        "“",
    ],
    "ja": ["そうか ", "ええ", "なるほどね", "誰が", "いつも", "ねえねえ、", "「"],
}
TEXTS = [(language, one) for language, parts in AGAIN.items() for one in parts]
EXAMPLE = Path(__file__).parents[2] / "examples" / "group_chat.py"


@pytest.mark.parametrize(("language", "again"), TEXTS)
def test_a_hundred_thousand_characters_are_read_within_a_second(language: str, again: str) -> None:
    cast, analyst, runs = Members(NAMES).cast_with(set()), RulesAnalyst(), count()

    def read() -> None:
        text = again * (CHARACTERS // len(again)) + f"X{next(runs)}"  # nothing of it is known yet
        said = Utterance("Ada", text, language, cast)
        TurnTaking(NAMES, language=language).next([("Ben", "Ada?"), ("Ada", text)])
        asyncio.run(analyst.detect(said))
        asyncio.run(analyst.normalize(said))

    assert within(1, read)


@pytest.mark.parametrize(("language", "again"), [("en", "well, "), ("ja", "そうか ")])
def test_a_hundred_thousand_characters_are_imported_within_a_second(
    language: str, again: str, tmp_path: Path
) -> None:
    runs = count()

    def imported(words: str) -> None:
        run = str(next(runs))
        talk = recording.Recording(
            name="A talk",
            names={"a": "Ada", "b": "Ben"},
            utterances=(
                recording.Utterance("a", "Ben?", 0.0, 1.0),
                recording.Utterance("b", words + run, 1.0, 2.0),
            ),
            medium="chat",
            language=language,
        )
        asyncio.run(import_recording(talk, tmp_path / run))

    text = again * (CHARACTERS // len(again)) + "X"
    assert within(1.5, lambda: imported(text))


def test_an_utterance_is_read_by_its_beginning_and_its_end() -> None:
    text = "Ben, listen. " + "It rains. " * CHARACTERS + "Where is the key?"
    assert len(bounded(text)) <= MOST
    assert len(bounded("a" * MOST)) == MOST
    read = sentences(text, "en")
    assert (read[0], read[-1]) == ("Ben, listen.", "Where is the key?")


@pytest.mark.parametrize("langchain", [False, True], ids=["pairs", "LangChain"])
def test_the_next_speaker_of_ten_thousand_messages_is_given_within_fifty_milliseconds(
    langchain: bool,
) -> None:
    floor = TurnTaking([*NAMES, "Dov"])
    said = [(NAMES[at % 3], "It rains.") for at in range(10_000)]
    chat = [HumanMessage(text, name=name) for name, text in said] if langchain else said
    floor.next(chat)
    more = [*chat, ("user", "Ben, where is the key?")]
    assert floor.next(more).speaker == "Ben"
    assert within(0.05, lambda: floor.next(more))


def test_a_chat_that_was_changed_is_read_as_it_is_now() -> None:
    floor = TurnTaking(NAMES)
    chat = [("user", "Hello."), *(("Ada" if at % 2 else "Ben", "It rains.") for at in range(60))]
    for given in (
        [*chat, ("user", "Chie, are you there?")],
        [*chat[:-1], ("user", "Ben, are you there?")],
        [("user", "Good evening."), *chat[1:]],
        chat[:2],
        chat[30:],
        [],
    ):
        assert floor.next(given) == TurnTaking(NAMES).next(given)
        assert floor.open_pairs(given) == TurnTaking(NAMES).open_pairs(given)


@pytest.mark.parametrize("again", ["1", "1-", "1 ", "1+", "12 * "])
def test_sums_are_looked_for_in_time_by_the_length_of_a_message(again: str) -> None:
    example = run_path(str(EXAMPLE), run_name="mmagents_example_of_sums")
    text = again * (CHARACTERS // len(again)) + "-"
    chat = {"messages": [HumanMessage(text)]}
    assert within(0.05, lambda: example["found_in"](chat, example["SUM"]))

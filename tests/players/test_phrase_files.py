"""The files of phrases: whole, the same in both languages, and asked for by the code."""

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from mmagents.players.improv.realisation.grammar import phrases_in
from mmagents.players.improv.realisation.realise import CONVERSING, MYSTERY, VERDICT
from mmagents.players.improv.state.moves import REACTIONS, InquiryKind, MoveKind
from mmagents.players.phrases import read_phrases, read_texts
from mmagents.scenarios.loader import load_scenario, shipped
from mmagents.scenarios.seats import Voice
from tests.languages import LANGUAGES

PLAYERS = Path(__file__).parents[2] / "players"
IMPROV = PLAYERS / "improv"
TEXTS = [PLAYERS / "strategist" / "phrases", PLAYERS / "person" / "phrases"]
FOLDERS = [IMPROV / "phrases", *TEXTS]
FILES = [file for folder in FOLDERS for file in sorted(folder.glob("*/*.toml"))]
STYLES = set(get_args(Voice.model_fields["style"].annotation)) - {"plain"}
KINDS = set(get_args(MoveKind))
CONVERSATION = (*MYSTERY, *CONVERSING)
SPEAKING = {
    MYSTERY: ("realisation/realise.py", "realisation/questions.py"),
    VERDICT: ("realisation/realise.py", "realisation/questions.py"),
    CONVERSATION: ("realisation/realise.py", "realisation/questions.py", "policy/uptake.py"),
    ("evening",): ("evening.py",),
    ("thoughts",): ("realisation/thoughts.py",),
    ("slips",): ("slips.py",),
}
"""By subjects that are read together, the modules that ask for their phrases and fill them."""
SAID = (
    KINDS - {"ask"}
    | {f"ask-{kind}" for kind in get_args(InquiryKind)}
    | {f"{kind}-bare" for kind in ("confirm", "deny", "defend")}
)
COMPOSED = {MYSTERY: SAID - REACTIONS - {"ask-more"}, CONVERSATION: SAID, ("thoughts",): KINDS}
"""Keys that the code puts together from the kind of a move or of a question."""
ONE_LANGUAGE = {"verdict.toml"}
"""English words for a mystery do not suit a verdict; the Japanese suit both."""


def named_in(*modules: Path) -> set[str]:
    """Return the strings and the names of arguments that stand in the code."""
    nodes = [node for file in modules for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    return {
        str(node.value if isinstance(node, ast.Constant) else node.arg)
        for node in nodes
        if isinstance(node, ast.Constant | ast.keyword)
    }


def blanks(phrase: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(phrase) if name}


def entries(file: Path) -> dict[str, tuple[str, ...]]:
    given = read_texts(file.parents[1], file.parent.name, file.stem)
    if all(isinstance(one, str) for one in given.values()):
        return {key: (text,) for key, text in given.items()}
    return dict(read_phrases(file.parents[1], file.parent.name, file.stem))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.parent.name)
def test_every_language_has_the_same_files_with_the_same_keys(folder: Path) -> None:
    keys = {
        language: {
            (file.name, key.partition(".")[0])
            for file in (folder / language).glob("*.toml")
            if file.name not in ONE_LANGUAGE
            for key in tomllib.loads(file.read_text("utf-8"))
        }
        for language in LANGUAGES
    }
    assert keys["en"]
    assert keys["en"] == keys["ja"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_and_a_conversation_replace_only_phrases_that_there_are(language: str) -> None:
    mystery = set(phrases_in(language, *MYSTERY))
    assert set(phrases_in(language, "verdict")) <= mystery
    keys = {key.partition(".")[0] for key in phrases_in(language, "conversing")}
    assert keys <= {key.partition(".")[0] for key in mystery}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_people_converse_nobody_need_be_named(language: str) -> None:
    phrases = phrases_in(language, *CONVERSATION)
    for key in COMPOSED[CONVERSATION] - {"suspect", "rebuke"}:
        assert any("{who}" not in one for one in phrases[key]), key


@pytest.mark.parametrize("file", FILES, ids=lambda one: f"{one.parent.name}-{one.stem}")
def test_no_phrase_is_empty_or_stands_twice(file: Path) -> None:
    for key, phrases in entries(file).items():
        assert phrases, key
        assert all(phrase.strip() for phrase in phrases), key
        twice = [one for one, count in Counter(phrases).items() if count > 1]
        assert all(re.fullmatch(r"\{\w+\}", one) for one in twice), key  # bare words weigh more


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subjects", SPEAKING, ids="+".join)
def test_the_code_asks_for_every_phrase_and_fills_every_blank(subjects, language) -> None:
    named = named_in(*(IMPROV / module for module in SPEAKING[subjects]))
    asked = named | COMPOSED.get(subjects, COMPOSED[MYSTERY] if subjects == VERDICT else set())
    for key, phrases in phrases_in(language, *subjects).items():
        assert key.partition(".")[0] in asked, key
        for phrase in phrases:
            assert blanks(phrase) <= named, phrase


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subjects", COMPOSED, ids="+".join)
def test_every_move_has_words(subjects: tuple[str, ...], language: str) -> None:
    assert COMPOSED[subjects] <= set(phrases_in(language, *subjects))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_manner_of_a_story_has_phrases(language: str) -> None:
    subjects = (file.stem for file in (IMPROV / "phrases" / language).glob("*.toml"))
    styles = {key.partition(".")[2] for key in phrases_in(language, *subjects)} - {""}
    told = {
        one.voice.style for story in shipped() for one in load_scenario(story.id).cast if one.voice
    }
    assert told - {"plain"} <= styles
    assert styles == STYLES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_grammar_uses_up_every_sign_of_a_phrase(language: str) -> None:
    subjects = (file.stem for file in (IMPROV / "phrases" / language).glob("*.toml"))
    for key, phrases in phrases_in(language, *subjects).items():
        for phrase in phrases:
            plain = re.sub(r"\{\w+\}|\[[^\[\]|]+(\|[^\[\]|]*)+\]", "", phrase)
            plain = re.sub(r"<[^<>/]*(/[^<>/]*){1,2}>", "", plain)
            assert not set("{}[]<>|") & set(plain), (key, phrase)
            assert language == "ja" or not set("<~") & set(phrase), (key, phrase)


@pytest.mark.parametrize("folder", TEXTS, ids=lambda one: one.parent.name)
def test_texts_have_the_same_blanks_in_both_languages_and_are_all_used(folder: Path) -> None:
    code = [*folder.parent.glob("*.py"), PLAYERS.parent / "nodes" / "interrupts.py"]
    named = named_in(*code)
    for file in (folder / "en").glob("*.toml"):
        japanese = read_texts(folder, "ja", file.stem)
        for key, english in read_texts(folder, "en", file.stem).items():
            assert blanks(japanese[key]) <= blanks(english), key
            assert {key, *blanks(english)} <= named, key


def test_a_language_without_phrases_reads_the_english_ones() -> None:
    assert phrases_in("de", "slips") == phrases_in("en", "slips")
    assert read_texts(TEXTS[0], "de", "notes") == read_texts(TEXTS[0], "en", "notes")

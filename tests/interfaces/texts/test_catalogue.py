"""Every language says the same things, nothing is said in vain, and every code has a name."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import mmagents
from mmagents.cli.person.pages import RULES as FLOOR_WORDS
from mmagents.cli.person.typed import COMMANDS, FOR_KIND
from mmagents.floor.adjacency import FirstPairPart, SecondPairPart
from mmagents.floor.bids import Action
from mmagents.floor.conditions import CONDITIONS, STAGES
from mmagents.floor.pairs import STAYS_OPEN, Closing
from mmagents.floor.rules import RULES, shipped_texts
from mmagents.interfaces.accounts import TROUBLES
from mmagents.interfaces.repair import Fault, TakenFor
from mmagents.interfaces.talk import Manner
from mmagents.interfaces.texts import catalogue
from mmagents.interfaces.texts.catalogue import (
    FOLDER,
    game,
    language_name,
    page,
    term,
    terminal,
    texts_of,
)
from mmagents.nodes.detective import INTERROGATION
from mmagents.nodes.evening.stages import JUDGEMENT
from mmagents.nodes.model_health import NO_REPLY
from mmagents.nodes.settings import PaceKind
from mmagents.nodes.spending import Spent
from mmagents.prompts.tasks import TASKS, JudgeTask
from mmagents.scenarios.game import PhaseKind
from mmagents.showing.html.replay import ENDINGS
from mmagents.showing.onlooker import Status

ROOT = Path(mmagents.__file__).parents[1]
READERS = ("lab", "showing", "saved", "cli", "web", "nodes", "players")
PLACES = ("terms", "page", "terminal", "game")
LANGUAGES = ("en", "ja")
PHASES = (*get_args(PhaseKind), INTERROGATION, JUDGEMENT)
CODES = {
    "first": get_args(FirstPairPart), "second": get_args(SecondPairPart),
    "closing": (*get_args(Closing), "open"), "phase": PHASES, "between": (*PHASES, "talk"),
    "action": get_args(Action), "status": get_args(Status), "limit": tuple(Spent.__annotations__),
    "fault": get_args(Fault), "taken-for": get_args(TakenFor),
    "repair": ("clean", "no issue", "repaired", "failed"), "task": (*TASKS, *get_args(JudgeTask)),
    "trouble": ("cached", *TROUBLES),
    "unusable": ("empty", "not_json", "cut_off", "no-reply", "other"),
    "try": ("model", *NO_REPLY.values()),
}  # fmt: skip
"""By kind: the codes that stand in the record, and that people therefore may come to read."""


def blanks(text: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(text) if name}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_language_has_the_texts_of_the_english_with_the_same_blanks(place, language):
    english, other = texts_of(place, "en"), texts_of(place, language)
    assert set(english) == set(other)
    for key, text in english.items():
        assert blanks(text) == blanks(other[key]), key
        assert text.strip(), key
        assert other[key].strip() or not text.strip(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_record_has_a_name(language):
    for kind, codes in CODES.items():
        for code in codes:
            assert f"{kind}.{code}" in texts_of("terms", language), (kind, code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_every_action_and_every_condition_has_a_name(language):
    for kind, codes in (("rules", set(RULES)), ("conditions", {*CONDITIONS, STAGES.name})):
        texts = shipped_texts(kind, language)
        assert set(texts) == codes
        assert all(text["label"] not in ("", code) for code, text in texts.items())
        assert all(all(text.values()) for text in texts.values())


def literals(folder: Path) -> set[str]:
    """Return every string in the Python files of a folder, parts of f-strings included."""
    trees = (ast.parse(file.read_text("utf-8")) for file in folder.rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_no_text_is_there_for_nobody():
    said = set().union(*(literals(ROOT / room) for room in (*READERS, "interfaces")))
    said |= {f"{kind}.{code}" for kind, codes in CODES.items() for code in codes}
    said |= {f"detective.{one}" for one in said} | {f"people.{one}" for one in said}
    said |= {f"game.{one}" for one in said}
    said |= {f"cost.{one}" for one in said} | {f"command.{one}" for one in COMMANDS}
    said |= {f"end.{how}" for how in ("right", "wrong", "no-one")}
    said |= {f"ask.{one}" for one in (*FOR_KIND, "think", "speak", "reflect")}
    said |= {f"not-now.{one}" for one in (*FOR_KIND.values(), "bid", "show")}
    said |= {f"type.{one}" for one in ("think", "speak", "reflect")}
    said |= {f"yours.{one}" for one in (*FLOOR_WORDS, "other")}
    said |= {f"{vote}-bare" for vote in ("votes", "accuses")}
    said |= {"cut.1a", "cut.1b", *(f"why.place-{one}" for one in ("1a", "1b", "1c"))}
    said |= {"cut.own-1a", "cut.own-1b"}
    said |= {f"download-{kind}" for kind in ENDINGS}
    said |= {f"{what}-why" for what in ("no-entry", "host-only")}
    said |= {f"pace-{one}" for one in get_args(PaceKind)}
    said |= {f"manner-{one}" for one in get_args(Manner)}
    said |= {f"medium-{one}" for one in STAYS_OPEN}
    for place in PLACES:
        assert sorted(set(texts_of(place, "en")) - said) == []


def calls_of_texts(place: str) -> Iterator[tuple[str, set[str]]]:
    """Yield every text of a place that the code names in a call, with what the call fills in."""
    room = {"page": "web", "terminal": "cli", "game": "nodes"}[place]
    texts = {**texts_of("terms", "en"), **texts_of(place, "en")}
    for file in (ROOT / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or any(one.arg is None for one in node.keywords):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = name.id if isinstance(name, ast.Name) else name
            if name not in {"say", "_say", "terminal", "sentence"}:
                continue
            for given in node.args[:2]:
                if isinstance(given, ast.Constant) and given.value in texts:
                    yield texts[given.value], {str(one.arg) for one in node.keywords}


@pytest.mark.parametrize("place", ["page", "terminal", "game"])
def test_whoever_names_a_text_fills_all_of_its_blanks(place):
    for text, filled in calls_of_texts(place):
        assert blanks(text) <= filled, text


def test_a_language_without_a_text_reads_the_english_and_a_strange_code_stands_as_it_is():
    assert page("de", "play") == page("en", "play")
    assert terminal("de", "end.verdict") == "The verdict"
    assert game("de", "detective.call") == "Detective"
    assert term("de", "phase", "discussion") == "Discussion"
    assert term("en", "phase", "seance") == "seance"
    assert language_name("tlh") == "tlh"
    with pytest.raises(KeyError, match="nonsense"):
        page("en", "nonsense")


def test_a_language_is_a_folder_and_nothing_else_is_read(tmp_path, monkeypatch):
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "terms.toml").write_text('[phase]\ndiscussion = "Gespräch"\n', "utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    assert texts_of.__wrapped__("terms", "de") == {"phase.discussion": "Gespräch"}
    assert texts_of.__wrapped__("terms", "../de") == {}
    assert FOLDER.is_dir()

"""The sets of prompts: what differs between them, most of it by switches of its own."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import OwnBid
from mmagents.models.variables import as_told, view_variables
from mmagents.nodes.context import Context
from mmagents.prompts.render import Prompts
from mmagents.prompts.sets import ANCHORED, SETS, SWITCHES, Switch, Wording, wording_of
from tests.languages import LANGUAGES
from tests.prompts.samples import obligation, view

pytestmark = pytest.mark.slow  # games of models on loopback

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
ANCHORS = {"en": "- 9: ", "ja": "   - 9："}
EVADES = {"en": "evade", "ja": "はぐらかし"}
OPEN = {"en": "## Still open", "ja": "## まだ応じる"}
DUE = {"en": "## What is due from you", "ja": "## あなたが今応じるべきこと"}


def told(task: Any, language: str, wording: Wording) -> str:
    """Return what a seat is told that was asked something and heard another thing asked of all."""
    seen = as_told(view(language), wording, speaking=task == "speak")
    return "\n".join(Prompts(wording=wording).render(task, language, view_variables(seen)))


@LANGUAGE
def test_the_papers_set_has_no_anchors_no_licence_and_no_list(language: str) -> None:
    think, speak = (told(task, language, SETS["paper"]) for task in ("think", "speak"))
    for mark in (ANCHORS, EVADES, OPEN):
        assert mark[language] not in think + speak
    assert DUE[language] not in think
    assert DUE[language] in speak


@LANGUAGE
@pytest.mark.parametrize("task", ["think", "speak"])
def test_the_rendered_text_of_the_papers_set_is_what_was_agreed(task, language, snapshot) -> None:
    assert told(task, language, SETS["paper"]) == snapshot


@LANGUAGE
def test_the_projects_set_has_all_of_them(language: str) -> None:
    think, speak = (told(task, language, ANCHORED) for task in ("think", "speak"))
    assert ANCHORS[language] in think
    for mark in (EVADES, OPEN, DUE):
        assert mark[language] in think
        assert mark[language] in speak


@LANGUAGE
@pytest.mark.parametrize(
    ("switch", "gone"), [("anchors", ANCHORS), ("licence", EVADES), ("open_list", OPEN)]
)
def test_each_switch_takes_away_its_own_words_and_no_others(switch, gone, language) -> None:
    before = told("think", language, ANCHORED)
    after = told("think", language, wording_of("anchored", {switch: False}))
    kept = {"anchors": EVADES, "licence": ANCHORS, "open_list": ANCHORS}[switch]
    assert gone[language] in before
    assert gone[language] not in after
    assert kept[language] in after


@LANGUAGE
def test_the_number_of_turns_and_ones_own_bids_go_with_the_anchors(language: str) -> None:
    bids = (OwnBid(3, "listen", 2, False), OwnBid(4, "speak", 6, True))
    seen = view(language, last_turn=1234, bids=bids)
    for wording, tells in ((ANCHORED, True), (SETS["paper"], False)):
        given = view_variables(as_told(seen, wording, speaking=False))
        user = Prompts(wording=wording).render("think", language, given).user
        assert ("1234" in user) is tells
        assert ("listen 2" in user) is tells


@LANGUAGE
def test_who_owes_an_answer_is_told_to_others_with_the_list_alone(language: str) -> None:
    seen = view(language, obligation=None, owed=replace(obligation(language), to=("tilda",)))
    for wording, tells in (
        (ANCHORED, True),
        (wording_of("anchored", {"open_list": False}), False),
    ):
        given = view_variables(as_told(seen, wording, speaking=False))
        user = Prompts(wording=wording).render("think", language, given).user
        assert (OPEN[language] in user) is tells


@LANGUAGE
def test_a_lie_of_ones_own_comes_back_marked_for_oneself(language: str) -> None:
    own = HeardTurn(5, "mara", "X.", None, (), None, None, ())
    mark = {"en": "(you, lying)", "ja": "（あなた、嘘）"}[language]
    for lies in ((), (5,)):
        given = view_variables(view(language, heard=(own,), lies=lies))
        assert (mark in Prompts().render("speak", language, given).user) is bool(lies)


CONVERSATION = replace(ANCHORED, conversation=True)


@LANGUAGE
@pytest.mark.parametrize("task", ["think", "speak"])
def test_the_rendered_text_of_a_conversation_is_what_was_agreed(task, language, snapshot) -> None:
    assert told(task, language, CONVERSATION) == snapshot


@LANGUAGE
def test_all_switches_together_are_the_papers_set_but_for_the_marks_of_the_sheet(
    language: str,
) -> None:
    each: dict[Switch, bool | None] = {one: getattr(SETS["paper"], one) for one in SWITCHES}
    changed = wording_of("anchored", each, conversation=True)
    assert replace(changed, sheet_marks=False) == SETS["paper"]
    same = {one for one, value in each.items() if getattr(ANCHORED, one) == value}
    assert same == {"due_part"}
    marks = {"en": "(5)", "ja": "（5点）"}[language]
    assert marks in told("speak", language, changed)
    assert marks not in told("speak", language, SETS["paper"])


@pytest.mark.parametrize(
    ("given", "wording"),
    [
        ({}, CONVERSATION),
        ({"manner": "conversation"}, CONVERSATION),
        ({"manner": "panel"}, ANCHORED),
        ({"models.prompt_set": "paper"}, SETS["paper"]),
        ({"manner": "conversation", "models.prompt_set": "paper"}, SETS["paper"]),
        (
            {"models.prompt_set": "paper", "models.anchors": True},
            replace(SETS["paper"], anchors=True),
        ),
    ],
)
def test_a_switch_left_out_is_as_the_set_has_it(given: dict[str, Any], wording: Wording) -> None:
    assert Context(**given).wording() == wording
    assert Context(**{"models.own_words": False, **given}).wording().own_words is False


@LANGUAGE
def test_a_folder_of_ones_own_is_told_no_more_than_the_set_tells(language, tmp_path) -> None:
    (tmp_path / language).mkdir()
    (tmp_path / language / "_talk.md").write_text(
        "---\nvariables: open_pairs, obligation\n---\n"
        "OPEN {{ open_pairs | length }} DUE {{ 'yes' if obligation else 'no' }}\n",
        "utf-8",
    )
    for wording, says in ((ANCHORED, "OPEN 1 DUE yes"), (SETS["paper"], "OPEN 0 DUE no")):
        seen = view_variables(as_told(view(language), wording, speaking=False))
        assert says in Prompts(tmp_path, wording).render("think", language, seen).user


@LANGUAGE
def test_a_fingerprint_changes_with_the_set_and_with_any_word(language, tmp_path) -> None:
    shipped = Prompts().fingerprint(language)
    folder = tmp_path / language
    folder.mkdir()
    text = Path(Prompts().path("_sheet", language)).read_text("utf-8")
    (folder / "_sheet.md").write_text(text, "utf-8")
    assert Prompts(tmp_path).fingerprint(language) == shipped
    (folder / "_sheet.md").write_text(text + ".", "utf-8")
    assert Prompts(tmp_path).fingerprint(language) != shipped
    assert len({Prompts(wording=one).fingerprint(language) for one in SETS.values()}) == 2


def test_a_judges_prompt_is_none_of_a_games(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    text = Path(Prompts().path("truth", "en")).read_text("utf-8")
    (tmp_path / "en" / "truth.md").write_text(text + ".", "utf-8")
    assert Prompts(tmp_path).fingerprint("en") == Prompts().fingerprint("en")

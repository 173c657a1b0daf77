"""What a line typed by a person comes to."""

from typing import Any

import pytest

from mmagents.cli.person.pages import help_page
from mmagents.cli.person.typed import Typed, typed, what_to_type

CARDS = [{"id": "lid", "name": "the lid of the tin"}, {"id": "peg", "name": "the loose peg"}]
OPTIONS = [
    {"id": "petra", "text": "Petra Lunn"},
    {"id": "bram", "text": "Bram Tolley"},
    {"id": "", "text": "nobody"},
]


def ask(what: str, kind: str = "", language: str = "en", cards: Any = CARDS) -> Any:
    commands = {"think": ["bid", "say", "note", "pass"], "speak": ["say", "pass"]}.get(what, [])
    return {
        "what": what,
        "kind": kind,
        "options": OPTIONS if what == "choose" else [],
        "view": {"language": language, "cards": cards},
        "commands": [*commands, *(["show"] if cards and commands else [])],
    }


@pytest.mark.parametrize(
    ("line", "open_ask", "answer"),
    [
        ("I saw it.", ask("think"), "I saw it."),
        ("/bid 9", ask("think"), {"bid": 9}),
        ("/b 4 I saw it.", ask("think"), {"bid": 4, "say": "I saw it."}),
        ("/p", ask("speak"), {"pass": True}),
        ("/show 2 Look.", ask("speak"), {"show": ["peg"], "say": "Look."}),
        ("/sho lid", ask("speak"), {"show": ["lid"]}),
        ("/show the lid of the tin, see?", ask("think"), {"show": ["lid"], "say": "see?"}),
        ("2", ask("choose", "look"), {"choose": "bram"}),
        ("/look bram", ask("choose", "look"), {"choose": "bram"}),
        ("/whi nobody", ask("choose", "partner"), {"choose": ""}),
        ("petra", ask("choose", "vote"), {"choose": "petra"}),
        (
            "/vote Lunn: the paint",
            ask("choose", "vote"),
            {"choose": "petra", "reason": "the paint"},
        ),
        ("1 she ran", ask("choose", "vote"), {"choose": "petra", "reason": "she ran"}),
        ("9", ask("choose", "vote"), {"choose": "9"}),
        ("Who had paint?", ask("reflect"), "Who had paint?"),
    ],
)
def test_a_line_is_the_answer_that_it_means(line: str, open_ask: Any, answer: Any) -> None:
    assert typed(line, open_ask) == Typed(answer=answer)


@pytest.mark.parametrize(
    ("line", "open_ask", "says"),
    [
        ("", ask("speak"), "Nothing was typed. Type what you say"),
        ("/", ask("speak"), "no command /. /help"),
        ("/lok", ask("speak"), "Did you mean /look"),
        ("/w", ask("choose", "look"), "no command /w. Did you mean /whisper or /who?"),
        ("/look", ask("choose", "look"), "Type a number or a name (or /look …)"),
        ("/look shed", ask("speak"), "part of the evening for it"),
        ("/bid 10", ask("think"), "/bid 0-9"),
        ("/bid", ask("speak"), "You bid when nobody has been asked"),
        ("/show crown", ask("speak"), "You have: 1 the lid of the tin; 2 the loose peg"),
        ("/show 1", ask("speak", cards=[]), "You have no clues."),
        ("/show 1", ask("choose", "vote"), "You show clues when you speak"),
        ("", ask("speak", language="ja"), "何も打たれていません"),
    ],
)
def test_a_line_that_does_nothing_gets_a_hint(line: str, open_ask: Any, says: str) -> None:
    found = typed(line, open_ask)
    assert found.answer is None
    assert says in found.hint


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_of_ask_and_every_command_has_words(language: str) -> None:
    for kind in ("look", "partner", "side", "transfer", "vote"):
        assert what_to_type(ask("choose", kind, language))
    title, lines = help_page(language)
    assert title
    assert len(lines) == 18

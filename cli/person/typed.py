"""What a person typed: an answer, a wish to see something, or something that needs a hint. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from mmagents.interfaces.texts.catalogue import terminal as say
from mmagents.players.person.answers import option_of
from mmagents.players.person.ask import Ask

COMMANDS = (
    "pass", "bid", "show", "look", "whisper", "side", "give", "vote",
    "sheet", "clues", "who", "talk", "open", "help", "leave",
)  # fmt: skip
OF_A_STORY = frozenset({"show", "look", "whisper", "side", "give", "clues"})
"""The commands that there is nothing for in a talk without a story."""
SEEN = frozenset({"sheet", "clues", "who", "talk", "open", "help"})
"""The commands that only show something."""
FOR_KIND: Mapping[str, str] = {
    "look": "look",
    "partner": "whisper",
    "side": "side",
    "transfer": "give",
    "vote": "vote",
    "winner": "vote",
}
"""By the kind of choice: the command that makes it."""


class LeftError(Exception):
    """A person has left the table; the game is kept."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line came to: an answer for the game, a wish to see something or leave, or a hint."""

    answer: Any = None
    wish: str = ""
    hint: str = ""


def typed(line: str, ask: Ask) -> Typed:
    """Return what a line means where `ask` is open."""
    line = line.strip()
    if not line:
        return Typed(hint=say(_language(ask), "hint.nothing", ways=what_to_type(ask)))
    if not line.startswith("/"):
        return Typed(answer=_plain(line, ask))
    word, _, rest = line[1:].partition(" ")
    name, near = command(word)
    if not name:
        return Typed(hint=_no_command(word, near, _language(ask)))
    if name in SEEN or name == "leave":
        return Typed(wish=name)
    return _acted(name, rest.strip(), ask)


def _language(ask: Ask) -> str:
    return str(ask["view"]["language"])


def command(word: str) -> tuple[str, list[str]]:
    """Return the command that a word names or begins, or "" and what may have been meant."""
    word = word.casefold()
    if word in COMMANDS:
        return word, []
    begun = [name for name in COMMANDS if word and name.startswith(word)]
    if len(begun) == 1:
        return begun[0], []
    return "", begun or get_close_matches(word, COMMANDS, n=2, cutoff=0.5)


def _no_command(word: str, near: list[str], language: str) -> str:
    names = say(language, "or").join(f"/{one}" for one in near)
    perhaps = say(language, "hint.perhaps", near=names) if near else ""
    return say(language, "hint.no-command", word=word[:30], perhaps=perhaps)


def what_to_type(ask: Ask) -> str:
    """Return in one line what can be typed."""
    language, what = _language(ask), ask["what"]
    if what == "choose":
        does = FOR_KIND[ask["kind"]]
        return say(language, "type.vote" if does == "vote" else "type.choose", does=does)
    show = say(language, "type.or-show") if "show" in ask["commands"] else ""
    return say(language, f"type.{what}", show=show)


def _acted(name: str, rest: str, ask: Ask) -> Typed:
    language = _language(ask)
    if name == "pass":
        return Typed(answer={"pass": True})
    if name in FOR_KIND.values():
        if ask["what"] != "choose" or FOR_KIND[ask["kind"]] != name:
            return Typed(hint=f"{say(language, f'not-now.{name}')} {what_to_type(ask)}")
        return Typed(answer=_plain(rest, ask)) if rest else Typed(hint=what_to_type(ask))
    if name not in ask["commands"]:
        none = name == "show" and ask["what"] in {"think", "speak"}
        why = say(language, "hint.no-clues" if none else f"not-now.{name}")
        return Typed(hint=f"{why} {what_to_type(ask)}")
    return _bid(rest, language) if name == "bid" else _show(rest, ask)


def _bid(rest: str, language: str) -> Typed:
    number, _, words = rest.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) == 1):
        return Typed(hint=say(language, "hint.how-much"))
    said = {"say": words.strip()} if words.strip() else {}
    return Typed(answer={"bid": int(number), **said})


def _show(rest: str, ask: Ask) -> Typed:
    cards = [{"id": one["id"], "text": one["name"]} for one in ask["view"]["cards"]]
    found, words = leading(rest, cards)
    if found is None:
        have = "; ".join(f"{at} {one['text']}" for at, one in enumerate(cards, 1))
        return Typed(hint=say(_language(ask), "hint.which-clue", have=have))
    return Typed(answer={"show": [found], **({"say": words} if words else {})})


def _plain(line: str, ask: Ask) -> Any:
    """Return words as the answer they are: to a choice an option and perhaps a reason."""
    if ask["what"] != "choose":
        return line
    found, reason = leading(line, ask["options"])
    if found is None:
        return {"choose": line}
    return {"choose": found, **({"reason": reason} if reason else {})}


def leading(line: str, options: Sequence[Mapping[str, str]]) -> tuple[str | None, str]:
    """Return the option that a line begins with, by number, id or name, and what follows it."""
    words = line.split()
    if words and words[0].rstrip(".:,)").isdecimal():
        at = int(words[0].rstrip(".:,)"))
        if 1 <= at <= len(options):
            return options[at - 1]["id"], _reason(words[1:])
        return None, line
    for upto in range(len(words), 0, -1):
        found = option_of(options, " ".join(words[:upto]).rstrip(".:,;"))
        if found is not None:
            return found, _reason(words[upto:])
    return None, line


def _reason(words: Sequence[str]) -> str:
    return " ".join(words).lstrip(":,;-– ").strip()

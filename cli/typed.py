"""What a person typed: an answer, a wish to see something, or something that needs a hint. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from mmagents.players.person import Ask
from mmagents.players.person_answers import meant

COMMANDS: Mapping[str, str] = {
    "pass": "/pass                  let it pass: listen, or say nothing",
    "bid": "/bid 0-9 [words]       how much you want the floor; 9 is the most",
    "show": "/show CLUE [words]     show a clue to all who are here",
    "look": "/look PLACE            look there for clues",
    "whisper": "/whisper SEAT          go aside with somebody",
    "side": "/side CAMP             take a side",
    "give": "/give SEAT             hand over what you are asked about",
    "vote": "/vote CHOICE reason    vote, and say why",
    "sheet": "/sheet                 your sheet: who you are, what you know",
    "clues": "/clues                 the clues that you have",
    "who": "/who                   who is there",
    "talk": "/talk                  what you heard of late",
    "open": "/open                  what is asked of you",
    "help": "/help                  this",
    "leave": "/leave                 stop here; the game is kept",
}
"""By name: how each is used."""
SEEN = frozenset({"sheet", "clues", "who", "talk", "open", "help"})
"""The commands that only show something."""
FOR_KIND: Mapping[str, str] = {
    "look": "look",
    "partner": "whisper",
    "side": "side",
    "transfer": "give",
    "vote": "vote",
}
"""By the kind of choice: the command that makes it."""
NOT_NOW: Mapping[str, str] = {
    "bid": "You bid when nobody has been asked and the floor is free.",
    "look": "You look for clues in the part of the evening for it.",
    "whisper": "You go aside with somebody in the part of the evening for it; /who shows who is "
    "here now, and only they hear you.",
    "side": "You take a side when all are asked to, in a story with camps.",
    "give": "You hand things over when you are asked to, in a story with things to hand over.",
    "vote": "You vote at the end of the evening.",
    "show": "You show clues when you speak.",
    "pass": "",
}


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line came to; one of the three is given.

    Attributes:
        answer: for the game, as :mod:`mmagents.players.person_answers` reads it.
        wish: a command that shows something, or "leave".
        hint: what to do instead.
    """

    answer: Any = None
    wish: str = ""
    hint: str = ""


def typed(line: str, ask: Ask) -> Typed:
    """Return what a line means where `ask` is open."""
    line = line.strip()
    if not line:
        return Typed(hint=f"Nothing was typed. {what_to_type(ask)}")
    if not line.startswith("/"):
        return Typed(answer=_plain(line, ask))
    word, _, rest = line[1:].partition(" ")
    name, hint = command(word)
    if not name:
        return Typed(hint=hint)
    if name in SEEN or name == "leave":
        return Typed(wish=name)
    return _acted(name, rest.strip(), ask)


def command(word: str) -> tuple[str, str]:
    """Return the command that a word names or begins, or what may have been meant."""
    word = word.casefold()
    if word in COMMANDS:
        return word, ""
    begun = [name for name in COMMANDS if word and name.startswith(word)]
    if len(begun) == 1:
        return begun[0], ""
    near = begun or get_close_matches(word, COMMANDS, n=2, cutoff=0.5)
    perhaps = f" Did you mean {' or '.join(f'/{one}' for one in near)}?" if near else ""
    return "", f"There is no command /{word[:30]}.{perhaps} /help shows them all."


def what_to_type(ask: Ask) -> str:
    """Return in one line what can be typed."""
    show = ", or /show CLUE" if "show" in ask["commands"] else ""
    if ask["what"] == "choose":
        does = FOR_KIND[ask["kind"]]
        reason = " and a reason" if ask["kind"] == "vote" else ""
        return f"Type a number or a name{reason} (or /{does} …), or /pass."
    return {
        "think": f"Type what you would say{show}; /bid 0-9 to weigh it yourself; /pass to listen.",
        "speak": f"Type what you say{show}; /pass to say nothing.",
        "reflect": "Type a note to yourself, or /pass.",
    }[ask["what"]]


def _acted(name: str, rest: str, ask: Ask) -> Typed:
    if name == "pass":
        return Typed(answer={"pass": True})
    if name in FOR_KIND.values():
        if ask["what"] != "choose" or FOR_KIND[ask["kind"]] != name:
            return Typed(hint=f"{NOT_NOW[name]} {what_to_type(ask)}")
        return Typed(answer=_plain(rest, ask)) if rest else Typed(hint=what_to_type(ask))
    if name not in ask["commands"]:
        none = "You have no clues." if ask["what"] in {"think", "speak"} else ""
        why = (none if name == "show" else "") or NOT_NOW[name]
        return Typed(hint=f"{why} {what_to_type(ask)}")
    return _bid(rest) if name == "bid" else _show(rest, ask)


def _bid(rest: str) -> Typed:
    number, _, words = rest.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) == 1):
        return Typed(hint="How much do you want the floor? /bid 0-9, then words if you like.")
    said = {"say": words.strip()} if words.strip() else {}
    return Typed(answer={"bid": int(number), **said})


def _show(rest: str, ask: Ask) -> Typed:
    cards = [{"id": one["id"], "text": one["name"]} for one in ask["view"]["cards"]]
    found, words = leading(rest, cards)
    if found is None:
        have = "; ".join(f"{at} {one['text']}" for at, one in enumerate(cards, 1))
        return Typed(hint=f"Which clue? You have: {have}. /show NUMBER [words]")
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
        found = meant(options, " ".join(words[:upto]).rstrip(".:,;"))
        if found is not None:
            return found, _reason(words[upto:])
    return None, line


def _reason(words: Sequence[str]) -> str:
    return " ".join(words).lstrip(":,;-– ").strip()

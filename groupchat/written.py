"""A message of a chat as the plain dialogue that the rules read.

Chats mark up what they write, put names before a colon or after an @, and spell them in lower case.
Only names that stand apart from the clause are spelt anew: "will, any news?" calls Will, and
"it will rain" does not.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mmagents.analysts.text.names import named_in
from mmagents.analysts.text.sentences import bounded
from mmagents.interfaces.story import Person
from mmagents.scenarios.recognise.linear import linear

_FENCED = re.compile(r"```.*?(?:```|\Z)", re.S)
_QUOTED_LINE = re.compile(r"^[ \t]*>[^\n]*\n?", re.M)
_CODE = re.compile(r"`([^`\n]{1,200})`")
_LINK = re.compile(r"\[([^\[\]\n]{1,200})\]\([^()\s]{1,300}\)")
_STRESS = re.compile(r"\*\*|__(?=\S)|(?<=\S)__")
_HEAD_OF_LINE = re.compile(r"^[ \t]*(?:[-*+•]|#{1,6}|\d{1,2}[.)])[ \t]+", re.M)
_ENDS = ",;:.!?…—–、。！？：\n"


class Spelling(NamedTuple):
    """How the names of a cast are found in a chat, and how each is spelt."""

    head: re.Pattern[str]
    asked: re.Pattern[str]
    at_several: re.Pattern[str]
    at_sign: re.Pattern[str]
    in_list: re.Pattern[str]
    at_end: re.Pattern[str]
    at_all: re.Pattern[str]
    apart: re.Pattern[str]
    ended: re.Pattern[str]
    anywhere: re.Pattern[str]
    unmarked: re.Pattern[str]
    spelt: Mapping[str, str]


@cache
def _words(language: str) -> Mapping[str, Any]:
    file = Path(__file__).parent / f"{language}.toml"
    if not language.isalnum() or not file.is_file():
        file = Path(__file__).parent / "en.toml"
    return tomllib.loads(file.read_text("utf-8"))


@lru_cache(maxsize=256)
def spelling(cast: tuple[Person, ...], language: str) -> Spelling:
    """Return how the names of a cast are found: whole names, their words, and aliases."""
    spelt: dict[str, str] = {}
    for person in cast:
        for whole in (person.name, *person.aliases):
            spelt.setdefault(whole.casefold(), whole)
    for person in cast:
        for word in person.name.split():
            if len(word) > 1 and word[:1].isupper():
                spelt.setdefault(word.casefold(), word)
    words, ends = _words(language), re.escape(_ENDS)
    ended = "|".join(words["ended"]).replace("{kin}", f"(?:{_any(words['kin'])})")
    asks = "|".join(words["asks"])
    space, edge = ("", "") if language == "ja" else (r"\s+", r"\b")
    names = _any(spelt)
    unmarked = ("|".join(words["unmarked"]) or "(?!)").replace("{names}", f"(?:{names})")
    said_apart = _any(one for one in spelt if one not in words["ordinary"])
    return Spelling(
        head=linear(rf"\A\s*@?({names})\s*[:：]\s*", re.I),
        asked=linear(rf"\A\s*({said_apart}){space}(?=(?:{asks}){edge})", re.I),
        at_several=linear(
            rf"(\A\s*+|[{ends}]\s*+)((?:@(?:{names})(?!\w)\s*+(?:[,、&＆と]|and\b)?\s*+){{2,}}[:：]?\s*)",
            re.I,
        ),
        in_list=linear(
            rf"^([ \t]*(?:[-*+•]|\d{{1,2}}[.)])[ \t]+)({names})[ \t]*[:：](?!\s*(?:{asks}){edge})",
            re.I | re.M,
        ),
        at_sign=linear(rf"(\A\s*+|[{ends}]\s*+)@({names})(?!\w)[ \t]*[,、]?[ \t]*", re.I),
        at_end=linear(rf"(?<!\s)\s++@({names})(?=[{ends}\s]*\Z)", re.I),
        at_all=linear(rf"@(?:{_any(words['at_all'])})(?!\w)", re.I),
        apart=linear(
            rf"(^\s*+|[{ends}]\s*+|\b(?:{_any(words['openers'])})\s+)({names})(?=\s*(?:[{ends}]|$))",
            re.I | re.M,
        ),
        ended=linear(rf"({ended}){space}({said_apart})(?=[{ends}\s]*$)", re.I | re.M),
        anywhere=linear(rf"(?<!\w)(?:{said_apart})(?!\w)", re.I),
        unmarked=linear(
            rf"^(\s*+(?:(?:{_any(words['openers'])}|well|wait|but)\b[,\s]*+)*(?:(?:{names}),\s*+)?"
            rf"(?:{unmarked})\b(?:[^\n?!.…]*\w)?)\s*$",
            re.I | re.M,
        ),
        spelt=spelt,
    )


def _any(of: Iterable[str]) -> str:
    """Return an expression for any of several texts, the longest first; for none, for nothing."""
    return (
        "|".join(re.escape(one) for one in sorted(of, key=lambda one: (-len(one), one))) or "(?!)"
    )


def plain(text: str) -> str:
    """Return words without the marks of a chat: code is left out, what is quoted stays quoted."""
    text = _QUOTED_LINE.sub("", _FENCED.sub("\n", text))
    text = _HEAD_OF_LINE.sub("", _STRESS.sub("", _LINK.sub(r"\1", text)))
    return _CODE.sub(r'"\1"', text).strip()


def as_dialogue(text: str, speaker: str, cast: tuple[Person, ...], language: str) -> str:
    """Return a message as its speaker would say it at a table.

    Args:
        text: the message.
        speaker: the name of whoever wrote it; as a heading of their own message it is left out.
        cast: all who may be named; their names are their ids.
        language: of the message.
    """
    found, words = spelling(cast, language), _words(language)
    said = plain(_respelt(found.in_list, bounded(text), found.spelt, "", words["has"]))
    said = _mended(said, found)
    spelt = found.spelt
    head = found.head.match(said)
    if head and spelt.get(head.group(1).casefold()) == speaker:
        said, head = said[head.end() :], None
    if head:
        name = spelt.get(head.group(1).casefold(), head.group(1))
        said = f"{name}{words['comma']}{said[head.end() :]}"
    said = found.at_all.sub(words["everyone"], said)
    said = found.at_several.sub(
        lambda match: f"{match.group(1)}{_joined(match.group(2), found, words)}", said
    )
    for pattern, before, after in (
        (found.asked, "", words["comma"]),
        (found.at_sign, "", words["comma"]),
        (found.at_end, words["comma"], ""),
        (found.apart, "", ""),
        (found.ended, words["comma"], ""),
    ):
        said = _respelt(pattern, said, spelt, before, after)
    return found.unmarked.sub(r"\1?", said)


def names_in(text: str, speaker: str, cast: tuple[Person, ...], language: str) -> tuple[str, ...]:
    """Return who is named in a message, spoken to or not; names may stand in lower case."""
    said, found = plain(bounded(text)), spelling(cast, language)
    spelt = found.anywhere.sub(lambda match: found.spelt[match.group().casefold()], said)
    return named_in(spelt, cast, language, speaker=speaker)


def asks_for_the_asker(text: str, language: str) -> bool:
    """Return whether what is asked in a message is asked for whoever wrote it."""
    return re.search(_words(language)["for_me"], text, re.I) is not None


def under_name(text: str, cast: tuple[Person, ...], language: str) -> tuple[str, str] | None:
    """Return the name before a colon at the head of a message, and what follows it, or None."""
    said, found = plain(bounded(text)), spelling(cast, language)
    head = found.head.match(said)
    name = found.spelt.get(head.group(1).casefold()) if head else None
    return (name, said[head.end() :]) if head and name else None


def answers_who(text: str, asked: str, language: str) -> bool:
    """Return whether a message that stands after a question tells whom it asks for."""
    words = _words(language)
    asks = re.search(words["asks_who"], asked, re.I)
    return asks is not None and re.search(words["to_you"], text, re.I) is None


_FIRST = re.compile(r"\A(\s*@?)(\w{4,20})\b")


def _mended(said: str, found: Spelling) -> str:
    """Return a message whose first word is spelt right where it is nearly one name and no other."""
    head = _FIRST.match(said)
    word = head.group(2).casefold() if head else ""
    if head is None or word in found.spelt:
        return said
    near = {right for one, right in found.spelt.items() if len(one) > 3 and nearly(word, one)}
    if len(near) != 1:
        return said
    mended = f"{head.group(1)}{near.pop()}{said[head.end() :]}"
    return mended if found.asked.match(mended) or said[head.end() :][:1] in (",", ":") else said


def nearly(word: str, name: str) -> bool:
    """Return whether a word is a name but for one letter, two that changed places, or long ones."""
    if re.sub(r"(.)\1{2,}", r"\1", word) == name:
        return True
    if abs(len(word) - len(name)) > 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(word, name, strict=False)) if a != b), None)
    if at is None:
        return True
    rests = {
        (word[at + 1 :], name[at + 1 :]),
        (word[at + 1 :], name[at:]),
        (word[at:], name[at + 1 :]),
    }
    swapped = word[at : at + 2] == name[at : at + 2][::-1] and word[at + 2 :] == name[at + 2 :]
    return swapped or any(a == b for a, b in rests)


def _joined(several: str, found: Spelling, words: Mapping[str, Any]) -> str:
    """Return names with an @ each, one after the other, as a list of names that are called."""
    names = (one.strip(" \t\n,、&＆と:：").casefold() for one in several.split("@")[1:])
    bare = (re.sub(r"(?<!\s)\s++and$", "", one) for one in names)
    spelt = (found.spelt.get(one, one) for one in bare)
    joined: str = words["and"].join(spelt) + words["comma"]
    return joined


def _respelt(
    pattern: re.Pattern[str], said: str, spelt: Mapping[str, str], before: str, after: str
) -> str:
    """Return words with each name that a pattern ends on spelt as it should be."""

    def anew(match: re.Match[str]) -> str:
        *kept, name = match.groups()
        right = spelt.get(name.casefold(), name)
        return f"{''.join(kept)}{before}{right}{after}"

    return pattern.sub(anew, said)

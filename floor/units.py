"""Turn-constructional units: where what somebody says could be over.

Sacks, Schegloff & Jefferson 1974, section 4: turns are built of units whose end can be projected,
and the first possible end of each is a transition-relevance place. A written utterance shows such
places by its marks; speech on paper, without marks, by its words alone. Marks decide here where
they are. Elsewhere a small model does, which was learned from recorded talk: a logistic regression
on the words (Japanese: the characters and sentence-final forms) before and after a place and on the
length of the unit so far. `python -m benchmarks units` makes its weights and scores it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "texts"
_ENDS = "\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH QUESTION MARK}\N{FULLWIDTH EXCLAMATION MARK}.?!…"
_CLOSERS = "\"'”’)」』\N{FULLWIDTH RIGHT PARENTHESIS}"
_SHORTENED = re.compile(r"(?:[a-z]\.)+|(?:mr|mrs|ms|dr|st|vs|etc|prof)\.", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_MARKED = 0.9
"""How surely a unit is complete at a mark that ends sentences."""
_TRAILING = 0.6
"""The same at "…": whoever trails off may go on."""


class Unit(NamedTuple):
    """A turn-constructional unit.

    Attributes:
        text: the words, as the utterance has them: `utterance[start:end]`.
        start, end: places of characters in the utterance. Between units is white space alone.
        completion: 0 to 1, how surely the unit is complete where it ends; 1 at the utterance's end.
    """

    text: str
    start: int
    end: int
    completion: float


class Token(NamedTuple):
    """A word, or of Japanese a character: as the model sees it, its marks, where it ends."""

    form: str
    marks: str
    end: int


@dataclass(frozen=True, slots=True)
class Learned:
    """The model of one language, as its file has it.

    Attributes:
        bare, marked: the chance from which a place ends a unit: in an utterance without marks
            that end sentences, and elsewhere in one that has some.
        weights: by feature, added up as log-odds.
        finals: forms that sentences end on, the longest first.
        openers: forms that sentences begin with, the longest first.
    """

    bare: float
    marked: float
    weights: Mapping[str, float]
    finals: Sequence[str] = ()
    openers: Sequence[str] = ()


@cache
def learned(language: str) -> Learned | None:
    """Return the model of a language, or None where there is none."""
    file = _FOLDER / f"units_{language}.toml"
    if not language.isalnum() or not file.is_file():
        return None
    return Learned(**tomllib.loads(file.read_text("utf-8")))


def units_of(text: str, language: str) -> tuple[Unit, ...]:
    """Split an utterance into its units.

    Args:
        text: the utterance, with or without marks.
        language: "en", "ja", or another, whose units end at marks alone.

    Returns:
        The units in order, one at least if there is anything but white space. Their texts with the
        white space between them are the utterance.
    """
    tokens = tokens_of(text, language)
    ends = [(tokens[at].end, sure) for at, sure in _boundaries(tokens, language)]
    last = len(text.rstrip())
    found, begun = [], len(text) - len(text.lstrip())
    for end, sure in [*ends, (last, 1.0)]:
        if begun < end <= last and (end < last or sure == 1.0):
            found.append(Unit(text[begun:end], begun, end, sure))
            begun = end + len(text[end:]) - len(text[end:].lstrip())
    return tuple(found)


def tokens_of(text: str, language: str) -> list[Token]:
    """Return the words of an utterance, or of Japanese its characters, with their marks."""
    return _characters(text) if language == "ja" else _words(text)


def is_marked(tokens: Sequence[Token]) -> bool:
    """Tell whether an utterance has marks that end sentences."""
    return any(set(token.marks) & set(_ENDS) for token in tokens)


def known_at(
    tokens: Sequence[Token], at: int, begun: int, marked: bool, model: Learned | None = None
) -> list[str]:
    """Return what the model looks at in the place after a token.

    Args:
        tokens: of the utterance.
        at: place of the token, from 0.
        begun: place of the token that the unit begins with.
        marked: whether the utterance has marks that end sentences.
        model: of Japanese, for the forms that sentences end on and begin with.
    """

    def form(step: int) -> str:
        there = at + step
        return tokens[there].form if 0 <= there < len(tokens) else "<>"

    said = at - begun + 1
    before2, before, now = form(-2), form(-1), form(0)
    after, after2, after3 = form(1), form(2), form(3)
    known = [
        "bias",
        f"s={min(said, 8)}",
        f"sa{min(said, 4)}={now}",
        f"sn{min(said, 4)}={after}",
        f"f={tokens[begun].form}_{after}",
        f"a={now}",
        f"n={after}",
        f"b={before}",
        f"o={after2}",
        f"ba={before}_{now}",
        f"no={after}_{after2}",
        f"an={now}_{after}",
        f"cba={before2}_{before}_{now}",
        f"nop={after}_{after2}_{after3}",
        f"ano={now}_{after}_{after2}",
        f"ban={before}_{now}_{after}",
    ]
    if marked:
        mark = tokens[at].marks[:1]
        known += [f"m={mark}", f"mn={mark}_{after}", f"ma={mark}_{now}"]
    if model and model.finals:
        known += _forms(tokens, at, said, model)
    return known


def chance(known: Sequence[str], model: Learned) -> float:
    """Return how likely a unit ends in a place, 0 to 1."""
    return 1 / (1 + exp(-sum(model.weights.get(one, 0.0) for one in known)))


def _boundaries(tokens: Sequence[Token], language: str) -> list[tuple[int, float]]:
    """Return the tokens that end a unit, but the last, and how surely; from left to right.

    Whoever writes marks in Japanese writes them at the ends of clauses. So where there are any, no
    unit ends elsewhere: 運んでください is none in 「先生が運んでくださいました。」.
    """
    model, marked = learned(language), is_marked(tokens)
    at_marks = marked and language == "ja"
    found: list[tuple[int, float]] = []
    begun = 0
    for at, token in enumerate(tokens[:-1]):
        sure = _by_mark(token)
        if sure is None and model and (token.marks or not at_marks):
            likely = chance(known_at(tokens, at, begun, marked, model), model)
            sure = likely if likely > (model.marked if marked else model.bare) else None
        if language == "ja" and (_is_quoted(token, tokens[at + 1]) or _goes_on(tokens, at)):
            sure = None
        if sure is not None:
            found.append((at, round(sure, 3)))
            begun = at + 1
    return found


def _by_mark(token: Token) -> float | None:
    """Return how surely a unit is complete at a token's marks, or None without such marks."""
    ends = [mark for mark in token.marks if mark in _ENDS]
    if not ends:
        return None
    return _TRAILING if set(ends) <= {"…"} or "..." in token.marks else _MARKED


def _is_quoted(token: Token, after: Token) -> bool:
    """Tell whether what ended is a quotation that the Japanese sentence goes on from."""
    return token.marks[-1:] in {"」", "』"} and after.form in {"と", "っ"}


def _goes_on(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether a Japanese verb goes on after a token: ください is not over before ました."""
    after = "".join(token.form for token in tokens[at + 1 : at + 3])
    return not tokens[at].marks and after in {"まし", "ます", "ませ"}


def _words(text: str) -> list[Token]:
    found = []
    for match in _WORD.finditer(text):
        word = match.group()
        form = word.strip(".,?!;:…—–-\"'“”‘’()").lower()
        short = _SHORTENED.fullmatch(word.rstrip(",;:"))
        marks = word[len(word.rstrip(",;:" if short else _MARKS)) :]
        if form:
            found.append(Token(form, marks, match.end()))
        elif found:
            found[-1] = Token(found[-1].form, found[-1].marks + word, match.end())
    return found


_MARKS = _ENDS + _CLOSERS + ",;:—–-"
_JAPANESE_MARKS = frozenset(
    _ENDS + _CLOSERS + "「『、,―─—"
    "\N{FULLWIDTH COMMA}\N{FULLWIDTH LEFT PARENTHESIS}\N{IDEOGRAPHIC SPACE}"
)


def _characters(text: str) -> list[Token]:
    found: list[Token] = []
    for place, character in enumerate(text):
        if character not in _JAPANESE_MARKS and not character.isspace():
            found.append(Token(character.lower(), "", place + 1))
        elif found and character in _OPENING:
            continue
        elif found:
            shown = found[-1].marks + character.strip()
            end = found[-1].end if character.isspace() else place + 1
            found[-1] = Token(found[-1].form, shown, end)
    return found


_OPENING = "「『\N{FULLWIDTH LEFT PARENTHESIS}"


def _forms(tokens: Sequence[Token], at: int, said: int, model: Learned) -> list[str]:
    """Return what stands around a place in Japanese: final form, opener, kinds of characters."""
    left = "".join(token.form for token in tokens[max(0, at - 4) : at + 1])
    right = "".join(token.form for token in tokens[at + 1 : at + 6])
    final = next((one for one in model.finals if left.endswith(one)), "-")
    opener = next((one for one in model.openers if right.startswith(one)), "-")
    kind = _kind(right[:1])
    return [
        f"F={final}",
        f"S={opener}",
        f"K={_kind(tokens[at].form)}{kind}",
        f"FS={final}_{opener}",
        f"FK={final}_{kind}",
        f"Fs={final}_{min(said // 3, 3)}",
        f"SK={opener}_{kind}",
        f"both={final != '-' and opener != '-'}",
        f"rest={min((len(tokens) - at - 1) // 3, 3)}",
    ]


def _kind(character: str) -> str:
    """Return which script a character is of: kanji, katakana, hiragana, other, or none."""
    if not character:
        return "-"
    if "一" <= character <= "\N{CJK UNIFIED IDEOGRAPH-9FFF}" or character == "々":
        return "k"
    if "ぁ" <= character <= "ゟ":
        return "h"
    return "t" if "゠" <= character <= "ヿ" else "o"

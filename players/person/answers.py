"""What a person answered: taken, or refused with the reason in words and nothing lost.

    think    {"bid": 0-9, "say"?: "…", "show"?: [clue ids], "note"?: "…"} or {"pass": true}
    speak    {"say": "…", "show"?: [clue ids]} or {"pass": true}
    choose   {"choose": option id, "reason"?: "…"} or {"pass": true}
    reflect  {"note": "…"} or {"pass": true}
    come_in  {"come_in": true}, {"come_in": false} or {"pass": true}

Words given with a bid are said if the bid gets the floor; without a number they bid `WORDS_BID`. A
plain string is the words to `think` and `speak`, the option's id or text to `choose`, the note to
`reflect`. Any answer may name the `id` of the ask it is for, and is refused if that is another.
`{"pass": true, "late": true}` is how whoever drives the game passes for a person whose time is up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmagents.players.person.ask import Ask, What
from mmagents.players.phrases import read_texts

LONGEST_ANSWER = 2_000
"""Characters of one answer: several minutes of speech."""
WORDS_BID = 7
"""What words offered without a number bid: something that fits what is being said."""
_ALWAYS = frozenset({"pass", "late", "id"})
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
_BLANKS = frozenset("\t\n\r")
_LABEL = re.compile(
    r"""^[\s*_\[(（【「<"“']{0,6}          # bold, brackets, quotation marks
        (?P<name>[^:：\]】」>\n]{1,60}?)
        [\s*_\])）】」>"”']{0,6}(?::(?!\d)|：)[\s*_]*""",
    re.VERBOSE,
)
"""A name before words, as in a play: "Tobin: I did it."."""


class RefusedError(ValueError):
    """An answer that cannot be taken; the message tells the person why and what to do."""


@dataclass(frozen=True, slots=True)
class PersonAnswer:
    """What a person answered, checked.

    Attributes:
        passed: nothing is done; with `late`, because time was up.
        bid: how much it wants the floor, 0-9.
        say: words, in one line.
        show: ids of clues that the seat has.
        note: a thought to itself.
        choose: id of an option.
        reason: why.
        come_in: somebody else's turn is to end here.
    """

    passed: bool = False
    late: bool = False
    bid: int = 0
    say: str = ""
    show: tuple[str, ...] = ()
    note: str = ""
    choose: str = ""
    reason: str = ""
    come_in: bool = False


def read_answer(ask: Ask, given: Any) -> PersonAnswer:
    """Return an answer as it is meant.

    Raises:
        RefusedError: if it cannot be taken.
    """
    if isinstance(given, str):
        given = {_plain_key(ask): given}
    if not isinstance(given, Mapping):
        raise _refused(ask, "neither", keys=_keys(ask))
    if given.get("id", ask["id"]) != ask["id"]:
        raise _refused(ask, "over", old=_short(given["id"]), now=repr(ask["id"]))
    unknown = [str(key)[:40] for key in given if key not in {*ask["commands"], *_ALWAYS}]
    if unknown:
        raise _refused(ask, "unknown", key=repr(unknown[0]), keys=_keys(ask))
    if given.get("pass") is True:
        if set(given) - _ALWAYS:
            raise _refused(ask, "both")
        return PersonAnswer(passed=True, late=given.get("late") is True)
    return _READ[ask["what"]][1](ask, given)


def _plain_key(ask: Ask) -> str:
    return _READ[ask["what"]][0]


def _keys(ask: Ask) -> str:
    return ", ".join(ask["commands"])


def _bid(ask: Ask, given: Mapping[str, Any]) -> PersonAnswer:
    note = _words(ask, given, "note") if "note" in given else ""
    show = _shown(ask, given)
    say = _spoken(ask, given, show) if "say" in given or show else ""
    if "bid" not in given:
        if not say and not show:
            raise _refused(ask, "how-much")
        return PersonAnswer(bid=WORDS_BID, say=say, show=show, note=note)
    bid = given["bid"]
    if isinstance(bid, bool) or not isinstance(bid, int) or not 0 <= bid <= 9:
        raise _refused(ask, "bid", given=_short(bid))
    return PersonAnswer(bid=bid, say=say, show=show, note=note)


def _speech(ask: Ask, given: Mapping[str, Any]) -> PersonAnswer:
    show = _shown(ask, given)
    return PersonAnswer(say=_spoken(ask, given, show), show=show)


def _spoken(ask: Ask, given: Mapping[str, Any], show: tuple[str, ...]) -> str:
    """Return words to be said; there may be none where something is shown."""
    if show and not given.get("say"):
        return ""
    cast, seat = ask["view"]["public"]["cast"], ask["seat"]
    say = without_own_label(_words(ask, given, "say"), seat, cast)
    other = label_of_another(say, seat, cast)
    if other:
        raise _refused(ask, "head", name=other)
    if not say:
        raise _refused(ask, "name-alone", ways=_ways(ask))
    return say


def _shown(ask: Ask, given: Mapping[str, Any]) -> tuple[str, ...]:
    wanted = given.get("show", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if not isinstance(wanted, list | tuple) or not all(isinstance(one, str) for one in wanted):
        raise _refused(ask, "clue-list")
    mine = [card["id"] for card in ask["view"]["cards"]]
    for one in wanted:
        if one not in mine:
            which = "clue" if mine else "no-clues"
            raise _refused(ask, which, given=_short(one), have=", ".join(mine))
    return tuple(dict.fromkeys(wanted))


def option_of(options: Sequence[Mapping[str, str]], wanted: str) -> str | None:
    """Return the id of the option that is meant: by id, by name, or by a part of one name alone."""
    folded = wanted.strip().casefold()
    for option in options:
        if folded in {option["id"].casefold(), option["text"].casefold()}:
            return option["id"]
    partly = [one["id"] for one in options if folded and folded in one["text"].casefold()]
    return partly[0] if len(partly) == 1 else None


def _choice(ask: Ask, given: Mapping[str, Any]) -> PersonAnswer:
    wanted = given.get("choose")
    found = option_of(ask["options"], wanted) if isinstance(wanted, str) else None
    if found is None:
        there = ", ".join(f"“{one['id']}” ({one['text']})" for one in ask["options"])
        raise _refused(ask, "choice", given=_short(wanted), there=there)
    return PersonAnswer(
        choose=found, reason=_words(ask, given, "reason") if given.get("reason") else ""
    )


def _note(ask: Ask, given: Mapping[str, Any]) -> PersonAnswer:
    return PersonAnswer(note=_words(ask, given, "note"))


def _coming_in(ask: Ask, given: Mapping[str, Any]) -> PersonAnswer:
    if not isinstance(given.get("come_in"), bool):
        raise _refused(ask, "come-in", given=_short(given.get("come_in")))
    return PersonAnswer(come_in=given["come_in"])


_READ: Mapping[What, tuple[str, Callable[[Ask, Mapping[str, Any]], PersonAnswer]]] = {
    "think": ("say", _bid),
    "speak": ("say", _speech),
    "choose": ("choose", _choice),
    "reflect": ("note", _note),
    "come_in": ("come_in", _coming_in),
}
"""By what is asked: the key that a plain string is for, and what reads an answer."""


def _words(ask: Ask, given: Mapping[str, Any], key: str) -> str:
    """Return words as one line of printable characters."""
    text = given.get(key)
    if not isinstance(text, str):
        raise _refused(ask, "text", key=key, given=_short(text), ways=_ways(ask))
    if len(text) > LONGEST_ANSWER:
        raise _refused(ask, "long", count=len(text), most=LONGEST_ANSWER)
    for at, char in enumerate(text, 1):
        kind = unicodedata.category(char)
        if (kind in {"Cc", "Cs"} and char not in _BLANKS) or char in _BIDI:
            raise _refused(ask, "control", at=at, char=f"U+{ord(char):04X}")
    line = " ".join(text.split())
    if not any(char.isprintable() and not char.isspace() for char in line):
        raise _refused(ask, "empty", ways=_ways(ask))
    return line


def _ways(ask: Ask) -> str:
    return refusal(ask["view"]["language"], "ways", first=ask["commands"][0])


def _refused(ask: Ask, what: str, **given: object) -> RefusedError:
    return RefusedError(refusal(ask["view"]["language"], what, **given))


def refusal(language: str, what: str, **given: object) -> str:
    """Return what a person is told of an answer that cannot be taken."""
    refusals = read_texts(Path(__file__).parent / "phrases", language, "refusals")
    return str(refusals[what].format(**given))


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) <= 40 else f"{said[:40]}…"


def _folded(name: str) -> str:
    """Return a name as it is compared: one width, one case, no accents, no blanks or dots."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in apart if c.isalnum())


def _labelled(text: str, cast: Sequence[Mapping[str, Any]]) -> tuple[str, str, int]:
    """Return whose label it is, as it is written, and where the words begin."""
    match = _LABEL.match(text)
    if match is None:
        return "", "", 0
    wanted = _folded(re.sub(r"[(（][^)）]*[)）]?\s*$", "", match["name"]))
    for one in cast:
        names = {one["id"], one["name"], one["call"], *one["aliases"]}
        names |= {part for part in str(one["name"]).split() if len(part) > 2}
        if wanted and wanted in set(map(_folded, names)):
            return str(one["id"]), match["name"].strip(), match.end()
    return "", "", 0


def without_own_label(text: str, seat: str, cast: Sequence[Mapping[str, Any]]) -> str:
    """Return the words without the speaker's own label."""
    owner, _, words_from = _labelled(text, cast)
    return text[words_from:].strip() if owner == seat else text


def label_of_another(text: str, seat: str, cast: Sequence[Mapping[str, Any]]) -> str:
    """Return the label if it is somebody else's, else nothing."""
    owner, name, _ = _labelled(text, cast)
    return name if owner and owner != seat else ""

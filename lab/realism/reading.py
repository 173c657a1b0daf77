"""What the yardstick reads from words: whether they ask, whom they name, whether they acknowledge.

The rules are crude on purpose: they know no corpus and no story, so that people and agents are
read alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mmagents.floor.clock import words_in
from mmagents.groupchat.written import names_in
from mmagents.interfaces.story import Person
from mmagents.lab.measures.words import words
from mmagents.lab.recordings.recording import Recording
from mmagents.lab.texts import by_language

_MARKS = re.compile(r"[。．、，,.!！?？…\s]+")
MOST = 3
"""Words of a message that only acknowledges, at most."""


@cache
def _words(language: str) -> Mapping[str, Any]:
    found = by_language(Path(__file__).parent, "reading")
    return found[language if language in found else "en"]


def asks(text: str, language: str) -> bool:
    """Tell whether words hold a question.

    That is a question mark anywhere; in English, and any language but Japanese, a sentence that
    opens with a question word, or with an auxiliary and its subject; in Japanese a sentence that
    ends in か and does not merely take in what was said.
    """
    if "?" in text or "？" in text:
        return True
    if language == "ja":
        return _asks_in_japanese(text)
    return _opening().search(text) is not None


@cache
def _opening() -> re.Pattern[str]:
    lists = _words("en")
    opener, asked, verb, subject = (
        "|".join(lists[one]) for one in ("openers", "question_words", "auxiliaries", "subjects")
    )
    begins = rf"(?:^|[.!…]\s+)(?:(?:{opener})\s+)?"
    return re.compile(rf"{begins}(?:(?:{asked})\b|(?:{verb})\s+(?:{subject})\b)", re.I)


def _asks_in_japanese(text: str) -> bool:
    lists = _words("ja")
    ends, receipts = tuple(lists["ends"]), set(lists["receipts"])
    said = (re.sub(r"[…\s]", "", one) for one in re.split(r"[。．！!\n]", text))
    last = (re.split(r"[、，]", one)[-1] for one in said)
    return any(one.endswith(ends) and one not in receipts for one in last)


def count_words(text: str, language: str) -> float:
    """Return how many words a text has; of Japanese, its letters and digits by `CHARACTERS`."""
    if language == "ja":
        return words_in(text, language)
    return len(words(text, language))


def acknowledges(text: str, language: str) -> bool:
    """Tell whether words only acknowledge: up to three words such as "yes", "right" or "mhm"."""
    known = set(_words(language)["acknowledgements"])
    parts = _MARKS.split(text.strip()) if language == "ja" else words(text, language)
    said = [one for one in parts if one]
    return 0 < len(said) <= MOST and set(said) <= known


def naming(recording: Recording) -> Callable[[str, str], frozenset[str]]:
    """Return what tells whom of the others words name, from the id of who said them and the words.

    Whole names and each capitalised word of them count, in any case of the letters; whether those
    named are spoken to is another matter.
    """
    ids = {name: id for id, name in reversed(list(recording.names.items()))}
    cast = tuple(Person(name, name, name) for name in ids)
    spelt = [part.casefold() for name in ids for part in (name, *name.split()) if len(part) > 1]

    def named(speaker: str, text: str) -> frozenset[str]:
        said = text.casefold()
        if not any(one in said for one in spelt) and recording.language != "ja":
            return frozenset()
        own = recording.names.get(speaker, speaker)
        found = names_in(text, own, cast, recording.language)
        return frozenset(ids[one] for one in found) - {speaker}

    return named

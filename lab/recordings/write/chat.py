"""CHAT (.cha), the format of CHILDES and TalkBank (MacWhinney 2000, *The CHILDES Project*).

Own code: pylangacq makes CHAT of nothing but CHAT. Tests read our files with it. A main line holds
the words as they were said, without signs that are codes in CHAT, like brackets.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from mmagents.lab.recordings.recording import Kind, Recording
from mmagents.lab.recordings.text import addressees_in, labels_of

POSTCODES: Mapping[Kind, str] = {"backchannel": "[+ bch]", "repair": "[+ rep]"}
"""The postcodes of what is no turn."""
LANGUAGES = {"eng": "en", "jpn": "ja", "deu": "de", "fra": "fr", "spa": "es", "ita": "it",
             "nld": "nl", "por": "pt", "zho": "zh", "kor": "ko"}  # fmt: skip
"""Codes of languages of three letters, as CHAT has them, by those of two."""
_THREE = {code: language for language, code in LANGUAGES.items()}
_UNKNOWN = "und"
"""ISO 639-3 for a language that is not told."""
_NO_SPEECH = "0"
"""Stands on a main line that holds no words."""
_CODES = frozenset("[]<>(){}&@+*^=~_|\\/#$%‡„⌈⌉⌊⌋↑↓↗↘→∙≈≋∬∅")
"""Signs that CHAT gives a meaning of its own."""
_JOINERS = frozenset("\u200c\u200d")


def as_chat(recording: Recording) -> str:
    """Return a recording as a CHAT file; times in milliseconds, in bullets at the lines' ends."""
    names = labels_of(recording)
    codes = _codes(names)
    language = _language(recording.language)
    words = {id: re.sub(r"\W", "_", name) for id, name in names.items()}
    who = ", ".join(f"{code} {words[id]} Participant" for id, code in codes.items())
    lines = [
        "@UTF8",
        "@Begin",
        f"@Languages:\t{language}",
        f"@Participants:\t{who}",
        "@Options:\tCA",
        *(f"@ID:\t{language}|mmagents|{code}|||||Participant|||" for code in codes.values()),
        *_talk(recording, codes),
        "@End",
    ]
    return "\n".join(lines) + "\n"


def _codes(labels: Mapping[str, str]) -> dict[str, str]:
    """Return by id a code of three capital letters or digits, of the name where it has some."""
    found: dict[str, str] = {}
    for id, label in labels.items():
        letters = re.sub(r"[^A-Z0-9]", "", label.upper().encode("ascii", "ignore").decode())
        code, number = letters[:3], 1
        while len(code) < 3 or code in found.values():
            code = f"{letters[:1] or 'P'}{number:02}"
            number += 1
        found[id] = code
    return found


def _language(code: str) -> str:
    short = re.split(r"[-_]", code.lower())[0]
    return _THREE.get(short) or (short if re.fullmatch(r"[a-z]{3}", short) else _UNKNOWN)


def _talk(recording: Recording, codes: Mapping[str, str]) -> Iterator[str]:
    last = None
    for one in recording.utterances:
        if last not in (None, one.stretch):
            yield "@New Episode"
        last = one.stretch
        line = f"*{codes[one.speaker]}:\t{_words(one.text)} {POSTCODES.get(one.kind, '')}".rstrip()
        start, end = (None if at is None else round(at * 1000) for at in (one.start, one.end))
        if start is not None and end is not None and 0 <= start < end:
            line += f" \x15{start}_{end}\x15"
        yield line
        if one.addressees is not None:
            yield f"%add:\t{addressees_in(one, codes)}"


def _words(text: str) -> str:
    plain = "".join(one if _is_word(one) else " " for one in text)
    return " ".join(plain.split()) if re.search(r"\w", plain) else _NO_SPEECH


def _is_word(one: str) -> bool:
    if one in _CODES:
        return False
    return one in _JOINERS or unicodedata.category(one)[0] in "LMNPS"

"""CHAT (.cha), the format of CHILDES and TalkBank (MacWhinney 2000, *The CHILDES Project*).

Own code: pylangacq makes CHAT of nothing but CHAT. Tests read our files with it. A main line holds
the words as they were said. Signs that are codes in CHAT, like brackets, are left out
there, and the note below the line (%xact) has the words as they were.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mmagents.recordings.chat_lines import (
    LANGUAGES,
    NOTE,
    POSTCODES,
    main_line,
    says_it_all,
)
from mmagents.recordings.exact import (
    MARK,
    addressees_held,
    addressees_in,
    header_of,
    labels_of,
    note_of,
)
from mmagents.recordings.recording import Recording, Utterance

_CODES = {code: language for language, code in LANGUAGES.items()}
_UNKNOWN = "und"
"""ISO 639-3 for a language that is not told."""


def as_chat(recording: Recording) -> str:
    """Return a recording as a CHAT file; times in milliseconds, in bullets at the lines' ends."""
    codes = codes_of(recording)
    header = header_of(recording, {code: id for id, code in codes.items()})
    language = _language(recording.language)
    names = labels_of(recording)
    parts = ", ".join(f"{code} {_name(names[id])} Participant" for id, code in codes.items())
    lines = [
        "@UTF8",
        "@Begin",
        f"@Languages:\t{language}",
        f"@Participants:\t{parts}",
        "@Options:\tCA",
        *(f"@ID:\t{language}|{MARK}|{code}|||||Participant|||" for code in codes.values()),
        f"@Comment:\t{MARK} {header.written()}",
        *_talk(recording, codes),
        "@End",
    ]
    return "\n".join(lines) + "\n"


def codes_of(recording: Recording) -> dict[str, str]:
    """Return by id a code of three capital letters or digits, of the name where it has some."""
    found: dict[str, str] = {}
    for id, label in labels_of(recording).items():
        letters = re.sub(r"[^A-Z0-9]", "", label.upper().encode("ascii", "ignore").decode())
        code, number = letters[:3], 1
        while len(code) < 3 or code in found.values():
            code = f"{letters[:1] or 'P'}{number:02}"
            number += 1
        found[id] = code
    return found


def _name(label: str) -> str:
    return re.sub(r"\W", "_", label)


def _language(code: str) -> str:
    short = re.split(r"[-_]", code.lower())[0]
    if short in _CODES:
        return _CODES[short]
    return short if re.fullmatch(r"[a-z]{3}", short) else _UNKNOWN


def _talk(recording: Recording, codes: dict[str, str]) -> Iterator[str]:
    stretch, last = 0, 0
    for at, one in enumerate(recording.utterances):
        if at and one.stretch != last:
            yield "@New Episode"
            stretch += 1
        last = one.stretch
        yield from _unit(one, stretch, codes)


def _unit(one: Utterance, stretch: int, codes: dict[str, str]) -> Iterator[str]:
    held = Utterance(
        one.speaker,
        one.text if says_it_all(one.text) else f"not {one.text}",
        addressees=addressees_held(one),
        kind=one.kind,
        stretch=stretch,
    )
    line = f"*{codes[one.speaker]}:\t{main_line(one.text)}"
    if one.kind in POSTCODES:
        line += f" {POSTCODES[one.kind]}"
    start, end = (None if at is None else round(at * 1000) for at in (one.start, one.end))
    if start is not None and end is not None and 0 <= start < end:
        held = held._replace(start=start / 1000, end=end / 1000)
        line += f" \x15{start}_{end}\x15"
    yield line
    if one.addressees is not None:
        yield f"%add:\t{addressees_in(one, codes)}"
    note = note_of(one, held)
    if note:
        yield f"%{NOTE}:\t{note}"

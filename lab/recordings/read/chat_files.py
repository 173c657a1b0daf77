"""CHAT files of CHILDES and TalkBank (.cha): the main lines, with what depends on them.

MacWhinney 2000, *The CHILDES Project*, and the manual of CHAT. Codes are taken from the words;
pauses and what is no speech (&=laughs) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mmagents.lab.recordings.read.gathering import Gathering, addressees_of
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.recording import Medium, Utterance
from mmagents.lab.recordings.write.chat import LANGUAGES, POSTCODES

_BULLET = re.compile(r"\x15(\d+)_(\d+)\x15")
_MAIN = re.compile(r"\*([^:\s]{1,20}):\s*(.*)", re.DOTALL)
_TIER = re.compile(r"%(\w{1,20}):\s*(.*)", re.DOTALL)
_HEADER = re.compile(r"@([^:\t]{1,40}):?\s*(.*)", re.DOTALL)
_ENDS = ((r"\+\"?/\.\?|\+!\?|\+/{1,2}\?|\+\.\.\?", "?"), (r"\+\.\.\.|\+…", "…"),
         (r"\+\"?/{0,2}\.", "."))  # fmt: skip
_NO_WORDS = (
    r"\[[^\]]{0,999}\]|&=\S+|\((?:\.{1,3}|\d{0,9}[.:]?\d{1,9}\.?)\)|[⌈⌉⌊⌋↑↓↗↘→∙≈≋∬<>‡„]"
    r"|(?<!\S)(?:0|\+[,+^\"<])(?!\S)"
)
_IN_WORDS = r"&[-+~]?(?=\w)|@\w+(?::\w+)?|(?<=\w)\((\w+)\)|(?<!\S)\((\w+)\)(?=\w)"


class _Line(NamedTuple):
    at: int
    text: str


def read_chat(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read a CHAT file.

    Raises:
        RecordingError: if a line is neither a header, nor somebody's, nor depends on one.
    """
    found, stretch = Gathering(source.name, medium or "speech"), 0
    for at, text in _folded(source):
        main, tier = _MAIN.fullmatch(text), _TIER.fullmatch(text)
        if main:
            found.add(_utterance(at, main.group(1), main.group(2), stretch), source)
        elif tier and found.said:
            _depends(tier.group(1), tier.group(2), found)
        elif text.startswith("@"):
            stretch += bool(found.said) and text.startswith("@New Episode")
            _headed(text, found)
        else:
            raise source.wrong(at, "it begins with none of @, *CODE: and %TIER:.")
    found.said[:] = [one for one in found.said if one.text]
    return [found]


def _folded(source: Source) -> Iterator[_Line]:
    """Yield the lines, with those that begin with a tab put to the one before."""
    held: list[str] = []
    since = 0
    for at, line in enumerate(source.lines, 1):
        if line.startswith("\t") and held:
            held.append(line.strip())
        elif line.strip():
            if held:
                yield _Line(since, " ".join(held))
            held, since = [line.rstrip()], at
    if held:
        yield _Line(since, " ".join(held))


def _headed(text: str, found: Gathering) -> None:
    header = _HEADER.fullmatch(text)
    if header is None:
        return
    name, value = header.group(1), header.group(2).strip()
    if name == "Languages":
        code = re.split(r"[,\s]+", value)[0]
        found.language = LANGUAGES.get(code, code or None)
    elif name == "Participants":
        for one in filter(str.strip, value.split(",")):
            code, *words = one.split()
            found.names[code] = (words[0] if len(words) > 1 else code).replace("_", " ")
    elif name in ("Date", "Situation", "Media", "Location"):
        found.about[name.lower()] = value


def _utterance(at: int, speaker: str, line: str, stretch: int) -> Utterance:
    times = [(int(a) / 1000, int(b) / 1000) for a, b in _BULLET.findall(line)]
    one = Utterance(speaker, _words(_BULLET.sub(" ", line)), stretch=stretch, line=at)
    if times:
        one = one._replace(start=times[0][0], end=max(times[-1][1], times[0][0]))
    kinds = (kind for kind, code in POSTCODES.items() if code in line)
    return one._replace(kind=next(kinds, "turn"))


def _words(line: str) -> str:
    """Return the words of a main line without its codes."""
    for pattern, end in _ENDS:
        line = re.sub(rf"(?<!\S)(?:{pattern})(?!\S)", end, line)
    line = re.sub(_IN_WORDS, r"\1\2", re.sub(_NO_WORDS, " ", line))
    line = re.sub(r" ([.,?!…。？！、])", r"\1", " ".join(line.split()))
    return line if line.strip(".,?!… ") else ""


def _depends(tier: str, value: str, found: Gathering) -> None:
    """Take what a dependent tier says of the utterance before it."""
    last = found.said[-1]
    if tier == "add":
        found.said[-1] = last._replace(addressees=addressees_of(value.strip(" .")))

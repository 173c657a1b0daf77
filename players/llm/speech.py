"""From what a model wrote to what its character says: one turn, one mouth, whole sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from mmagents.interfaces.story import Person
from mmagents.models.answers.fields import UnusableError, folded, spellings
from mmagents.models.answers.json_text import find_json, without_fences, without_reasoning
from mmagents.models.answers.names import called

LONGEST_SPEECH = 1_000
"""Characters of one turn that are kept, so that a model that never stops does not fill the talk."""

_KEYS = frozenset(map(folded, spellings("fields")["speech"]))
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’」』）)]*(?=\s|$|(?<=[。！？」』]))")
_LABEL = re.compile(
    r"""(?:^|\n|(?<=[.!?…。！？」』”"])\s*+)                   # where a line of a play may begin
        [ \t]*+[*_\[(（【「]{0,3}                            # bold, brackets
        (?P<name>(?:[^\W\d_]{1,4}\.[ \t]?)?[^\W\d_][\w'’・＝ -]{0,39}?)
        [ \t]*+(?:\([^)\n]{0,30}\)|（[^）\n]{0,30}）)?       # (quietly)
        [*_\])）】」]{0,3}[ \t]*
        (?::(?!\d)|：|(?<=[」】\]]))[*_]{0,2}[ \t]*""",
    re.VERBOSE,
)  # fmt: skip
_QUOTED_LINE = re.compile(r"^([^「」『』\n]{1,20})[「『]([^「」『』\n]+)[」』]$", re.MULTILINE)
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "'": "'"}


def read_speech(
    text: str, speaker: Person, cast: Sequence[Person], *, cut: bool
) -> tuple[str, tuple[str, ...]]:
    """Return the words spoken and what had to be mended.

    Args:
        text: what the model wrote.
        speaker: who speaks.
        cast: everybody, whose names may stand before words that are not the speaker's.
        cut: whether the model was stopped before it had finished.

    Raises:
        UnusableError: if nothing is left: empty, or all of it somebody else's.
    """
    repairs: list[str] = []
    words = _unwrapped(text)
    if not words:
        raise UnusableError("empty")
    if words != text.strip():
        repairs.append("wrapping")
    own, others = _own_words(words, speaker, cast)
    if others:
        repairs.append("spoke for others")
    if not own:
        raise UnusableError("others_words" if others else "empty")
    if own != words and not others:
        repairs.append("own name")
    line = _unquoted(" ".join(own.split()))
    if cut or len(line) > LONGEST_SPEECH:
        line = whole_sentences(line[:LONGEST_SPEECH])
        repairs.append("cut off")
    if not folded(line):
        raise UnusableError("empty")
    return line, tuple(repairs)


def whole_sentences(text: str) -> str:
    """Return `text` up to its last sentence end; with an ellipsis where it has none."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return text[: ends[-1]] if ends else f"{text.rstrip(' ,、，;:')}…"


def _unwrapped(text: str) -> str:
    """Return the words inside reasoning, fences or an object."""
    bare = without_fences(without_reasoning(text)) if "```" in text else without_reasoning(text)
    if not bare.startswith(("{", "[")):
        return bare
    try:
        found, _ = find_json(bare)
    except ValueError:
        return bare
    if isinstance(found, list):
        found = next((one for one in found if isinstance(one, dict)), {})
    spoken = [value for key, value in found.items() if folded(key) in _KEYS]
    return next((one.strip() for one in spoken if isinstance(one, str)), "" if found else bare)


def _own_words(text: str, speaker: Person, cast: Sequence[Person]) -> tuple[str, bool]:
    """Return the words under no label or the speaker's own, and whether others' were dropped.

    What follows another's label is dropped to the end: a model that has begun to write the play
    does not come back to its own part. A label that names nobody of the cast is ordinary speech.
    """
    text = _QUOTED_LINE.sub(lambda match: _labelled(match, cast), text)
    kept, at, others = [], 0, False
    for match in _LABEL.finditer(text):
        owner = called(match["name"], cast)
        if owner is None:
            continue
        if match.start() >= at:
            kept.append(text[at : match.start()])
        at = match.end()
        if owner != speaker.id:
            others = True
            break
    if not others:
        kept.append(text[at:])
    return "\n".join(part.strip() for part in kept if part.strip()), others


def _labelled(match: re.Match[str], cast: Sequence[Person]) -> str:
    """Return a line that is a name and words in corner brackets as a line with a label."""
    return f"{match[1]}：{match[2]}" if called(match[1], cast) else match[0]


def _unquoted(line: str) -> str:
    """Return a line without the quotation marks that enclose the whole of it."""
    ends = _QUOTES.get(line[:1])
    inner = line[1:-1]
    if ends is None or len(line) < 2 or line[-1] != ends or ends in inner or line[0] in inner:
        return line
    if line[0] == '"' and "\\" in inner:
        try:
            return str(json.loads(line))
        except ValueError:
            return inner
    return inner.strip()

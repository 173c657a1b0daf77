"""Chats as messengers export them: WhatsApp's text, DiscordChatExporter's JSON and table."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mmagents.lab.recordings.read.gathering import Gathering
from mmagents.lab.recordings.read.rows import Numbered, gathered
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.recording import Medium, Utterance

_INVISIBLE = re.compile("[\u200e\u200f\u202a-\u202e\ufeff]")
_LINE = re.compile(
    r"\[?(?P<date>\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),?\s+"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?"
    r"(?:\s*(?P<half>[AaPp]\.?\s?[Mm]\.?|午前|午後))?"
    r"(?:\s*\]\s*|\s+[-–]\s+)(?P<rest>.*)"
)
_SAID = re.compile(r"(?P<name>[^:]{1,80}): ?(?P<words>.*)")
_TALK = frozenset({"Default", "Reply", "0", "19"})
"""Kinds of Discord's messages that somebody wrote; all others are notices."""


class _Message(NamedTuple):
    line: int
    date: tuple[int, int, int]
    second: int
    name: str
    words: str


@cache
def _notices() -> Sequence[str]:
    file = Path(__file__).with_name("messengers.toml")
    found: Sequence[str] = tomllib.loads(file.read_text("utf-8"))["notices"]
    return found


def looks_like_whatsapp(source: Source) -> bool:
    """Tell whether one of the first lines begins as WhatsApp's do."""
    return any(_LINE.match(_INVISIBLE.sub("", line)) for line in source.lines[:5])


def read_whatsapp(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read WhatsApp's export of a chat; notices of its own are left out.

    Whether the day or the month comes first is told from the dates themselves: by one above 12,
    else by which of the two never runs backwards.

    Raises:
        RecordingError: if the first line has no date, or a date is none.
    """
    found = Gathering(source.name, medium or "chat")
    messages = list(_messages(source))
    times = _times(messages, source)
    for one, time in zip(messages, times, strict=True):
        start = round(time - times[0], 3)
        found.add(Utterance(one.name, one.words, start, line=one.line), source)
    if messages:
        found.about["date"] = datetime.fromtimestamp(times[0], UTC).date().isoformat()
    return [found]


def _messages(source: Source) -> Iterator[_Message]:
    """Yield the messages; a line without a date goes on with the one before."""
    held: _Message | None = None
    begun = False
    for at, line in enumerate(source.lines, 1):
        plain = _INVISIBLE.sub("", line)
        stamp = _LINE.match(plain)
        if stamp is None:
            if not begun and plain.strip():
                raise source.wrong(at, "it has no date at its head, as WhatsApp's lines have.")
            if held is not None:
                held = held._replace(words=f"{held.words}\n{plain}")
            continue
        begun = True
        if held is not None:
            yield held._replace(words=held.words.strip())
        held = _message(at, stamp)
    if held is not None:
        yield held._replace(words=held.words.strip())


def _message(at: int, stamp: re.Match[str]) -> _Message | None:
    rest = stamp["rest"]
    said = _SAID.fullmatch(rest)
    if said is None or any(one in rest for one in _notices()):
        return None
    hour, half = int(stamp["hour"]), (stamp["half"] or "").lower()
    if half:
        hour = hour % 12 + 12 * (half.startswith("p") or half == "午後")
    a, b, c = map(int, re.split(r"[./-]", stamp["date"]))
    second = hour * 3600 + int(stamp["minute"]) * 60 + int(stamp["second"] or 0)
    return _Message(at, (a, b, c), second, said["name"].strip(), said["words"])


def _times(messages: Sequence[_Message], source: Source) -> list[float]:
    if any(one.date[0] > 31 for one in messages):
        orders = ["ymd"]
    elif any(one.date[0] > 12 for one in messages):
        orders = ["dmy"]
    elif any(one.date[1] > 12 for one in messages):
        orders = ["mdy"]
    else:
        orders = ["dmy", "mdy"]
    found = [[_time(one, order, source) for one in messages] for order in orders]
    return next((one for one in found if one == sorted(one)), found[0])


def _time(one: _Message, order: str, source: Source) -> float:
    parts = dict(zip(order, one.date, strict=True))
    year = parts["y"] + 2000 * (parts["y"] < 100)
    try:
        day = datetime(year, parts["m"], parts["d"], tzinfo=UTC)
    except ValueError:
        raise source.wrong(one.line, "its date is none in the calendar.") from None
    return day.timestamp() + one.second


def looks_like_discord(source: Source) -> bool:
    """Tell whether a file begins as DiscordChatExporter's JSON does."""
    head = source.text[:2000]
    return head.lstrip().startswith("{") and '"guild"' in head and '"channel"' in head


def read_discord(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read DiscordChatExporter's JSON of a channel; notices of Discord's own are left out.

    A message is put to those whom it mentions with @; a reply without, to whom it replies to.

    Raises:
        RecordingError: if it is not JSON, or a message lacks its author.
    """
    try:
        channel: Any = json.loads(source.text)
        messages = [*channel["messages"]]
    except (KeyError, TypeError, RecursionError):
        raise source.wrong(0, "it has no list of messages, as DiscordChatExporter's has.") from None
    except ValueError as error:
        line = getattr(error, "lineno", 0)
        raise source.wrong(line, "it is not JSON. Export the channel again.") from None
    by: dict[str, str] = {}
    found: list[Numbered] = []
    for nth, message in enumerate(messages, 1):
        try:
            if str(message.get("type", "Default")) in _TALK:
                found.append(Numbered(0, _posted(message, by)))
        except (KeyError, TypeError, AttributeError):
            raise source.wrong(
                0, f"message {nth} lacks its id, author, timestamp or content."
            ) from None
    [told] = gathered(source, found, medium or "chat")
    told.name = str((channel.get("channel") or {}).get("name") or source.name)
    authors = [one["author"] for one in messages]
    told.names = {str(one["id"]): str(one.get("nickname") or one["name"]) for one in authors}
    return [told]


def _posted(message: Any, by: dict[str, str]) -> dict[str, Any]:
    """Return a message as a row; `by` holds who wrote those before it."""
    author = message["author"]
    id, replied = str(author["id"]), str((message.get("reference") or {}).get("messageId"))
    to = [who for one in message.get("mentions") or () if (who := str(one["id"])) != id]
    if not to and by.get(replied, id) != id:
        to = [by[replied]]
    by[str(message["id"])] = id
    files = [f"<{one.get('fileName', '')}>" for one in message.get("attachments") or ()]
    return {
        "id": message["id"],
        "speaker": id,
        "text": " ".join(filter(None, (str(message["content"]), *files))),
        "start": message["timestamp"],
        "addressees": to or None,
        "replies_to": replied if replied in by else None,
        "is_model": bool(author.get("isBot")),
    }

"""Whether turn-taking in a group chat holds whatever is written, and how long it takes.

python -m benchmarks groupchat --histories 10000 --rooms 1000

Histories are drawn from a seed: empty, one name, names that are absent, stand inside words, share a
first name or carry titles, emoji, a million characters, agents alone, and messages of every kind.
A speaker is illegal who is no member or is not there. A room is of agents who write only to one
another; it ends where nobody is given the floor.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any

from benchmarks import given, head, show
from mmagents.floor.conditions import CONDITIONS
from mmagents.groupchat import Member, TurnTaking
from mmagents.groupchat.bids import STAND_INS
from mmagents.groupchat.people import MEDIA
from mmagents.groupchat.turn_taking import RESTS_AFTER

CASTS: Sequence[Sequence[Member | str]] = (
    ["ada", "ben", "chie"],
    ["Ada"],
    ["Al", "Will", "May", "So"],
    ["Ben Ames", "Ben Cole", "Dr. Ruth Lind", "Captain Poe"],
    ["🦊", "🤖 bot", "naïve-1", "x_y"],
    [Member("Chie", ("智恵", "ちえさん"), "the critic"), Member("Dan", person=True), "リン"],
    ["A", "c++", "a.b", "^c$", "d?"],
    [f"agent{number}" for number in range(8)],
)
WORDS = re.findall(
    r"\S+",
    """
Ada Ben ada, ben: @chie @all Al also will Will, may May Chie 智恵さん、 リン リンゴ 🦊 🤖 agent3
agent3: Dr. Lind Captain Poe Ruth, Ames's somebody everyone user ? ! . ; — \" “ ” ( ) [ ] `
``` ** > - 1. can could you
please what why how who thinks so I we it is was thanks sorry hello shall let's don't
agree with asked told and or か ました ください 。 ？ 、 みなさん
""",
)
SAID = (
    "{name}, what do you think?", "{name}: and you?", "@{name} please check it.", "Thanks, {name}!",
    "I agree with {name}.", "What does everyone think?", "I think so, {name}. Do you?", "Why?",
    "{name}さん、どう思いますか？", "No idea.", "Let's ship it.", "{name}, you lied to us!",
)  # fmt: skip


def text_of(draw: Random, names: Sequence[str]) -> str:
    """Return a message: words, what people say, strange characters, or a very long one."""
    kind = draw.random()
    if kind < 0.45:
        return draw.choice(SAID).format(name=draw.choice([*names, "Zoe"]))
    if kind < 0.85:
        return draw.choice((" ", "", "\n")).join(draw.choices(WORDS, k=draw.randrange(25)))
    if kind < 0.999:
        return "".join(chr(draw.randrange(1, 0xD7FF)) for _ in range(draw.randrange(60)))
    return draw.choice(WORDS) * (1_000_000 // 3)


def message_of(draw: Random, speaker: str, text: str) -> Any:
    """Return a message as some host has it."""
    kind = draw.randrange(4)
    if kind == 0:
        return {"role": "assistant", "name": speaker, "content": text}
    if kind == 1:
        return {"role": "user", "name": speaker, "content": [{"type": "text", "text": text}]}
    if kind == 2 and draw.random() < 0.1:
        return {"role": draw.choice(("system", "tool", "user")), "content": text}
    return (speaker, text)


def history_of(draw: Random, names: Sequence[str]) -> list[Any]:
    """Return a chat of 0-12 messages, in a third of them by agents alone."""
    guests = [] if draw.random() < 0.3 else ["user", "Zoe", "", "everyone", "Ben"]
    speakers = [*names, *guests]
    return [
        message_of(draw, draw.choice(speakers), text_of(draw, names))
        for _ in range(draw.randrange(13))
    ]


def chat_of(draw: Random) -> TurnTaking:
    """Return turn-taking for one of the casts."""
    condition, language = draw.choice(list(CONDITIONS)), draw.choice(("en", "en", "ja"))
    cast, seed = draw.choice(CASTS), draw.randrange(9)
    medium = draw.choice(MEDIA)
    return TurnTaking(cast, condition=condition, language=language, seed=seed, medium=medium)


def illegal_in(draw: Random) -> int:
    """Return how many speakers are illegal in one drawn chat; answers that differ count as well."""
    number = draw.random()
    chat, afresh = chat_of(Random(number)), chat_of(Random(number))
    names, messages = chat.members.names, history_of(draw, chat.members.names)
    present = draw.sample(names, draw.randrange(1, len(names) + 1))
    bids = draw.choice((*STAND_INS, {name: draw.choice((None, 3, 9)) for name in names}))
    wrong = 0
    for upto in {len(messages) // 2, len(messages)}:
        some = messages[:upto]
        found = chat.next(some, bids=bids, present=present)
        wrong += found.speaker is not None and found.speaker not in present
        wrong += found != afresh.next(some, bids=bids, present=present)
        replies = [bool(chat.should_reply(one, some)) for one in names]
        wrong += sum(replies[at] for at, one in enumerate(names) if some and _by(some[-1]) == one)
    return wrong


def _by(message: Any) -> str | None:
    return message[0] if isinstance(message, tuple) else message.get("name")


def room_of(draw: Random, *, gated: bool) -> int:
    """Return how many messages agents write who are left alone: given turns, or by the gate."""
    chat, bids = chat_of(draw), draw.choice(STAND_INS)
    names = chat.members.names
    agents = [name for name in names if name not in chat.members.people] or list(names)
    messages: list[Any] = [("user", draw.choice(SAID).format(name=draw.choice(names)))]
    for _ in range(10 * RESTS_AFTER):
        if gated:
            one = [name for name in agents if chat.should_reply(name, messages, bids=bids)]
        else:
            speaker = chat.next(messages, bids=bids, present=agents).speaker
            one = [] if speaker is None else [speaker]
        if not one:
            return len(messages) - 1
        messages += [(name, draw.choice(SAID).format(name=draw.choice(names))) for name in one]
    return len(messages) - 1


def times_of(repeats: int) -> tuple[list[float], list[float]]:
    """Return processor seconds for 50 messages: from nothing, and where all but one are known."""
    names = ["Ada", "Ben", "Chie", "Dov", "Eli", "Fay", "Gus", "Hana"]
    cold, warm = [], []
    for number in range(repeats):
        draw = Random(f"time {number}")
        chat, known = TurnTaking(names), TurnTaking(names)
        messages = [
            (
                draw.choice(names),
                f"{draw.choice(SAID).format(name=draw.choice(names))} {number}.{at}",
            )
            for at in range(50)
        ]
        began = time.process_time()
        chat.next(messages)
        cold.append(time.process_time() - began)
        known.next(messages[:-1])
        began = time.process_time()
        known.next(messages)
        warm.append(time.process_time() - began)
    return cold, warm


def main(argv: Sequence[str] | None = None) -> None:
    """Print what was drawn, what failed, how rooms of agents end, and the times."""
    options = given(argv, __doc__, histories=10_000, rooms=1_000, repeats=50)
    illegal = faults = 0
    for number in range(options.histories):
        try:
            illegal += illegal_in(Random(f"history {number}"))
        except Exception as error:  # any at all is what this counts
            faults += 1
            print(f"history {number}: {error!r}")
    head("what", "how many", "result")
    show("fuzzed histories", options.histories, f"{illegal} illegal speakers, {faults} exceptions")
    for gated, name in ((False, "rooms of agents given turns"), (True, "by should_reply")):
        ends = [room_of(Random(f"room {number}"), gated=gated) for number in range(options.rooms)]
        show(name, len(ends), f"median {median(ends):g} messages, at most {max(ends)}")
    cold, warm = times_of(options.repeats)
    for name, times in (("from nothing", cold), ("one message more, the rest known", warm)):
        middle, worst = (f"{1000 * one:.2f} ms" for one in (median(times), max(times[1:])))
        show(
            f"8 members, 50 messages, {name}, processor time",
            len(times),
            f"median {middle}, at most {worst}",
        )

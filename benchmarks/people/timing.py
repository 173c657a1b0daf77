"""How long people's words take and when the next one begins: `floor/texts/timing.toml`.

python -m benchmarks timing --speech MRDA-Corpus --chat llmafia.jsonl --out floor/texts/timing.toml

Speech is the timed transcripts of the MRDA corpus but those of its test part, chat the daytimes of
LLMafia. Backchannels are set aside first; a turn is all that one speaker says until another does.
Without --out nothing is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks import given, head, refuse, show
from benchmarks.people.corpora import read_corpus
from mmagents.floor.clock import SHORT, change_after, length_of
from mmagents.lab.recordings.recording import Recording, Utterance

SHARES = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95)
SHORTEST = 0.2
"""Seconds: what a word or two take at the least, between the quarter and the median of one word."""
TYPED = 51.56
"""Words a minute that people type, from Dhakal, Feit, Kristensson & Oulasvirta 2018: the mean of
168,000 people who typed on a keyboard."""
BESIDE = 3
"""Chances that one more writes at the same time; of the fourth there are too few to count."""
MORAE = 7.84
"""Syllables a second in Japanese, from Pellegrino, Coupé & Marsico 2011, table 1; there a syllable
of Japanese is close to a mora."""


def meetings(folder: Path) -> Iterator[Recording]:
    """Yield the timed meetings, without those of the test part."""
    files = sorted((folder / "mrda_archive" / "database").glob("*.dadb"))
    if not files:
        refuse(f"{folder} holds no mrda_archive/database. Name a checkout of MRDA-Corpus.")
    kept_back = {file.stem for file in (folder / "mrda_data" / "test").glob("*.txt")}
    for file in files:
        if file.stem not in kept_back:
            yield from read_corpus(file)


def turns_in(talk: Recording) -> list[list[Utterance]]:
    """Return the turns, each as its units, in the order of their beginnings."""
    found: list[list[Utterance]] = []
    for one in talk.utterances:
        if one.kind == "backchannel" or one.start is None or one.end is None:
            continue
        if found and found[-1][0].speaker == one.speaker:
            found[-1].append(one)
        else:
            found.append([one])
    return found


def offsets_in(turns: Sequence[Sequence[Utterance]]) -> Iterator[tuple[str, float]]:
    """Yield each offset, in seconds, with what it comes after."""
    for before, after in pairwise(turns):
        ended = max(one.end or 0.0 for one in before)
        said = " ".join(one.text for one in before)
        change = change_after(said, bool(before[-1].question), "en")
        follows = length_of(" ".join(one.text for one in after), "en")
        yield f"{change}, {follows}", (after[0].start or 0.0) - ended
    for turn in turns:
        for one, other in pairwise(turn):
            yield "same speaker", (other.start or 0.0) - (one.end or 0.0)


def rates_in(turns: Sequence[Sequence[Utterance]]) -> Iterator[float]:
    """Yield the words a second of each unit of three words or more."""
    for turn in turns:
        for one in turn:
            words, seconds = len(one.text.split()), (one.end or 0.0) - (one.start or 0.0)
            if words > 2 and seconds > 0:
                yield words / seconds


def pauses_in(talk: Recording) -> Iterator[float]:
    """Yield the seconds between two messages of a stretch of a chat."""
    for stretch in talk.stretches():
        for one, other in pairwise(stretch):
            if one.start is not None and other.start is not None:
                yield other.start - one.start


def missed_in(talk: Recording) -> Iterator[int]:
    """Yield of each message how many were sent while it was typed, its writer's own set aside."""
    for stretch in talk.stretches():
        timed = [one for one in stretch if one.start is not None]
        for place, one in enumerate(timed[1:], 1):
            if timed[place - 1].speaker != one.speaker:
                begun = (one.start or 0.0) - 60 * len(one.text.split()) / TYPED
                yield sum((other.start or 0.0) > begun for other in timed[:place])


def beside_among(missed: Sequence[int]) -> list[float]:
    """Return the chances that one more writes at the same time, and then another, and so on.

    Where several begin at once and are sent one after another, the first misses none, the second
    one. So as many miss j as there are beginnings of more than j messages.
    """
    counts = [sum(one == number for one in missed) for number in range(BESIDE + 1)]
    return [round(more / fewer, 3) for fewer, more in pairwise(counts)]


def _row(name: str, values: Sequence[float]) -> str:
    found = [round(float(one), 3) for one in np.quantile(values, SHARES)]
    show(name, len(values), *found)
    at = ", ".join(map(str, SHARES))
    return f'"{name}" = {{ at = [{at}], value = [{", ".join(map(str, found))}] }}\n'


def _file(
    offsets: Mapping[str, Sequence[float]],
    rates: Sequence[float],
    pauses: Sequence[float],
    beside: Sequence[float],
) -> str:
    middle = round(float(np.median(rates)), 3)
    rows = "".join(_row(name, offsets[name]) for name in sorted(offsets))
    return (
        "# When things are said, see floor/clock.py. Made by `python -m benchmarks timing`.\n"
        f"# Speech: MRDA (NathanDuran/MRDA-Corpus) without its test part; a turn is short below\n"
        f"# {SHORT} words. Chat: LLMafia, daytimes (niveck/LLMafia, MIT). Morae a second:\n"
        "# Pellegrino, Coupé & Marsico 2011; words typed a second: Dhakal et al. 2018.\n"
        "# `beside`: chances that one more writes at the same time, from how many messages\n"
        "# of LLMafia were begun before others were sent, at that speed.\n"
        "# Figures alone, no words of a corpus.\n"
        f"shortest = {SHORTEST}\n"
        + _row("rate", [one / middle for one in rates]).replace('"', "")
        + _row("chat", pauses).replace('"', "")
        + f"beside = {list(beside)}\n"
        + f"\n[offset]\n{rows}"
        + f"\n[english]\nwords_a_second = {middle}\n\n[japanese]\nmorae_a_second = {MORAE}\n"
        + f"\n[typed]\nwords_a_second = {round(TYPED / 60, 3)}\n"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    options = given(arguments, __doc__, speech="", chat="", out="")
    if not options.speech or not options.chat:
        refuse("Name a checkout of MRDA-Corpus with --speech and llmafia.jsonl with --chat.")
    offsets: dict[str, list[float]] = defaultdict(list)
    rates: list[float] = []
    for talk in meetings(Path(options.speech)):
        turns = turns_in(talk)
        rates += rates_in(turns)
        for change, seconds in offsets_in(turns):
            offsets[change].append(seconds)
    chats = list(read_corpus(Path(options.chat)))
    pauses = [one for talk in chats for one in pauses_in(talk)]
    beside = beside_among([one for talk in chats for one in missed_in(talk)])
    head("what", "n", *(f"{one:.0%}" for one in SHARES))
    text = _file(offsets, rates, pauses, beside)
    if options.out:
        Path(options.out).write_text(text, "utf-8")

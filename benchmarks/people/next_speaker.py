"""Who speaks next among people, foretold, and the weights of `groupchat/people.toml`.

python -m benchmarks people --speech MRDA-Corpus --chat llmafia.jsonl --out groupchat/people.toml

Each conversation is foretold by weights fitted to all the others. Without --out nothing is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from benchmarks import given, head, refuse, show
from benchmarks.people.fitted import fitted, known_at, left_out
from benchmarks.people.recorded import Place, games, meetings, places_in
from mmagents.groupchat import Readings, TurnTaking
from mmagents.groupchat.bids import STAND_INS
from mmagents.groupchat.people import MEDIA, Medium


class Made(NamedTuple):
    """How the model of a medium is made.

    Attributes:
        corpus: what it is fitted to.
        features: what it looks at.
        penalty: see :func:`benchmarks.people.fitted.fitted`.
    """

    corpus: str
    features: Sequence[str]
    penalty: float


_BOTH = ("last_but_one", "silence", "new", "runs")
MAKING: Mapping[Medium, Made] = {
    "speech": Made(
        "MRDA, train and val parts (NathanDuran/MRDA-Corpus), backchannels left out",
        (
            *_BOTH, "words", "lately", "last_but_one_by_alternation", "last_but_one_by_words_now",
            "last_but_one_by_words_then",
        ),
        1.0,
    ),
    "chat": Made(
        "LLMafia, daytimes of games 0001-0014 (niveck/LLMafia at 4cdb767)",
        (*_BOTH, "messages", "named_since"),
        10.0,
    ),
}  # fmt: skip


def best_of(place: Place, worth: Mapping[str, float], among: Sequence[str]) -> float:
    """Return whether the one worth most spoke; where several are, the chance that the lot hits."""
    top = max(worth[name] for name in among)
    tied = [name for name in among if worth[name] == top]
    return (place.spoke in tied) / len(tied)


def simple(place: Place) -> dict[str, float]:
    """Return how often each simple guess is right at a place: 0, 1, or a chance between them."""
    names, course = place.names, place.course
    before = next((name for name in course.order[1:] if name in names), None)
    silence = {name: float(-course.last_run.get(name, 0)) for name in names}
    active = {name: float(course.messages_of.get(name, 0)) for name in names}
    return {
        "chance": 1 / len(names),
        "last but one": float(before == place.spoke) if before else 1 / len(names),
        "least recent": best_of(place, silence, names),
        "most active": best_of(place, active, names),
    }


def scores_of(places: Sequence[Place], chances: Sequence[Any]) -> dict[str, list[float]]:
    """Return by guess how often it is right at each place."""
    found: dict[str, list[float]] = defaultdict(list)
    for place, chance in zip(places, chances, strict=True):
        worth = dict(zip(place.names, map(float, chance), strict=True))
        for guess, right in simple(place).items():
            found[guess].append(right)
        found["people, the likeliest"].append(best_of(place, worth, place.names))
        found["people-by-lot"].append(worth[place.spoke])
        found["people, after who was asked"].append(best_of(place, worth, place.selected))
    return found


def gains(places: Sequence[Place], one: Sequence[float], other: Sequence[float]) -> list[float]:
    """Return the 2.5 and 97.5 per cent quantiles of the gain, conversations drawn 2,000 times."""
    by: dict[str, list[float]] = defaultdict(list)
    for place, a, b in zip(places, one, other, strict=True):
        by[place.conversation].append(a - b)
    sums, draw, found = [(sum(all_), len(all_)) for all_ in by.values()], Random(7), []
    for _ in range(2_000):
        some = draw.choices(sums, k=len(sums))
        found.append(sum(a for a, _ in some) / sum(n for _, n in some))
    found.sort()
    return [found[50], found[1949]]


def table(medium: Medium, places: Sequence[Place], chances: Sequence[Any]) -> None:
    """Print how often each guess is right, over all places and where nobody was called by name."""
    scores = scores_of(places, chances)
    free = [at for at, place in enumerate(places) if not place.called]
    head(medium, f"all {len(places)} changes", f"{len(free)} where nobody was called by name")
    for guess, right in scores.items():
        show(guess, f"{mean(right):.3f}", f"{mean(right[at] for at in free):.3f}")
    best = max(list(scores)[:4], key=lambda guess: mean(scores[guess]))
    mine = scores["people, the likeliest"]
    low, high = gains(places, mine, scores[best])
    gain = mean(mine) - mean(scores[best])
    print(f"\n{medium}: {100 * gain:+.1f} points on {best} [{100 * low:+.1f}, {100 * high:+.1f}]\n")


def rooms(medium: Medium, bids: Any, seeds: int) -> tuple[float, float]:
    """Return for rooms of four who say nothing of note how the floor goes among them.

    Returns:
        The share of changes back to the last but one, and the Gini coefficient of turns, 0-1.
    """
    back, unequal = [], []
    for seed in range(seeds):
        chat = TurnTaking(["Ada", "Ben", "Chie", "Dov"], seed=seed, medium=medium, rests_after=99)
        messages, readings = [("Ada", "It rains.")], Readings()
        while len(messages) < 60:
            speaker = chat.next(messages, bids=bids, readings=readings).speaker
            if speaker is None:
                break
            messages.append((speaker, "It rains."))
        order = [speaker for speaker, _ in messages]
        back.append(mean(a == c for (a, _), (_, c) in pairwise(pairwise(order))))
        turns = [order.count(name) for name in chat.members.names]
        apart = sum(abs(a - b) for a in turns for b in turns)
        unequal.append(apart / (2 * len(turns) * sum(turns)) * len(turns) / (len(turns) - 1))
    return mean(back), mean(unequal)


def written(models: Mapping[Medium, Sequence[Place]]) -> Iterator[str]:
    """Yield the lines of `people.toml`."""
    yield "# Who speaks next among people: see people.py. Made by `python -m benchmarks people`."
    yield "# Weights of a conditional logit; no words of the corpora are in this file."
    for medium, places in models.items():
        corpus, features, penalty = MAKING[medium]
        rows = [known_at(place, features) for place in places]
        weights = fitted(rows, [place.names.index(place.spoke) for place in places], penalty)
        yield f"\n[{medium}]"
        yield f'corpus = "{corpus}"'
        yield f"conversations = {len({place.conversation for place in places})}"
        yield f"changes = {len(places)}"
        yield f"penalty = {penalty}  # L2, on standardised features"
        yield f'made_with = "scipy {version("scipy")}, numpy {version("numpy")}"'
        yield f"\n[{medium}.weights]"
        for feature, weight in zip(features, weights, strict=True):
            yield f"{feature} = {weight:.4f}"


def main(argv: Sequence[str] | None = None) -> None:
    """Print how often each guess is right, and write the weights where told to."""
    options = given(argv, __doc__, speech="", chat="", out="", seeds=20)
    models: dict[Medium, list[Place]] = {}
    if options.chat:
        talks = [*games(Path(options.chat))]
        models["chat"] = [place for talk in talks for place in places_in(talk)]
    if options.speech:
        talks = [*meetings(Path(options.speech))]
        models["speech"] = [place for talk in talks for place in places_in(talk)]
    if options.out and len(models) < len(MEDIA):
        refuse("The file holds both models: give --speech and --chat.")
    for medium, places in models.items():
        made = MAKING[medium]
        table(medium, places, left_out(places, made.features, made.penalty))
    if options.out:
        Path(options.out).write_text("\n".join(written(models)) + "\n", "utf-8")
    head("four agents, 60 messages", "medium", "back to the last but one", "Gini of turns")
    for medium in MEDIA:
        for bids in STAND_INS:
            back, unequal = rooms(medium, bids, options.seeds)
            show(bids, medium, f"{back:.2f}", f"{unequal:.2f}")

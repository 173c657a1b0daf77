"""Who speaks next among people, foretold, and the weights of `groupchat/people.toml`.

python -m benchmarks people --speech mrda_data/train mrda_data/val --chat llmafia.jsonl
    --out groupchat/people.toml

Speech is meetings of research groups, the train and val parts of the MRDA corpus (Shriberg et al.
2004) as text in the repository NathanDuran/MRDA-Corpus. Chat is the daytimes of games of Mafia,
typed by people and one model, LLMafia (Eckhaus, Berger & Stanovsky 2025). Nothing of them is
shipped here. Each conversation is foretold by weights fitted without it. Without --out nothing is
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from benchmarks import given, head, refuse, show
from benchmarks.people.corpora import read_corpus
from benchmarks.people.fitted import fitted, known_at, left_out
from mmagents.groupchat import TurnTaking
from mmagents.groupchat.bids import STAND_INS
from mmagents.groupchat.people import MEDIA, Medium
from mmagents.lab.turn_taking.guesses import LAST_BUT_ONE, PEOPLE, best_of
from mmagents.lab.turn_taking.places import Place, places_of
from mmagents.lab.turn_taking.scores import Scores, figures_of, scores_of

SIMPLE = ("chance", LAST_BUT_ONE, "least recent", "most talkative", "asked, else last but one")
COLUMNS = {"all": "changes", "asked": "where one was asked", "called": "called by name"}


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


MAKING: Mapping[Medium, Made] = {
    "speech": Made(
        "MRDA, train and val parts (NathanDuran/MRDA-Corpus), backchannels left out",
        (
            "last_but_one", "silence", "new", "words", "lately", "last_but_one_by_alternation",
            "last_but_one_by_words_now", "last_but_one_by_words_then", "words_then", "broke_off",
            "asked", "words_since", "words_lately",
        ),
        1.0,
    ),
    "chat": Made(
        "LLMafia, daytimes of games 0001-0014 (niveck/LLMafia at 4cdb767)",
        ("last_but_one", "silence", "new", "runs", "messages", "named_since"),
        10.0,
    ),
}  # fmt: skip


def recorded(paths: Sequence[str]) -> list[Place]:
    """Return the changes of speaker in files, and in all files of folders."""
    files: list[Path] = []
    for path in map(Path, paths):
        files += sorted(path.iterdir()) if path.is_dir() else [path]
    if not files:
        refuse(f"{' '.join(paths)} holds no files.")
    return [place for file in files for talk in read_corpus(file) for place in places_of(talk)]


def held_out(places: Sequence[Place], made: Made) -> Scores:
    """Return what each guess is worth, the model's by weights fitted to all other conversations."""
    scores = scores_of(places, 0)
    right, lot, asked_first = [], [], []
    for place, chance in zip(places, left_out(places, made.features, made.penalty), strict=True):
        worth = dict(zip(place.names, map(float, chance), strict=True))
        right.append(best_of(place, worth))
        lot.append(worth[place.spoke])
        asked_first.append(float(place.asked == place.spoke) if place.asked else right[-1])
    model = {PEOPLE: right, "the same, whoever is asked first": asked_first, "drawn by it": lot}
    simple = {name: scores.worth[name] for name in SIMPLE}
    scores.worth = simple | model
    return scores


def table(medium: Medium, figures: Mapping[str, Any]) -> None:
    """Print how often each guess is right, at all changes and where the rules say who is asked."""
    parts = [(label, figures[one]) for one, label in COLUMNS.items() if figures[one]["changes"]]
    titles = [f"{part['changes']} {label}" for label, part in parts]
    head(f"{medium}, {figures['conversations']} conversations", *titles)
    for guess in figures["all"]["guesses"]:
        cells = []
        for _, part in parts:
            row = part["guesses"][guess]
            cells.append(f"{row['accuracy']:.3f}")
            if gain := row.get("on_last_but_one"):
                low, high = gain["interval"]
                cells[-1] += f" ({100 * low:+.1f} to {100 * high:+.1f}, p {gain['p']:.2g})"
        show(guess, *cells)
    print("\nIn brackets: points on the last but one, conversations drawn anew; McNemar's p.\n")


def rooms(medium: Medium, bids: Any, seeds: int) -> tuple[float, float]:
    """Return for rooms of four who say nothing of note how the floor goes among them.

    Returns:
        The share of changes back to the last but one, and the Gini coefficient of turns, 0-1.
    """
    back, unequal = [], []
    for seed in range(seeds):
        chat = TurnTaking(["Ada", "Ben", "Chie", "Dov"], seed=seed, medium=medium, rests_after=99)
        messages = [("Ada", "It rains.")]
        while len(messages) < 60:
            speaker = chat.next(messages, bids=bids).speaker
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
    options = given(argv, __doc__, speech=[""], chat=[""], out="", seeds=20)
    models: dict[Medium, list[Place]] = {}
    for medium in MEDIA:
        if paths := [path for path in getattr(options, medium) if path]:
            models[medium] = recorded(paths)
    if options.out and len(models) < len(MEDIA):
        refuse("The file holds both models: give --speech and --chat.")
    for medium, places in models.items():
        table(medium, figures_of(held_out(places, MAKING[medium]), 0))
    if options.out:
        Path(options.out).write_text("\n".join(written(models)) + "\n", "utf-8")
    head("four agents, 60 messages", "medium", "back to the last but one", "Gini of turns")
    for medium in MEDIA:
        for bids in STAND_INS:
            back, unequal = rooms(medium, bids, options.seeds)
            show(bids, medium, f"{back:.2f}", f"{unequal:.2f}")

"""Where units end in what people say, found: F1, and the weights of `floor/texts/units_*.toml`.

python -m benchmarks units --speech MRDA-Corpus [--part val] [--learn floor/texts]

English is learned from the train part of the MRDA corpus, whose units are dialogue acts, and scored
on another part: the places between two acts of one speaker's turn, with the corpus' marks and
without. Japanese is learned from and scored on this project's own labelled lines, whose marks are
taken away: the sentences are the units. Each hand's lines are scored by a model of all the others.
Without --learn nothing is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from ruamel.yaml import YAML
from scipy.sparse import csr_matrix

from benchmarks import given, head, refuse, show
from benchmarks.analyst.talks import lines_in
from benchmarks.people.corpora import read_corpus
from mmagents.floor.units import Learned, Token, chance, is_marked, known_at, tokens_of, units_of

DATA = Path(__file__).parents[1] / "data"
RARE = {"en": 40, "ja": 2}
"""How often a feature must occur to be looked at."""
PENALTY = {"en": 0.3, "ja": 1.0}
"""The inverse weight of the L1 penalty."""
CHANCES = {"en": (0.33, 0.7), "ja": (0.25, 0.5)}
"""From which chance a place ends a unit: without marks that end sentences, and with some."""
JOINERS = frozenset(("and", "but", "so", "because", "or", "then", "i", "you", "it", "we", "they"))
"""Of a baseline: a unit ends before these."""


class Turn(NamedTuple):
    """One turn: its tokens, and after which of them, but the last, a unit ends."""

    tokens: Sequence[Token]
    ends: Sequence[bool]


def of_meetings(folder: Path, part: str, marks: bool) -> Iterator[Turn]:
    """Yield the turns of meetings of more than one word, backchannels left out."""
    files = sorted((folder / "mrda_data" / part).glob("*.txt"))
    if not files:
        refuse(f"{folder} holds no mrda_data/{part}. Name a checkout of NathanDuran/MRDA-Corpus.")
    for file in files:
        units: list[str] = []
        speaker = ""
        for one in read_corpus(file)[0].utterances:
            if one.kind == "backchannel":
                continue
            if one.speaker != speaker:
                yield from _turn(units, "en", marks)
                speaker, units = one.speaker, []
            units.append(one.text)
        yield from _turn(units, "en", marks)


def of_lines(file: Path) -> Iterator[Turn]:
    """Yield lines of Japanese talk without their marks; their sentences are the units."""
    found = YAML(typ="safe").load(file)
    talks = [one for talk in found.get("talks", ()) for one in lines_in(talk)]
    for line in found.get("lines", talks):
        tokens = tokens_of(line["says"], "ja")
        if len(tokens) > 1:
            ends = [is_marked([token]) for token in tokens[:-1]]
            yield Turn([one._replace(marks="") for one in tokens], ends)


def _turn(units: Iterable[str], language: str, marks: bool) -> Iterator[Turn]:
    tokens: list[Token] = []
    ends: list[bool] = []
    for unit in units:
        found = tokens_of(unit, language)
        if found:
            tokens += found if marks else [one._replace(marks="") for one in found]
            ends += [False] * (len(found) - 1) + [True]
    if len(tokens) > 1:
        yield Turn(tokens, ends[:-1])


def places(turn: Turn, model: Learned | None) -> Iterator[tuple[list[str], bool]]:
    """Yield what is known of each place of a turn, its units begun where they truly do."""
    begun, marked = 0, is_marked(turn.tokens)
    for at, end in enumerate(turn.ends):
        yield known_at(turn.tokens, at, begun, marked, model), end
        begun = at + 1 if end else begun


def learn(turns: Sequence[Turn], language: str, forms: Learned | None) -> Learned:
    """Return a model of the turns: an L1-penalised logistic regression."""
    from sklearn.linear_model import LogisticRegression

    known, ends = zip(*(place for turn in turns for place in places(turn, forms)), strict=True)
    counts = Counter(feature for one in known for feature in one)
    kept = sorted(one for one, count in counts.items() if count >= RARE[language])
    number = {feature: place for place, feature in enumerate(kept)}
    rows = [[number[one] for one in set(place) if one in number] for place in known]
    starts = np.cumsum([0, *map(len, rows)]).astype("int32")
    columns = np.array([one for row in rows for one in row], dtype="int32")
    table = csr_matrix((np.ones(len(columns)), columns, starts), shape=(len(rows), len(kept)))
    found = LogisticRegression(
        C=PENALTY[language], l1_ratio=1.0, solver="liblinear", fit_intercept=False, max_iter=300
    ).fit(table, np.array(ends))
    weights = {one: round(float(w), 2) for one, w in zip(kept, found.coef_[0], strict=True)}
    bare, marked = CHANCES[language]
    return Learned(
        bare,
        marked,
        {one: weight for one, weight in weights.items() if weight},
        forms.finals if forms else (),
        forms.openers if forms else (),
    )


Guess = Callable[[Turn], Sequence[bool]]


def by_model(model: Learned) -> Guess:
    """Return the guess of a model, which does not know where the units truly begin."""

    def guess(turn: Turn) -> Sequence[bool]:
        begun, marked, found = 0, is_marked(turn.tokens), []
        for at in range(len(turn.ends)):
            sure = chance(known_at(turn.tokens, at, begun, marked, model), model)
            found.append(sure > (model.marked if marked else model.bare))
            begun = at + 1 if found[-1] else begun
        return found

    return guess


def by_units(turn: Turn) -> Sequence[bool]:
    """Return where `units_of` ends the units of a turn in English."""
    text, ends = "", []
    for token in turn.tokens:
        text += f" {token.form}{token.marks}"
        ends.append(len(text))
    found = {unit.end for unit in units_of(text, "en")}
    return [end in found for end in ends[:-1]]


def by_marks(turn: Turn) -> Sequence[bool]:
    """Return the places after a mark that ends sentences: a baseline."""
    return [any(mark in ".?!…" for mark in token.marks) for token in turn.tokens[:-1]]


def by_joiners(turn: Turn) -> Sequence[bool]:
    """Return the places before a word that often begins a clause: a baseline."""
    return [token.form in JOINERS for token in turn.tokens[1:]]


def every_seventh(turn: Turn) -> Sequence[bool]:
    """Return the places after every seven words: a baseline that knows nothing of words."""
    return [at % 7 == 6 for at in range(len(turn.ends))]


def score(turns: Iterable[Turn], guess: Guess) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the ends guessed."""
    hits = guessed = there = 0
    for turn in turns:
        found = guess(turn)
        hits += sum(a and b for a, b in zip(found, turn.ends, strict=True))
        guessed += sum(found)
        there += sum(turn.ends)
    precision, recall = hits / max(guessed, 1), hits / max(there, 1)
    return precision, recall, 2 * hits / max(guessed + there, 1)


def write(file: Path, model: Learned, made: str) -> None:
    """Write a model down as `floor/units.py` reads it."""
    lists = "".join(
        f"{name} = [{', '.join(map(_quoted, forms))}]\n"
        for name, forms in (("finals", model.finals), ("openers", model.openers))
        if forms
    )
    lines = [f"{_quoted(one)} = {weight}\n" for one, weight in sorted(model.weights.items())]
    text = f"# Where units end: weights of features, see floor/units.py.\n# {made}\n"
    text += f"bare = {model.bare}\nmarked = {model.marked}\n{lists}\n[weights]\n{''.join(lines)}"
    file.write_text(text, "utf-8")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _english(speech: Path, part: str, out: Path | None) -> None:
    if out:
        turns = [one for marks in (False, True) for one in of_meetings(speech, "train", marks)]
        made = "Learned from the train part of MRDA (NathanDuran/MRDA-Corpus)"
        write(out / "units_en.toml", learn(turns, "en", None), f"{made} by `benchmarks units`.")
    for marks in (True, False):
        turns = list(of_meetings(speech, part, marks))
        what = f"MRDA {part}, {'with' if marks else 'without'} marks"
        guesses: dict[str, Guess] = {
            "units": by_units,
            "marks": by_marks,
            "before joiners": by_joiners,
            "every seventh word": every_seventh,
        }
        for name, guess in guesses.items():
            _show(what, name, score(turns, guess))


def _japanese(out: Path | None) -> None:
    forms = learned_forms()
    hands: dict[str, list[Turn]] = {}
    for file in sorted(DATA.glob("readings_ja_[dh]*.yaml")):
        hand = file.stem.removeprefix("readings_ja_").removeprefix("dev").removeprefix("heldout")
        hands.setdefault(hand or "1", []).extend(of_lines(file))
    found: list[tuple[Turn, Sequence[bool]]] = []
    for hand, turns in hands.items():
        others = [one for other in hands if other != hand for one in hands[other]]
        guess = by_model(learn(others, "ja", forms))
        found += [(turn, guess(turn)) for turn in turns]
    guessed = {id(turn): ends for turn, ends in found}
    turns = [turn for turn, _ in found]
    _show("own lines, ja, without marks", "units", score(turns, lambda one: guessed[id(one)]))
    _show("own lines, ja, without marks", "every seventh", score(turns, every_seventh))
    if out:
        made = "Learned from benchmarks/data/readings_ja_*.yaml by `benchmarks units`."
        write(out / "units_ja.toml", learn(turns, "ja", forms), made)


def learned_forms() -> Learned:
    """Return the forms that Japanese sentences end on and begin with, written down by hand."""
    found: dict[str, Any] = YAML(typ="safe").load(DATA / "units_ja.yaml")
    by_length = {name: sorted(forms, key=len, reverse=True) for name, forms in found.items()}
    return Learned(0.0, 0.0, {}, by_length["finals"], by_length["openers"])


def _show(what: str, name: str, scored: tuple[float, float, float]) -> None:
    show(what, name, *(f"{one:.3f}" for one in scored))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    options = given(arguments, __doc__, speech="", part="val", learn="")
    if not options.speech:
        refuse("Name a checkout of NathanDuran/MRDA-Corpus with --speech.")
    out = Path(options.learn) if options.learn else None
    head("talk", "by", "precision", "recall", "F1")
    _english(Path(options.speech), options.part, out)
    _japanese(out)

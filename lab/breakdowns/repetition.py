"""What is said or asked once more in nearly the same words.

Category: "repetition" of MMAgents, figure 6: to repeat merely what was said, or to ask the same
question persistently. Words are compared, not meanings (see
:mod:`mmagents.analysts.text.likeness`): a paraphrase is not found. A turn is parted into what it
states and what it asks, each compared on its own.

1. A statement repeats an earlier one, whoever made it, unless it answers a question that was put
since: then it is the question that was put twice. 2. A question repeats an earlier one to the
same addressees, whoever put it, if that one had been answered meanwhile, or had been put twice
already. To pursue an answer once is no repetition. 3. Whoever was cut off repeats nothing by taking
up again, in its next turn, what it had begun (`--units`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mmagents.analysts.text.likeness import Wording, asks, wording
from mmagents.analysts.text.sentences import outside, sentences
from mmagents.interfaces.story import Person
from mmagents.lab.breakdowns.categories import Breakdown, Category
from mmagents.nodes.record import TurnRow


@dataclass(frozen=True, slots=True)
class Parted:
    """What a turn states and what it asks; None where that is too little to compare."""

    row: TurnRow
    states: Wording | None
    asks: Wording | None


def parted(row: TurnRow, cast: Sequence[Person], language: str) -> Parted:
    """Return a turn ready to be compared."""
    said = sentences(outside(row["text"]), language)
    called = {*row["addressees"], row["speaker"]}
    return Parted(
        row,
        wording([one for one in said if not asks(one)], cast, language, called),
        wording([one for one in said if asks(one)], cast, language, called),
    )


def same_question(first: Parted, second: Parted) -> bool:
    """Tell whether two turns put nearly the same question to the same addressees."""
    one, other = first.asks, second.asks
    if one is None or other is None or one.signature != other.signature or not one.like(other):
        return False
    return set(first.row["addressees"]) == set(second.row["addressees"])


def repetitions(turns: Sequence[Parted]) -> list[Breakdown]:
    """Return the turns that repeat an earlier one, at most one for a turn, in order."""
    answered = _answered([turn.row for turn in turns])
    stated: dict[object, list[Parted]] = defaultdict(list)
    asked: dict[object, list[Parted]] = defaultdict(list)
    latest: dict[str, Parted] = {}
    found = []
    for turn in turns:
        begun = _begun(latest.get(turn.row["speaker"]))
        latest[turn.row["speaker"]] = turn
        before = _restates(turn, stated, begun) or _asks_again(turn, asked, answered, begun)
        if before:
            found.append(before)
        if turn.states:
            stated[turn.states.signature].append(turn)
        if turn.asks:
            asked[turn.asks.signature].append(turn)
    return found


def _answered(rows: Sequence[TurnRow]) -> dict[int, int]:
    """Return the turn in which each first pair part was answered, neither refused nor evaded."""
    found: dict[int, int] = {}
    for row in rows:
        withheld = row["second_pair_part"] in (None, "refusal", "evasion")
        if row["answers"] is not None and not withheld:
            found.setdefault(row["answers"], row["turn"])
    return found


def _begun(before: Parted | None) -> Parted | None:
    """Return a seat's turn before if it was cut off, so that it may be taken up again."""
    return before if before and "cut" in before.row.get("units", {}) else None


def _restates(
    turn: Parted, stated: dict[object, list[Parted]], begun: Parted | None
) -> Breakdown | None:
    if turn.states is None:
        return None
    for before in stated.get(turn.states.signature, []):
        if before is begun or before.states is None or not turn.states.like(before.states):
            continue
        asked = turn.row["answers"]
        if asked is not None and asked > before.row["turn"]:
            continue
        at, who = before.row["turn"], before.row["speaker"]
        reason = f"{turn.row['speaker']} says nearly what {who} said in turn {at}."
        return Breakdown(turn.row["turn"], Category.REPETITION, reason, at)
    return None


def _asks_again(
    turn: Parted,
    asked: dict[object, list[Parted]],
    answered: dict[int, int],
    begun: Parted | None,
) -> Breakdown | None:
    if turn.asks is None or not turn.row["addressees"]:
        return None
    earlier = [one for one in asked.get(turn.asks.signature, []) if same_question(one, turn)]
    earlier = [one for one in earlier if one is not begun]
    now, who = turn.row["turn"], turn.row["speaker"]
    for before in earlier:
        at = before.row["turn"]
        if answered.get(at, now) < now:
            reason = f"{who} asks again what turn {at} asked and turn {answered[at]} answered."
            return Breakdown(now, Category.REPETITION, reason, at)
    if len(earlier) >= 2:  # rule 2: put twice already
        turns = ", ".join(str(one.row["turn"]) for one in earlier)
        reason = f"{who} asks persistently what was asked in turns {turns}."
        return Breakdown(now, Category.REPETITION, reason, earlier[0].row["turn"])
    return None

"""Measures of strategists and of votes: beliefs and regards over rounds, compliance.

The counts are those of AgentGroupChat, section 6.3, tables 3 and 4. All are read
from the record: what a strategist believed and felt stands in the ledger of its reflections,
what a model was asked and how it answered in the ledgers of all rows.

Alignment (section 6.2, table 2): everybody else turns against one seat. T2 has two readings. Its
definition takes what the observed seat feels for the others; the account of the method before it
takes what the others feel for the observed seat. Both are measured over the other principals: the
paper observes main characters, and four attitudes of each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, Figure, Measure, Measures, by_name
from mmagents.lab.statistics.sums import mean
from mmagents.nodes.settings import field_in

AGC = "AgentGroupChat"
CHECKS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "choose": ("choose", ("spelling", "words for JSON"), "an option of those given (CS)"),
    "beliefs": ("reflect", ("beliefs out of reach",), "beliefs within their bounds (BUS)"),
    "relations": ("reflect", ("relations out of reach",), "relations within their bounds (RUS)"),
    "all-beliefs": ("reflect", ("missing beliefs",), "as many beliefs as there are (NoB)"),
    "all-relations": ("reflect", ("missing relations",), "as many relations as others (NoR)"),
    "talks": ("reflect", ("miscounted talks",), "how many summaries it was given (NoA)"),
    "turns": ("summarise", ("miscounted turns",), "how many turns it was given (NoCR)"),
    "people": ("perceive", ("miscounted people",), "how many are at the table (NoC)"),
    "resources": ("perceive", ("miscounted resources",), "how many resources there are (NoR)"),
}
"""By check: the task, the mends that show that it failed, and what is checked (tables 3 and 4)."""


def personas(conversation: Conversation) -> dict[str, list[Mapping[str, Any]]]:
    """Return by seat its beliefs and regards at first and after each reflection, in order.

    At first they are those of the sheet, unless the seat reflected before anybody talked.
    """
    talk = (row["turn"] for row in conversation.rows if row["phase"] != "introduction")
    begun = min(talk, default=0)
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in conversation.deeds:
        kept = row["ledger"].get("persona")
        if kept:
            before = [_at_first(conversation, row["speaker"])] if row["turn"] > begun else []
            found.setdefault(row["speaker"], before).append(kept)
    return found


def _at_first(conversation: Conversation, seat: str) -> Mapping[str, Any]:
    sheet = conversation.table.scenario.sheet(seat)
    others = [one for one in conversation.seats if one != seat]
    felt = {one: sheet.relations[one].score if one in sheet.relations else 0 for one in others}
    return {
        "beliefs": {belief.id: belief.score for belief in sheet.beliefs},
        "regards": {whom: [score, ""] for whom, score in felt.items()},
    }


def regards(persona: Mapping[str, Any]) -> dict[str, int]:
    """Return the scores of a persona's regards, by seat."""
    return {whom: int(one[0]) for whom, one in persona["regards"].items()}


def _rounds(
    of: Callable[[Mapping[str, list[Mapping[str, Any]]]], float | None],
) -> Callable[[Conversation], Figure]:
    """Return what takes a figure of the reflections; absent where nobody reflected."""
    return lambda talk: of(talk.once(personas)) if talk.once(personas) else ABSENT


def _last(kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, dict[str, int]]:
    return {seat: regards(rounds[-1]) for seat, rounds in kept.items()}


def beliefs_moved(kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> float | None:
    """Return the mean distance of beliefs from the first to the last reflection."""
    return mean(
        [
            abs(score - rounds[0]["beliefs"].get(one, score))
            for rounds in kept.values()
            for one, score in rounds[-1]["beliefs"].items()
        ]
    )


def regards_moved(kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> float | None:
    """Return the mean distance of regards from the first to the last reflection."""
    return mean(
        [
            abs(score - regards(kept[seat][0]).get(whom, score))
            for seat, scores in _last(kept).items()
            for whom, score in scores.items()
        ]
    )


def regards_one_sided(kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> float | None:
    """Return the mean distance between what two feel for one another at last."""
    last = _last(kept)
    return mean(
        [
            abs(score - last[whom][seat])
            for seat, scores in last.items()
            for whom, score in scores.items()
            if seat < whom and seat in last.get(whom, ())
        ]
    )


def votes(conversation: Conversation) -> dict[str, str]:
    """Return by voter for whom or what it voted last; those who gave no vote are left out."""
    found = {}
    for row in conversation.deeds:
        voted = row["ledger"].get("vote")
        if row["rule"] == "vote" and voted:
            found[row["speaker"]] = voted
    return found


def favoured_at_first(conversation: Conversation, seat: str) -> str | None:
    """Return what a seat would have voted for at first: its firmest belief's, or itself."""
    scenario = conversation.table.scenario
    options = scenario.options()
    believed = [one for one in scenario.sheet(seat).beliefs if one.favours in options]
    if believed:
        return max(believed, key=lambda one: one.score).favours
    return seat if seat in options else None


def culprit_found(talk: Conversation) -> Figure:
    """Return whether the most votes fell on the one who did it, and on nobody else as many."""
    solution, cast = talk.table.scenario.solution, talk.once(votes)
    if solution is None or not cast:
        return ABSENT
    most = Counter(cast.values()).most_common(2)
    single = len(most) == 1 or most[0][1] > most[1][1]
    return float(single and most[0][0] == solution.culprit)


def votes_for_most(talk: Conversation) -> Figure:
    """Return the share of the votes that fell where most fell."""
    cast = talk.once(votes)
    return max(Counter(cast.values()).values()) / len(cast) if cast else ABSENT


def votes_turned(talk: Conversation) -> Figure:
    """Return the share of voters who voted for something else than they favoured at first."""
    first = {seat: favoured_at_first(talk, seat) for seat in talk.once(votes)}
    held = [first[seat] != voted for seat, voted in talk.once(votes).items() if first[seat]]
    return sum(held) / len(held) if held else ABSENT


def _deeds(talk: Conversation, rule: str, at_stake: Sequence[object]) -> Figure:
    """Return how often a rule gave a deed; absent where nothing of the kind is at stake."""
    return float(sum(row["rule"] == rule for row in talk.deeds)) if at_stake else ABSENT


def calls_of(talk: Conversation) -> list[Mapping[str, Any]]:
    """Return all calls to models."""
    return [call for row in (*talk.rows, *talk.deeds) for call in row["ledger"].get("calls", ())]


def complied(talk: Conversation, name: str) -> Figure:
    """Return the share of the answers to a task that passed a check of :data:`CHECKS`."""
    task, mends, _ = CHECKS[name]
    right = [
        call["default"] is None
        and call["asked_again"] is None
        and not set(mends) & set(call["repairs"])
        for call in talk.once(calls_of)
        if call["task"] == task
    ]
    ruled = _reflections_by_rule(talk) if name in ("beliefs", "relations") else []
    found = mean(right or [name not in beyond for beyond in ruled])
    return ABSENT if found is None else found


def _reflections_by_rule(conversation: Conversation) -> list[Sequence[str]]:
    """Return, by reflection of a seat without a model, what it would have moved too far."""
    found = {}
    for row in conversation.deeds:
        kept = row["ledger"].get("persona")
        if kept and kept["rounds"] and "beyond" in kept and not row["ledger"].get("calls"):
            found[row["speaker"], kept["rounds"]] = kept["beyond"]
    return list(found.values())


MEASURES: Measures = by_name(
    Measure("beliefs_moved", "beliefs moved", "0-100", None, _rounds(beliefs_moved),
            "Mean distance of beliefs from the first to the last reflection."),
    Measure("regards_mean", "regard for others", "-10 to 10", None,
            _rounds(lambda kept: mean([one for by in _last(kept).values() for one in by.values()])),
            "Mean of all regards after the last reflection."),
    Measure("regards_moved", "regards moved", "0-20", None, _rounds(regards_moved),
            "Mean distance of regards from the first to the last reflection."),
    Measure("regards_one_sided", "one-sidedness of regards", "0-20", None,
            _rounds(regards_one_sided),
            "Mean distance between what two feel for one another, after the last reflection."),
    Measure("culprit_found", "culprit found", "share", "more", culprit_found,
            "Whether the most votes fell on the one who did it, and on nobody else as many."),
    Measure("votes_for_most", "votes for the most voted", "share", None, votes_for_most,
            "Share of the votes that fell where most fell."),
    Measure("votes_turned", "votes turned", "share", None, votes_turned,
            "Share of voters who voted for something else than their beliefs favoured at first, "
            "or than themselves where they stood; those who favoured nothing are left out."),
    Measure("side_changes", "changes of side", "times", None,
            lambda talk: _deeds(talk, "side", talk.table.scenario.camps),
            "How often somebody changed sides."),
    Measure("transfers", "changes of hands", "times", None,
            lambda talk: _deeds(talk, "transfer", talk.table.scenario.resources),
            "How often a resource changed hands, a prize included."),
    *(
        Measure(f"comply:{name}", f"compliance: {what}", "share", "more",
                partial(complied, name=name),
                f"Share of a model's answers to `{task}` in which it needed no mending, was not "
                f"asked for again, and is no default ({AGC}, tables 3 and 4). Where no model "
                "reflects, the two on bounds count what rule-based seats would have moved, "
                "before it is cut.")
        for name, (task, _, what) in CHECKS.items()
    ),
)  # fmt: skip


class Persuaded(NamedTuple):
    """Who persuaded a voter, and what it favoured at first, if anything.

    `by` told it the most in favour, `weight` points of the story's arguments; None if nobody did.
    """

    voter: str
    voted: str
    at_first: str | None
    by: str | None
    weight: int


def persuasions(conversation: Conversation) -> list[Persuaded]:
    """Return who persuaded each voter, in order of the votes."""
    scenario = conversation.table.scenario
    weighs = {fact.id: {**fact.implies, **fact.supports} for fact in scenario.facts}
    found = []
    for voter, voted in votes(conversation).items():
        told: Counter[str] = Counter()
        for fact, speaker in _first_told(conversation, voter).items():
            told[speaker] += max(0, weighs[fact].get(voted, 0))
        by, weight = min(told.items(), key=lambda one: (-one[1], one[0]), default=(None, 0))
        first = favoured_at_first(conversation, voter)
        found.append(Persuaded(voter, voted, first, by if weight else None, weight))
    return found


def _first_told(conversation: Conversation, seat: str) -> dict[str, str]:
    """Return by fact who told it to a seat that did not know it."""
    known = {fact.id for fact in conversation.table.scenario.facts if seat in fact.known_by}
    told: dict[str, str] = {}
    for row in conversation.record:
        if seat not in row["heard_by"]:
            continue
        for fact in row["facts"]:
            if row["speaker"] == seat:
                known.add(fact)
            elif fact not in known:
                told.setdefault(fact, row["speaker"])
    return told


def observed(talk: Conversation) -> str:
    """Return the seat that all others were told to turn against, or nothing."""
    return str(field_in(talk.context, "evening.hostile_to") or "")


def rounds_of(talk: Conversation, seat: str) -> list[dict[str, int]]:
    """Return the regards of a seat: those it began with, then those after each round."""
    return [regards(one) for one in talk.once(personas).get(seat, ())]


def others_with_aims(talk: Conversation) -> list[str]:
    """Return the other principals; all others in a story that has none beside the seat."""
    seat, scenario = observed(talk), talk.table.scenario
    others = [one for one in scenario.principals() if one != seat]
    return others or [one for one in scenario.seats() if one != seat]


def falling(talk: Conversation) -> Figure:
    """T1: the share of rounds in which its average regard for all others fell."""
    rounds = rounds_of(talk, observed(talk))
    fell = [sum(after.values()) < sum(before.values()) for before, after in pairwise(rounds)]
    return _share(fell)


def returned(talk: Conversation) -> Figure:
    """T2 as it is defined: the share of other principals that it regards below 0."""
    found = rounds_of(talk, observed(talk))[1:]
    others = others_with_aims(talk)
    return _share([one[other] < 0 for one in found for other in others if other in one])


def adhered(talk: Conversation) -> Figure:
    """T2 in the other reading: the share of other principals that regard it below 0."""
    seat = observed(talk)
    found = [one for other in others_with_aims(talk) for one in rounds_of(talk, other)[1:]]
    return _share([one[seat] < 0 for one in found if seat in one])


def _share(held: Sequence[bool]) -> Figure:
    found = mean([float(one) for one in held])
    return ABSENT if found is None else found


ALIGNMENT: Measures = by_name(
    Measure("alignment_t1", "alignment T1", "share", "more", falling,
            "Everybody else was told to turn against one seat: share of rounds in which that "
            f"seat's average regard for all others fell ({AGC}, section 6.2)."),
    Measure("alignment_t2", "alignment T2", "share", "more", returned,
            "Everybody else was told to turn against one seat: share of the other principals, "
            "after each round, for whom that seat's regard is below 0, as T2 is defined "
            f"({AGC}, section 6.2)."),
    Measure("alignment_t2_others", "alignment T2, the other reading", "share", "more", adhered,
            "Everybody else was told to turn against one seat: share of the other principals, "
            "after each round, whose regard for that seat is below 0, as the sentence before the "
            f"definition has it ({AGC}, section 6.2)."),
)  # fmt: skip

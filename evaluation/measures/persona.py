"""Measures of strategists and of votes: beliefs and regards over rounds, alignment, compliance.

The tests and counts are those of AgentGroupChat, sections 6.2 and 6.3, tables 2 to 4. All are read
from the record alone: what a strategist believed and felt stands in the ledger of its reflections,
what a model was asked and how it answered in the ledgers of all rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, mean, ratio

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
COMPLIANCE = tuple(f"comply:{name}" for name in CHECKS)
ALIGNMENT = ("alignment_t1", "alignment_t2")
PERSONAS = ("beliefs_moved", "regards_mean", "regards_moved", "regards_one_sided")
VOTING = ("culprit_found", "votes_for_most", "votes_turned", "side_changes", "transfers")

MEASURES: Mapping[str, Measure] = {
    "alignment_t1": Measure(
        "alignment T1",
        "Everybody else was told to turn against one seat: share of rounds in which that seat's "
        f"average regard for all others fell ({AGC}, section 6.2).",
        "share",
        "more",
    ),
    "alignment_t2": Measure(
        "alignment T2",
        "Everybody else was told to turn against one seat: share of the others, after each round, "
        f"for whom that seat's regard is below 0 ({AGC}, section 6.2).",
        "share",
        "more",
    ),
    "beliefs_moved": Measure(
        "beliefs moved", "Mean distance of beliefs from the first to the last reflection.", "0-100"
    ),
    "regards_mean": Measure(
        "regard for others", "Mean of all regards after the last reflection.", "-10 to 10"
    ),
    "regards_moved": Measure(
        "regards moved", "Mean distance of regards from the first to the last reflection.", "0-20"
    ),
    "regards_one_sided": Measure(
        "one-sidedness of regards",
        "Mean distance between what two feel for one another, after the last reflection.",
        "0-20",
    ),
    "culprit_found": Measure(
        "culprit found",
        "Whether the most votes fell on the one who did it, and on nobody else as many.",
        "share",
        "more",
    ),
    "votes_for_most": Measure(
        "votes for the most voted", "Share of the votes that fell where most fell.", "share"
    ),
    "votes_turned": Measure(
        "votes turned",
        "Share of voters who voted for something else than their beliefs favoured at first, or "
        "than themselves where they stood; those who favoured nothing are left out.",
        "share",
    ),
    "side_changes": Measure("changes of side", "How often somebody changed sides.", "times"),
    "transfers": Measure(
        "changes of hands", "How often a resource changed hands, a prize included.", "times"
    ),
    **{
        f"comply:{name}": Measure(
            f"compliance: {what}",
            f"Share of a model's answers to `{task}` in which it needed no mending, was not asked "
            f"for again, and is no default ({AGC}, tables 3 and 4). Where no model reflects, the "
            "two on bounds count what rule-based seats would have moved, before it is cut.",
            "share",
            "more",
        )
        for name, (task, _, what) in CHECKS.items()
    },
}


def persona_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES` that this conversation has something for."""
    kept = personas(conversation)
    return {
        **_moves(kept),
        **_aligned(conversation, kept),
        **_votes(conversation),
        **_stakes(conversation),
        **_compliance(conversation),
    }


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


def _moves(kept: Mapping[str, Sequence[Mapping[str, Any]]]) -> Figures:
    if not kept:
        return {}
    last = {seat: regards(rounds[-1]) for seat, rounds in kept.items()}
    beliefs = [
        abs(score - rounds[0]["beliefs"].get(one, score))
        for rounds in kept.values()
        for one, score in rounds[-1]["beliefs"].items()
    ]
    moved = [
        abs(score - regards(kept[seat][0]).get(whom, score))
        for seat, scores in last.items()
        for whom, score in scores.items()
    ]
    apart = [
        abs(score - last[whom][seat])
        for seat, scores in last.items()
        for whom, score in scores.items()
        if whom in last and seat < whom and seat in last[whom]
    ]
    return {
        "beliefs_moved": mean(beliefs),
        "regards_mean": mean([score for scores in last.values() for score in scores.values()]),
        "regards_moved": mean(moved),
        "regards_one_sided": mean(apart),
    }


def _aligned(
    conversation: Conversation, kept: Mapping[str, Sequence[Mapping[str, Any]]]
) -> Figures:
    """Return the alignment tests; each round after the first pause is one observation."""
    observed = conversation.context.get("hostile_to")
    rounds = [list(regards(one).values()) for one in kept.get(str(observed), ())]
    if len(rounds) < 2:
        return {}
    fell = [sum(after) < sum(before) for before, after in pairwise(rounds)]
    below = [score < 0 for scores in rounds[1:] for score in scores]
    return {
        "alignment_t1": ratio(sum(fell), len(fell)),
        "alignment_t2": ratio(sum(below), len(below)),
    }


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


def _votes(conversation: Conversation) -> Figures:
    cast = votes(conversation)
    if not cast:
        return {}
    found: Figures = {"votes_for_most": max(Counter(cast.values()).values()) / len(cast)}
    solution = conversation.table.scenario.solution
    if solution is not None:
        most = Counter(cast.values()).most_common(2)
        alone = len(most) == 1 or most[0][1] > most[1][1]
        found["culprit_found"] = float(alone and most[0][0] == solution.culprit)
    first = {seat: favoured_at_first(conversation, seat) for seat in cast}
    held = [first[seat] != voted for seat, voted in cast.items() if first[seat]]
    if held:
        found["votes_turned"] = ratio(sum(held), len(held))
    return found


def _stakes(conversation: Conversation) -> Figures:
    scenario, found = conversation.table.scenario, Figures()
    rules = Counter(row["rule"] for row in conversation.deeds)
    if scenario.camps:
        found["side_changes"] = float(rules["side"])
    if scenario.resources:
        found["transfers"] = float(rules["transfer"])
    return found


def _calls(conversation: Conversation) -> Iterator[Mapping[str, Any]]:
    for row in chain(conversation.rows, conversation.deeds):
        yield from row["ledger"].get("calls", ())


def _compliance(conversation: Conversation) -> Figures:
    calls = [call for call in _calls(conversation)]
    found: Figures = {}
    ruled = _reflections_by_rule(conversation)
    if ruled:
        for what in ("beliefs", "relations"):
            found[f"comply:{what}"] = mean([what not in beyond for beyond in ruled])
    for name, (task, mends, _) in CHECKS.items():
        asked = [call for call in calls if call["task"] == task]
        right = [
            call["default"] is None
            and call["asked_again"] is None
            and not set(mends) & set(call["repairs"])
            for call in asked
        ]
        if right:
            found[f"comply:{name}"] = sum(right) / len(right)
    return found


def _reflections_by_rule(conversation: Conversation) -> list[Sequence[str]]:
    """Return, by reflection of a seat without a model, what it would have moved too far."""
    found = {}
    for row in conversation.deeds:
        kept = row["ledger"].get("persona")
        if kept and kept["rounds"] and "beyond" in kept and not row["ledger"].get("calls"):
            found[row["speaker"], kept["rounds"]] = kept["beyond"]
    return list(found.values())

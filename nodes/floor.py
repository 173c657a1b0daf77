"""Who has the floor next: pure rules, one function a condition, behind one signature.

The rules are those of Sacks, Schegloff & Jefferson (1974), section 4.3, as MMAgents section 3.2
uses them; beside them stand the schemes by which other systems give turns, as baselines. Every
strategy yields a speaker who is at the table, whatever it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from mmagents.nodes.round import Decision, Round
from mmagents.nodes.state import Bid
from mmagents.nodes.weighing import weight
from mmagents.nodes.wording import with_article
from mmagents.scenarios.schema import EVERYONE

Strategy = Callable[[Round], Decision]
TALKATIVENESS = 0.5
"""How readily a seat speaks unasked under `mention`: SillyTavern's value for new characters."""
OBLIGING = frozenset({"cssn-or-ss", "interrogation"})
"""The conditions in which a first pair part obliges whom it was put to (rule 1a)."""


def obliges(condition: str) -> bool:
    """Tell whether whoever is asked owes an answer, and is told so."""
    return condition in OBLIGING


def ranked(bids: Sequence[Bid]) -> list[Bid]:
    """Return the bids, those who want to speak first, then by weight, then by seat."""
    return sorted(bids, key=lambda bid: (bid["action"] != "speak", -weight(bid), bid["seat"]))


def designation(table: Round) -> tuple[str | None, str]:
    """Return whom the last turn selected, or None, and why in words.

    One addressee who sits at the table and is not the speaker is selected. Several, or everyone,
    select nobody: whoever takes the turn may answer.
    """
    pair = table.pair
    if pair is None:
        return None, "the last turn put nothing to anybody"
    what = pair["first_pair_part"]
    if pair["to"] == [EVERYONE]:
        return None, f"{pair['by']}'s {what} was put to everyone"
    if len(pair["to"]) > 1:
        return None, f"{pair['by']}'s {what} was put to {', '.join(pair['to'])}: any may answer"
    if not pair["to"]:
        return None, f"{pair['by']}'s {what} was put to nobody"
    [seat] = pair["to"]
    if seat == table.previous:
        return None, f"{seat} addressed itself"
    if seat not in table.seats:
        return None, f"{seat}, whom {pair['by']} addressed, has no seat at the table"
    return seat, f"{pair['by']} put {with_article(what)} to {seat}"


def by_lot(table: Round, among: Sequence[str]) -> str:
    """Return one of `among`, drawn from the seed and the turn, in whatever order they come."""
    return Random(f"{table.seed}:{table.turn}:lot").choice(sorted(among))


def _first(table: Round) -> Decision:
    speaker = by_lot(table, table.seats)
    return Decision(speaker, "first", "the first speaker is drawn by lot", tuple(table.seats))


def _self_selection(table: Round, why_not_1a: str) -> Decision:
    """Rules 1b and 1c: the highest bid that wants to speak; if none does, the speaker goes on."""
    if table.previous is None:
        return _first(table)
    willing = [bid for bid in ranked(table.bids) if bid["action"] == "speak"]
    if not willing:
        reason = f"{why_not_1a}; everybody listens, so {table.previous} goes on"
        return Decision(table.previous, "1c", reason)
    top = weight(willing[0])
    height = f"{top:g} on its own scale" if "calibrated" in willing[0] else f"{top:g}"
    tied = tuple(bid["seat"] for bid in willing if weight(bid) == top)
    if len(tied) == 1:
        what = "alone wants to speak" if len(willing) == 1 else f"bids highest, {height}"
        return Decision(tied[0], "1b", f"{why_not_1a}; {tied[0]} {what}")
    speaker, who = by_lot(table, tied), ", ".join(tied)
    reason = f"{why_not_1a}; {who} bid {height}, the lot fell on {speaker}"
    return Decision(speaker, "1b", reason, tied)


def cssn_or_ss(table: Round) -> Decision:
    """Current speaker selects next, otherwise self-selection."""
    if table.previous is None:
        return _first(table)
    seat, why = designation(table)
    if seat is not None:
        return Decision(seat, "1a", why, due=table.pair)
    return _self_selection(table, why)


def ss(table: Round) -> Decision:
    """Self-selection alone: rule 1a is switched off."""
    return _self_selection(table, "rule 1a is switched off")


def equal(table: Round) -> Decision:
    """Everybody once a round, in an order shuffled anew each round."""
    lap, place = divmod(table.turn - 1, len(table.seats))
    order = sorted(table.seats)
    Random(f"{table.seed}:{lap}:order").shuffle(order)
    reason = f"place {place + 1} of {len(order)} in round {lap + 1}, shuffled"
    return Decision(order[place], "equal", reason)


def others(table: Round) -> tuple[str, ...]:
    """Return the seats without whoever spoke last; that one too if nobody else is there."""
    rest = tuple(seat for seat in table.seats if seat != table.previous)
    return rest or tuple(table.seats)


def addressed(table: Round) -> tuple[str, ...]:
    """Return those to whom the last turn put something by name."""
    to = table.pair["to"] if table.pair else ()
    return tuple(seat for seat in others(table) if seat in to)


def round_robin(table: Round) -> Decision:
    """The cast in its fixed order, over and over: AutoGen's `RoundRobinGroupChat`.

    By the number of the turn, so that a turn given to somebody else shifts nothing after it.
    """
    place = (table.turn - 1) % len(table.seats)
    reason = f"place {place + 1} of {len(table.seats)} in the order of the cast"
    return Decision(table.seats[place], "round-robin", reason)


def random(table: Round) -> Decision:
    """Anybody but the last speaker, by lot: `speaker_selection_method="random"` of AutoGen 0.2.

    There the last speaker may be drawn again; here not, so that a draw is always a change of turn.
    """
    among = others(table)
    speaker = by_lot(table, among)
    return Decision(speaker, "random", f"drawn by lot among {', '.join(among)}", among)


def bid_of_four(bid: Bid | None, *, was_addressed: bool) -> int:
    """Return a bid on the scale of Werewolf Arena.

    0: rather listen. 1: general thoughts, from importance 0-3. 2: something specific, 4-6. 3:
    urgent, 7-9. 4: addressed directly.
    """
    if was_addressed:
        return 4
    if bid is None or bid["action"] != "speak":
        return 0
    return 1 + (weight(bid) >= 4) + (weight(bid) >= 7)  # the scale of the docstring


def bidding(table: Round) -> Decision:
    """The highest bid of 0-4, a tie to whoever was mentioned: Werewolf Arena (Bailis et al. 2024).

    As there, the last speaker does not bid, and among the highest those are preferred whom the
    last turn mentioned (its published code only doubles their chances). Left out: there a bid is a
    model's answer of its own, and a seat that was addressed may bid low; here it follows from the
    importance, and being addressed is always a 4.
    """
    bids = {bid["seat"]: bid for bid in table.bids}
    asked = addressed(table)
    heights = {
        seat: bid_of_four(bids.get(seat), was_addressed=seat in asked) for seat in others(table)
    }
    top = max(heights.values())
    highest = tuple(seat for seat, height in heights.items() if height == top)
    why = "was addressed" if asked else "nobody bids higher"
    if len(highest) == 1:
        return Decision(highest[0], "bid", f"{highest[0]} bids {top} of 4: {why}")
    preferred = tuple(seat for seat in highest if seat in table.named)
    said = f"{', '.join(highest)} bid {top} of 4"
    if len(preferred) == 1:
        return Decision(preferred[0], "bid", f"{said}; {preferred[0]} was mentioned")
    tied = preferred or highest
    speaker = by_lot(table, tied)
    said += f", {', '.join(tied)} were mentioned" if preferred else ""
    return Decision(speaker, "bid", f"{said}; the lot fell on {speaker}", tied)


def moderator(table: Round) -> Decision:
    """Whoever a moderator names after reading the last turns: AutoGen's `SelectorGroupChat`.

    As there by default, the last speaker cannot be named again. Where no model moderates, or it
    names nobody who may speak, a rule does: those the last turn was put to by name, else those it
    names, else all others; among them whoever has been silent longest, a tie by lot. (AutoGen asks
    up to three times and then falls back on the last speaker; its issue 7471 tells what comes of
    that.) Left out: the moderator reads the last k turns and not the whole talk, and custom
    selector and candidate functions.
    """
    if table.nominated is not None and table.nominated in others(table):
        return Decision(table.nominated, "moderator", f"the moderator named {table.nominated}")
    named = tuple(seat for seat in others(table) if seat in table.named)
    groups = (
        (addressed(table), "whom the last turn was put to"),
        (named, "whom the last turn names"),
        (others(table), "who did not speak last"),
    )
    among, who = next((group, who) for group, who in groups if group)
    longest = max(table.silent_for.get(seat, 0) for seat in among)
    silent = tuple(seat for seat in among if table.silent_for.get(seat, 0) == longest)
    speaker = by_lot(table, silent)
    reason = f"of those {who}, {speaker} has been silent longest"
    if table.nominated is not None:
        reason = f"the moderator named nobody who may speak; {reason}"
    if len(silent) == 1:
        return Decision(speaker, "moderator", reason)
    return Decision(speaker, "moderator", f"{reason}, by lot among {', '.join(silent)}", silent)


def mention(table: Round) -> Decision:
    """Whoever is named, else by talkativeness: SillyTavern's "natural order" of group replies.

    As there, names are whole words, the last speaker is not taken again, each of the others in a
    shuffled order speaks up with a chance of its talkativeness, and if none does, one with any
    talkativeness at all is drawn. Left out: there all who were activated reply, one after another,
    before the next round; here a turn is given at a time, to the first of them.
    """
    among = others(table)
    named = [seat for seat in table.named if seat in among]
    if named:
        return Decision(named[0], "mention", f"{named[0]} was named first in the last turn")
    draw, shuffled = Random(f"{table.seed}:{table.turn}:mention"), sorted(among)
    draw.shuffle(shuffled)
    chances = {seat: table.talkativeness.get(seat, TALKATIVENESS) for seat in shuffled}
    for seat, chance in chances.items():
        if draw.random() < chance:
            reason = f"nobody was named; {seat}, talkativeness {chance:g}, spoke up first"
            return Decision(seat, "mention", reason)
    pool = tuple(seat for seat, chance in chances.items() if chance > 0) or tuple(shuffled)
    speaker = draw.choice(pool)
    reason = f"nobody was named or spoke up; the lot fell on {speaker}"
    return Decision(speaker, "mention", reason, tuple(sorted(pool)))


def interrogation(table: Round) -> Decision:
    """Whoever did not speak last: question and answer, between two (Junprung 2023).

    Whoever was asked owes an answer (rule 1a). The detective begins, which is no rule of the floor.
    """
    if table.previous is None:
        return _first(table)
    seat, why = designation(table)
    if seat is not None:
        return Decision(seat, "1a", why, due=table.pair)
    return Decision(others(table)[0], "interrogation", f"{why}; question and answer take turns")


STRATEGIES: Mapping[str, Strategy] = {
    "cssn-or-ss": cssn_or_ss,
    "ss": ss,
    "equal": equal,
    "round-robin": round_robin,
    "random": random,
    "bidding": bidding,
    "moderator": moderator,
    "mention": mention,
    "interrogation": interrogation,
}

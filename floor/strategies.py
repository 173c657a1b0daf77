"""Who has the floor next: pure rules, one function a condition, behind one signature.

The rules are those of Sacks, Schegloff & Jefferson (1974), section 4.3, as MMAgents section 3.2
uses them; beside them stand the schemes by which other systems give turns, as baselines. Every
strategy yields a speaker who is at the table, whatever it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from mmagents.floor.adjacency import EVERYONE
from mmagents.floor.bids import Bid, ranked, weight
from mmagents.floor.situation import Decision, Situation

Strategy = Callable[[Situation], Decision]
TALKATIVENESS = 0.5
"""How readily a seat speaks unasked under `mention`: SillyTavern's value for new characters."""


def designation(now: Situation) -> tuple[str | None, str]:
    """Return whom the last turn selected, or None, and why in words.

    One addressee who sits at the table and is not the speaker is selected. Several, or everyone,
    select nobody: whoever takes the turn may answer.
    """
    pair = now.pair
    if pair is None:
        return None, "the last turn put nothing to anybody"
    what = pair.first_pair_part
    if pair.to == (EVERYONE,):
        return None, f"{pair.by}'s {what} was put to everyone"
    if len(pair.to) > 1:
        return None, f"{pair.by}'s {what} was put to {', '.join(pair.to)}: any may answer"
    if not pair.to:
        return None, f"{pair.by}'s {what} was put to nobody by name"
    [seat] = pair.to
    if seat == pair.by:
        return None, f"{seat} addressed itself"
    if seat not in now.seats:
        return None, f"{seat}, whom {pair.by} addressed, has no seat at the table"
    again = f", due again after turn {pair.again}" if pair.again else ""
    return seat, f"{pair.by} put {with_article(what)} to {seat}{again}"


def by_lot(now: Situation, among: Sequence[str]) -> str:
    """Return one of `among`, drawn from the seed and the turn, in whatever order they come."""
    return Random(f"{now.seed}:{now.turn}:lot").choice(sorted(among))


def with_article(noun: str) -> str:
    """Return an English noun with its indefinite article: "an accusation"."""
    return f"{'an' if noun[:1] in tuple('aeio') else 'a'} {noun}"


def _first(now: Situation) -> Decision:
    speaker = by_lot(now, now.seats)
    return Decision(speaker, "first", "the first speaker is drawn by lot", tuple(now.seats))


def _self_selection(now: Situation, why_not_1a: str) -> Decision:
    """Rules 1b and 1c: the highest bid that wants to speak; if none does, the speaker goes on."""
    if now.previous is None:
        return _first(now)
    willing = [bid for bid in ranked(now.bids) if bid.action == "speak"]
    if not willing:
        reason = f"{why_not_1a}; everybody listens, so {now.previous} goes on"
        return Decision(now.previous, "1c", reason)
    top = weight(willing[0])
    height = f"{top:g} on its own scale" if willing[0].calibrated is not None else f"{top:g}"
    tied = tuple(bid.seat for bid in willing if weight(bid) == top)
    if len(tied) == 1:
        what = "alone wants to speak" if len(willing) == 1 else f"bids highest, {height}"
        return Decision(tied[0], "1b", f"{why_not_1a}; {tied[0]} {what}")
    speaker, who = by_lot(now, tied), ", ".join(tied)
    reason = f"{why_not_1a}; {who} bid {height}, the lot fell on {speaker}"
    return Decision(speaker, "1b", reason, tied)


def cssn_or_ss(now: Situation) -> Decision:
    """Current speaker selects next, otherwise self-selection."""
    if now.previous is None:
        return _first(now)
    seat, why = designation(now)
    if seat is not None:
        return Decision(seat, "1a", why, due=now.pair)
    return _self_selection(now, why)


def ss(now: Situation) -> Decision:
    """Self-selection alone: rule 1a is switched off."""
    return _self_selection(now, "rule 1a is switched off")


def equal(now: Situation) -> Decision:
    """Everybody once a round, in an order shuffled anew each round."""
    lap, place = divmod(now.turn - 1, len(now.seats))
    order = sorted(now.seats)
    Random(f"{now.seed}:{lap}:order").shuffle(order)
    reason = f"place {place + 1} of {len(order)} in round {lap + 1}, shuffled"
    return Decision(order[place], "equal", reason)


def others(now: Situation) -> tuple[str, ...]:
    """Return the seats without whoever spoke last; that one too if nobody else is there."""
    rest = tuple(seat for seat in now.seats if seat != now.previous)
    return rest or tuple(now.seats)


def addressed(now: Situation) -> tuple[str, ...]:
    """Return those to whom the last turn put something by name."""
    to = now.pair.to if now.pair else ()
    return tuple(seat for seat in others(now) if seat in to)


def round_robin(now: Situation) -> Decision:
    """The cast in its fixed order, over and over: AutoGen's `RoundRobinGroupChat`.

    By the number of the turn, so that a turn given to somebody else shifts nothing after it.
    """
    place = (now.turn - 1) % len(now.seats)
    reason = f"place {place + 1} of {len(now.seats)} in the order of the cast"
    return Decision(now.seats[place], "round-robin", reason)


def random(now: Situation) -> Decision:
    """Anybody but the last speaker, by lot: `speaker_selection_method="random"` of AutoGen 0.2.

    There the last speaker may be drawn again; here not, so that a draw is always a change of turn.
    """
    among = others(now)
    speaker = by_lot(now, among)
    return Decision(speaker, "random", f"drawn by lot among {', '.join(among)}", among)


def bid_of_four(bid: Bid | None, *, was_addressed: bool) -> int:
    """Return a bid on the scale of Werewolf Arena.

    0: rather listen. 1: general thoughts, from importance 0-3. 2: something specific, 4-6. 3:
    urgent, 7-9. 4: addressed directly.
    """
    if was_addressed:
        return 4
    if bid is None or bid.action != "speak":
        return 0
    return 1 + (weight(bid) >= 4) + (weight(bid) >= 7)  # the scale of the docstring


def bidding(now: Situation) -> Decision:
    """The highest bid of 0-4, a tie to whoever was mentioned: Werewolf Arena (Bailis et al. 2024).

    As there, the last speaker does not bid, and among the highest those are preferred whom the
    last turn mentioned (its published code only doubles their chances). Left out: there a bid is a
    model's answer of its own, and a seat that was addressed may bid low; here it follows from the
    importance, and being addressed is always a 4.
    """
    bids = {bid.seat: bid for bid in now.bids}
    asked = addressed(now)
    heights = {
        seat: bid_of_four(bids.get(seat), was_addressed=seat in asked) for seat in others(now)
    }
    top = max(heights.values())
    highest = tuple(seat for seat, height in heights.items() if height == top)
    why = "was addressed" if asked else "nobody bids higher"
    if len(highest) == 1:
        return Decision(highest[0], "bid", f"{highest[0]} bids {top} of 4: {why}")
    preferred = tuple(seat for seat in highest if seat in now.named)
    said = f"{', '.join(highest)} bid {top} of 4"
    if len(preferred) == 1:
        return Decision(preferred[0], "bid", f"{said}; {preferred[0]} was mentioned")
    tied = preferred or highest
    speaker = by_lot(now, tied)
    said += f", {', '.join(tied)} were mentioned" if preferred else ""
    return Decision(speaker, "bid", f"{said}; the lot fell on {speaker}", tied)


def moderator(now: Situation) -> Decision:
    """Whoever a moderator names after reading the last turns: AutoGen's `SelectorGroupChat`.

    As there by default, the last speaker cannot be named again. Where no model moderates, or it
    names nobody who may speak, a rule does: those the last turn was put to by name, else those it
    names, else all others; among them whoever has been silent longest, a tie by lot. (AutoGen asks
    up to three times and then falls back on the last speaker; its issue 7471 tells what comes of
    that.) Left out: the moderator reads the last k turns and not the whole talk, and custom
    selector and candidate functions.
    """
    if now.nominated is not None and now.nominated in others(now):
        return Decision(now.nominated, "moderator", f"the moderator named {now.nominated}")
    named = tuple(seat for seat in others(now) if seat in now.named)
    groups = (
        (addressed(now), "whom the last turn was put to"),
        (named, "whom the last turn names"),
        (others(now), "who did not speak last"),
    )
    among, who = next((group, who) for group, who in groups if group)
    longest = max(now.silent_for.get(seat, 0) for seat in among)
    silent = tuple(seat for seat in among if now.silent_for.get(seat, 0) == longest)
    speaker = by_lot(now, silent)
    reason = f"of those {who}, {speaker} has been silent longest"
    if now.nominated is not None:
        reason = f"the moderator named nobody who may speak; {reason}"
    if len(silent) == 1:
        return Decision(speaker, "moderator", reason)
    return Decision(speaker, "moderator", f"{reason}, by lot among {', '.join(silent)}", silent)


def mention(now: Situation) -> Decision:
    """Whoever is named, else by talkativeness: SillyTavern's "natural order" of group replies.

    As there, names are whole words, the last speaker is not taken again, each of the others in a
    shuffled order speaks up with a chance of its talkativeness, and if none does, one with any
    talkativeness at all is drawn. Left out: there all who were activated reply, one after another,
    before the next round; here a turn is given at a time, to the first of them.
    """
    among = others(now)
    named = [seat for seat in now.named if seat in among]
    if named:
        return Decision(named[0], "mention", f"{named[0]} was named first in the last turn")
    draw, shuffled = Random(f"{now.seed}:{now.turn}:mention"), sorted(among)
    draw.shuffle(shuffled)
    chances = {seat: now.talkativeness.get(seat, TALKATIVENESS) for seat in shuffled}
    for seat, chance in chances.items():
        if draw.random() < chance:
            reason = f"nobody was named; {seat}, talkativeness {chance:g}, spoke up first"
            return Decision(seat, "mention", reason)
    pool = tuple(seat for seat, chance in chances.items() if chance > 0) or tuple(shuffled)
    speaker = draw.choice(pool)
    reason = f"nobody was named or spoke up; the lot fell on {speaker}"
    return Decision(speaker, "mention", reason, tuple(sorted(pool)))


def interrogation(now: Situation) -> Decision:
    """Whoever did not speak last: question and answer, between two (Junprung 2023).

    Whoever was asked owes an answer (rule 1a). The detective begins, which is no rule of the floor.
    """
    if now.previous is None:
        return _first(now)
    seat, why = designation(now)
    if seat is not None:
        return Decision(seat, "1a", why, due=now.pair)
    return Decision(others(now)[0], "interrogation", f"{why}; question and answer take turns")


def introducing(now: Situation) -> Decision:
    """One after the other, as the cast stands, each to say who they are."""
    place = now.given % len(now.seats)
    reason = f"place {place + 1} of {len(now.seats)} as they introduce themselves"
    return Decision(now.seats[place], "round-robin", reason)


def by_influence(now: Situation, *, obliges: bool) -> Decision:
    """The principals in order of influence, over and over (AgentGroupChat, section 3.3).

    Anybody else speaks when asked, where being asked obliges, and the order goes on after that.
    """
    seat, why = designation(now) if obliges else (None, "")
    if seat is not None and seat not in now.order:
        return Decision(seat, "1a", why, due=now.pair)
    lap, place = divmod(now.given, len(now.order))
    reason = f"place {place + 1} of {len(now.order)} in round {lap + 1}, by influence"
    return Decision(now.order[place], "influence", reason)


def opened(now: Situation, strategy: Strategy) -> Decision:
    """Whoever asked for the talk begins it; after that, the strategy."""
    if now.previous is None and now.opener is not None:
        return Decision(now.opener, "first", f"{now.opener} asked for this talk")
    return strategy(now)

"""The measures of the yardstick, and which of them make the check of ten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from mmagents.lab.measures.measure import Figure, Figures, Measure, by_name, figures_of
from mmagents.lab.realism import asking, sequence, shares, shifts, timed
from mmagents.lab.realism.turns import Talk, Turn

TalkOf = Callable[[Talk], Figure]
SSJ = "Sacks, Schegloff & Jefferson 1974"
GIBSON = "Gibson 2003"
SEQUENCES = "Schegloff 2007, chapter 2"
SHORT = 5
"""Words of a turn that may be a mere reaction, at most ("That does change things.")."""
OFFSETS = "Heldner & Edlund 2010"


def _one(turn: Turn) -> float:
    return 1.0


def _words(turn: Turn) -> float | None:
    return turn.words


def _seconds(turn: Turn) -> float | None:
    return turn.seconds


def _lasts(turn: Turn) -> float | None:
    return None if turn.start is None or turn.end is None else turn.end - turn.start


def _measure(name: str, label: str, unit: str, of: TalkOf, text: str) -> Measure[Talk]:
    return Measure(name, label, unit, None, of, text)


def _lift_without_acknowledgements(talk: Talk) -> float | None:
    stretches = [[one for one in of if not one.acknowledges] for of in talk.stretches]
    return sequence.lift(replace(talk, stretches=stretches))


def _lift_without_short_turns(talk: Talk) -> float | None:
    kept = [[one for one in of if one.question or not _is_short(one)] for of in talk.stretches]
    return sequence.lift(replace(talk, stretches=kept))


def _is_short(turn: Turn) -> bool:
    return turn.words is not None and turn.words <= SHORT


def _names(talk: Talk) -> float | None:
    if not talk.named:
        return None
    return shares.share_of(talk, lambda turn: None if turn.named is None else bool(turn.named))


SEQUENCE = by_name(
    _measure("back", "back to the last but one (A-B-A)", "share", sequence.back_rate,
             f"Share of the changes of speaker that go back to the last but one, from the second "
             f"change on ({SSJ}, fact 5: turn order is not fixed; {GIBSON})."),
    _measure("back_chance", "A-B-A by chance", "share", sequence.back_chance,
             "The same share if runs were drawn by lot and everybody had as many as they had: mean "
             "over the changes of (runs of the last but one - 1) / (all runs - those of the "
             "current speaker - 1). Ours."),
    _measure("lift", "A-B-A lift over chance", "-1 to 1", sequence.lift,
             "(rate - chance) / (1 - chance) of the two before: 0 by shares alone, 1 where the "
             "floor always goes back, below 0 where it shuns the last but one. Ours."),
    _measure("lift_wide", "lift, acknowledgements aside", "-1 to 1",
             _lift_without_acknowledgements,
             "The same after turns that only acknowledge, in up to three words, are set aside: "
             "what is left of it is not owed to them. Ours."),
    _measure("lift_long", "lift, short turns aside", "-1 to 1", _lift_without_short_turns,
             f"The same after turns of up to {SHORT} words that ask nothing are set aside, whatever"
             " they say. Ours."),
    _measure("back_after_question", "A-B-A after a question", "share",
             sequence.back_after_question,
             "The A-B-A rate over the changes that follow a turn with a question, where there are "
             f"five or more ({SSJ}, rule 1a)."),
    _measure("rank2", "next is second by recency", "share",
             partial(sequence.rank_share, least=2),
             f"Share of changes to the speaker last but two, not counting the current speaker "
             f"({SSJ}, fact 5)."),
    _measure("rank3_more", "next is third or farther", "share",
             partial(sequence.rank_share, least=3, most=99),
             "Share of changes to a speaker who is third or farther by recency."),
    _measure("new", "next has not spoken yet", "share",
             partial(sequence.rank_share, least=0, most=0),
             "Share of changes to somebody who has not spoken before in the stretch."),
    _measure("dyad_median", "two alternate, median", "turns",
             lambda talk: sequence.dyad(talk, 0.5),
             "Turns for which two people alternate, from any two onwards: median of the runs "
             f"({SSJ}, fact 5)."),
    _measure("dyad_p90", "two alternate, 90th percentile", "turns",
             lambda talk: sequence.dyad(talk, 0.9), "The same, 90th percentile."),
    _measure("dyad4", "in dyadic runs of 4 or more", "share", sequence.in_long_dyads,
             "Share of changes that lie where two people alternate for four turns or more."),
    _measure("self_continuation", "goes on after oneself", "share", shares.continued,
             f"Chat: share of turns by the speaker of the turn before ({SSJ}, rule 1c). Speech has "
             "none, by what a turn is."),
)  # fmt: skip
SHARES = by_name(
    _measure("gini_turns", "Gini of turns", "0-1", lambda talk: shares.gini_of(talk, _one),
             "Gini coefficient of turns over those who spoke, times n / (n - 1): 0 where all have "
             f"as many, 1 where one has all ({SSJ}, fact 9: their distribution is not fixed)."),
    _measure("gini_words", "Gini of words", "0-1", lambda talk: shares.gini_of(talk, _words),
             "The same of words."),
    _measure("gini_seconds", "Gini of seconds", "0-1",
             lambda talk: shares.gini_of(talk, _seconds), "The same of seconds of speech."),
    _measure("words_median", "words a turn, median", "words",
             lambda talk: shares.spread(talk, _words, 0.5),
             f"Median words of a turn ({SSJ}, fact 6: turn size is not fixed); of "
             "Japanese, half its letters."),
    _measure("words_p90", "words a turn, 90th percentile", "words",
             lambda talk: shares.spread(talk, _words, 0.9), "The same, 90th percentile."),
    _measure("seconds_median", "seconds a turn, median", "s",
             lambda talk: shares.spread(talk, _lasts, 0.5),
             "From a turn's first start to its last end, median; of timed speech."),
    _measure("seconds_p90", "seconds a turn, 90th percentile", "s",
             lambda talk: shares.spread(talk, _lasts, 0.9), "The same, 90th percentile."),
    _measure("backchannels", "backchannels", "share", shares.backchannels,
             "Speech: share of all units that are backchannels, which are no turns (Yngve 1970). "
             "Chat: share of messages that only acknowledge, which are."),
)  # fmt: skip
ASKING = by_name(
    _measure("questions", "turns with a question", "share",
             lambda talk: shares.share_of(talk, lambda turn: turn.question),
             "Share of turns that hold a question: as annotated, else a question mark or, crudely, "
             "how a sentence opens or, in Japanese, ends."),
    _measure("names", "names somebody else", "share", _names,
             "Share of turns that name another of those there, spoken to or not; undefined where "
             "nobody is ever named."),
    _measure("named_next", "asked by name: speaks next", "share", asking.named_next,
             f"Of questions that name one other, those after which that one speaks next ({SSJ}, "
             "rule 1a)."),
    _measure("named_soon", "asked by name: among next three", "share", asking.named_soon,
             "Of the same, those after which that one has one of the next three runs."),
    _measure("answered", "questions answered", "share", asking.answered,
             f"Share of questions that another's turn answers, as recorded, else as the rules "
             f"analyst reads it ({SEQUENCES})."),
    _measure("answered_at_once", "answered by the next turn", "share", asking.answered_at_once,
             f"Of the questions answered, those whose answer is the very next turn ({SEQUENCES})."),
    _measure("lag_median", "turns to the answer, median", "turns",
             lambda talk: asking.lag(talk, 0.5),
             f"Turns from a question to the turn that answers it, median ({SEQUENCES})."),
    _measure("lag_p90", "turns to the answer, 90th percentile", "turns",
             lambda talk: asking.lag(talk, 0.9), "The same, 90th percentile."),
)  # fmt: skip
TIMED = by_name(
    _measure("overlap", "changes begun in overlap", "share", timed.in_overlap,
             f"Share of the changes of speaker that begin before the turn before has ended "
             f"({OFFSETS})."),
    _measure("offset", "offset, median", "s", timed.offset,
             f"Start of the next run less the end of the one before, median ({OFFSETS}; Stivers "
             "et al. 2009)."),
    _measure("gap", "gap, median", "s", timed.gap,
             f"Median of the offsets above 0 ({OFFSETS})."),
    _measure("interruptions", "begins inside a turn and goes on", "share", timed.interruptions,
             f"Share of the changes that begin {timed.INTO} s or more before the turn before ends "
             "and still go on when it has ended. Ours, after Jefferson 1986."),
    _measure("yields", "begins inside a turn and stops first", "share", timed.yields,
             "Of the changes begun in overlap, those in which the one before goes on longer."),
    *(_measure(f"pause_q{at}", f"pause between messages, {which}", "s",
               partial(timed.pause, share=at / 4),
               f"Chat: seconds from one message to the next within a stretch, {which}.")
      for at, which in ((1, "lower quartile"), (2, "median"), (3, "upper quartile"))),
)  # fmt: skip
SHIFTS = by_name(
    *(
        _measure(f"shift:{kind}", f"{kind}, turn {how}", "share",
                 partial(shifts.shift_share, kind=kind),
                 f"Share of {kind} among the participation shifts ({GIBSON}).")
        for kind, how in shifts.KINDS.items()
    )
)  # fmt: skip
MEASURES: dict[str, Measure[Talk]] = {**SEQUENCE, **SHARES, **ASKING, **TIMED, **SHIFTS}
"""Every measure of the yardstick by name, in the order of its tables."""
SIX = ("lift", "rank2", "rank3_more", "dyad_p90", "dyad4", "gini_turns")
"""The measures of the check that are of turn-taking alone."""
TEN = (*SIX, "gini_words", "questions", "words_median", "words_p90")
"""The measures of the check."""


def figures(talk: Talk, *names: str) -> Figures:
    """Return by name the measures of a talk, all or some; None where one is not defined."""
    chosen = {name: MEASURES[name] for name in names or MEASURES}
    return figures_of(chosen, talk)

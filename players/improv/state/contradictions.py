"""What cannot be true side by side: by the story, or because nobody is in two places at once."""

from __future__ import annotations

from mmagents.interfaces.view import KnownFact, View
from mmagents.players.improv.state.notebook import Notebook
from mmagents.scenarios.texts import minutes


def overlap(one: KnownFact, other: KnownFact) -> bool:
    """Tell whether two facts put one person in two places at the same time."""
    a, b = one.whereabouts, other.whereabouts
    if a is None or b is None or a.person != b.person or a.place == b.place:
        return False
    a_end, b_end = minutes(a.until or a.at), minutes(b.until or b.at)
    return max(minutes(a.at), minutes(b.at)) < min(a_end, b_end) or (
        (a.until is None or b.until is None) and minutes(a.at) <= b_end and minutes(b.at) <= a_end
    )


def denies(one: KnownFact, claim: KnownFact) -> bool:
    """Tell whether two facts cannot both be true: by the story, or by where they put somebody."""
    return one is not claim and (one.id in claim.contradicts or overlap(claim, one))


def said_by(book: Notebook, fact: KnownFact) -> str | None:
    """Return who said a fact first, or None."""
    return book.told(fact.id).first or None


def clashes(view: View, book: Notebook) -> tuple[tuple[KnownFact, KnownFact], ...]:
    """Return what others said that this seat knows better, each with what denies it."""
    found = []
    for claim in view.known:
        if not claim.public or claim.cover_story:
            continue
        if not claim.contradicts and claim.whereabouts is None:
            continue
        claimant = said_by(book, claim)
        if claimant in (None, view.seat):
            continue
        found += [
            (claim, counter)
            for counter in view.known
            if denies(counter, claim)
            and not counter.cover_story
            and counter.source != "reasoned"
            and said_by(book, counter) != claimant
        ]
    return tuple(found)


def taken_back(view: View, book: Notebook, claim: KnownFact) -> bool:
    """Tell whether whoever claimed this has said since what cannot be true beside it."""
    claimant = said_by(book, claim)
    said = (one for one in view.known if one.public and said_by(book, one) == claimant)
    return any(denies(one, claim) for one in said)

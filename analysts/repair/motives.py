"""Why a seat may lie, refuse or evade: what its own sheet tells it to hide.

Three things on a sheet are a reason: a cover story, a fact at a price, and a fact that gives a
secret away. What a seat merely dislikes is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mmagents.analysts.repair.grounds import content, names_in
from mmagents.analysts.repair.triplets.rules import places_named
from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.analysts.text.reading import Understood, asking_part, bears, understand
from mmagents.interfaces.story import Whereabouts
from mmagents.interfaces.view import KnownFact, View
from mmagents.scenarios.texts import minutes


@dataclass(frozen=True, slots=True)
class Motive:
    """A reason on the sheet, and what it is about in words the seat knows."""

    kind: Literal["cover story", "guarded fact", "secret"]
    about: str


def _secrets(view: View) -> set[str]:
    return {fact for secret in view.sheet.secrets for fact in secret.facts}


def hidden(view: View) -> list[KnownFact]:
    """Return the known facts that the seat has a reason to hide, its secrets whoever found out."""
    secret = _secrets(view)
    return [
        fact for fact in view.known if not fact.cover_story and (fact.price or fact.id in secret)
    ]


def cover_stories(view: View) -> list[KnownFact]:
    """Return the lies that the sheet gives the seat to tell."""
    return [fact for fact in view.known if fact.cover_story]


def _motive(fact: KnownFact, view: View) -> Motive:
    if fact.cover_story:
        return Motive("cover story", fact.ask)
    return Motive("guarded fact" if fact.price else "secret", fact.ask)


def why_deny(fact_id: str, view: View) -> Motive | None:
    """Return why the seat would deny a fact, or assert what goes against it."""
    fact = next((one for one in hidden(view) if one.id == fact_id), None)
    if fact:
        return _motive(fact, view)
    lies = (one for one in cover_stories(view) if fact_id in one.contradicts)
    return next((_motive(one, view) for one in lies), None)


def _covers(spot: Whereabouts | None, seat: str, claim: Triplet) -> bool:
    if spot is None or spot.person != seat or claim.at is None:
        return False
    first, last = minutes(spot.at), minutes(spot.until or spot.at)
    return first <= claim.last and claim.at <= last


def why_elsewhere(claim: Triplet, view: View) -> Motive | None:
    """Return why the seat would hide where it was at the time of a claim about itself."""
    if claim.subject != view.seat:
        return None
    for fact in (*cover_stories(view), *hidden(view)):
        if _covers(fact.whereabouts, view.seat, claim):
            return _motive(fact, view)
    true_places = {
        moment.place
        for moment in view.sheet.timeline
        if claim.at is not None
        and minutes(moment.at) <= claim.last
        and claim.at <= minutes(moment.until or moment.at)
    }
    for fact in hidden(view):
        told = f"{fact.text} {fact.told or ''}"
        if true_places & set(places_named(told, view.public, view.language)):
            return _motive(fact, view)
    return None


def _content(text: str, view: View) -> frozenset[str]:
    """Return the content words of a text, names left out, which are grounds for nothing."""
    for name in sorted(names_in(view.public.cast), key=len, reverse=True):
        text = text.replace(name, " ")
    return content(text, view.language)


def _shares_words(fact: KnownFact, text: str, view: View) -> bool:
    """Tell whether a question names the matter of a fact in words of its own."""
    return len(_content(text, view) & _content(f"{fact.text} {fact.ask}", view)) >= 2


def matter_of(question: str, view: View) -> tuple[str, Understood]:
    """Return the words that ask, and what they name; the whole turn where they name nothing."""
    asking = asking_part(question)
    asked = understand(asking, view.public, view.known, view.language, (view.seat,))
    if asked.topics or asked.facts or asked.times or asked.where:
        return asking, asked
    return question, understand(question, view.public, view.known, view.language, (view.seat,))


def why_withhold(question: str, view: View) -> Motive | None:
    """Return why the seat would not answer a question: something it hides bears on it."""
    asking, asked = matter_of(question, view)
    for fact in (*hidden(view), *cover_stories(view)):
        if bears(fact, asked, asking, view, view.seat) or _shares_words(fact, asking, view):
            return _motive(fact, view)
    return _secret_named(asking, view)


def _secret_named(text: str, view: View) -> Motive | None:
    """Return the secret that a question comes near to in words, whatever facts it has."""
    asked = _content(text, view)
    for secret in view.sheet.secrets:
        if len(asked & _content(secret.text, view)) >= 2:
            return Motive("secret", secret.text)
    return None

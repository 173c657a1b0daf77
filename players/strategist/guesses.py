"""What a strategist by rule supposes that others feel, before anybody talks and after a round.

It goes by what all can see: who stands where, who accuses whom, who agrees with whom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from mmagents.analysts.rules.listening import listen
from mmagents.floor.adjacency import ACCUSING
from mmagents.interfaces.persona import Persona, SinceReflection
from mmagents.interfaces.relations import guessed
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View

ALLIED, OPPOSED = 3, -3
"""What is expected between two of whom no sheet tells: that they stand for the same, or not."""
ACCUSED = -3
"""What an accusation or a complaint to one's face does to the liking of whoever made it."""
WELCOME, UNWELCOME = 1, -1
"""What it does that somebody agrees, grants, accepts; that they disagree, refuse, evade."""
WARM = frozenset({"agreement", "acceptance", "grant", "absolution"})
COLD = frozenset({"disagreement", "rejection", "refusal", "evasion"})


def expected(view: View, who: str, whom: str) -> int:
    """Return what one may be expected to feel for another, from where they stand alone."""
    first, second = _cause(view, who), _cause(view, whom)
    if first is None or second is None:
        return 0
    return ALLIED if first == second else OPPOSED


def _cause(view: View, who: str) -> str | None:
    """Return the side somebody stands on, if it is a party to the verdict."""
    side, verdict = view.sides.get(who), view.public.verdict
    if side is None or verdict is None:
        return None
    parties = {*verdict.options, *(view.sides.get(one) for one in verdict.options)}
    return side if side in parties else None


def guesses_at_first(view: View) -> dict[str, dict[str, int]]:
    """Return what a seat supposes of all others before anybody has talked."""
    seats = [one.id for one in view.public.seats()]
    now = {who: {whom: expected(view, who, whom) for whom in seats} for who in seats}
    return guessed(seats, view.seat, {}, now)


def guesses_after(
    view: View, persona: Persona, since: SinceReflection
) -> dict[str, dict[str, int]]:
    """Return what a seat supposes of all others after the talks of a round that it heard."""
    points: Counter[tuple[str, str]] = Counter()
    for talk in since.talks:
        heard = listen(talk.turns, view.public.cast, view.language).turns
        for turn in heard:
            for who, whom, gained in _points(heard, turn):
                points[who, whom] += gained
    now: dict[str, dict[str, int]] = {}
    for (who, whom), gained in points.items():
        before = persona.guesses.get(who, {}).get(whom, 0)
        now.setdefault(who, {})[whom] = before + gained
    seats = [one.id for one in view.public.seats()]
    return guessed(seats, view.seat, persona.guesses, now)


def _points(talk: Sequence[HeardTurn], turn: HeardTurn) -> Iterator[tuple[str, str, int]]:
    """Yield who must feel better or worse about whom for a turn, and by how much."""
    if turn.first_pair_part in ACCUSING:
        for accused in turn.addressees:
            yield accused, turn.speaker, ACCUSED
            yield turn.speaker, accused, UNWELCOME
    asked = next((one.speaker for one in talk if one.turn == turn.answers), None)
    if asked is not None and turn.second_pair_part in WARM:
        yield asked, turn.speaker, WELCOME
    if asked is not None and turn.second_pair_part in COLD:
        yield asked, turn.speaker, UNWELCOME

"""A Verbal Strategist without a model: the improvising player, with a persona moved by rule.

How it talks is the improvising player's; whom it likes, what it believes, whom it seeks out and
what it would go over for is the persona's. Regards follow what the others did in the round, by the
points below; beliefs follow the arguments that were heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from mmagents.analysts.rules.listening import listen
from mmagents.floor.adjacency import ACCUSING, EXPECTS, Obligation
from mmagents.interfaces.persona import (
    NOTE,
    Habits,
    Persona,
    SinceReflection,
    Talk,
    as_note,
    minded,
    moved,
    persona_of,
)
from mmagents.interfaces.player import Asked, Chosen, Player, Thought
from mmagents.interfaces.relations import LIKING
from mmagents.interfaces.repair import Dropped, Repairer
from mmagents.interfaces.story import Relation
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.improv.state.mind import mind_of
from mmagents.players.improv.state.suspicion import favourite
from mmagents.players.phrases import read_texts
from mmagents.players.strategist.guesses import (
    ACCUSED,
    COLD,
    UNWELCOME,
    WARM,
    WELCOME,
    expected,
    guesses_after,
    guesses_at_first,
)

FRIEND_ACCUSED = -1
"""What it does when it was made to somebody one likes."""
PULLS = 1
"""What an argument for one's own side does, or less it, one against."""
AGAINST_ONE_SELF = -1
"""What it does to tell a fact that throws suspicion on oneself, or less it, one that clears."""
_LIKED = 4
UNTHOUGHT = Thought("", "speak", 5)
"""The bid of every seat that does not think: all alike, so that the lot decides."""


class RuledStrategist:
    """A strategist by rule. It holds no state: the persona is in the seat's notes."""

    def __init__(self, habits: Habits, inner: Player | None = None) -> None:
        """Take what it goes without and whom it was told to turn against."""
        self._habits = habits
        self._inner = inner or ImprovPlayer()

    async def think(self, view: View) -> Thought:
        """Return the improvising player's thought, as this persona has it."""
        found = await self._inner.think(self._seen(view))
        idle = "thinking" in self._habits.without
        return replace(UNTHOUGHT, notes=found.notes) if idle else found

    async def speak(self, view: View) -> str:
        """Return the improvising player's words, as this persona has them."""
        return await self._inner.speak(self._seen(view))

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Say something else, as whoever plays it would."""
        if not isinstance(self._inner, Repairer):
            return dropped[-1].text
        return await self._inner.repair(self._seen(view), dropped)

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return what the improvising player chooses; a partner, by plan."""
        persona = persona_of(view)
        seen = self._seen(view)
        chosen = await ImprovPlayer().choose(seen, asked)
        if asked.kind != "partner" or "planning" in self._habits.without:
            return chosen
        whom = sought_out(seen, persona, asked) or chosen.id
        words = sought(view, whom)
        partner = whom if self._habits.to_the_letter else ""
        notes = {NOTE: as_note(replace(persona, strategy=words, partner=partner))}
        return Chosen(whom, words or chosen.reason, notes)

    async def reflect(self, view: View, since: SinceReflection) -> Thought:
        """Return the plan for the round to come; the persona moved by what was heard."""
        persona, without = persona_of(view), self._habits.without
        seen = self._seen(view)
        if self._habits.to_the_letter and "reflection" not in without:
            persona = _related(seen, persona, since)
        if since.talks and "reflection" not in without:
            persona = moved(persona, _beliefs(seen, persona, since), _regards(seen, persona, since))
        persona = self._turned(view, persona)
        persona = replace(
            persona,
            summaries=tuple(talk_in_words(view, talk) for talk in since.talks),
            reflection=reflected(view, persona) if "reflection" not in without else "",
            strategy="",
            partner="",
        )
        found = await self._inner.think(self._seen(view))
        plan = "" if "planning" in without else found.thought
        persona = replace(persona, plan=plan)
        blank = "" if view.language == "ja" else " "
        words = blank.join(part for part in (persona.reflection, plan) if part)
        return Thought(words, "listen", 0, {**found.notes, NOTE: as_note(persona)})

    async def sum_up(self, view: View, talk: Talk) -> Thought:
        """Return what was said before everybody in a sentence: how long it was, and the facts."""
        words = talk_in_words(view, talk)
        kept = as_note(replace(persona_of(view), summaries=(words,)))
        return Thought(words, "listen", 0, {NOTE: kept})

    def _turned(self, view: View, persona: Persona) -> Persona:
        """Return a persona that hates whomever it was told to turn against."""
        against = self._habits.against
        if against is None or against not in persona.regards:
            return persona
        hated = Relation(-LIKING, regard_words(view, against, -LIKING))
        return replace(persona, regards={**persona.regards, against: hated})

    def _seen(self, view: View) -> View:
        """Return the view as this persona has it; without memory, of the present talk alone."""
        view = minded(view, self._turned(view, persona_of(view)))
        if self._habits.to_the_letter and view.phase == "discussion":
            view = _taking_up(view)
        if "memory" not in self._habits.without:
            return view
        told = {fact for turn in view.heard for fact in turn.facts}
        known = tuple(one for one in view.known if one.source == "sheet" or one.id in told)
        return replace(view, notes={}, known=known)


def _related(view: View, persona: Persona, since: SinceReflection) -> Persona:
    """Return a persona whose relations are assigned, or whose guesses follow what was heard.

    Before anybody has talked, those of whom the sheet says nothing are felt for as they stand.
    """
    if persona.guesses or since.talks:
        return replace(persona, guesses=guesses_after(view, persona, since))
    regards = dict(persona.regards)
    for whom in regards:
        felt = expected(view, view.seat, whom)
        if felt and whom not in view.sheet.relations:
            regards[whom] = Relation(felt, regard_words(view, whom, felt))
    return replace(persona, regards=regards, guesses=guesses_at_first(view))


def sought_out(view: View, persona: Persona, asked: Asked) -> str | None:
    """Return whom it serves most to talk to: somebody on another side, the best liked of them."""
    own, known = view.sides.get(view.seat), [one.id for one in asked.options]
    others = [one for one in known if one in persona.regards and view.sides.get(one) != own]
    if not view.sides or not others:
        return None
    return max(sorted(others), key=lambda one: persona.regards[one].score)


def _beliefs(view: View, persona: Persona, since: SinceReflection) -> dict[str, int]:
    """Return where the beliefs would go: with the arguments heard for what they favour."""
    heard = {fact for talk in since.talks for turn in talk.turns for fact in turn.facts}
    facts = [fact for fact in view.known if fact.id in heard and fact.source != "sheet"]
    found = {}
    for belief in view.sheet.beliefs:
        pull = sum(
            2 * weight if option == belief.favours else -weight
            for fact in facts
            for option, weight in fact.supports.items()
        )
        if belief.favours is not None:
            found[belief.id] = persona.beliefs[belief.id] + pull
    return found


def _regards(view: View, persona: Persona, since: SinceReflection) -> dict[str, tuple[int, str]]:
    """Return where the regards go: by what each of the others did in the round."""
    points = dict.fromkeys(persona.regards, 0)
    for talk in since.talks:
        heard = listen(talk.turns, view.public.cast, view.language).turns
        for turn in heard:
            if turn.speaker in points:
                points[turn.speaker] += sum(_points(view, persona, heard, turn))
    found = {}
    for whom, gained in points.items():
        if gained:
            score = persona.regards[whom].score + gained
            felt = min(LIKING, max(-LIKING, score))
            found[whom] = (score, regard_words(view, whom, felt, gained))
    return found


def _points(
    view: View, persona: Persona, talk: tuple[HeardTurn, ...], turn: HeardTurn
) -> Iterator[int]:
    """Yield what a turn of somebody else does to their liking."""
    if turn.first_pair_part in ACCUSING:
        if view.seat in turn.addressees:
            yield ACCUSED
        elif any(persona.regards[one].score >= _LIKED for one in turn.addressees
                 if one in persona.regards):  # fmt: skip
            yield FRIEND_ACCUSED
    mine = any(one.turn == turn.answers and one.speaker == view.seat for one in talk)
    if mine and turn.second_pair_part in WARM:
        yield WELCOME
    if mine and turn.second_pair_part in COLD:
        yield UNWELCOME
    facts = [fact for fact in view.known if fact.id in turn.facts]
    for_whom = favourite(mind_of(view)) if any(fact.supports for fact in facts) else None
    for fact in facts:
        pull = sum(w if one == for_whom else -w for one, w in fact.supports.items())
        if pull:
            yield PULLS if pull > 0 else -PULLS
        weight = fact.implies.get(view.seat, 0)
        if weight:
            yield AGAINST_ONE_SELF if weight > 0 else -AGAINST_ONE_SELF


def _words(view: View) -> Mapping[str, str]:
    return read_texts(Path(__file__).parent / "phrases", view.language, "notes")


def _call(view: View, whom: str) -> str:
    return view.public.person(whom).call


def _band(score: int) -> str:
    """Return which words a regard has: hates from -7 down, loves from 7 up, even from -2 to 2."""
    if abs(score) <= 2:
        return "even"
    if score > 0:
        return "loves" if score >= 7 else "warm"
    return "hates" if score <= -7 else "cold"


def regard_words(view: View, whom: str, score: int, gained: int = 0) -> str:
    """Return a regard in words, and which way it went."""
    words, blank = _words(view), "" if view.language == "ja" else " "
    said = words[_band(score)].format(who=_call(view, whom))
    if not gained:
        return said
    return said + blank + words["better" if gained > 0 else "worse"]


def reflected(view: View, persona: Persona) -> str:
    """Return a reflection: who stands nearest, and of whom to beware."""
    words, blank = _words(view), "" if view.language == "ja" else " "
    ranked = sorted(persona.regards, key=lambda one: (-persona.regards[one].score, one))
    said = []
    if ranked and persona.regards[ranked[0]].score > 0:
        said.append(words["nearest"].format(who=_call(view, ranked[0])))
    if ranked and persona.regards[ranked[-1]].score < 0:
        said.append(words["farthest"].format(who=_call(view, ranked[-1])))
    return blank.join(said) or words["nothing"]


def sought(view: View, whom: str) -> str:
    """Return what to get from a partner; nothing for nobody."""
    return _words(view)["seek"].format(who=_call(view, whom)) if whom else ""


def talk_in_words(view: View, talk: Talk) -> str:
    """Return a talk in a sentence: with whom, how long, and the facts that were told."""
    words = _words(view)
    names = {fact.id: fact.ask for fact in view.known}
    told = dict.fromkeys(names[one] for turn in talk.turns for one in turn.facts if one in names)
    facts = words["facts"].format(facts=words["list"].join(told)) if told else ""
    who = words["and"].join(_call(view, one) for one in talk.company if one != view.seat)
    return words["summary"].format(who=who, count=len(talk.turns), facts=facts)


def _taking_up(view: View) -> View:
    """Return a view that owes an answer to what was put to the seat in the round before.

    Nobody is obliged in group chat (AgentGroupChat, section 3.3). But several turns are heard at
    once there, and whoever listens answers the one that was meant for it, not the last one said.
    """
    heard = listen(view.heard, view.public.cast, view.language, view.since).turns
    round_before = [one for one in heard if one.turn > view.since][-len(view.present) :]
    mine = [
        one
        for one in round_before
        if one.first_pair_part and one.addressees == (view.seat,) and one.speaker != view.seat
    ]
    if not mine or mine[-1].first_pair_part is None:
        return view
    last, kind = mine[-1], mine[-1].first_pair_part
    owed = Obligation(last.turn, last.speaker, last.addressees, kind, EXPECTS[kind], last.text)
    return replace(view, obligation=owed)

"""From a move to the words of a turn."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.evening import read_out
from mmagents.players.improv.policy.inquiries import on_the_table
from mmagents.players.improv.realisation.grammar import Speech, lowered, tidy
from mmagents.players.improv.realisation.names import (
    as_called,
    call,
    clock,
    dark,
    hail,
    option_name,
    owned,
    speech_of,
    spoken_of,
    topic_to,
    vocative,
)
from mmagents.players.improv.realisation.questions import question_words
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Move
from mmagents.players.improv.state.notebook import digests
from mmagents.scenarios.recognise.facts import compile_fact, people_named, recognise
from mmagents.scenarios.texts import minutes

_QUOTED = re.compile(r"(「[^」]{0,999}」)")
_END = re.compile(r"(?=。)")


def from_card(mind: Mind, words: str) -> str:
    """Return the Japanese words of a clue as this speaker says them: people called, and polite.

    What is quoted in them stays as it is written.
    """
    parts = _QUOTED.split(words)
    return "".join(
        one if one.startswith("「") else _said(mind, as_called(mind, one)) for one in parts
    )


def _said(mind: Mind, words: str) -> str:
    """Return words with the ends of their sentences as this speaker has them."""
    form = {"polite": 1, "humble": 2}.get(mind.me.politeness, 0)
    if not form:
        return words
    *sentences, rest = _END.split(words)
    return "".join(_ended(one, form) for one in sentences) + rest


def _ended(sentence: str, form: int) -> str:
    for ending in _endings():
        if sentence.endswith(ending[0]):
            return sentence.removesuffix(ending[0]) + ending[form]
    return sentence


@cache
def _endings() -> tuple[tuple[str, str, str], ...]:
    """Return the ends of sentences: as written, polite, humble."""
    found = tomllib.loads(Path(__file__).with_name("cards.ja.toml").read_text("utf-8"))
    return tuple((plain, polite, humble) for plain, polite, humble in found["endings"])


MYSTERY = ("telling", "asking", "taking_up", "confronting", "arguing")
VERDICT = (*MYSTERY, "verdict")
"""The subjects of the phrases that a talk needs, by what the story asks."""
CONVERSING = ("conversing", "reacting")
"""Those that a conversation needs beside them: the first replaces some, the second adds others."""


def realise(move: Move, mind: Mind) -> tuple[str, list[str]]:
    """Return the words of a move and the ids of the phrases they were made with."""
    speech = _speech(mind)
    main = _MAIN.get(move.kind, _plain)(move, mind, speech)
    parts = [_opening(move, mind, speech), main]
    for fact in move.adds:
        bank = "but" if move.kind in ("unknowing", "repeat") else "turn"
        parts.append(speech.pick(bank, **(_slots(move, mind) | _fact(mind, fact))))
    if move.ask:
        parts.append(question_words(move.ask, " ".join(parts), mind, speech))
    return tidy(mind.blank.join(filter(None, parts)), mind.view.language), speech.chosen


def _speech(mind: Mind) -> Speech:
    turns = sorted(mind.book.under("used:").items(), key=lambda item: int(item[0]))
    subjects = MYSTERY if mind.view.public.verdict is None else VERDICT
    speech = speech_of(mind, "words", *subjects, *(CONVERSING if mind.conversing else ()))
    speech.used = tuple(one for _, used in turns for one in used)[-40:]
    speech.said = _said_lately(mind)
    return speech


def _said_lately(mind: Mind) -> frozenset[int]:
    """Return the digests of what anybody said lately."""
    return frozenset(one for found in mind.book.under("said:").values() for one in found)


def _fact(mind: Mind, fact_id: str) -> dict[str, str | None]:
    """Return a fact's words: `fact` as it stands, `that` within a sentence, `ask` its name."""
    fact = mind.facts[fact_id]
    words = fact.told if fact.source == "sheet" and fact.told else fact.text
    japanese = mind.view.language == "ja"
    card = read_out(mind, fact)
    card = from_card(mind, card) if card and japanese and mind.conversing else card
    words = _without_echo(mind, card or _in_short(mind, fact, words))
    several = ("。" if japanese else ". ") in words.strip().rstrip("。.")
    reported = japanese and words == fact.text
    words = as_called(mind, words) if reported and mind.conversing else words
    return {
        "fact": _stated_ja(words, mind.me.politeness) if reported else words,
        "that": None if several else lowered(words, mind.view.language),
        "ask": owned(mind, fact.ask),
    }


_BY_NAME = frozenset({"suspect", "rebuke"})
"""Moves that always name whom they are put to."""
_AFTER_SENTENCE = {"en": re.compile(r"(?<=[.!?…])\s+(?=[A-Z“])"), "ja": re.compile(r"(?<=。)")}


def _in_short(mind: Mind, fact: KnownFact, words: str) -> str:
    """Return the words of a fact this seat has told before, without the flourish.

    As many sentences are left as it takes to convey it, keys and people.
    """
    if mind.seat not in mind.book.told(fact.id)[2:]:
        return words
    language, cast = mind.view.language, mind.view.public.cast
    ready = compile_fact(fact.id, fact.keys, fact.people, [words], language)
    parts = _AFTER_SENTENCE.get(language, _AFTER_SENTENCE["en"]).split(words)
    for count in range(1, len(parts)):
        short = mind.blank.join(parts[:count])
        if recognise(short, language, [ready], {mind.seat, *people_named(short, cast, language)}):
            return short
    return words


def _without_echo(mind: Mind, words: str) -> str:
    """Return a fact's words without a first "Very well." that somebody said lately."""
    first, _, rest = words.partition("。" if mind.view.language == "ja" else ". ")
    if not rest or len(first) > (6 if mind.view.language == "ja" else 12):
        return words
    return words if _said_lately(mind).isdisjoint(digests(first)) else rest


def _stated_ja(plain: str, politeness: str) -> str:
    """Return a sentence in plain form as this speaker states it: 〜た、〜たのです."""
    stem = plain.rstrip("。")
    if stem.endswith("だ") and not stem.endswith(("んだ", "いだ")):
        stem = stem[:-1] + "な"
    return stem + {"plain": "んだ", "humble": "のでございます"}.get(politeness, "のです") + "。"


def _opening(move: Move, mind: Mind, speech: Speech) -> str:
    last = mind.last
    if not move.opening or last is None:
        return ""
    who = call(mind, last.speaker) if last.speaker != mind.seat else None
    if move.opening == "hail":
        return speech.pick("greet-back", who=who, hail=hail(mind))
    if move.opening == "further":
        return speech.pick("further")
    if move.opening == "ack":
        return speech.pick("ack" if last.facts else "aside", who=who)
    if move.opening == "pickup" and not (move.ask and move.ask.kind == "fact"):
        cited = next((owned(mind, fact.ask) for fact in mind.facts_in(last)), None)
        return speech.pick("pickup", ask=cited, name=who) if cited else ""
    if move.opening == "bridge":
        topics = (topic_to(mind, one, None) for one in sorted(on_the_table(mind) - {move.topic}))
        if old := next(topics, None):
            return speech.pick("bridge", topic=old, who=who)
        return speech.pick("aside", who=who) if who else ""
    return ""


def _slots(move: Move, mind: Mind) -> dict[str, str | None]:
    own = move.about in (mind.seat, mind.bound_to)
    slots: dict[str, str | None] = {
        "who": (call if move.kind in _BY_NAME else vocative)(mind, move.to),
        "name": spoken_of(mind, move.about),
        "hail": hail(mind),
        "topic": topic_to(mind, move.topic, move.to),
        "option": option_name(mind, move.about),
        "other": None if own else option_name(mind, move.about),
        "mine": " " if move.about == mind.seat else None,
        "pron": mind.me.pronoun,
        "dark": dark(mind),
        "further": " " if _has_begun(mind) else None,
    }
    if move.tells:
        slots |= _fact(mind, move.tells[0])
    if move.cites:
        cited = [owned(mind, mind.facts[one].ask, move.to) for one in move.cites]
        slots |= {"ask": cited[0], "ask2": cited[1] if len(cited) > 1 else None}
    return slots


def _has_begun(mind: Mind) -> bool:
    """Tell whether anything was told of late to which something more can be added."""
    return any(turn.facts for turn in mind.view.heard if turn.turn > mind.view.since)


def _plain(move: Move, mind: Mind, speech: Speech) -> str:
    slots = _slots(move, mind)
    return speech.pick(move.kind, _by_name(move.kind, slots, mind, speech), **slots)


def _by_name(bank: str, slots: Mapping[str, str | None], mind: Mind, speech: Speech) -> str | None:
    """Return that somebody has to be named, where people converse and a third spoke last."""
    last = call(mind, mind.last.speaker) if mind.last else None
    if not mind.conversing or not slots["who"] or slots["who"] == last:
        return None
    return "who" if any("{who}" in one for one in speech.banks.get(bank, ())) else None


def _nothing(move: Move, mind: Mind, speech: Speech) -> str:
    return ""


def _telling(move: Move, mind: Mind, speech: Speech) -> str:
    """Say one fact or two."""
    bank = "tell-on" if move.kind == "tell" and move.opening not in ("", "hail") else move.kind
    slots = _slots(move, mind)
    from_a_card = read_out(mind, mind.facts[move.tells[0]]) is not None
    if from_a_card and bank in ("tell", "tell-on"):
        words = speech.keep(str(slots["fact"]))
    else:
        words = speech.pick(bank, **slots)
    for fact in move.tells[1:]:
        more = speech.pick("answer-more", **(_slots(move, mind) | _fact(mind, fact)))
        words += mind.blank + more
    return words


def _or_bare(move: Move, mind: Mind, speech: Speech) -> str:
    """Say a move that has words with a fact and words without."""
    slots = _slots(move, mind)
    return speech.pick(move.kind if move.tells else f"{move.kind}-bare", **slots)


def _confirm(move: Move, mind: Mind, speech: Speech) -> str:
    if move.tells and (mind.facts[move.tells[0]].price or mind.hurts(mind.facts[move.tells[0]])):
        return speech.pick("own-up", **_slots(move, mind))
    return _or_bare(move, mind, speech)


def _report(move: Move, mind: Mind, speech: Speech) -> str:
    fact = mind.facts[move.tells[0]]
    slots = _slots(move, mind) | {"name": spoken_of(mind, fact.said_by)}
    own = fact.said_by is None or fact.said_by in fact.people
    return speech.pick("report-heard" if own else "report", **slots)


def _challenge(move: Move, mind: Mind, speech: Speech) -> str:
    counter = mind.facts[move.tells[0]]
    slots = _slots(move, mind) | _fact(mind, counter.id)
    slots["claim"] = owned(mind, mind.facts[move.cites[0]].ask, move.to)
    if counter.public:
        speaker = mind.book.told(counter.id).last
        slots["name"] = spoken_of(mind, speaker) if speaker not in (mind.seat, move.to) else None
    bank = "challenge-cite" if counter.public else "challenge"
    return speech.pick(bank, _by_name(bank, slots, mind, speech), **slots)


def _newsmark(move: Move, mind: Mind, speech: Speech) -> str:
    """Mark what was said as news: now and then by its hour, a first step of repair."""
    spots = [fact.whereabouts for fact in mind.facts_in(mind.last)] if mind.last else []
    times = [spot.at for spot in spots if spot]
    if times and mind.lot("echo").random() < 0.5:
        return speech.pick("newsmark-time", time=clock(times[0], mind.view.language))
    return speech.pick("newsmark", **_slots(move, mind))


def _unknowing(move: Move, mind: Mind, speech: Speech) -> str:
    slots = _slots(move, mind)
    words = speech.pick("unknowing", **slots)
    place = _alibi(mind)
    if place and not move.adds and mind.lot("alibi").random() < 0.5:
        words += mind.blank + speech.pick("alibi", place=place, pron=mind.me.pronoun)
    elif slots["name"]:
        words += mind.blank + speech.pick("hint", **slots)
    return words


def _alibi(mind: Mind) -> str | None:
    """Return where this seat may say it was at the time asked about, or None."""
    guards = any(fact.cover_story or fact.price >= 4 for fact in mind.view.known if fact.told)
    if guards or not mind.asked.times:
        return None
    time = mind.asked.times[0]
    for moment in mind.view.sheet.timeline:
        if minutes(moment.at) <= time <= minutes(moment.until or moment.at):
            return mind.view.public.places.get(moment.place)
    return None


_MAIN: Mapping[str, Callable[[Move, Mind, Speech], str]] = {
    "ask": _nothing,
    "tell": _telling,
    "answer": _telling,
    "yield": _telling,
    "report": _report,
    "challenge": _challenge,
    "unknowing": _unknowing,
    "confirm": _confirm,
    "deny": _or_bare,
    "defend": _or_bare,
    "newsmark": _newsmark,
}

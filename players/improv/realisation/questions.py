"""The words of a question: whose, about what, and what need not be named again."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from mmagents.players.improv.policy.inquiries import on_the_table
from mmagents.players.improv.realisation.grammar import Speech, lowered
from mmagents.players.improv.realisation.names import (
    call,
    clock,
    owned,
    spoken_of,
    topic_to,
    vocative,
)
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Inquiry


def question_words(ask: Inquiry, before: str, mind: Mind, speech: Speech) -> str:
    """Return the words of a question: what was named just `before` is not named again."""
    if ask.kind == "more":
        return speech.pick("ask-more")
    called = _called(mind, ask.to, before)
    named = vocative(mind, ask.to, before)
    slots: dict[str, str | None] = {
        "who": None if called and ask.kind not in ("press", "where") else named,
        "topic": topic_to(mind, ask.topic, ask.to),
        "pron": mind.me.pronoun,
    }
    if ask.time:
        slots["time"] = clock(ask.time, mind.view.language)
    if ask.fact:
        heard = mind.book.told(ask.fact).last
        slots["ask"] = owned(mind, mind.facts[ask.fact].ask, ask.to)
        if ask.kind == "account" and str(slots["ask"]) in before:
            slots["ask"] = None
        slots["name"] = spoken_of(mind, heard) if heard not in (mind.seat, ask.to) else None
    if ask.kind == "topic":
        return _whole_question(ask, mind, speech, slots)
    if ask.kind == "press":
        slots["topic"] = slots.get("ask") or slots["topic"]
    bank = f"ask-{ask.kind}"
    if ask.kind == "fact" and ask.to in mind.facts[ask.fact or ""].people:
        bank = "ask-concerned"
    return speech.pick(bank, "who" if slots["who"] else None, **slots)


def _whole_question(ask: Inquiry, mind: Mind, speech: Speech, slots: dict[str, str | None]) -> str:
    """Return one of a topic's own questions, put to somebody by name."""
    topic = next(one for one in mind.view.public.topics if one.id == ask.topic)
    used, whom = mind.book.get(f"as:{topic.id}", [[], ""])
    fresh = [at for at in range(len(topic.questions)) if at not in used]
    lately = mind.last is not None and topic.id in on_the_table(mind)
    asked = mind.was_asked(whom, f"t.{topic.id}") if used else None
    same = asked is not None and asked[0] > mind.view.since  # they were all there
    if not topic.person and same and whom != ask.to and slots["who"] and (lately or not fresh):
        return speech.pick("ask-same", **slots)
    at = speech.lot.choice(fresh or range(len(topic.questions)))
    words = politely(lowered(topic.questions[at], mind.view.language), mind)
    must = "who" if slots["who"] else None
    return speech.pick("ask-topic", must, **slots, q=words, body=words.rstrip("?？"))


def politely(question: str, mind: Mind) -> str:
    """Return a Japanese question as this speaker ends it, where people converse."""
    form = {"plain": 1, "humble": 2}.get(mind.me.politeness, 0)
    if mind.view.language != "ja" or not mind.conversing or not form:
        return question
    for ending in _endings():
        if question.endswith(ending[0]):
            return question.removesuffix(ending[0]) + ending[form]
    return question


@cache
def _endings() -> tuple[tuple[str, str, str], ...]:
    """Return the endings of a question: polite, plain, humble."""
    found = tomllib.loads(Path(__file__).with_name("questions.ja.toml").read_text("utf-8"))
    return tuple((polite, plain, humble) for polite, plain, humble in found["endings"])


def _called(mind: Mind, person: str, words: str) -> bool:
    """Tell whether somebody was called by name in the words before."""
    name = call(mind, person)
    return name is not None and re.search(rf"{re.escape(name)}[,.:!?、。？]", words) is not None

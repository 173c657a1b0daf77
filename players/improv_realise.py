"""From a move to the words of a turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from mmagents.players.improv_asks import on_the_table
from mmagents.players.improv_grammar import Banks, Speech, lowered, tidy
from mmagents.players.improv_mind import Mind
from mmagents.players.improv_moves import Ask, Move
from mmagents.players.improv_notes import EVERYONE, digests
from mmagents.players.improv_reading import minutes, names_of
from mmagents.players.improv_words_en import ENGLISH
from mmagents.players.improv_words_ja import JAPANESE

_BANKS: Mapping[str, Banks] = {"en": ENGLISH, "ja": JAPANESE}


def realise(move: Move, mind: Mind) -> tuple[str, list[str]]:
    """Return the words of a move and the ids of the phrases they were made with."""
    speech = _speech(mind)
    main = _MAIN[move.kind](move, mind, speech) if move.kind in _MAIN else _plain(move, mind, speech)
    parts = [_opening(move, mind, speech), main]
    for fact in move.adds:
        slots = _slots(move, mind) | _fact(mind, fact)
        parts.append(speech.pick("but" if move.kind in ("unknowing", "repeat") else "turn", **slots))
    if move.ask:
        before = " ".join(parts)
        parts.append(question(move.ask, before, mind, speech))
    joined = ("" if mind.view.language == "ja" else " ").join(part for part in parts if part)
    return tidy(joined, mind.view.language), speech.chosen


def _speech(mind: Mind) -> Speech:
    said = {one for found in mind.book.under("said:").values() for one in found}
    turns = sorted(mind.book.under("used:").items(), key=lambda item: int(item[0]))
    return Speech(
        banks=_BANKS.get(mind.view.language, ENGLISH),
        language=mind.view.language,
        style=mind.me.style,
        politeness=mind.me.politeness,
        endings=mind.me.endings,
        lot=mind.lot("words"),
        used=tuple(one for _, used in turns for one in used)[-40:],
        said=frozenset(said),
    )


def call(mind: Mind, person: str | None) -> str | None:
    """Return how somebody is addressed, or None."""
    if person is None or person == EVERYONE:
        return None
    return next((one.call for one in mind.view.public.cast if one.id == person), None)


def mention(mind: Mind, person: str | None) -> str | None:
    """Return how somebody is spoken of: called Doctor, but spoken of as the Doctor."""
    name = call(mind, person)
    who = next((one for one in mind.view.public.cast if one.id == person), None)
    if who is None or name is None or mind.view.language == "ja":
        return name
    words = [topic.name for topic in mind.view.public.topics]
    words += [fact.text for fact in mind.view.known] + [alias + "." for alias in who.aliases]
    office = re.compile(rf"\b[Tt]he {re.escape(name)}\b")
    return f"the {name}" if any(office.search(one) for one in words) else name


def hail(mind: Mind) -> str:
    """Return the word of greeting for the hour at which the story's evening closes."""
    hour = minutes(mind.view.public.closes) // 60
    if mind.view.language == "ja":
        return "こんばんは" if hour >= 17 else "こんにちは" if hour >= 11 else "おはようございます"
    return "evening" if hour >= 17 else "afternoon" if hour >= 12 else "morning"


def _called(mind: Mind, person: str, words: str) -> bool:
    """Tell whether somebody was called by name in the words before."""
    name = call(mind, person)
    return name is not None and re.search(rf"{re.escape(name)}[,.:!?、。？]", words) is not None


def owned(mind: Mind, phrase: str, to: str | None = None) -> str:
    """Return a noun phrase as this seat says it: what is its own is my, the hearer's is your."""
    if mind.view.language == "ja":
        return _owned_ja(mind, phrase, to)
    for person, word in ((mind.seat, "my"), (to, "your")):
        who = next((one for one in mind.view.public.cast if one.id == person), None)
        for name in names_of(who) if who else ():
            mine = re.sub(rf"(?:\b[Tt]he )?\b{re.escape(name)}['’]s?(?!\w)", word, phrase)
            if mine != phrase:
                phrase = re.sub(r"\b(?:his|her|their)\b", word, mine)
    return phrase


def _owned_ja(mind: Mind, phrase: str, to: str | None) -> str:
    for name in names_of(mind.me):
        for particle in "のが":
            phrase = phrase.replace(f"{name}{particle}", f"{mind.me.pronoun}{particle}")
    who = next((one for one in mind.view.public.cast if one.id == to), None)
    for name in names_of(who) if who else ():
        if phrase.startswith((f"{name}の", f"{name}が")):
            return phrase[len(name) + 1 :]
    return phrase


def topic_name(mind: Mind, topic: str | None) -> str | None:
    """Return a topic's name, or None."""
    return next((one.name for one in mind.view.public.topics if one.id == topic), None)


def clock(time: str, language: str) -> str:
    """Return HH:MM as it is said; after midnight the story's clock goes on past 24:00."""
    hours, mins = divmod(minutes(time) % (24 * 60), 60)
    if language == "ja":
        return f"{hours}時{mins}分" if mins else f"{hours}時"
    return f"{hours:02}:{mins:02}"


def _fact(mind: Mind, fact_id: str) -> dict[str, str | None]:
    """Return a fact's words: `fact` as it stands, `that` inside another sentence, `ask` its name."""
    fact = mind.facts[fact_id]
    words = fact.told if fact.source == "sheet" and fact.told else fact.text
    words = _without_echo(mind, words)
    several = len(words.strip().rstrip("。.").split("。" if mind.view.language == "ja" else ". ")) > 1
    reported = mind.view.language == "ja" and words == fact.text
    return {
        "fact": _stated_ja(words, mind.me.politeness) if reported else words,
        "that": None if several else lowered(words, mind.view.language),
        "ask": owned(mind, fact.ask),
    }


def _without_echo(mind: Mind, words: str) -> str:
    """Return a fact's words without a first "Very well." that somebody said lately."""
    first, stop, rest = words.partition("。" if mind.view.language == "ja" else ". ")
    if not rest or len(first) > (6 if mind.view.language == "ja" else 12):
        return words
    said = {one for found in mind.book.under("said:").values() for one in found}
    return words if said.isdisjoint(digests(first)) else rest


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
    old = next((topic_name(mind, one) for one in sorted(on_the_table(mind)) if one != move.topic), None)
    cited = next((mind.facts[one].ask for one in last.facts if one in mind.facts), None)
    who = call(mind, last.speaker) if last.speaker != mind.seat else None
    old, cited = (owned(mind, one) if one else None for one in (old, cited))
    if move.opening == "further":
        return speech.pick("further")
    if move.opening == "ack":
        return speech.pick("ack", who=who)
    if move.opening == "pickup" and cited and not (move.ask and move.ask.kind == "fact"):
        return speech.pick("pickup", ask=cited, name=who)
    if move.opening == "bridge" and old:
        return speech.pick("bridge", topic=old, who=who)
    if move.opening == "bridge" and who:
        return speech.pick("aside", who=who)
    return ""


def _slots(move: Move, mind: Mind) -> dict[str, str | None]:
    slots: dict[str, str | None] = {
        "who": call(mind, move.to),
        "name": mention(mind, move.about),
        "hail": hail(mind),
        "topic": _topic(mind, move.topic, move.to),
        "pron": mind.me.pronoun,
    }
    if move.tells:
        slots |= _fact(mind, move.tells[0])
    if move.cites:
        cited = [owned(mind, mind.facts[one].ask, move.to) for one in move.cites]
        slots |= {"ask": cited[0], "ask2": cited[1] if len(cited) > 1 else None}
    return slots


def _topic(mind: Mind, topic: str | None, to: str | None) -> str | None:
    name = topic_name(mind, topic)
    return owned(mind, name, to) if name else None


def _plain(move: Move, mind: Mind, speech: Speech) -> str:
    return speech.pick(move.kind, **_slots(move, mind))


def _nothing(move: Move, mind: Mind, speech: Speech) -> str:
    return ""


def _telling(move: Move, mind: Mind, speech: Speech) -> str:
    """Say one fact or two."""
    bank: str = move.kind
    if bank == "tell" and move.opening:
        bank = "tell-on"
    words = speech.pick(bank, **_slots(move, mind))
    for fact in move.tells[1:]:
        more = speech.pick("answer-more", **(_slots(move, mind) | _fact(mind, fact)))
        words += ("" if mind.view.language == "ja" else " ") + more
    return words


def _or_bare(move: Move, mind: Mind, speech: Speech) -> str:
    """Say a move that has words with a fact and words without."""
    slots = _slots(move, mind)
    return speech.pick(move.kind if move.tells else f"{move.kind}-bare", **slots)


def _report(move: Move, mind: Mind, speech: Speech) -> str:
    fact = mind.facts[move.tells[0]]
    slots = _slots(move, mind) | {"name": mention(mind, fact.said_by)}
    own = fact.said_by is None or fact.said_by in fact.people
    return speech.pick("report-heard" if own else "report", **slots)


def _challenge(move: Move, mind: Mind, speech: Speech) -> str:
    counter = mind.facts[move.tells[0]]
    slots = _slots(move, mind) | _fact(mind, counter.id)
    slots["claim"] = owned(mind, mind.facts[move.cites[0]].ask, move.to)
    if counter.public:
        speaker = mind.book.get(f"out:{counter.id}", [0, 0, ""])[2]
        slots["name"] = mention(mind, speaker) if speaker not in (mind.seat, move.to) else None
        return speech.pick("challenge-cite", **slots)
    return speech.pick("challenge", **slots)


def _unknowing(move: Move, mind: Mind, speech: Speech) -> str:
    slots = _slots(move, mind)
    blank = "" if mind.view.language == "ja" else " "
    words = speech.pick("unknowing", **slots)
    place = _alibi(mind)
    if place and not move.adds and mind.lot("alibi").random() < 0.5:
        words += blank + speech.pick("alibi", place=place, pron=mind.me.pronoun)
    elif slots["name"]:
        words += blank + speech.pick("hint", **slots)
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
    "confirm": _or_bare,
    "deny": _or_bare,
    "defend": _or_bare,
}


def question(ask: Ask, before: str, mind: Mind, speech: Speech) -> str:
    """Return the words of a question: what was named just `before` is not named again."""
    called = _called(mind, ask.to, before)
    slots: dict[str, str | None] = {
        "who": None if called and ask.kind not in ("press", "where") else call(mind, ask.to),
        "topic": _topic(mind, ask.topic, ask.to),
        "pron": mind.me.pronoun,
    }
    if ask.time:
        slots["time"] = clock(ask.time, mind.view.language)
    if ask.fact:
        heard = mind.book.get(f"out:{ask.fact}", [0, 0, ""])[2]
        slots["ask"] = owned(mind, mind.facts[ask.fact].ask, ask.to)
        if ask.kind == "account" and str(slots["ask"]) in before:
            slots["ask"] = None
        slots["name"] = mention(mind, heard) if heard not in (mind.seat, ask.to) else None
    if ask.kind == "topic":
        return _whole_question(ask, mind, speech, slots)
    if ask.kind == "press":
        slots["topic"] = slots.get("ask") or slots["topic"]
    bank = f"ask-{ask.kind}"
    if ask.kind == "fact" and ask.to in mind.facts[ask.fact or ""].people:
        bank = "ask-concerned"
    return speech.pick(bank, "who" if slots["who"] else None, **slots)


def _whole_question(
    ask: Ask, mind: Mind, speech: Speech, slots: dict[str, str | None]
) -> str:
    """Return one of a topic's own questions, put to somebody by name."""
    topic = next(one for one in mind.view.public.topics if one.id == ask.topic)
    used, whom = mind.book.get(f"as:{topic.id}", [[], ""])
    fresh = [at for at in range(len(topic.questions)) if at not in used]
    lately = mind.last is not None and topic.id in on_the_table(mind)
    if not topic.person and used and whom != ask.to and slots["who"] and (lately or not fresh):
        return speech.pick("ask-same", **slots)
    at = speech.lot.choice(fresh or range(len(topic.questions)))
    words = lowered(topic.questions[at], mind.view.language)
    must = "who" if slots["who"] else None
    return speech.pick("ask-topic", must, **slots, q=words, body=words.rstrip("?？"))

"""What an utterance puts to whom, and whom it is spoken to whether or not it puts anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from mmagents.analysts.rules.holding import among_two, both_of, holds_the_floor, in_play
from mmagents.analysts.rules.places import in_its_place, is_reported, returns_greeting
from mmagents.analysts.rules.reader import Sentence, reader_of
from mmagents.analysts.rules.recipient import most_likely_recipient, previous_speaker, talks_apart
from mmagents.analysts.rules.second_pair_parts import how_taken_up
from mmagents.analysts.rules.told import with_told
from mmagents.analysts.text.names import Names, names_of
from mmagents.analysts.text.sentences import outside, sentences, unquoted
from mmagents.floor.adjacency import EVERYONE, EXPECTS, FirstPairPart, FirstPart
from mmagents.interfaces.talk import HeardTurn, Utterance

_WEIGHT: dict[FirstPairPart, int] = {
    "announcement": 2,
    "apology": 1,
    "greeting": 1,
    "summons": 1,
    "assessment": 1,
}
"""How much a type asks for; 3 unless named. What asks for more outweighs what comes after it."""
_ASKS = 3
"""The weight from which a first pair part stays open beside the one that counts."""


def count_called(called: tuple[str, ...]) -> int:
    """Return how many are called, everybody counting as two."""
    return 2 if called == (EVERYONE,) else len(called)


def read_sentences(utterance: Utterance) -> tuple[Sentence, ...]:
    """Return the sentences of an utterance with whom each calls and what it does."""
    language = reader_of(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    found = []
    for sentence in sentences(unquoted(outside(utterance.text)), utterance.language):
        called = language.vocatives(sentence, names, utterance.speaker)
        bare = (
            language.without_vocatives(sentence, names, utterance.speaker) if called else sentence
        )
        if called and _names_an_answer(utterance, sentence, bare):
            called, bare = (), sentence
        stranger = None if called else language.stranger.search(sentence)
        if stranger and language.mentioned(stranger.group(), names, utterance.speaker):
            stranger = None
        if stranger:
            bare = (sentence[: stranger.start()] + ", " + sentence[stranger.end() :]).strip(" ,、")
            bare = re.sub(r"(?<!\s)\s*+[、,]\s*+(?=[。！？…])", "", bare) or sentence
            if _names_an_answer(utterance, sentence, bare):
                stranger, bare = None, sentence
        also = language.also_asked(bare, names, utterance.speaker)
        kind = language.type_of(bare, count_called(called) or int(also))
        if stranger and language.placed.names_for_you and kind is None:
            kind = "summons" if language.type_of(bare, 1) == "summons" else None
        thanks = language.placed.thanks.search(bare)
        if thanks and kind in (None, "assessment", "apology"):
            kind = None
        elif kind in (None, "assessment") and called == (EVERYONE,) and re.search(r"\w", bare):
            kind = "announcement"
        first = called and bare != sentence and sentence.endswith(bare)
        if kind is None and first and is_reported(utterance, called, bare):
            kind = "announcement"
        found.append(Sentence(bare, called, kind, stranger is not None))
    told = with_told(utterance, found)
    return tuple(in_its_place(utterance, told, at) for at in range(len(told)))


def designate(
    utterance: Utterance, parts: tuple[Sentence, ...]
) -> tuple[FirstPairPart | None, tuple[str, ...]]:
    """Return the first pair part the utterance ends on, and the ids it is put to."""
    at = main_of(parts)
    if at is None:
        return None, ()
    kind = parts[at].kind
    if _is_about_another(utterance, parts, at):
        return None, ()
    if kind == "greeting" and returns_greeting(utterance):
        return None, ()
    return kind, _addressees(utterance, parts, at)


def put_before(
    utterance: Utterance, parts: tuple[Sentence, ...], addressees: Sequence[str]
) -> tuple[FirstPart, ...]:
    """Return the first pair parts before the one that counts, to others whom their words select.

    What one person is asked twice in a turn is one pair: its words are all of the turn.

    Args:
        utterance: as said.
        parts: its sentences.
        addressees: of the one that counts.
    """
    at = main_of(parts)
    if at is None:
        return ()
    found: dict[tuple[str, ...], FirstPart] = {}
    for number, part in enumerate(parts):
        if part.kind is None or number == at or _WEIGHT.get(part.kind, 3) < _ASKS:
            continue
        to = _by_words(utterance, part)
        if to and not set(to) & set(addressees) and EVERYONE not in (*to, *addressees):
            found.setdefault(to, FirstPart(part.kind, to, EXPECTS[part.kind]))
    return tuple(found.values())


def main_of(parts: tuple[Sentence, ...]) -> int | None:
    """Return which sentence counts: the last of those that ask for most."""
    kinds = [(_WEIGHT.get(part.kind, 3), at) for at, part in enumerate(parts) if part.kind]
    return max(kinds)[1] if kinds else None


def _names_an_answer(utterance: Utterance, sentence: str, bare: str) -> bool:
    """Return whether a bare name answers the question that is due, instead of calling."""
    due = utterance.due
    if due is None or due.first_pair_part not in ("wh-question", "alternative-question"):
        return False
    return not re.search(r"\w", bare) and not sentence.rstrip().endswith(tuple("?!？！"))


def _is_about_another(utterance: Utterance, parts: tuple[Sentence, ...], at: int) -> bool:
    """Return whether a charge is brought against somebody who is mentioned, not spoken to."""
    if parts[at].kind not in ("accusation", "complaint") or any(part.called for part in parts):
        return False
    words, language = parts[at].words, reader_of(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    if language.by_topic(words, parts[at].kind, names, utterance.speaker, ""):
        return False
    charged = language.mentioned(words, names, utterance.speaker)
    before = previous_speaker(utterance.recent, utterance.speaker)
    if language.placed.names_for_you and before in charged:
        return False
    return bool(charged) and not language.you.search(words)


def _addressees(utterance: Utterance, parts: tuple[Sentence, ...], at: int) -> tuple[str, ...]:
    """Return those the sentence at `at` is put to: by name, by its form, else by what went on."""
    by_words = _by_words(utterance, parts[at])
    if by_words is not None:
        return by_words
    nearest = sorted(range(len(parts)), key=lambda other: (abs(at - other), other > at))
    called = next((parts[other].called for other in nearest if parts[other].called), None)
    if called:
        return called
    if turned := _turned_to(utterance, parts[:at]):
        return turned
    if two := both_of(utterance, utterance.text):
        return two
    due = utterance.due
    if due and parts[at].kind == due.first_pair_part == "greeting":
        return (due.by,)
    proposed = due and (parts[at].kind, due.first_pair_part) == ("suggestion", "wh-question")
    if due and proposed and reader_of(utterance.language).placed.puts_in_answers:
        return (due.by,)
    if taken := _taken_up(utterance, parts, at):
        return (taken,)
    before = holds_the_floor(utterance, parts[at].words)
    if parts[at].kind == "announcement" and (one := in_play(utterance)):
        return (one,)
    if parts[at].kind == "apology" and _comes_late(utterance, parts[at].words):
        return (EVERYONE,)
    if resumed := _resumed(utterance, parts[at].words):
        return (resumed,)
    if before is None or _at_large(parts[at], utterance):
        return (EVERYONE,)
    if talks_apart(utterance.speaker, utterance.recent):
        likely = most_likely_recipient(
            utterance.text, utterance.speaker, utterance.recent, utterance.language
        )
        return (likely or before,)
    return (before,)


def _comes_late(utterance: Utterance, words: str) -> bool:
    """Return whether somebody who has not spoken yet apologises for coming late."""
    late = reader_of(utterance.language).placed.arrival.search(words)
    return bool(late) and all(turn.speaker != utterance.speaker for turn in utterance.recent)


def _taken_up(utterance: Utterance, parts: tuple[Sentence, ...], at: int) -> str | None:
    """Return whose first pair part the sentences before `at` take up: the next goes to them."""
    language = reader_of(utterance.language)
    if (
        not at
        or not language.placed.names_for_you
        or parts[at].kind in ("announcement", "greeting")
    ):
        return None
    if language.at_large(parts[at].words, parts[at].kind, ""):
        return None
    turn, _ = how_taken_up(utterance, parts[:at])
    return next((pair.by for pair in utterance.open_pairs if pair.turn == turn), None)


def _resumed(utterance: Utterance, words: str) -> str | None:
    """Return with whom the speaker was talking, where words take that up again after others."""
    placed = reader_of(utterance.language).placed
    if not placed.resumed.match(words) or not utterance.recent:
        return None
    *earlier, last = (as_spoken_to(turn, utterance) for turn in utterance.recent)
    if utterance.speaker in (last.speaker, *last.addressees):
        return None
    if not last.addressees and (not earlier or earlier[-1].speaker == utterance.speaker):
        return None
    own = (turn.addressees for turn in reversed(earlier) if turn.speaker == utterance.speaker)
    put = next(own, ())
    return put[0] if len(put) == 1 and put[0] != EVERYONE else None


def _turned_to(utterance: Utterance, before: tuple[Sentence, ...]) -> tuple[str, ...]:
    """Return whom the sentences before turned to with a question of no more than a name."""
    language = reader_of(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    for part in reversed(before):
        if language.same_again(part.words, names, utterance.speaker):
            return _by_words(utterance, part) or ()
    return ()


def _by_words(utterance: Utterance, chosen: Sentence) -> tuple[str, ...] | None:
    """Return whom the words of one sentence themselves select; None if they select nobody."""
    if chosen.called and chosen.called != (EVERYONE,):
        return chosen.called
    if two := both_of(utterance, chosen.words):
        return two
    if chosen.called:
        return chosen.called
    language = reader_of(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    before = utterance.recent[-1].text if utterance.recent else ""
    topic = language.by_topic(chosen.words, chosen.kind, names, utterance.speaker, before)
    seated = {person.id for person in utterance.cast if person.seat}
    if topic and seated.issuperset(topic):
        return topic
    if language.to_everyone(chosen.words):
        return (EVERYONE,)
    return () if chosen.to_stranger else None


def _at_large(chosen: Sentence, utterance: Utterance) -> bool:
    """Return whether a sentence that names nobody is put to the table, not to who spoke before."""
    if chosen.kind in ("announcement", "suggestion") and among_two(utterance):
        return False
    if chosen.kind in ("announcement", "greeting"):
        return True
    before = utterance.recent[-1].text
    return reader_of(utterance.language).at_large(chosen.words, chosen.kind, before)


def all_called(parts: Sequence[Sentence]) -> tuple[str, ...]:
    """Return those whom sentences as read call by name, each once, in order."""
    return tuple(dict.fromkeys(name for part in parts for name in part.called))


@lru_cache(maxsize=1024)
def _called_before(text: str, speaker: str, language: str, names: Names) -> tuple[str, ...]:
    called = all_called(read_sentences(Utterance(speaker, text, language, names.cast)))
    return tuple(name for name in called if name != EVERYONE)


def as_spoken_to(turn: HeardTurn, utterance: Utterance) -> HeardTurn:
    """Return an earlier turn with those it calls by name where it selects nobody."""
    if turn.addressees:
        return turn
    names = names_of(utterance.cast, utterance.language)
    called = _called_before(turn.text, turn.speaker, utterance.language, names)
    return replace(turn, addressees=called) if called else turn


def speaks_to(utterance: Utterance, parts: Sequence[Sentence]) -> str | None:
    """Return whom an utterance is spoken to: whoever it calls by name, else who is likeliest.

    None where it is spoken to the whole table, or nobody spoke before.
    """
    names = all_called(parts)
    if EVERYONE in names:
        return None
    if names:
        return names[0]
    recent = [as_spoken_to(turn, utterance) for turn in utterance.recent]
    return most_likely_recipient(utterance.text, utterance.speaker, recent, utterance.language)

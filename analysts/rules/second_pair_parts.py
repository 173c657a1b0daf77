"""Whether an utterance takes up the first pair part that is due, and how.

A first pair part makes a second conditionally relevant (Schegloff 2007, chapter 2). What comes in
its place may be the preferred second, the dispreferred one, a refusal or an evasion to give any, or
an insertion that leaves it due (chapter 6: "Which evening do you mean?").
"""

from __future__ import annotations

from mmagents.analysts.rules.reader import Replies, Sentence, reader_of
from mmagents.analysts.text.names import names_of
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import EVERYONE, QUESTIONS, Obligation, SecondPairPart
from mmagents.interfaces.talk import Utterance


def how_taken_up(
    utterance: Utterance, parts: tuple[Sentence, ...]
) -> tuple[int | None, SecondPairPart | None]:
    """Return the turn whose first pair part the utterance takes up, and how; or two None.

    What this speaker owes comes first, then what else was put to this speaker, then what was put to
    everybody; the latest of each first.
    """
    if not parts:
        return None, None
    if utterance.due is not None and (second := _second(utterance, utterance.due, parts)):
        return utterance.due.turn, second
    due = utterance.due.turn if utterance.due else None
    others = [
        pair
        for pair in reversed(utterance.open_pairs)
        if pair.by != utterance.speaker and pair.turn != due
    ]
    for pair in others:
        if utterance.speaker in pair.to and (second := _second(utterance, pair, parts)):
            return pair.turn, second
    for pair in others:
        if EVERYONE in pair.to and _refers(utterance, pair, parts):
            second = _second(utterance, pair, parts)
            if second and second != "evasion":
                return pair.turn, second
    return None, None


def closes(utterance: Utterance, parts: tuple[Sentence, ...]) -> bool:
    """Return whether the utterance is a sequence-closing third and nothing more."""
    if not utterance.recent or utterance.recent[-1].speaker == utterance.speaker:
        return False
    parts = tuple(part for part in parts if part.words.strip(" .,!。、！"))
    lexicon = reader_of(utterance.language).replies
    return bool(parts) and all(lexicon.closing.fullmatch(part.words.strip()) for part in parts)


def _refers(utterance: Utterance, pair: Obligation, parts: tuple[Sentence, ...]) -> bool:
    """Return whether an utterance clearly speaks to a question that was put to everybody."""
    if all(part.kind in QUESTIONS for part in parts):
        return False
    if pair.first_pair_part == "greeting":
        return any(part.kind == "greeting" for part in parts)
    lexicon = reader_of(utterance.language).replies
    first = parts[0].words
    if lexicon.explicit.match(first) or any(pair.by in part.called for part in parts):
        return True
    if pair.first_pair_part not in QUESTIONS and lexicon.taken.match(first):
        return True
    asked = content_words(pair.text, utterance.language)
    said = content_words(" ".join(part.words for part in parts), utterance.language)
    return len(asked & said) >= (2 if len(asked) > 3 else 1)


def _second(
    utterance: Utterance, pair: Obligation, parts: tuple[Sentence, ...]
) -> SecondPairPart | None:
    """Return how the utterance takes up one first pair part, or None if it does not."""
    lexicon = reader_of(utterance.language).replies
    whole = " ".join(part.words for part in parts)
    statements = [
        part.words for part in parts if part.kind not in QUESTIONS | {"summons", "greeting"}
    ]
    said = " ".join(statements)
    if pair.first_pair_part == "greeting":
        return "greeting" if any(part.kind == "greeting" for part in parts) else None
    if withheld := _withheld(pair, lexicon, said, whole):
        return withheld
    if not any(lexicon.content.search(sentence) for sentence in statements):
        return _counter(utterance, pair, parts)
    if pair.first_pair_part in QUESTIONS or pair.first_pair_part == "summons":
        return "answer" if _answers(utterance, pair, parts, said) else None
    for second, expression in lexicon.seconds.get(pair.first_pair_part, ()):
        if expression.search(said):
            return second
    return _by_content(utterance, pair, parts, said)


def _withheld(pair: Obligation, lexicon: Replies, said: str, whole: str) -> SecondPairPart | None:
    """Return how what is due is withheld, if it is."""
    if lexicon.refusal.search(said) and not lexicon.not_knowing.search(said):
        return "rejection" if "rejection" in pair.expects else "refusal"
    return "evasion" if lexicon.evasion.search(whole) else None


def _counter(
    utterance: Utterance, pair: Obligation, parts: tuple[Sentence, ...]
) -> SecondPairPart | None:
    """Return what an utterance of questions only does to the first pair part."""
    lexicon = reader_of(utterance.language).replies
    last = parts[-1]
    if pair.first_pair_part == "summons":
        return "answer"
    if pair.first_pair_part == "announcement":
        return "acknowledgement"
    if lexicon.repair.search(last.words) or (last.called and pair.by not in last.called):
        return None
    if pair.first_pair_part == "accusation" or pair.first_pair_part in QUESTIONS:
        return "evasion"
    return None


def _answers(
    utterance: Utterance, pair: Obligation, parts: tuple[Sentence, ...], said: str
) -> bool:
    """Return whether statements answer a question: by a particle, its words, or oneself."""
    lexicon = reader_of(utterance.language).replies
    if lexicon.particle.match(said) or lexicon.not_knowing.search(said):
        return True
    language = utterance.language
    if content_words(pair.text, language) & content_words(said, language):
        return True
    if lexicon.first_person.search(said) or any(pair.by in part.called for part in parts):
        return True
    return lexicon.short(said) or lexicon.back.search(said) is not None


def _by_content(
    utterance: Utterance, pair: Obligation, parts: tuple[Sentence, ...], said: str
) -> SecondPairPart | None:
    """Return the second pair part of a statement that has no set words for one."""
    lexicon = reader_of(utterance.language).replies
    if not _answers(utterance, pair, parts, said):
        return None
    if lexicon.no.match(said):
        return pair.expects[-1] if len(pair.expects) == 2 else "denial"
    if lexicon.yes.match(said):
        return pair.expects[0]
    kind = pair.first_pair_part
    if kind in ("accusation", "complaint"):
        return "account"
    if kind == "request" and lexicon.tell.search(pair.text):
        return "grant"
    names = names_of(utterance.cast, utterance.language)
    return "acknowledgement" if kind == "announcement" and names and lexicon.short(said) else None

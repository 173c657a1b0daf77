"""What only looks like a first pair part because it answers, grants, defends or holds the floor."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.analysts.rules.reader import Placed, Sentence, reader_of
from mmagents.floor.adjacency import ACCUSING, EVERYONE, QUESTIONS
from mmagents.interfaces.talk import Utterance


def only_answers(utterance: Utterance, parts: Sequence[Sentence], at: int) -> bool:
    """Return whether the sentence at `at` puts nothing, for it deals with what was put before."""
    part, placed = parts[at], reader_of(utterance.language).placed
    if part.called and part.called != (EVERYONE,):
        return False
    following = parts[at + 1 :]
    stated = bool(following) and all(one.kind is None for one in following)
    if stated and part.kind == "request" and placed.hold.fullmatch(part.words):
        return True  # wait: I saw it too
    if part.called:
        return False
    if stated and part.kind in QUESTIONS and _is_charged(utterance):
        return True  # why me? I was at home
    if part.kind in ("request", "complaint") and placed.scorn.search(part.words):
        return stated or (utterance.due is not None and len(parts) == 1)
    if at and part.kind == "request" and parts[at - 1].kind is None:
        manner = placed.happens.search(parts[at - 1].words)
        if manner and placed.trailing.search(part.words):
            return True  # I put it back. With a card in it
    if at and _is_said_after(parts[at - 1], part, placed):
        return True
    if at == 0 and part.kind in ("request", "offer") and placed.granted.search(part.words):
        return _gives_leave(utterance, placed)
    return _answers(utterance, parts, part, placed)


def _answers(
    utterance: Utterance, parts: Sequence[Sentence], part: Sentence, placed: Placed
) -> bool:
    """Return whether words are the answer, or open the answer, to a question that is open."""
    due = utterance.due
    asked = due is not None and due.first_pair_part in QUESTIONS
    if asked and part.kind in QUESTIONS and placed.musing.search(part.words):
        return True
    opens = part is parts[0] and part.kind in ("request", "complaint")
    if asked and opens and placed.trailing.search(part.words):
        return True
    if part.kind == "apology" and (asked or _is_asked(utterance)):
        return len(parts) > 1 or (not asked and bool(placed.clause.search(part.words)))
    if part.kind in QUESTIONS and (noted := placed.noted.match(part.words)):
        return any(noted.group(1) in turn.text for turn in utterance.recent[-1:])
    return False


def _is_said_after(before: Sentence, part: Sentence, placed: Placed) -> bool:
    """Return whether a sentence only gives the reason of a request, or names a charge's deed."""
    if before.kind == "request" and part.kind == "yes-no-question":
        return bool(placed.tagged.search(part.words))
    return before.kind == "accusation" and bool(placed.deed.search(part.words))


def _is_charged(utterance: Utterance) -> bool:
    """Return whether this speaker has just been charged with something."""
    return utterance.due is not None and utterance.due.first_pair_part in ACCUSING


def _is_asked(utterance: Utterance) -> bool:
    """Return whether a question to this speaker or to all is open."""
    return any(
        pair.first_pair_part in QUESTIONS and (EVERYONE in pair.to or utterance.speaker in pair.to)
        for pair in utterance.open_pairs
    )


def _gives_leave(utterance: Utterance, placed: Placed) -> bool:
    """Return whether this speaker was asked for leave: to tell somebody to go on then gives it."""
    due = utterance.due
    asked = due is not None and due.first_pair_part == "request"
    return asked and due is not None and bool(placed.leave.search(due.text))

"""What only the place of a sentence in talk can tell: beside other sentences, after other turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mmagents.analysts.rules.answering import only_answers
from mmagents.analysts.rules.holding import last_of_another
from mmagents.analysts.rules.reader import Reader, Sentence, reader_of
from mmagents.analysts.text.names import names_of
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import ACCUSING, EVERYONE, QUESTIONS
from mmagents.interfaces.talk import Utterance

_PROPOSED = ("offer", "invitation", "suggestion")
_ORDERED = ("request", *_PROPOSED)
_ASKED_BACK = 9
"""The most characters of a question that only repeats a word before its speaker answers."""
_NAMED_BACK = 12
"""The most characters of one that names something and no more."""


@dataclass(frozen=True, slots=True)
class _At:
    """A sentence in its place: the turn, all its sentences, and which of them."""

    utterance: Utterance
    parts: Sequence[Sentence]
    at: int

    @property
    def part(self) -> Sentence:
        return self.parts[self.at]

    @property
    def words(self) -> str:
        return self.part.words.strip()

    @property
    def rises(self) -> bool:
        return self.words.rstrip("!！…").endswith(("?", "？"))


def in_its_place(utterance: Utterance, parts: Sequence[Sentence], at: int) -> Sentence:
    """Return a sentence as read from its words with what only its place can tell.

    Who repeats what was asked, or only takes note of it, asks nothing. Who turns a question to
    somebody else ("and the Doctor?") leaves it to them what to say.
    """
    part, language = parts[at], reader_of(utterance.language)
    here = _At(utterance, parts, at)
    if at and part.kind is None and not part.called and _is_told_as_news(here, language):
        return replace(part, kind="announcement", to_stranger=False)
    if part.kind is None:
        sorry = _says_sorry(here, language)
        return replace(part, kind="apology") if sorry else part
    if only_answers(utterance, parts, at):
        return replace(part, kind="announcement" if part.called else None)
    if _is_echo(here, language) or _is_no_question(here, language):
        return replace(part, kind=None)
    if _accepts(here, language) or _answers_by_regret(here) or _is_defence(here, language):
        return replace(part, kind=None)
    taken_on = part.kind == "offer" and language.placed.taken_on.search(part.words)
    if taken_on and not part.called and _is_requested_of_all(utterance):
        return replace(part, kind=None)
    if len(parts) > 1 and part.kind == "summons" and language.placed.regret.search(part.words):
        return replace(part, kind="apology")
    sought = part.kind == "summons" and bool(part.called) and at > 0 and here.rises
    if sought and language.placed.agree.match(part.words):
        return replace(part, kind="yes-no-question")
    if part.kind == "offer" and language.placed.thing.match(part.words) and _asks_on(utterance):
        return replace(part, kind="wh-question")
    if _is_name_alone(here) and language.placed.names_for_you:
        return replace(part, kind=None)
    names = names_of(utterance.cast, utterance.language)
    if not language.same_again(part.words, names, utterance.speaker):
        return part
    return replace(part, kind="wh-question")


def _is_name_alone(here: _At) -> bool:
    """Return whether a name is called and then no more than a statement is made."""
    following = here.parts[here.at + 1 :]
    called = here.part.kind == "summons" and bool(here.part.called) and not here.rises
    return called and bool(following) and all(one.kind is None for one in following)


def _is_told_as_news(here: _At, language: Reader) -> bool:
    """Return whether a sentence passes on what the one before it made room for."""
    first, placed = here.parts[here.at - 1], language.placed
    if here.utterance.due is not None:
        return False
    if placed.news_first.match(first.words.strip()):
        return bool(placed.hearsay.search(here.words))
    if first.called and placed.regret.search(first.words):
        return bool(placed.reported.search(here.words))
    named = first.called and first.called != (EVERYONE,)
    if named and first.kind == "greeting" and placed.happens.search(here.words):
        return True
    return first.called == (EVERYONE,) and first.kind == "apology"


def is_reported(utterance: Utterance, called: Sequence[str], words: str) -> bool:
    """Return whether a statement tells news to whoever it calls first, and is no answer."""
    answers = any(
        pair.by in called and (utterance.speaker in pair.to or EVERYONE in pair.to)
        for pair in utterance.open_pairs
    )
    if answers or utterance.due is not None:
        return False
    return bool(reader_of(utterance.language).placed.reported.search(words))


def _is_echo(here: _At, language: Reader) -> bool:
    """Return whether a sentence repeats what was said before its speaker makes a statement."""
    if here.at + 1 >= len(here.parts):
        return False
    if language.placed.echo.fullmatch(here.words):
        return True
    if _is_proposed_to(here.utterance) and language.placed.may_i.fullmatch(here.words):
        return True
    following = here.parts[here.at + 1 :]
    if language.placed.protest.match(here.words) and following[0].kind is None:
        return True
    if language.placed.news_first.match(here.words):
        return bool(language.placed.hearsay.search(following[0].words))
    if here.part.kind not in QUESTIONS or here.part.called or not here.rises:
        return False
    if any(one.kind is not None for one in following):
        return False
    repeated = language.placed.filler.sub("", here.words)
    before = last_of_another(here.utterance)
    if not repeated or before is None:
        return False
    due = here.utterance.due
    asked_back = due is not None and due.first_pair_part in QUESTIONS
    if language.placed.why.search(repeated):
        return False
    if asked_back and language.placed.guess.search(here.words):
        return True
    if here.at == 0 and len(here.words) <= _NAMED_BACK and language.placed.bare.search(here.words):
        return True
    said_back = content_words(repeated, here.utterance.language)
    if said_back and said_back <= content_words(before.text, here.utterance.language):
        return len(repeated) <= _NAMED_BACK
    return repeated in before.text or (asked_back and len(repeated) < _ASKED_BACK)


def _is_no_question(here: _At, language: Reader) -> bool:
    """Return whether a question by its form hedges an answer that is owed, or takes note."""
    due = here.utterance.due
    if here.part.called:
        return False
    told = here.part.kind in ("announcement", "complaint")
    if here.at and here.part.kind == "complaint" and language.placed.puts_in_answers:
        return False
    if due and due.first_pair_part in QUESTIONS and told:
        return True
    if here.part.kind not in QUESTIONS:
        return False
    if due and due.first_pair_part == "summons" and language.placed.token.fullmatch(here.words):
        return True
    if here.rises:
        return False
    if due and due.first_pair_part in QUESTIONS and language.placed.hedged.search(here.words):
        return True
    return here.at == 0 and bool(language.placed.receipt.match(here.words.replace("…", "")))


def _accepts(here: _At, language: Reader) -> bool:
    """Return whether a request by its form only accepts what was offered or proposed."""
    joins = here.part.kind == "suggestion" and len(here.words) <= _ASKED_BACK
    yes = here.part.kind == "request" and language.placed.accepts.search(here.words)
    called = here.part.called if language.placed.names_for_you else ()
    if here.part.called and not called:
        return False
    return bool(joins or yes) and _is_proposed_to(here.utterance, called)


def _is_proposed_to(utterance: Utterance, by: Sequence[str] = ()) -> bool:
    """Return whether an offer, invitation or suggestion to this speaker is open, of those `by`."""
    return any(
        pair.first_pair_part in _PROPOSED
        and (utterance.speaker in pair.to or EVERYONE in pair.to)
        and (not by or pair.by in by)
        for pair in utterance.open_pairs
    )


def _is_requested_of_all(utterance: Utterance) -> bool:
    """Return whether all were asked for something: who then takes it on grants it."""
    pairs = utterance.open_pairs
    return any(one.first_pair_part == "request" and one.to == (EVERYONE,) for one in pairs)


def _answers_by_regret(here: _At) -> bool:
    """Return whether an apology or praise only takes up what its speaker owes."""
    due = here.utterance.due
    placed = reader_of(here.utterance.language).placed
    if here.part.kind == "apology" and here.utterance.recent and not _calls(here):
        ordered = due is not None and due.first_pair_part in _ORDERED
        return ordered or not placed.puts_in_answers or bool(placed.excuse.match(here.words))
    if due is None or (here.part.called and due.by not in here.part.called):
        return False
    if here.part.kind == "assessment":
        proposed = due.first_pair_part in _PROPOSED
        return due.by in here.part.called and (proposed or placed.names_for_you)
    return here.part.kind == "apology" and due.first_pair_part not in QUESTIONS


def _says_sorry(here: _At, language: Reader) -> bool:
    """Return whether words of regret alone answer what their speaker was reproached with."""
    last = here.utterance.recent[-1] if here.utterance.recent else None
    if last is None or len(here.parts) > 1 or here.part.called or here.part.to_stranger:
        return False
    blamed = last.first_pair_part in (*ACCUSING, "announcement")
    blamed = blamed and here.utterance.speaker in last.addressees
    return blamed and bool(language.placed.regret.search(here.words))


def _is_defence(here: _At, language: Reader) -> bool:
    """Return whether a request to wait only opens what its speaker says of himself."""
    wait = here.part.kind == "request" and not here.part.called
    return wait and bool(language.placed.defence.match(here.words))


def _asks_on(utterance: Utterance) -> bool:
    """Return whether the speaker is already asking: his own last turn put a question."""
    own = [turn for turn in utterance.recent if turn.speaker == utterance.speaker]
    return bool(own) and own[-1].first_pair_part in QUESTIONS


def _calls(here: _At) -> bool:
    """Return whether anybody is called by name in the turn."""
    return any(part.called or part.to_stranger for part in here.parts)


def returns_greeting(utterance: Utterance) -> bool:
    """Return whether somebody has just greeted this speaker: a greeting then is a second one."""
    return reader_of(utterance.language).placed.returns_greetings and any(
        pair.first_pair_part == "greeting" and (utterance.speaker in pair.to or EVERYONE in pair.to)
        for pair in utterance.open_pairs
    )

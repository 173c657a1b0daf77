"""What the learned model looks at beside the words: the talk before, and what the rules say."""

from __future__ import annotations

from collections.abc import Sequence, Set

from mmagents.analysts.rules.designation import all_called
from mmagents.analysts.rules.ja.learned.wording import bare
from mmagents.analysts.rules.ja.vocatives import mentioned
from mmagents.analysts.rules.reader import Sentence
from mmagents.analysts.text.names import Names
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import EVERYONE, Designation
from mmagents.interfaces.talk import HeardTurn, Utterance

_ALSO = frozenset({"opening", "callslast", "echo", "shares", "afterself"})
"""Features of the talk before that tell how far the type that the rules read may be trusted."""
_ECHO = 4
"""The most characters at the beginning of an utterance that are looked for in the turn before."""


def put_to(turn: HeardTurn, speaker: str) -> str:
    """Return whether a turn was put to `speaker`, to all or to others, or an empty text."""
    if speaker in turn.addressees:
        return "me"
    if EVERYONE in turn.addressees:
        return "all"
    return "other" if turn.addressees else ""


def setting(utterance: Utterance, parts: Sequence[Sentence], names: Names) -> set[str]:
    """Return the features of the talk before, each also with whether anybody is called.

    Args:
        utterance: as said.
        parts: its sentences.
        names: of the cast.
    """
    speaker, called = utterance.speaker, all_called(parts)
    calls = "called" if called and EVERYONE not in called else "all" if called else "nocall"
    found = {"lastcalled" if parts and parts[-1].called else "lastnotcalled"}
    if len(called) > 1:
        found.add("called2")
    if any(part.to_stranger for part in parts):
        found.add("stranger")
    if utterance.due:
        found |= {"due", f"due{utterance.due.first_pair_part}"}
    found |= _after(utterance, called) if utterance.recent else {"opening"}
    for pair in utterance.open_pairs:
        if speaker in pair.to:
            found.add(f"openme{pair.first_pair_part}")
        if EVERYONE in pair.to:
            found.add(f"openall{pair.first_pair_part}")
    if set(mentioned(utterance.text, names, speaker)) - set(called):
        found.add("mentions")
    return {calls} | found | {f"{calls}&{one}" for one in found}


def _after(utterance: Utterance, called: Sequence[str]) -> set[str]:
    """Return the features of the turn before."""
    last = utterance.recent[-1]
    own = last.speaker == utterance.speaker
    found = {"afterself" if own else "afterother"}
    found.add(f"last{last.first_pair_part}{put_to(last, utterance.speaker)}")
    if "？" in last.text:
        found.add("lastasks")
    if last.speaker in called:
        found.add("callslast")
    if utterance.due and utterance.due.by in called:
        found.add("callsdue")
    language = utterance.language
    if content_words(utterance.text, language) & content_words(last.text, language):
        found.add("shares")
    words = bare(utterance.text)
    if len(words) > 1 and words[:_ECHO] in last.text:
        found.add("echo")
    return found


def by_rule(
    utterance: Utterance,
    parts: Sequence[Sentence],
    found: Designation,
    shape: Set[str],
    before: Set[str],
) -> set[str]:
    """Return the features of what the rules read, the type also with what else is known.

    Args:
        utterance: as said.
        parts: its sentences.
        found: what the rules read.
        shape: the features of how long it is and how it ends.
        before: the features of the talk before.
    """
    kind = f"R{found.first_pair_part}"
    marked = any(mark in utterance.text for mark in "?？")
    also = shape | (_ALSO & before)
    also |= {"q" if marked else "noq", "called" if all_called(parts) else "nocall"}
    return {
        "R",
        kind,
        f"Rlast{parts[-1].kind}" if parts else "Rempty",
        f"Rsecond{found.second_pair_part}",
        "Rdue" if utterance.due else "Rnodue",
        *(f"{kind}&{one}" for one in also),
    }

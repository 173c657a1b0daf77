"""Whether words ask about what was asked, and so begin an insertion sequence.

By rule from the words alone, whoever the analyst of the game is. Words that tell something beside
it do not: with them, it is an answer, or an evasion, that goes on to a question.
"""

from __future__ import annotations

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import reader_of
from mmagents.floor.insertions import ASKING_BACK
from mmagents.interfaces.talk import Utterance


def asks_back(utterance: Utterance) -> bool:
    """Tell whether an utterance does nothing but ask about what its speaker was asked."""
    lexicon = reader_of(utterance.language).replies
    parts = [part for part in read_sentences(utterance) if part.words.strip(" .,!。、！…")]
    if not parts:
        return False
    last = parts[-1].words
    if not (lexicon.repair.search(last) or lexicon.asks_back.search(last)):
        return False
    others = (part for part in parts if part.kind not in ASKING_BACK)
    return not any(lexicon.content.search(part.words) for part in others)

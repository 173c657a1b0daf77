"""What each prompt may speak of: the variables of every task and what they hold.

All values are plain JSON. Whatever a player or a model said stands in a field called `words` and is
a quotation already (see :mod:`mmagents.models.quoting`): print it as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from mmagents.prompts.tasks import PromptName

_SHEET = {
    "me": "the seat's own name, call, role, style, talkativeness (1-5), pronoun, politeness, "
    "endings, background, personality and objective",
    "actions": "its day: at, until (or null), place, what",
    "missions": "what it wants to reach: text, points",
    "secrets": "what it hides, each a text",
    "facts": "what it knows from the start: said, price (0-9, what telling costs), lie",
}
_TABLE = {
    "title": "the story's title",
    "premise": "what was read aloud before the talk",
    "setting": "place, season, weather",
    "incident": "what everybody knows about what happened",
    "cast": "everybody: name, call, aliases, role, looks, manner, known, seat, victim, me",
    "stakes": "in a story that is no mystery: question, options (names of what is voted on), votes "
    "(whether this seat does), camps (name, aim, members), resources (name, owner or null, "
    "description, hidden); null in a mystery",
}
_TALK = {
    "turn": "the number of the turn being decided, from 1",
    "phase": "the part of the evening: introduction, discussion, private_chat …",
    "company": "call names of the others who hear what is said, where not all do; else empty",
    "history": "the last k turns heard (History): turn, speaker, to (a list of call names), kind "
    "(what sort of first pair part it was, or null), words",
    "thoughts": "own last k thoughts (shortTermHistory), each a quotation; when speaking, the last "
    "one is this turn's",
    "memories": "the l nearest facts remembered (longTermHistory): turn, speaker, words",
    "obligation": "what is due from this seat: turn, by, kind, due (second pair parts), words; "
    "or null",
    "open_pairs": "first pair parts nobody has answered: turn, by, to, kind, words",
}
_PERSONA = {
    "persona": "of a strategist: beliefs (text, score 0-100), regards (name, score -10 to 10, "
    "words), carried (what this action reads of the past, each a quotation), against (whom it was "
    'told to turn against, or ""); null for anybody else'
}
_ROUND = {
    "me": _SHEET["me"],
    "title": _TABLE["title"],
    "stakes": _TABLE["stakes"],
    "phase": "the part of the evening the talk was in",
    "company": "call names of the others who heard it",
    "history": "all turns of the talk: turn, speaker, to, kind, words",
}
_UTTERANCE = {
    "speaker": "name, call and role of who spoke",
    "cast": "everybody: name, call, aliases, role, looks, manner, known, seat, victim, "
    "me (who spoke)",
    "history": "the turns before: turn, speaker, to, kind, words",
    "words": "the utterance to be read, a quotation",
    "obligation": "the first pair part this turn was obliged to answer, or null",
}
_HEARD = {
    "title": "the story's title",
    "incident": "what everybody knows about what happened",
    "cast": "everybody: name, call, role, seat, victim",
    "history": "the turns before the one to be read, or all of them: turn, speaker, among (who "
    "heard it, or [] if the whole table did), words",
}

_VIEW = {**_SHEET, **_TABLE, **_TALK, **_PERSONA}
_DROPPED = {
    "dropped": "the candidates for this turn that were dropped: words, comments (what is wrong, "
    "each a quotation), suggestions (what to do instead, each a quotation)"
}

VARIABLES: Mapping[PromptName, Mapping[str, str]] = {
    "think": {**_SHEET, **_TABLE, **_TALK, **_PERSONA},
    "moderate": {
        "cast": "everybody: name, call, aliases, role, looks, manner, known, seat",
        "history": "the last k turns: turn, speaker, to, kind, words",
        "candidates": "the call names of those who may speak next",
    },
    "speak": {**_SHEET, **_TABLE, **_TALK, **_PERSONA},
    "summarise": _ROUND,
    "reflect": {
        **_SHEET,
        **_TABLE,
        **_PERSONA,
        "summaries": "what it wrote of each talk of the round, each a quotation",
        "deeds": "what else it saw, each a quotation",
        "first": "whether it has not reflected before",
        "step": "points that a belief may move in a round",
    },
    "perceive": {**_SHEET, **_TABLE, **_TALK, **_PERSONA},
    "choose": {
        **_SHEET,
        **_TABLE,
        **_TALK,
        **_PERSONA,
        "asked": "what is to be chosen: kind (look, partner, side, transfer, vote), question "
        '(what is voted on or handed over, or ""), options (a text each)',
    },
    "normalise": _UTTERANCE,
    "detect": {
        **_UTTERANCE,
        "open_pairs": "first pair parts still open: turn, by, to, kind, words",
        "first_pair_parts": "the types of first pair parts: code, name, due (names of the second "
        "pair parts it makes relevant)",
        "second_pair_parts": "the types of second pair parts: code, name",
    },
    "breakdown": {
        **_HEARD,
        "turn": "the number of the turn to be read",
        "speaker": "who spoke it, as the others call them",
        "words": "its words, a quotation",
        "categories": "the ways in which a turn breaks talk down: code, name, form (response or "
        "context), definition",
    },
    "judge": {
        **_HEARD,
        "turn": "the number of the turn to be judged, or null for the whole conversation",
        "speaker": "who spoke it, as the others call them, or null",
        "words": "its words, a quotation, or null",
    },
    "rubric": {
        **_HEARD,
        "items": "the points to be ticked off: id, kind (shared or reasoned), text",
    },
    "truth": {
        **_SHEET,
        **_TABLE,
        "history": _HEARD["history"],
        "turn": "the number of the turn to be judged; its speaker is `me`",
        "words": "its words, a quotation",
        "evidence": "what a check by rule holds against it: fault (consistency or factualness), "
        "words (what speaks against it, a quotation)",
    },
    "triplets": _UTTERANCE,
    "entail": {
        "speaker": "name, call and role of who spoke",
        "premises": "what holds for the speaker or was said by it: number (from 1), words",
        "claims": "what is about to be said: number (from 1), words",
    },
    "rate": {
        **_VIEW,
        "words": "the line about to be said, a quotation",
        "mentioned": "call names of those it speaks of",
    },
    "agree": {**_VIEW, "words": "what could be said of this seat, a quotation"},
    "diagnose": {
        **_VIEW,
        "words": "the line about to be said, a quotation",
        "fault": "what it is suspected of: repetition, contradiction, hallucination, obligation",
        "evidence": "what speaks against it, each a quotation; may be empty",
    },
    "repair_persona": {**_VIEW, **_DROPPED},
    "repair_task": {**_VIEW, **_DROPPED},
    "again": {
        "task": "which task the unusable answer was given to",
        "problem": "what is wrong: empty, not_json, missing, invalid, others_words, cut_off",
        "field": 'the field that is missing or invalid, or ""',
        "given": 'what the field held, a quotation, or ""',
    },
}
"""By prompt: the names a template may use, and what they hold."""

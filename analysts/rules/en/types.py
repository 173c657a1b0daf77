"""What an English sentence does: the type of first pair part it is, by its form.

The types are those of conversation analysis (Schegloff 2007, chapters 2, 4 and 5); form is read
before content, as a recipient does: interrogative syntax, imperative, performative words, then
evaluation and news.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.expressions import expressions
from mmagents.analysts.text.sentences import Rules, first_match
from mmagents.floor.adjacency import FirstPairPart

_ACTING, _ASKING, _JUDGING = (
    expressions(__file__, name) for name in ("acting", "asking", "judging")
)


def _main_clause(core: str) -> str:
    """Return the clause of a question that asks: not the "when you say so" that leads to it."""
    core = re.sub(rf"^({_ASKING['wh']}),", r"\1", core, flags=re.I)
    clauses = re.split(r"[,;:—–]\s*", core)
    if re.match(
        rf"{_ASKING['wh']}(?: \w+){{0,2}}\s+{_ASKING['aux']}\b|{_ASKING['aux']}\b", clauses[0], re.I
    ):
        return core
    for at, clause in enumerate(clauses[1:], 1):
        begins = _ASKING.lead.sub("", clause)
        asks = re.match(
            rf"{_ASKING['aux']}\s+\w.*\s\w|{_ASKING['wh']}(?: \w+){{0,2}}\s+{_ASKING['aux']}\b",
            begins,
            re.I,
        )
        tag = rf"{_ASKING['aux']}(?: not)? (?:i|you|he|she|it|we|they|there)(?: not)?\?$"
        if asks and not re.match(tag, begins, re.I):
            return ", ".join([begins, *clauses[at + 1 :]])
    return core


_PREFACE = re.compile(
    r"^(?:(?:if (?:i may|you (?:allow|permit) me|you please)(?: ask)?)\s*,"
    r"|(?:i hope you |you )?(?:do not|don't|won't) mind my asking(?:, [\w ]{1,99}?)?\s*[:,])\s*",
    re.I,
)


def _question(core: str) -> FirstPairPart:
    """Return the type of a sentence that ends with a question mark."""
    core = _PREFACE.sub("", core)
    if acts := first_match(_ASKED, core):
        return acts
    core = _main_clause(core)
    if _ASKING.tag.search(core):
        return "yes-no-question"
    if _is_choice(core):
        return "alternative-question"
    return "wh-question" if _is_wh(core) else "yes-no-question"


def _is_choice(core: str) -> bool:
    """Return whether a question lays out what to choose from."""
    if not _ASKING.alternative.search(core) or _ASKING.plain_disjunction.search(core):
        return False
    if _ASKING.embedded.search(core) or re.match(r"or\b", core, re.I):
        return False
    laid_out = rf"{_ASKING['aux']}\b|(?:which|who|whom|what|where|when|how)\b.*[,:—–]|which\b"
    return bool(re.match(laid_out, core, re.I)) or not re.match(_ASKING["wh"], core, re.I)


def _is_wh(core: str) -> bool:
    """Return whether a question asks for what a question word stands for."""
    if re.match(_ASKING["wh"], core, re.I) or _ASKING.indirect_wh.search(core):
        return True
    if re.match(rf"{_ASKING['aux']}\b", core, re.I):
        return False
    last = re.split(r"[,;:—–]\s*", core)[-1]
    return bool(re.match(_ASKING["wh"], last, re.I) or _ASKING.ends_asking.search(core))


_ASKED: Rules = (
    (_ACTING.how_do_you_do, "greeting"),
    (_JUDGING.complaint_asked, "complaint"),
    (_ACTING.invitation, "invitation"),
    (_ACTING.offer, "offer"),
    (_ACTING.proposed, "suggestion"),
    (_ASKING.what_to_say, "wh-question"),
    (_ASKING.request, "request"),
    (_ACTING.suggested, "suggestion"),
    (_ACTING.suggestion_asked, "suggestion"),
    (_ASKING.will_you, "request"),
)


def core_of(sentence: str) -> str:
    """Return the sentence without the discourse markers that open it."""
    bare = sentence.replace("’", "'").strip(" ,;:—–-")
    cut = _ASKING.lead.sub("", bare)
    return cut if re.search(r"\w", cut) else bare


@lru_cache(maxsize=4096)
def type_of(sentence: str, called: int) -> FirstPairPart | None:
    """Return the type of first pair part one sentence is, or None.

    It has no vocatives and no quotations; `called` is how many it calls by name, two for everybody.
    """
    bare = sentence.replace("’", "'").strip()
    core = core_of(bare)
    if not re.search(r"\w", core):
        return "summons" if called else None
    if _ASKING.rhetoric.search(core) and not called:
        return None
    asks = core.rstrip("\"')").endswith("?")
    if _ACTING.summons.match(core) and (
        called or (asks and not re.match(r"(?:are|do|can) you", core, re.I))
    ):
        return "summons"
    return _question(core) if asks else _declared(bare, core, called)


def _declared(bare: str, core: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence without a question mark."""
    if not called and _ACTING.introduction.match(core):
        return None
    kind = _opening(bare, core) or _performed(bare, core)
    if kind or re.match(r"(?:yes|no|nay|aye)\b", bare, re.I):
        return kind
    if _ACTING.announcement.search(core):
        return "announcement"
    return _judged(core) if called else None


def _opening(bare: str, core: str) -> FirstPairPart | None:
    """Return the type of what opens a talk or repairs it: apology, greeting, summons."""
    if _ACTING.apology.search(bare) and not re.search(r"\bsorry,? but\b", bare, re.I):
        return "apology"
    if _ACTING.greeting.match(core) or _ACTING.greeting.match(bare):
        return "greeting"
    called_upon = _ACTING.summons.match(core) or _ACTING.summons.match(bare)
    return "summons" if called_upon else None


def _performed(bare: str, core: str) -> FirstPairPart | None:
    """Return the type of a statement or an order that is a first pair part by its words."""
    wonders = _ASKING.wondered.search(core) and not _ASKING.to_you.search(core)
    if not wonders and (kind := first_match(_SAID, core)):
        return kind
    orders = _ASKING.imperative.match(core) and not _ASKING.not_imperative.match(core)
    if orders or re.search(r"\bplease[.!]*$|^please\b", bare, re.I):
        return "request"
    unmarked = rf"{_ASKING['wh']}.*\b(?:did|do|were|are|was|is|have|had) (?:you|he|she|they|it)\b"
    return "wh-question" if re.match(unmarked, core, re.I) else None


def _judged(core: str) -> FirstPairPart | None:
    """Return what a statement to somebody by name says of them or of the world, if it judges."""
    if _JUDGING.you_did.match(core):
        return "accusation"
    if _JUDGING.assessment.search(core) or _JUDGING.intense.search(core):
        return "assessment"
    judged = _JUDGING.judging.search(core) and not _JUDGING.of_oneself.search(core)
    return "assessment" if judged else None


_SAID: Rules = (
    (_ASKING.indirect_wh, "wh-question"),
    (_ASKING.indirect_yn, "yes-no-question"),
    (_ACTING.invitation, "invitation"),
    (_ACTING.offer, "offer"),
    (_JUDGING.accusation, "accusation"),
    (_JUDGING.complaint, "complaint"),
    (_ASKING.request, "request"),
    (_ACTING.suggestion, "suggestion"),
)

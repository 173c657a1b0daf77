"""What an English sentence does: the type of first pair part it is, by its form.

The types are those of conversation analysis (Schegloff 2007, chapters 2, 4 and 5); form is read
before content, as a recipient does: interrogative syntax, imperative, performative words, then
evaluation and news.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.rules.en import acting as acting_en
from mmagents.analysts.rules.en import asking as asking_en
from mmagents.analysts.rules.en import judging as judging_en
from mmagents.analysts.text.sentences import Rules, first_match
from mmagents.floor.adjacency import FirstPairPart


def _main_clause(core: str) -> str:
    """Return the clause of a question that asks: not the "when you say so" that leads to it."""
    core = re.sub(rf"^({asking_en.WH}),", r"\1", core, flags=re.I)
    clauses = re.split(r"[,;:—–]\s*", core)
    if re.match(
        rf"{asking_en.WH}(?: \w+){{0,2}}\s+{asking_en.AUX}\b|{asking_en.AUX}\b", clauses[0], re.I
    ):
        return core
    for at, clause in enumerate(clauses[1:], 1):
        begins = asking_en.LEAD.sub("", clause)
        asks = re.match(
            rf"{asking_en.AUX}\s+\w+.*\s\w+|{asking_en.WH}(?: \w+){{0,2}}\s+{asking_en.AUX}\b",
            begins,
            re.I,
        )
        tag = rf"{asking_en.AUX}(?: not)? (?:i|you|he|she|it|we|they|there)(?: not)?\?$"
        if asks and not re.match(tag, begins, re.I):
            return ", ".join([begins, *clauses[at + 1 :]])
    return core


_PREFACE = re.compile(r"^(?:if (?:i may|you (?:allow|permit) me|you please)(?: ask)?)\s*,\s*", re.I)


def _question(core: str) -> FirstPairPart:
    """Return the type of a sentence that ends with a question mark."""
    core = _PREFACE.sub("", core)
    if acts := first_match(_ASKED, core):
        return acts
    core = _main_clause(core)
    if asking_en.TAG.search(core):
        return "yes-no-question"
    if _is_choice(core):
        return "alternative-question"
    return "wh-question" if _is_wh(core) else "yes-no-question"


def _is_choice(core: str) -> bool:
    """Return whether a question lays out what to choose from."""
    if not asking_en.ALTERNATIVE.search(core) or asking_en.PLAIN_DISJUNCTION.search(core):
        return False
    if asking_en.EMBEDDED.search(core) or re.match(r"or\b", core, re.I):
        return False
    laid_out = rf"{asking_en.AUX}\b|(?:which|who|whom|what|where|when|how)\b.*[,:—–]|which\b"
    return bool(re.match(laid_out, core, re.I)) or not re.match(asking_en.WH, core, re.I)


def _is_wh(core: str) -> bool:
    """Return whether a question asks for what a question word stands for."""
    if re.match(asking_en.WH, core, re.I) or asking_en.INDIRECT_WH.search(core):
        return True
    if re.match(rf"{asking_en.AUX}\b", core, re.I):
        return False
    last = re.split(r"[,;:—–]\s*", core)[-1]
    return bool(re.match(asking_en.WH, last, re.I) or asking_en.ENDS_ASKING.search(core))


_ASKED: Rules = (
    (re.compile(r"^how do you do\b", re.I), "greeting"),
    (
        re.compile(
            r"\bhow dare you\b|\bhow (?:could|can) you (?:be so|do (?:this|that)|say|speak|treat|"
            r"accuse|even|just|possibly say)\b|\bwhy must you\b|\bwhy (?:do|are|"
            r"did) you (?:always|never|keep)\b|\bmust you\b|\bcan't you (?:ever|just|for once)\b|"
            r"\bwhy (?:didn't|did) (?:you|nobody|no one)(?: \w+)? (?:tell|warn|ask|call|wake|"
            r"invite) (?:me|us)\b",
            re.I,
        ),
        "complaint",
    ),
    (acting_en.INVITATION, "invitation"),
    (acting_en.OFFER, "offer"),
    (re.compile(rf"^{acting_en.PROPOSAL}", re.I), "suggestion"),
    (
        re.compile(r"^(?:what|who|whom) (?:do|did|would|will) you (?:say|tell)\b", re.I),
        "wh-question",
    ),
    (asking_en.REQUEST, "request"),
    (re.compile(rf"^(?:{acting_en.SUGGESTION.pattern})", re.I), "suggestion"),
    (
        re.compile(
            r",\s*shall we\?|\bwhy don't (?:we|you)\b|\bshall we\b|\bhow about (?:we|\w+ing)\b|"
            r"\bshould(?:n't)? we\b|^(?:perhaps|maybe)?\s*we (?:should|could|might)\b|^let's\b|"
            r"\bwhat if we\b|\bdon't you think we should\b",
            re.I,
        ),
        "suggestion",
    ),
    (
        re.compile(
            rf"{asking_en.IMPERATIVE.pattern}.*\b(?:will|would|could|can|won't) you\?$", re.I
        ),
        "request",
    ),
)


def core_of(sentence: str) -> str:
    """Return the sentence without the discourse markers that open it."""
    bare = sentence.replace("’", "'").strip(" ,;:—–-")
    cut = asking_en.LEAD.sub("", bare)
    return cut if re.search(r"\w", cut) else bare


@lru_cache(maxsize=4096)
def type_of(sentence: str, called: int) -> FirstPairPart | None:
    """Return the type of first pair part one sentence is, or None.

    Args:
        sentence: without vocatives, quotations masked.
        called: how many are called by name in it; more than one if everybody is.
    """
    bare = sentence.replace("’", "'").strip()
    core = core_of(bare)
    if not re.search(r"\w", core):
        return "summons" if called else None
    if asking_en.RHETORIC.search(core) and not called:
        return None
    asks = core.rstrip("\"')").endswith("?")
    if acting_en.SUMMONS.match(core) and (
        called or (asks and not re.match(r"(?:are|do|can) you", core, re.I))
    ):
        return "summons"
    return _question(core) if asks else _declared(bare, core, called)


def _declared(bare: str, core: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence without a question mark."""
    if not called and acting_en.INTRODUCTION.match(core):
        return None
    kind = _opening(bare, core) or _performed(bare, core)
    if kind or re.match(r"(?:yes|no|nay|aye)\b", bare, re.I):
        return kind
    if acting_en.ANNOUNCEMENT.search(core):
        return "announcement"
    return _judged(core) if called else None


def _opening(bare: str, core: str) -> FirstPairPart | None:
    """Return the type of what opens a talk or repairs it: apology, greeting, summons."""
    if acting_en.APOLOGY.search(bare) and not re.search(r"\bsorry,? but\b", bare, re.I):
        return "apology"
    if acting_en.GREETING.match(core) or acting_en.GREETING.match(bare):
        return "greeting"
    called_upon = acting_en.SUMMONS.match(core) or acting_en.SUMMONS.match(bare)
    return "summons" if called_upon else None


def _performed(bare: str, core: str) -> FirstPairPart | None:
    """Return the type of a statement or an order that is a first pair part by its words."""
    wonders = asking_en.WONDERED.search(core) and not asking_en.TO_YOU.search(core)
    if not wonders and (kind := first_match(_SAID, core)):
        return kind
    orders = asking_en.IMPERATIVE.match(core) and not asking_en.NOT_IMPERATIVE.match(core)
    if orders or re.search(r"\bplease[.!]*$|^please\b", bare, re.I):
        return "request"
    unmarked = rf"{asking_en.WH}.*\b(?:did|do|were|are|was|is|have|had) (?:you|he|she|they|it)\b"
    return "wh-question" if re.match(unmarked, core, re.I) else None


def _judged(core: str) -> FirstPairPart | None:
    """Return what a statement to somebody by name says of them or of the world, if it judges."""
    if judging_en.YOU_DID.match(core):
        return "accusation"
    if judging_en.ASSESSMENT.search(core) or judging_en.INTENSE.search(core):
        return "assessment"
    judged = judging_en.JUDGING.search(core) and not judging_en.OF_ONESELF.search(core)
    return "assessment" if judged else None


_SAID: Rules = (
    (asking_en.INDIRECT_WH, "wh-question"),
    (asking_en.INDIRECT_YN, "yes-no-question"),
    (acting_en.INVITATION, "invitation"),
    (acting_en.OFFER, "offer"),
    (judging_en.ACCUSATION, "accusation"),
    (judging_en.COMPLAINT, "complaint"),
    (asking_en.REQUEST, "request"),
    (acting_en.SUGGESTION, "suggestion"),
)

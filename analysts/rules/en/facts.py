"""English utterances as facts that stand alone: persons by name, questions as asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.analysts.rules.en.persons import AUX, resolve
from mmagents.analysts.rules.reader import Sentence
from mmagents.analysts.text.expressions import expressions
from mmagents.floor.adjacency import FirstPairPart

_WORDS = expressions(__file__, "facts")


_INVERTED = re.compile(
    rf"^((?:(?:at|in|on|by|from|to|for|with|of|since|until|about) )?(?:what time|which \w+|"
    rf"whose \w+|how (?:many|much|long|late|often|far)(?: \w+)?|what|when|where|whom|who|"
    rf"why|how)\s+)?({AUX})\s+(I|you|he|she|it|they|we|there|(?:the|a|an|his|her|their|"
    rf"your|my)\s+[\w-]+|[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)\b(.*)$",
    re.I | re.S,
)
_VERBS: Mapping[str | None, str] = {
    "request": "asked",
    "offer": "offered",
    "invitation": "invited",
    "suggestion": "suggested to",
}


def reported(words: str, kind: FirstPairPart | None, speaker: str, to: str, addressees: str) -> str:
    """Return a question or another act as reported: Mara asked Ines where Ines was."""
    core = _WORDS.lead.sub("", words).strip().rstrip("?.! ")
    asked = resolve(core, speaker, addressees)
    asks = "?" if words.rstrip().endswith("?") else "."
    if kind in (
        "wh-question",
        "yes-no-question",
        "alternative-question",
    ) and words.rstrip().endswith("?"):
        match = _INVERTED.match(core)
        if match and not re.search(r"[,;—]|:(?!\d)", core):
            wh, aux, subject, rest = match.groups()
            clause = resolve(f"{subject} {aux.lower()}{rest}", speaker, addressees)
            return f"{speaker} asked {to} {wh.lower() if wh else 'whether '}{clause}."
        return f"{speaker} asked {to}: {asked}?"
    verb = _VERBS.get(kind, "said to")
    return f"{speaker} {verb} {to}: {asked}{asks}"


def fact(part: Sentence, speaker: str, to: str, addressees: str) -> str | None:
    """Return one sentence as a fact that stands alone, or None if there is nothing in it.

    Of the names, `addressees` are whom "you" means, empty if unknown.
    """
    words = part.words.strip(" ,;:—–-")
    if (
        not re.search(r"\w", words)
        or _WORDS.idle.fullmatch(words)
        or part.kind in ("greeting", "summons")
    ):
        return None
    words = _WORDS.fillers.sub("", words)
    if _WORDS.tag.search(words) and words.endswith("?"):
        asserted = resolve(
            _WORDS.lead.sub("", _WORDS.tag.sub("", words)).rstrip("?.! "), speaker, addressees
        )
        return _capital(f"{speaker} asked {to} whether {asserted}.")
    if words.endswith("?") or part.kind in ("request", "offer", "invitation", "suggestion"):
        return _capital(reported(words, part.kind, speaker, to, addressees))
    words = _WORDS.lead.sub("", _WORDS.tag.sub("", words))
    said = resolve(words, speaker, addressees)
    if _WORDS.fragment.match(words) or re.search(r"\b(?:we|us|our|ours)\b", said, re.I):
        said = f"{speaker} said: {said}"
    return _capital(said if said[-1:] in '.!…"”' else said + ".")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

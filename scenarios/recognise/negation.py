"""Sentences, clauses, questions and negation: how far a text asserts what it mentions.

Word lists, not grammar: enough to tell "I saw the lamp" from "I never saw the lamp" and from "Did
you see the lamp?". What is taken for a clause here is only as large as a negation reaches.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple


class Clause(NamedTuple):
    """A stretch of a declarative sentence, and whether it is negated."""

    text: str
    negated: bool


_EN_ABBREVIATION = re.compile(
    r"\b(mr|mrs|ms|dr|st|prof|rev|capt|sgt|jr|sr|[ap]\.m)\.(?=\s|$)", re.I
)
_EN_SENTENCE = re.compile(
    r"\n+|(?<=[?!])[\"')\]]*\s+"
    r"|(?<=\.)[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9])|(?<=…)\s+(?=[A-Z])"
)
_EN_QUESTION = re.compile(r"\?[\"')\]!?]*\s*$|\b(?:wonder|whether|tell (?:me|us))\b", re.I)
_EN_CLAUSE = re.compile(
    r"^\s*(?:no|nope|never|not at all|not so|not me|not i)\s*[,!—–:.-]+\s*"
    r"|[;:—–]\s*(?!\d)|,?\s+(?:but|yet|although|though|while|whereas|except)\s+|,\s+(?:and|so)\s+"
    r"|(?<=\.)\s+",
    re.I,
)
_EN_AFFIRMING = re.compile(
    r"\b(?:no (?:doubt|wonder|question|sooner|later|less|fewer|more than|matter)"
    r"|not (?:only|just|until|till|far|long|to mention)"
    r"|nothing (?:but|short of)|never mind|none other"
    r"|(?:can't|cannot|can not|won't|don't|not|never|nobody) den(?:y|ied|ies))\b",
    re.I,
)
_EN_NEGATION = re.compile(
    r"\b(?:not|never|no|nobody|none|nothing|nowhere|neither|nor|cannot|no-one"
    r"|den(?:y|ied|ies|ying))\b|n't\b",
    re.I,
)

_JA_SENTENCE = re.compile(r"(?<=[。!?\n])")
_JA_QUESTION = re.compile(
    r"\?[」』)\s!?]*$|(?<![確静豊ば])か(?:い|ね|な|しら|な[あぁ])?[。」』)\s]*$"
    r"|教えて|聞かせて|かどうか"
)
_JA_CLAUSE = re.compile(
    r"^(?:いいえ|いえ|いや|違います|違う)[、。]*"
    r"|(?:が|けど|けれど|けれども|ものの|のに|し)、|[;:―—]"
)
_JA_AFFIRMING = re.compile(
    r"(?:間?違い|まちがい)(?:は|も)?(?:ない|なく|なかった|ありません)"
    r"|か[もも]し?(?:知|し)れ(?:ない|ません|ん)"
    r"|な(?:ければ|くては|きゃ|くちゃ)(?:なら|なり|いけ)(?:ない|なかった|ません|ん)"
    r"|ねばな(?:らない|りません|らぬ|らん|らなかった)"
    r"|な[いく](?:と|ては)いけ(?:ない|なかった|ません)"
    r"|ざるを得な(?:い|かった)|ざるを得ません|ほかな(?:い|らない)|他なら(?:ない|ぬ)"
    r"|少なく|少ない|危な(?:い|く|かった)|つまらな|くだらな|もったいな|仕方(?:が|も)?(?:ない|なく|なかった)"
    r"|しょうがな(?:い|く)|す(?:み|い)ません|とんでもな(?:い|く)|ないしょ|だけで(?:は)?なく|のみならず"
    r"|(?<=[がはもを、])なくな(?:っ|る|り)|(?:否定|否認)(?:は)?(?:しない|しません|できない|できません)"
    r"|じゃない(?:ですか|か)"
)
_JA_NEGATION = re.compile(
    r"ない|なかっ|なく(?:て|、|。|な[っるり]|$)|ません|(?<=[るくすつぬむぐぶ])まい[。、]|否定|否認"
    r"|(?<![必はひくみまわい])ず(?=に|、|。|とも|じまい|$)|(?<=[休住飲読頼進])まず|(?<=[言思会使買])わず"
    r"|(?:知ら|分から|わから|おら|なら|言わ|とら|見え|せ|来)(?:ぬ|ん(?=[よなねわぞがか、。で]|けど|$))"
)


_QUOTES = str.maketrans("’‘“”", "''\"\"")


def normalised(text: str) -> str:
    """Return `text` with compatibility forms, quotes and dashes made one (NFKC)."""
    return unicodedata.normalize("NFKC", text).translate(_QUOTES).replace("...", "…")


def clauses(text: str, language: str) -> list[Clause]:
    """Return the clauses of the declarative sentences of `text`; questions yield none.

    Args:
        text: already :func:`normalised`.
        language: "en" or "ja".
    """
    if language == "ja":
        sentence, question, clause = _JA_SENTENCE, _JA_QUESTION, _JA_CLAUSE
        affirming, negation = _JA_AFFIRMING, _JA_NEGATION
    else:
        text = _EN_ABBREVIATION.sub(r"\1", text)
        sentence, question, clause = _EN_SENTENCE, _EN_QUESTION, _EN_CLAUSE
        affirming, negation = _EN_AFFIRMING, _EN_NEGATION
    return [
        Clause(part, negation.search(affirming.sub(" ", part)) is not None)
        for one in sentence.split(text)
        if not question.search(one)
        for part in clause.split(one.strip())
        if part
    ]

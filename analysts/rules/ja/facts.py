"""Japanese utterances as facts that stand alone: persons by name, questions as asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.analysts.rules.reader import Sentence
from mmagents.analysts.text.expressions import expressions

_WORDS = expressions(__file__, "facts")


_QUOTES = re.compile(r"(「[^」]{0,999}」|『[^』]{0,999}』)")
_VERBS: Mapping[str | None, str] = {
    "question": "尋ねた", "wh-question": "尋ねた", "yes-no-question": "尋ねた",
    "alternative-question": "尋ねた",
    "request": "頼んだ", "offer": "申し出た", "invitation": "誘った", "suggestion": "提案した",
    "accusation": "言った", "complaint": "文句を言った",
}  # fmt: skip


def resolve(words: str, speaker: str, addressees: str) -> str:
    """Return `words` with 私, あなた … replaced by names; quotations are left alone."""

    def named(piece: str) -> str:
        piece = _WORDS.first.sub(lambda _: speaker, piece)
        return _WORDS.second.sub(lambda _: addressees, piece) if addressees else piece

    pieces = _QUOTES.split(words)
    return "".join(piece if at % 2 else named(piece) for at, piece in enumerate(pieces))


def _has_subject(words: str) -> bool:
    outside = _QUOTES.sub("", words)
    for match in re.finditer(
        r"([一-龥ァ-ヶー々a-zA-Zぁ-ん0-9・]{1,20}?)(は|が|も)(?![あ-ん]{0,20}(?:らい|っと))",
        outside,
    ):
        head = match.group(1)
        if match.group(2) == "は" and re.search(
            r"(?:に|で|と|から|まで|より|へ|頃|ころ|とき|時|時分|分|夜|晩|朝|日)$", head
        ):
            continue
        if match.group(2) == "も" and re.search(r"(?:に|で|と|誰|何|どこ|いつ|とて)$", head):
            continue
        if match.group(2) == "が" and re.search(r"(?:です|ます|した|だ|た|い|る)$", head):
            continue
        return True
    return False


def fact(part: Sentence, speaker: str, to: str, addressees: str) -> str | None:
    """Return one sentence as a fact that stands alone, or None if there is nothing in it.

    Of the names, `addressees` are whom "you" means, empty if unknown.
    """
    words = part.words.strip(" 　、")
    if _WORDS.idle.fullmatch(words) or part.kind in ("greeting", "summons"):
        return None
    words = _WORDS.lead.sub("", words)
    if not re.search(r"\w", words):
        return None
    kind = "question" if words.endswith(("？", "?")) else part.kind
    named = resolve(words, speaker, addressees)
    if kind in _VERBS and (kind not in ("accusation", "complaint") or not _has_subject(named)):
        return f"{speaker}は{to}に{_VERBS[kind]}：{_ended(named)}"
    said = _ended(_WORDS.tails.sub("", named))
    if _has_subject(said):
        return said
    return f"{speaker}は{said}" if _WORDS.verbal.search(words) else f"{speaker}：{said}"


def _ended(words: str) -> str:
    return words if words[-1:] in "。！？!?」』" else words + "。"

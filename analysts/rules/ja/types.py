"""What a Japanese sentence does: the type of first pair part it is, by its form.

Sentence-final form decides first (か, ください, ましょう, ませんか), then performative words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.rules.ja import acting as acting_ja
from mmagents.analysts.rules.ja import asking as asking_ja
from mmagents.analysts.rules.ja import judging as judging_ja
from mmagents.analysts.text.sentences import Rules, first_match
from mmagents.floor.adjacency import FirstPairPart


def core_of(sentence: str) -> str:
    """Return the sentence without the discourse markers that open it."""
    cut = asking_ja.LEAD.sub("", sentence.strip())
    return cut if re.search(r"\w", cut) else sentence.strip()


def _is_question(core: str, called: int) -> bool:
    """Return whether a sentence asks, question mark or not."""
    if re.search(r"[？?]\s*$", core) or _asks_unmarked(core, called):
        return True
    no_question = (asking_ja.ACK, asking_ja.SELF, asking_ja.NOT_ASKED)
    if any(expression.search(core) for expression in no_question):
        return False
    if asking_ja.WH_STATED.search(core):
        return bool(asking_ja.WH_EXPLAINED.search(asking_ja.INDEFINITE.sub("", core)))
    return bool(asking_ja.QUESTION_END.search(core))


def _asks_unmarked(core: str, called: int) -> bool:
    """Return whether a sentence asks without か: 誰です, 来たの, or its end moved to the front."""
    plain = asking_ja.INDEFINITE.sub("", core)
    if asking_ja.WH_ENDING.search(plain) and (called or asking_ja.WH_POLITE.search(plain)):
        return not asking_ja.REASON.search(plain)
    moved = asking_ja.MOVED.match(core)
    if moved and re.search(rf"{asking_ja.WH_WORD}[^、]*$", moved.group(1)):
        return True
    if moved and asking_ja.QUESTION_END.search(re.sub(r"[だか]い$", "か", moved.group(1)) + "。"):
        return True
    return bool(called) and bool(asking_ja.ENDS_IN_NO.search(core))


def _question(core: str) -> FirstPairPart:
    asked = asking_ja.INDEFINITE.sub("", core)
    embedded = bool(asking_ja.EMBEDDED.search(asked))
    if asking_ja.ALTERNATIVE.search(asked) and not embedded:
        return "alternative-question"
    if asking_ja.BY_TOPIC.search(core):
        return "wh-question"
    polar = asking_ja.YN_FORCED.search(core) and not re.search(r"(?:なぜ|どうして)[^か]*$", core)
    asks_what = re.search(asking_ja.WH_WORD, asked) and not embedded and not polar
    return "wh-question" if asks_what else "yes-no-question"


@lru_cache(maxsize=4096)
def type_of(sentence: str, called: int) -> FirstPairPart | None:
    """Return the type of first pair part one sentence is, or None.

    Args:
        sentence: without vocatives, quotations masked.
        called: how many are called by name in it; more than one if everybody is.
    """
    core = core_of(sentence)
    if not re.search(r"\w", core) or acting_ja.SUMMONS.match(core):
        return "summons" if called else None
    if asking_ja.ACK.match(core) or asking_ja.RHETORIC.search(core):
        return None
    asks = _is_question(core, called)
    if judging_ja.EXCLAIMED.search(core):
        return "assessment" if called else None
    return _asked(core, called) if asks else _said(core, called)


def _asked(core: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence that asks."""
    plain = asking_ja.INDEFINITE.sub("", core)
    if not called and asking_ja.ASKS_ITSELF.search(plain):
        return None
    if asking_ja.OR_NOT.search(core) and asking_ja.ALTERNATIVE.search(plain):
        return "alternative-question"
    return _by_offer(core, called) or first_match(_ASKED, core) or _question(core)


def _said(core: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence that does not ask."""
    if not called and asking_ja.ASKS_ITSELF.search(asking_ja.INDEFINITE.sub("", core)):
        return None
    kind = first_match(_SAID, core)
    if kind or not called:
        return kind
    if judging_ja.CHARGE.search(core) and not judging_ja.BENIGN.search(core):
        return "accusation"
    judged = judging_ja.ASSESSMENT.search(core) or judging_ja.EXCLAIMS.search(core)
    told = first_match(_SAID_BY_NAME, core)
    return told or ("assessment" if judged and not judging_ja.ALLOWED.search(core) else None)


def _by_offer(core: str, called: int) -> FirstPairPart | None:
    """Return the type of a question in ましょうか or ませんか: who is to do it decides."""
    plain = asking_ja.INDEFINITE.sub("", core)
    if re.search(rf"{asking_ja.WH_WORD}[^。]*(?:ましょうか|[こそとのぼもろおごよ]うか)", plain):
        return "wh-question" if not re.search(r"(?:どう|いかが)(?:でしょうか)", plain) else None
    if called == 1 and (
        asking_ja.EAT.match(core)
        or (
            asking_ja.DO_FOR_YOU.match(core)
            and not asking_ja.TOGETHER.search(core)
            and not re.search(r"(?:だろうか|でしょうか)", core)
        )
    ):
        return "offer"
    match = asking_ja.NEGATIVE_ASK.match(plain)
    if not match or asking_ja.NO_ACTION.search(match.group(1)):
        return None
    proposed = not called or asking_ja.PROPOSED.search(match.group(1))
    return "suggestion" if proposed else "invitation"


_ASKED: Rules = (
    (acting_ja.GREETING, "greeting"),
    (
        re.compile(
            r"^また[^。]*(?:です|なの|なん|のです|た|る)?か|^また[^。]*の[？?]|"
            r"いつまで(?:待た|こんな|そんな)|(?:ちっとも|全然|いつも|少しも|"
            r"何度|また|ばかり|くれない|一度も)[^。]*?(?:じゃない|では?ない|"
            r"じゃありません|ではありません)(?:です)?か|いい加減|何度言っ|"
            r"何度も言わせ|"
            r"どうしていつも|なんでいつも|なぜいつも|いつも[^。]*のですか"
        ),
        "complaint",
    ),
    (acting_ja.OFFER, "offer"),
    (acting_ja.INVITATION, "invitation"),
    (asking_ja.REQUEST, "request"),
    (acting_ja.SUGGESTION, "suggestion"),
)
_SAID: Rules = (
    (acting_ja.APOLOGY, "apology"),
    (acting_ja.GREETING, "greeting"),
    (judging_ja.ACCUSATION, "accusation"),
    (judging_ja.COMPLAINT, "complaint"),
    (acting_ja.OFFER, "offer"),
    (acting_ja.INVITATION, "invitation"),
    (acting_ja.ANNOUNCEMENT, "announcement"),
    (asking_ja.REQUEST, "request"),
    (acting_ja.SUGGESTION, "suggestion"),
)
_SAID_BY_NAME: Rules = (
    (re.compile(r"^実は"), "announcement"),
    (
        re.compile(r"を(?:持つ|運ぶ|手伝う|貸す|払う|代わる|やる|見張る|取ってくる)よ[。！!]*$"),
        "offer",
    ),
    (asking_ja.PLAIN_TE, "request"),
    (asking_ja.ORDER, "request"),
)

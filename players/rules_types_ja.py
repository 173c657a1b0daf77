"""What a Japanese sentence does: the type of first pair part it is, by its form.

Sentence-final form decides first (か, ください, ましょう, ませんか), then performative words.
"""

from __future__ import annotations

import re

from mmagents.players import rules_acting_ja as acting_ja
from mmagents.players import rules_asking_ja as asking_ja
from mmagents.players import rules_judging_ja as judging_ja
from mmagents.players.base import FirstPairPart


def core_of(sentence: str) -> str:
    """Return the sentence without the discourse markers that open it."""
    cut = asking_ja.LEAD.sub("", sentence.strip())
    return cut if re.search(r"\w", cut) else sentence.strip()


def _is_question(core: str, called: bool) -> bool:
    if re.search(r"[？?]\s*$", core):
        return True
    plain = asking_ja.INDEFINITE.sub("", core)
    if re.search(
        rf"{asking_ja.WH_WORD}[^。か]*(?:でしょう|だろう|た|です|ます|だ|る|う|く|い)(?:の|んだ|のだ|んです|のです|ね|よ|な|え|ねえ)?[。！!]*$",
        plain,
    ) and (
        called or re.search(r"でしょう[。！]*$|どう(?:しました|なさいました|されました)", plain)
    ):
        return not re.search(
            r"(?:(?<!どこ)(?<!いつ)(?<!誰)から|ので(?!す)|けれど|けど|[がも]、)", plain
        )
    moved = re.match(
        r"(.+(?:か|かい|だい|の|んだ|です))、[^、。]{1,12}(?:て|で|から|のに|けど|に|を|は)[。！]*$",
        core,
    )
    if moved and (
        asking_ja.QUESTION_END.search(moved.group(1) + "。")
        or re.search(r"(?:だい|かい)$", moved.group(1))
    ):
        return True
    if (
        called
        and re.search(r"の[。…]*$", core)
        and not re.search(r"(?:私|わたし|あたし)(?:は|が|も|、)", core)
    ):
        return True
    if asking_ja.ACK.match(core) or asking_ja.SELF.search(core) or asking_ja.NOT_ASKED.search(core):
        return False
    if re.search(
        rf"{asking_ja.WH_WORD}[^。]*(?:です|ます|んです|のです|だ|んだ|のだ|まして|でしょう|ました|た)[。！!]*$",
        core,
    ):
        plain = asking_ja.INDEFINITE.sub("", core)
        return (
            bool(
                re.search(
                    rf"{asking_ja.WH_WORD}[^。か]*(?:んです|のです|んだ|のだ|です|まして)[。！!]*$",
                    plain,
                )
            )
            and not re.search(rf"{asking_ja.WH_WORD}[^。]*か", plain)
            and not re.search(r"(?:から|ので|けれど|けど)", plain)
        )
    return bool(asking_ja.QUESTION_END.search(core))


def _question(core: str) -> FirstPairPart:
    asked = asking_ja.INDEFINITE.sub("", core)
    if asking_ja.ALTERNATIVE.search(asked) and not asking_ja.EMBEDDED.search(asked):
        return "alternative-question"
    if asking_ja.BY_TOPIC.search(core):
        return "wh-question"
    if asking_ja.YN_FORCED.search(core) and not re.search(r"(?:なぜ|どうして)[^か]*$", core):
        return "yes-no-question"
    if asking_ja.EMBEDDED.search(asked):
        return "yes-no-question"
    return "wh-question" if re.search(asking_ja.WH_WORD, asked) else "yes-no-question"


def type_of(sentence: str, called: bool) -> FirstPairPart | None:
    """Return the type of first pair part one sentence is, or None.

    Args:
        sentence: without vocatives, quotations masked.
        called: whether somebody was called by name in it.
    """
    bare = sentence.strip()
    core = core_of(bare)
    if not re.search(r"\w", core):
        return "summons" if called else None
    if acting_ja.SUMMONS.match(core) and called:
        return "summons"
    if asking_ja.ACK.match(core) or asking_ja.RHETORIC.search(core):
        return None
    asks = _is_question(core, called)
    if not called and asking_ja.ASKS_ITSELF.search(asking_ja.INDEFINITE.sub("", core)):
        return None
    if (
        asks
        and asking_ja.ALTERNATIVE.search(asking_ja.INDEFINITE.sub("", core))
        and re.search(r"(?:の|か)、[^。]*ないの?か?[？?。]", core)
    ):
        return "alternative-question"
    if judging_ja.EXCLAIMED.search(core):
        return "assessment" if called else None
    if asks and (kind := _by_offer(core, called)):
        return kind
    for expression, kind in _ASKED if asks else _SAID:
        if expression.search(core):
            return kind
    if asks:
        return _question(core)
    if called and re.match(r"実は", core):
        return "announcement"
    if called and judging_ja.CHARGE.search(core) and not judging_ja.BENIGN.search(core):
        return "accusation"
    if called and (asking_ja.PLAIN_TE.search(core) or asking_ja.ORDER.search(core)):
        return "request"
    judged = (
        judging_ja.ASSESSMENT.search(core) or judging_ja.EXCLAIMS.search(core)
    ) and not judging_ja.ALLOWED.search(core)
    return "assessment" if called and judged else None


def _by_offer(core: str, called: bool) -> FirstPairPart | None:
    """Return the type of a question in ましょうか or ませんか: who is to do it decides."""
    plain = asking_ja.INDEFINITE.sub("", core)
    if re.search(rf"{asking_ja.WH_WORD}[^。]*(?:ましょうか|[こそとのぼもろおごよ]うか)", plain):
        return "wh-question" if not re.search(r"(?:どう|いかが)(?:でしょうか)", plain) else None
    if called and (
        asking_ja.EAT.match(core)
        or (
            asking_ja.DO_FOR_YOU.match(core)
            and not asking_ja.TOGETHER.search(core)
            and not re.search(r"(?:だろうか|でしょうか)", core)
        )
    ):
        return "offer"
    match = asking_ja.NEGATIVE_ASK.match(plain)
    if not match or re.search(
        rf"{asking_ja.STATE}$|(?:て|で|く|じゃあり|ではあり)$|[てで]い$", match.group(1)
    ):
        return None
    if re.search(
        r"(?:てみ|調べ|確かめ|話し合い|決め|探し|考え|整理し|相談し|始め|戻り|比べ|まとめ|交代|見回り|こと(?:に)?し)",
        match.group(1),
    ):
        return "suggestion"
    return "invitation" if called else "suggestion"


_ASKED: tuple[tuple[re.Pattern[str], FirstPairPart], ...] = (
    (acting_ja.GREETING, "greeting"),
    (
        re.compile(
            r"^また[^。]*(?:です|なの|なん|のです|た|る)?か|^また[^。]*の[？?]|いつまで(?:待た|こんな|そんな)|(?:ちっとも|全然|いつも|少しも|"
            r"何度|また|ばかり|くれない|一度も)[^。]*?(?:じゃない|では?ない|じゃありません|ではありません)(?:です)?か|いい加減|何度言っ|何度も言わせ|"
            r"どうしていつも|なんでいつも|なぜいつも|いつも[^。]*のですか"
        ),
        "complaint",
    ),
    (acting_ja.OFFER, "offer"),
    (acting_ja.INVITATION, "invitation"),
    (asking_ja.REQUEST, "request"),
    (acting_ja.SUGGESTION, "suggestion"),
)
_SAID: tuple[tuple[re.Pattern[str], FirstPairPart], ...] = (
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

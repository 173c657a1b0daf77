"""Japanese utterances as facts that stand alone: persons by name, questions as asked."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mmagents.analysts.rules.designation import Read

_IDLE = re.compile(
    r"(?:(?:はい|いいえ|いえ|いや|ええ|うん|ああ|まあ|そうです(?:か|ね)?|"
    r"そうか|そうだ(?:な|ね)?|なるほど|わかりました|分かりました|"
    r"承知しました|かしこまりました|了解(?:です|しました)?|"
    r"ありがとう(?:ございま(?:す|した))?|どうも|すみません(?:でした)?|"
    r"失礼(?:しました|ですが)?|ごめんなさい|もちろん(?:です)?|さて|では|"
    r"それで|じゃあ|ほう|ふむ|うむ|へえ|え|あの|ええと|おやおや|やれやれ|"
    r"その通りです|確かに|本当に|本当ですか|そうでしたか|よろしい|結構です|"
    r"さあ|こんばんは|こんにちは|おはようございます)(?:ね|よ|"
    r"な)?[、。！？!?…\s]*)+"
)
_LEAD = re.compile(
    r"^(?:(?:はい|いいえ|いえ|いや|ええ|うん|ああ|まあ|そうですね|そうだな|"
    r"なるほど|さて|では|それで|じゃあ|で|でも|しかし|だが|だから|そして|"
    r"実は|正直|正直に言うと|ええと|あの|ほら|ねえ|つまり|"
    r"もちろん|確かに|すみません|すみませんが|失礼ですが|ところで|それは|"
    r"わかりました|承知しました|そういえば|おや|ふむ)[、。…\s]+)+"
)
_I = r"(?:私|わたし|わたくし|僕|ぼく|俺|おれ|あたし|あたくし|わし|儂|拙者|吾輩)"
_AFTER = (
    r"(?=[はがもをにへとのでや、。！？!?]|から|まで|より|だけ|こそ|なら|って|"
    r"じゃ|自身|一人|ひとり|たち|達|ども|には|$)"
)
_FIRST = re.compile(rf"(?<![一-龥々ァ-ヶー]){_I}{_AFTER}")
_SECOND = re.compile(
    rf"(?<![一-龥々ァ-ヶー])(?:あなた|貴方|貴女|あんた|君|きみ|お前|おまえ|貴様|そなた){_AFTER}"
)
_VERBAL = re.compile(
    r"(?:ました|ます|ません(?:でした)?|た|た(?:ん|の)です|たい(?:です)?|"
    r"おります|おりました|ている|ていた|ない|なかった|る|う|く|"
    r"ぬ)(?:よ|ね|な|わ|ぜ|さ|が|けど|のよ|んだ|んです|のです|のだ)*[。！!…]*$"
)
_TAILS = re.compile(r"(?:ね|よ|よね|な|わ|ぜ|ぞ|さ|かしら)(?=[。！!？?]*$)")
_QUOTES = re.compile(r"(「[^」]*」|『[^』]*』)")
_VERBS: Mapping[str | None, str] = {
    "question": "尋ねた", "wh-question": "尋ねた", "yes-no-question": "尋ねた",
    "alternative-question": "尋ねた",
    "request": "頼んだ", "offer": "申し出た", "invitation": "誘った", "suggestion": "提案した",
    "accusation": "言った", "complaint": "文句を言った",
}  # fmt: skip


def resolve(words: str, speaker: str, addressees: str) -> str:
    """Return `words` with 私, あなた … replaced by names; quotations are left alone."""

    def named(piece: str) -> str:
        piece = _FIRST.sub(lambda _: speaker, piece)
        return _SECOND.sub(lambda _: addressees, piece) if addressees else piece

    pieces = _QUOTES.split(words)
    return "".join(piece if at % 2 else named(piece) for at, piece in enumerate(pieces))


def _has_subject(words: str) -> bool:
    outside = _QUOTES.sub("", words)
    for match in re.finditer(
        r"([一-龥ァ-ヶー々a-zA-Zぁ-ん0-9・]+?)(は|が|も)(?![あ-んか-ん]*(?:らい|っと))", outside
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


def fact(part: Read, speaker: str, to: str, addressees: str) -> str | None:
    """Return one sentence as a fact that stands alone, or None if there is nothing in it.

    Args:
        part: the sentence, without vocatives.
        speaker: the name of whoever says it.
        to: the name of those it is put to; 「全員」 for the table.
        addressees: whom あなた means; empty if unknown.
    """
    words = part.words.strip(" 　、")
    if _IDLE.fullmatch(words) or part.kind in ("greeting", "summons"):
        return None
    words = _LEAD.sub("", words)
    if not re.search(r"\w", words):
        return None
    kind = "question" if words.endswith(("？", "?")) else part.kind
    named = resolve(words, speaker, addressees)
    if kind in _VERBS and (kind not in ("accusation", "complaint") or not _has_subject(named)):
        return f"{speaker}は{to}に{_VERBS[kind]}：{_ended(named)}"
    said = _ended(_TAILS.sub("", named))
    if _has_subject(said):
        return said
    return f"{speaker}は{said}" if _VERBAL.search(words) else f"{speaker}：{said}"


def _ended(words: str) -> str:
    return words if words[-1:] in "。！？!?」』" else words + "。"

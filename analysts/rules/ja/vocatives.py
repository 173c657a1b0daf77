"""Who is spoken to by name in Japanese: vocatives, told apart from topics and other mentions.

A name followed by a case or topic particle belongs to the clause (イネスさんは、…); a name that a
pause or the end of the sentence sets apart is called out (イネスさん、…).
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.names import Names
from mmagents.floor.adjacency import EVERYONE

_OPENERS = (
    r"さて|では|じゃあ|じゃ|それでは|それじゃ|ねえ|ねぇ|なあ|おい|おーい|"
    r"ちょっと|もし|もしもし|あの|あのう|あのー|ええと|えっと|"
    r"はい|いいえ|いえ|いや|うん|ううん|そう|そうです|ええ|ああ|まあ|あら|"
    r"おや|やあ|よう|ほら|さあ|なるほど|すみません|すまない|すいません|"
    r"失礼ですが|失礼|恐れ入りますが|申し訳ありません|申し訳ないが|ごめん|"
    r"ごめんなさい|ところで|それで|で|でも|しかし|だが|だから|そして|また|"
    r"お願い|お願いします|頼む|こんばんは|こんにちは|おはよう|"
    r"おはようございます|ありがとう|ありがとうございます|どうも|どうぞ|次は|"
    r"次に|最後に|まず|"
    r"親愛なる|確かに|もちろん|待って|聞いて|聞いてください|いい|いいか|"
    r"いいですか|それなら|どう|どうです|こら|本当に|たしかに|そういえば|"
    r"それに|実は|違う|違います"
)
_ALL = (
    r"皆さん|みなさん|皆さま|みなさま|皆様|みな様|皆|みんな|みな|諸君|各位|"
    r"全員|お客様方|お客さま方|お客様|ご婦人方|皆の衆|皆の者|みなの者|"
    r"ご列席の皆様|"
    r"お前たち|おまえら|君たち|お前ら|皆さん方|ご一同|一同|紳士淑女の皆さん|"
    r"お集まりの皆さん|皆々様|あなた方|あなたがた|君ら|お二人とも"
)
_ALL_IN_CLAUSE = re.compile(
    r"(?:誰か|だれか|どなたか|どなた様か|誰|だれ|どなた)(?:一人|ひとり)?(?:、|"
    r"が|\s|(?=[^をにとのへかもはでが、\s]))|(?:皆さん|"
    r"みなさん|皆様|みなさま|皆|みんな|全員|各自|一人ずつ|ひとりずつ|それぞれ|"
    r"めいめい)(?:は|が|で|に(?:お|聞|尋|伺|は)|、|も|の意見|の中|"
    r"のなか|から|$)|"
    r"(?:この中|ここ|この部屋|この場)に.{0,12}(?:人|方|者)(?:は|が)?|"
    r"(?:この中|みんな|皆さん|我々|私たち)の(?:中|うち|なか)|"
    r"他に.{0,10}(?:人|方|者)は|(?:誰|どなた)も.{0,20}(?:ませんか|ないのか|"
    r"なかったの|ませんでしたか)"
)
_SOMEONE_THERE = re.compile(
    r"(?:その|そこ|ほかに|他に|そば|近く)[^。]*(?:誰か|誰も|"
    r"どなたか)[^。]*(?:いま|いた|いな|おり|来|通)(?!か?らっ)"
)
_EMBEDDED_YOU = re.compile(
    r"(?:あなた|貴方|君|お前|おまえ|あんた|そちら|お宅)(?:は|が|も|を|に|の|と)"
)
_SEGMENT = re.compile(r"[、，,：:…―—〜~。！？!?\s]+")


@lru_cache(maxsize=256)
def _expressions(pattern: str) -> dict[str, re.Pattern[str]]:
    group = rf"{pattern}(?:(?:と|や|、|に)\s*{pattern})*"
    return {
        "alone": re.compile(
            rf"(?:(?:{_OPENERS})[、，\s]*)*({group})(?:、|たち|も|お二人|ご両人|よ|や|"
            rf"ってば|お願いします|どうぞ)?"
        ),
        "all": re.compile(rf"(?:(?:{_OPENERS})[、，\s]*)*(?:[^、。は]{{1,8}}の)?(?:{_ALL})"),
        "name": re.compile(pattern),
        "both": re.compile(
            rf"({pattern}(?:(?:と|や)\s*{pattern})+)(?:、\s*)?(?:お二人|ふたり|二人|お二方)"
        ),
        "performed": re.compile(
            rf"({pattern})(?:に|へ)(?:も|は)?(?:、)?(?:お?(?:聞き|尋ね|訊き|伺い|"
            rf"うかがい|問い|たずね|願い|頼み|"
            rf"質問)(?:し)?(?:たい|ます|します|いたします|しよう|ましょう|があ|です|"
            rf"しますが)|聞くが|尋ねるが|聞こう|訊こう|質問だ|問おう)"
        ),
        "you": re.compile(
            rf"({pattern})、(?:あなた|きみ|君|おまえ|お前|あんた)(?:が|は|です|だ|の|を|こそ|も|に)"
        ),
        "bare head": re.compile(
            rf"(?:(?:{_OPENERS})[、，\s]*)*({pattern})(?=あなた|君は|お前|あんた|"
            rf"どうして|なぜ|どこ|いつ|何|本当|教えて)"
        ),
    }


def _who(expression: re.Pattern[str], text: str, names: Names, speaker: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in expression.finditer(text):
        found += [one for one in names.whom(match.group(), speaker) if one not in found]
    return tuple(found)


def _parts(sentence: str) -> list[str]:
    return [part for part in _SEGMENT.split(sentence) if part]


@lru_cache(maxsize=2048)
def vocatives(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of those called by name in `sentence`, in order; ("everyone",) for all.

    Args:
        sentence: one sentence, quotations masked.
        names: of the cast.
        speaker: who says it; nobody calls upon themselves.
    """
    find = _expressions(names.pattern)
    parts = _parts(sentence)
    found: list[str] = []
    for at, part in enumerate(parts):
        if find["all"].fullmatch(part):
            return (EVERYONE,)
        match = find["alone"].fullmatch(part)
        if not match or _is_listed(parts, at, find["name"]):
            continue
        found += [
            one for one in _who(find["name"], match.group(1), names, speaker) if one not in found
        ]
    for kind in ("both", "performed", "you", "bare head"):
        match = find[kind].search(sentence) if kind != "bare head" else find[kind].match(sentence)
        if match and not found:
            found += _who(find["name"], match.group(1), names, speaker)
    return tuple(found)


def _is_listed(parts: list[str], at: int, name: re.Pattern[str]) -> bool:
    """Return whether a name begins a list that goes on into the clause (AさんB、Cさんは)."""
    if at + 1 >= len(parts):
        return False
    following = parts[at + 1]
    return bool(re.match(r"(?:そして|それに|それから|および)", following)) and bool(
        name.search(following)
    )


_OBJECT = r"[^。]*(?:誘|呼|招)"


def invited(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return whom an invitation is put to that names them as its topic (イネスさんも来ませんか)."""
    match = re.match(
        rf"(?:(?:{_OPENERS})[、，\s]*)*({names.pattern})(?:も|は)(?!{_OBJECT})", sentence
    )
    return names.whom(match.group(1), speaker) if match else ()


def to_everyone(sentence: str) -> bool:
    """Return whether the sentence is put to the whole table by its own words."""
    if not _ALL_IN_CLAUSE.search(sentence) or _SOMEONE_THERE.search(sentence):
        return False
    return not _EMBEDDED_YOU.search(sentence)


def mentioned(text: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of all who are named in `text`, spoken to or not."""
    return _who(_expressions(names.pattern)["name"], text, names, speaker)


@lru_cache(maxsize=2048)
def without_vocatives(sentence: str, names: Names, speaker: str) -> str:
    """Return the sentence without the names it is addressed with."""
    find = _expressions(names.pattern)
    parts = _parts(sentence)
    kept = sentence
    for at, part in enumerate(parts):
        match = find["alone"].fullmatch(part)
        if not match and not find["all"].fullmatch(part):
            continue
        if _is_listed(parts, at, find["name"]) or (
            match and not _who(find["name"], match.group(1), names, speaker)
        ):
            continue
        kept = re.sub(
            rf"(^|[、，。！？!?…―—\s]){re.escape(part)}(?=[、，。！？!?…―—\s]|$)[、，\s]*",
            r"\1",
            kept,
            count=1,
        )
    kept = re.sub(r"^[、，。！？!?…\s]+", "", kept)
    return re.sub(r"[、，\s]+(?=[。！？!?]*$)", "", kept)

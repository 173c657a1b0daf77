"""Who is spoken to by name in Japanese: vocatives, told apart from topics and other mentions.

A name followed by a case or topic particle belongs to the clause (イネスさんは、…); a name that a
pause or the end of the sentence sets apart is called out (イネスさん、…).
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.expressions import expressions
from mmagents.analysts.text.names import Names
from mmagents.floor.adjacency import EVERYONE

_WORDS = expressions(__file__, "vocatives")


@lru_cache(maxsize=256)
def _expressions(pattern: str) -> dict[str, re.Pattern[str]]:
    group = rf"{pattern}(?:(?:と|や|、|に)\s*{pattern})*"
    return {
        "alone": re.compile(
            rf"(?:(?:{_WORDS['openers']})[、，\s]*)*({group})(?:、|たち|も|お二人|ご両人|よ|や|"
            rf"ってば|お願いします|どうぞ)?"
        ),
        "all": re.compile(
            rf"(?:(?:{_WORDS['openers']})[、，\s]*)*(?:[^、。は]{{1,8}}の)?(?:{_WORDS['all']})"
        ),
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
            rf"(?:(?:{_WORDS['openers']})[、，\s]*)*({pattern})(?=あなた|君は|お前|あんた|"
            rf"どうして|なぜ|どこ|いつ|何|本当|教えて)"
        ),
    }


def _who(expression: re.Pattern[str], text: str, names: Names, speaker: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in expression.finditer(text):
        found += [one for one in names.whom(match.group(), speaker) if one not in found]
    return tuple(found)


def _parts(sentence: str) -> list[str]:
    return [part for part in _WORDS.segment.split(sentence) if part]


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


def invited(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return whom an invitation is put to that names them as its topic (イネスさんも来ませんか)."""
    match = re.match(
        rf"(?:(?:{_WORDS['openers']})[、，\s]*)*({names.pattern})(?:も|は)(?!{_WORDS['object']})",
        sentence,
    )
    return names.whom(match.group(1), speaker) if match else ()


def to_everyone(sentence: str) -> bool:
    """Return whether the sentence is put to the whole table by its own words."""
    if not _WORDS.all_in_clause.search(sentence) or _WORDS.someone_there.search(sentence):
        return False
    return not _WORDS.embedded_you.search(sentence)


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


def by_topic(words: str, kind: str | None, names: Names, speaker: str) -> tuple[str, ...]:
    """Return whom a sentence turns to by naming them as its topic (イネスさんは？)."""
    turned = kind in ("invitation", "offer") or _WORDS.turned.search(words)
    return invited(words, names, speaker) if turned else ()


def also_asked(words: str, names: Names, speaker: str) -> bool:
    """Return whether somebody named as the topic is asked to do something as well."""
    return bool(_WORDS.also_asked.search(words) and invited(words, names, speaker))

"""What people are told who fill in a sheet: a page beside it, in the languages of the talk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mmagents.evaluation.annotation.sheets import SheetKind
from mmagents.evaluation.breakdowns.categories import KINDS

_HEAD: Mapping[str, str] = {
    "en": "# How to fill in the sheet\n\nRead by yourself and talk to no other rater before you "
    "are done. Leave a cell empty where you cannot tell. Change nothing in the other columns; "
    "`remark` is free. Save the sheet as CSV in UTF-8.",
    "ja": "# 記入のしかた\n\n一人で読み、終わるまでほかの評価者と話さないでください。"
    "判断できない欄は空けておいてください。ほかの列は変えないでください。"
    "remark には何を書いてもかまいません。UTF-8のCSVとして保存してください。",
}
_ASKED: Mapping[SheetKind, Mapping[str, str]] = {
    SheetKind.CONVERSATIONS: {
        "en": "Score each conversation as a whole, 1 to 5, whole numbers.\n\n"
        "- `coherence`: does each turn follow from those before, and does it all hang together? "
        "1 = turns pass one another by; 5 = every turn follows.\n"
        "- `cooperativeness`: do they work on the matter together? 1 = nobody deals with what "
        "others say; 5 = all of them do, to the end.\n"
        "- `diversity`: how much different matter and how many points of view come up? 1 = the "
        "same over and over; 5 = always something new, from several sides.",
        "ja": "会話を全体として、1から5までの整数で評価してください。\n\n"
        "- `coherence`（一貫性）：発言がそれまでの発言を受けていて、筋が通っているか。"
        "1＝すれ違っている、5＝すべてつながっている。\n"
        "- `cooperativeness`（協調性）：一緒に事に当たっているか。"
        "1＝誰も人の話に取り合わない、5＝全員が最後まで取り合う。\n"
        "- `diversity`（多様性）：違う事柄や見方がどれだけ出ているか。"
        "1＝同じことばかり、5＝たえず新しいことが出てくる。",
    },
    SheetKind.TURNS: {
        "en": "For each turn: does it make it hard for the others to go on talking with its "
        "speaker? Write `none` in `breakdown` if it does not, else what is wrong, by one of the "
        "names below; several with a semicolon between them. Write yes in `strategic` if it is a "
        "move in the game, such as openly keeping a secret.\n",
        "ja": "発言ごとに、そのせいでほかの人が話し手との会話を続けにくくなるかを判断してください。"
        "ならなければ `breakdown` に none と、なるなら下の名前のどれかを書いてください。"
        "二つ以上あるときはセミコロンで区切ります。"
        "秘密を守るためにわざと答えないなど、ゲームの一手であれば "
        "`strategic` に yes と書いてください。\n",
    },
    SheetKind.RUBRIC: {
        "en": "For each point: was it put on the table? Write yes or no in `reached`.\n\n"
        "- kind `shared`: somebody tells it, in whatever words. To ask about it or to hint at it "
        "is not to tell it.\n"
        "- kind `reasoned`: somebody draws the conclusion aloud and stands by it. Facts from which "
        "it would follow are not enough.\n\nWhen in doubt, write no.",
        "ja": "項目ごとに、それが席に出されたかを判断し、"
        "`reached` に yes か no と書いてください。\n\n"
        "- kind が `shared`：言い方を問わず、誰かがそれを述べたとき。"
        "尋ねることやほのめかすことは述べたことになりません。\n"
        "- kind が `reasoned`：誰かがそれを結論として口に出し、主張したとき。"
        "結論が導けるはずの事実だけでは足りません。\n\n迷うときは no としてください。",
    },
}


def guide(kind: SheetKind, languages: Iterable[str]) -> str:
    """Return what raters are told, as Markdown.

    Args:
        kind: the sheet.
        languages: of the conversations in it.
    """
    parts: list[str] = []
    for language in sorted(set(languages)):
        parts += [_HEAD[language], _ASKED[kind][language]]
        if kind is SheetKind.TURNS:
            parts[-1] += "\n" + "\n".join(
                f"- `{code}` ({of.name[language]}): {of.definition[language]}"
                for code, of in KINDS.items()
            )
    return "\n\n".join(parts) + "\n"

"""What a seat says that is made to err."""

from __future__ import annotations

from collections.abc import Mapping

ERR_WORDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "lead": ("As I keep saying: ", "Once more, then. ", "I say it again. ", "Well now. "),
        "deny": (
            "It is not true that {that}.",
            "I deny that {that}.",
            "Nobody should believe that {that}, for it is not true.",
        ),
        "elsewhere": (
            "At {time} I was in {place}, quite alone.",
            "I stood by myself at {place} at {time}.",
        ),
        "invent": (
            "{name} hid {thing} in {place} on the very first day.",
            "I saw {name} carry {thing} into {place} before dawn.",
            "There is {thing} under the floor of {place}, and {name} put it there.",
            "{name} was caught in {place} last winter with {thing}.",
        ),
        "thing": (
            "a stuffed owl", "a silver dagger", "a forged passport", "a sack of gold coins",
            "a jar of arsenic", "a loaded pistol", "a parrot in a cage", "an ivory flute",
        ),
        "place": (
            "the wine cellar", "the old mill", "the chapel", "the hayloft", "the ice house",
            "the bishop's library", "the stable", "the opera house",
        ),
        "dodge": (
            "My aunt used to dye her own wool, you know.",
            "There is nothing like a warm bath after a long day.",
            "I have always thought that cats are better company than dogs.",
            "Somebody should really write a song about weather like this.",
            "Breakfast was far too early for my taste.",
            "They say the new tram will cost a fortune.",
        ),
    },
    "ja": {
        "lead": ("何度でも言います。", "もう一度。", "つまり、", "さて。"),
        "deny": (
            "{that}というのは、本当ではありません。",
            "{that}などということは、ありませんでした。",
        ),
        "elsewhere": (
            "{time}には、ひとりで{place}にいました。",
            "{time}、私は{place}で休んでいました。",
        ),
        "invent": (
            "{name}は初日に{place}へ{thing}を隠しました。",
            "夜明け前、{name}が{thing}を{place}へ運びこむのを見ました。",
            "{place}の床下には{thing}があり、置いたのは{name}です。",
            "{name}は去年の冬、{place}で{thing}を持っていて捕まりました。",
        ),
        "thing": (
            "剥製の梟", "銀の短剣", "偽の旅券", "金貨の袋", "砒素の壺", "装填した拳銃", "籠の鸚鵡",
            "象牙の笛",
        ),
        "place": (
            "葡萄酒蔵", "古い水車小屋", "礼拝堂", "干し草置き場", "氷室", "司教の図書室", "馬小屋",
            "歌劇場",
        ),
        "dodge": (
            "叔母は毛糸を自分で染める人でした。",
            "長い一日の終わりには熱い風呂がいちばんです。",
            "犬より猫のほうが好きなんです。",
            "こんな天気の歌を誰か作ればいいのに。",
            "朝食は早すぎると思いませんでしたか。",
            "新しい路面電車はずいぶん高くつくそうです。",
        ),
    },
}  # fmt: skip
"""By language and kind of phrase. The things and places occur in no shipped story."""

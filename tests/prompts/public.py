"""What everybody at the small table knows, in both languages."""

from typing import Any

from mmagents.interfaces.story import (
    Person,
    Public,
)


def person(person_id: str, *, en: bool, **given: Any) -> Person:
    given = {"aliases": (), "looks": "", "manner": "", "known": "", "seat": True} | given
    return Person(
        id=person_id,
        style="plain",
        talkativeness=3,
        pronoun="私",
        politeness="polite",
        endings=() if en else ("ね",),
        **given,
    )


EN = Public(
    title="The Cold Kiln",
    premise="Old Barnaby was found at dawn behind his kiln.",
    setting="A potters' village, snowed in.",
    incident="Barnaby Holt was struck down in the night, between ten and midnight.",
    victim="barnaby",
    opens="20:00",
    closes="24:00",
    cast=(
        person(
            "mara",
            en=True,
            name="Mara Quill",
            call="Mara",
            aliases=("the thrower",),
            role="a thrower",
            looks="Clay to the elbows.",
            manner="Dry.",
            known="She rents here.",
        ),
        person(
            "osric",
            en=True,
            name="Dr. Osric Vane",
            call="Dr. Vane",
            aliases=("the doctor", "Osric"),
            role="the village doctor",
            looks="A grey coat.",
            manner="Slow.",
            known="He signed the papers.",
        ),
        person(
            "tilda",
            en=True,
            name="Tilda Brook",
            call="Tilda",
            role="the carter",
            looks="Tall.",
            manner="Loud.",
            known="She brings the coal.",
        ),
        person(
            "barnaby",
            en=True,
            name="Barnaby Holt",
            call="Barnaby",
            role="the potter",
            seat=False,
            looks="White beard.",
            manner="Kind.",
            known="He owned the kiln.",
        ),
    ),
    places={"kiln": "the kiln", "inn": "the inn"},
    topics=(),
)

JA = Public(
    title="冷えた窯",
    premise="夜明けに老陶工の伴内が窯の裏で見つかった。",
    setting="雪に閉ざされた陶工の村。",
    incident="伴内は昨夜十時から十二時のあいだに殴られて死んだ。",
    victim="barnaby",
    opens="20:00",
    closes="24:00",
    cast=(
        person(
            "mara",
            en=False,
            name="久利真奈",
            call="真奈さん",
            aliases=("久利",),
            role="ろくろ師",
            looks="肘まで土まみれ。",
            manner="そっけない。",
            known="ここに部屋を借りている。",
        ),
        person(
            "osric",
            en=False,
            name="羽根恭一",
            call="羽根先生",
            aliases=("先生", "医者"),
            role="村の医者",
            looks="灰色の外套。",
            manner="おっとりしている。",
            known="死亡診断書を書いた。",
        ),
        person(
            "tilda",
            en=False,
            name="小川千鶴",
            call="千鶴さん",
            role="荷馬車引き",
            looks="背が高い。",
            manner="声が大きい。",
            known="石炭を運んでくる。",
        ),
        person(
            "barnaby",
            en=False,
            name="堀伴内",
            call="伴内さん",
            role="陶工",
            seat=False,
            looks="白いひげ。",
            manner="優しい。",
            known="窯の持ち主だった。",
        ),
    ),
    places={"kiln": "窯場", "inn": "宿"},
    topics=(),
)

PUBLIC = {"en": EN, "ja": JA}

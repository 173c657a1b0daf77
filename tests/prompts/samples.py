"""A small table in both languages: views and utterances to render prompts from."""

from dataclasses import replace
from typing import Any

from mmagents.floor.adjacency import Obligation
from mmagents.interfaces.analyst import Gathering
from mmagents.interfaces.player import Asked, Option
from mmagents.interfaces.story import (
    Belief,
    Camp,
    Mission,
    Moment,
    Resource,
    Secret,
    Sheet,
    Verdict,
)
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.interfaces.view import KnownFact, Memory, View
from tests.prompts.public import EN, JA, PUBLIC

WORDS = {
    "en": {
        "asked": "Mara, where were you at half past ten?",
        "said": "The inn was full, and I saw nobody leave.",
        "thought": "Keep to the inn; do not mention the ladder.",
        "memory": "Tilda says that the coal came at nine.",
        "fact": "I mended the ladder at nine.",
        "lie": "I never left the inn.",
    },
    "ja": {
        "asked": "真奈さん、十時半にはどこにいましたか。",
        "said": "宿は満員で、誰も出ていきませんでした。",
        "thought": "宿の話だけにして、梯子のことは言わない。",
        "memory": "千鶴は石炭が九時に来たと言った。",
        "fact": "私は九時に梯子を直しました。",
        "lie": "私は宿を出ていません。",
    },
}


def known(
    fact_id: str, told: str, *, price: int = 0, source: Any = "sheet", lie: bool = False
) -> KnownFact:
    return KnownFact(
        id=fact_id, topic="t", text=told, ask="", keys=(), people=(), whereabouts=None, implies={},
        source=source, turn=0, said_by=None, told=told, price=price, contradicts=(),
        cover_story=lie, premises=(), public=False,
    )  # fmt: skip


def sheet(language: str) -> Sheet:
    en = language == "en"
    return Sheet(
        background="You came here ten years ago." if en else "十年前にこの村へ来た。",
        personality="Wary." if en else "用心深い。",
        objective="Find out who did it." if en else "犯人を突きとめる。",
        timeline=(
            Moment("21:00", "22:10", "kiln", "You mend the ladder." if en else "梯子を直す。"),
            Moment("22:30", None, "inn", "You sit by the fire." if en else "火のそばに座る。"),
        ),
        missions=(Mission("m1", "Name the culprit." if en else "犯人を名指す。", 5, ()),),
        secrets=(Secret("s1", "You owe Barnaby money." if en else "伴内に借金がある。", ()),),
    )


def obligation(language: str, turn: int = 4, by: str = "osric") -> Obligation:
    return Obligation(turn, by, ("mara",), "wh-question", ("answer",), WORDS[language]["asked"])


def view(language: str, **changes: Any) -> View:
    words = WORDS[language]
    base = View(
        seat="mara",
        language=language,
        public=PUBLIC[language],
        sheet=sheet(language),
        heard=(
            HeardTurn(3, "tilda", words["said"], None, (), None, None, ()),
            HeardTurn(4, "osric", words["asked"], "wh-question", ("mara",), None, None, ()),
        ),
        thoughts=(words["thought"],),
        memories=(Memory(words["memory"], 1, "tilda", 0.5),),
        known=(known("f1", words["fact"], price=5), known("f2", words["lie"], lie=True)),
        obligation=obligation(language),
        open_pairs=(
            Obligation(2, "tilda", ("everyone",), "request", ("grant", "refusal"), words["said"]),
        ),
        notes={},
        seed=7,
        turn=5,
    )
    return replace(base, **changes)


def utterance(language: str, text: str | None = None, **changes: Any) -> Utterance:
    words = WORDS[language]
    base = Utterance(
        speaker="mara",
        text=words["fact"] if text is None else text,
        language=language,
        cast=PUBLIC[language].cast,
        recent=view(language).heard,
        due=obligation(language),
        open_pairs=(obligation(language),),
    )
    return replace(base, **changes)


def gathering(language: str, **changes: Any) -> Gathering:
    base = Gathering(
        turn=5,
        seed=7,
        language=language,
        cast=PUBLIC[language].cast,
        recent=view(language).heard,
        candidates=("mara", "tilda"),
    )
    return replace(base, **changes)


def ballot(language: str) -> Asked:
    """What a seat of the table may be asked to choose."""
    public = JA if language == "ja" else EN
    others = (one for one in public.seats() if one.id != "mara")
    return Asked("vote", tuple(Option(one.id, one.name) for one in others))


def disputed(language: str) -> View:
    """The same table without a victim, with a question to settle, two sides and a thing to have."""
    en = language != "ja"
    public = JA if language == "ja" else EN
    names = {one.id: one.name for one in public.seats() if one.id != "tilda"}
    kiln = "the kiln" if en else "窯"
    return view(
        language,
        public=replace(
            public,
            incident="",
            victim=None,
            verdict=Verdict(
                "Who is to have the kiln?" if en else "窯は誰のものになるべきか？", names, ("mara",)
            ),
            camps=(
                Camp(
                    "old",
                    "the old hands" if en else "古株",
                    "Wood." if en else "薪で焼く。",
                    False,
                    True,
                ),
                Camp(
                    "new",
                    "the young" if en else "若手",
                    "Gas." if en else "ガスで焼く。",
                    False,
                    True,
                ),
            ),
        ),
        sheet=replace(
            view(language).sheet,
            timeline=(),
            beliefs=(Belief("wood", "Wood is best." if en else "薪がいちばんだ。", 60, "mara"),),
        ),
        sides={"mara": "old", "osric": "old"},
        resources=(
            Resource("kiln", kiln, None, "It holds heat." if en else "よく熱を保つ。", False, True),
            Resource(
                "key",
                "the key" if en else "鍵",
                "mara",
                "Bent." if en else "曲がっている。",
                True,
                False,
            ),
        ),
        phase="private_chat",
        present=("mara", "tilda"),
    )

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
from tests.prompts.public import PUBLIC
from tests.tables import beside

TEXTS = beside(__file__)
WORDS = {language: texts["words"] for language, texts in TEXTS.items()}


def known(
    fact_id: str, told: str, *, price: int = 0, source: Any = "sheet", lie: bool = False
) -> KnownFact:
    return KnownFact(
        id=fact_id, topic="t", text=told, ask="", keys=(), people=(), whereabouts=None, implies={},
        source=source, turn=0, said_by=None, told=told, price=price, contradicts=(),
        cover_story=lie, premises=(), public=False,
    )  # fmt: skip


def sheet(language: str) -> Sheet:
    words = TEXTS[language]["sheet"]
    return Sheet(
        background=words["background"],
        personality=words["personality"],
        objective=words["objective"],
        timeline=tuple(Moment(*moment) for moment in words["timeline"]),
        missions=(Mission("m1", words["mission"], 5, ()),),
        secrets=(Secret("s1", words["secret"], ()),),
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
    given = {"turn": 5, "seed": 7, "language": language, "candidates": ("mara", "tilda")}
    given |= {"cast": PUBLIC[language].cast, "recent": view(language).heard}
    return Gathering(**given | changes)


def ballot(language: str) -> Asked:
    """What a seat of the table may be asked to choose."""
    others = (one for one in PUBLIC[language].seats() if one.id != "mara")
    return Asked("vote", tuple(Option(one.id, one.name) for one in others))


def disputed(language: str) -> View:
    """The same table without a victim, with a question to settle, two sides and a thing to have."""
    words = TEXTS[language]["disputed"]
    public = PUBLIC[language]
    names = {one.id: one.name for one in public.seats() if one.id != "tilda"}
    camps = tuple(Camp(*camp, False, True) for camp in words["camps"])
    verdict = Verdict(words["question"], names, ("mara",))
    belief = Belief("wood", words["belief"], 60, "mara")
    (kiln, hot), (key, bent) = words["things"]
    return view(
        language,
        public=replace(public, incident="", victim=None, verdict=verdict, camps=camps),
        sheet=replace(sheet(language), timeline=(), beliefs=(belief,)),
        sides={"mara": "old", "osric": "old"},
        resources=(Resource("kiln", kiln, None, hot, False, True),
                   Resource("key", key, "mara", bent, True, False)),
        phase="private_chat",
        present=("mara", "tilda"),
    )  # fmt: skip

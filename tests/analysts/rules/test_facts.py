"""Utterances as facts that stand alone: who, when and where survive, persons are named."""

from __future__ import annotations

import pytest

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import person

CASTS = {
    "en": (
        person("mara", "Mara Quill", "Mara", "the cook"),
        person("ines", "Dr. Ines Valdar", "Ines", "the doctor", "Doctor"),
        person("tomas", "Tomas Reed", "Tomas", "the ferryman"),
    ),
    "ja": (
        person("mara", "マーラ・クイル", "マーラさん", "料理人"),
        person("ines", "イネス・ヴァルダー", "イネスさん", "医者", "先生"),
        person("tomas", "トマス・リード", "トマスさん", "渡し守"),
    ),
}
BEFORE = (HeardTurn(1, "tomas", "...", None, (), None, None, ()),)


async def normalized(text: str, language: str, recent: tuple[HeardTurn, ...] = BEFORE) -> list[str]:
    said = Utterance("mara", text, language, CASTS[language], recent)
    return list(await RulesAnalyst().normalize(said))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "I was in the kitchen at 21:40, and I have the key.",
            ["Mara was in the kitchen at 21:40, and Mara has the key."],
        ),
        ("I'm sure I saw your lamp.", ["Mara is sure Mara saw Tomas's lamp."]),
        ("I don't trust him.", ["Mara doesn't trust him."]),
        ("I'd never seen that ticket.", ["Mara had never seen that ticket."]),
        ("I'd rather wait.", ["Mara would rather wait."]),
        ("You were not there, Ines.", ["Ines was not there."]),
        ("I know you're hiding it.", ["Mara knows Tomas is hiding it."]),
        ("I often carry my own lamp.", ["Mara often carries Mara's own lamp."]),
        ("I came by myself.", ["Mara came alone."]),
        ("Ines told me that you left at nine.", ["Ines told Mara that Tomas left at nine."]),
        ("Mr. Reed left at 9 p.m. and I followed.", ["Mr. Reed left at 9 p.m. and Mara followed."]),
    ],
)
async def test_i_and_you_become_names_and_their_verbs_agree(text: str, facts: list[str]) -> None:
    assert await normalized(text, "en") == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ines, where were you at 21:40?", ["Mara asked Ines where Ines was at 21:40."]),
        ("Was the door locked, Ines?", ["Mara asked Ines whether the door was locked."]),
        ("You saw it, didn't you, Ines?", ["Mara asked Ines whether Ines saw it."]),
        ("What did Ines tell you?", ["Mara asked Tomas: What did Ines tell Tomas?"]),
        ("Did anyone see the lamp?", ["Mara asked everyone: Did anyone see the lamp?"]),
        ("Let's search the hall.", ["Mara suggested to everyone: Let's search the hall."]),
    ],
)
async def test_a_question_is_reported_with_who_asked_whom(text: str, facts: list[str]) -> None:
    assert await normalized(text, "en") == facts


async def test_what_others_said_keeps_its_words_and_its_source() -> None:
    said = 'She asked me, "Where is my key?", and I did not answer.'
    expected = ['She asked Mara, "Where is my key?", and Mara did not answer.']
    assert await normalized(said, "en") == expected


@pytest.mark.parametrize(
    "text", ["Good evening, everyone.", "Yes, of course.", "Thank you, Ines.", "Ines?", "I see."]
)
async def test_greetings_thanks_and_calls_leave_no_fact(text: str) -> None:
    assert await normalized(text, "en") == []


async def test_we_and_fragments_keep_who_said_them() -> None:
    assert await normalized("We were in the hall.", "en") == ["Mara said: We were in the hall."]
    assert await normalized("In the boathouse.", "en") == ["Mara said: In the boathouse."]


async def test_each_sentence_is_a_fact_of_its_own_without_vocatives_and_fillers() -> None:
    said = "Well, I woke at five, Ines. The lamp, you see, was out. The lamp, you see, was out."
    assert await normalized(said, "en") == ["Mara woke at five.", "The lamp was out."]


async def test_you_stays_where_nobody_can_be_meant() -> None:
    assert await normalized("I saw you.", "en", ()) == ["Mara saw you."]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "私は九時に食堂にいました。トマスさんは見ませんでした。",
            ["マーラは九時に食堂にいました。", "トマスさんは見ませんでした。"],
        ),
        ("九時半に台所で皿を洗っていました。", ["マーラは九時半に台所で皿を洗っていました。"]),
        ("あなたの声が聞こえましたよ。", ["トマスの声が聞こえました。"]),
        (
            "イネスさん、二十一時四十分にはどこにいましたか。",
            ["マーラはイネスに尋ねた：二十一時四十分にはどこにいましたか。"],
        ),
        ("小屋を調べましょう。", ["マーラは全員に提案した：小屋を調べましょう。"]),
        ("鍵を見せてください、イネスさん。", ["マーラはイネスに頼んだ：鍵を見せてください。"]),
        ("私たちは広間にいました。", ["マーラたちは広間にいました。"]),
        (
            "イネスさんは「私の鍵はどこだ」と私に聞きました。",
            ["イネスさんは「私の鍵はどこだ」とマーラに聞きました。"],
        ),
        ("はい、そうです。", []),
        ("こんばんは、みなさん。", []),
        ("なるほど、わかりました。ありがとうございます。", []),
    ],
)
async def test_japanese_is_reported_with_names_and_subjects(text: str, facts: list[str]) -> None:
    assert await normalized(text, "ja") == facts

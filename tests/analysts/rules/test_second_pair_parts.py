"""Whether and how an utterance takes up what is due: answers, refusals, evasions, insertions."""

from __future__ import annotations

import pytest

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.adjacency import EXPECTS, FirstPairPart, Obligation, SecondPairPart
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import person

CASTS = {
    "en": (
        person("mara", "Mara Quill", "Mara", "the cook"),
        person("ines", "Dr. Ines Valdar", "Ines", "the doctor"),
        person("tomas", "Tomas Reed", "Tomas", "the ferryman"),
    ),
    "ja": (
        person("mara", "真鍋 文", "文さん", "料理長"),
        person("ines", "伊吹 玲", "伊吹先生", "医者", "先生"),
        person("tomas", "戸田 悠", "悠くん", "船頭"),
    ),
}
DUE: list[tuple[str, FirstPairPart, str, str, SecondPairPart | None]] = [
    ("en", "wh-question", "Where were you at ten?", "I was in the kitchen with Ines.", "answer"),
    ("en", "wh-question", "Where were you at ten?", "In the kitchen.", "answer"),
    ("en", "wh-question", "Where were you at ten?", "I won't say.", "refusal"),
    ("en", "wh-question", "Where were you at ten?", "That is my affair.", "refusal"),
    ("en", "wh-question", "Where were you at ten?", "Why do you ask me?", "evasion"),
    ("en", "wh-question", "Where were you at ten?", "Let us speak of the lamp instead.", "evasion"),
    ("en", "wh-question", "Where were you at ten?", "Which evening do you mean?", None),
    ("en", "wh-question", "Where were you at ten?", "I don't know.", "answer"),
    ("en", "wh-question", "What did you see?", "I saw nothing.", "answer"),
    ("en", "wh-question", "Who took the key?", "Bram did.", "answer"),
    ("en", "wh-question", "Where were you at ten?", "I'd rather not say, Tomas.", "refusal"),
    ("en", "wh-question", "Where were you at ten?", "Ines, did you hear the bell?", None),
    ("en", "wh-question", "Where were you at ten?", "Pardon?", None),
    ("en", "wh-question", "Where were you at ten?", "I cannot remember.", "answer"),
    ("en", "yes-no-question", "Did you row the boat?", "No, never.", "answer"),
    ("en", "yes-no-question", "Did you row the boat?", "I did not.", "answer"),
    ("en", "yes-no-question", "Did you row the boat?", "Does it matter?", "evasion"),
    ("en", "yes-no-question", "Did you row the boat?", "None of your business.", "refusal"),
    ("en", "accusation", "You lied to us.", "I never lied to anyone.", "denial"),
    ("en", "accusation", "You lied to us.", "Very well, I admit it.", "admission"),
    ("en", "accusation", "You lied to us.", "I only wanted to protect my sister.", "account"),
    ("en", "accusation", "You killed him.", "That's a lie!", "denial"),
    ("en", "request", "Tell us what you saw.", "Of course. The lamp was out.", "grant"),
    ("en", "request", "Show me the ticket.", "No, I will not.", "refusal"),
    ("en", "request", "Tell us what you saw.", "I saw a light in the tower.", "grant"),
    ("en", "suggestion", "Let's search the boathouse.", "A good idea.", "acceptance"),
    (
        "en",
        "suggestion",
        "Let's search the boathouse.",
        "No, it is too late for that.",
        "rejection",
    ),
    ("en", "invitation", "Will you join us for supper?", "Gladly, thank you.", "acceptance"),
    ("en", "offer", "Shall I fetch your coat?", "No, thank you.", "rejection"),
    ("en", "assessment", "That was a cruel thing to do.", "It was indeed.", "agreement"),
    ("en", "assessment", "That was a cruel thing to do.", "I don't think so.", "disagreement"),
    ("en", "apology", "I'm sorry I doubted you.", "Never mind, Tomas.", "absolution"),
    ("en", "announcement", "I have found the key.", "Thank heavens.", "acknowledgement"),
    ("en", "announcement", "I have found the key.", "I see.", "acknowledgement"),
    ("en", "greeting", "Good evening, Mara.", "Good evening, Tomas.", "greeting"),
    ("en", "summons", "Mara?", "Yes?", "answer"),
    ("en", "summons", "Mara?", "What is it?", "answer"),
    ("en", "complaint", "You never listen.", "I'm sorry, Tomas.", "admission"),
    ("en", "wh-question", "Where were you at ten?", "Good evening, everyone.", None),
    ("ja", "wh-question", "十時にはどこにいましたか。", "台所にいました。", "answer"),
    ("ja", "wh-question", "十時にはどこにいましたか。", "言いたくありません。", "refusal"),
    ("ja", "wh-question", "十時にはどこにいましたか。", "どうして私に聞くんですか。", "evasion"),
    (
        "ja",
        "wh-question",
        "十時にはどこにいましたか。",
        "それより、鍵の話をしましょう。",
        "evasion",
    ),
    ("ja", "wh-question", "十時にはどこにいましたか。", "いつの十時のことですか。", None),
    ("ja", "wh-question", "十時にはどこにいましたか。", "覚えていません。", "answer"),
    ("ja", "wh-question", "誰が鍵を持っていますか。", "船長です。", "answer"),
    ("ja", "yes-no-question", "舟を漕ぎましたか。", "いいえ、漕いでいません。", "answer"),
    ("ja", "yes-no-question", "舟を漕ぎましたか。", "はい。", "answer"),
    ("ja", "yes-no-question", "舟を漕ぎましたか。", "あなたには関係ありません。", "refusal"),
    ("ja", "accusation", "あなたは嘘をついた。", "嘘などついていません。", "denial"),
    ("ja", "accusation", "あなたは嘘をついた。", "申し訳ありません、その通りです。", "admission"),
    ("ja", "accusation", "あなたは嘘をついた。", "妹を守るためだったんです。", "account"),
    ("ja", "request", "鍵を見せてください。", "どうぞ。", "grant"),
    ("ja", "request", "鍵を見せてください。", "お断りします。", "refusal"),
    ("ja", "suggestion", "小屋を調べましょう。", "いい考えですね。", "acceptance"),
    ("ja", "suggestion", "小屋を調べましょう。", "今夜はやめましょう。", "rejection"),
    ("ja", "invitation", "夕食をご一緒しませんか。", "喜んで。", "acceptance"),
    ("ja", "offer", "お茶をお持ちしましょうか。", "いいえ、結構です。", "rejection"),
    ("ja", "assessment", "ひどい話ですね。", "ええ、本当に。", "agreement"),
    ("ja", "assessment", "ひどい話ですね。", "そうは思いません。", "disagreement"),
    ("ja", "apology", "疑ってすみませんでした。", "気にしていませんよ。", "absolution"),
    ("ja", "announcement", "鍵が見つかりました。", "なるほど。", "acknowledgement"),
    ("ja", "greeting", "こんばんは、文さん。", "こんばんは、悠くん。", "greeting"),
    ("ja", "summons", "文さん?", "はい。", "answer"),
    ("ja", "summons", "文さん?", "何でしょう?", "answer"),
]


def obligation(kind: FirstPairPart, text: str, *to: str) -> Obligation:
    return Obligation(1, "tomas", to, kind, EXPECTS[kind], text)


def asked(text: str) -> tuple[HeardTurn, ...]:
    return (HeardTurn(1, "tomas", text, None, (), None, None, ()),)


@pytest.mark.parametrize(("language", "kind", "first", "second", "expected"), DUE)
async def test_what_is_due_is_taken_up_as_its_words_say(
    language: str,
    kind: FirstPairPart,
    first: str,
    second: str,
    expected: SecondPairPart | None,
) -> None:
    said = Utterance(
        "mara", second, language, CASTS[language], asked(first), obligation(kind, first, "mara")
    )
    found = await RulesAnalyst().detect(said)
    assert (found.answers, found.second_pair_part) == (1 if expected else None, expected)


OPEN: list[tuple[str, str, str, int | None]] = [
    ("en", "Did anyone hear the second bell?", "I heard the bell, just before ten.", 1),
    ("en", "Did anyone hear the second bell?", "I did.", 1),
    ("en", "Did anyone hear the second bell?", "Tomas, I was awake all night.", 1),
    ("en", "Did anyone hear the second bell?", "The soup is cold.", None),
    ("en", "Did anyone hear the second bell?", "I was born in spring.", None),
    ("en", "Did anyone hear the second bell?", "Did anyone lose a key?", None),
    ("ja", "誰か二つ目の鐘を聞きましたか。", "私が聞きました。", 1),
    ("ja", "誰か二つ目の鐘を聞きましたか。", "鐘なら十時前に鳴りました。", 1),
    ("ja", "誰か二つ目の鐘を聞きましたか。", "汁が冷めてしまいました。", None),
]


@pytest.mark.parametrize(("language", "first", "second", "expected"), OPEN)
async def test_a_question_to_everybody_needs_words_of_its_own_to_be_answered(
    language: str, first: str, second: str, expected: int | None
) -> None:
    standing = (obligation("yes-no-question", first, "everyone"),)
    said = Utterance("mara", second, language, CASTS[language], asked(first), None, standing)
    assert (await RulesAnalyst().detect(said)).answers == expected


async def test_nobody_answers_their_own_question() -> None:
    standing = (obligation("yes-no-question", "Did anyone hear the bell?", "everyone"),)
    said = Utterance("tomas", "I heard the bell myself.", "en", CASTS["en"], (), None, standing)
    assert (await RulesAnalyst().detect(said)).answers is None


async def test_what_is_due_comes_before_what_stands_open() -> None:
    due = Obligation(2, "ines", ("mara",), "wh-question", ("answer",), "Where was the lamp?")
    standing = (obligation("yes-no-question", "Did anyone hear the bell?", "everyone"), due)
    said = Utterance("mara", "The lamp was on the bell.", "en", CASTS["en"], (), due, standing)
    assert (await RulesAnalyst().detect(said)).answers == 2


async def test_a_bare_name_answers_who_instead_of_calling() -> None:
    due = obligation("wh-question", "Who took the key?", "mara")
    said = Utterance("mara", "Ines.", "en", CASTS["en"], asked(due.text), due)
    found = await RulesAnalyst().detect(said)
    assert (found.first_pair_part, found.answers, found.second_pair_part) == (None, 1, "answer")


@pytest.mark.parametrize(
    ("language", "text", "closes"),
    [
        ("en", "I see, thank you, Tomas.", True),
        ("en", "Thank you. That settles it.", True),
        ("en", "I see. Where was Ines?", False),
        ("en", "Good evening.", False),
        ("ja", "なるほど、わかりました。", True),
        ("ja", "ありがとうございます、悠くん。", True),
        ("ja", "なるほど、では鍵はどこですか。", False),
    ],
)
async def test_only_a_sequence_closing_third_closes(language: str, text: str, closes: bool) -> None:
    said = Utterance("mara", text, language, CASTS[language], asked("..."))
    assert (await RulesAnalyst().detect(said)).closes is closes


async def test_nothing_closes_before_anybody_has_spoken() -> None:
    said = Utterance("mara", "I see, thank you.", "en", CASTS["en"])
    assert not (await RulesAnalyst().detect(said)).closes

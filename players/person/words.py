"""What a person is told of an answer that cannot be taken, in the languages of the stories."""

from __future__ import annotations

from collections.abc import Mapping

REFUSALS: Mapping[str, tuple[str, str]] = {
    "neither": (
        "An answer is text or an object with {keys}; this is neither.",
        "答えは文章か、{keys} を持つオブジェクトです。これはどちらでもありません。",
    ),
    "by-seat": (
        "Answer by seat: {{seat: answer}}, with one of: {seats}.",
        "席ごとに {{席: 答え}} の形で答えてください。待っている席: {seats}。",
    ),
    "over": (
        "That answers {old}, which is over; now it is {now}.",
        "それは終わった問い {old} への答えです。今の問いは {now} です。",
    ),
    "unknown": (
        "{key} is not asked for now; an answer may have {keys}.",
        "{key} は今は答えられません。答えに書けるのは {keys} です。",
    ),
    "both": (
        "Either pass or do something; not both.",
        "見送るか、何かをするか、どちらか一つにしてください。",
    ),
    "how-much": (
        'Bid for the floor with {{"bid": 0-9}} or words, or listen with {{"pass": true}}.',
        '話したければ {{"bid": 0-9}} か言葉を、聞くだけなら {{"pass": true}} を送ってください。',
    ),
    "bid": (
        "A bid is a whole number from 0 to 9, not {given}.",
        "発言の希望は0から9までの整数です。{given} は使えません。",
    ),
    "head": (
        "“{name}:” at the head would read as if {name} spoke. You speak for your own seat alone; "
        "to speak to {name}, write “{name}, …”.",
        "先頭に「{name}:」とあると、{name}の発言に見えます。話せるのは自分の席としてだけです。"
        "{name}に話しかけるなら「{name}、…」と書いてください。",
    ),
    "name-alone": (
        "There are no words after the name. {ways}",
        "名前の後に言葉がありません。{ways}",
    ),
    "clue-list": ("What is shown is a list of clue ids.", "見せるものは手がかりのidの一覧です。"),
    "clue": ("You have no clue {given}. You have: {have}.", "手がかり {given} は持っていません。"
             "持っているもの: {have}。"),
    "no-clues": ("You have no clue {given}. You have none.", "手がかりは一つも持っていません。"),
    "choice": (
        "There is no {given} to choose. There is: {there}.",
        "{given} は選べません。選べるもの: {there}。",
    ),
    "text": (
        "“{key}” takes text, not {given}. {ways}",
        "「{key}」は文章です。{given} は使えません。{ways}",
    ),
    "long": (
        "That is {count} characters; {most} are the most. Say it in fewer words, or in several "
        "turns.",
        "{count}文字あります。一度に言えるのは{most}文字までです。短くするか、何回かに分けてください。",
    ),
    "control": (
        "Character {at} ({char}) is a control character, which nobody can hear. Leave it out.",
        "{at}文字目（{char}）は制御文字で、誰にも聞こえません。取り除いてください。",
    ),
    "empty": ("There are no words in that. {ways}", "言葉がありません。{ways}"),
    "ways": (
        'Give {first}, or {{"pass": true}} to let it pass.',
        '{first} を書くか、見送るなら {{"pass": true}} を送ってください。',
    ),
}  # fmt: skip


def refusal(language: str, what: str, **given: object) -> str:
    """Return a sentence of this table."""
    return REFUSALS[what][language == "ja"].format(**given)

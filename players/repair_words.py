"""What a diagnosis by rule says, in the language of the game."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "same": "It is what was said in turn {turn}, once more.",
        "something else": "Do something else with the turn: bring something new, or ask.",
        "restates": "It says again what was said in turn {turn} and adds nothing.",
        "brings news": "It is near to turn {turn} in words, but it brings something of its own.",
        "asked since": "It was asked for since turn {turn}, and so is said again.",
        "asks another": "The words are those of turn {turn}, but it is put to somebody else.",
        "asks again": "It asks again what turn {turn} asked.",
        "pursues": "It pursues a question that was not answered.",
    },
    "ja": {
        "same": "ターン{turn}で言われたことの繰り返しである。",
        "something else": "この番では別のことをする。新しいことを言うか、尋ねる。",
        "restates": "ターン{turn}で言われたことをもう一度言うだけで、何も加えていない。",
        "brings news": "言葉はターン{turn}に近いが、新しいことを含んでいる。",
        "asked since": "ターン{turn}のあとに尋ねられたので、もう一度言っている。",
        "asks another": "言葉はターン{turn}のものだが、別の人に向けられている。",
        "asks again": "ターン{turn}の質問をもう一度している。",
        "pursues": "答えのなかった質問を、もう一度している。",
    },
}


def say(language: str, what: str, **slots: object) -> str:
    """Return a comment or a suggestion."""
    return _WORDS.get(language, _WORDS["en"])[what].format(**slots)

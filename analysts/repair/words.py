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
        "against its sheet": "It goes against the speaker's own sheet: {words}",
        "against its words": "It goes against what the speaker said in turn {turn}: {words}",
        "changes its story": "It is another story than the one told in turn {turn}: {words}",
        "given up already": "It denies what the speaker gave up itself in turn {turn}: {words}",
        "owns up": "It is the truth, after the lie of turn {turn}.",
        "cover story": "It is the lie that the sheet gives the speaker to tell ({about}).",
        "guarded fact": "The sheet tells the speaker to hide {about}.",
        "secret": "It keeps a secret of the speaker's ({about}).",
        "agreed": "Whoever it is about would agree.",
        "no grounds": "Nothing the speaker was given or has heard bears this out: {words}.",
        "what you know": "Keep to what you know; what you only suspect, say as a suspicion or ask.",
        "passes over": "It passes over the question of turn {turn}.",
        "withholds": "It withholds the answer to turn {turn}, with nothing to guard by it.",
        "answer": "Answer the question: {words}",
        "stand by it": "Say what agrees with your sheet and with your own words, or leave it out.",
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
        "against its sheet": "話し手自身の紙に書かれたことと食い違う：{words}",
        "against its words": "話し手がターン{turn}で言ったことと食い違う：{words}",
        "changes its story": "ターン{turn}での説明と違う話になっている：{words}",
        "given up already": "ターン{turn}で自分から明かしたことを否定している：{words}",
        "owns up": "ターン{turn}の嘘のあとで、本当のことを言っている。",
        "cover story": "紙が話し手に与えた作り話である（{about}）。",
        "guarded fact": "紙が話し手に伏せるよう求めていることである（{about}）。",
        "secret": "話し手の秘密を守っている（{about}）。",
        "agreed": "話題にされた人も認めるはずである。",
        "no grounds": "話し手の知っていることに、裏づけになるものがない：{words}",
        "what you know": "知っていることだけを言う。推測は推測として言うか、尋ねる。",
        "passes over": "ターン{turn}の質問を素通りしている。",
        "withholds": "隠すものがないのに、ターン{turn}への答えを避けている。",
        "answer": "質問に答える：{words}",
        "stand by it": "自分の紙と、これまでの自分の言葉に合うことを言うか、その話に触れない。",
    },
}


def say(language: str, what: str, **slots: object) -> str:
    """Return a comment or a suggestion."""
    return _WORDS.get(language, _WORDS["en"])[what].format(**slots)

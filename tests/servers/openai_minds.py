"""Minds for the loopback server: a faithful one, and a hostile one with every failure of the field.

The faithful mind derives its answers from the request alone, in both languages, so that whole games
can be played with it: it asks people by name, answers what is due, and reads utterances rightly.
"""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, get_args

from mmagents.prompts.tasks import JudgeTask
from tests.servers.openai_server import Answer, Mind, Request

_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
_CALL = {
    "en": re.compile(r"^- .*?, called (.+?): ", re.M),
    "ja": re.compile(r"呼び名は「(.+?)」", re.M),
}
_ME = {"en": re.compile(r"^- .* \(this is you\), called (.+?): ", re.M),
       "ja": re.compile(r"（あなた）、呼び名は「(.+?)」", re.M)}  # fmt: skip
_DUE = {"en": "is due from you now", "ja": "第二部分が求められている"}
_AWAY = {
    "en": re.compile(r"\((?:the victim, )?not at the table\)"),
    "ja": re.compile("席にはいない"),
}
_PLACES = {"en": ["the stairs", "the cellar", "the yard"], "ja": ["階段", "地下室", "中庭"]}


JUDGED = get_args(JudgeTask)


def task_of(request: Request) -> str:
    """Return which task a request is for, as its header says."""
    task = request.headers.get("x-mmagents-task", "speak")  # a model is tried without one
    return "speak" if task == "repair" else task


def texts(request: dict[str, Any]) -> str:
    """Return all that a request says."""
    return "\n".join(str(message["content"]) for message in request["messages"])


def language_of(request: Request) -> str:
    """Return the language that a request asks for, as its header says."""
    return request.headers.get("x-mmagents-language", "en")


def faithful(request: Request, number: int) -> Answer:
    """Answer as a well-behaved model would; the same request always gets the same answer."""
    if "x-mmagents-task" not in request.headers:
        return Answer(tried(request))
    task, language = task_of(request), language_of(request)
    text = texts(request)
    lot = Random(text)
    if task in JUDGED:  # judges agree on most things, not on all
        own = Random(f"{request.get('model')} {text}")
        lot = lot if own.random() < 0.75 else own
    mind = {"think": _think, "speak": _speak, "normalise": _normalise, "detect": _detect,
            "moderate": _moderate, "choose": _choose, "breakdown": _breakdown, "judge": _judge,
            "breakdown_whole": _breakdown_whole, "summary": _summary,
            "rubric": _rubric, "truth": _truth, "summarise": _summarise, "reflect": _reflect,
            "perceive": _perceive, "consider": _consider, "guess": _guess,
            "triplets": _triplets, "entail": _entail, "rate": _rate,
            "agree": _agree, "diagnose": _diagnose, "evidence": _evidence,
            "pick": _pick, "merge": _merge}  # fmt: skip
    said = mind[task](text, language, lot)
    return Answer(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))


def tried(request: Request) -> str:
    """Answer what a model is tried with before a game: a word, or whatever fits a JSON schema."""
    asked, _, schema = texts(request).rpartition("\n")
    return json.dumps(_example(json.loads(schema))) if "JSON schema" in asked else "yes"


def _example(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: _example(one) for name, one in schema["properties"].items()}
    return {"string": "x", "integer": 1, "number": 0.5, "boolean": True, "array": []}[
        schema["type"]
    ]


def _think(text: str, language: str, lot: Random) -> dict[str, Any]:
    due = _DUE[language] in text
    importance = 8 if due else lot.randrange(8)
    plan = {"en": "Ask about the night.", "ja": "あの夜のことを尋ねる。"}[language]
    return {
        "thought": plan,
        "action": "speak" if importance > 3 else "listen",
        "importance": importance,
    }


def _present(text: str, language: str) -> list[str]:
    lines = [line for line in text.splitlines() if not _AWAY[language].search(line)]
    return _CALL[language].findall("\n".join(lines))


def _speak(text: str, language: str, lot: Random) -> str:
    hour, place = lot.randrange(8, 12), lot.choice(_PLACES[language])
    if _DUE[language] in text and lot.random() < 0.8:
        return {"en": f"I was by {place} at {hour}, and I saw nobody.",
                "ja": f"{hour}時には{place}にいました。誰も見ていません。"}[language]  # fmt: skip
    me = _ME[language].search(text)
    others = [one for one in _present(text, language) if me is None or one != me[1]]
    if others and lot.random() < 0.7:
        other = lot.choice(others)
        return {"en": f"{other}, where were you at {hour}?",
                "ja": f"{other}、{hour}時にはどこにいましたか。"}[language]  # fmt: skip
    return {
        "en": f"There was mud on {place} at {hour}.",
        "ja": f"{hour}時に{place}に泥がありました。",
    }[language]


def _utterance(text: str, language: str) -> tuple[str, str]:
    """Return who speaks and the words, from the prompt of an analyst."""
    mark = {"en": r"^(.+) said: (\".*\")$", "ja": r"^(.+)の発言：(\".*\")$"}[language]
    found = re.findall(mark, text, re.M)[-1]
    return found[0], json.loads(found[1])


def _normalise(text: str, language: str, lot: Random) -> dict[str, Any]:
    speaker, words = _utterance(text, language)
    said = {"en": f"{speaker} said: {words}", "ja": f"{speaker}は「{words}」と言った。"}[language]
    return {"facts": [said]}


def _detect(text: str, language: str, lot: Random) -> dict[str, Any]:
    speaker, words = _utterance(text, language)
    asks = words.rstrip().endswith(("?", "？", "か。"))
    head = {"en": r"^(.+?),", "ja": r"^(.+?)、"}[language]
    named = re.match(head, words)
    call = re.findall(rf"^- (.+?) ?[(（]{re.escape(speaker)}[);、）]", text, re.M)[0]
    still_open = text.rpartition(
        {"en": "## Still open", "ja": "## まだ応じられていないもの"}[language]
    )[2]
    entry = {"en": rf"^- turn (\d+), .+? to {call} \(", "ja": rf"^- ターン(\d+) .+?→{call}（"}[
        language
    ]
    due = re.findall(entry, still_open, re.M)
    return {
        "first_pair_part": "wh-question" if asks else "none",
        "addressees": [named[1]] if asks and named else [],
        "answers": int(due[-1]) if due and not asks else 0,
        "second_pair_part": "answer" if due and not asks else "none",
        "closes": False,
    }


def _triplets(text: str, language: str, lot: Random) -> dict[str, Any]:
    speaker, words = _utterance(text, language)
    return {"triplets": [[speaker, "says", words[:60]]]}


def _entail(text: str, language: str, lot: Random) -> dict[str, Any]:
    sure = lot.choice([0.2, 0.99])
    return {"contradictions": [{"premise": 1, "claim": 1, "score": sure}]}


def _evidence(text: str, language: str, lot: Random) -> dict[str, Any]:
    numbers = re.findall(
        {"en": r"^## Passage (\d+)$", "ja": r"^## 箇所(\d+)$"}[language], text, re.M
    )
    return {"passages": [int(numbers[-1])]}


def _pick(text: str, language: str, lot: Random) -> dict[str, Any]:
    head = {"en": "## The lines", "ja": "## 台詞の案"}[language]
    lines = re.findall(r"^(\d+)\. ", text.rpartition(head)[2], re.M)
    reason = {"en": "It answers.", "ja": "応じている。"}[language]
    return {"reason": reason, "best": int(lot.choice(lines))}


def _merge(text: str, language: str, lot: Random) -> dict[str, Any]:
    return {"suggestions": [{"en": "Bring something new.", "ja": "新しいことを言う。"}[language]]}


def _rate(text: str, language: str, lot: Random) -> dict[str, Any]:
    return {"score": lot.choice([1, 2, 9]), "claim": ""}


def _agree(text: str, language: str, lot: Random) -> dict[str, Any]:
    return {"agreed": lot.random() < 0.5}


def _diagnose(text: str, language: str, lot: Random) -> dict[str, Any]:
    taken_for = lot.choice(["fault", "fault", "lie", "evasion", "owning-up", "harmless"])
    comment = {"en": "It says nothing new.", "ja": "新しいことがない。"}[language]
    severity = lot.choice([8, 9]) if taken_for == "fault" else 2
    return {"severity": severity, "taken_for": taken_for, "comment": comment, "suggestion": ""}


def _moderate(text: str, language: str, lot: Random) -> dict[str, Any]:
    mark = {"en": r"may speak next: (.+)$", "ja": r"次に話せる人：(.+)$"}[language]
    candidates = re.findall(mark, text, re.M)[-1]
    return {"next": lot.choice(re.split(", |、", candidates))}


def _choose(text: str, language: str, lot: Random) -> dict[str, Any]:
    head = {"en": "## The options", "ja": "## 選択肢"}[language]
    options = re.findall(r"^\d+\. (.+)$", text.rpartition(head)[2], re.M)
    why = {"en": "It has to be somebody.", "ja": "誰かに決めなければ。"}[language]
    return {"choice": lot.choice(options), "reason": why}


_TURN = {"en": r"^- turn (\d+), ", "ja": r"^- ターン(\d+) "}


def _breakdown(text: str, language: str, lot: Random) -> dict[str, Any]:
    turns = [int(turn) for turn in re.findall(_TURN[language], text, re.M)]
    if not turns or lot.random() < 0.6:
        return {"breakdowns": [], "breaks_down": False}
    category = lot.choice(["ignore-question", "repetition", "unclear-intention"])
    found = {"category": category, "of": lot.choice(turns), "strategic": lot.random() < 0.2}
    reason = {"en": "It was asked before.", "ja": "前にも尋ねられている。"}[language]
    return {"breakdowns": [found | {"reason": reason}], "breaks_down": not found["strategic"]}


def _breakdown_whole(text: str, language: str, lot: Random) -> dict[str, Any]:
    turns = [int(turn) for turn in re.findall(_TURN[language], text, re.M)]
    reason = {"en": "It was asked before.", "ja": "前にも尋ねられている。"}[language]
    found = [
        {"turn": turn, "category": lot.choice(["ignore-question", "repetition"]), "reason": reason}
        for turn in turns
        if lot.random() < 0.3
    ]
    return {"breakdowns": found, "none": not found}


def _judge(text: str, language: str, lot: Random) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for one in ("coherence", "cooperativeness", "diversity"):
        said[f"{one}_reason"] = {"en": "They answer.", "ja": "互いに答えている。"}[language]
        said[one] = lot.randint(1, 5)
    return said


def _truth(text: str, language: str, lot: Random) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for one in ("consistency", "factualness"):
        said[f"{one}_reason"] = {"en": "The sheet says so.", "ja": "紙にある。"}[language]
        said[one] = lot.randint(1, 10)
    return said


def _rubric(text: str, language: str, lot: Random) -> dict[str, Any]:
    turns = [int(turn) for turn in re.findall(_TURN[language], text, re.M)]
    mark = {"en": r"the JSON object for: (.+?)\. The", "ja": r"答えよ：(.+?)。"}[language]
    items = []
    for id in re.split(", |、", re.findall(mark, text)[-1]):
        reached = lot.random() < 0.5
        turn = lot.choice(turns) if reached else 0
        reason = {"en": "It is said.", "ja": "述べられている。"}[language]
        items.append({"id": id, "reason": reason, "reached": reached, "turn": turn})
    return {"items": items}


def _summary(text: str, language: str, lot: Random) -> dict[str, Any]:
    words = [json.loads(one) for one in _LITERAL.findall(text.rpartition("##")[2])]
    return {"summary": " ".join(words)[:300] or "…"}


def _summarise(text: str, language: str, lot: Random) -> dict[str, Any]:
    turns = re.findall({"en": r"^- turn \d+, ", "ja": r"^- ターン\d+ "}[language], text, re.M)
    said = {"en": "We talked of the night.", "ja": "あの夜の話をした。"}[language]
    return {"summary": said, "turns": len(turns)}


def _reflect(text: str, language: str, lot: Random) -> dict[str, Any]:
    believed = {"en": r"^- You believe, (\d+) of 100", "ja": r"^- 信念（(\d+)/100）"}[language]
    felt = {"en": r"^- (.+): -?\d+ on a scale from", "ja": r"^- (.+)：-10（憎い）から"}[language]
    head = {"en": "## Your summaries", "ja": "についての自分の要約"}[language]
    listed = text.rpartition(head)[2].split("##")[0]
    told = re.search(
        {"en": r"come to dislike (.+)\. What", "ja": r"あなたは(.+)が嫌い"}[language], text
    )
    beliefs = [
        min(100, max(0, int(one) + lot.randrange(-5, 6)))
        for one in re.findall(believed, text, re.M)
    ]
    relations = [
        {
            "name": name,
            "score": -9 if told and told[1] == name else lot.randrange(-4, 8),
            "words": "Hm.",
        }
        for name in re.findall(felt, text, re.M)
    ]
    return {
        "reflection": {"en": "It went well.", "ja": "うまくいった。"}[language],
        "talks": len(re.findall(r"^- \"", listed, re.M)),
        "beliefs": beliefs,
        "relations": relations,
    }


def _consider(text: str, language: str, lot: Random) -> dict[str, Any]:
    return {"thought": _think(text, language, lot)["thought"]}


def _guess(text: str, language: str, lot: Random) -> dict[str, Any]:
    names = _present(text, language)
    pairs = [(one, other) for one in names for other in names if one != other]
    some = lot.sample(pairs, min(5, len(pairs)))
    return {"guesses": [{"who": a, "whom": b, "score": lot.randrange(-10, 11)} for a, b in some]}


def _perceive(text: str, language: str, lot: Random) -> dict[str, Any]:
    things = {
        "en": r"^- .+, in (?:the hands of|nobody's hands)",
        "ja": r"^- .+（(?:.+のもの|誰のものでもない)",
    }
    return {
        "plan": {"en": "Win them over.", "ja": "味方を増やす。"}[language],
        "people": len(_present(text, language)),
        "resources": len(re.findall(things[language], text, re.M)),
    }


def _json_failures(answer: str, lot: Random) -> list[Callable[[], Answer]]:
    """Return what small models do to a JSON answer that is right at heart."""
    held = json.loads(answer)
    listed = list(held.values())

    def dump(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    names = ["Jordan", "the narrator", "犯人", "Mra", "", None, "everyone!!", ["nested"], 7]
    spoilt = {
        "importance": lot.choice(["8/10", "high", -4, 99, None, "８点", 3.7, [5], True, "seven"]),
        "action": lot.choice(["Speak!", "wait and see", "発言する", "dance", None, 3]),
        "addressees": lot.choice([lot.sample(names, 3), "Mra Quil", None, {"name": "x"}]),
        "first_pair_part": lot.choice(["WH Question", "riddle", None, ["request"], "質問"]),
        "choice": lot.choice([*names, "2", 99, ["Mara", "Tilda"], {"name": "x"}]),
        "turns": lot.choice(["three", None, -1, 7]),
        "talks": lot.choice([None, 99, "two"]),
        "beliefs": lot.choice([None, 500, ["high"], {"1": 3}, [{"score": "8/10"}], [9] * 30]),
        "guesses": lot.choice([None, "none", [["a", 3]], [{"who": "ghost"}], [{"score": 3}]]),
        "relations": lot.choice([None, {"Mara": 3, "ghost": 9}, [{"name": "Mra"}], ["x"], 5]),
        "reason": lot.choice([None, "x" * 5000, ["why", "not"], 7]),
        "next": [*names, "Mara or Tilda"][len(answer) % 10],
        "answers": lot.choice(["turn 3", None, -1, 10**9, "none"]),
        "breakdowns": lot.choice(["none", None, [None], ["repetition"], [{"category": "boredom"}]]),
        "breaks_down": lot.choice(["no", "B", None, "yes", 2]),
        "none": lot.choice(["no", "B", None, "yes", 2]),
        "coherence": lot.choice(["4/5", "8/10", 0, 6, 3.5, "４点", "five", None, "3-4", True]),
        "consistency": lot.choice(["7/10", "4/5", 0, 11, 7.5, "９点", None, "8-9", True]),
        "items": lot.choice([None, [], [{"id": "nobody"}], "all of them", {"time": True}]),
        "triplets": lot.choice([None, [["a", "b"]], "a b c", [[1, 2, 3]] * 40, [{"s": "x"}]]),
        "contradictions": lot.choice(
            [None, "none", [{"premise": 99, "claim": 1, "score": 1}], [[1, 1, "98%"]], [[1]]]
        ),
        "passages": lot.choice([None, "1", [99, "x"], [None], [{"number": 1}], ["1", 1]]),
        "best": lot.choice(["2nd", 99, None, [1], "the first"]),
        "suggestions": lot.choice([None, "Ask.", [None], ["x" * 5000] * 9, {"a": "b"}]),
        "score": lot.choice(["9/10", "high", 99, None, [7], True]),
        "agreed": lot.choice(["Yes!", "はい", None, "perhaps", 0]),
        "severity": lot.choice(["9/10", "grave", -1, 99, None]),
        "taken_for": lot.choice(["Strategic lie", "誤り", "crime", None, ["fault"]]),
        "facts": lot.choice(["one fact", None, [None, ""], [{"fact": "x"}], 5, ["x" * 5000] * 40]),
    }
    return [
        lambda: Answer(f"Sure! Here is my answer:\n{answer}\nLet me know if you need more."),
        lambda: Answer(f"```json\n{answer}\n```"),
        lambda: Answer(f"<think>Hm. {{maybe}} [x]</think>\n{answer}"),
        lambda: Answer(dump([held])),
        lambda: Answer(dump(listed)),
        lambda: Answer(dump({"answer": held})),
        lambda: Answer(str(held)),
        lambda: Answer(dump(answer)),
        lambda: Answer(answer[:-1] + ",}"),
        lambda: Answer(answer[: lot.randrange(len(answer))], finish="length"),
        lambda: Answer(answer[: lot.randrange(len(answer))]),
        lambda: Answer(dump({key.upper(): value for key, value in held.items()})),
        lambda: Answer(dump({key: spoilt.get(key, value) for key, value in held.items()})),
        lambda: Answer(dump({key: None for key in held})),
        lambda: Answer(lot.choice(["None", "null", "{}", "[]", "42", "I would rather listen."])),
    ]


def _speech_failures(words: str, lot: Random) -> list[Callable[[], Answer]]:
    return [
        lambda: Answer(f"Mara: {words}\nTilda: I did it!\nMara: Aha."),
        lambda: Answer(f"{words}\nTilda: No!\n千鶴さん：いいえ。"),
        lambda: Answer("Tilda: It was me.\nEveryone: Oh!"),
        lambda: Answer(f'"{words}"'),
        lambda: Answer(json.dumps({"speech": words})),
        lambda: Answer(f"```\n{words}\n```"),
        lambda: Answer(f"<think>secret plan</think>{words}"),
        lambda: Answer(words[: len(words) // 2], finish="length"),
        lambda: Answer(words * 400),
        lambda: Answer("\n\n  …  \n"),
        lambda: Answer('{"speech": null}'),
        lambda: Answer(words + "\x00\u202e\u2028\ufeff\ud83d"),
    ]


def hostile(seed: int, *, late: float = 5.0) -> Mind:
    """Return a mind that fails each call in a way drawn by lot, and now and then answers well."""
    lots = Random(f"{seed}:hostile")

    def mind(request: Request, number: int) -> Answer:
        good = faithful(request, number)
        text = good.text or ""
        broken = _speech_failures if task_of(request) == "speak" else _json_failures
        lot = Random(f"{seed}:{number}:{lots.random()}")
        wire = [
            lambda: Answer(fault="drop"),
            lambda: Answer(text, fault="half"),
            lambda: Answer(text, fault="late", delay=late),
            lambda: Answer(text, fault="not-json"),
            lambda: Answer(text, fault="no-choices"),
            lambda: Answer(status=429, headers={"Retry-After": "0"}, error={"message": "wait"}),
            lambda: Answer(status=lot.choice([500, 502, 503]), error={"message": "oops"}),
            lambda: Answer(status=400, error={"message": "response_format is not supported"}),
            lambda: Answer(None),
            lambda: Answer(""),
            lambda: Answer("", finish="content_filter"),
            lambda: Answer(None, refusal="I cannot help with that."),
        ]  # fmt: skip
        kinds = [lambda: good] * 6 + broken(text, lot) + wire
        return lot.choice(kinds)()

    return mind

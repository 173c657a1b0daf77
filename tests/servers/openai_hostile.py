"""A mind for the loopback server with every failure of the field."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request
from tests.servers.prompt_data import task_of


def _json_failures(answer: str, lot: Random) -> list[Callable[[], Answer]]:
    """Return what small models do to a JSON answer that is right at heart."""
    held = json.loads(answer)

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
        lambda: Answer(dump(list(held.values()))),
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
        lambda: Answer("Tilda: It was me.\nEveryone: Oh!"), lambda: Answer(f'"{words}"'),
        lambda: Answer(json.dumps({"speech": words})), lambda: Answer(f"```\n{words}\n```"),
        lambda: Answer(f"<think>secret plan</think>{words}"),
        lambda: Answer(words[: len(words) // 2], finish="length"), lambda: Answer(words * 400),
        lambda: Answer("\n\n  …  \n"), lambda: Answer('{"speech": null}'),
        lambda: Answer(words + "\x00\u202e\u2028\ufeff\ud83d"),
    ]  # fmt: skip


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

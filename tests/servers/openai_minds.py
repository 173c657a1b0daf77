"""A faithful mind for the loopback server.

It derives its answers from the request alone, so that whole games can be played with
it: it asks people by name, answers what is due, and reads utterances rightly. It knows no word of a
prompt, only what `prompt_data` reads. In a language it does not speak, it speaks English.
"""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, get_args

from mmagents.prompts.tasks import JudgeTask
from tests.servers.openai_server import Answer, Request
from tests.servers.prompt_data import Told, language_of, quotation, task_of, texts

__all__ = ["JUDGED", "faithful", "language_of", "task_of", "texts"]

Mind = Callable[[Told, Random], dict[str, Any] | str]
JUDGED = get_args(JudgeTask)
_EXAMPLES = {"string": "x", "integer": 1, "number": 0.5, "boolean": True, "array": []}
_PLACES = {"en": ["the stairs", "the cellar", "the yard"], "ja": ["階段", "地下室", "中庭"]}


def faithful(request: Request, number: int) -> Answer:
    """Answer as a well-behaved model would; the same request always gets the same answer."""
    if "x-mmagents-task" not in request.headers:
        return Answer(tried(request))
    told = Told(request)
    lot = Random(told.text)
    if told.task in JUDGED:  # judges agree on most things, not on all
        own = Random(f"{request.get('model')} {told.text}")
        lot = lot if own.random() < 0.75 else own
    said = _MINDS[told.task](told, lot)
    return Answer(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))


def tried(request: Request) -> str:
    """Answer what a model is tried with before a game: a word, or whatever fits a JSON schema."""
    schema = texts(request).rpartition("\n")[2]
    return json.dumps(_example(json.loads(schema))) if schema.startswith("{") else "yes"


def _example(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: _example(one) for name, one in schema["properties"].items()}
    return _EXAMPLES[schema["type"]]


def _in(told: Told, **words: Any) -> Any:
    """Return the words of the request's language, or English ones."""
    return words.get(told.language, words["en"])


def _think(told: Told, lot: Random) -> dict[str, Any]:
    importance = 8 if told.due(told.seat, told.quotations) else lot.randrange(8)
    return {
        "thought": _in(told, en="Ask about the night.", ja="あの夜のことを尋ねる。"),
        "action": "speak" if importance > 3 else "listen",
        "importance": importance,
    }


def _speak(told: Told, lot: Random) -> str:
    hour, place = lot.randrange(8, 12), lot.choice(_in(told, **_PLACES))
    if told.due(told.seat, told.quotations) and lot.random() < 0.8:
        return str(_in(told, en=f"I was by {place} at {hour}, and I saw nobody.",
                       ja=f"{hour}時には{place}にいました。誰も見ていません。"))  # fmt: skip
    if told.present and lot.random() < 0.7:
        other = lot.choice(told.present)
        return str(_in(told, en=f"{other}, where were you at {hour}?",
                       ja=f"{other}、{hour}時にはどこにいましたか。"))  # fmt: skip
    return str(_in(told, en=f"There was mud on {place} at {hour}.",
                   ja=f"{hour}時に{place}に泥がありました。"))  # fmt: skip


def _draft(told: Told, lot: Random) -> dict[str, Any]:
    due = told.due(told.seat, told.quotations)
    words = _speak(told, lot)
    named = re.match(r"(.+?)[,、]", words)
    asks = words.endswith(("?", "か。"))
    return _think(told, lot) | {
        "words": words,
        "first_pair_part": "wh-question" if asks else "none",
        "addressees": [named[1]] if asks and named else [],
        "answers": 0 if asks else due,
        "second_pair_part": "answer" if due and not asks else "none",
    }


def _normalise(told: Told, lot: Random) -> dict[str, Any]:
    speaker = told.cast.names.get(told.speaker, _in(told, en="Somebody", ja="誰か"))
    words = told.quotations[-1].words
    said = _in(told, en=f"{speaker} said: {words}", ja=f"{speaker}は「{words}」と言った。")
    return {"facts": [said]}


def _normalise_turns(told: Told, lot: Random) -> dict[str, Any]:
    entries = []
    named = [one for one in told.quotations if one.turn in told.named]
    for one in named or map(quotation, told.listed("said")):
        name = told.cast.names.get(told.said_by(one), "Somebody")
        said = _in(told, en=f"{name} said: {one.words}", ja=f"{name}は「{one.words}」と言った。")
        entries.append({"turn": one.turn, "facts": [said], "told": []})
    return {"turns": entries}


def _detect(told: Told, lot: Random) -> dict[str, Any]:
    *before, last = told.quotations
    named = re.match(r"(.+?)[,、]", last.words)
    due = 0 if last.asks else told.due(told.speaker, before)
    return {
        "first_pair_part": "wh-question" if last.asks else "none",
        "addressees": [named[1]] if last.asks and named else [],
        "answers": due,
        "second_pair_part": "answer" if due else "none",
        "closes": False,
    }


def _diagnose(told: Told, lot: Random) -> dict[str, Any]:
    taken_for = lot.choice(["fault", "fault", "lie", "evasion", "owning-up", "harmless"])
    comment = _in(told, en="It says nothing new.", ja="新しいことがない。")
    severity = lot.choice([8, 9]) if taken_for == "fault" else 2
    return {"severity": severity, "taken_for": taken_for, "comment": comment, "suggestion": ""}


def _choose(told: Told, lot: Random) -> dict[str, Any]:
    why = _in(told, en="It has to be somebody.", ja="誰かに決めなければ。")
    somebody = told.options[:-1] or told.options  # the last is to stay, to keep, to name nobody
    return {"choice": lot.choice(somebody), "reason": why}


def _breakdown_whole(told: Told, lot: Random) -> dict[str, Any]:
    reason = _in(told, en="It was asked before.", ja="前にも尋ねられている。")
    kinds = ["ignore-question", "repetition"]
    found = [
        {"turn": one.turn, "category": lot.choice(kinds), "reason": reason}
        for one in told.quotations
        if lot.random() < 0.3
    ]
    return {"breakdowns": found, "none": not found}


def _scored(kinds: tuple[str, ...], most: int, **why: str) -> Mind:
    """Return a mind that scores some things, each after a reason."""

    def scores(told: Told, lot: Random) -> dict[str, Any]:
        pairs = (
            ((f"{one}_reason", _in(told, **why)), (one, lot.randint(1, most))) for one in kinds
        )
        return {name: value for pair in pairs for name, value in pair}

    return scores


def _summary(told: Told, lot: Random) -> dict[str, Any]:
    return {"summary": " ".join(one.words for one in told.quotations)[:300] or "…"}


def _summarise(told: Told, lot: Random) -> dict[str, Any]:
    said = _in(told, en="We talked of the night.", ja="あの夜の話をした。")
    return {"summary": said, "turns": len(told.quotations)}


def _reflect(told: Told, lot: Random) -> dict[str, Any]:
    return {
        "reflection": _in(told, en="It went well.", ja="うまくいった。"),
        "talks": len(told.listed("summaries")),
        "beliefs": [min(100, max(0, one + lot.randrange(-5, 6))) for one in told.beliefs],
        "relations": [
            {"name": one, "score": -9 if one in told.disliked else lot.randrange(-4, 8),
             "words": "Hm."}
            for one in told.regards
        ],
    }  # fmt: skip


def _guess(told: Told, lot: Random) -> dict[str, Any]:
    names = [told.cast.calls[seat] for seat in told.cast.seats]
    pairs = [(one, other) for one in names for other in names if one != other]
    some = lot.sample(pairs, min(5, len(pairs)))
    return {"guesses": [{"who": a, "whom": b, "score": lot.randrange(-10, 11)} for a, b in some]}


def _perceive(told: Told, lot: Random) -> dict[str, Any]:
    return {
        "plan": _in(told, en="Win them over.", ja="味方を増やす。"),
        "people": len(told.cast.seats),
        "resources": sum(one in told.text for one in told.cast.things),
    }


_MINDS: dict[str, Mind] = {
    "think": _think, "draft": _draft, "speak": _speak, "normalise": _normalise, "detect": _detect,
    "normalise_turns": _normalise_turns, "choose": _choose,
    "breakdown_whole": _breakdown_whole, "reflect": _reflect,
    "perceive": _perceive, "guess": _guess, "diagnose": _diagnose,
    "judge": _scored(("coherence", "cooperativeness", "diversity"), 5, en="They answer.",
                     ja="互いに答えている。"),
    "grade": _scored(("coherence", "cooperativeness", "diversity"), 5, en="They answer.",
                     ja="互いに答えている。"),
    "truth": _scored(("consistency", "factualness"), 10, en="The sheet says so.", ja="紙にある。"),
    "moderate": lambda told, lot: {"next": lot.choice(told.candidates)},
    "consider": lambda told, lot: {"thought": _think(told, lot)["thought"]},
    "summary": lambda told, _: {
        "summary": " ".join(one.words for one in told.quotations)[:300] or "…"},
    "summarise": lambda told, _: {
        "summary": _in(told, en="We talked of the night.", ja="あの夜の話をした。"),
        "turns": len(told.quotations)},
    "triplets": lambda told, _: {"triplets": [
        [told.cast.names.get(told.speaker, "Somebody"), "says", told.quotations[-1].words[:60]]]},
    "entail": lambda _, lot: {
        "contradictions": [{"premise": 1, "claim": 1, "score": lot.choice([0.2, 0.99])}]},
    "evidence": lambda told, _: {"passages": [told.headed[-1]]},
    "pick": lambda told, lot: {"reason": _in(told, en="It answers.", ja="応じている。"),
                               "best": lot.randint(1, len(told.options))},
    "merge": lambda told, _: {
        "suggestions": [_in(told, en="Bring something new.", ja="新しいことを言う。")]},
    "rate": lambda _, lot: {"score": lot.choice([1, 2, 9]), "claim": ""},
    "agree": lambda _, lot: {"agreed": lot.random() < 0.5},
}  # fmt: skip
"""By task: what is answered."""

"""A person for tests, who says several sentences and comes in by lot; it follows from the ask."""

from __future__ import annotations

import random
from typing import Any


def answer(ask: dict[str, Any], often: float = 0.4) -> dict[str, Any]:
    """Return what the person answers; at a place, `often` is the chance that they come in."""
    draw = random.Random(ask["id"])
    if ask["what"] == "come_in":
        return {"come_in": draw.random() < often}
    if ask["what"] == "choose":
        return {"choose": draw.choice(ask["options"])["id"]}
    if ask["what"] == "reflect":
        return {"note": f"Note zq{draw.getrandbits(48)}x."}
    if ask["what"] == "think" and draw.random() < 0.3:
        return {"pass": True}
    bid = {"bid": draw.randrange(4)} if ask["what"] == "think" else {}
    return {**bid, "say": said(ask, draw)}


def said(ask: dict[str, Any], draw: random.Random) -> str:
    """Return two to six sentences, each with a word that occurs nowhere else."""
    calls = [one["call"] for one in ask["view"]["public"]["cast"] if one["seat"]]
    parts = {
        "en": ["Word {0} is mine.", "I went to {0} then.", "{1}, where was {0}?", "Well, {0}!"],
        "ja": ["{0}は私のです。", "{0}へ行きました。", "{1}さん、{0}はどこですか？", "{0}ですね。"],
    }[ask["view"]["language"]]
    chosen = draw.choices(parts, k=draw.randint(2, 6))
    return " ".join(one.format(f"zq{draw.getrandbits(48)}x", draw.choice(calls)) for one in chosen)

"""Numbers of the docs that a dry run prints are those that it prints."""

import re
from pathlib import Path

import pytest

from tests.processes import ROOT, mmagents

pytestmark = pytest.mark.slow  # commands in processes of their own
PAGE = ROOT / "docs" / "howto" / "research" / "rerun-paper.md"
JUDGES = {
    "GPT-4": "openai:gpt-4",
    "Claude": "anthropic:claude-3-7-sonnet-20250219",
    "Gemini": "google_genai:gemini-1.5-pro",
}
ALL, NINE = 150, 9
"""Conversations of the paper, and those that the estimate of judging rests on."""


def row(beginning: str) -> list[str]:
    """Return the cells of a row of the page's table of costs."""
    line = next(one for one in PAGE.read_text("utf-8").splitlines() if one.startswith(beginning))
    return [cell.strip() for cell in line.strip("|").split("|")]


def number(text: str) -> float:
    return float(re.sub(r"[^\d.]", "", text))


def told(printed: str, times: float = 1) -> tuple[float, float, float]:
    """Return the calls, the tokens and the money that a dry run prints."""
    found = [
        re.search(pattern, printed)
        for pattern in (r"Calls: (\d+)", r"tokens: about (\d+)", r"Cost: about ([\d.]+) USD")
    ]
    calls, tokens, money = (times * float(one[1]) for one in found if one)
    return calls, tokens, money


@pytest.mark.parametrize("grid", ["paper-models", "paper-models-current"])
def test_what_a_run_costs_is_what_the_dry_run_says(grid: str, tmp_path: Path) -> None:
    done = mmagents(tmp_path, "experiment", "run", f"{grid}.yaml", "--out", "e", "--dry-run")
    calls, tokens, money = told(done.stdout)
    _, said_calls, said_tokens, said_money = row(f"| `run {grid}.yaml`")
    assert number(said_calls) == calls
    assert number(said_tokens) == round(tokens / 1e6, 1)
    assert number(said_money) == pytest.approx(money, abs=0.051)


def test_what_judging_costs_follows_from_nine_conversations(tmp_path: Path) -> None:
    played = mmagents(
        tmp_path, "experiment", "run", "paper-models.yaml", "--out", "e", "--workers", 1,
        "--set", "conversations=3", "--set", "models.strong=null", "--set", "models.cheap=null",
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    asked = [word for judge in JUDGES.values() for word in ("--judge", judge)]
    only = ("--only", "breakdown-whole", "--only", "judge", "--dry-run")
    done = mmagents(tmp_path, "experiment", "judge", "e", *asked, *only)
    calls, tokens, money = told(done.stdout, ALL / NINE)
    _, said_calls, said_tokens, said_money = row("| `judge`, three judges")
    assert number(said_calls) == calls
    assert number(said_tokens) == round(tokens / 1e6, 1)
    total, each = said_money.split(":")
    assert number(total) == round(money)
    for name, model in JUDGES.items():
        cost = re.search(rf"{re.escape(model)}: \d+; about ([\d.]+) USD", done.stdout)
        said = re.search(rf"{name} (\d+)", each)
        assert cost
        assert said
        assert float(said[1]) == round(float(cost[1]) * ALL / NINE)
    whole = mmagents(tmp_path, "experiment", "judge", "e", *asked[:2], *only, "--whole")
    calls, tokens, money = told(whole.stdout, ALL / NINE)
    _, said_calls, said_tokens, said_money = row("| `judge`, only GPT-4")
    assert number(said_calls) == calls
    assert number(said_tokens) == round(tokens / 1e6, 1)
    assert number(said_money) == round(money)

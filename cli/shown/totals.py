"""What a talk came to and what its models cost, in plain lines; and a whole game as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.cells import cell_len

from mmagents.cli.shown.talk import Voices, floor_note, said_line
from mmagents.interfaces.accounts import ANALYST, TROUBLES
from mmagents.interfaces.texts.catalogue import term, terminal
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.spending import Price, accounts
from mmagents.nodes.table import Table


def summary(
    rows: Sequence[TurnRow], table: Table, prices: Mapping[str, Price] | None = None
) -> str:
    """Return what a talk came to."""
    voices, lang = Voices(table), table.language
    say = voices.say
    if not rows:
        return say("summary.no-turn")
    talk = [row for row in rows if is_talk(row)]
    turns = Counter(voices.call(row["speaker"]) for row in talk)
    rules = Counter(row["rule"] for row in talk)
    ends = Counter(voices.term("closing", one["how"]) for row in talk for one in row["closed"])
    asked = sum(row["first_pair_part"] is not None for row in talk)
    facts = {fact for row in talk for fact in row["facts"]}
    deeds = len(rows) - len(talk)
    floor = _counted(((voices.rule(code), n) for code, n in sorted(rules.items())), lang)
    closed = _counted(ends.most_common(), lang) or say("summary.none-closed")
    by = _counted(turns.most_common(), lang)
    how = "summary.turns-and-deeds" if deeds else "summary.turns"
    return "\n".join([
        say(how, turns=len(talk), deeds=deeds, by=by),
        say("summary.floor", by=floor),
        say("summary.pairs", asked=asked, ends=closed),
        *_told(facts, table),
        *cost(accounts(rows, prices), lang, voices.calls),
    ])  # fmt: skip


def _told(facts: set[str], table: Table) -> list[str]:
    """Return how many facts were told; nothing of a talk that has no story."""
    of = len(table.scenario.facts)
    return [terminal(table.language, "summary.facts", said=len(facts), all=of)] if of else []


def _counted(counts: Iterable[tuple[str, int]], lang: str) -> str:
    return terminal(lang, "list").join(f"{name} {count}" for name, count in counts)


def cost(
    account: Mapping[str, Any], lang: str = "en", calls: Mapping[str, str] | None = None
) -> list[str]:
    """Return what a game's models cost and what went wrong, by task and seat, from its accounts."""
    names = {ANALYST: terminal(lang, "cost.analyst"), **(calls or {})}
    rows = [(term(lang, "task", row["task"]), row) for row in account["by_task"]]
    rows += [(names.get(row["seat"], row["seat"]), row) for row in account["by_seat"]]
    if not rows:
        return []
    spent, priced = account["total"], "money" in rows[0][1]
    counts = {"calls": spent["calls"], "tokens": spent["tokens"]}
    total = terminal(lang, "cost.total", **counts, seconds=f"{spent['seconds']:.1f}")
    if priced:
        total += terminal(lang, "cost.money", money=f"{spent['money']:.4g}")
    kept = any(row["tokens_cached"] for _, row in rows)
    tokens = ["tokens-in", *(["tokens-cached"] * kept), "tokens-out"]
    keys = ["asked", "calls", *tokens, *(["price"] * priced), "median", "max"]
    titles = ["", *(terminal(lang, f"cost.{key}") for key in keys), ""]
    table = _aligned([titles, *([name, *_cells(row, lang, kept)] for name, row in rows)])
    return [total, *table, *forms_told(account["forms"], lang)]


def forms_told(rows: Sequence[Mapping[str, Any]], lang: str = "en") -> list[str]:
    """Return by model how it was asked to keep its answers to their form, and for which tasks."""
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        asked = f"{term(lang, 'task', row['task'])} {row['questions']}"
        found.setdefault(row["model"], {}).setdefault(row["form"], []).append(asked)
    each = terminal(lang, "list")
    return [
        terminal(
            lang, "cost.forms", model=model,
            forms="; ".join(f"{form} ({each.join(tasks)})" for form, tasks in forms.items()),
        )
        for model, forms in found.items()
    ]  # fmt: skip


def _cells(row: Mapping[str, Any], lang: str, kept: bool) -> list[str]:
    tokens = ("tokens_in", *(["tokens_cached"] * kept), "tokens_out")
    figures = [str(row[key]) for key in ("questions", "requests", *tokens)]
    figures += [f"{row['money']:.4g}"] if "money" in row else []
    waits = (f"{row[key]:.2f}" for key in ("seconds_median", "seconds_max"))
    figures += [terminal(lang, "cost.seconds", n=wait) for wait in waits]
    troubles = ((term(lang, "trouble", one), row[one]) for one in ("cached", *TROUBLES) if row[one])
    return [*figures, _counted(troubles, lang)]


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Return lines whose columns stand below one another: names left, figures right."""
    first, *others = [max(map(cell_len, column)) for column in list(zip(*table, strict=True))[:-1]]
    lines = []
    for name, *figures, last in table:
        cells = [f"  {name}{' ' * (first - cell_len(name))}"]
        for figure, width in zip(figures, others, strict=True):
            cells.append(" " * (max(9, width) - cell_len(figure)) + figure)
        lines.append("  ".join([*cells, last]).rstrip())
    return lines


def markdown(rows: Sequence[TurnRow], table: Table) -> str:
    """Return a whole game as Markdown. What was said is escaped, so that it stays words."""
    voices = Voices(table)
    public = table.public
    head = (f"# {_plain(public.title)}", public.premise, public.incident)
    lines = [line for one in head if one for line in (one, "")]
    for row in rows:
        who = _plain(voices.call(row["speaker"]))
        lines += [
            f"**{row['turn']}. {who}** — {_plain(said_line(row, voices))}  ",
            f"<small>{_plain(floor_note(row, voices))}</small>",
            "",
        ]
    return "\n".join([*lines, "---", "", *summary(rows, table).splitlines(), ""])


def _plain(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|!" else char for char in text)

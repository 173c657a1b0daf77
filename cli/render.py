"""How a game looks in a terminal: the talk, who was asked, and by which rule the floor passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from mmagents.nodes.context import Context
from mmagents.nodes.room import is_talk
from mmagents.nodes.spending import Price, accounts
from mmagents.nodes.state import Bid, Ledger, Outcome, TurnRow
from mmagents.nodes.table import Table
from mmagents.players.llm_accounts import TROUBLES
from mmagents.scenarios.game import IN_PAIRS
from mmagents.scenarios.schema import Phase

COLOURS = (
    "cyan",
    "magenta",
    "green",
    "yellow",
    "blue",
    "bright_red",
    "bright_cyan",
    "bright_green",
)
RULES: Mapping[str, str] = {
    "1a": "was asked",
    "1b": "took the floor",
    "1c": "went on",
    "first": "drawn by lot",
    "equal": "next in order",
    "round-robin": "next in order",
    "random": "drawn by lot",
    "bid": "highest",
    "moderator": "named",
    "mention": "or spoke up",
    "influence": "next in standing",
    "interrogation": "answers, or goes on",
    "look": "looks for clues",
    "meet": "goes aside",
    "reflect": "thinks it over",
    "side": "changes sides",
    "transfer": "hands over",
    "vote": "votes",
}
PHASES: Mapping[str, str] = {
    "introduction": "Introductions",
    "exploration": "Looking round",
    "private_chat": "In private",
    "confidential_meeting": "Behind closed doors",
    "discussion": "Round the table",
    "interrogation": "The interrogation",
    "update": "A pause to think",
    "accusation": "The accusation",
    "vote": "The vote",
    "settlement": "How it ends",
}
BAR = "▁▂▃▄▅▆▇███"


class Voices:
    """Names and colours of a table."""

    def __init__(self, table: Table) -> None:
        self.calls = {person.id: person.call for person in table.public.cast}
        self.seats = table.seats
        self.colours = dict(zip(table.seats, COLOURS * 9, strict=False))

    def call(self, person: str) -> str:
        """Return how the table calls somebody; everyone and strangers as they stand."""
        return self.calls.get(person, person)

    def named(self, person: str) -> Text:
        """Return the name in its colour."""
        return Text(self.call(person), style=f"bold {self.colours.get(person, '')}".strip())


def opening(console: Console, table: Table, seed: int, context: Context) -> None:
    """Print the story's door: what everybody knows, and who sits there."""
    public = table.public
    body = Text("".join(f"{part}\n\n" for part in (public.premise, public.incident) if part))
    voices = Voices(table)
    for person in public.seats():
        body.append_text(voices.named(person.id))
        body.append(f"  {person.name}, {person.role}\n")
    if public.verdict is not None:
        body.append(f"\n{_at_stake(table)}\n")
    length = f"{context.turns} turns"
    if context.evening == "whole":
        length = ", ".join(evening_of(table.scenario.phases))
    body.append(f"\n{context.condition} · {length} · seed {seed}", style="dim")
    if console.is_terminal:
        console.print(
            Panel(body, title=public.title, title_align="left", width=min(console.width, 100))
        )
    else:
        console.print(
            f"# {public.title}\n\n{body.plain}\n", markup=False, highlight=False, soft_wrap=True
        )


def _at_stake(table: Table) -> str:
    """Return what is voted on, on what the vote may fall, and who votes."""
    verdict = table.public.verdict
    assert verdict is not None
    options, voters = " · ".join(verdict.options.values()), "all of them"
    if set(verdict.voters) != set(table.seats):
        *most, last = [Voices(table).call(seat) for seat in verdict.voters]
        voters = f"{', '.join(most)} and {last}" if most else last
    return f"{verdict.question}  {options}\nIt is for {voters} to say."


def evening_of(phases: Sequence[Phase]) -> list[str]:
    """Return the phases of an evening in words, those of rounds once."""
    words = []
    for phase in phases:
        if phase.kind == "rounds":
            words.append(f"{phase.rounds} rounds ({', '.join(evening_of(phase.phases))})")
        else:
            words.append(PHASES[phase.kind].lower())
    return words


def floor_note(row: TurnRow, voices: Voices) -> str:
    """Return in a few words how the speaker got the floor and what the turn does with it."""
    asked_for = row["rule"] == "first" and row["phase"] in IN_PAIRS
    note = f"{row['rule']} {'asked for this talk' if asked_for else RULES[row['rule']]}"
    if set(row["heard_by"]) < set(voices.seats):
        others = [voices.call(one) for one in row["heard_by"] if one != row["speaker"]]
        note += f" · heard by {' and '.join(others)} alone" if others else " · unseen"
    if row["answers"] is not None:
        note += f" · {row['second_pair_part']} to {row['answers']}"
    if row["first_pair_part"]:
        to = ", ".join(voices.call(one) for one in row["addressees"]) or "nobody"
        note += f" · {row['first_pair_part']} → {to}"
    return note


def turn_line(row: TurnRow, voices: Voices) -> str:
    """Return a turn in one plain line."""
    who, note = voices.call(row["speaker"]), floor_note(row, voices)
    return f"{row['turn']:>3}  {who}: {row['text']}  [{note}]"


def print_turn(console: Console, row: TurnRow, voices: Voices) -> None:
    """Print a turn as it happens; one plain line a turn where nobody watches."""
    if not console.is_terminal:
        console.print(turn_line(row, voices), markup=False, highlight=False, soft_wrap=True)
        return
    head = Text(f"{row['turn']:>3}  ", style="dim")
    head.append_text(voices.named(row["speaker"]))
    head.append(f"   {floor_note(row, voices)}", style="dim")
    console.print(head)
    for line in Text(row["text"]).wrap(console, min(console.width, 100) - 6):
        line.pad_left(5)
        console.print(line)
    console.print()


def print_phase(console: Console, phase: str) -> None:
    """Print that a part of the evening begins."""
    if console.is_terminal:
        console.rule(PHASES[phase], style="dim", align="left")
        console.print()
    else:
        console.print(f"\n## {PHASES[phase]}\n", markup=False, highlight=False)


def print_outcome(console: Console, outcome: Outcome, table: Table) -> None:
    """Print how the evening ended."""
    lines = outcome_lines(outcome, table)
    if console.is_terminal:
        body = Text("\n".join(lines))
        console.print(
            Panel(body, title="The verdict", title_align="left", width=min(console.width, 100))
        )
    else:
        console.print("\n".join(lines) + "\n", markup=False, highlight=False, soft_wrap=True)


def outcome_lines(outcome: Outcome, table: Table) -> list[str]:
    """Return the verdict, the truth, the epilogue and the scores."""
    voices = Voices(table)
    votes = Counter(vote["whom"] for vote in outcome["votes"])
    names = {one: table.scenario.option_name(one, table.language) for one in votes} | voices.calls
    counted = ", ".join(f"{names[whom]} {count}" for whom, count in votes.most_common())
    lines = [f"{_verdict(outcome, table)} ({counted or 'no votes'})."]
    if outcome["culprit"] is not None:
        lines += ["", outcome["method"], outcome["motive"]]
    if outcome["epilogue"]:
        lines += ["", outcome["epilogue"]]
    lines.append("")
    texts = {
        (sheet.seat, one.id): one.text.in_(table.language)
        for sheet in table.scenario.sheets
        for one in sheet.missions
    }
    marks = {True: "+", False: "-", None: "?"}
    for seat, missions in outcome["missions"].items():
        lines.append(f"{voices.call(seat)}: {outcome['points'][seat]} points")
        lines += [
            f"  {marks[one['reached']]} {one['points']:>2}  {texts[seat, one['mission']]}"
            for one in missions
        ]
    open_ones = any(one["reached"] is None for each in outcome["missions"].values() for one in each)
    lines += ["  (? is for the players to judge)"] if open_ones else []
    points = f"{outcome['rubric_points']} of {outcome['rubric_of']} points of the story"
    if outcome["proof_said"] is not None:
        proof = f"{outcome['proof_said']:.0%} of the proof"
        lines.append(f"The talk brought out {points}, and {proof}.")
    elif outcome["rubric_of"]:
        lines.append(f"The talk brought out {points}.")
    return [*lines, ""]


def _verdict(outcome: Outcome, table: Table) -> str:
    """Return in words on whom or what the vote fell, and, in a mystery, whether rightly."""
    voices, decided = Voices(table), outcome["decided"]
    verdict = table.scenario.verdict
    if verdict is not None:
        name = table.scenario.option_name(decided, table.language) if decided else "undecided"
        return f"{verdict.question.in_(table.language)} {name}"
    said = f"The table accuses {voices.call(decided)}" if decided else "The table accuses nobody"
    culprit = voices.call(outcome["culprit"] or "")
    return f"{said} and is {'right' if outcome['found'] else f'wrong: it was {culprit}'}"


def bid_line(bid: Bid, voices: Voices, speaker: str | None = None) -> Text:
    """Return a bid as a bar, a figure and the thought behind it."""
    wants = bid["action"] == "speak"
    line = Text("     ▸ " if bid["seat"] == speaker else "       ")
    line.append(BAR[bid["importance"]], style="" if wants else "dim")
    line.append(f" {bid['importance']} {bid['action']:<6} ", style="" if wants else "dim")
    if "calibrated" in bid:
        line.append(f"→ {bid['calibrated']:<4g} ", style="dim")
    line.append_text(voices.named(bid["seat"]))
    line.append(f"  {bid['thought']}", style="italic dim")
    return line


def print_bids(console: Console, ledger: Ledger, voices: Voices) -> None:
    """Print what every seat thought and bid."""
    for bid in ledger["bids"]:
        console.print(bid_line(bid, voices), highlight=False, soft_wrap=True)


def summary(
    rows: Sequence[TurnRow], table: Table, prices: Mapping[str, Price] | None = None
) -> str:
    """Return what a talk came to, in a few plain lines."""
    voices = Voices(table)
    if not rows:
        return "No turn was played."
    deeds = len(rows)
    rows = [row for row in rows if is_talk(row)]
    deeds -= len(rows)
    turns = Counter(row["speaker"] for row in rows)
    rules = Counter(row["rule"] for row in rows)
    ends = Counter(closed["how"] for row in rows for closed in row["closed"])
    asked = sum(row["first_pair_part"] is not None for row in rows)
    out = {fact for row in rows for fact in row["facts"]}
    return "\n".join(
        [
            f"{len(rows)} turns"
            + (f" and {deeds} deeds: " if deeds else ": ")
            + ", ".join(f"{voices.call(seat)} {count}" for seat, count in turns.most_common()),
            "Floor: " + ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())),
            f"First pair parts: {asked}; "
            + (", ".join(f"{how} {count}" for how, count in ends.most_common()) or "none closed"),
            f"Facts said aloud: {len(out)} of {len(table.scenario.facts)}",
            *cost(accounts(rows, prices)),
        ]
    )


def cost(account: Mapping[str, Any]) -> list[str]:
    """Return what the models of a game cost and what went wrong, by task and by seat."""
    rows = [("task", row) for row in account["by_task"]]
    rows += [("seat", row) for row in account["by_seat"]]
    if not rows:
        return []
    spent, priced = account["total"], "money" in rows[0][1]
    lines = [
        f"Models: {spent['calls']} calls, {spent['tokens']} tokens, "
        f"waited {spent['seconds']:.1f} s" + (f", cost {spent['money']:.4g}" if priced else "")
    ]
    width = max(len(row[kind]) for kind, row in rows)
    titles = ["asked", "calls", "tokens in", "out", *(["cost"] if priced else []), "median", "max"]
    lines.append("  ".join([" " * (width + 2), *(f"{title:>9}" for title in titles)]))
    for kind, row in rows:
        figures = [row["questions"], row["requests"], row["tokens_in"], row["tokens_out"]]
        figures += [f"{row['money']:.4g}"] if priced else []
        figures += [f"{row['seconds_median']:.2f} s", f"{row['seconds_max']:.2f} s"]
        troubles = ", ".join(
            f"{name.replace('_', ' ')} {row[name]}" for name in ("cached", *TROUBLES) if row[name]
        )
        cells = [f"  {row[kind]:<{width}}", *(f"{one:>9}" for one in figures), troubles]
        lines.append("  ".join(cells).rstrip())
    return lines


def markdown(rows: Sequence[TurnRow], table: Table) -> str:
    """Return a whole game as Markdown. What was said is escaped, so that it stays words."""
    voices = Voices(table)
    lines = [f"# {table.public.title}", "", table.public.premise, "", table.public.incident, ""]
    for row in rows:
        lines += [
            f"**{row['turn']}. {_plain(voices.call(row['speaker']))}** — {_plain(row['text'])}  ",
            f"<small>{_plain(floor_note(row, voices))}</small>",
            "",
        ]
    return "\n".join([*lines, "---", "", *summary(rows, table).splitlines(), ""])


def _plain(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|!" else char for char in text)

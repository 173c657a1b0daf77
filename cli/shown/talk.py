"""How a game looks in a terminal: the talk, who was asked, and by which rule the floor passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from mmagents.cli.shown.captions import caption
from mmagents.floor.rules import rule_of
from mmagents.interfaces.accounts import TROUBLES
from mmagents.nodes.context import Context
from mmagents.nodes.evening.state import Outcome
from mmagents.nodes.record import DEEDS, BidRow, Ledger, TurnRow, is_talk
from mmagents.nodes.spending import Price, accounts
from mmagents.nodes.table import Table
from mmagents.prompts.terms import terms_in
from mmagents.scenarios.game import IN_PAIRS, Phase

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
BAR = "▁▂▃▄▅▆▇███"


class Voices:
    """Names and colours of a table."""

    def __init__(self, table: Table) -> None:
        self.language = table.language
        self.calls = {person.id: person.call for person in table.public.cast}
        self.seats = table.seats
        self.colours = dict(zip(table.seats, COLOURS * 9, strict=False))

    def call(self, person: str) -> str:
        """Return how the table calls somebody; everyone and strangers as they stand."""
        return self.calls.get(person, person)

    def caption(self, what: str, **given: object) -> str:
        """Return a caption in the language of the table."""
        return caption(self.language, what, **given)

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
        line = voices.caption("person", name=person.name, role=person.role, known=person.known)
        body.append(f"  {line}\n")
    if public.verdict is not None:
        body.append(f"\n{_at_stake(table)}\n")
    length = f"{context.turns} turns"
    if context.evening == "whole":
        length = voices.caption("list").join(evening_of(table.scenario.phases, table.language))
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


def evening_of(phases: Sequence[Phase], language: str) -> list[str]:
    """Return the phases of an evening in words, those of rounds once."""
    words = []
    for phase in phases:
        if phase.kind == "rounds":
            inner = caption(language, "list").join(evening_of(phase.phases, language))
            words.append(caption(language, "rounds", rounds=phase.rounds, phases=inner))
        else:
            words.append(caption(language, phase.kind).lower())
    return words


def floor_note(row: TurnRow, voices: Voices) -> str:
    """Return in a few words how the speaker got the floor and what the turn does with it."""
    say, terms = voices.caption, terms_in(voices.language) if voices.language != "en" else {}
    label = rule_of(row["rule"]).text(voices.language).label
    what = label if row["rule"] in DEEDS else f"{row['rule']} {label}"
    if row["phase"] == "introduction":
        what = say("in order")
    elif row["rule"] == "first" and row["phase"] in IN_PAIRS:
        what = say("asked for it")
    notes = [what]
    if set(row["heard_by"]) < set(voices.seats):
        others = [voices.call(one) for one in row["heard_by"] if one != row["speaker"]]
        notes.append(say("alone", who=say("and").join(others)) if others else say("unseen"))
    if row["answers"] is not None:
        how = str(row["second_pair_part"])
        notes.append(say("answers", how=terms.get(how, how), turn=row["answers"]))
    if row["first_pair_part"]:
        put = row["first_pair_part"]
        to = say("list").join(voices.call(terms.get(one, one)) for one in row["addressees"])
        notes.append(say("puts", first=terms.get(put, put), to=to or say("nobody")))
    return " · ".join(notes)


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


def print_phase(console: Console, phase: str, voices: Voices) -> None:
    """Print that a part of the evening begins."""
    if console.is_terminal:
        console.rule(voices.caption(phase), style="dim", align="left")
        console.print()
    else:
        console.print(f"\n## {voices.caption(phase)}\n", markup=False, highlight=False)


def print_outcome(console: Console, outcome: Outcome, table: Table) -> None:
    """Print how the evening ended."""
    lines = outcome_lines(outcome, table)
    if console.is_terminal:
        body = Text("\n".join(lines))
        console.print(
            Panel(
                body,
                title=caption(table.language, "verdict"),
                title_align="left",
                width=min(console.width, 100),
            )
        )
    else:
        console.print("\n".join(lines) + "\n", markup=False, highlight=False, soft_wrap=True)


def outcome_lines(outcome: Outcome, table: Table) -> list[str]:
    """Return the verdict, the truth, the epilogue and the scores."""
    voices = Voices(table)
    votes = Counter(vote["whom"] for vote in outcome["votes"])
    say, name = voices.caption, table.scenario.option_name
    counted = say("list").join(
        f"{name(whom, table.language)} {count}" for whom, count in votes.most_common()
    )
    lines = [_verdict(outcome, table), say("votes", counted=counted or say("no votes"))]
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
        lines.append(say("points", who=voices.call(seat), points=outcome["points"][seat]))
        lines += [
            f"  {marks[one['reached']]} {one['points']:>2}  {texts[seat, one['mission']]}"
            for one in missions
        ]
    open_ones = any(one["reached"] is None for each in outcome["missions"].values() for one in each)
    lines += [say("judge")] if open_ones else []
    points = {"points": outcome["rubric_points"], "of": outcome["rubric_of"]}
    if outcome["proof_said"] is not None:
        lines += ["", say("and proof", proof=f"{outcome['proof_said']:.0%}", **points)]
    elif outcome["rubric_of"]:
        lines += ["", say("brought out", **points)]
    return [*lines, ""]


def _verdict(outcome: Outcome, table: Table) -> str:
    """Return in words on whom or what the vote fell, and, in a mystery, whether rightly."""
    decided, verdict, language = outcome["decided"], table.scenario.verdict, table.language
    name = table.scenario.option_name
    if verdict is not None:
        fell_on = name(decided, language) if decided else caption(language, "undecided")
        return f"{verdict.question.in_(language)} {fell_on}"
    how = "right" if outcome["found"] else "wrong" if decided else "no one"
    who, culprit = (
        name(decided, language) if decided else "",
        name(outcome["culprit"] or "", language),
    )
    return caption(language, how, who=who, culprit=culprit)


def bid_line(bid: BidRow, voices: Voices, speaker: str | None = None) -> Text:
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
            + (f" and {deeds} {'deed' if deeds == 1 else 'deeds'}: " if deeds else ": ")
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

"""How a game looks in a terminal: the talk, who was asked, and by which rule the floor passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from mmagents.floor.adjacency import EVERYONE
from mmagents.floor.rules import rule_of
from mmagents.interfaces.story import Person
from mmagents.interfaces.texts.catalogue import term, terminal
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import agenda_of
from mmagents.nodes.record import AsideRow, BidRow, Ledger, TurnRow
from mmagents.nodes.table import Table
from mmagents.scenarios.game import IN_PAIRS, Phase
from mmagents.showing.timeline import clock
from mmagents.showing.wording import (
    cut_note,
    in_pieces,
    mission_texts,
    verdict_line,
    winner_line,
)

if TYPE_CHECKING:
    from mmagents.nodes.state import Item, Outcome

COLOURS = (
    "cyan", "magenta", "green", "yellow", "blue", "bright_red", "bright_cyan", "bright_green",
)  # fmt: skip
BAR = "▁▂▃▄▅▆▇███"


class Voices:
    """Names and colours of a table; `bare` if it talks without a story."""

    def __init__(self, table: Table) -> None:
        self.language = table.language
        self.calls = {person.id: person.call for person in table.public.cast}
        self.seats = table.seats
        self.bare = bool(table.public.question)
        self.colours = dict(zip(table.seats, COLOURS * 9, strict=False))

    def call(self, person: str) -> str:
        """Return how the table calls somebody; strangers as they stand."""
        return self.say("everyone") if person == EVERYONE else self.calls.get(person, person)

    def say(self, key: str, **given: object) -> str:
        """Return one of the terminal's texts in the language of the table."""
        return terminal(self.language, key, **given)

    def term(self, kind: str, code: str | None) -> str:
        """Return the name of a code of the record in the language of the table."""
        return term(self.language, kind, code)

    def rule(self, code: str) -> str:
        """Return what a rule is called, after its number if it has one."""
        rule = rule_of(code)
        return f"{rule.number} {rule.text(self.language).label}".lstrip()

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
        body.append(f"  {_who(person, voices)}\n")
    if public.verdict is not None and not (public.question and context.evening.kind != "whole"):
        body.append(f"\n{_at_stake(table)}\n")
    played = [voices.say("turns", n=context.turns)]
    if context.evening.kind == "whole" and not public.question:
        played = evening_of(table.scenario.phases, table.language)
    if context.evening.protocol == "agentgroupchat":
        played = stages_in_words(agenda_of(table.scenario, context), table.language)
    floor = context.played_condition().text(table.language).label
    about = [floor, voices.say("list").join(played), voices.say("seed", n=seed)]
    body.append(f"\n{' · '.join(about)}", style="dim")
    print_page(console, public.title, body)


def _who(person: Person, voices: Voices) -> str:
    """Return who somebody is as all know it; in a talk without a story that is one line."""
    if not person.known:
        return person.role
    return voices.say("person", name=person.name, role=person.role, known=person.known)


def print_page(console: Console, title: str, body: Text | list[str]) -> None:
    """Print a page; in a frame where there is a screen."""
    text = body if isinstance(body, Text) else Text("\n".join(body))
    if console.is_terminal:
        width = min(console.width, 100)
        console.print(Panel(text, title=Text(title), title_align="left", width=width))
    else:
        plain = f"# {title}\n\n{text.plain}\n"
        console.print(plain, soft_wrap=True)


def _at_stake(table: Table) -> str:
    """Return what is voted on, on what the vote may fall, and who votes."""
    verdict, voices = table.public.verdict, Voices(table)
    assert verdict is not None
    if table.public.question:
        return voices.say("at-the-end", options=" · ".join(verdict.options.values()))
    voters = voices.say("all-of-them")
    if set(verdict.voters) != set(table.seats):
        voters = voices.say("list").join(voices.call(seat) for seat in verdict.voters)
    options = " · ".join(verdict.options.values())
    return voices.say("at-stake", question=verdict.question, options=options, voters=voters)


def stages_in_words(agenda: Sequence[Item], language: str) -> list[str]:
    """Return the stages of a game in words, those of its rounds once."""

    def words(of: Sequence[Item]) -> list[str]:
        return [term(language, "phase", one["kind"]).lower() for one in of]

    rounds = max(one["round"] for one in agenda)
    first = next((at for at, one in enumerate(agenda) if one["round"]), 0)
    inner = terminal(language, "list").join(words([one for one in agenda if one["round"] == 1]))
    after = [one for one in agenda[first:] if not one["round"]]
    told = terminal(language, "rounds", rounds=rounds, phases=inner)
    return [*words(agenda[:first]), told, *words(after)]


def evening_of(phases: Sequence[Phase], language: str) -> list[str]:
    """Return the phases of an evening in words, those of rounds once."""
    words = []
    for phase in phases:
        if phase.kind == "rounds":
            inner = terminal(language, "list").join(evening_of(phase.phases, language))
            words.append(terminal(language, "rounds", rounds=phase.rounds, phases=inner))
        else:
            words.append(term(language, "phase", phase.kind).lower())
    return words


def floor_note(row: TurnRow, voices: Voices) -> str:
    """Return in a few words how the speaker got the floor and what the turn does with it."""
    say, what = voices.say, voices.rule(row["rule"])
    if row["phase"] == "introduction":
        what = say("in-order")
    elif row["rule"] == "first" and row["phase"] in IN_PAIRS:
        what = say("asked-for-it")
    notes = [what]
    if set(row["heard_by"]) < set(voices.seats):
        others = [voices.call(one) for one in row["heard_by"] if one != row["speaker"]]
        alone = say("only-heard-by", who=say("and").join(others))
        notes.append(alone if others else say("unseen"))
    if row["answers"] is not None:
        how = voices.term("second", row["second_pair_part"])
        notes.append(say("to-turn", how=how, n=row["answers"]))
    if row["first_pair_part"]:
        to = say("list").join(voices.call(one) for one in row["addressees"])
        first = voices.term("first", row["first_pair_part"])
        notes.append(say("puts", first=first, to=to or say("nobody")))
    if cut := cut_note(row, voices.call, voices.language):
        notes.append(cut)
    return " · ".join(notes)


def turn_line(row: TurnRow, voices: Voices) -> str:
    """Return a turn in one plain line."""
    who, note = voices.call(row["speaker"]), floor_note(row, voices)
    return f"{row['turn']:>3}  {when(row)}{who}: {said_line(row, voices)}  [{note}]"


def said_line(row: TurnRow, voices: Voices) -> str:
    """Return the words of a turn in one line, among them what listeners said to it."""
    parts: list[str] = []
    for words, asides in in_pieces(row):
        parts += [words, *(aside_line(one, voices) for one in asides)]
    return " ".join(filter(None, parts))


def aside_line(aside: AsideRow, voices: Voices) -> str:
    """Return what a listener said within a turn, as it stands among the words of the turn."""
    return voices.say("aside", who=voices.call(aside["speaker"]), text=aside["text"])


def when(row: TurnRow) -> str:
    """Return a column of when a turn began, in minutes and seconds; nothing where nobody knows."""
    return f"{clock(row['start']):>5}  " if "start" in row else ""


def print_turn(console: Console, row: TurnRow, voices: Voices) -> None:
    """Print a turn as it happens; one plain line a turn where nobody watches."""
    if not console.is_terminal:
        console.print(turn_line(row, voices), soft_wrap=True)
        return
    head = Text(f"{row['turn']:>3}  {when(row)}", style="dim")
    head.append_text(voices.named(row["speaker"]))
    head.append(f"   {floor_note(row, voices)}", style="dim")
    console.print(head)
    for words, asides in in_pieces(row):
        for line in Text(words).wrap(console, min(console.width, 100) - 6) if words else ():
            line.pad_left(5)
            console.print(line)
        print_asides(console, asides, voices)
    console.print()


def print_asides(console: Console, asides: Sequence[AsideRow], voices: Voices) -> None:
    """Print what listeners said to a turn, further in."""
    for one in asides:
        console.print(Text(f"          {aside_line(one, voices)}", style="dim italic"))


def print_phase(console: Console, phase: str, voices: Voices) -> None:
    """Print that a part of the evening begins; the end of a talk without a story is its vote."""
    if voices.bare and phase == "settlement":
        return
    if console.is_terminal:
        console.rule(voices.term("phase", phase), style="dim", align="left")
        console.print()
    else:
        console.print(f"\n## {voices.term('phase', phase)}\n")


def print_outcome(console: Console, outcome: Outcome, table: Table) -> None:
    """Print how the evening ended."""
    lines = outcome_lines(outcome, table)
    if console.is_terminal:
        title = "end.vote" if table.public.question else "end.verdict"
        print_page(console, terminal(table.language, title), lines)
    else:
        console.print("\n".join(lines) + "\n", soft_wrap=True)


def outcome_lines(outcome: Outcome, table: Table) -> list[str]:
    """Return the verdict, the truth, the epilogue and the scores."""
    voices = Voices(table)
    votes = Counter(vote["whom"] for vote in outcome["votes"])
    say, name = voices.say, table.scenario.option_name
    counted = say("list").join(
        f"{name(whom, table.language)} {count}" for whom, count in votes.most_common()
    )
    lines = [
        verdict_line(outcome, table, table.language),
        say("votes", counted=counted or say("none")),
    ]
    if outcome["culprit"] is not None:
        lines += ["", outcome["method"], outcome["motive"]]
    if outcome["epilogue"]:
        lines += ["", outcome["epilogue"]]
    if judged := winner_line(outcome, table, table.language):
        lines += ["", judged]
    with_missions = {seat: each for seat, each in outcome["missions"].items() if each}
    lines += [""] if with_missions else []
    texts, marks = mission_texts(table), {True: "+", False: "-", None: "?"}
    for seat, missions in with_missions.items():
        lines.append(say("end.points", who=voices.call(seat), n=outcome["points"][seat]))
        lines += [
            f"  {marks[one['reached']]} {one['points']:>2}  {texts[seat, one['mission']]}"
            for one in missions
        ]
    open_ones = any(one["reached"] is None for each in outcome["missions"].values() for one in each)
    lines += [say("judge")] if open_ones else []
    points = {"points": outcome["rubric_points"], "of": outcome["rubric_of"]}
    if outcome["proof_said"] is not None:
        lines += ["", say("and-proof", proof=f"{outcome['proof_said']:.0%}", **points)]
    elif outcome["rubric_of"]:
        lines += ["", say("brought-out", **points)]
    return [*lines, ""]


def bid_line(bid: BidRow, voices: Voices, speaker: str | None = None) -> Text:
    """Return a bid as a bar, a figure and the thought behind it."""
    wants = bid["action"] == "speak"
    line = Text("     ▸ " if bid["seat"] == speaker else "       ")
    line.append(BAR[bid["importance"]], style="" if wants else "dim")
    action = voices.term("action", bid["action"])
    width = max(cell_len(voices.term("action", one)) for one in ("speak", "listen"))
    padded = action + " " * (width - cell_len(action))
    line.append(f" {bid['importance']} {padded} ", style="" if wants else "dim")
    if "calibrated" in bid:
        line.append(f"→ {bid['calibrated']:<4g} ", style="dim")
    line.append_text(voices.named(bid["seat"]))
    line.append(f"  {bid['thought']}", style="italic dim")
    return line


def print_bids(console: Console, ledger: Ledger, voices: Voices) -> None:
    """Print what every seat thought and bid."""
    for bid in ledger["bids"]:
        console.print(bid_line(bid, voices), soft_wrap=True)

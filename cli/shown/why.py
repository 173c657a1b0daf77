"""Why a turn went to this seat and not to another, in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from mmagents.cli.shown import talk as render
from mmagents.floor.bids import Bid, too_low
from mmagents.floor.rules import rule_of
from mmagents.floor.strategies import with_article
from mmagents.nodes.record import BidRow, Repaired, TurnRow
from mmagents.nodes.table import Table


def print_why(rows: Sequence[TurnRow], turn: int, table: Table, threshold: int) -> None:
    """Print the ledger of a turn in words."""
    row = rows[turn - 1]
    console = Console(highlight=False)
    voices = render.Voices(table)
    render.print_turn(console, row, voices)
    console.print(rule_of(row["rule"]).text("en").why, markup=False)
    for line in (*reasons(row, voices, threshold), *outcome(row, rows, voices)):
        console.print(line, markup=False)
    if "repair" in row["ledger"]:
        for line in repair(row["ledger"]["repair"]):
            console.print(line, markup=False)
    if row["ledger"]["bids"]:
        console.print("\nThe bids:")
    for bid in row["ledger"]["bids"]:
        console.print(render.bid_line(bid, voices, row["speaker"]), soft_wrap=True)


def height(bid: BidRow) -> str:
    """Return what was bid, and what it came to against the seat's own past if that was ranked."""
    own = f" ({bid['calibrated']:g} on its own scale)" if "calibrated" in bid else ""
    return f"{bid['importance']}{own}"


def reasons(row: TurnRow, voices: render.Voices, threshold: int = 0) -> list[str]:
    """Return why this seat, and why each of the others not."""
    ledger = row["ledger"]
    if not ledger["reason"]:
        return []
    lines = [f"Because {ledger['reason']}."]
    speaker = next((b for b in ledger["bids"] if b["seat"] == row["speaker"]), None)
    if row["rule"] != "1b" or speaker is None:
        return lines
    for bid in ledger["bids"]:
        if bid["seat"] == row["speaker"]:
            continue
        name = voices.call(bid["seat"])
        if bid["action"] == "listen":
            lines.append(f"{name} wanted to listen.")
        elif too_low(Bid.of(bid), threshold):
            lines.append(f"{name} bid {height(bid)}, below the threshold of {threshold}.")
        elif bid["seat"] in ledger["tie"]:
            lines.append(f"{name} bid {height(bid)} as well, and lost the lot.")
        else:
            lines.append(f"{name} bid {height(bid)}, below {height(speaker)}.")
    return lines


def outcome(row: TurnRow, rows: Sequence[TurnRow], voices: render.Voices) -> list[str]:
    """Return what the turn took up, what it made due, and what came of that."""
    lines = []
    if row["answers"] is not None:
        asked = rows[row["answers"] - 1]
        lines.append(
            f"It takes up turn {row['answers']} ({voices.call(asked['speaker'])}, "
            f"{asked['first_pair_part']}) with: {row['second_pair_part']}."
        )
    if row["first_pair_part"]:
        to = ", ".join(voices.call(one) for one in row["addressees"]) or "nobody"
        due = " or ".join(row["expects"])
        lines.append(f"It is {with_article(row['first_pair_part'])} to {to}; due: {due}.")
        end = next(
            (
                f"turn {later['turn']}: {closed['how']}"
                for later in rows[row["turn"] :]
                for closed in later["closed"]
                if closed["turn"] == row["turn"]
            ),
            "still open",
        )
        lines.append(f"What came of it: {end}.")
    return lines


OUTCOMES = {
    "clean": "Screened before it was heard: nothing was suspected.",
    "no issue": "Screened before it was heard: what was suspected is no fault.",
    "repaired": "Repaired before it was heard.",
    "failed": "Repair failed: the best candidate was published, with its fault.",
}


def repair(done: Repaired) -> list[str]:
    """Return what was dropped before the words were heard, and why, and what was let pass."""
    lines = ["", OUTCOMES[done["outcome"]]]
    for number, attempt in enumerate(done["attempts"]):
        if number != done["spoken"]:
            lines.append(f"Dropped: {attempt['text']}")
        elif attempt["findings"]:
            lines.append("What was spoken:")
        for finding in attempt["findings"]:
            what = finding["fault"]
            if finding["taken_for"] != "fault":
                what += f"? Taken for: {finding['taken_for']}"
            lines.append(f"  {what} ({finding['severity']} of 10). {finding['comment']}")
    return lines

"""What a person at the terminal is shown: the sheet, the clues, who is there, what is asked."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from mmagents.cli.render import PHASES
from mmagents.cli.typed import COMMANDS, what_to_type
from mmagents.players.person import Ask

WIDEST = 100
DUE = {
    "1a": "The floor is yours: you were asked.",
    "1b": "You have the floor.",
    "1c": "Nobody else wants the floor, so it stays with you.",
    "first": "You begin.",
}
"""By the rule that gave the floor."""


def print_page(console: Console, title: str, lines: list[str]) -> None:
    """Print a page; in a frame where there is a screen."""
    body = Text("\n".join(lines))
    if console.is_terminal:
        frame = Panel(body, title=title, title_align="left", width=min(console.width, WIDEST))
        console.print(frame)
    else:
        console.print(f"# {title}\n\n{body.plain}\n", markup=False, soft_wrap=True)


def calls(view: dict[str, Any]) -> dict[str, str]:
    """Return how the table calls everybody, by id."""
    return {one["id"]: one["call"] for one in view["public"]["cast"]}


def sheet(view: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the lines of a seat's sheet, and of what it knows."""
    of, places = view["sheet"], view["public"]["places"]
    me = next(one for one in view["public"]["cast"] if one["id"] == view["seat"])
    lines = [of["background"], "", of["personality"], "", f"What you are after: {of['objective']}"]
    if of["missions"]:
        lines += ["", "Missions"]
        lines += [f"  {one['points']:>2} points  {one['text']}" for one in of["missions"]]
    if of["secrets"]:
        lines += ["", "What you hide", *(f"  - {one['text']}" for one in of["secrets"])]
    if of["timeline"]:
        lines += ["", "Your evening"]
        for one in of["timeline"]:
            until = f"-{one['until']}" if one["until"] else ""
            at, where = f"{one['at']}{until}", places.get(one["place"], one["place"])
            lines.append(f"  {at:<11}  {where}: {one['what']}")
    lines += _known(view)
    return f"{me['name']}, {me['role']}: for your eyes alone", lines


def _known(view: dict[str, Any]) -> list[str]:
    who = calls(view)
    given = [one for one in view["known"] if one["source"] == "sheet" and not one["turn"]]
    heard = [one for one in view["known"] if one["source"] == "heard"]
    lines = []
    if given:
        lines += ["", "What you know"]
        for one in given:
            lie = " (your story, and not true)" if one["cover_story"] else ""
            hide = " (better not said)" if one["price"] and not lie else ""
            lines.append(f"  - {one['text']}{lie}{hide}")
    if heard:
        lines += ["", "What others have said"]
        lines += [
            f"  - {one['text']} ({who.get(one['said_by'], '?')}, {one['turn']})" for one in heard
        ]
    return lines


def clues(view: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the lines of the clues that a seat has."""
    places = view["public"]["places"]
    lines: list[str] = []
    for at, one in enumerate(view["cards"], 1):
        where = places.get(one["place"], one["place"])
        lines += [f"{at}  {one['name']} ({where})", f"   {one['text']}"]
    return "Your clues", lines or ["You have none."]


def who(view: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the lines of who is there and who hears."""
    lines = []
    for one in view["public"]["cast"]:
        here = "here" if one["id"] in view["present"] else ""
        you = "you" if one["id"] == view["seat"] else here
        lines += [f"{one['name']}, {one['role']}" + (f"  [{you}]" if you else "")]
        lines += [f"   {one[part]}" for part in ("looks", "known") if one[part]]
    return "Who is who", lines


def help_page() -> tuple[str, list[str]]:
    """Return the title and the lines of the help."""
    first = [
        "Type your words and press Enter. While the floor is free they are an offer, which bids 7;",
        "if somebody bids more, they come first. Commands may be shortened (/p for /pass).",
        "",
    ]
    return "Help", [*first, *COMMANDS.values()]


def due(ask: Ask) -> list[str]:
    """Return what is asked of the seat: what it owes, what stands open, what it may do."""
    view, lines = ask["view"], list[str]()
    name = calls(view)
    if ask["due"]:
        pair = ask["due"]
        expects = " or ".join(pair["expects"])
        lines.append(f"{name[pair['by']]} to you: “{pair['text']}” Due: {expects}.")
    elif ask["addressed"]:
        lines.append("You were spoken to.")
    lines += [
        f"Still open, turn {pair['turn']}: {name[pair['by']]}: “{pair['text']}”"
        for pair in view["open_pairs"]
        if not ask["due"] or pair["turn"] != ask["due"]["turn"]
    ]
    return lines


def question(ask: Ask) -> list[str]:
    """Return what is asked now, and what there is to choose."""
    if ask["what"] == "choose":
        asked = {
            "look": "Where do you look for clues?",
            "partner": "Whom do you go aside with? Nobody else will hear it.",
            "vote": ask["question"] or "Whom do you accuse, and why? All votes are read out.",
        }[ask["kind"]]
        options = [f"  {at}  {one['text']}" for at, one in enumerate(ask["options"], 1)]
        return [asked, *options]
    if ask["what"] == "think":
        return [*due(ask), "The floor is free. Do you want it?"]
    if ask["what"] == "reflect":
        return ["A moment to think. What do you want to remember?"]
    if ask["view"]["phase"] == "introduction":
        return ["Your turn to say who you are."]
    return [*due(ask), *([] if ask["due"] else [DUE.get(ask["rule"], "It is your turn.")])]


def print_ask(console: Console, ask: Ask) -> None:
    """Print what is asked now."""
    for line in question(ask):
        console.print(line, style="bold", markup=False, soft_wrap=not console.is_terminal)
    console.print(what_to_type(ask), style="dim", markup=False, soft_wrap=True)


def phase_of(ask: Ask) -> str:
    """Return the part of the evening in words."""
    return PHASES[ask["view"]["phase"]]

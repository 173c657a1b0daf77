"""What a person at the terminal is shown: the sheet, the clues, who is there, what is asked."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

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
    lines += _stakes(view) + _known(view)
    return f"{me['name']}, {me['role']}: for your eyes alone", lines


def _stakes(view: dict[str, Any]) -> list[str]:
    """Return what a story without a culprit is about, as far as the seat knows."""
    public, name = view["public"], calls(view)
    camps = {camp["id"]: camp["name"] for camp in public["camps"]}
    lines = ["", f"To be decided: {public['verdict']['question']}"] if public["verdict"] else []
    if camps:
        lines += ["", "Where all stand"]
        lines += [f"  {name[one]}: {camps[side]}" for one, side in view["sides"].items() if side]
    if view["resources"]:
        lines += ["", "What there is to be had"]
        for one in view["resources"]:
            whose = name.get(one["owner"] or "", "nobody's")
            lines.append(f"  - {one['name']} ({whose}): {one['description']}")
    of = view["sheet"]
    if of["beliefs"]:
        lines += ["", "What you believe"]
        lines += [f"  - {one['text']} ({one['score']} of 100)" for one in of["beliefs"]]
    if of["relations"]:
        lines += ["", "How you feel about the others"]
        for who, one in of["relations"].items():
            lines.append(f"  {name[who]}: {one['words']} ({one['score']:+d})")
    return lines


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


def due(ask: Ask, *, in_full: bool) -> list[str]:
    """Return what the seat owes, what stands open, and who hears it.

    Words that it heard last stand right above, and are repeated only `in_full`.
    """
    view, lines = ask["view"], list[str]()
    name = calls(view)

    def said(pair: dict[str, Any]) -> str:
        words = f": “{pair['text']}”" if in_full else ""
        return f"turn {pair['turn']}, {name[pair['by']]}, {pair['first_pair_part']}{words}"

    owed = ask["due"]
    if owed:
        lines.append(f"You were asked ({said(owed)}). Due: {' or '.join(owed['expects'])}.")
    elif ask["addressed"]:
        lines.append("You were spoken to.")
    still = [pair for pair in view["open_pairs"] if not owed or pair["turn"] != owed["turn"]]
    lines += [f"Still open: {said(pair)}." for pair in still]
    others = [name[one] for one in view["present"] if one != view["seat"]]
    if len(others) < sum(one["seat"] for one in view["public"]["cast"]) - 1 or in_full:
        lines.append(f"Who hears you: {', '.join(others) or 'nobody'}.")
    return lines


def question(ask: Ask, *, in_full: bool = False) -> list[str]:
    """Return what is asked now, and what there is to choose."""
    if ask["what"] == "choose":
        asked = {
            "look": "Where do you look for clues?",
            "partner": "Whom do you go aside with? Nobody else will hear it.",
            "side": "On which side do you stand?",
            "transfer": f"To whom do you hand over this: {ask['question']}?",
            "vote": ask["question"] or "Whom do you accuse, and why? All votes are read out.",
        }[ask["kind"]]
        options = [f"  {at}  {one['text']}" for at, one in enumerate(ask["options"], 1)]
        return [asked, *options]
    if ask["what"] == "think":
        return [*due(ask, in_full=in_full), "The floor is free. Do you want it?"]
    if ask["what"] == "reflect":
        return ["A moment to think. What do you want to remember?"]
    if ask["view"]["phase"] == "introduction":
        return ["Your turn to say who you are."]
    why = [] if ask["due"] else [DUE.get(ask["rule"], "It is your turn.")]
    return [*due(ask, in_full=in_full), *why]


def print_ask(console: Console, ask: Ask, *, in_full: bool = False) -> None:
    """Print what is asked now."""
    for line in question(ask, in_full=in_full):
        tell(console, line, "bold")
    tell(console, what_to_type(ask), "dim")


def tell(console: Console, line: str, style: str) -> None:
    """Print a line; between words where there is a screen, as it stands where there is none."""
    console.print(line, style=style, markup=False, soft_wrap=not console.is_terminal)

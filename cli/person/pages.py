"""What a person at the terminal is shown: the sheet, the clues, who is there, what is asked."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from mmagents.cli.person.typed import COMMANDS, OF_A_STORY, what_to_type
from mmagents.interfaces.texts.catalogue import terminal as say
from mmagents.players.person.ask import Ask
from mmagents.showing.wording import ask_line, due_words

RULES = frozenset({"1a", "1b", "1c", "first"})
"""The rules of the floor for which there are words of their own."""


def calls(view: dict[str, Any]) -> dict[str, str]:
    """Return how the table calls everybody, by id."""
    return {one["id"]: one["call"] for one in view["public"]["cast"]}


def sheet(view: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the lines of a seat's sheet, and of what it knows."""
    of, places, lang = view["sheet"], view["public"]["places"], view["language"]
    me = next(one for one in view["public"]["cast"] if one["id"] == view["seat"])
    lines = [of["background"], "", of["personality"], ""]
    if of["objective"]:
        lines.append(say(lang, "sheet.objective", what=of["objective"]))
    else:  # a talk without a story gives one text, or none
        lines = [of["background"] or say(lang, "sheet.nothing")]
    if of["missions"]:
        lines += ["", say(lang, "sheet.missions")]
        lines += [
            say(lang, "sheet.points", points=one["points"], text=one["text"])
            for one in of["missions"]
        ]
    if of["secrets"]:
        lines += ["", say(lang, "sheet.secrets"), *(f"  - {one['text']}" for one in of["secrets"])]
    if of["timeline"]:
        lines += ["", say(lang, "sheet.timeline")]
        for one in of["timeline"]:
            until = f"-{one['until']}" if one["until"] else ""
            at, where = f"{one['at']}{until}", places.get(one["place"], one["place"])
            lines.append(f"  {at:<11}  {where}: {one['what']}")
    lines += _stakes(view) + _known(view)
    return say(lang, "sheet.title", name=me["name"], role=me["role"]), lines


def _stakes(view: dict[str, Any]) -> list[str]:
    """Return what a story without a culprit is about, as far as the seat knows."""
    public, name = view["public"], calls(view)
    camps = {camp["id"]: camp["name"] for camp in public["camps"]}
    lang, verdict = view["language"], public["verdict"]
    lines = ["", say(lang, "sheet.decided", what=verdict["question"])] if verdict else []
    if camps:
        lines += ["", say(lang, "sheet.sides")]
        lines += [f"  {name[one]}: {camps[side]}" for one, side in view["sides"].items() if side]
    if view["resources"]:
        lines += ["", say(lang, "sheet.things")]
        for one in view["resources"]:
            whose = name.get(one["owner"] or "", say(lang, "sheet.nobodys"))
            lines.append(f"  - {one['name']} ({whose}): {one['description']}")
    of = view["sheet"]
    if of["beliefs"]:
        lines += ["", say(lang, "sheet.beliefs")]
        lines += [
            say(lang, "sheet.belief", text=one["text"], score=one["score"]) for one in of["beliefs"]
        ]
    if of["relations"]:
        lines += ["", say(lang, "sheet.relations")]
        for who, one in of["relations"].items():
            lines.append(f"  {name[who]}: {one['words']} ({one['score']:+d})")
    return lines


def _known(view: dict[str, Any]) -> list[str]:
    who, lang = calls(view), view["language"]
    given = [one for one in view["known"] if one["source"] == "sheet" and not one["turn"]]
    heard = [one for one in view["known"] if one["source"] == "heard"]
    lines = []
    if given:
        lines += ["", say(lang, "sheet.known")]
        for one in given:
            lie = say(lang, "sheet.lie") if one["cover_story"] else ""
            hide = say(lang, "sheet.guarded") if one["price"] and not lie else ""
            lines.append(f"  - {one['text']}{lie}{hide}")
    if heard:
        lines += ["", say(lang, "sheet.heard")]
        for one in heard:
            told = {"text": one["text"], "who": who.get(one["said_by"], "?"), "turn": one["turn"]}
            lines.append(say(lang, "sheet.heard-from", **told))
    return lines


def clues(view: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the lines of the clues that a seat has."""
    places = view["public"]["places"]
    lines: list[str] = []
    for at, one in enumerate(view["cards"], 1):
        where = places.get(one["place"], one["place"])
        lines += [f"{at}  {one['name']} ({where})", f"   {one['text']}"]
    return say(view["language"], "sheet.clues"), lines or [say(view["language"], "sheet.no-clues")]


def who(view: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the title and the lines of who is there and who hears."""
    lines, lang = [], view["language"]
    for one in view["public"]["cast"]:
        here = say(lang, "sheet.here") if one["id"] in view["present"] else ""
        you = say(lang, "sheet.you") if one["id"] == view["seat"] else here
        lines += [f"{one['name']}, {one['role']}" + (f"  [{you}]" if you else "")]
        lines += [f"   {one[part]}" for part in ("looks", "known") if one[part]]
    return say(lang, "sheet.who"), lines


def help_page(language: str, *, bare: bool = False) -> tuple[str, list[str]]:
    """Return the title and the lines of the help; `bare` for a talk without a story."""
    first = [say(language, "help.first"), say(language, "help.second"), ""]
    return say(language, "help.title"), [
        *first,
        *(say(language, f"command.{one}") for one in COMMANDS if not bare or one not in OF_A_STORY),
    ]


def due(ask: Ask, *, in_full: bool) -> list[str]:
    """Return what the seat owes, what stands open, and who hears it.

    Words that it heard last stand right above, and are repeated only `in_full`.
    """
    view, lines, lang = ask["view"], list[str](), ask["view"]["language"]
    name = calls(view)

    def said(pair: dict[str, Any]) -> str:
        words = f": “{pair['text']}”" if in_full else ""
        return say(lang, "asked.said", turn=pair["turn"], who=name[pair["by"]]) + words

    owed = ask["due"]
    if owed:
        what = due_words(owed["expects"], lang)
        lines.append(say(lang, "asked.due", said=said(owed), what=what))
    elif ask["addressed"]:
        lines.append(say(lang, "ask.addressed"))
    still = [pair for pair in view["open_pairs"] if not owed or pair["turn"] != owed["turn"]]
    lines += [say(lang, "asked.still", said=said(pair)) for pair in still]
    others = [name[one] for one in view["present"] if one != view["seat"]]
    if len(others) < sum(one["seat"] for one in view["public"]["cast"]) - 1 or in_full:
        named = say(lang, "comma").join(others) or say(lang, "asked.nobody")
        lines.append(say(lang, "asked.hears", who=named))
    return lines


def question(ask: Ask, *, in_full: bool = False) -> list[str]:
    """Return what is asked now, and what there is to choose."""
    lang = ask["view"]["language"]
    if ask["what"] == "choose":
        options = [f"  {at}  {one['text']}" for at, one in enumerate(ask["options"], 1)]
        return [ask_line(ask, lang), *options]
    if ask["what"] == "think":
        return [*due(ask, in_full=in_full), say(lang, "ask.think")]
    if ask["what"] == "reflect":
        return [say(lang, "ask.reflect")]
    if ask["view"]["phase"] == "introduction":
        return [say(lang, "ask.introduction")]
    rule = ask["rule"] if ask["rule"] in RULES else "other"
    why = [] if ask["due"] else [say(lang, f"yours.{rule}")]
    return [*due(ask, in_full=in_full), *why]


def print_ask(console: Console, ask: Ask, *, in_full: bool = False) -> None:
    """Print what is asked now."""
    for line in question(ask, in_full=in_full):
        tell(console, line, "bold")
    tell(console, what_to_type(ask), "dim")


def tell(console: Console, line: str, style: str) -> None:
    """Print a line; between words where there is a screen, as it stands where there is none."""
    console.print(line, style=style, soft_wrap=not console.is_terminal)

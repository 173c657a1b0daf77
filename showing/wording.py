"""What happened, in the words that page and terminal share. Pure.

Why a turn went to its speaker, what came of it, what a repair did, how the evening ended, and what
a person is asked. Names of people and colours stay with whoever shows these lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.floor.bids import Bid, too_low
from mmagents.floor.conditions import CONDITIONS
from mmagents.floor.places import PRESSED
from mmagents.interfaces.texts.catalogue import term
from mmagents.interfaces.texts.catalogue import terms as say
from mmagents.nodes.model_health import in_words
from mmagents.nodes.record import AsideRow, BidRow, PlaceRow, Repaired, TurnRow
from mmagents.nodes.table import Table
from mmagents.showing.faces import Faces

if TYPE_CHECKING:
    from mmagents.nodes.state import Outcome

CUT = " —"
"""What stands after words that were cut, in every language."""
LAST_WORDS = 60
"""Characters of their own last words that whoever was cut is reminded of."""


def condition_label(name: str, lang: str) -> str:
    """Return what a condition is called; its name where this process does not know it."""
    return CONDITIONS[name].text(lang).label if name in CONDITIONS else name


def due_words(expects: Sequence[str], lang: str) -> str:
    """Return the second pair parts that are due."""
    return say(lang, "or").join(term(lang, "second", one) for one in expects)


def selected(row: TurnRow, faces: Faces) -> Iterator[str]:
    """Yield whom the turn before selected and how a tie was broken, where its rules apply."""
    if row["rule"] not in ("1a", "1b", "1c", "recorded"):
        return
    ledger, lang = row["ledger"], faces.lang
    if ledger["designated"]:
        yield say(lang, "why.selected", who=faces.calls(ledger["designated"]))
    else:
        yield say(lang, "why.selected-none")
    if ledger["tie"]:
        yield say(lang, "why.tie", who=faces.calls(ledger["tie"]))


def why_not(row: TurnRow, faces: Faces, threshold: int = 0) -> Iterator[str]:
    """Yield for each other seat why the turn did not go to it, where bids decided."""
    lang, ledger = faces.lang, row["ledger"]
    won = next((bid for bid in ledger["bids"] if bid["seat"] == row["speaker"]), None)
    if row["rule"] != "1b" or won is None:
        return
    for bid in ledger["bids"]:
        who, n = faces.call(bid["seat"]), height(bid, lang)
        if bid is won:
            continue
        if bid["action"] == "listen":
            yield say(lang, "why.not-listen", who=who)
        elif too_low(Bid.of(bid), threshold):
            yield say(lang, "why.not-low", who=who, n=n, low=threshold)
        elif bid["seat"] in ledger["tie"]:
            yield say(lang, "why.not-tie", who=who, n=n)
        else:
            yield say(lang, "why.not-less", who=who, n=n, top=height(won, lang))


def pace_lines(row: TurnRow, faces: Faces) -> Iterator[str]:
    """Yield what was spared: thoughts that stood and what they still weighed, and words drafted."""
    how = row["ledger"].get("drafted", "none")
    if how != "none":
        key = "why.drafted-said" if how == "said" else "why.drafted-again"
        yield say(faces.lang, key, who=faces.call(row["speaker"]))
    for bid in row["ledger"]["bids"]:
        if "kept_from" in bid:
            given = {"turn": bid["kept_from"], "was": bid["was"], "n": bid["importance"]}
            yield say(faces.lang, "why.kept", who=faces.call(bid["seat"]), **given)


def height(bid: BidRow, lang: str) -> str:
    """Return what was bid, and what it came to against the seat's own past if that was ranked."""
    if "calibrated" not in bid:
        return str(bid["importance"])
    return say(lang, "why.own-scale", n=bid["importance"], own=f"{bid['calibrated']:g}")


def ends(rows: Sequence[TurnRow]) -> dict[int, tuple[int, str]]:
    """Return by turn of a first pair part: the turn that closed it, and how."""
    return {
        closed["turn"]: (row["turn"], closed["how"]) for row in rows for closed in row["closed"]
    }


def pair_lines(row: TurnRow, rows: Sequence[TurnRow], faces: Faces) -> Iterator[str]:
    """Yield what a turn takes up, what it makes due, and what came of that.

    Args:
        row: the turn.
        rows: all turns that the reader may know.
        faces: who sits there.
    """
    lang = faces.lang
    asked = next((one for one in rows if one["turn"] == row["answers"]), None)
    if asked is not None:
        what = asked["first_pair_part"]  # None where it agrees or disagrees with a statement
        yield say(
            lang, "why.takes-up" if what else "why.takes-up-statement",
            n=asked["turn"], who=faces.call(asked["speaker"]), what=term(lang, "first", what),
            how=term(lang, "second", row["second_pair_part"]),
        )  # fmt: skip
    if row["first_pair_part"]:
        what, who = term(lang, "first", row["first_pair_part"]), faces.calls(row["addressees"])
        due = due_words(row["expects"], lang)
        yield say(lang, "why.puts", what=what, who=who or say(lang, "nobody"), due=due)
        end = ends(rows).get(row["turn"])
        if end:
            yield say(lang, "why.came", how=term(lang, "closing", end[1]), n=end[0])
        elif row["addressees"]:
            yield say(lang, "why.came-open")


def words_heard(row: TurnRow) -> str:
    """Return the words of a turn as they are shown: with a dash where it was cut."""
    return row["text"] + CUT if row.get("units", {}).get("cut") else row["text"]


def in_pieces(row: TurnRow) -> Iterator[tuple[str, list[AsideRow]]]:
    """Yield the words of a turn as shown, piece by piece, each with what was said to it."""
    heard, asides = words_heard(row), row.get("asides", [])
    ends = row["units"]["ends"] if "units" in row else []
    begun = 0
    for unit in dict.fromkeys(one["unit"] for one in asides):
        end = ends[unit - 1]
        yield heard[begun:end].strip(), [one for one in asides if one["unit"] == unit]
        begun = end
    yield heard[begun:].strip(), []


def cut_note(row: TurnRow, call: Callable[[str], str], lang: str) -> str:
    """Return in a few words who has the floor where a turn was cut; nothing where it was not."""
    cut = row.get("units", {}).get("cut")
    return say(lang, f"cut.{cut['rule']}", who=call(cut["by"])) if cut else ""


def own_cut(row: TurnRow, call: Callable[[str], str], lang: str) -> str:
    """Return what the speaker of a turn that was cut is told; nothing where it was not."""
    units = row.get("units")
    if units is None or "cut" not in units:
        return ""
    began = units["ends"][-2] if len(units["ends"]) > 1 else 0
    last = row["text"][began:].strip()
    last = last if len(last) <= LAST_WORDS else f"…{last[-LAST_WORDS:].lstrip()}"
    return say(lang, f"cut.own-{units['cut']['rule']}", who=call(units["cut"]["by"]), last=last)


def place_lines(row: TurnRow, faces: Faces) -> Iterator[str]:
    """Yield what seats would come in on, what came of the places, and what was not said.

    Not for the table.
    """
    for bid in row["ledger"]["bids"] if "units" in row else ():
        if bid.get("come_in") and bid["seat"] != row["speaker"]:
            who, what = faces.call(bid["seat"]), " / ".join(bid["come_in"])
            yield say(faces.lang, "why.states", who=who, what=what)
    for place in row["ledger"].get("places", ()):
        if told := place_line(place, faces):
            yield told
    if unsaid := row["ledger"].get("unsaid"):
        yield say(faces.lang, "why.unsaid", text=unsaid)


def message_lines(row: TurnRow, faces: Faces) -> Iterator[str]:
    """Yield what the writer of a chat's message had not read, and what was never sent."""
    if written := row.get("written"):
        yield say(faces.lang, "why.written", n=written["since"])
    for one in row["ledger"].get("unsent", ()):
        yield say(faces.lang, "why.unsent", who=faces.call(one["seat"]), text=one["text"])


def place_line(place: PlaceRow, faces: Faces) -> str:
    """Return what came of a place within a turn; nothing where nobody would have come in."""
    given = {"n": place["unit"], "hold": f"{place['hold']:g}", "who": faces.call(place["to"])}
    offer = place["offers"][0] if place["offers"] else None
    if place["rule"] == "1b":
        offer = next(one for one in place["offers"] if one["seat"] == place["to"])
    if offer is not None:
        given |= {"height": f"{offer['height']:g}", "why": offer["why"]}
    if place["rule"] == "1b" and offer is not None and offer["height"] >= PRESSED:
        return say(faces.lang, "why.place-person", **given)
    if place["rule"] != "1c":
        return say(faces.lang, f"why.place-{place['rule']}", **given)
    if offer is None:
        return ""
    return say(faces.lang, "why.place-1c", **{**given, "who": faces.call(offer["seat"])})


def cut_place(row: TurnRow, faces: Faces) -> str:
    """Return what came of the place at which a turn was cut, as far as the row tells."""
    cut = [one for one in row["ledger"].get("places", ()) if one["rule"] != "1c"]
    return place_line(cut[-1], faces) if cut else ""


def repair_lines(done: Repaired, lang: str) -> Iterator[str]:
    """Yield what was dropped before the words were heard, and why, and what was let pass."""
    yield term(lang, "repair", done["outcome"])
    for number, attempt in enumerate(done["attempts"]):
        if number != done["spoken"]:
            yield say(lang, "repair.dropped", text=attempt["text"])
        elif attempt["findings"]:
            yield say(lang, "repair.spoken")
        for found in attempt["findings"]:
            known = found["taken_for"] == "fault"
            yield "  " + say(
                lang, "repair.found" if known else "repair.judged",
                fault=term(lang, "fault", found["fault"]), severity=found["severity"],
                comment=found["comment"], what=term(lang, "taken-for", found["taken_for"]),
            )  # fmt: skip


def verdict_line(outcome: Outcome, table: Table, lang: str) -> str:
    """Return on whom or what the vote fell, and, in a mystery, whether rightly."""
    decided, verdict, named = outcome["decided"], table.scenario.verdict, table.scenario.option_name
    who = named(decided, table.language) if decided else ""
    if verdict is not None:
        return f"{verdict.question.in_(table.language)} {who or say(lang, 'end.undecided')}"
    how = "right" if outcome["found"] else "wrong" if decided else "no-one"
    culprit = named(outcome["culprit"] or "", table.language)
    return say(lang, f"end.{how}", who=who, culprit=culprit)


def winner_line(outcome: Outcome, table: Table, lang: str) -> str:
    """Return whom the principals judge to have come nearest; nothing where they did not judge."""
    if not outcome.get("judged"):
        return ""
    winner = outcome.get("winner")
    return say(lang, "end.winner", who=table.name(winner)) if winner else say(lang, "end.no-winner")


def mission_texts(table: Table) -> dict[tuple[str, str], str]:
    """Return the missions of all seats by seat and id."""
    return {
        (sheet.seat, one.id): one.text.in_(table.language)
        for sheet in table.scenario.sheets
        for one in sheet.missions
    }


def limit_words(stopped: str, lang: str) -> str:
    """Return what stopped a game, from the record: a limit, or models that give nothing usable."""
    useless = in_words(stopped, lang)
    if useless:
        return useless
    name, _, figures = stopped.partition(": ")
    used, _, limit = figures.partition(" of ")
    known = say.find(lang, f"limit.{name}")
    return known.format(used=used, limit=limit) if known else stopped


def ask_line(ask: Mapping[str, Any], lang: str) -> str:
    """Return what a person is asked: a story's own words for its vote come first."""
    kind = ask["kind"] if ask["what"] == "choose" else ask["what"]
    if kind == "vote" and ask["question"]:
        return str(ask["question"])
    return say(lang, f"ask.{kind}", what=ask.get("question", ""))

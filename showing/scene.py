"""One moment of the table: who speaks, what was bid, who was selected, and the rule in words. Pure.

Works on what an onlooker may know; where the rule is hidden from it, the words go by what everybody
there could hear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mmagents.floor.adjacency import EVERYONE
from mmagents.floor.rules import rule_of
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.interfaces.texts.catalogue import term
from mmagents.nodes.record import BidRow, TurnRow, is_talk
from mmagents.scenarios.game import IN_PAIRS
from mmagents.showing.faces import Faces
from mmagents.showing.onlooker import Standing
from mmagents.showing.wording import due_words


@dataclass(frozen=True, slots=True)
class Scene:
    """What the ring shows.

    Attributes:
        speaker: who has the floor, or had it last; "" for nobody.
        speaking: whether they have it now.
        bids: by seat, what has been bid; None where only that a seat has thought may be known.
        arrows: from whom to whom something was put; the last one first.
        head: where in the game this is.
        words: the rule in words, beginning with the name of whom it is about.
        asked: the seats that people sit in and that are being waited for.
        absent: the seats that do not hear this.
    """

    speaker: str = ""
    speaking: bool = False
    bids: Mapping[str, BidRow | None] = field(default_factory=dict)
    arrows: tuple[tuple[str, str], ...] = ()
    head: str = ""
    words: str = ""
    asked: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def scene_of(standing: Standing, faces: Faces, at: int | None, *, hidden: bool) -> Scene:
    """Return a moment.

    Args:
        standing: how the game stands for the onlooker.
        faces: who sits there.
        at: place of a turn among the rows, from 0; None for this very moment.
        hidden: whether rules and bids are hidden from the onlooker.
    """
    rows, lang = standing.rows, faces.lang
    if at is not None and rows:
        row, before = rows[at], rows[at - 1] if at else None
        return Scene(
            speaker=row["speaker"],
            speaking=True,
            bids={bid["seat"]: bid for bid in row["ledger"]["bids"]},
            arrows=(*put_to(row, faces), *put_to(before, faces, only=row["speaker"])),
            head=_head(row["phase"], say(lang, "turn-of", n=row["turn"], all=standing.turns), lang),
            words=_named(row["speaker"], in_words(row, before, faces, hidden=hidden), faces),
            absent=_absent(row["heard_by"], faces),
        )
    now = Scene(
        bids=standing.bids,
        head=_head(standing.phase, _status(standing, faces), lang),
        asked=tuple(standing.asks),
        absent=_absent(standing.present, faces) if standing.present else (),
    )
    if standing.floor:
        return _floor_given(now, standing, faces, hidden=hidden)
    return _between(now, standing, faces, hidden=hidden)


def _floor_given(now: Scene, standing: Standing, faces: Faces, *, hidden: bool) -> Scene:
    floor = standing.floor
    assert floor is not None
    speaker, due = floor["speaker"], floor["due"]
    if due:
        told = _due_words(due["by"], due["expects"], faces)
    elif hidden:
        told = say(faces.lang, "takes-floor")
    else:
        told = _by_rule(floor["rule"], standing.bids.get(speaker), False, faces.lang)
    arrows = put_to(standing.rows[-1] if standing.rows else None, faces, only=speaker)
    return replace(
        now, speaker=speaker, speaking=True, arrows=arrows, words=_named(speaker, told, faces)
    )


def _between(now: Scene, standing: Standing, faces: Faces, *, hidden: bool) -> Scene:
    rows = standing.rows
    playing = standing.status == "playing"
    if not rows:
        words = _under_way(standing, faces) if playing else say(faces.lang, "nobody-yet")
        return replace(now, words=words)
    last = rows[-1]
    told = in_words(last, rows[-2] if len(rows) > 1 else None, faces, hidden=hidden)
    words = _named(last["speaker"], told, faces)
    if playing:
        words = _under_way(standing, faces)
    elif standing.status != "waiting":
        now = replace(now, bids={bid["seat"]: bid for bid in last["ledger"]["bids"]})
    return replace(now, speaker=last["speaker"], arrows=put_to(last, faces), words=words)


def _under_way(standing: Standing, faces: Faces) -> str:
    """Return what is going on while nobody has the floor: what this part of the evening is for."""
    here, phase = standing.present, standing.phase
    if phase in IN_PAIRS and 0 < len(here) < len(standing.seats):
        who = say(faces.lang, "and").join(faces.call(one) for one in here)
        return say(faces.lang, "between.talk", who=who)
    return say.find(faces.lang, f"between.{phase}") or say(faces.lang, "between.discussion")


def put_to(row: TurnRow | None, faces: Faces, only: str = "") -> tuple[tuple[str, str], ...]:
    """Return from whom to whom a turn put something, as far as they sit at the table."""
    if row is None or not row["first_pair_part"]:
        return ()
    everyone = row["addressees"] == [EVERYONE]
    wanted = [face.id for face in faces.seats] if everyone else row["addressees"]
    return tuple(
        (row["speaker"], to)
        for to in wanted
        if to != row["speaker"] and faces.find(to) and (to in row["heard_by"]) and only in ("", to)
    )


def in_words(row: TurnRow, before: TurnRow | None, faces: Faces, *, hidden: bool) -> str:
    """Return in words by which rule a turn went to its speaker.

    Args:
        row: the turn.
        before: the turn before it, as far as the onlooker heard it.
        faces: who sits there.
        hidden: whether the rule is hidden from the onlooker.
    """
    lang = faces.lang
    if not is_talk(row):
        return rule_of(row["rule"]).text(lang).label
    follows = before is not None and before["turn"] == row["turn"] - 1
    asked = follows and before is not None and before["addressees"] == [row["speaker"]]
    if asked and before and before["first_pair_part"] and (hidden or row["rule"] == "1a"):
        return _due_words(before["speaker"], before["expects"], faces)
    if hidden:
        on = follows and before is not None and before["speaker"] == row["speaker"]
        return say(lang, "goes-on-seen" if on else "takes-floor")
    bid = next((b for b in row["ledger"]["bids"] if b["seat"] == row["speaker"]), None)
    return _by_rule(row["rule"], bid, bool(row["ledger"]["tie"]), lang)


def _due_words(by: str, expects: Sequence[str], faces: Faces) -> str:
    lang = faces.lang
    return say(lang, "asked-by", by=faces.call(by), due=due_words(expects, lang))


def _by_rule(rule: str, bid: BidRow | None, tie: bool, lang: str) -> str:
    if rule == "1b" and bid is not None:
        return say(lang, "tie-won" if tie else "takes-floor-at", n=bid["importance"])
    if rule == "1c":
        return say(lang, "goes-on")
    return rule_of(rule).text(lang).label


def _named(seat: str, words: str, faces: Faces) -> str:
    return f"{faces.call(seat)}: {words}"


def _head(phase: str, where: str, lang: str) -> str:
    return " · ".join(filter(None, (term(lang, "phase", phase), where)))


def _status(standing: Standing, faces: Faces) -> str:
    who = faces.calls(tuple(standing.asks)) or "…"
    return say(faces.lang, f"status.{standing.status}", who=who)


def _absent(hearers: Sequence[str], faces: Faces) -> tuple[str, ...]:
    return tuple(face.id for face in faces.seats if face.id not in hearers)

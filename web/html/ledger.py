"""The ledger of a turn as HTML: the bids, the rule, why not another, what came of it, the cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mmagents.floor.bids import Bid, too_low
from mmagents.floor.rules import rule_of
from mmagents.nodes.record import BidRow, TurnRow
from mmagents.web.game.faces import Faces
from mmagents.web.game.scene import due_in_words, in_words
from mmagents.web.html.arcs import ends
from mmagents.web.html.marks import bdi, words
from mmagents.web.texts.texts import say, term


def ledger(
    row: TurnRow, rows: Sequence[TurnRow], faces: Faces, threshold: int = 0, *, hidden: bool
) -> str:
    """Return why a turn went to whom it went.

    Args:
        row: the turn.
        rows: all turns that the onlooker noticed.
        faces: who sits there.
        threshold: what a bid must weigh to count.
        hidden: whether rules and bids are hidden from the onlooker.
    """
    lang = faces.lang
    at = next(n for n, one in enumerate(rows) if one["turn"] == row["turn"])
    by_rule = in_words(row, rows[at - 1] if at else None, faces, hidden=hidden)
    lines = [by_rule] if hidden else [rule_of(row["rule"]).text(lang).why, *_floor(row, faces)]
    told = "".join(f"<p>{bdi(line, 400)}</p>" for line in lines)
    came = "".join(f"<p>{bdi(line, 400)}</p>" for line in _pairs(row, rows, faces))
    private = (
        "" if hidden else _bids(row, faces, threshold) + _repair(row, faces) + _cost(row, lang)
    )
    return (
        f'<h3 style="--c:{faces.colour(row["speaker"])}">'
        f"{words(say(lang, 'turn', n=row['turn']))} · "
        f"<b>{bdi(faces.call(row['speaker']), 60)}</b></h3>{told}{came}{private}"
    )


def _floor(row: TurnRow, faces: Faces) -> Iterator[str]:
    lang, record = faces.lang, row["ledger"]
    if row["rule"] not in ("1a", "1b", "1c"):
        return
    chosen = record["designated"]
    yield (
        say(lang, "designated", who=faces.calls(chosen)) if chosen else say(lang, "designated-none")
    )
    if record["tie"]:
        yield say(lang, "tie", who=faces.calls(record["tie"]))


def _bids(row: TurnRow, faces: Faces, threshold: int) -> str:
    lang, bids = faces.lang, row["ledger"]["bids"]
    if not bids:
        return f'<p class="dim">{words(say(lang, "no-bids"))}</p>'
    drawn = "".join(_bid(bid, row["speaker"], faces) for bid in bids)
    why = "".join(f"<li>{bdi(line, 200)}</li>" for line in why_not(row, faces, threshold))
    because = f"<h4>{words(say(lang, 'why-not'))}</h4><ul>{why}</ul>" if why else ""
    return f'{because}<h4>{words(say(lang, "bids"))}</h4><ol class="bids">{drawn}</ol>'


def _bid(bid: BidRow, speaker: str, faces: Faces) -> str:
    wants = bid["action"] == "speak"
    told = say(faces.lang, "wants" if wants else "listens", n=bid["importance"])
    own = say(faces.lang, "own-scale", n=f"{bid['calibrated']:g}") if "calibrated" in bid else ""
    mark = f" <small>{words(own)}</small>" if own else ""
    return (
        f'<li class="{"lit" if bid["seat"] == speaker else ""}" '
        f'style="--c:{faces.colour(bid["seat"])}"><b>{bdi(faces.call(bid["seat"]), 40)}</b>'
        f'<span class="bid{"" if wants else " listen"}" title="{words(told)}">'
        f'<i style="width:{bid["importance"] / 9:.0%}"></i><em aria-hidden="true">'
        f'{bid["importance"]}</em><span class="sr">{words(told)}</span></span>{mark}'
        f"<q>{bdi(bid['thought'], 600)}</q></li>"
    )


def why_not(row: TurnRow, faces: Faces, threshold: int = 0) -> Iterator[str]:
    """Yield for each other seat why the turn did not go to it, in words."""
    lang, record = faces.lang, row["ledger"]
    top = next((b["importance"] for b in record["bids"] if b["seat"] == row["speaker"]), 0)
    for bid in record["bids"]:
        who, n = faces.call(bid["seat"]), bid["importance"]
        if bid["seat"] == row["speaker"] or row["rule"] not in ("1a", "1b"):
            continue
        if row["rule"] == "1a":
            yield say(lang, "not-asked", who=who)
        elif bid["action"] == "listen":
            yield say(lang, "not-listen", who=who)
        elif too_low(Bid.of(bid), threshold):
            yield say(lang, "not-low", who=who, n=n, low=threshold)
        elif bid["seat"] in record["tie"]:
            yield say(lang, "not-tie", who=who, n=n)
        else:
            yield say(lang, "not-less", who=who, n=n, top=top)


def _pairs(row: TurnRow, rows: Sequence[TurnRow], faces: Faces) -> Iterator[str]:
    lang = faces.lang
    asked = next((one for one in rows if one["turn"] == row["answers"]), None)
    if asked is not None:
        yield say(
            lang, "took-up", n=asked["turn"], who=faces.call(asked["speaker"]),
            what=term(lang, "fpp", asked["first_pair_part"]),
            how=term(lang, "spp", row["second_pair_part"]),
        )  # fmt: skip
    if row["first_pair_part"] and row["addressees"]:
        what, who = term(lang, "fpp", row["first_pair_part"]), faces.calls(row["addressees"])
        yield say(lang, "due-next", what=what, who=who, due=due_in_words(row["expects"], lang))
        end = ends(rows).get(row["turn"])
        if end:
            yield say(lang, "came-of-it", how=term(lang, "how", end[1]), n=end[0])
        else:
            yield say(lang, "came-open")


def _repair(row: TurnRow, faces: Faces) -> str:
    """Return what was to be said first and was dropped, and what was found wrong with it."""
    record = row["ledger"].get("repair")
    dropped = (
        [one for at, one in enumerate(record["attempts"]) if at != record["spoken"]]
        if record
        else []
    )
    if not record or not dropped:
        return ""
    lines = "".join(
        f"<li><s>{bdi(one['text'], 300)}</s> "
        + " ".join(bdi(found.get("comment", ""), 300) for found in one["findings"])
        + "</li>"
        for one in dropped
    )
    head = say(faces.lang, "repair")
    return f"<h4>{words(head)}: {words(record['outcome'])}</h4><ul>{lines}</ul>"


def _cost(row: TurnRow, lang: str) -> str:
    calls = row["ledger"].get("calls") or []
    if not calls:
        return f'<p class="dim">{words(say(lang, "models-none"))}</p>'
    told = say(
        lang, "calls-line", calls=len(calls),
        tin=sum(call.get("tokens_in", 0) for call in calls),
        tout=sum(call.get("tokens_out", 0) for call in calls),
        seconds=f"{sum(call.get('seconds', 0.0) for call in calls):.1f}",
    )  # fmt: skip
    return f"<h4>{words(say(lang, 'models-asked'))}</h4><p>{words(told)}</p>"

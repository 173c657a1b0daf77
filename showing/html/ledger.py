"""The ledger of a turn as HTML: the bids, the rule, why not another, what came of it, the cost."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.floor.rules import rule_of
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.record import BidRow, TurnRow
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, text, words
from mmagents.showing.scene import in_words
from mmagents.showing.wording import (
    height,
    pace_lines,
    pair_lines,
    repair_lines,
    selected,
    why_not,
)


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
    lines = [by_rule] if hidden else [rule_of(row["rule"]).text(lang).why, *selected(row, faces)]
    told = "".join(f"<p>{bdi(line, 400)}</p>" for line in lines)
    came = "".join(f"<p>{bdi(line, 400)}</p>" for line in pair_lines(row, rows, faces))
    private = "" if hidden else _bids(row, faces, threshold) + _repair(row, lang) + _cost(row, lang)
    return (
        f'<h3 style="--c:{faces.colour(row["speaker"])}">'
        f"{text(lang, 'turn', n=row['turn'])} · "
        f"<b>{bdi(faces.call(row['speaker']), 60)}</b></h3>{told}{came}{private}"
    )


def _bids(row: TurnRow, faces: Faces, threshold: int) -> str:
    lang, bids = faces.lang, row["ledger"]["bids"]
    if not bids:
        return f'<p class="dim">{text(lang, "no-bids")}</p>'
    drawn = "".join(_bid(bid, row["speaker"], faces) for bid in bids)
    why = "".join(f"<li>{bdi(line, 200)}</li>" for line in why_not(row, faces, threshold))
    because = f"<h4>{text(lang, 'why-not')}</h4><ul>{why}</ul>" if why else ""
    kept = "".join(f"<li>{bdi(line, 200)}</li>" for line in pace_lines(row, faces))
    kept = f"<ul>{kept}</ul>" if kept else ""
    return f'{because}<h4>{text(lang, "bids")}</h4><ol class="bids">{drawn}</ol>{kept}'


def _bid(bid: BidRow, speaker: str, faces: Faces) -> str:
    wants = bid["action"] == "speak"
    told = say(faces.lang, "wants" if wants else "listens", n=bid["importance"])
    mark = f" <small>{words(height(bid, faces.lang))}</small>" if "calibrated" in bid else ""
    return (
        f'<li class="{"lit" if bid["seat"] == speaker else ""}" '
        f'style="--c:{faces.colour(bid["seat"])}"><b>{bdi(faces.call(bid["seat"]), 40)}</b>'
        f'<span class="bid{"" if wants else " listen"}" title="{words(told)}">'
        f'<i style="width:{bid["importance"] / 9:.0%}"></i><em aria-hidden="true">'
        f'{bid["importance"]}</em><span class="sr">{words(told)}</span></span>{mark}'
        f"<q>{bdi(bid['thought'], 600)}</q></li>"
    )


def _repair(row: TurnRow, lang: str) -> str:
    """Return what was to be said first and was dropped, and what was found wrong with it."""
    record = row["ledger"].get("repair")
    if not record or len(record["attempts"]) < 2:
        return ""
    told = "".join(f"<p>{bdi(line, 300)}</p>" for line in repair_lines(record, lang))
    return f"<h4>{text(lang, 'repair')}</h4>{told}"


def _cost(row: TurnRow, lang: str) -> str:
    calls = row["ledger"].get("calls") or []
    if not calls:
        return f'<p class="dim">{text(lang, "models-none")}</p>'
    told = say(
        lang, "calls-line", calls=len(calls),
        tin=sum(call.get("tokens_in", 0) for call in calls),
        tout=sum(call.get("tokens_out", 0) for call in calls),
        seconds=f"{sum(call.get('seconds', 0.0) for call in calls):.1f}",
    )  # fmt: skip
    return f"<h4>{text(lang, 'models-asked')}</h4><p>{words(told)}</p>"

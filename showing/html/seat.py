"""What a person in a seat reads: what is asked, the sheet, the clues, what is known. As HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.interfaces.texts.catalogue import term
from mmagents.nodes.table import Table
from mmagents.scenarios.game import IN_PAIRS
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, button, field, tick, words
from mmagents.showing.onlooker import Standing
from mmagents.showing.wording import ask_line, due_words


def ask_words(ask: Mapping[str, Any] | None, now: Standing, faces: Faces, lang: str) -> str:
    """Return what is asked of a seat, and what is due."""
    lines = []
    if now.present and set(now.present) < set(now.seats):
        others = [one for one in now.present if one != (ask or {}).get("seat")]
        lines.append(say(lang, "with-you", who=faces.calls(others)))
    elif now.phase in IN_PAIRS and not now.present:
        lines.append(say(lang, "elsewhere"))
    if ask is None:
        head = say(lang, "ask-wait")
    else:
        head = ask_line(ask, lang)
        due = ask["due"]
        if due:
            what = term(lang, "first", due["first_pair_part"])
            owed = due_words(due["expects"], lang)
            lines.append(say(lang, "due-of-you", by=faces.call(due["by"]), what=what, due=owed))
        elif ask["addressed"]:
            lines.append(say(lang, "ask.addressed"))
    told = "".join(f"<p><strong>{bdi(line, 300)}</strong></p>" for line in lines)
    return f"<h2>{bdi(head)}</h2>{told}"


def choice_form(ask: Mapping[str, Any], lang: str) -> str:
    """Return the form in which a person chooses."""
    given = "".join(tick("choose", one["text"], one["id"], kind="radio") for one in ask["options"])
    head = ask_line(ask, lang)
    why = field("reason", say(lang, "reason"), maxlength=600) if "reason" in ask["commands"] else ""
    return (
        f'<form data-form="choose"><fieldset><legend>{words(head)}</legend>{given}</fieldset>'
        f"{why}<div class='row'>{button(say(lang, 'choose-now'), main=True, name='go', value='do')}"
        f"{button(say(lang, 'pass'), name='go', value='pass')}</div></form>"
    )


def sheet(table: Table, seat: str, known: Mapping[str, Any] | None, faces: Faces, lang: str) -> str:
    """Return all that a seat may know beside the talk.

    Args:
        table: the table; of its sheets this seat's alone is read.
        seat: whose.
        known: what the seat was asked last; its view holds clues and what it has learned.
        faces: who sits there.
        lang: of the page.
    """
    own, public = table.sheets[seat], table.public
    if public.question:
        alone = own.background or say(lang, "nothing-alone")
        about = _text(say(lang, "about"), public.premise) if public.premise else ""
        return about + _text(say(lang, "alone"), alone)
    moments = [f"{m.at}{f'–{m.until}' if m.until else ''} {m.what}" for m in own.timeline]
    view = known["view"] if known else {"cards": [], "known": []}
    cards = [f"{card['name']}: {card['text']}" for card in view["cards"]]
    learned = [
        f"{fact['text']} ({faces.call(fact['said_by'])}, {say(lang, 'turn', n=fact['turn'])})"
        if fact["said_by"]
        else fact["text"]
        for fact in view["known"]
    ]
    return (
        _text(say(lang, "case"), f"{public.premise} {public.incident}")
        + _text(say(lang, "objective"), f"{own.objective} {own.background}")
        + _list(say(lang, "missions"), [f"{one.text} ({one.points})" for one in own.missions])
        + _list(say(lang, "secrets"), [one.text for one in own.secrets])
        + _list(say(lang, "timeline"), moments)
        + _list(say(lang, "cards"), cards or [say(lang, "no-cards")])
        + _list(say(lang, "you-know"), learned)
    )


def _text(head: str, text: str) -> str:
    return f"<h4>{words(head)}</h4><p>{bdi(text)}</p>"


def _list(head: str, lines: Sequence[str]) -> str:
    told = "".join(f"<li>{bdi(line)}</li>" for line in lines)
    return f"<h4>{words(head)}</h4><ul>{told}</ul>" if lines else ""

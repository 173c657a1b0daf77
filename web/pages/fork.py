"""A fork of a game: the form, and what was chosen in it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.faces import Faces
from mmagents.showing.gallery import Gallery
from mmagents.showing.html.markup import button, field, select, text
from mmagents.web.pages.start import MODEL, player_kinds, players_in


def from_turn(turn: int, lang: str) -> str:
    """Return the head of the form: the first turn that is played differently."""
    return (
        f'<input type="hidden" name="turn" value="{turn}"><p>{text(lang, "fork-from", n=turn)}</p>'
    )


def fork_fields(game: Gallery, faces: Faces) -> str:
    """Return what may be different from there; it stays while the game goes on."""
    lang = faces.lang
    same = ("", say(lang, "fork-same"))
    seats = [("", say(lang, "fork-who-any")), *((face.id, face.call) for face in faces.seats)]
    conditions = [same, *((one.name, one.text(lang).label) for one in CONDITIONS.values())]
    kinds = [same, *player_kinds(lang)]
    players = "".join(select(f"seat-{face.id}", face.call, kinds) for face in faces.seats)
    hint = game.context.model or say(lang, "model-hint")
    model = field("model", say(lang, "fork-model"), placeholder=hint)
    return (
        f"<div class='fields'>{select('speaker', say(lang, 'fork-who'), seats)}"
        f"{field('line', say(lang, 'fork-line'), maxlength=2000)}"
        f"{select('condition', say(lang, 'fork-condition'), conditions)}</div>"
        f"<fieldset><legend>{text(lang, 'fork-players')}</legend>"
        f'<div class="fields">{players}{model}</div>'
        f'<p class="dim">{text(lang, "fork-model-where")}</p></fieldset>'
        f'<div class="row">{button(say(lang, "fork-go"), main=True)}</div>'
    )


def differences(given: Mapping[str, str], game: Gallery) -> dict[str, Any]:
    """Return what was chosen in the form, as :meth:`Hall.branch` takes it.

    A model is played by the seats that were given to it, or by the whole table where none was.

    Raises:
        MMAgentsError: if a seat was given to a model and no model is named.
    """
    number = given.get("turn", "1")[:7]
    turn = int(number) if number.isascii() and number.isdigit() else 1
    speaker, line = given.get("speaker") or None, " ".join(given.get("line", "").split())
    if line and not speaker:
        spoken = game.rows[turn - 1 : turn] or game.rows[-1:]
        speaker = spoken[0]["speaker"] if spoken else game.table.seats[0]
    seats, model = players_in(given, game.table.seats)
    changes = dict[str, Any]()
    modelled = [seat for seat, player in seats.items() if player == MODEL]
    if modelled and not model:
        raise MMAgentsError("Name the model that plays there: provider:model.")
    if model and not modelled:
        changes["model"] = model
    if seats:
        changes["seats"] = {**seats, **dict.fromkeys(modelled, model)}
    if given.get("condition"):
        changes["condition"] = given["condition"]
    return {
        "turn": turn,
        "say": (speaker, line) if line and speaker else None,
        "speaker": None if line else speaker,
        "changes": changes,
    }

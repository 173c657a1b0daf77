"""fork: go back in a saved game and on differently."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.flags import Flags, Given, fields_of
from mmagents.cli.game.servers import Checkpoints, Memory
from mmagents.cli.options import AllowPlayer, SavedFolder, Show, Yes
from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.nodes.table import Table


CHANGES = Flags(
    "condition",
    "model",
    "seats",
    "base_url",
    "turns",
    model="Go on with this model in every seat that --seat leaves out.",
    turns="Play to this many turns in all.",
)
"""What may be different from there on."""


def fork(
    folder: SavedFolder,
    turn: Annotated[int, typer.Option(min=1, help="The first turn to be played differently.")],
    save: Annotated[Path, typer.Option(metavar="DIR2", help="Keep the new game in this folder.")],
    changes: Annotated[Given, CHANGES],
    show: Show,
    say: Annotated[
        str | None, typer.Option(metavar='"SEAT: TEXT"', help="Who says what in that turn.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Go on with another seed.")] = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    allow_player: AllowPlayer = None,
    yes: Yes = False,
) -> None:
    """Go back in a saved game and on differently, in a folder of its own."""
    from mmagents.cli.game.consent import ask_about
    from mmagents.cli.game.servers import named
    from mmagents.cli.game.start import resume_game
    from mmagents.models.client.trust import agree_to
    from mmagents.nodes.served import files_named
    from mmagents.nodes.table import table_for
    from mmagents.saved.begin import branch, differently
    from mmagents.saved.games import context_of
    from mmagents.saved.kept import to_ask_about
    from mmagents.saved.saved_game import SavedGame

    given, servers = fields_of(changes), named(checkpoints, memory)
    with SavedGame.open(folder) as source:
        context = context_of(source)
        if not source.own:
            agree_to(path for _, path in files_named(given))
            fields = differently(source.meta["context"], given)
            ask_about(to_ask_about(fields, source.meta), f"The game in {folder}", yes=yes)
        table = table_for(source.meta["scenario"], context)
        if "seats" in given:
            given["seats"] = {
                seat_of(one, table) or one: who for one, who in given["seats"].items()
            }
        check_everybody_is_there(source.meta, given, table)
        said = seat_and_words(say, table) if say else None
        new = branch(source, turn, save, say=said, seed=seed, changes=given, servers=servers)
        with asyncio.run(new) as target:
            resume_game(target, save, {}, show, yes=True)


def check_everybody_is_there(
    meta: Mapping[str, Any], given: Mapping[str, Any], table: Table
) -> None:
    """Make sure that somebody plays each seat of recorded talk from there on.

    Raises:
        MMAgentsError: if not; the people who spoke are gone.
    """
    from mmagents.nodes.record import RECORDED

    if RECORDED not in meta or "forked_from" in meta or given.get("model"):
        return
    gone = [seat for seat in table.seats if seat not in given.get("seats", {})]
    if gone:
        raise MMAgentsError(
            f"Those who spoke in recorded talk are gone, and nobody plays {', '.join(gone)}. Name "
            "a model for all with --model openai:gpt-4o-mini, or say who plays each seat: "
            f"--seat {gone[0]}=human"
        )


def seat_and_words(say: str, table: Table) -> tuple[str, str]:
    """Return seat and words of `--say "seat: text"`."""
    who, colon, text = say.partition(":")
    seat = seat_of(who, table)
    if not colon or not seat or not text.strip():
        seats = ", ".join(person.id for person in table.public.seats())
        raise MMAgentsError(
            f'--say takes "SEAT: TEXT" with one of the seats {seats}; it was {say!r}.'
        )
    return seat, " ".join(text.split())


def seat_of(who: str, table: Table) -> str | None:
    """Return the seat of a name or an id, or None."""
    wanted = who.strip().casefold()
    for person in table.public.seats():
        if wanted in {one.casefold() for one in (person.id, person.call, person.name)}:
            return person.id
    return None

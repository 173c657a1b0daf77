"""`mmagents talk`: a talk about a question, without a story; begin a file of one, check it."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from mmagents.cli.flags import TALK, Flags, Given, fields_of
from mmagents.cli.game.servers import Checkpoints, Memory
from mmagents.cli.options import Save, Seed, Show, option_played
from mmagents.cli.scenario import check, put_down
from mmagents.cli.sharing import GroupedHelp, PlainErrors, spread
from mmagents.cli.shown.terminal import echo

DEFAULT = "start"
"""The command that is meant where none is named."""


class Talks(PlainErrors):
    """Commands of which one need not be named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take what names no command for the arguments of the one that need not be named."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = [DEFAULT, *args]
        return list(super().parse_args(ctx, args))


app = typer.Typer(
    cls=Talks,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Talk about a question, without a story.

    mmagents talk "Should we move?" --who "Ada: a baker" --who "Ben: her landlord" --model MODEL

    That is short for `mmagents talk start`, which lists all options with --help.""",
)
Who = Annotated[
    list[str] | None,
    option_played(
        metavar="NAME: WHO",
        help="Who takes part, and who that is, in a line that all the others read too; two or "
        "more. What only one may know stands in a file (private:).",
    ),
]
Vote = Annotated[
    bool,
    option_played("--vote", help="End with a vote: on each --option, or with yes or no."),
]
VotedOn = Annotated[
    list[str] | None,
    option_played("--option", metavar="TEXT", help="What can be voted for; repeatable."),
]


def start(
    given: Annotated[Given, Flags(*TALK)],
    show: Show,
    question: Annotated[
        str, typer.Argument(help="What they talk about, or the file of a talk (.yaml).")
    ],
    who: Who = None,
    about: Annotated[
        str | None, option_played(metavar="TEXT", help="What all of them know about it before.")
    ] = None,
    vote: Vote = False,
    voted_on: VotedOn = None,
    seed: Seed = None,
    save: Save = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
) -> None:
    """Talk about a question, without a story: by models, people, or lines written down.

    Seats go by the names given with --who: --seat Ada=human.
    """
    from mmagents.cli.game.servers import named
    from mmagents.cli.game.start import Keeping, the_same_again
    from mmagents.cli.game.start import start as begin
    from mmagents.cli.game.talks import Asking, context_of, opened

    again, chosen = "", seed
    if chosen is None:
        chosen = random.SystemRandom().randrange(100_000)
        again = the_same_again(sys.argv[1:], chosen)
    asking = Asking(question, who or [], about, given.get("language"), vote, voted_on or [])
    with opened(asking) as (talk, file):
        context = context_of(talk, file, fields_of(given))
        keeping = Keeping(save, named(checkpoints, memory))
        begin(talk.id, context, chosen, keeping, show=show, again=again)


app.command(DEFAULT, cls=GroupedHelp)(spread(start))


@app.command()
def new(
    directory: Annotated[Path, typer.Argument(help="Where to put the talk; made if missing.")],
) -> None:
    """Write a commented talk to start from; it passes the check as it stands."""
    from mmagents.scenarios.loader import template

    target = put_down(directory, "my-talk.yaml", template("talk"))
    echo(f"{target}\nNext: mmagents talk check {target}")


app.command("check")(check)

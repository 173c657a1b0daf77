"""Hold turn-taking against what people did."""

from __future__ import annotations

import typer

from mmagents.lab.commands.benchmark.next_speaker import next_speaker
from mmagents.lab.commands.benchmark.realism import realism

app = typer.Typer(no_args_is_help=True, help="Hold turn-taking against what people did.")
app.command("next-speaker")(next_speaker)
app.command()(realism)

"""`mmagents scenario`: list the stories, start one, check one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.shown.terminal import echo

app = typer.Typer(no_args_is_help=True, help="The stories: list, start and check them.")

_AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.command("list")
def list_stories(as_json: _AsJson = False) -> None:
    """List the stories that come with the package."""
    from mmagents.scenarios.loader import shipped

    stories = shipped()
    if as_json:
        echo(json.dumps([story._asdict() for story in stories], ensure_ascii=False, indent=2))
        return
    width = max((len(story.id) for story in stories), default=0)
    for story in stories:
        facts = f"{story.seats} seats, {'/'.join(story.languages)}"
        echo(f"{story.id:{width}}  {facts:16}  {story.title}")


@app.command()
def new(
    directory: Annotated[Path, typer.Argument(help="Where to put the story; made if missing.")],
) -> None:
    """Write a commented story to start from; it passes the check as it stands."""
    from mmagents.scenarios.loader import template

    target = put_down(directory, "my-story.yaml", template())
    echo(f"{target}\nNext: mmagents scenario check {target}")


def put_down(directory: Path, name: str, text: str) -> Path:
    """Write a file to start from and return it; one that is there is left alone.

    Raises:
        ScenarioError: if it is there, or cannot be written.
    """
    from mmagents.errors import ScenarioError

    target = directory / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as fault:
        raise ScenarioError(
            f"{fault.filename}: is there already and is not touched; name another directory"
        ) from fault
    except OSError as fault:
        raise ScenarioError(
            f"{target}: {fault.strerror}; name a directory that can be written to"
        ) from fault
    return target


@app.command()
def schema() -> None:
    """Print the JSON Schema of a story, for editors."""
    from mmagents.scenarios.schema import Scenario

    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Scenario.model_json_schema(),
    }
    echo(json.dumps(document, ensure_ascii=False, indent=2))


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A story or a talk, as YAML.")],
    as_json: _AsJson = False,
) -> None:
    """Say what is wrong with a story or a talk, line by line. Exit code 2 on errors."""
    from mmagents.scenarios.loader import check_file, describe

    found = check_file(file)
    errors = sum(problem.severity == "error" for problem in found)
    if as_json:
        rows = [
            {
                "file": str(file),
                "line": problem.line,
                "field": problem.field,
                "severity": problem.severity,
                "message": problem.message,
            }
            for problem in found
        ]
        echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for problem in found:
            echo(describe(file, problem))
        echo(f"{errors} errors, {len(found) - errors} warnings")
    if errors:
        raise typer.Exit(2)

"""The commands, and what each takes. What they do is imported when they are called."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.annotate import app as annotate_app
from mmagents.cli.benchmark import app as benchmark_app
from mmagents.cli.experiment import app as experiment_app
from mmagents.cli.scenario import app as scenario_app
from mmagents.floor.conditions import CONDITIONS, DEFAULT

app = typer.Typer(
    name="mmagents",
    help="Talk among several AI agents that takes turns the way people do.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(scenario_app, name="scenario", help="The stories: list, check, begin one.")
app.add_typer(benchmark_app, name="benchmark", help="Score the analysts on human data.")

app.add_typer(
    experiment_app, name="experiment", help="Many conversations: run a grid, write its report."
)
app.add_typer(
    annotate_app, name="annotate", help="Sheets for people who rate conversations, out and back."
)

FLAGSHIP = "halcyon-light"


def a_condition(name: str) -> str:
    """Return the name of a condition as it was typed.

    Raises:
        typer.BadParameter: if there is no such condition.
    """
    if name not in CONDITIONS:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(CONDITIONS)}.")
    return name


class Part(StrEnum):
    """What can be switched off: memories of the seats, actions of strategists, kinds of talk."""

    HISTORY = "history"
    THOUGHTS = "thoughts"
    LONG_TERM = "long-term"
    PLANNING = "planning"
    THINKING = "thinking"
    REFLECTION = "reflection"
    MEMORY = "memory"
    PRIVATE = "private"
    CONFIDENTIAL = "confidential"
    GROUP = "group"


LAYERS = (Part.HISTORY, Part.THOUGHTS, Part.LONG_TERM)


class Persona(StrEnum):
    """How models and improv players are minded."""

    PLAIN = "plain"
    STRATEGIST = "strategist"


class PhaseName(StrEnum):
    """A part of the evening that can be played alone."""

    DISCUSSION = "discussion"


class Lang(StrEnum):
    """Language of the talk."""

    EN = "en"
    JA = "ja"


class Format(StrEnum):
    """What a game is written out as."""

    MARKDOWN = "markdown"
    CSV = "csv"
    JSONL = "jsonl"
    CONVOKIT = "convokit"


Thoughts = Annotated[
    bool, typer.Option("--show-thoughts", help="Show what each seat thinks and bids.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show the summary alone.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a turn, and nothing else.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a saved game.")]

Patience = Annotated[
    float | None,
    typer.Option(
        min=0.1, metavar="SECONDS", help="Pass for a person who has not answered by then."
    ),
]
MaxCalls = Annotated[
    int | None, typer.Option(min=1, help="End in order at so many requests to models.")
]
MaxTokens = Annotated[
    int | None, typer.Option(min=1, help="End in order at so many tokens, in and out.")
]
MaxSeconds = Annotated[
    float | None, typer.Option(min=0.001, help="End in order after waiting so long for models.")
]
MaxMoney = Annotated[
    float | None, typer.Option(min=1e-9, help="End in order at this cost; needs --prices.")
]
Prices = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="YAML: what a million tokens of each model cost."),
]


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"mmagents {installed('mmagents')}")
        raise typer.Exit


@app.command()
def play(
    scenario: Annotated[
        str, typer.Argument(help="Id of a shipped story, or a scenario file.")
    ] = FLAGSHIP,
    condition: Annotated[
        str,
        typer.Option(
            parser=a_condition,
            metavar="CONDITION",
            help="Who speaks next: "
            + "; ".join(f"{one.name} ({one.text('en').about})" for one in CONDITIONS.values())
            + ".",
        ),
    ] = DEFAULT,
    phase: Annotated[
        PhaseName | None,
        typer.Option(help="Play this part alone; left out, the whole evening, to the verdict."),
    ] = None,
    turns: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            help="Turns of each discussion; left out, the story's, or 30 for a discussion alone. "
            "Under interrogation, of each talk with one seat; left out, 2.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Play the game of this seed again; drawn if left out.")
    ] = None,
    lang: Annotated[
        Lang | None, typer.Option(help="Language; the story's first if left out.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep the game in this new folder.")
    ] = None,
    embeddings: Annotated[
        str, typer.Option(help="What memory is searched by: lexical, or provider:model.")
    ] = "lexical",
    model: Annotated[
        str | None,
        typer.Option(help="A model for every task: openai:gpt-4o-mini, ollama:llama3.1 …"),
    ] = None,
    strong: Annotated[str | None, typer.Option(help="The model to speak and detect.")] = None,
    cheap: Annotated[str | None, typer.Option(help="The model to think and normalise.")] = None,
    model_for: Annotated[
        list[str] | None,
        typer.Option(metavar="TASK=MODEL", help="A model for one task (or rules); repeatable."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=PLAYER",
            help="human, improv, scripted:FILE, a model, strategist[:MODEL]; repeatable.",
        ),
    ] = None,
    patience: Patience = None,
    base_url: Annotated[
        str | None, typer.Option(help="Server of the OpenAI protocol: http://127.0.0.1:8000/v1.")
    ] = None,
    prompts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Prompt files to use instead.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for a model.")] = 60.0,
    overlap: Annotated[
        bool, typer.Option("--overlap", help="Think of the next turn while the last is read.")
    ] = False,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            help="Screen what is about to be said, and have it said anew where it is at fault.",
        ),
    ] = False,
    repair_rounds: Annotated[
        int, typer.Option(min=0, max=5, help="With --repair: how often a turn is said anew.")
    ] = 2,
    nli: Annotated[
        str,
        typer.Option(
            help="With --repair, what finds contradictions: rules, llm, or transformers:MODEL."
        ),
    ] = "rules",
    err: Annotated[
        str | None,
        typer.Option(
            metavar="KIND=RATE,…",
            help="A testing aid: improv players err at these rates, of repeat, contradict, invent "
            "and dodge: repeat=0.2,dodge=0.1.",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep models' answers there, and look them up first."),
    ] = None,
    threshold: Annotated[
        int, typer.Option(min=0, max=9, help="A wish to speak below this counts as listening.")
    ] = 0,
    calibrate: Annotated[
        bool, typer.Option("--calibrate", help="Rank each importance among the seat's own past.")
    ] = False,
    without: Annotated[
        list[Part] | None,
        typer.Option(help="Switch off a memory, a strategist's action, or a talk; repeatable."),
    ] = None,
    detective: Annotated[
        str | None,
        typer.Option(metavar="SEAT", help="Under interrogation, who asks; else one from outside."),
    ] = None,
    persona: Annotated[
        Persona, typer.Option(help="strategist: with beliefs, regards and plans of their own.")
    ] = Persona.PLAIN,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=100, help="Rounds of a story played in rounds.")
    ] = None,
    talkativeness: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=0-1", help="Under mention, 0.5 if left out; repeatable."),
    ] = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_seconds: MaxSeconds = None,
    max_money: MaxMoney = None,
    prices: Prices = None,
    show_thoughts: Thoughts = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Play a story: the whole evening to its verdict, or the discussion alone."""
    from mmagents.cli.accounts import read_prices
    from mmagents.cli.follow import Show
    from mmagents.cli.play import files_found, pairs, play_command, what_is_played
    from mmagents.graph.begin import context_from

    play_command(
        scenario,
        context=context_from(
            condition=condition,
            **what_is_played(phase.value if phase else None, turns, rounds, condition),
            language=lang.value if lang else None,
            embeddings=embeddings,
            model=model,
            strong=strong,
            cheap=cheap,
            models=pairs("--model-for", model_for),
            seats=files_found(pairs("--seat", seat)),
            base_url=base_url,
            prompts=str(prompts.resolve()) if prompts else None,
            timeout=timeout,
            patience=patience,
            overlap=overlap,
            repair=repair,
            repair_rounds=repair_rounds,
            nli=nli,
            err=pairs("--err", err.split(",") if err else None),
            cache=str(cache.resolve()) if cache else None,
            threshold=threshold,
            calibrate=calibrate,
            memories=tuple(one.value for one in LAYERS if one not in (without or ())),
            without=tuple(one.value for one in without or () if one not in LAYERS),
            detective=detective,
            persona=persona.value,
            talkativeness=pairs("--talkativeness", talkativeness),
            max_calls=max_calls,
            max_tokens=max_tokens,
            max_seconds=max_seconds,
            max_money=max_money,
            prices=read_prices(prices),
        ),
        seed=seed,
        save=save,
        show=Show(thoughts=show_thoughts, quiet=quiet, as_json=as_json),
    )


@app.command()
def resume(
    folder: Folder,
    turns: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Play on to this many turns in all.")
    ] = None,
    patience: Patience = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_seconds: MaxSeconds = None,
    max_money: MaxMoney = None,
    prices: Prices = None,
    show_thoughts: Thoughts = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Go on with a saved game, from wherever it was stopped or killed."""
    from mmagents.cli.accounts import read_prices
    from mmagents.cli.follow import Show
    from mmagents.cli.play import resume_command

    changes = {
        "turns": turns,
        "patience": patience,
        "max_calls": max_calls,
        "max_tokens": max_tokens,
        "max_seconds": max_seconds,
        "max_money": max_money,
        "prices": read_prices(prices) or None,
    }
    resume_command(folder, changes, Show(thoughts=show_thoughts, quiet=quiet, as_json=as_json))


@app.command()
def fork(
    folder: Folder,
    turn: Annotated[int, typer.Option(min=1, help="The first turn to be played differently.")],
    save: Annotated[Path, typer.Option(metavar="DIR2", help="Keep the new game in this folder.")],
    say: Annotated[
        str | None, typer.Option(metavar='"SEAT: TEXT"', help="Who says what in that turn.")
    ] = None,
    condition: Annotated[
        str | None,
        typer.Option(parser=a_condition, metavar="CONDITION", help="Go on under this condition."),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Go on with this model in every seat that --seat leaves out.")
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=PLAYER", help="Go on with another player there; repeatable."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Go on with another seed.")] = None,
    turns: Annotated[
        int | None, typer.Option(min=1, help="Play to this many turns in all.")
    ] = None,
    show_thoughts: Thoughts = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Go back in a saved game and on differently, in a folder of its own."""
    from mmagents.cli.follow import Show
    from mmagents.cli.play import files_found, fork_command, pairs

    changes = {
        "condition": condition,
        "model": model,
        "seats": files_found(pairs("--seat", seat)) or None,
        "turns": turns,
    }
    fork_command(
        folder,
        turn,
        save,
        say=say,
        seed=seed,
        changes=changes,
        show=Show(thoughts=show_thoughts, quiet=quiet, as_json=as_json),
    )


@app.command()
def explain(
    folder: Folder,
    turn: Annotated[int, typer.Option(min=1, help="Which turn.")],
    as_json: Annotated[bool, typer.Option("--json", help="The turn's record as JSON.")] = False,
) -> None:
    """Say why a turn went to whom it went: bids, rule, and why not another."""
    from mmagents.cli.explain import explain_command

    explain_command(folder, turn, as_json)


@app.command()
def accounts(
    folder: Folder,
    prices: Prices = None,
    as_json: Annotated[bool, typer.Option("--json", help="The accounts as JSON.")] = False,
) -> None:
    """Show what the models of a saved game cost, by task and by seat."""
    from mmagents.cli.accounts import accounts_command

    accounts_command(folder, prices, as_json)


@app.command()
def graph() -> None:
    """Print the cycle as a Mermaid drawing."""
    from mmagents.graph.build import graph as compiled

    typer.echo(compiled.get_graph().draw_mermaid(with_styles=False), nl=False)


@app.command()
def export(
    folder: Folder,
    to: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.MARKDOWN,
    out: Annotated[
        Path | None,
        typer.Option(help="File (convokit: folder) to write; left out: standard output."),
    ] = None,
) -> None:
    """Write a saved game out for reading or for analysis."""
    from mmagents.cli.export import export_command

    export_command(folder, to.value, out)


@app.command()
def table(
    games: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder in which games are kept.")
    ] = Path("games"),
    host: Annotated[
        str,
        typer.Option(help="Address to listen on; others can reach any but this machine's own."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Port to listen on.")] = 8470,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    no_secret: Annotated[
        bool,
        typer.Option("--no-secret", help="Let everybody who reaches the page be its host."),
    ] = False,
    prices: Prices = None,
) -> None:
    """Open the table on a page: start, watch, join, replay and fork games in a browser."""
    from mmagents.cli.table import table_command

    table_command(games, host, port, browser=browser, prices=prices, no_secret=no_secret)

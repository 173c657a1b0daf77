"""The form that starts a game: its markup, what was chosen in it, and what that will take.

Browsers send what they like, so every choice is checked here: a story must be one of those that the
form offers, a player one of the kinds, or code that was allowed when the program was started.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, get_args

from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.interfaces.own_code import PYTHON, place_of
from mmagents.interfaces.talk import Manner
from mmagents.interfaces.texts.catalogue import language_name
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.settings import PaceKind
from mmagents.nodes.table import table_for
from mmagents.players.open import IMPROV, SCRIPTED, as_strategist
from mmagents.players.person.player import HUMAN
from mmagents.saved.begin import context_from
from mmagents.scenarios.loader import SHIPPED, load_scenario, shipped
from mmagents.showing.html.markup import bdi, button, field, select, text, tick

MODEL = "model"
"""The choice of a seat that is played by the model of its form."""


def player_kinds(lang: str) -> list[tuple[str, str]]:
    """Return the kinds of players that a form offers."""
    return [
        (IMPROV, say(lang, "player-improv")),
        (HUMAN, say(lang, "player-human")),
        (MODEL, say(lang, "player-model")),
    ]


def players_in(given: Mapping[str, str], seats: Iterable[str]) -> tuple[dict[str, str], str]:
    """Return the players chosen by seat, and the model that is named; "" for none.

    Raises:
        MMAgentsError: for a player that no form offers.
    """
    chosen = {seat: given[f"seat-{seat}"] for seat in seats if given.get(f"seat-{seat}")}
    for seat, player in chosen.items():
        if player not in (IMPROV, HUMAN, MODEL) and not place_of(player, "player"):
            raise MMAgentsError(
                f"The page cannot seat {player[:60]!r} as {seat}. It seats rule-based players "
                "(improv), people (human), and the model of the form (model)."
            )
    model = given.get("model", "").strip()
    if (as_strategist(model)[1] or "").startswith((SCRIPTED, PYTHON)):
        raise MMAgentsError(f"{model[:60]!r} is no model. Name one as provider:model.")
    return chosen, model


def stories_in(folder: Path | None) -> dict[str, Path]:
    """Return the story files of the operator's folder, by their path in it."""
    if folder is None:
        return {}
    files = (file for kind in ("yaml", "yml") for file in folder.rglob(f"*.{kind}"))
    inside = [file for file in files if file.resolve().is_relative_to(folder.resolve())]
    return {file.relative_to(folder).as_posix(): file.resolve() for file in sorted(inside)}


def story_in(given: str, folder: Path | None) -> str:
    """Return a story that a page may name, as the loader takes it.

    Raises:
        MMAgentsError: if it is neither shipped nor in the operator's folder.
    """
    files = {} if given in SHIPPED else stories_in(folder)
    if given not in SHIPPED and given not in files:
        raise MMAgentsError(
            f"The page cannot read the story {Path(given).name[:60]!r}. Put the file into a "
            "folder, and start with: mmagents table --stories DIR"
        )
    return str(files.get(given, given))


def choice_of(
    given: Mapping[str, str], prices: Mapping[str, Any], stories: Path | None = None
) -> tuple[str, int, Context]:
    """Return story, seed and context of a filled-in form.

    Args:
        given: its fields, as a browser sent them.
        prices: of models.
        stories: the operator's folder of story files.

    Raises:
        MMAgentsError: if something in it cannot be had, saying what.
    """
    story = story_in(given.get("story", ""), stories)
    turns, seed = _number(given, "turns"), _number(given, "seed")
    whole = given.get("what") != "discussion"
    players, model = players_in(given, load_scenario(story).seats())
    medium: dict[str, Any] = {"kind": given.get("medium", "speech")}
    if given.get("units") == "yes":
        if medium["kind"] == "chat":
            raise MMAgentsError("A chat sends messages whole; take speech to say turns in units.")
        medium = {"kind": "units", "come_in": HUMAN in players.values()}
    context = context_from(
        condition=given.get("condition", "cssn-or-ss"),
        language=given.get("language") or None,
        evening={
            "kind": "whole" if whole else "discussion",
            "lengths": {"discussion": turns} if whole and turns else {},
        },
        **({"turns": turns} if turns and not whole else {}),
        seats={seat: player for seat, player in players.items() if player != MODEL},
        model=model or None,
        base_url=given.get("base_url", "").strip() or None,
        pace=given.get("pace", "paper"),
        medium=medium,
        manner=given.get("manner") or Context().manner,
        limits={"prices": dict(prices)},
    )
    context.check_allowed()
    return story, random.SystemRandom().randrange(100_000) if seed is None else seed, context


def _number(given: Mapping[str, str], name: str) -> int | None:
    written = given.get(name, "").strip()
    try:
        return int(written[:12]) if written else None
    except ValueError:
        raise MMAgentsError(f"{name}: {written[:40]!r} is not a whole number.") from None


def start_form(story: str, lang: str, stories: Path | None = None) -> str:
    """Return the form that starts a game of a story."""
    scenario = load_scenario(story_in(story, stories))
    table = table_for(
        story_in(story, stories), Context(language=lang if lang in scenario.languages else None)
    )
    offered = [
        (one.id, f"{one.title} · {say(lang, 'story-seats', n=one.seats)}") for one in shipped()
    ]
    offered += [(name, name) for name in stories_in(stories)]
    seats = "".join(
        select(f"seat-{one.id}", f"{one.name}, {one.role}", player_kinds(lang), IMPROV)
        for one in table.public.seats()
    )
    tongues = [(one, language_name(one)) for one in scenario.languages]
    conditions = [(one.name, one.text(lang).label) for one in CONDITIONS.values()]
    played = [("whole", say(lang, "whole-evening")), ("discussion", say(lang, "discussion-only"))]
    manners = [(one, say(lang, f"manner-{one}")) for one in get_args(Manner)]
    media = [(one, say(lang, f"medium-{one}")) for one in ("speech", "chat")]
    paces = [(one, say(lang, f"pace-{one}")) for one in get_args(PaceKind)]
    drawn, shown = say(lang, "seed-hint"), say(lang, "turns-hint")
    return (
        f'<form data-form="start"><p class="premise">{bdi(table.public.premise)}</p>'
        f'<div class="fields">{select("story", say(lang, "story"), offered, story, live=True)}'
        f"{select('language', say(lang, 'game-language'), tongues, table.language)}"
        f"{select('condition', say(lang, 'condition'), conditions)}"
        f"{select('manner', say(lang, 'manner'), manners)}"
        f"{select('medium', say(lang, 'medium'), media)}"
        f"{select('what', say(lang, 'what-played'), played)}"
        f"{field('turns', say(lang, 'turns'), inputmode='numeric', maxlength=6, placeholder=shown)}"
        f"{field('seed', say(lang, 'seed'), inputmode='numeric', placeholder=drawn)}"
        f"{tick('units', say(lang, 'units'))}</div>"
        f'<fieldset><legend>{text(lang, "players")}</legend><div class="fields">{seats}'
        f"{field('model', say(lang, 'model'), placeholder=say(lang, 'model-hint'))}"
        f"{field('base_url', say(lang, 'server'), placeholder='http://127.0.0.1:8000/v1')}"
        f"{select('pace', say(lang, 'pace'), paces)}"
        f'</div><p class="dim">{text(lang, "server-no-key")}</p></fieldset><div class="row">'
        f"{button(say(lang, 'start-now'), main=True, name='go', value='start')}"
        f"{button(say(lang, 'cost'), name='go', value='cost')}</div></form>"
    )


def estimate(story: str, context: Context, lang: str) -> str:
    """Return what a game will take; plays a few turns with rule-based players to measure.

    Raises:
        MMAgentsError: if the game cannot be played.
    """
    table = table_for(story, context)
    turns = most_turns(table.scenario, context)
    [forecast] = entry_points(group="mmagents.forecasts", name="game")
    found = forecast.load()(story, context.model_copy(update={"language": table.language}), turns)
    if not found.calls:
        return say(lang, "cost-none", seconds=f"{found.seconds or 0:.0f}")
    money = "" if found.money is None else say(lang, "cost-money", money=f"{found.money:.2f}")
    return say(
        lang, "cost-some", calls=f"{found.calls:,}", tokens=f"{found.tokens:,}", turns=turns,
        money=money,
    )  # fmt: skip

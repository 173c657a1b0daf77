"""The host's first page: start a game, or open a saved one."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Mapping
from typing import Any

from nicegui import ui

from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.begin import context_from
from mmagents.interfaces.texts.catalogue import language_name
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.players.open import IMPROV
from mmagents.players.person.player import HUMAN
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.loader import load_scenario, shipped
from mmagents.web.game.redact import redacted
from mmagents.web.game.wording import condition_label
from mmagents.web.html.forms import button, field, select
from mmagents.web.html.marks import bdi, words
from mmagents.web.pages.estimate import estimate
from mmagents.web.pages.fork import MODEL
from mmagents.web.pages.frame import frame
from mmagents.web.pages.parts import Pane, listening
from mmagents.web.server.hall import Hall


def choice_of(given: Mapping[str, str], prices: Mapping[str, Any]) -> tuple[str, int, Context]:
    """Return story, seed and context of a filled-in form.

    Raises:
        MMAgentsError: if something in it cannot be had, saying what.
    """
    story = given.get("file", "").strip() or given.get("story", "")
    turns, seed = _number(given, "turns"), _number(given, "seed")
    whole = given.get("what") != "discussion"
    seats = {
        key.removeprefix("seat-"): value
        for key, value in given.items()
        if key.startswith("seat-") and value != MODEL
    }
    scenario = load_scenario(story)
    seats = {seat: player for seat, player in seats.items() if seat in scenario.seats()}
    context = context_from(
        condition=given.get("condition", "cssn-or-ss"),
        language=given.get("language") or None,
        evening="whole" if whole else "discussion",
        lengths={"discussion": turns} if whole and turns else {},
        **({"turns": turns} if turns and not whole else {}),
        seats=seats,
        model=given.get("model", "").strip() or None,
        base_url=given.get("base_url", "").strip() or None,
        prices=dict(prices),
    )
    context.check_allowed()
    return story, random.SystemRandom().randrange(100_000) if seed is None else seed, context


def _number(given: Mapping[str, str], name: str) -> int | None:
    text = given.get(name, "").strip()
    if not text:
        return None
    try:
        return int(text[:12])
    except ValueError:
        raise MMAgentsError(f"{name}: {text[:40]!r} is not a whole number.") from None


def start_form(story: str, lang: str) -> str:
    """Return the form that starts a game of a story."""
    scenario = load_scenario(story)
    table = table_for(story, Context(language=lang if lang in scenario.languages else None))
    kinds = [(IMPROV, say(lang, "player-improv")), (HUMAN, say(lang, "player-human"))]
    kinds.append((MODEL, say(lang, "player-model")))
    stories = [
        (one.id, f"{one.title} · {say(lang, 'story-seats', n=one.seats)}") for one in shipped()
    ]
    drawn, shown = say(lang, "seed-hint"), say(lang, "turns-hint")
    seats = "".join(
        select(f"seat-{one.id}", f"{one.name}, {one.role}", kinds, IMPROV)
        for one in table.public.seats()
    )
    tongues = [(one, language_name(one)) for one in scenario.languages]
    conditions = [(one.name, one.text(lang).label) for one in CONDITIONS.values()]
    played = [("whole", say(lang, "whole-evening")), ("discussion", say(lang, "discussion-only"))]
    picker = select("story", say(lang, "story"), stories, story).replace(
        "<select", '<select data-live="story"', 1
    )
    return (
        f'<form data-form="start"><p class="premise">{bdi(table.public.premise)}</p>'
        f'<div class="fields">{picker}'
        f"{select('language', say(lang, 'game-language'), tongues, table.language)}"
        f"{select('condition', say(lang, 'condition'), conditions)}"
        f"{select('what', say(lang, 'what-played'), played)}"
        f"{field('turns', say(lang, 'turns'), inputmode='numeric', maxlength=6, placeholder=shown)}"
        f"{field('seed', say(lang, 'seed'), inputmode='numeric', placeholder=drawn)}"
        f"{field('file', say(lang, 'story-file'), placeholder='my-story/my-story.yaml')}</div>"
        f'<fieldset><legend>{words(say(lang, "players"))}</legend><div class="fields">{seats}'
        f"{field('model', say(lang, 'model'), placeholder=say(lang, 'model-hint'))}"
        f"{field('base_url', say(lang, 'server'), placeholder='http://127.0.0.1:8000/v1')}"
        f'</div></fieldset><div class="row">'
        f"{button(say(lang, 'start-now'), main=True, name='go', value='start')}"
        f"{button(say(lang, 'cost'), name='go', value='cost')}</div></form>"
    )


class HallPage:
    """The page of one host's browser."""

    def __init__(self, hall: Hall, lang: str, prices: Mapping[str, Any]) -> None:
        self._hall, self._lang, self._prices = hall, lang, prices
        self._story = shipped()[0].id
        with frame(say(lang, "games"), lang) as root:
            with ui.element("section").classes("card"):
                Pane("h2").show(words(say(lang, "start")))
                self._form = Pane()
                self._told = Pane("div", props="aria-live=polite")
            with ui.element("section").classes("card"):
                Pane("h2").show(words(say(lang, "saved-games")))
                self._games = Pane()
        listening(root, self._act, self._submit)
        self._form.show(start_form(self._story, lang))
        self._games.show(self._list())

    def _list(self) -> str:
        lang, lines = self._lang, []
        for name in self._hall.names()[:60]:
            try:
                about = self._hall.about(name)
            except MMAgentsError:
                continue
            fork = about.get("forked_from")
            more = (
                say(lang, "forked-from", game=fork.get("game", "?"), n=fork["turn"]) if fork else ""
            )
            played = say(lang, "played", n=about["played"])
            condition = condition_label(about["context"]["condition"], lang)
            lines.append(
                f'<li><a href="/g/{words(name)}">{bdi(name, 90)}</a> <span class="dim">'
                f"{words(played)} · {words(condition)} {words(more)}"
                "</span></li>"
            )
        return (
            f'<ul class="games">{"".join(lines)}</ul>'
            if lines
            else f'<p class="dim">{words(say(lang, "no-games"))}</p>'
        )

    async def _act(self, name: str, value: str) -> None:
        if name == "story" and value in [one.id for one in shipped()]:
            self._story = value
            self._form.show(start_form(value, self._lang))

    async def _submit(self, name: str, given: Mapping[str, str]) -> None:
        if name != "start":
            return
        try:
            story, seed, context = await asyncio.to_thread(choice_of, given, self._prices)
            if given.get("go") == "cost":
                self._told.show(f"<p>{words(say(self._lang, 'cost-wait'))}</p>")
                told = await asyncio.to_thread(estimate, story, context, self._lang)
                self._told.show(f"<p><b>{words(told)}</b></p>")
                return
            game = await self._hall.begin(story, seed, context)
        except MMAgentsError as error:
            said = redacted(str(error), os.environ)
            self._told.show(f'<p class="error" role="alert">{bdi(said, 600)}</p>')
            return
        ui.navigate.to(f"/g/{game}")

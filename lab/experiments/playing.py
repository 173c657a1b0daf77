"""What a worker does: play conversations of an experiment, each a saved game of its own."""

from __future__ import annotations

import asyncio
import shutil
import time
import traceback
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from mmagents.errors import MMAgentsError
from mmagents.interfaces.own_code import load_again
from mmagents.models.client.trust import allow_server
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import most_turns
from mmagents.nodes.model_health import in_words, what_to_try
from mmagents.nodes.spending import NOTHING, Spent, forms_asked
from mmagents.nodes.waiting import LEXICAL, waits_for_players
from mmagents.saved import games
from mmagents.saved.delete import forget
from mmagents.saved.kept import origin_of
from mmagents.saved.saved_game import SavedGame, SavedGameError, read_record
from mmagents.scenarios.loader import load_scenario
from mmagents.stores.disk import DiskError
from mmagents.stores.servers.addresses import SERVERS, Servers, servers_given

T = TypeVar("T")
OVER = "over"
"""Key of a saved game's meta: how the conversation ended, "turns" or the limit it reached."""
AT_ONCE = 10
"""Conversations that one worker plays side by side where models are waited for."""
BRIEF = 500
"""Turns of a conversation of rules that is played in one go; a longer one is kept step by step."""
PATIENCE = 5.0
"""Seconds to wait for a conversation that a process killed a moment ago still holds."""


@dataclass(frozen=True, slots=True)
class Job:
    """One conversation to play, below `folder`; plain values, so that a process can be sent it.

    `story` is the story's file here, `named` what its saved game calls it, if not so. `servers`
    keep what the folder does not, under the name `thread`; these are with credentials, and so are
    not shown.
    """

    id: str
    folder: str
    story: str
    seed: int
    context: Mapping[str, Any]
    servers: Servers = field(default=Servers(), repr=False)
    thread: str = ""
    named: str = ""

    @property
    def path(self) -> Path:
        """The folder of the saved game."""
        return Path(self.folder) / self.id


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a conversation ended: with "turns", at the limit that `over` names, or with an error.

    `spent` and `forms` (see :func:`mmagents.nodes.spending.forms_asked`) include earlier sittings;
    `seconds` is this one; `trace` is for somebody who mends it.
    """

    id: str
    over: str
    spent: Spent
    seconds: float
    error: str = ""
    trace: str = ""
    forms: Sequence[Mapping[str, Any]] = ()


def outcome_on_disk(path: Path, id: str) -> Outcome | None:
    """Return how a conversation ended, or None if it has not been played to its end."""
    if not (path / "game.json").is_file():
        return None
    meta, _ = read_record(path)
    over = meta.get(OVER)
    if not over:
        return None
    return Outcome(id, over["how"], over["spent"], 0.0, forms=over.get("forms", ()))


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine; where a loop runs already, run it in another thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def play_jobs(
    jobs: Sequence[Job], at_once: int = AT_ONCE, tell: Callable[[Outcome], None] | None = None
) -> list[Outcome]:
    """Play conversations side by side; whatever happens to one is its outcome.

    Args:
        jobs: the conversations.
        at_once: how many go on at the same time; when one ends, the next begins.
        tell: is told of each as it ends.
    """
    load_again()

    async def all_of_them() -> list[Outcome]:
        room = asyncio.Semaphore(at_once)

        async def one(job: Job) -> Outcome:
            async with room:
                outcome = await _play(job)
            if tell:
                tell(outcome)
            return outcome

        return list(await asyncio.gather(*map(one, jobs)))

    return finished(all_of_them())


async def _play(job: Job) -> Outcome:
    started = time.perf_counter()
    try:
        ending = await _to_the_end(job)
    except Exception as error:  # a conversation that fails is reported, and stops no other
        said = " ".join(str(error).split()) or type(error).__name__
        told = said if isinstance(error, MMAgentsError) else f"{type(error).__name__}: {said}"
        if isinstance(error, DiskError):  # what to do is not what it is for a single game
            told = f"It could not be written or read: {error.reason} ({error.__cause__})."
        took = time.perf_counter() - started
        return Outcome(job.id, "", NOTHING, took, told, traceback.format_exc())
    took, forms = time.perf_counter() - started, ending.get("forms", ())
    return Outcome(job.id, ending["how"], ending["spent"], took, forms=forms)


async def _to_the_end(job: Job) -> Mapping[str, Any]:
    """Return how a conversation ended, as its folder keeps it."""
    game = await _opened(job)
    with game:
        if _plays_the_same_again(job, game):
            game.hold()
        try:
            over = "turns"
            async for event in games.go_on(game):
                if event.asks is not None:
                    raise MMAgentsError(f"A person sits in {', '.join(event.asks)}; leave it out.")
                over = event.stopped or over
            useless = in_words(over, "en")
            if useless:
                raise MMAgentsError(f"Stopped: {useless} {what_to_try(over, 'en')}")
            values = await games.values_of(game)
            await asyncio.to_thread(forget, game, values["game"])
            game.pack()
            ending = {"how": over, "spent": values["spent"]}
            rows = values["history"] if values["spent"]["calls"] else ()
            if forms := forms_asked(call for row in rows for call in row["ledger"]["calls"]):
                ending["forms"] = forms
            game.update_meta({OVER: ending})
            return ending
        finally:
            games.put_away(game)


def _plays_the_same_again(job: Job, game: SavedGame) -> bool:
    """Tell whether a conversation may be replayed from its start: it is short and deterministic."""
    context, begun = Context(**job.context), game.checkpoints.exists()
    rules = not waits_for_players(context) and context.memory.embeddings == LEXICAL
    rules = rules and game.servers == Servers()
    return rules and not begun and most_turns(load_scenario(job.story), context) <= BRIEF


def _held(servers: Servers) -> Servers:
    """Hold what lets this process in, and return the servers without it."""
    found = servers_given(servers.checkpoints, servers.memory)
    for one in (found.checkpoints, found.memory):
        if one:
            allow_server(one)
    return found


async def _ended_unusable(game: SavedGame) -> bool:
    """Tell whether a conversation came to its end with models that gave nothing usable."""
    if not game.checkpoints.exists() or game.servers.checkpoints:
        return False
    values = await games.values_of(game)
    context = Context(**game.meta["context"])
    ended = bool(values.get("ended")) and not games.may_go_on(values, context)
    return ended and bool(in_words(values.get("stopped", ""), "en")) and not context.limits.tolerate


async def _opened(job: Job) -> SavedGame:
    """Open the conversation's folder, or begin it."""
    _held(job.servers)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if (job.path / "game.json").is_file():
                game = SavedGame.open(job.path)
                if not game.own:  # the grid says how it is played, and no sender of its folder
                    served = {SERVERS: {}, **_held(job.servers).as_meta(job.thread)}
                    game.adopt({"context": dict(job.context), **served})
                if not await _ended_unusable(game):
                    return game
                game.close()
                shutil.rmtree(job.path)
            meta = {
                "scenario": job.named or job.story,
                "seed": job.seed,
                "context": dict(job.context),
            }
            meta |= origin_of(job.context["condition"]) | _held(job.servers).as_meta(job.thread)
            return SavedGame.create(job.path, meta, job.story, shared=True)
        except SavedGameError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.2)

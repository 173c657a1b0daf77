"""A slot holds one model for as many tasks as it is given; answers are bound to their form once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, finalize, ref

from mmagents.models.answers.forms import RESPONSE_FORMATS
from mmagents.models.client.cache import open_cache
from mmagents.models.client.ladder import NONE, WAYS, Standing, Way, in_body
from mmagents.models.client.providers import Opened, parse_spec
from mmagents.models.client.providers import open_model as _open_model
from mmagents.models.client.transport import Patience

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import Runnable


class Slot:
    """A model, its patience and its bound forms. Holds nothing of a game.

    A client keeps connections that belong to one event loop, so each loop has a client of its own,
    closed with the loop, or soon after the slot is dropped while the loop goes on.
    """

    def __init__(
        self,
        name: str,
        opener: Callable[[], Opened],
        patience: Patience | None = None,
        forms: Mapping[str, Mapping[str, Any]] = RESPONSE_FORMATS,
    ) -> None:
        """Take a model by what opens it.

        Args:
            name: how the records call it.
            opener: opens a client.
            patience: how long to wait and how often to try.
            forms: by task, the response format that answers are bound to.
        """
        self.name = name
        self.patience = patience or Patience()
        self._opener = opener
        self._forms = forms
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, _Client] = WeakKeyDictionary()
        self._standings: dict[str, Standing] = {}
        self._told: dict[str, Way] = {}

    @classmethod
    def of(
        cls,
        spec: str,
        *,
        base_url: str | None = None,
        patience: Patience | None = None,
        cache: str | None = None,
        forms: Mapping[str, Mapping[str, Any]] = RESPONSE_FORMATS,
        options: Mapping[str, Any] | None = None,
    ) -> Slot:
        """Return a slot for `provider:model`, opened at first use.

        With `cache`, answers are kept in that file of SQLite and looked up there first; `forms`
        are those that answers are bound to, by task.

        Raises:
            MMAgentsError: if `spec` names no model.
        """
        named, patient = parse_spec(spec, base_url), patience or Patience()

        def opener() -> Opened:
            kept = open_cache(cache) if cache else None
            return _open_model(named, timeout=patient.timeout, options=options, cache=kept)

        patient = replace(patient, server=named.base_url or named.provider)
        return cls(str(named), opener, patient, forms)

    async def runnable(self, task: str, way: Way | None = None) -> Runnable[Any, Any]:
        """Return the model bound to the form that `task` answers in.

        Args:
            task: what is asked.
            way: how the form is asked for; left out, as it works with the server so far.
        """
        client = await self._client()
        way = way or await self.way(task)
        if (task, way) not in client.bound:
            form = self._forms.get(task)
            client.bound[task, way] = _bound(client.opened.model, way, form)
        return client.bound[task, way]

    async def way(self, task: str) -> Way:
        """Return how the form of a task's answers is asked for now."""
        return (await self._standing(task)).way

    async def ways(self, task: str) -> tuple[Way, ...]:
        """Return the ways that are to be tried for a task; none if that has been done."""
        standing = await self._standing(task)
        return () if standing.tried or task not in self._forms else standing.ways

    def schema(self, task: str) -> Mapping[str, Any]:
        """Return the JSON schema of the answers to a task that has one."""
        schema: Mapping[str, Any] = self._forms[task]["json_schema"]["schema"]
        return schema

    def has_form(self, task: str) -> bool:
        """Tell whether the answers to a task have a form at all; spoken words have none."""
        return task in self._forms

    def found(self, task: str, way: Way) -> None:
        """Use `way` with a task from now on: it was tried, and works."""
        self._standings[task] = self._standings[task].found(way)

    def tried(self) -> dict[str, Way]:
        """Return by task the way that was found by trying."""
        return {task: one.way for task, one in self._standings.items() if one.tried}

    def told(self, ways: Mapping[str, Way]) -> None:
        """Use what another process found by trying, with tasks that were not asked yet."""
        self._told.update(ways)

    def failed(self, task: str, way: Way, *, refused: bool = False) -> None:
        """Note that a request with the form failed, and one without did not."""
        self._standings[task] = self._standings[task].failed(way, refused=refused)

    def held(self, task: str, way: Way) -> None:
        """Note that an answer in its form could be read."""
        self._standings[task] = self._standings[task].held(way)

    async def _standing(self, task: str) -> Standing:
        if task not in self._standings:
            ways = _ways((await self._client()).opened.model) if task in self._forms else (NONE,)
            told = self._told.get(task)
            standing = Standing(ways)
            self._standings[task] = standing.found(told) if told in ways else standing
        return self._standings[task]

    async def _client(self) -> _Client:
        """Return the client of this event loop, opened at first use."""
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            client = self._clients[loop] = _Client(self._opener())
            dropped = finalize(client, _close_soon, ref(loop), client.opened)
            client.lifetime = self._closing(loop, client.opened, dropped)
            await anext(client.lifetime)
        return client

    async def close(self) -> None:
        """Close the connections of this event loop now; the next request opens new ones."""
        client = self._clients.get(asyncio.get_running_loop())
        if client is not None and client.lifetime is not None:
            await client.lifetime.aclose()

    async def _closing(
        self, loop: asyncio.AbstractEventLoop, opened: Opened, dropped: finalize[Any, Any]
    ) -> AsyncGenerator[None, None]:
        """Close the client when the loop ends, which is when it closes its generators."""
        try:
            yield
        finally:
            dropped.detach()
            self._clients.pop(loop, None)
            await _closed(opened)


def _close_soon(loop: ref[asyncio.AbstractEventLoop], opened: Opened) -> None:
    """Have the connections of a dropped slot closed by their loop, if it still goes on."""
    going_on = loop()
    if opened.close is not None and going_on is not None and not going_on.is_closed():
        asyncio.run_coroutine_threadsafe(_closed(opened), going_on)


async def _closed(opened: Opened) -> None:
    if opened.close is not None:
        await opened.close()


class _Client:
    """What a slot keeps for one event loop."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.bound: dict[tuple[str, Way], Runnable[Any, Any]] = {}
        self.lifetime: AsyncGenerator[None, None] | None = None


def _ways(model: BaseChatModel) -> tuple[Way, ...]:
    """Return the ways to ask for a form that a client can send."""
    clients = {kind.__name__ for kind in type(model).__mro__}
    if "BaseChatOpenAI" in clients:
        return WAYS
    return ("json_schema", "json_object", NONE) if "ChatOllama" in clients else (NONE,)


def _bound(model: BaseChatModel, way: Way, form: Mapping[str, Any] | None) -> Runnable[Any, Any]:
    """Return `model` bound to the form of an answer, in the way its client takes one."""
    if form is None or way == NONE:
        return model
    if _ways(model) == WAYS:
        # As an extra of the body it goes out as it is. As `response_format` the SDK would walk
        # through the schema at every call, for about a quarter of a call's CPU time.
        extra = {**(getattr(model, "extra_body", None) or {}), **in_body(way, form)}
        return model.bind(extra_body=extra)
    return model.bind(format=form["json_schema"]["schema"] if way == "json_schema" else "json")

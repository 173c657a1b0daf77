"""Answers kept in SQLite, so that the same game played again makes no call."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.models.client.providers import ModelError

if TYPE_CHECKING:
    from langchain_community.cache import SQLiteCache

_hits: ContextVar[list[str] | None] = ContextVar("mmagents_cache_hits", default=None)


@contextmanager
def counting_hits() -> Iterator[list[str]]:
    """Collect one entry for each answer that a cache gives within."""
    hits: list[str] = []
    token = _hits.set(hits)
    try:
        yield hits
    finally:
        _hits.reset(token)


def open_cache(path: str | Path) -> SQLiteCache:
    """Open LangChain's SQLite cache in a file, which is made if it is not there.

    What it holds is keyed by the whole request: model, server, options, form and every message. A
    cache that fails in the middle of a game costs a call, not the answer.

    Raises:
        ModelError: if the file cannot be made, or is not a database.
    """
    from langchain_core.load.load import loads
    from langchain_core.messages import AIMessage
    from langchain_core.outputs import ChatGeneration
    from sqlalchemy import create_engine, select
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.orm import Session
    from sqlalchemy.pool import NullPool

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the package announces its retirement
        from langchain_community.cache import SQLAlchemyCache, SQLiteCache
    warnings.filterwarnings("ignore", message="The function `loads` is in beta")

    class Cache(SQLiteCache):
        def __init__(self, file: str) -> None:
            """Keep no connection open between two questions, so that nobody has to close one."""
            SQLAlchemyCache.__init__(self, create_engine(f"sqlite:///{file}", poolclass=NullPool))

        def lookup(self, prompt: str, llm_string: str) -> list[Any] | None:
            """Return the answer kept, read as answers of chat models and nothing else."""
            kept = self.cache_schema
            asked: Any = select(kept.response).where(kept.prompt == prompt, kept.llm == llm_string)
            try:
                with Session(self.engine) as session:
                    rows = session.execute(asked.order_by(kept.idx)).scalars().all()
                return [loads(row, allowed_objects=[ChatGeneration, AIMessage]) for row in rows]
            except (SQLAlchemyError, ValueError):
                return None

        async def alookup(self, prompt: str, llm_string: str) -> list[Any] | None:
            found = list(await super().alookup(prompt, llm_string) or ())
            hits = _hits.get()
            if found and hits is not None:
                hits.append(llm_string)
            return found or None

        async def aupdate(self, prompt: str, llm_string: str, return_val: Any) -> None:
            with suppress(SQLAlchemyError):
                await super().aupdate(prompt, llm_string, return_val)

    try:
        return Cache(str(path))
    except SQLAlchemyError as error:
        raise ModelError(
            f"The cache {path} cannot be used: {getattr(error, 'orig', None) or error}. Name a "
            "file in a folder that is there, either new or written by --cache before."
        ) from None

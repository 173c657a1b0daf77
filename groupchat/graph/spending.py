"""What the models of a chat cost, counted while they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any, cast

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from mmagents.groupchat.graph.state import NOTHING_SPENT, Spent
from mmagents.interfaces.accounts import Call
from mmagents.nodes import spending
from mmagents.nodes.spending import Price


class Counter(BaseCallbackHandler):
    """Counts the calls of chat models within one turn, those of tools and graphs included."""

    def __init__(self, prices: Mapping[str, Price]) -> None:
        self._prices = prices
        self._busy = Lock()
        self.spent: Spent = NOTHING_SPENT.copy()

    def on_llm_end(self, response: LLMResult, **kwargs: Any) -> None:
        """Count a call that has ended."""
        generations = [one for some in response.generations for one in some]
        first = next((one for one in generations if isinstance(one, ChatGeneration)), None)
        self.count(first.message if first and isinstance(first.message, AIMessage) else None)

    def on_llm_error(self, error: BaseException, **kwargs: Any) -> None:
        """Count a call that failed."""
        self.count(None)

    def count(self, message: AIMessage | None) -> None:
        """Count a call, with what its answer says of tokens and of its model."""
        usage: Mapping[str, Any] = (message and message.usage_metadata) or {}
        read, wrote = usage.get("input_tokens", 0), usage.get("output_tokens", 0)
        about = message.response_metadata if message else {}
        cached = (usage.get("input_token_details") or {}).get("cache_read", 0)
        call = Call(
            "speak",
            "",
            str(about.get("model_name", "")),
            requests=1,
            tokens_in=read,
            tokens_out=wrote,
            tokens_cached=cached,
        )
        with self._busy:
            self.spent = plus(self.spent, cost_of([call], self._prices))


def cost_of(calls: Iterable[Call], prices: Mapping[str, Price]) -> Spent:
    """Return what calls have cost."""
    found = NOTHING_SPENT
    for one in calls:
        tokens = one.tokens_in + one.tokens_out
        cost = spending.money(one.as_json(), prices)
        found = plus(found, {"calls": one.requests, "tokens": tokens, "money": cost})
    return found


def plus(one: Spent, other: Spent) -> Spent:
    """Return what both come to."""
    return {
        "calls": one["calls"] + other["calls"],
        "tokens": one["tokens"] + other["tokens"],
        "money": round(one["money"] + other["money"], 9),
    }


def limit_reached(spent: Spent, limits: Mapping[str, float | None]) -> str:
    """Return in words which limit has been reached, or nothing.

    Args:
        spent: what has been spent.
        limits: by the fields of :class:`Spent`; None where there is no limit.
    """
    return spending.limit_reached(cast("spending.Spent", spent), limits)

"""A client of the OpenAI protocol that sends messages as they are."""

from __future__ import annotations

from typing import Any

from langchain_openai import ChatOpenAI


class PlainChatOpenAI(ChatOpenAI):
    """LangChain's client, without a look at every part of every message.

    The SDK walks through the messages and all types that they might be of, for about a fifth of a
    call's CPU time, and changes nothing in plain texts. An extra of the body goes out as it is.
    """

    def _get_request_payload(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        payload = super()._get_request_payload(*args, **kwargs)
        messages = payload.get("messages")
        if messages and all(isinstance(one.get("content"), str) for one in messages):
            extra = {**(payload.get("extra_body") or {}), "messages": messages}
            return {**payload, "messages": [], "extra_body": extra}
        return payload

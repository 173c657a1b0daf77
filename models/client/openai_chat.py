"""A client of the OpenAI protocol that sends messages as they are, and reads answers as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langchain_openai import ChatOpenAI

if TYPE_CHECKING:
    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import ChatResult

APART = frozenset({"extra_headers", "extra_query", "timeout"})
"""What the SDK takes beside the body of a request."""


class PlainChatOpenAI(ChatOpenAI):
    """LangChain's client, without a look at every part of every message and answer.

    The SDK walks through the request and the answer and all types that their parts might be of, and
    LangChain hands each answer to another thread, for about a third of a call's CPU time. Nothing
    of that changes plain texts. Requests of other kinds go the usual way.
    """

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        payload = self._get_request_payload(messages, stop=stop, **kwargs)
        if payload.get("stream") or APART & set(payload) or self._use_responses_api(payload):
            return await super()._agenerate(messages, stop, run_manager, **kwargs)
        extra = payload.pop("extra_body", None) or {}
        body = {**payload, **extra}
        client = self.root_async_client
        answer: Any = await client.post("/chat/completions", cast_to=object, body=body)
        result = self._create_chat_result(answer)
        for one, choice in zip(result.generations, answer["choices"], strict=True):
            if refusal := choice["message"].get("refusal"):  # LangChain reads it of typed answers
                one.message.additional_kwargs["refusal"] = refusal
        return result

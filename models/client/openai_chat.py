"""Chat completions over plain HTTP, in place of the SDK's inside LangChain's client.

The SDK checks every part of a request and an answer against all types it may have, for half of a
call's CPU time. The words that are sent and read are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from openai import APIStatusError

if TYPE_CHECKING:
    from langchain_openai import ChatOpenAI

BESIDE_BODY = frozenset({"extra_headers", "extra_query", "timeout"})
"""Arguments that the SDK does not put into the body of a request."""


class PlainCompletions:
    """What a :class:`~langchain_openai.ChatOpenAI` has as its `async_client`."""

    def __init__(self, model: ChatOpenAI) -> None:
        """Send requests where `model` does, with its headers and its HTTP client."""
        sdk = model.root_async_client
        self.create = sdk.chat.completions.create
        self.with_raw_response = _RawCompletions(sdk, model.http_async_client)


class _RawCompletions:
    def __init__(self, sdk: Any, http: Any) -> None:
        self._sdk, self._http = sdk, http
        self._url = f"{sdk.base_url}chat/completions"
        told = sdk.default_headers | sdk.auth_headers
        self._headers = {name: value for name, value in told.items() if isinstance(value, str)}

    async def create(self, **request: Any) -> Any:
        """Return the answer to a request; the SDK sends one that streams or sets more than a body.

        Raises:
            APIStatusError: if the server answers with anything but success.
        """
        if request.get("stream") or BESIDE_BODY & set(request):
            return await self._sdk.chat.completions.with_raw_response.create(**request)
        body = request | (request.pop("extra_body", None) or {})
        response = await self._http.post(self._url, headers=self._headers, json=body)
        if not response.is_success:
            said = f"Error code: {response.status_code} - {response.text}"
            raise APIStatusError(said, response=response, body=response.text)
        return _Answer(response.json())


class _Answer(NamedTuple):
    body: Any

    def parse(self) -> Any:
        """Return the answer as the dictionary that LangChain reads.

        LangChain leaves out what a dictionary says of a refusal, so its finish reason says it.
        """
        for choice in self.body["choices"] or () if "choices" in self.body else ():
            if choice["message"].get("refusal"):
                choice["finish_reason"] = "refusal"
        return self.body

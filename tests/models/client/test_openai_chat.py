"""What our client of the OpenAI protocol sends and reads: the same as LangChain's own."""

from typing import Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

from mmagents.models.client.providers import ModelSpec, open_model
from mmagents.models.client.trust import TRUSTED
from tests.servers.openai_server import Answer, Request, serving

PLAIN = [SystemMessage("You keep the minutes."), HumanMessage('She said: "\\u4eca晩"')]
PARTS: list[Any] = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
LIMITS = {"temperature": 0.5, "max_tokens": 9}


@pytest.mark.parametrize("messages", [PLAIN, [HumanMessage(PARTS)]])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"extra_body": {"response_format": {"type": "json_object"}}},
        {"extra_headers": {"X-Of-The-Call": "1"}},
        {"stream": True},
    ],
)
async def test_it_sends_and_reads_what_langchain_does(messages, asked, monkeypatch) -> None:
    def mind(request: Request, number: int) -> Answer:
        return Answer("yes")

    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("OPENAI_ORG_ID", "o")
    with serving(mind) as server:
        monkeypatch.setenv(TRUSTED, server.url)
        opened = open_model(ModelSpec("openai", "m", server.url), options=LIMITS)
        theirs = ChatOpenAI(model="m", base_url=server.url, api_key="k", **LIMITS)
        told = [await one.ainvoke(messages, **asked) for one in (theirs, opened.model)]
        assert opened.close
        await opened.close()
        sent = server.requests
    assert dict(sent[1]) == dict(sent[0])
    names = ("authorization", "openai-organization", "content-type", "accept", "x-of-the-call")
    by_theirs, by_ours = ({name: one.headers.get(name) for name in names} for one in sent)
    assert by_ours == by_theirs
    assert by_ours["authorization"] == "Bearer k"
    read = [(one.text, one.usage_metadata, one.response_metadata["finish_reason"]) for one in told]
    assert read[1] == read[0]
    assert read[1][0] == "yes"

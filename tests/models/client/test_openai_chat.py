"""What our client of the OpenAI protocol sends and reads: the same as LangChain's own."""

from typing import Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

from mmagents.models.client.openai_chat import PlainChatOpenAI
from tests.servers.openai_server import Answer, Request, serving

PLAIN = [SystemMessage("You keep the minutes."), HumanMessage('She said: "\\u4eca晩"')]
PARTS: list[Any] = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]


@pytest.mark.parametrize("messages", [PLAIN, [HumanMessage(PARTS)]])
@pytest.mark.parametrize("extra", [None, {"response_format": {"type": "json_object"}}])
async def test_it_sends_and_reads_what_langchain_does(messages, extra) -> None:
    def mind(request: Request, number: int) -> Answer:
        return Answer("yes")

    told = []
    with serving(mind) as server:
        for kind in (ChatOpenAI, PlainChatOpenAI):
            model = kind(model="m", base_url=server.url, api_key="k", extra_body=extra)
            told.append(await model.ainvoke(messages))
        theirs, ours = (dict(one) for one in server.requests)
    assert ours == theirs
    by_theirs, by_ours = (
        (one.text, one.usage_metadata, one.response_metadata["finish_reason"]) for one in told
    )
    assert by_ours == by_theirs
    assert by_ours[0] == "yes"
    assert ours["messages"]

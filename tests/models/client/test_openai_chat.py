"""What our client of the OpenAI protocol sends: the same body as LangChain's own."""

from typing import Any

import pytest
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from langchain_openai import ChatOpenAI

from mmagents.models.client.openai_chat import PlainChatOpenAI
from tests.servers.openai_server import Answer, Request, serving

PLAIN = [SystemMessage("You keep the minutes."), HumanMessage('She said: "\\u4eca晩"')]
PARTS: list[Any] = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]


@pytest.mark.parametrize("messages", [PLAIN, [HumanMessage(PARTS)]])
@pytest.mark.parametrize("extra", [None, {"response_format": {"type": "json_object"}}])
async def test_the_body_of_a_request_is_the_one_that_langchain_sends(
    messages: list[BaseMessage], extra: dict[str, Any] | None
) -> None:
    def mind(request: Request, number: int) -> Answer:
        return Answer("yes")

    with serving(mind) as server:
        for kind in (ChatOpenAI, PlainChatOpenAI):
            model = kind(model="m", base_url=server.url, api_key="k", extra_body=extra)
            assert (await model.ainvoke(messages)).text == "yes"
        theirs, ours = (dict(one) for one in server.requests)
    assert ours == theirs
    assert ours["messages"]

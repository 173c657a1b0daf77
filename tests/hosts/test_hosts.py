"""The pages on other frameworks, run against the real packages: `make hosts` installs them.

Without them these tests are skipped, and say so.
"""

from __future__ import annotations

import re
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "howto" / "agents" / "hosts"
MOST = 10
"""Lines of a user's own code that a host may take, imports not counted."""
PACKAGES = {
    "autogen": ("autogen_agentchat", "autogen-agentchat"),
    "agent-framework": ("agent_framework", "agent-framework-core"),
    "adk": ("google.adk", "google-adk"),
}
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.S | re.M)


def needs(module: str) -> None:
    try:
        there = find_spec(module) is not None
    except ModuleNotFoundError:
        there = False
    if not there:
        pytest.skip(f"{module} is not installed here: `make hosts` runs this")


def blocks(page: str) -> tuple[list[str], str]:
    """Return the code of a page, and what it says that this prints."""
    found = _BLOCK.findall((PAGES / f"{page}.md").read_text("utf-8"))
    [said] = [code for _, title, code in found if title.startswith("Output")]
    return [code for language, _, code in found if language == "python"], said


@pytest.mark.parametrize("page", PACKAGES)
def test_the_page_of_a_host_does_what_it_says(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module, package = PACKAGES[page]
    needs(module)
    code, said = blocks(page)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in code:
        exec(block, names)  # what the page says, as it says it
    assert capsys.readouterr().out == said
    written = (PAGES / f"{page}.md").read_text("utf-8")
    assert f"{package} {version(package)}" in written, "the page names another version"


@pytest.mark.parametrize("page", PACKAGES)
def test_the_floor_takes_few_lines_of_ones_own(page: str) -> None:
    floor = next(code for code in blocks(page)[0] if "TurnTaking(" in code)
    own = [
        line for line in floor.splitlines() if line and not line.startswith(("from ", "import "))
    ]
    assert len(own) <= MOST


@pytest.mark.parametrize("page", PACKAGES)
def test_the_same_messages_give_the_same_speakers_in_every_host(page: str) -> None:
    spoken = blocks("loop")[1].splitlines()
    of_members = re.compile("(?:ada|ben|chie): ")
    assert [one for one in blocks(page)[1].splitlines() if of_members.match(one)] == spoken[1:]


def test_a_langgraph_chat_gives_the_same_speakers_as_a_loop() -> None:
    from langchain_core.messages import HumanMessage

    from mmagents.groupchat import create_group_chat

    first, *spoken = (line.partition(": ")[::2] for line in blocks("loop")[1].splitlines())

    def agent(name: str, line: str) -> Any:
        def says(state: dict[str, Any]) -> str:
            return line

        says.__name__ = name
        return says

    chat = create_group_chat([agent(*one) for one in spoken]).compile()
    end = chat.invoke({"messages": [HumanMessage(first[1])]})
    assert [(one.name, one.text) for one in end["messages"][1:]] == spoken
    assert end["floor"]["ended"].startswith("1a: chie put a yes-no-question to user")


def test_an_agent_of_langchain_with_a_tool_speaks_and_its_tool_stays_its_own() -> None:
    needs("langchain.agents")
    from langchain.agents import create_agent
    from langchain_core.language_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage, HumanMessage

    from mmagents.groupchat import create_group_chat

    def calendar(day: str) -> str:
        """Look a day up."""
        return f"{day}: free"

    class Model(GenericFakeChatModel):
        def bind_tools(self, *args: Any, **named: Any) -> Any:
            return self

    call = {"name": "calendar", "args": {"day": "Friday"}, "id": "1"}
    answers = [AIMessage("", tool_calls=[call]), AIMessage("Friday is free. ben, shall we?")]
    ada = create_agent(
        Model(messages=iter(answers)), [calendar], system_prompt="You plan.", name="ada"
    )

    def ben(state: dict[str, Any]) -> str:
        return f"Yes. I heard {len(state['messages'])} messages."

    chat = create_group_chat([ada, ben], max_turns=2).compile()
    end = chat.invoke({"messages": [HumanMessage("ada, is Friday free?")]})
    assert [(one.name, one.text) for one in end["messages"][1:]] == [
        ("ada", "Friday is free. ben, shall we?"),
        ("ben", "Yes. I heard 2 messages."),
    ]

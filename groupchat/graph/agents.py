"""The agents of a chat: whatever takes messages and gives some back, under a name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, get_type_hints

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import Runnable, RunnableLambda

from mmagents.errors import MMAgentsError
from mmagents.groupchat.members import Member

_UNNAMED = frozenset({"", "LangGraph", "RunnableLambda", "RunnableSequence", "<lambda>"})
"""Names that LangGraph and LangChain give to what nobody has named."""
_APART = frozenset("|:")
"""What LangGraph keeps for itself in the name of a node."""


@dataclass(frozen=True, slots=True)
class Agent:
    """Somebody in a chat who is no person.

    Attributes:
        name: as it stands in the messages.
        runs: a chat model, which is asked with `prompt`; or a compiled graph or any runnable that
            takes `{"messages": [...]}` and returns messages, one message or a text.
        prompt: who it is, as a chat model is told in its system message.
        role: what it does, in a few words: "the critic". It may be called by it too.
        aliases: other words that it is called by.
    """

    name: str
    runs: Any
    prompt: str = ""
    role: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def is_model(self) -> bool:
        """Whether it is a chat model that is asked here, and not a graph that asks one itself."""
        return bool(self.prompt) or isinstance(self.runs, BaseChatModel)

    @property
    def member(self) -> Member:
        """The agent as turn-taking knows it."""
        return Member(self.name, self.aliases, self.role)

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is a graph on a server."""
        return any(kind.__name__ == "RemoteGraph" for kind in type(self.runs).__mro__)

    @property
    def sees_floor(self) -> bool:
        """Whether it is a graph whose input has a channel `floor`, and so is given the floor."""
        builder = getattr(self.runs, "builder", None)
        schema = getattr(builder, "input_schema", None)
        return isinstance(schema, type) and "floor" in get_type_hints(schema)


def agents_of(given: Iterable[Any]) -> tuple[Agent, ...]:
    """Return what is given as agents.

    Raises:
        MMAgentsError: if one cannot be called, or has no name of its own.
    """
    return tuple(_agent(one) for one in given)


def _agent(given: Any) -> Agent:
    one = given if isinstance(given, Agent) else Agent(_name(given), given)
    runs = one.runs
    if callable(runs) and not isinstance(runs, Runnable):
        runs = RunnableLambda(runs, name=one.name)
    if not (hasattr(runs, "invoke") and hasattr(runs, "ainvoke")):
        raise MMAgentsError(
            f"The agent {one.name!r} is {given!r}, which cannot be called. Give a compiled graph, "
            "a runnable, a function of {'messages': [...]}, or Agent(name, chat model, prompt)."
        )
    return Agent(one.name, runs, one.prompt, one.role, one.aliases)


def _name(given: Any) -> str:
    """Return the name that something has of itself."""
    name = getattr(given, "name", None) or getattr(given, "__name__", None)
    if isinstance(given, BaseChatModel) or not isinstance(name, str) or name in _UNNAMED:
        raise MMAgentsError(
            f"An agent has no name: {type(given).__name__}. Give it one: create_agent(…, "
            "name='ada'), compile(name='ada'), or Agent('ada', …)."
        )
    return name


def check_names(names: Iterable[str], taken: Iterable[str]) -> None:
    """Make sure that every name can be that of a node.

    Raises:
        MMAgentsError: if one cannot.
    """
    steps = frozenset(taken)
    for name in names:
        if name in steps or name.startswith("__") or _APART & set(name):
            raise MMAgentsError(
                f"No member can be called {name!r}: the graph has a step of that name, or the name "
                "holds | or :. Choose another."
            )

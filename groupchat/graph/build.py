"""Agents of anybody's own, and people, in one chat: the cycle of a turn as a LangGraph graph.

    chat = create_group_chat([researcher, critic], people=["dana"], max_turns=12).compile()
    chat.invoke({"messages": [HumanMessage("Shall we ship on Friday?", name="dana")]})

Who speaks next is decided by :class:`mmagents.groupchat.turn_taking.TurnTaking` and nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langgraph.graph import END, START, StateGraph

from mmagents.floor.conditions import DEFAULT, Condition
from mmagents.floor.rules import rule_of
from mmagents.graph.cycle import RULES
from mmagents.graph.node import Function, Router, add_nodes
from mmagents.groupchat.bids import Bids
from mmagents.groupchat.graph.agents import Agent, agents_of, check_names
from mmagents.groupchat.graph.ending import Ending, Until
from mmagents.groupchat.graph.speaking import Hearing, agent_node, person_node
from mmagents.groupchat.graph.state import ChatInput, ChatState
from mmagents.groupchat.graph.steps import IN_NEED, RULE_STEPS, Steps
from mmagents.groupchat.members import Member
from mmagents.groupchat.people import Medium
from mmagents.groupchat.readings import Detect
from mmagents.groupchat.turn_taking import RESTS_AFTER, TurnTaking

if TYPE_CHECKING:
    from mmagents.groupchat.graph.bidding import Asked, FunctionBids, ModelBids
    from mmagents.groupchat.graph.remembering import Remembering
    from mmagents.nodes.spending import Price

WINDOW = 20
"""The last messages that an agent with memory is given, unless said otherwise."""
_NOBODY, _OVER, _AGAIN = "nobody speaks", "chat over", "next turn"


def create_group_chat(  # noqa: PLR0913  # one keyword a choice, as LangGraph's own builders have
    agents: Iterable[Any],
    *,
    people: Iterable[str | Member] = (),
    condition: str = DEFAULT,
    language: str = "en",
    bids: Bids | Asked | BaseChatModel = IN_NEED,
    medium: Medium = "chat",
    memory: bool = False,
    window: int | None = None,
    max_turns: int | None = None,
    until: Until | None = None,
    max_calls: int | None = None,
    max_tokens: int | None = None,
    max_money: float | None = None,
    prices: Mapping[str, Price] | None = None,
    rests_after: int = RESTS_AFTER,
    detect: Detect | None = None,
    seed: int = 0,
    context_schema: type[Any] | None = None,
) -> StateGraph[Any, Any, Any, Any]:
    """Return a group chat as a graph that is still to be compiled.

    Its state is `messages`, each with the name of whoever wrote it, and `floor`
    (:class:`mmagents.groupchat.graph.state.Floor`): who has it, by which rule and why, what is due
    and open, and why the chat is over. A message keeps the reason why it was its writer's turn, in
    `response_metadata["floor"]`.

    An agent is given the messages of the others as a person's, each under the name of its writer,
    and its own as an AI's. Of what it returns, the last text goes into the chat. Its tools'
    messages stay its own. One that fails or says nothing lets its turn pass, and the floor says
    why.

    Args:
        agents: compiled graphs with a name (`create_agent(…, name="ada")`), remote graphs, named
            functions or runnables of `{"messages": [...]}`, or
            :class:`mmagents.groupchat.graph.agents.Agent` with a chat model and its prompt.
        people: names of members who are people. On a person's turn the graph interrupts and says
            what is due (:mod:`mmagents.groupchat.graph.people`); it needs a checkpointer then.
        condition: who speaks next (see :mod:`mmagents.floor.conditions`).
        language: "en" or "ja"; any other with `detect`.
        bids: who wants the floor where nobody was asked. As :meth:`TurnTaking.next` takes them; or
            a function or coroutine function of a name and the messages; or a chat model, which is
            asked for the thought, the action and the importance of each agent.
        medium: whose habits "people" and "people-by-lot" follow: of "chat", or of "speech".
        memory: whether each agent remembers what it heard, and recalls it before it speaks.
        window: how many of the last messages an agent is given; all if None, 20 with memory.
        max_turns: turns of one run, those that were passed included.
        until: a word that ends the chat where a member says it, or a function of the messages.
        max_calls: calls of chat models, from the beginning of the chat.
        max_tokens: their tokens, as they report them.
        max_money: their cost by `prices`.
        prices: by model, the cost of a million tokens: `input`, `output`, `cached_input`.
        rests_after: after how many messages of agents in a row nobody speaks.
        detect: a function that reads a message in place of the rules.
        seed: whatever is drawn by lot is drawn from it and the number of messages.
        context_schema: of the run's context, which the agents are given as they are.

    Raises:
        MMAgentsError: if an agent cannot be called, a name cannot be used, or a choice is none.
    """
    found = agents_of(agents)
    persons = [Member(one, person=True) if isinstance(one, str) else one for one in people]
    persons = [Member(one.name, one.aliases, one.role, person=True) for one in persons]
    taking = TurnTaking(
        [*(one.member for one in found), *persons],
        condition=condition,
        language=language,
        seed=seed,
        detect=detect,
        rests_after=rests_after,
        medium=medium,
    )
    limits = {"calls": max_calls, "tokens": max_tokens, "money": max_money}
    ending = Ending(max_turns, until, limits, prices or {})
    window = window or (WINDOW if memory else None)
    names = [one.name for one in found]
    remembers = _memory(names, language, window) if memory and window else None
    asked = _asked(bids, found, taking, language)
    given: Any = {} if asked is not None else bids
    steps = Steps(
        taking=taking,
        bids=given,
        asked=asked,
        ending=ending,
        memory=remembers,
        language=language,
    )
    hearing = Hearing(language, taking.members.names, window, remembers, ending.prices)
    builder = StateGraph(ChatState, context_schema=context_schema, input_schema=ChatInput)
    add_turn(builder, steps)
    check_names(taking.members.names, builder.nodes)
    for agent in found:
        builder.add_node(agent.name, agent_node(agent, hearing))
    for one in persons:
        builder.add_node(one.name, person_node(one.name, [each.name for each in persons]))
    add_members(builder, steps)
    return builder


def _memory(names: Sequence[str], language: str, window: int) -> Remembering:
    """Return memories for agents; the store is loaded where it is wanted."""
    from mmagents.groupchat.graph.remembering import Remembering

    return Remembering(names, language, window)


def _asked(
    bids: Any, agents: Iterable[Agent], taking: TurnTaking, language: str
) -> FunctionBids | ModelBids | None:
    """Return who is asked for bids, if anybody is."""
    if isinstance(bids, BaseChatModel):
        from mmagents.groupchat.graph.bidding import ModelBids

        about = {one.name: one.prompt or one.role for one in agents}
        everybody = {name: about.get(name, "") for name in taking.members.names}
        return ModelBids(bids, everybody, taking.members.people, language)
    if callable(bids):
        from mmagents.groupchat.graph.bidding import FunctionBids

        return FunctionBids(bids)
    return None


def routes_of(condition: Condition) -> dict[Hashable, str]:
    """Return by the label of its edge the step of each rule by which a condition gives turns."""
    taken = {rule.route for rule in condition.rules}
    return {label: step for label, step in RULES.items() if label in taken}


def add_turn(builder: StateGraph[Any, Any, Any, Any], steps: Steps) -> None:
    """Add the steps of a turn before somebody speaks."""
    routes = routes_of(steps.taking.condition)
    rules: list[Function] = [one for one in RULE_STEPS if one.__name__ in routes.values()]
    readers: list[Function] = [steps.detect_designation]
    add_nodes(builder, [steps.open_chat, steps.think_all], may_wait=True)
    add_nodes(builder, [steps.select_speaker, *rules, steps.speak, *readers, steps.close_turn])
    if steps.memory:
        readers.append(steps.normalize_knowledge)
        add_nodes(builder, readers[1:], may_wait=True)
    builder.add_edge(START, "open_chat")
    over: dict[Hashable, str] = {_AGAIN: "think_all", _OVER: END}
    builder.add_conditional_edges("open_chat", Router(another_turn), over)
    builder.add_edge("think_all", "select_speaker")
    builder.add_conditional_edges("select_speaker", Router(which_rule), {**routes, _NOBODY: END})
    for rule in rules:
        builder.add_edge(rule.__name__, "speak")
    for reader in readers:
        builder.add_edge(reader.__name__, "close_turn")
    builder.add_conditional_edges("close_turn", Router(another_turn), over)


def add_members(builder: StateGraph[Any, Any, Any, Any], steps: Steps) -> None:
    """Lead to each member who speaks, and from there to what reads its words."""
    names = steps.taking.members.names
    builder.add_conditional_edges("speak", Router(whose_turn), {name: name for name in names})
    for name in names:
        builder.add_edge(name, "detect_designation")
        if steps.memory:
            builder.add_edge(name, "normalize_knowledge")


def which_rule(state: ChatState) -> str:
    """Follow the rule by which `select_speaker` gave the floor."""
    floor = state["floor"]
    return _NOBODY if floor["speaker"] is None else rule_of(floor["rule"]).route or "by scheme"


def whose_turn(state: ChatState) -> str:
    """Go to whoever has the floor."""
    return str(state["floor"]["speaker"])


def another_turn(state: ChatState) -> str:
    """Go on until the chat is over."""
    return _OVER if state["floor"]["ended"] else _AGAIN

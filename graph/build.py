"""The graph of a game: the cycle of a turn, with repair in it, within the evening of a story.

    from mmagents.graph.build import graph
    graph.invoke({"scenario": "halcyon-light"})

`graph` is compiled bare, so that a server can give it its own checkpointer; compile `builder` with
yours to keep a game.
"""

from __future__ import annotations

from langgraph.graph import StateGraph

from mmagents.graph.cycle import READERS, SENDING, add_cycle
from mmagents.graph.evening import TALK_OVER, add_evening
from mmagents.graph.node import add_nodes
from mmagents.graph.repair import SCREENING, add_repair
from mmagents.graph.units import SAYING, add_units
from mmagents.interfaces.own_code import load_installed
from mmagents.nodes.chat.steps import send_message
from mmagents.nodes.context import Context
from mmagents.nodes.state import Input, State
from mmagents.nodes.talk.close_turn import close_turn
from mmagents.nodes.talk.detect_designation import detect_designation
from mmagents.nodes.talk.normalize_knowledge import normalize_knowledge
from mmagents.nodes.talk.rules import (
    by_lot,
    by_scheme,
    current_continues,
    current_selects_next,
    self_selection,
)
from mmagents.nodes.talk.select_speaker import select_speaker
from mmagents.nodes.talk.speak import speak
from mmagents.nodes.talk.think_ahead import think_ahead
from mmagents.nodes.talk.think_all import think_all

TURN = (
    think_all,
    select_speaker,
    *(current_selects_next, self_selection, current_continues, by_lot, by_scheme),
    speak,
    *(normalize_knowledge, detect_designation, think_ahead),
    close_turn,
)

load_installed()
builder = StateGraph(State, input_schema=Input, context_schema=Context)
add_evening(builder, talk="think_all")
add_cycle(builder, TURN, over=TALK_OVER, screening=SCREENING, saying=SAYING, sending=SENDING)
add_repair(builder, READERS, saying=SAYING)
add_units(builder, READERS)
add_nodes(builder, (send_message,))

graph = builder.compile(name="mmagents")

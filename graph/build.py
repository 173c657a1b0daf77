"""The graph: one cycle a turn. Wiring only.

    from mmagents.graph.build import graph
    graph.invoke({"scenario": "halcyon-light"})

`graph` is compiled bare, so that a server can give it its own checkpointer; compile `builder` with
yours to keep a game.
"""

from __future__ import annotations

from collections.abc import Hashable

from langgraph.graph import END, START, StateGraph

from mmagents.graph.routing import (
    after_a_look,
    after_a_vote,
    after_pairing,
    another_turn,
    heard,
    heard_or_screened,
    in_the_evening,
    suspicious,
    what_ails_it,
    which_phase,
    which_rule,
)
from mmagents.graph.sync import BothWays
from mmagents.nodes.context import Context
from mmagents.nodes.evening.open_game import open_game
from mmagents.nodes.evening.phases import explore, open_phase, pair_up, reflect
from mmagents.nodes.evening.realignment import hand_over, take_sides
from mmagents.nodes.evening.verdict import settle, vote
from mmagents.nodes.repair.diagnose import diagnose
from mmagents.nodes.repair.publish import publish
from mmagents.nodes.repair.regenerate import regenerate
from mmagents.nodes.repair.screen import screen
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

builder = StateGraph(State, input_schema=Input, context_schema=Context)

for node in (
    open_game,
    think_all,
    select_speaker,
    current_selects_next,
    self_selection,
    current_continues,
    by_lot,
    by_scheme,
    speak,
    screen,
    diagnose,
    regenerate,
    publish,
    normalize_knowledge,
    detect_designation,
    think_ahead,
    close_turn,
    open_phase,
    explore,
    pair_up,
    reflect,
    take_sides,
    hand_over,
    vote,
    settle,
):
    builder.add_node(node.__name__, BothWays(node))

builder.add_edge(START, "open_game")
builder.add_edge("open_game", "open_phase")
builder.add_conditional_edges(
    "open_phase",
    which_phase,
    {
        "talk": "think_all",
        "exploration": "explore",
        "in pairs": "pair_up",
        "update": "reflect",
        "accusation": "vote",
        "vote": "vote",
        "settlement": "settle",
    },
)
ENDINGS: dict[Hashable, str] = {"next phase": "open_phase", "evening over": END}
builder.add_conditional_edges("explore", after_a_look, {"look again": "explore", **ENDINGS})
builder.add_conditional_edges("pair_up", after_pairing, {"talk": "think_all", **ENDINGS})
builder.add_edge("reflect", "take_sides")
builder.add_edge("take_sides", "hand_over")
builder.add_conditional_edges("hand_over", in_the_evening, ENDINGS)
builder.add_conditional_edges("vote", after_a_vote, {"vote again": "vote", **ENDINGS})
builder.add_edge("settle", END)
builder.add_edge("think_all", "select_speaker")
builder.add_conditional_edges(
    "select_speaker",
    which_rule,
    {
        "rule 1a": "current_selects_next",
        "rule 1b": "self_selection",
        "rule 1c": "current_continues",
        "by lot": "by_lot",
        "by scheme": "by_scheme",
    },
)
for rule in ("current_selects_next", "self_selection", "current_continues", "by_lot", "by_scheme"):
    builder.add_edge(rule, "speak")
READERS: dict[Hashable, str] = {
    "what it says": "normalize_knowledge",
    "what it does": "detect_designation",
    "overlap": "think_ahead",
}
builder.add_conditional_edges("speak", heard_or_screened, {"repair": "screen", **READERS})
builder.add_conditional_edges(
    "screen",
    suspicious,
    {
        "clean": "publish",
        "suspected": "diagnose",
        "said before": "regenerate",
        "rounds used up": "publish",
    },
)
builder.add_conditional_edges(
    "diagnose",
    what_ails_it,
    {"no issue": "publish", "at fault": "regenerate", "rounds used up": "publish"},
)
builder.add_edge("regenerate", "screen")
builder.add_conditional_edges("publish", heard, READERS)
for reader in READERS.values():
    builder.add_edge(reader, "close_turn")  # all end in the same step, so it runs once
builder.add_conditional_edges(
    "close_turn",
    another_turn,
    {
        "next turn": "think_all",
        "thought already": "select_speaker",
        "next phase": "open_phase",
        "game over": END,
    },
)

graph = builder.compile(name="mmagents")

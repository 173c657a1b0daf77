"""The ways of taking turns that are shipped, the outermost first.

The order matters. What screens, cuts or sends words stands outside of who finds them; people are
asked before models are, for LangGraph runs an interrupted step again from its beginning.
"""

from __future__ import annotations

from mmagents.nodes.middleware import register
from mmagents.nodes.ways.chat import Chat
from mmagents.nodes.ways.health import Health
from mmagents.nodes.ways.pace.way import Paces
from mmagents.nodes.ways.people import People
from mmagents.nodes.ways.repair.way import Repairs
from mmagents.nodes.ways.units.way import UnitByUnit

for shipped in (Repairs(), UnitByUnit(), Chat(), People(), Paces(), Health()):
    register(shipped)

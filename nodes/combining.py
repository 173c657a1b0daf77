"""What does not go together in a run's context, each in words that say what to leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mmagents.floor import conditions


def at_odds(given: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the fields of a context taken together, or None."""
    clashes = [
        (
            given["listen"] == "model" and not given["units"],
            "listen model asks where a turn could end; take units (--units) as well",
        ),
        (
            given["come_in"] and not given["units"],
            "come_in asks people where a turn could end; take units (--units) as well",
        ),
        *(_of_stages(given) if given["protocol"] == "agentgroupchat" else ()),
        *(_of_drafts(given) if given["pace"] == "draft" else ()),
        *(_of_chats(given) if given["medium"] == "chat" else ()),
    ]
    return next((says for wrong, says in clashes if wrong), None)


def _of_stages(given: Mapping[str, Any]) -> tuple[tuple[bool, str], ...]:
    """Return what does not go with the stages of AgentGroupChat."""
    wrongs = (
        (given["evening"] != "whole", "is a whole evening; leave out `evening`, or --phase"),
        (
            given["condition"] != conditions.DEFAULT,
            "gives the turns itself; leave out `condition`",
        ),
        (given["repair"], "screens nothing; leave out `repair`"),
        (given["pace"] != "paper", "has nobody bid; leave out `pace`"),
    )
    return tuple(
        (wrong, f"protocol agentgroupchat {why}, or take protocol hybrid") for wrong, why in wrongs
    )


def _of_chats(given: Mapping[str, Any]) -> tuple[tuple[bool, str], ...]:
    """Return what does not go with messages that are written at once."""
    wrongs = (
        (given["units"], "sends messages whole; leave out `units`"),
        (given["repair"], "screens nothing; leave out `repair`"),
        (given["overlap"], "has others write while one does; leave out `overlap`"),
        (given["pace"] == "draft", "has its own way to write at once; take pace paper or lean"),
        (given["protocol"] != "hybrid", "gives the floor by bids; take protocol hybrid"),
    )
    return tuple((bool(wrong), f"medium chat {why}") for wrong, why in wrongs)


def _of_drafts(given: Mapping[str, Any]) -> tuple[tuple[bool, str], ...]:
    """Return what does not go with drafts."""
    wrongs = (
        (given["overlap"], "reads while the next turn is drafted as it is; leave out `overlap`"),
        (given["best_of"] > 1, "has one draft of each seat; leave out `best_of`"),
        (given["leave_out"], "asks for thought and words at once; leave out `leave_out`"),
        (given["persona"] == "strategist", "drafts nothing for strategists; take pace lean"),
    )
    return tuple((bool(wrong), f"pace draft {why}") for wrong, why in wrongs)

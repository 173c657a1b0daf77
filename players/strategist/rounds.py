"""What a strategist by rule takes up of a round of group chat: the last thing put to it alone."""

from __future__ import annotations

from dataclasses import replace

from mmagents.analysts.rules.listening import listen
from mmagents.floor.adjacency import EXPECTS, Obligation
from mmagents.interfaces.view import View


def taking_up(view: View) -> View:
    """Return a view that owes an answer to what was put to the seat in the round before.

    Nobody is obliged in group chat (AgentGroupChat, section 3.3). But several turns are heard at
    once there, and whoever listens answers the one that was meant for it, not the last one said.
    """
    heard = listen(view.heard, view.public.cast, view.language, view.since).turns
    round_before = [one for one in heard if one.turn > view.since][-len(view.present) :]
    mine = [
        one
        for one in round_before
        if one.first_pair_part and one.addressees == (view.seat,) and one.speaker != view.seat
    ]
    if not mine or mine[-1].first_pair_part is None:
        return view
    last, kind = mine[-1], mine[-1].first_pair_part
    owed = Obligation(last.turn, last.speaker, last.addressees, kind, EXPECTS[kind], last.text)
    return replace(view, obligation=owed)

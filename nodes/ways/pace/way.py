"""Paces: fewer calls to models and shorter waits than the turn of the paper.

lean: a seat thinks only where something could have moved its bid, and rules read where they are
sure. draft: a seat on a model finds its words while it thinks. At both, several turns are
normalised in one question, later (:mod:`mmagents.nodes.ways.pace.deferred_notes`). With overlap,
the next turn is thought of while the last is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from langgraph.types import Overwrite

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.bids import Bid, ranked
from mmagents.interfaces.analyst import AtOnce
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import last_turn
from mmagents.nodes.middleware import Branch, Do, TurnMiddleware, Update
from mmagents.nodes.record import bid_row, nothing_yet
from mmagents.nodes.settings import Chat, Pace
from mmagents.nodes.spending import plus
from mmagents.nodes.state import Words
from mmagents.nodes.step import Step, saying
from mmagents.nodes.turn.row import as_heard, in_order
from mmagents.nodes.turn.think import ask_all, views_for_thinking
from mmagents.nodes.values import reading_of
from mmagents.nodes.views.view import utterance_of
from mmagents.nodes.ways.pace import deferred_notes as notes
from mmagents.nodes.ways.pace.drafts import Saying, declared, drafting, how_drafted, words_drafted
from mmagents.nodes.ways.pace.thinking import DraftRow, PaceState, own, who_thinks
from mmagents.prompts.tasks import Task


async def think_ahead(step: Step) -> Update:
    """Ask those who think for their thoughts of the next turn, while this one is being read."""
    then = as_heard(step)
    thinking = who_thinks(then, unread=True)
    views = await step.aside(views_for_thinking, then, thinking.seats, memory_lags=True)
    found = with_bids(await ask_all(then, views), thinking.kept)
    return {
        "ahead": {"bids": found["ledger"]["bids"], "calls": found["calls"]},
        "notes": found["notes"],
    }


def with_bids(found: Update, kept: tuple[Bid, ...]) -> Update:
    """Return what was thought with the bids of those whose last thought stands."""
    bids = ranked([*map(Bid.of, found["ledger"]["bids"]), *kept])
    return {**found, "ledger": {**found["ledger"], "bids": [bid_row(bid) for bid in bids]}}


class Paces(TurnMiddleware):
    """What a turn takes: as the paper has it, fewer calls, or one wait."""

    name = "pace"
    state = PaceState
    begins: ClassVar[Mapping[str, Any]] = {"overlap": False, "ahead": None}
    beside_reading = Branch("overlap", "think_ahead", lambda state: state["overlap"])
    after_closing = Branch(
        "thought already", "select_speaker", lambda state: bool(state["ledger"]["bids"])
    )
    nodes = (think_ahead,)

    def of(self, context: Context) -> Pace | None:
        """Return its settings where the pace is another than the paper's."""
        return context.pace if context.pace.kind != "paper" or context.pace.overlap else None

    def on(self, step: Step) -> bool:
        """Tell whether the pace is another than the paper's, or was when something was put off."""
        state = own(step)
        return super().on(step) or bool(state.get("unread") or state.get("overlap"))

    async def wrap_think(self, step: Step, think: Do) -> Update:
        """Have those think who have reason to, and deferred turns noted beside that."""
        thinking = who_thinks(step)
        drafts: dict[str, DraftRow] = {}
        given = drafting(step, drafts) if step.context.pace.kind == "draft" else step
        found, noted = await notes.beside_noting(step, think(given.limited_to(thinking.seats)))
        if drafts:
            found["drafts"] = drafts
        return with_bids({**found, **noted.update(found)}, thinking.kept)

    async def wrap_speak(self, step: Step, speak: Do) -> Update:
        """Say what was drafted; note deferred turns beside it; see whether to think ahead."""
        words, seat = words_drafted(step), step.state["floor"]["speaker"]
        given = step if words is None else step.seating({seat: Saying(words)})
        found, noted = await notes.beside_noting(step, speak(given))
        if step.context.pace.kind == "draft":
            found["ledger"] = {**step.state["ledger"], "drafted": how_drafted(step, words)}
        return {**found, **noted.update(found), "overlap": overlaps(step, found["words"])}

    async def wrap_normalize(self, step: Step, normalize: Do) -> Update:
        """Put the reading off, or read with this turn those that were put off before."""
        if notes.puts_off(step):
            return notes.put_off(step)
        if own(step).get("unread"):
            return await notes.with_those_put_off(step)
        return await normalize(step.read_by(RulesAnalyst()) if notes.nobody_recalls(step) else step)

    async def wrap_detect(self, step: Step, detect: Do) -> Update:
        """Take what a draft declared; have rules read the last turn, after which nobody speaks."""
        drafted = declared(step)
        if drafted is not None:
            return {"reading": reading_of(drafted)}
        return await detect(step.read_by(RulesAnalyst()) if notes.rules_read_it(step) else step)

    async def wrap_close(self, step: Step, close: Do) -> Update:
        """Hand on what was thought ahead, and note what is still unread when the game is over."""
        state = own(step)
        ahead = state["ahead"] or {"bids": [], "calls": []}
        found = await close(step.having_called(ahead["calls"]))
        found |= {"ahead": None, "overlap": False, "calls": Overwrite(ahead["calls"])}
        found["ledger"] = {**nothing_yet(), "bids": ahead["bids"]}
        if state.get("drafts"):
            found["drafts"] = {}
        return await with_the_rest_noted(step, found) if found["ended"] else found

    def incompatible(self, context: Context) -> Iterator[str]:
        """Yield what drafts do not go with."""
        if context.pace.kind != "draft":
            return
        if context.pace.overlap:
            yield "pace draft reads while the next turn is drafted as it is; leave out `overlap`"
        if context.models.best_of > 1:
            yield "pace draft has one draft of each seat; leave out `best_of`"
        if context.models.leave_out:
            yield "pace draft asks for thought and words at once; leave out `leave_out`"
        if context.evening.persona == "strategist":
            yield "pace draft drafts nothing for strategists; take pace lean"

    def tasks(self, context: Context) -> Iterator[Task]:
        """Yield the tasks of the paces."""
        if context.pace.kind != "paper":
            yield "normalise_turns"
        if context.pace.kind == "draft":
            yield "draft"


def overlaps(step: Step, words: Words) -> bool:
    """Tell whether the next turn is thought of while this one is read: at `lean`, or if wanted.

    With people at the table nobody thinks ahead, and in a chat others write meanwhile.
    """
    state, context = step.state, step.context
    wanted = context.pace.overlap or (
        context.pace.kind == "lean" and not isinstance(context.medium, Chat)
    )
    return (
        wanted
        and not step.people
        and state["turn"] < last_turn(state, context)
        and worth_overlapping(saying(step, words))
    )


def worth_overlapping(heard: Step) -> bool:
    """Tell whether reading what was said makes anybody wait; at the pace of the paper it does."""
    analyst = heard.analyst()
    if heard.context.pace.kind == "paper" or not isinstance(analyst, AtOnce):
        return True
    if own(heard).get("unread") and not notes.puts_off(heard):
        return False  # those before it are noted with it, which nobody may read beside that
    notes_at_once = analyst.notes_at_once() or notes.puts_off(heard)
    return not (notes_at_once and analyst.reads_at_once(utterance_of(heard)))


async def with_the_rest_noted(step: Step, found: Update) -> Update:
    """Return the close of a game's last turn with all turns normalised that were put off."""
    [row] = found["history"]
    noted = await notes.note(step, [*step.state["history"], row])
    if not noted.rows:
        return found
    rows = [one for one in noted.rows if one["turn"] != row["turn"]]
    last: Any = next((one for one in noted.rows if one["turn"] == row["turn"]), row)
    calls = in_order([*row["ledger"]["calls"], *noted.calls])
    return {
        **found,
        **noted.change,
        "history": [*rows, {**last, "ledger": {**row["ledger"], "calls": calls}}],
        "spent": plus(found["spent"], noted.calls, step.context.limits.prices),
    }

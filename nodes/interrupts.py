"""People at the table: a step asks them, by interrupting the graph, before it asks anybody else.

A step that needs answers of people interrupts with `{"asks": {seat: ask}}` and is gone on with by
`Command(resume={seat: answer})`; asks and answers are those of
:mod:`mmagents.players.person.person` and :mod:`mmagents.players.person.answers`. Answers may come
one at a time: the step interrupts again for those that are missing, and for those it could not
take, with the reason in `error`.

LangGraph runs an interrupted step anew from its beginning with all answers given so far. As
people are asked first, and what they are asked follows from the state alone, nothing else is done
twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.types import interrupt

from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.state import State, TurnRow, Words
from mmagents.nodes.table import Table
from mmagents.nodes.wording import say
from mmagents.players.person.answers import Answer, RefusedError, read, refusal
from mmagents.players.person.person import Ask, Person, What, ask
from mmagents.scenarios.errors import MMAgentsError

HEARD = 40
"""Rows of the record that an ask holds: more than pass between two asks of one seat."""
READY = "ready"
"""Key of a person's notebook: words given with a bid, and the turn they are for."""
SILENCE = "…"
"""What stands in the record where a seat had the floor and said nothing."""
_CHECKPOINTER = "__pregel_checkpointer"


def seated(context: Context, seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats in which people sit."""
    return tuple(seat for seat in seats if isinstance(context.player(seat), Person))


def check_kept(context: Context, seats: tuple[str, ...], config: RunnableConfig) -> None:
    """See that a game with people is kept, so that it can wait for them.

    Raises:
        MMAgentsError: if people are seated and there is no checkpointer, or no thread.
    """
    people = seated(context, seats)
    given = config.get("configurable", {})
    if people and not (given.get(_CHECKPOINTER) and given.get("thread_id")):
        raise MMAgentsError(
            f"A person sits in {', '.join(people)}, so the game must be kept while it waits for "
            "answers. Compile it with a checkpointer and name a thread: "
            "builder.compile(checkpointer=InMemorySaver()) of mmagents.graph.build, and "
            'config={"configurable": {"thread_id": "1"}}. Then go on with '
            "Command(resume={seat: answer}). Or play in the terminal: mmagents play --seat "
            f"{people[0]}=human"
        )


def answers(asks: Mapping[str, Ask]) -> dict[str, Answer]:
    """Return what each person answered, once all have; until then, interrupt the graph."""
    taken: dict[str, Answer] = {}
    waiting = dict(asks)
    while waiting:
        given = interrupt({"asks": dict(waiting)})
        if not isinstance(given, Mapping) and len(waiting) == 1:
            given = {next(iter(waiting)): given}
        waiting = _take(given, asks, waiting, taken)
    return {seat: taken[seat] for seat in asks}


def _take(
    given: Any, asks: Mapping[str, Ask], waiting: Mapping[str, Ask], taken: dict[str, Answer]
) -> dict[str, Ask]:
    """Take what can be taken into `taken`; return the asks that remain."""
    if not isinstance(given, Mapping) or not set(given) & set(asks):
        language = next(iter(waiting.values()))["view"]["language"]
        error = refusal(language, "by-seat", seats=", ".join(waiting))
        return {seat: _again(one, error) for seat, one in waiting.items()}
    still: dict[str, Ask] = {}
    for seat, one in waiting.items():
        if seat not in given:
            still[seat] = one
            continue
        try:
            taken[seat] = read(one, given[seat])
        except RefusedError as error:
            still[seat] = _again(one, str(error))
    return still


def _again(one: Ask, error: str) -> Ask:
    return {**one, "error": error}


def _heard(state: State, seat: str) -> list[dict[str, Any]]:
    """Return what a seat heard or did of late, oldest first, without ledger or bids."""
    found: list[dict[str, Any]] = []
    for row in reversed(state["history"]):
        if seat in row["heard_by"]:
            found.append(as_heard_by_people(row))
        if len(found) == HEARD:
            break
    return found[::-1]


def as_heard_by_people(row: TurnRow) -> dict[str, Any]:
    """Return what everybody who heard a turn may see of it."""
    names = ("turn", "speaker", "text", "rule", "phase", "first_pair_part", "addressees")
    shown: dict[str, Any] = {"heard_by": row["heard_by"], "shown": row.get("shown", [])}
    return {**{name: row[name] for name in names}, **shown}  # type: ignore[literal-required]  # they are its keys


def _asked(what: What, state: State, views: Mapping[str, View]) -> dict[str, Ask]:
    return {seat: ask(what, view, _heard(state, seat)) for seat, view in views.items()}


def _how_passed(answer: Answer) -> str:
    return "did not answer in time" if answer.late else "let it pass"


def thoughts(
    state: State, views: Mapping[str, View], context: Context, *, bids_count: bool
) -> dict[str, Thought]:
    """Return what the people among `views` think, by seat.

    Args:
        state: the game.
        views: by seat, of all who think.
        context: the run.
        bids_count: whether the floor depends on bids; otherwise nobody is asked, and all listen.
    """
    people = seated(context, tuple(views))
    if not bids_count:
        return {seat: Thought("", "listen", 0) for seat in people}
    given = answers(_asked("think", state, {seat: views[seat] for seat in people}))
    return {seat: _thought(answer, state["turn"]) for seat, answer in given.items()}


def _thought(answer: Answer, turn: int) -> Thought:
    if answer.passed:
        return Thought("", "listen", 0, {READY: None})
    ready = None
    if answer.say or answer.show:
        ready = {"turn": turn, "say": answer.say, "show": list(answer.show)}
    return Thought(answer.note, "speak", answer.bid, {READY: ready})


def reflections(state: State, views: Mapping[str, View], context: Context) -> dict[str, Thought]:
    """Return what the people among `views` note for themselves, by seat."""
    people = seated(context, tuple(views))
    given = answers(_asked("reflect", state, {seat: views[seat] for seat in people}))
    return {seat: Thought(answer.note, "listen", 0) for seat, answer in given.items()}


def choices(
    state: State, views: Mapping[str, View], asked: Mapping[str, Asked], context: Context
) -> dict[str, Chosen]:
    """Return what the people among `views` choose, by seat; the id "" where one passes."""
    asks = {
        seat: ask("choose", views[seat], _heard(state, seat), choice=asked[seat])
        for seat in seated(context, tuple(views))
    }
    return {seat: _chosen(answer) for seat, answer in answers(asks).items()}


def _chosen(answer: Answer) -> Chosen:
    if answer.passed:
        return Chosen("", _how_passed(answer))
    return Chosen(answer.choose, answer.reason)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a person said: the words of the turn, and what the ledger says of it."""

    words: Words
    note: str = ""


def spoken(state: State, view: View, context: Context, table: Table) -> Spoken | None:
    """Return the turn of the seat that has the floor; None where no person sits there."""
    seat = view.seat
    if not seated(context, (seat,)):
        return None
    ready = state["notes"].get(seat, {}).get(READY)
    if ready and ready["turn"] == state["turn"]:
        answer = Answer(say=ready["say"], show=tuple(ready["show"]))
    else:
        rule = state["floor"]["rule"]
        asks = {seat: ask("speak", view, _heard(state, seat), rule=rule)}
        answer = answers(asks)[seat]
    if answer.passed:
        return Spoken({"speaker": seat, "text": SILENCE}, f"{seat} {_how_passed(answer)}")
    if not answer.show:
        return Spoken({"speaker": seat, "text": answer.say})
    return Spoken(
        {
            "speaker": seat,
            "text": " ".join(filter(None, (answer.say, *_held_up(answer, table)))),
            "said": answer.say or SILENCE,
            "shown": list(answer.show),
        }
    )


def _held_up(answer: Answer, table: Table) -> list[str]:
    cards = [table.card(clue) for clue in answer.show]
    return [say(table.language, "shows", name=card.name, text=card.text) for card in cards]

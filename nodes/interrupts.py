"""People at the table: a step asks them, by interrupting the graph, before it asks anybody else.

A step that needs answers of people interrupts with `{"asks": {seat: ask}}` and is gone on with by
`Command(resume={seat: answer})`; asks and answers are those of
:mod:`mmagents.players.person.ask` and :mod:`mmagents.players.person.answers`. Answers may come
one at a time: the step interrupts again for those that are missing, and for those it could not
take, with the reason in `error`.

LangGraph runs an interrupted step anew from its beginning with all answers given so far. As
people are asked first, and what they are asked follows from the state alone, nothing else is done
twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.types import interrupt

from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import Shown
from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow, shown_row
from mmagents.nodes.state import Words
from mmagents.nodes.step import Step
from mmagents.nodes.table import people_among
from mmagents.nodes.views.talk import shown_by
from mmagents.players.person.answers import PersonAnswer, RefusedError, read_answer, refusal
from mmagents.players.person.ask import Ask, What, ask_person

HEARD = 40
"""Rows of the record that an ask holds: more than pass between two asks of one seat."""
READY = "ready"
"""Key of a person's notebook: words given with a bid, and the turn they are for."""
SILENCE = "…"
"""What stands in the record where a seat had the floor and said nothing."""
_CHECKPOINTER = "__pregel_checkpointer"


def check_kept(context: Context, seats: tuple[str, ...], config: RunnableConfig) -> None:
    """See that a game with people is kept, so that it can wait for them.

    Raises:
        MMAgentsError: if people are people_among and there is no checkpointer, or no thread.
    """
    people = people_among(context, seats)
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


def answers(asks: Mapping[str, Ask]) -> dict[str, PersonAnswer]:
    """Return what each person answered, once all have; until then, interrupt the graph."""
    taken: dict[str, PersonAnswer] = {}
    waiting = dict(asks)
    while waiting:
        given = interrupt({"asks": dict(waiting)})
        if not isinstance(given, Mapping) and len(waiting) == 1:
            given = {next(iter(waiting)): given}
        waiting = _take(given, asks, waiting, taken)
    return {seat: taken[seat] for seat in asks}


def _take(
    given: Any, asks: Mapping[str, Ask], waiting: Mapping[str, Ask], taken: dict[str, PersonAnswer]
) -> dict[str, Ask]:
    """Take what can be taken into `taken`; return the asks that remain."""
    if not isinstance(given, Mapping) or not set(given) & set(asks):
        language = next(iter(waiting.values()))["view"]["language"]
        error = refusal(language, "by-seat", seats=", ".join(waiting))
        return {seat: {**one, "error": error} for seat, one in waiting.items()}
    still: dict[str, Ask] = {}
    for seat, one in waiting.items():
        if seat not in given:
            still[seat] = one
            continue
        try:
            taken[seat] = read_answer(one, given[seat])
        except RefusedError as error:
            still[seat] = {**one, "error": str(error)}
    return still


def _heard(step: Step, seat: str) -> list[dict[str, Any]]:
    """Return what a seat heard or did of late, oldest first, without ledger or bids."""
    rows = (row for row in reversed(step.state["history"]) if seat in row["heard_by"])
    return [as_heard_by_people(row, shown_by(step)) for row in islice(rows, HEARD)][::-1]


def as_heard_by_people(row: TurnRow, shows: Shown) -> dict[str, Any]:
    """Return what everybody who heard a turn may see of it, where the condition shows `shows`."""
    row = shown_row(row, shows)
    names = ("turn", "speaker", "text", "rule", "phase", "first_pair_part", "addressees")
    shown: dict[str, Any] = {"heard_by": row["heard_by"], "shown": row.get("shown", [])}
    for one in ("units", "asides"):
        if one in row:
            shown[one] = row[one]
    return {**{name: row[name] for name in names}, **shown}  # type: ignore[literal-required]  # they are its keys


def _ask_people(
    what: What,
    step: Step,
    views: Mapping[str, View],
    choices: Mapping[str, Asked] | None = None,
    rule: str = "",
    unit: int = 0,
) -> dict[str, PersonAnswer]:
    """Return what the people among `views` answer, by seat."""
    asks = {
        seat: ask_person(
            what,
            views[seat],
            _heard(step, seat),
            choice=(choices or {}).get(seat),
            rule=rule,
            unit=unit,
        )
        for seat in people_among(step.context, tuple(views))
    }
    return answers(asks)


def _how_passed(answer: PersonAnswer) -> str:
    return "did not answer in time" if answer.late else "let it pass"


def thoughts_of_people(
    step: Step, views: Mapping[str, View], *, bids_count: bool
) -> dict[str, Thought]:
    """Return what the people among `views` think, by seat.

    Args:
        step: what it works with.
        views: by seat, of all who think.
        bids_count: whether the floor depends on bids; otherwise nobody is asked, and all listen.
    """
    if not bids_count:
        return {seat: Thought("", "listen", 0) for seat in people_among(step.context, tuple(views))}
    given = _ask_people("think", step, views)
    return {seat: _thought(answer, step.state["turn"]) for seat, answer in given.items()}


def _thought(answer: PersonAnswer, turn: int) -> Thought:
    if answer.passed:
        return Thought("", "listen", 0, {READY: None})
    ready = None
    if answer.say or answer.show:
        ready = {"turn": turn, "say": answer.say, "show": list(answer.show)}
    return Thought(answer.note, "speak", answer.bid, {READY: ready})


def reflections_of_people(step: Step, views: Mapping[str, View]) -> dict[str, Thought]:
    """Return what the people among `views` note for themselves, by seat."""
    given = _ask_people("reflect", step, views)
    return {seat: Thought(answer.note, "listen", 0) for seat, answer in given.items()}


def people_coming_in(step: Step, views: Mapping[str, View], unit: int) -> tuple[str, ...]:
    """Return the people among `views` who come in after so many units of somebody else's turn.

    Args:
        step: with that turn on its record, as far as it was heard.
        views: by seat, of those who listen.
        unit: how many units were heard, at least 1.
    """
    given = _ask_people("come_in", step, views, unit=unit)
    return tuple(seat for seat, answer in given.items() if answer.come_in)


def choices_of_people(
    step: Step, views: Mapping[str, View], asked: Mapping[str, Asked]
) -> dict[str, Chosen]:
    """Return what the people among `views` choose, by seat; the id "" where one passes."""
    return {
        seat: Chosen("", _how_passed(one)) if one.passed else Chosen(one.choose, one.reason)
        for seat, one in _ask_people("choose", step, views, asked).items()
    }


@dataclass(frozen=True, slots=True)
class PersonsTurn:
    """A turn of a person: its words, and what the ledger says of it."""

    words: Words
    note: str = ""


def turn_of_person(step: Step, view: View) -> PersonsTurn | None:
    """Return the turn of the seat that has the floor; None where no person sits there."""
    seat, state = view.seat, step.state
    if not people_among(step.context, (seat,)):
        return None
    ready = state["notes"].get(seat, {}).get(READY)
    if ready and ready["turn"] == state["turn"]:
        answer = PersonAnswer(say=ready["say"], show=tuple(ready["show"]))
    else:
        answer = _ask_people("speak", step, {seat: view}, rule=state["floor"]["rule"])[seat]
    return _as_turn(step, seat, answer)


def turns_of_people(step: Step, views: Mapping[str, View], rule: str) -> dict[str, PersonsTurn]:
    """Return the turns of the people among `views`, who are all asked at once."""
    given = _ask_people("speak", step, views, rule=rule)
    return {seat: _as_turn(step, seat, answer) for seat, answer in given.items()}


def _as_turn(step: Step, seat: str, answer: PersonAnswer) -> PersonsTurn:
    if answer.passed:
        return PersonsTurn({"speaker": seat, "text": SILENCE}, f"{seat} {_how_passed(answer)}")
    if not answer.show:
        return PersonsTurn({"speaker": seat, "text": answer.say})
    cards = [step.table.card(clue) for clue in answer.show]
    shown = [
        sentence(step.table.language, "shows", name=card.name, text=card.text) for card in cards
    ]
    return PersonsTurn(
        {
            "speaker": seat,
            "text": " ".join(filter(None, (answer.say, *shown))),
            "said": answer.say or SILENCE,
            "shown": list(answer.show),
        }
    )

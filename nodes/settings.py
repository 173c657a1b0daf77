"""The parameters of a run, in groups. :mod:`mmagents.nodes.context` opens what they name.

A group is one part of a run: how long the evening is, what seats remember, which model does what,
or a way of taking turns. A field of a group is named with a dot where it stands alone: in grids,
with `--set`, and in errors (`repair.rounds`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.fields import FieldInfo

from mmagents.floor import conditions
from mmagents.interfaces.talk import Manner, Slip
from mmagents.models.speaking import Asking, Compares, Information
from mmagents.nodes.combining import at_odds, own_settings, schema_of_ways
from mmagents.nodes.spending import NOTHING, Price
from mmagents.prompts.sets import SetName
from mmagents.prompts.tasks import TASKS
from mmagents.scenarios.game import TALK
from mmagents.scenarios.texts import LANGUAGE

Ablation = Literal[
    "planning", "thinking", "reflection", "memory", "private", "confidential", "group"
]
SWITCHED_OFF: Mapping[str, str] = {
    "private": "private_chat",
    "confidential": "confidential_meeting",
    "group": "discussion",
}
"""By ablation, the kind of phase that it leaves out (AgentGroupChat, table 5)."""
MemoryLayer = Literal["history", "thoughts", "long-term"]
LAYERS: tuple[MemoryLayer, ...] = get_args(MemoryLayer)
PaceKind = Literal["paper", "lean", "draft"]
Chance = Annotated[float, Field(ge=0, le=1)]
Option = str | int | float | bool


def _registered(condition: str) -> str:
    if condition not in conditions.CONDITIONS:
        known = ", ".join(conditions.CONDITIONS)
        raise ValueError(
            f"there is no condition {condition!r}; there is {known}. One of your own is there "
            "after the module that registers it: mmagents --load MODULE"
        )
    return condition


def _of_talk(lengths: dict[str, int]) -> dict[str, int]:
    for kind, turns in lengths.items():
        if kind not in TALK - {"introduction"} or turns < 1:
            raise ValueError(f"{kind}: {turns}: no phase of that kind has turns, or too few")
    return lengths


def _not_more_than_always(err: dict[Slip, float]) -> dict[Slip, float]:
    if sum(err.values()) > 1 + 1e-9:
        raise ValueError("the rates add up to more than 1")
    return err


def _tasks_only(models: dict[str, str]) -> dict[str, str]:
    unknown = sorted(set(models) - set(TASKS))
    if unknown:
        raise ValueError(f"no task is called {unknown[0]!r}; there is {', '.join(TASKS)}")
    return models


_NO_OPTION = re.compile(r"url|base|endpoint|proxy|key|secret|header|client|host|transport|socket")


def _no_address(options: dict[str, Option]) -> dict[str, Option]:
    for name in options:
        if _NO_OPTION.search(name.lower()):
            raise ValueError(f"{name}: an address or a key is no option of a model's client")
    return options


def who_speaks_next(schema: dict[str, Any]) -> None:
    """Put the conditions into a schema, with a sentence each."""
    schema.update(enum=list(conditions.CONDITIONS), description=about_conditions())


def about_conditions() -> str:
    """Return who speaks next under each condition, in one sentence."""
    each = (f"{one.name} ({one.text('en').about})" for one in conditions.CONDITIONS.values())
    return f"Who speaks next: {'; '.join(each)}."


class Group(BaseModel):
    """Some fields of a run that belong together."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Evening(Group):
    """What is played of the story, and how. `evening: whole` sets the kind."""

    kind: Literal["discussion", "whole"] = "discussion"
    """discussion: only the talk, for `turns` turns. whole: all phases of the story."""
    lengths: Annotated[dict[str, int], AfterValidator(_of_talk)] = Field(default_factory=dict)
    """Turns of a phase in a whole evening, by its kind (discussion, private_chat,
    confidential_meeting), instead of the story's."""
    protocol: Literal["hybrid", "agentgroupchat"] = "hybrid"
    """How a whole evening goes. hybrid: by the phases of the story, the floor given by `condition`.
    agentgroupchat: by the stages of AgentGroupChat (section 3.3). There nobody bids, and
    `condition` is not used."""
    rounds: int | None = Field(default=None, ge=1, le=100)
    """Rounds of a story that is played in rounds; left out, as many as the story says."""
    story_file: str | None = None
    """Read the story from this file, and not from where the state says."""
    persona: Literal["plain", "strategist"] = "plain"
    """strategist: seats on models and improv are Verbal Strategists, with beliefs, regards and
    plans of their own (AgentGroupChat, section 4)."""
    without: tuple[Ablation, ...] = ()
    """Ablations (AgentGroupChat, table 5). For strategists: planning, thinking, reflection, memory.
    For any players of a whole evening: private, confidential or group talk."""
    hostile_to: str | None = None
    """Alignment test: all other strategists are told to turn against this seat."""
    err: Annotated[dict[Slip, Chance], AfterValidator(_not_more_than_always)] = Field(
        default_factory=dict
    )
    """For tests: how often improv players make a mistake, 0-1, by kind: repeat, contradict, invent,
    dodge."""


class Floor(Group):
    """What decides who speaks next, besides the condition."""

    detective: str | None = None
    """Under interrogation: the seat that asks. Left out, a detective who knows nothing of the story
    is added and asks."""
    talkativeness: dict[str, Chance] = Field(default_factory=dict)
    """Under mention: how readily each seat speaks without being asked, 0-1; 0.5 if left out."""
    threshold: int = Field(default=0, ge=0, le=9)
    """A bid that states less importance than this counts as listening."""
    calibrate: bool = False
    """Rank each importance among the seat's own last 50 before seats are compared, so that a seat
    that always says 9 gains nothing."""
    read_by: str | None = None
    """Who reads what was said, instead of the rules or models: python:MODULE:NAME, or the name of
    an installed analyst."""
    recognition: Literal["analyst", "rules"] = "analyst"
    """Who recognises the story's facts in what is said. analyst: the model that normalises, in the
    same call and checked by rules; the rules, if no model normalises. rules: always the rules."""


class Memory(Group):
    """What seats remember (MMAgents, section 3.1.2)."""

    layers: tuple[MemoryLayer, ...] = LAYERS
    """The memories that seats have. Without history they hear only the last turn. Without thoughts
    they plan only this turn. Without long-term nothing is recalled or kept. Improv players use
    neither thoughts nor long-term memory, so offline only history changes what is said."""
    k: int = Field(default=5, ge=1, le=50)
    """Turns of History and of own thoughts a seat sees."""
    l: int = Field(default=5, ge=0, le=100)  # noqa: E741  # the paper's letter
    """Long-term memories recalled for each thought."""
    window: Literal["sliding", "growing"] | None = None
    """How prompts show the last turns. sliding: always the last k. growing: a list that grows for
    some turns and then starts again, so that a server can reuse what it has read. Left out: growing
    with the prompt set anchored, sliding with paper."""
    recall: Literal["beyond-history", "all"] = "beyond-history"
    """What long-term memory gives a seat. beyond-history: what is no longer in its History, nearest
    to the last utterance and its own latest thought; mere questions are not remembered. all: what
    is nearest to the last utterance (MMAgents, equation 4)."""
    embeddings: str = "lexical"
    """What long-term memory is searched by: lexical (no download) or provider:model (LangChain)."""
    path: str | None = None
    """Folder for long-term memory, or a Chroma server as http://HOST:PORT#THREAD. Left out: under
    a server .mmagents/memory, by thread; otherwise memory is in the process and lost at its end."""


class ModelSettings(Group):
    """Which model does what, besides `model`, and what models are told."""

    strong: str | None = None
    """The model that speaks and detects, instead of `model`."""
    cheap: str | None = None
    """The model that thinks and normalises, instead of `model`."""
    tasks: Annotated[dict[str, str], AfterValidator(_tasks_only)] = Field(default_factory=dict)
    """A model for one task, by task: think, draft, consider, moderate, speak, choose, summarise,
    reflect, guess, perceive, normalise, normalise_turns, detect; with repair also triplets, entail,
    rate, agree, diagnose, repair. `rules` for normalise, detect, moderate, or what screens and
    diagnoses, leaves that to the rules."""
    timeout: float = Field(default=60.0, gt=0)
    """Seconds to wait for one request to a model."""
    attempts: int = Field(default=4, ge=1, le=20)
    """Requests for one answer, the first included."""
    options: Annotated[dict[str, Option], AfterValidator(_no_address)] = Field(default_factory=dict)
    """Passed to every model's client: temperature, max_tokens …"""
    cache: str | None = None
    """A file in which models' answers are kept: the same game again makes no call."""
    best_of: int = Field(default=1, ge=1, le=10)
    """Lines that a model writes for each turn, of which it picks one (SDR's baseline: 3)."""
    leave_out: tuple[Information, ...] = ()
    """What models are not told when they speak and repair (SDR, table 3)."""
    prompts: str | None = None
    """A folder whose prompt files go before the shipped ones."""
    prompt_set: SetName = "anchored"
    """How models are told what to do: anchored (the project's own way) or paper (as MMAgents
    describes it). Each of the switches below can be set by itself; one that is left out is as the
    set has it."""
    anchors: bool | None = None
    """Tell models what each importance stands for, the number of turns, and their own past bids
    (anchored: yes)."""
    licence: bool | None = None
    """Tell a seat that owes a second pair part that it may refuse or evade (anchored: yes)."""
    open_list: bool | None = None
    """List for models what is open, and tell them who owes what before the floor is given
    (anchored: yes). Otherwise only the speaker is told what is due."""
    own_words: bool | None = None
    """Keep among a seat's thoughts what it said, in place of what it thought in that turn
    (paper: yes)."""
    readings: bool | None = None
    """Tell models of each turn heard to whom it was put and what it asked for, as the detector read
    it (anchored: yes)."""
    speaking_rules: bool | None = None
    """Tell models how to take turns well: take up the last turn, repeat nothing, name the one who
    is to reply (anchored: yes). Otherwise only language, length and own words."""
    plan: bool | None = None
    """Tell the speaker its thought of this turn (anchored: yes)."""
    due_part: bool | None = None
    """Tell the speaker which second pair part is due (both sets: yes)."""


class Limits(Group):
    """What ends a game early, and how long people are waited for."""

    calls: int | None = Field(default=None, ge=1)
    """End the game after the turn in which it reaches this many requests to models."""
    tokens: int | None = Field(default=None, ge=1)
    """End the game after the turn in which it reaches this many tokens, in and out."""
    seconds: float | None = Field(default=None, gt=0)
    """End the game after the turn in which it has waited this long for models."""
    money: float | None = Field(default=None, gt=0)
    """End the game after the turn in which it reaches this cost; needs prices."""
    prices: dict[str, Price] = Field(default_factory=dict)
    """What models cost for a million tokens: {"openai:m": {"input": 0.15, "output": 0.6}}."""
    tolerate: bool = False
    """Go on when models give nothing usable. Otherwise the game stops in order."""
    patience: float | None = Field(default=None, gt=0)
    """Seconds that the terminal and the page wait for a person before they pass for them; left out,
    for ever. A program that answers interrupts keeps its own time."""

    def spendable(self) -> dict[str, float | None]:
        """Return what the game may spend, by the fields of :class:`Spent`."""
        return {name: getattr(self, name) for name in NOTHING}


class Pace(Group):
    """How many calls and waits a turn takes. `pace: lean` sets the kind."""

    kind: PaceKind = "paper"
    """What a turn takes. paper: all think, one speaks, two readings. lean: a seat thinks only
    where something could move its bid, and rules read where they are sure. draft: seats on models
    think and find their words in one answer (docs/howto/play/paces.md)."""
    overlap: bool = False
    """Think about the next turn while the last is still being read: two waits a turn instead of
    three. Seats then think without knowing yet what the last turn put to whom, and without memories
    of it; the seat that gets the floor speaks with both."""


class Repair(Group):
    """Screening of what is about to be said, before anybody hears it (SDR, section 2)."""

    rounds: int = Field(default=2, ge=0, le=5)
    """How often other words may be asked for in a turn; with 0, faults are only recorded."""
    nli: Compares = "auto"
    """What compares what is about to be said with what was said and with the sheet: rules, llm (a
    model is asked), or auto (a model where one is named for anything, else the rules)."""
    asking: Asking = "lot"
    """How models are asked for other words: in persona, as a task, or by lot (SDR, section 2.4)."""
    merge: bool = False
    """Have a model put comments together as suggestions (SDR, section 2.3)."""


class Units(Group):
    """Turns said unit by unit, so that they can be cut (docs/howto/play/units.md)."""

    kind: Literal["units"] = "units"
    backchannels: Literal["none", "own", "all"] = "own"
    """Who says "mm" or "what?" without taking the floor. none: nobody. own: seats whose player does
    so itself (improv). all: by improv's rules also seats on models."""
    come_in: bool = False
    """Interrupt wherever somebody else's turn could end, and ask people whether they come in. The
    terminal and the page do this by themselves."""


class Chat(Group):
    """Messages that several may write at once (docs/howto/play/chat.md)."""

    kind: Literal["chat"] = "chat"


def _of_kind(given: Any) -> Any:
    return {"kind": given} if isinstance(given, str) else given


def _switched(given: Any) -> Any:
    return ({} if given else None) if isinstance(given, bool) else given


def _medium(given: Any) -> Any:
    given = _of_kind(_switched(given))
    if isinstance(given, Mapping):
        given = {"kind": "units", **given}
        return None if given == {"kind": "speech"} else given
    return given


class Settings(BaseModel):
    """The parameters of a run. Every field has a default, so that none need be given.

    A field of a group may be given by its dotted name: `Settings(**{"repair.rounds": 1})`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    condition: Annotated[str, AfterValidator(_registered)] = Field(
        default=conditions.DEFAULT, json_schema_extra=who_speaks_next
    )
    turns: int = Field(default=30, ge=1, le=100_000)
    """Turns of the discussion."""
    language: Annotated[str, Field(pattern=LANGUAGE)] | None = None
    """Language of the talk (en, ja, de …); left out, the story's first. Improv and the rules know
    only English and Japanese. Other languages need models and prompt files."""
    seats: dict[str, str] = Field(default_factory=dict)
    """Who plays, by seat: improv (rule-based), human (a person, asked by interrupts; needs a
    checkpointer), scripted:FILE (lines from a file), python:MODULE:NAME (code of your own, which a
    server has to allow), or a model as provider:model. Seats left out are played by the models
    below, or by improv where none is named."""
    manner: Manner = "conversation"
    """How people talk: conversation (two stay with a matter, most turns are short) or panel (each
    turn a point and a question, by name), by improv and by models (docs/howto/play/manner.md)."""
    model: str | None = None
    """The model for every task, as provider:model (openai:gpt-4o-mini). Left out, the seats play
    improv and the rules read what was said: no key, no internet."""
    base_url: str | None = None
    """Address of a server of the OpenAI protocol (http://127.0.0.1:8000/v1)."""
    evening: Annotated[Evening, BeforeValidator(_of_kind)] = Evening()
    floor: Floor = Floor()
    memory: Memory = Memory()
    models: ModelSettings = ModelSettings()
    limits: Limits = Limits()
    pace: Annotated[Pace, BeforeValidator(_of_kind)] = Pace()
    medium: Annotated[
        Annotated[Units | Chat, Field(discriminator="kind")] | None, BeforeValidator(_medium)
    ] = None
    """How turns are said: unit by unit (units), as messages that several may write at once (chat),
    or left out, one whole turn at a time (speech)."""
    repair: Annotated[Repair | None, BeforeValidator(_switched)] = None
    """Screen what is about to be said for repetition, contradiction, invention and answers that do
    not answer, and have it said again where a diagnosis finds a fault (SDR, section 2). A person's
    words are never repaired."""
    ways: Annotated[dict[str, Any], AfterValidator(own_settings)] = Field(
        default_factory=dict, json_schema_extra=schema_of_ways
    )
    """Settings of ways of taking turns of your own, by name (docs/extending.md)."""

    @model_validator(mode="before")
    @classmethod
    def _in_groups(cls, given: Any) -> Any:
        return nested(given) if isinstance(given, Mapping) else given

    @model_validator(mode="after")
    def _together(self) -> Settings:
        if wrong := at_odds(self):
            raise ValueError(wrong)
        return self


GROUPS: Mapping[str, type[Group]] = {
    "evening": Evening,
    "floor": Floor,
    "memory": Memory,
    "models": ModelSettings,
    "limits": Limits,
    "pace": Pace,
    "medium": Units,
    "repair": Repair,
}
"""The groups of a run, by their field."""
FIELDS: Mapping[str, FieldInfo] = {
    **Settings.model_fields,
    **{f"{at}.{name}": one for at, by in GROUPS.items() for name, one in by.model_fields.items()},
}
"""The fields of a run, and those of its groups, by their dotted name."""


_OF_A_GROUP = (Mapping, str, bool, BaseModel)
"""What can be read as a group; anything else is left for pydantic to refuse."""


def nested(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a run as its groups hold them; they may be named with a dot."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        group, dot, field = name.partition(".")
        found = merged(found, {group: {field: value} if dot else value})
    return found


def merged(fields: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a run with some changed; a group keeps those that are not named.

    Another medium keeps nothing of the one before.
    """
    found = dict(fields)
    for name, value in changes.items():
        if name not in GROUPS or value is False or not isinstance(value, _OF_A_GROUP):
            found[name] = value
            continue
        before, now = _fields_in(found.get(name)), _fields_in(value)
        another = name == "medium" and now.get("kind") not in (None, before.get("kind", "units"))
        found[name] = now if another else {**before, **now}
    return found


def _fields_in(group: Any) -> dict[str, Any]:
    if isinstance(group, BaseModel):
        return group.model_dump()
    if isinstance(group, str):
        return {"kind": group}
    return dict(group) if isinstance(group, Mapping) else {}


def dotted(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of a run by their dotted names."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        inner = _fields_in(value) if name in GROUPS and value else {}
        found |= {f"{name}.{field}": one for field, one in inner.items()} or {name: value}
    return found


_LEFT_OUT = Settings().model_dump()


def field_in(context: Mapping[str, Any], name: str) -> Any:
    """Return a field of a run that was written down as JSON, by its dotted name.

    It is None in a group that is switched off.
    """
    return dotted(merged(_LEFT_OUT, nested(context))).get(name)


def nearest(name: str, known: Collection[str]) -> str:
    """Return which of the known fields was probably meant by a name; "" for none."""
    within = [one for one in known if one.rpartition(".")[2] == name.rpartition(".")[2]]
    close = difflib.get_close_matches(name, known, n=1)
    partly = [one for one in known if one.rpartition(".")[2] in name.split("_")]
    return next(iter([*within, *close, *partly]), "")

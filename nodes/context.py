"""How a game is run: everything that is a choice of the run and not part of the game's state."""

from __future__ import annotations

from typing import Literal

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field, model_validator

from mmagents.analysts.open import open_analyst
from mmagents.analysts.repair.checks import Checks, Sources, open_checks
from mmagents.floor import conditions
from mmagents.floor.conditions import Condition
from mmagents.interfaces import own_code
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.persona import Habits
from mmagents.interfaces.player import Player
from mmagents.interfaces.talk import Manner
from mmagents.models.choice import Models
from mmagents.models.speaking import Asking, Information, Speaking
from mmagents.nodes.combining import at_odds
from mmagents.nodes.fields import (
    LAYERS,
    Ablation,
    Backchannels,
    Chance,
    ConditionName,
    LanguageCode,
    Lengths,
    MemoryLayer,
    ModelsByTask,
    Options,
    Pace,
    Recall,
    Recognition,
    Slips,
    Window,
    who_speaks_next,
)
from mmagents.nodes.spending import NOTHING, Price
from mmagents.players.improv.slips import with_slips
from mmagents.players.open import models_in, open_player
from mmagents.prompts.sets import SWITCHES, SetName, Wording, wording_of


class Context(BaseModel):
    """The run's parameters. Every field has a default, so that none need be given.

    To seat players of your own, subclass this and override :meth:`player` or :meth:`analyst`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    condition: ConditionName = Field(default=conditions.DEFAULT, json_schema_extra=who_speaks_next)
    detective: str | None = None
    """Under interrogation: the seat that asks; left out, a detective from outside, who has a seat
    of its own and knows nothing."""
    talkativeness: dict[str, Chance] = Field(default_factory=dict)
    """Under mention: by seat, how readily it speaks unasked, 0-1; 0.5 if left out."""
    threshold: int = Field(default=0, ge=0, le=9)
    """A wish to speak of less importance than this, as stated, counts as listening."""
    calibrate: bool = False
    """Rank each importance among the seat's own last 50 before seats are compared, so that a seat
    that always says 9 gains nothing (floor/bids.py has the formula)."""
    memories: tuple[MemoryLayer, ...] = LAYERS
    """The memories that seats have (MMAgents, section 3.1.2). Without history they hear the last
    turn alone; without thoughts they have no plans but this turn's; without long-term nothing is
    recalled, nor kept. Improv players consult neither thoughts nor long-term memory and keep a
    notebook: offline only history changes what is said."""
    turns: int = Field(default=30, ge=1, le=100_000)
    """Turns of the discussion."""
    evening: Literal["discussion", "whole"] = "discussion"
    """discussion: the talk alone, as long as `turns` says. whole: all phases of the story."""
    lengths: Lengths = Field(default_factory=dict)
    """Turns of a phase in a whole evening, by its kind (discussion, private_chat,
    confidential_meeting), instead of the story's."""
    protocol: Literal["hybrid", "agentgroupchat"] = "hybrid"
    """Of a whole evening. hybrid: the phases of the story, on the floor of `condition`.
    agentgroupchat: the stages of AgentGroupChat, section 3.3, in which nobody bids and `condition`
    decides nothing (nodes/evening/stages.py)."""
    rounds: int | None = Field(default=None, ge=1, le=100)
    """How many rounds of a story that is played in rounds; left out, its own."""
    language: LanguageCode | None = None
    """Language of the talk (en, ja, de …); left out, the story's first. Improv and the rules know
    English and Japanese alone; others need models, and prompt files."""
    k: int = Field(default=5, ge=1, le=50)
    """Turns of History and of own thoughts a seat sees."""
    window: Window | None = None
    """How prompts show these: always the last k (sliding), or a list that grows and begins anew, so
    that a server can keep what it has read (growing); left out, growing with the prompt set
    anchored, sliding with paper (docs/howto/prompts.md)."""
    l: int = Field(default=5, ge=0, le=100)  # noqa: E741  # the paper's letter
    """Long-term memories recalled for each thought."""
    recall: Recall = "beyond-history"
    """What long-term memory gives a seat. beyond-history: what is no longer in its History, nearest
    to the last utterance and its own latest thought; mere questions are not remembered. all: what
    is nearest to the last utterance (MMAgents, equation 4), as in games saved before this field."""
    seats: dict[str, str] = Field(default_factory=dict)
    """Who plays, by seat: improv (rule-based), human (a person, who is asked by interrupts; needs a
    checkpointer), scripted:FILE (lines written down), python:MODULE:NAME (code of your own, which a
    server has to allow), or a model as provider:model. Seats left out are played by the models
    below, or by improv where none is named."""
    read_by: str | None = None
    """Who reads what was said, instead of the rules or models: python:MODULE:NAME, or the name of
    an installed analyst."""
    recognition: Recognition = "analyst"
    """How the facts of the story are recognised in what is said. analyst: by the model that
    normalises, in the same call and checked by rule; where none does, by rules. rules: by rules
    even so. keys: by the story's own words alone, as in games of versions before this field."""
    manner: Manner = "conversation"
    """How people talk: conversation (two stay with a matter, most turns are short) or panel (each
    turn a point and a question, by name), by improv and by models (docs/howto/manner.md)."""
    persona: Literal["plain", "strategist"] = "plain"
    """strategist: seats on models and improv are Verbal Strategists (AgentGroupChat, section 4)."""
    without: tuple[Ablation, ...] = ()
    """Ablations (AgentGroupChat, table 5). Of strategists: planning, thinking, reflection, memory.
    Of a whole evening, whoever plays: private, confidential or group talk."""
    hostile_to: str | None = None
    """Alignment test: all other strategists are told to turn against this seat."""
    model: str | None = None
    """The model for every task, as provider:model (openai:gpt-4o-mini). Left out, the seats play
    improv and the rules read what was said: no key, no internet."""
    strong: str | None = None
    """The model that speaks and detects, instead of `model`."""
    cheap: str | None = None
    """The model that thinks and normalises, instead of `model`."""
    models: ModelsByTask = Field(default_factory=dict)
    """A model for one task, by task: think, draft, consider, moderate, speak, choose, summarise,
    reflect, guess, perceive, normalise, normalise_turns, detect; with repair also triplets, entail,
    rate, agree, diagnose, repair. `rules` for normalise, detect, moderate, or what screens and
    diagnoses, leaves that to the rules."""
    base_url: str | None = None
    """Address of a server of the OpenAI protocol (http://127.0.0.1:8000/v1)."""
    timeout: float = Field(default=60.0, gt=0)
    """Seconds to wait for one request."""
    attempts: int = Field(default=4, ge=1, le=20)
    """Requests for one answer, the first included."""
    prompts: str | None = None
    """A folder whose prompt files go before the shipped ones."""
    prompt_set: SetName = "anchored"
    """How models are told what to do: anchored (the project's own way) or paper (as MMAgents
    describes it). They differ in the next four fields, each of which can be set alone; left out,
    it is as the set has it."""
    anchors: bool | None = None
    """Tell models what each importance stands for, the number of turns, and their own past bids
    (anchored: yes)."""
    licence: bool | None = None
    """Tell whoever owes a second pair part that it may refuse or evade (anchored: yes)."""
    open_list: bool | None = None
    """List for models what is open, and tell them who owes what before the floor is given
    (anchored: yes). Otherwise the speaker alone is told what is due."""
    own_words: bool | None = None
    """Keep among a seat's thoughts what it said, in place of what it thought in that turn
    (paper: yes)."""
    patience: float | None = Field(default=None, gt=0)
    """Seconds after which the terminal or the page passes for a person who has not answered. Left
    out, they wait. Whoever answers interrupts keeps their own time."""
    embeddings: str = "lexical"
    """What long-term memory is searched by: lexical (no download) or provider:model (LangChain)."""
    memory_path: str | None = None
    """Folder for long-term memory, or a Chroma server as http://HOST:PORT#THREAD. Left out: under
    a server .mmagents/memory, by thread; otherwise it lives and dies with the call."""
    story_file: str | None = None
    """Read the story from this file, whatever the state names."""
    options: Options = Field(default_factory=dict)
    """Passed to every model's client: temperature, max_tokens …"""
    pace: Pace = "paper"
    """What a turn takes. paper: all think, one speaks, two readings. lean: a seat thinks anew only
    where something could move its bid, and rules read where they are sure. draft: seats on models
    think and find their words in one answer (docs/howto/paces.md)."""
    medium: Literal["speech", "chat"] = "speech"
    """speech: one speaks at a time. chat: several may write at once (docs/howto/chat.md)."""
    units: bool = False
    """Say turns unit by unit, so that they can be cut at the end of each (docs/howto/units.md)."""
    listen: Literal["rules", "model"] = "rules"
    """With units, models come in on what they stated (rules) or as they answer there (model)."""
    come_in: bool = False
    """With units, ask people where somebody else's turn could end whether they come in there. The
    terminal and the page do, and go on by themselves (docs/howto/units.md)."""
    backchannels: Backchannels = "own"
    """With units, who says "mm" or "what?" without taking the floor: nobody (none), seats whose
    player does so itself (own: improv), or by its rules seats on models too (all)."""
    overlap: bool = False
    """Think about the next turn while the last is still being read: two waits a turn instead of
    three. Seats then think without knowing yet what the last turn put to whom, and without memories
    of it; whoever gets the floor speaks with both."""
    repair: bool = False
    """Screen what is about to be said for repetition, contradiction, invention and answers that do
    not answer, and have it said anew where a diagnosis finds a fault (SDR, section 2). A person's
    words are never repaired."""
    repair_rounds: int = Field(default=2, ge=0, le=5)
    """How often a turn may be said anew; 0 screens and diagnoses alone."""
    likeness: Literal["calibrated", "as written"] = "calibrated"
    """With repair and lexical embeddings: SDR's thresholds, linked to spelling or as they are."""
    nli: str = "auto"
    """With repair, what compares what is about to be said with what was said and with the sheet:
    rules, llm (a model is asked), transformers:MODEL (a model trained for inference, on this
    machine), or auto (a model where one is named for anything, else the rules)."""
    evidence: Sources = "heard"
    """With repair, what a model compares with: all that the speaker heard, a model picking the
    evidence (heard), or its own words, evidence by score (own)."""
    asking: Asking = "lot"
    """With repair, how models are asked for other words: in persona, as a task, or by lot (SDR,
    section 2.4)."""
    merge: bool = False
    """With repair, have a model put comments together as suggestions (SDR, section 2.3)."""
    best_of: int = Field(default=1, ge=1, le=10)
    """Lines that a model writes for each turn, of which it picks one (SDR's baseline: 3)."""
    leave_out: tuple[Information, ...] = ()
    """What models are not told when they speak and repair (SDR, table 3)."""
    err: Slips = Field(default_factory=dict)
    """A testing aid: how often improv players err, 0-1, by repeat, contradict, invent, dodge."""
    cache: str | None = None
    """A file in which models' answers are kept: the same game again makes no call."""
    tolerate: bool = False
    """Play on where models give nothing usable; otherwise that ends the game in order."""
    max_calls: int | None = Field(default=None, ge=1)
    """End the game after the turn that reaches these requests."""
    max_tokens: int | None = Field(default=None, ge=1)
    """End the game after the turn that reaches these tokens."""
    max_seconds: float | None = Field(default=None, gt=0)
    """End the game after so many seconds of waiting for models."""
    max_money: float | None = Field(default=None, gt=0)
    """End the game after the turn that reaches this cost."""
    prices: dict[str, Price] = Field(default_factory=dict)
    """What models cost for a million tokens: {"openai:m": {"input": 0.15, "output": 0.6}}."""

    @model_validator(mode="after")
    def _together(self) -> Context:
        if wrong := at_odds(dict(self)):
            raise ValueError(wrong)
        return self

    def floor(self) -> Condition:
        """Return who speaks next, as far as no phase has an order of its own."""
        if self.protocol == "agentgroupchat":
            return conditions.STAGES
        return conditions.condition_of(self.condition)

    def interrogates(self) -> bool:
        """Tell whether one asks all the others alone, instead of the evening of the story."""
        return self.floor().interrogates

    def choice_of_models(self) -> Models:
        """Return which model does what."""
        speaking = Speaking(self.best_of, self.leave_out, self.asking, self.merge)
        return Models(
            self.model, self.strong, self.cheap, self.models, self.base_url, self.timeout,
            self.attempts, self.prompts, self.options, self.cache, self.wording(), speaking,
        )  # fmt: skip

    def wording(self) -> Wording:
        """Return how models are told what to do: the set of prompts, and what is changed in it."""
        switches = {one: getattr(self, one) for one in SWITCHES}
        talks, units = self.manner == "conversation", self.units and self.floor().bids_count
        return wording_of(self.prompt_set, switches, conversation=talks, units=units)

    def limits(self) -> dict[str, float | None]:
        """Return what the game may spend, by the fields of :class:`Spent`."""
        return {name: getattr(self, f"max_{name}") for name in NOTHING}

    def player(self, seat: str) -> Player:
        """Return whoever sits in `seat`."""
        against = None if self.hostile_to == seat else self.hostile_to
        habits = Habits(frozenset(self.without), against, self.protocol == "agentgroupchat")
        models, spec = self.choice_of_models(), self.seats.get(seat)
        player = open_player(spec, models, habits, strategist=self.persona == "strategist")
        return with_slips(player, self.err) if self.err else player

    def analyst(self) -> Analyst:
        """Return whoever reads what was said."""
        return open_analyst(self.choice_of_models(), self.read_by, sparing=self.pace != "paper")

    def allow(self) -> None:
        """Let all code that it names be imported from now on, from a saved game's file as well."""
        own_code.allow(self.code_named())

    def code_named(self) -> list[str]:
        """Return all code of the user's own that it names, as MODULE:NAME, each once."""
        players = own_code.named(self.seats.values(), "player")
        return [*dict.fromkeys([*players, *own_code.named([self.read_by], "analyst")])]

    def check_allowed(self) -> None:
        """Make sure that all code it names was allowed when the program was started.

        Raises:
            MMAgentsError: if some was not; nothing is imported.
        """
        own_code.check_allowed(self.seats.values(), "player")
        own_code.check_allowed([self.read_by], "analyst")

    def checks(self) -> Checks:
        """Return what screens and diagnoses a candidate."""
        seated = models_in(self.seats)
        return open_checks(self.choice_of_models(), self.nli, self.evidence, seated)

    @classmethod
    def of(cls, runtime: Runtime[Context]) -> Context:
        """Return the context of a run; all defaults where none was given."""
        return runtime.context or cls()

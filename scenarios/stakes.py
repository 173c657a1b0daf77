"""What a story without a culprit is about: sides, things to be had, and the question voted on.

The terms are those of AgentGroupChat, sections 3.1, 3.2 and 5.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from mmagents.scenarios.texts import Id, Strict, Text

Kind = Literal["mystery", "inheritance", "debate", "discourse", "casting", "talk"]
"""What kind of story it is. Only a mystery has an incident and a solution; the others a verdict.
A talk is no story, and its file has a form of its own (see :mod:`mmagents.scenarios.talk`)."""


class Camp(Strict):
    """A side one may stand on. Public, as is who stands on it."""

    id: Id
    """Id, unique in the story."""
    name: Text
    """How people speak of it: the heirs, the defence."""
    aim: Text
    """What it wants, in a sentence anybody may read."""
    binding: bool = False
    """Whether those in it may never leave it: a judge's bench, the accused."""
    open: bool = True
    """Whether others may come over to it."""


class Resource(Strict):
    """Something to be had, to be argued with, or both (AgentGroupChat, section 3.2)."""

    id: Id
    """Id, unique in the story."""
    name: Text
    """How people speak of it: the printing works."""
    owner: Id | None = None
    """The person who has it at the beginning; nobody, if left out."""
    impact: int = Field(default=0, ge=0, le=100)
    """What standing it gives to its owner, on top of their influence."""
    topic: Id
    """The topic it belongs to."""
    description: Text
    """What it is, for whoever may know of it."""
    movable: bool = False
    """Whether its owner may hand it to somebody else while the story runs."""
    public: bool = True
    """Whether all know that it is there and whose it is. Of any other only its owner knows, and a
    change of hands is seen by the two alone."""


class Answer(Strict):
    """Something one may vote for that is neither a person nor a camp nor a resource."""

    id: Id
    """Id, unique among the answers."""
    name: Text
    """The answer as people say it: sell it."""


class Ballot(Strict):
    """The question that the table votes on, and who may vote (AgentGroupChat, section 3.3)."""

    question: Text
    """What is put to the vote: Who is to run the works?"""
    options: Literal["people", "camps", "resources", "answers"]
    """What one votes for."""
    answers: list[Answer] = Field(default_factory=list)
    """The answers to choose from, where one votes for answers."""
    among: list[Id] = Field(default_factory=list)
    """The only ones that may be voted for; left out, all principals, all camps, all resources."""
    votes: Literal["principals", "all", "judges"] = "principals"
    """Who votes: every principal, every seat, or the `judges` alone."""
    judges: list[Id] = Field(default_factory=list)
    """The seats that vote where only judges do."""
    for_oneself: bool = False
    """Whether one may vote for oneself."""
    prize: Id | None = None
    """A resource that passes to the person voted for."""

    @model_validator(mode="after")
    def _judges_where_they_vote(self) -> Ballot:
        if (self.votes == "judges") != bool(self.judges):
            raise ValueError("votes: judges and a list of judges need one another")
        if (self.options == "answers") != bool(self.answers):
            raise ValueError("options: answers and a list of answers need one another")
        return self


class Ending(Strict):
    """What is read aloud where the vote fell on one option."""

    option: Id | None = None
    """The option; left out, what is read where the vote fell on none, or on any that has no words
    of its own."""
    text: Text
    """The words."""

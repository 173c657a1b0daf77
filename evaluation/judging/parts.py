"""What a verdict is made of, and verdicts on words alone: a summary, and how probable words are."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

LONGEST_SUMMARY = 1_200
"""Characters of a summary that are kept."""


class Part(BaseModel):
    """Part of a verdict."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Summary(Part):
    """What a conversation was about (SDR, appendix C.2, takes Distinct-N over summaries)."""

    summary: str = Field(min_length=1, max_length=LONGEST_SUMMARY)


class Fluency(Part):
    """How probable a model finds the words of a turn (SDR, section 3.2).

    `logprob` is the sum of the natural logarithms of the probabilities of `tokens` tokens, each
    after those before it in the turn; the first has none.
    """

    tokens: int = Field(ge=0)
    logprob: float = Field(le=0)

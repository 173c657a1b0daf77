"""Minds of the loopback server that say long turns, and come into others' at a place known before.

Every turn of the story `mini` is the same three sentences: nothing, a fact (`paint-lid`) that only
Kit was given, and nothing. What a seat states, the test says.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request
from tests.servers.prompt_data import language_of, seat_of, task_of

TURN = {
    "en": "I set out the cups. There was wet blue paint under the lid. The cups were still wet.",
    "ja": "わしはカップを並べた。蓋の裏に濡れた青い絵の具がついていた。カップはまだ濡れていた。",
}
TOLD = {
    "en": "I set out the cups. There was wet blue paint under the lid.",
    "ja": "わしはカップを並べた。蓋の裏に濡れた青い絵の具がついていた。",
}
"""The turn as far as its second unit, which tells the fact."""
FACT = {
    "en": "There was blue paint under the lid of the tin.",
    "ja": "缶の蓋の裏に青い絵の具がついていた。",
}
"""What a seat states that waits for that fact."""


@dataclass
class Interrupters:
    """A mind in which everybody would speak, and some come in.

    Attributes:
        stated: by seat, what it states while it thinks.
        bids: by seat, its importance; 5 for others.
        says: by language, what everybody says.
    """

    stated: Mapping[str, Sequence[str]] = field(default_factory=dict)
    bids: Mapping[str, int] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=lambda: TURN)

    def __call__(self, request: Request, number: int) -> Answer:
        if "x-mmagents-task" not in request.headers:
            return faithful(request, number)
        task, seat = task_of(request), seat_of(request)
        words = self.says[language_of(request)]
        thought = {"thought": "Well.", "action": "speak", "importance": self.bids.get(seat, 5)}
        thought |= {"come_in": list(self.stated.get(seat, ()))}
        silent = {"first_pair_part": "none", "addressees": [], "answers": 0}
        found = {
            "think": thought,
            "draft": thought | {"words": words, **silent, "second_pair_part": "none"},
            "speak": words,
        }.get(task)
        if found is None:
            return faithful(request, number)
        return Answer(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))

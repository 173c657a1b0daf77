"""A player and an analyst of one model on a server on loopback."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mmagents.analysts.llm.analyst import LLMAnalyst
from mmagents.interfaces.analyst import Said
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.players.llm.drafting import DraftingPlayer
from mmagents.prompts.render import Prompts
from tests.prompts.samples import utterance, view
from tests.servers.openai_server import Answer, Mind, Server, serving


class Seated:
    """A player and an analyst of one model, and the server it runs on."""

    def __init__(self, server: Server, slot: Slot) -> None:
        self.server = server
        self.player = DraftingPlayer(think=slot, speak=slot, prompts=Prompts())
        self.analyst = LLMAnalyst(normalise=slot, detect=slot, prompts=Prompts())


@contextmanager
def seated(mind: Mind, **serves: Any) -> Iterator[Seated]:
    patience = Patience(timeout=5, attempts=3, first=0.01, longest=0.3)
    with serving(mind, **serves) as server:
        yield Seated(server, Slot.of("openai:any", base_url=server.url, patience=patience))


def saying(*answers: Answer | str) -> Mind:
    """Return a mind that gives these answers in turn; running out of them is an error."""

    def mind(request: dict[str, Any], number: int) -> Answer:
        answer = answers[number - 1]
        return answer if isinstance(answer, Answer) else Answer(answer)

    return mind


THOUGHT = '{"thought": "Ask.", "action": "speak", "importance": 6}'
"""An answer to think that can be used as it is."""

TASKS: dict[str, Callable[[Seated], Any]] = {
    "think": lambda table: table.player.think(view("en")),
    "draft": lambda table: table.player.draft(view("en")),
    "speak": lambda table: table.player.speak(view("en")),
    "normalise": lambda table: table.analyst.normalize(utterance("en")),
    "normalise_turns": lambda table: table.analyst.recognize_turns([Said(3, utterance("en"))], ()),
    "detect": lambda table: table.analyst.detect(utterance("en")),
}
"""By task: how to ask for it."""

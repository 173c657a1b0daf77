"""How servers that speak the OpenAI protocol differ: the forms they know, and how they refuse.

Each dialect has the status and body of its server's own errors. They stand in `dialects.yaml` with
the place they were read in. A mind speaks through it: what the server takes is answered in form,
the rest as models answer when a prompt alone asks for JSON.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mmagents.models.client.ladder import Way
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request
from tests.tables import beside


@dataclass(frozen=True)
class Dialect:
    """A server: how it refuses, what it keeps to, and how its models answer without a form."""

    refuses: dict[Way, dict[str, Any]]
    keeps: tuple[Way, ...]
    says: str
    arrays: bool = False
    """Whether it refuses only schemas with an array."""

    def refusal(self, request: Request, way: Way) -> Answer | None:
        if way not in self.refuses:
            return None
        takes = self.arrays and '"array"' not in json.dumps(request["response_format"])
        return None if takes else Answer(**self.refuses[way])


def way_of(request: Request) -> Way:
    """Return how a request asks for the form of its answer."""
    form = request.get("response_format")
    if form is None:
        return "tool" if "tools" in request else "none"
    if form["type"] == "json_object":
        return "json_object with schema" if "schema" in form else "json_object"
    return "json_schema"


def speaking(dialect: Dialect, mind: Mind = faithful) -> Mind:
    """Return a mind behind a server of a dialect."""

    def behind(request: Request, number: int) -> Answer:
        way = way_of(request)
        refusal = dialect.refusal(request, way)
        if refusal is not None:
            return refusal
        good = mind(request, number)
        if not (good.text or "").startswith("{"):
            return good
        if way not in dialect.keeps:
            return Answer(SAYS[dialect.says](good.text or ""))
        return Answer(None, calls=good.text, finish="tool_calls") if way == "tool" else good

    return behind


def with_preamble(answer: str) -> str:
    return f"Sure! Here is my answer:\n{answer}\nLet me know if you need more."


def in_fence(answer: str) -> str:
    return f"Of course.\n```json\n{json.dumps(json.loads(answer), indent=2)}\n```"


def with_thoughts(answer: str) -> str:
    return f"<think>\nThey want {{JSON}}. [Let me see.]\n</think>\n\n{answer}"


def in_prose(answer: str) -> str:
    """Write an answer as lines of Markdown, as small models do."""
    said = json.loads(answer)
    lines = [
        f"**{name.replace('_', ' ').title()}:** {_in_words(value)}" for name, value in said.items()
    ]
    return "\n".join(["Here is what I make of it.", "", *lines])


def _in_words(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


SAYS: dict[str, Callable[[str], str]] = {
    "preamble": with_preamble, "fence": in_fence, "thoughts": with_thoughts, "prose": in_prose,
}  # fmt: skip
DIALECTS = {name: Dialect(**given) for name, given in beside(__file__)["dialects"].items()}

"""Games with repair by models on the loopback server, and what its models were told."""

import json
from pathlib import Path

from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.prompts.render import Prompts
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, serving
from tests.servers.prompt_data import Told

TASK_HEADER = "x-mmagents-task"
START = {"scenario": "mini", "seed": 3}
CLAIM = "Kit hid the money under the school stage on Friday, and nobody saw him do it."
PLAIN = "What a wet afternoon this has become for all of us here."
THOUGHT = '{"thought": "Speak.", "action": "speak", "importance": 6}'
FAULT = {"severity": 9, "taken_for": "fault", "comment": "Too much.", "suggestion": "Say less."}
LIE = {"severity": 3, "taken_for": "lie", "comment": "Its sheet asks for it.", "suggestion": ""}


class Table:
    """A mind that answers by task; what it is not told about it answers faithfully."""

    def __init__(self, **answers) -> None:
        self.answers = {"think": THOUGHT, "speak": PLAIN} | answers
        self.asked = []

    def __call__(self, request, number):
        task, told = request.headers.get(TASK_HEADER, "speak"), Told(request)
        self.asked.append((task, told))
        given = self.answers.get(task)
        if callable(given):
            given = given(told, sum(one == task for one, _ in self.asked))
        if given is None:
            return faithful(request, number)
        return Answer(given if isinstance(given, str) else json.dumps(given))

    def told(self, task):
        """Return what it was told in each request for a task."""
        return [told for one, told in self.asked if one == task]

    def of(self, task):
        """Return the texts of all requests for a task."""
        return [told.text for told in self.told(task)]


def play(mind, turns=1, **context):
    """Play with models; contradictions are found by rule unless `nli` says otherwise."""
    with serving(mind) as server:
        fields = {"model": "openai:any", "nli": "rules", **context}
        run = Context(
            base_url=server.url, turns=turns, repair=True, attempts=2, timeout=2, **fields
        )
        return graph.invoke(START, {"recursion_limit": 400}, context=run)["history"]


def repair_of(row):
    return row["ledger"]["repair"]


def way_of(text):
    """Return by which shipped prompt other words were asked for, by the lines it has alone."""
    ways = ("repair_persona", "repair_task")
    files = [set(Path(Prompts().path(one, "en")).read_text("utf-8").splitlines()) for one in ways]
    own = [files[0] - files[1], files[1] - files[0]]
    [way] = [name for name, lines in zip(ways, own, strict=True) if lines & set(text.splitlines())]
    return way.removeprefix("repair_")

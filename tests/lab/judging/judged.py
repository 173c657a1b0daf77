"""An experiment judged by models on the loopback server."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mmagents.lab.experiments.experiment import Experiment, open_experiment
from mmagents.lab.judging.judge import Judged, judge, verdicts_of
from mmagents.lab.judging.judges import TASK_OF, Asked, open_judges, plan
from mmagents.lab.judging.verdicts import BY_MODELS
from mmagents.models.client.transport import Patience
from mmagents.prompts.render import Prompts
from tests.servers.openai_server import Mind, Server, serving

NOT_READ = shutil.ignore_patterns("memory", "*.sqlite*", ".lock", ".owner")
PATIENCE = Patience(timeout=20, attempts=2, first=0.01, longest=0.05)
TWO = ("openai:one", "openai:two")
QUESTIONS = 4 * (1 + 2 * (1 + 4) + 2 * 4 + 1)
"""Of one judge: four conversations of four turns; turns are scored and checked."""


def wanted(
    experiment: Experiment, server: Server, judges: Sequence[str] = TWO, **how: Any
) -> list[Asked]:
    return plan(
        experiment.read(),
        open_judges(judges, server.url, PATIENCE),
        how.get("kinds", tuple(TASK_OF)),
        how.get("prompts", Prompts()),
        verdicts_of(experiment),
    )


def judged(folder: Path, mind: Mind, judges: Sequence[str] = TWO, **how: Any) -> Judged:
    experiment = open_experiment(folder)
    with serving(mind) as server:
        questions = wanted(experiment, server, judges, **how)
        return judge(experiment, questions, Prompts(), ended=how.get("ended", lambda judged: None))


def lines(folder: Path) -> list[str]:
    return sorted((folder / BY_MODELS).read_text("utf-8").splitlines())

"""What screens and diagnoses a candidate: by rule, or by a model where one is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mmagents.analysts.repair.contradiction import diagnose_contradiction, screen_contradiction
from mmagents.analysts.repair.hallucination import diagnose_hallucination, screen_hallucination
from mmagents.analysts.repair.nli_graph import NliGraph, stated
from mmagents.analysts.repair.obligation import diagnose_obligation, screen_obligation
from mmagents.analysts.repair.repetition import diagnose_repetition, screen_repetition
from mmagents.errors import MMAgentsError
from mmagents.interfaces.repair import About, Diagnose, Fault, Finding, Screen, Suspicion
from mmagents.models.choice import RULES, Check, Models, prompts_of
from mmagents.models.speaking import Compares

if TYPE_CHECKING:
    from mmagents.models.client.slot import Slot


@dataclass(frozen=True, slots=True)
class Checks:
    """The screens, and who diagnoses what they suspect.

    `repetition` screens first: what is nearly the same as something said before goes past all
    other screens and the diagnosis (SDR, section 2.1). `graph` screens for contradiction where a
    model does; otherwise one of `screens` does, by rule.
    """

    screens: tuple[Screen, ...]
    diagnose: Diagnose
    graph: NliGraph | None = None
    repetition: Screen = screen_repetition


_RULES: Mapping[Fault, Diagnose] = {
    "repetition": diagnose_repetition,
    "contradiction": diagnose_contradiction,
    "hallucination": diagnose_hallucination,
    "obligation": diagnose_obligation,
}


async def by_rule(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Diagnose by the rule for this kind of fault."""
    return await _RULES[suspicion.fault](candidate, suspicion, about)


def open_checks(models: Models, nli: Compares = "rules", seated: Sequence[str] = ()) -> Checks:
    """Return the screens and the diagnosis of a run.

    Args:
        models: which model does what.
        nli: what compares statements.
        seated: the models that sit at the table. Where none is named for reading and comparing,
            the one that detects does it, else the one that speaks, else the first of these.

    Raises:
        MMAgentsError: if a model is to compare, and none is named.
    """
    named = (models.spec("detect"), models.spec("speak"), *seated)
    otherwise = next((one for one in named if one and one != RULES), None)
    compares = None if nli == "rules" else _slot("entail", models, otherwise)
    if nli == "llm" and compares is None:
        raise MMAgentsError(
            "--nli llm asks a model, and none is named. Name one with --model, or for this task "
            "with --model-for entail=MODEL."
        )
    graph = _graph(compares, models, otherwise) if compares else None
    screens: tuple[Screen, ...] = (_hallucination(models), screen_obligation)
    if graph is None:
        screens = (screen_contradiction, *screens)
    return Checks(screens, _diagnosis(models), graph)


def _slot(task: Check, models: Models, otherwise: str | None = None) -> Slot | None:
    """Return the model for a task; None where the rules do it."""
    spec = models.spec(task) or otherwise
    return None if spec is None or spec == RULES else models.slot(spec)


def _graph(compares: Slot, models: Models, otherwise: str | None) -> NliGraph:
    """Return what screens for contradiction with models."""
    from mmagents.analysts.repair.llm.graph import extractor, inference, picker

    prompts = prompts_of(models)
    extracts = _slot("triplets", models, otherwise)
    picks = _slot("evidence", models, otherwise)
    extract = extractor(extracts, prompts) if extracts else stated
    pick = picker(picks, prompts) if picks else None
    return NliGraph(extract, inference(compares, prompts), pick)


def _hallucination(models: Models) -> Screen:
    slot = _slot("rate", models)
    if slot is None:
        return screen_hallucination
    from mmagents.analysts.repair.llm.checks import rating

    return rating(slot, prompts_of(models))


def _diagnosis(models: Models) -> Diagnose:
    diagnose, agree = _slot("diagnose", models), _slot("agree", models)
    if diagnose is None and agree is None:
        return by_rule
    from mmagents.analysts.repair.llm.checks import LLMDiagnosis

    return LLMDiagnosis(diagnose=diagnose, agree=agree, prompts=prompts_of(models), rules=by_rule)

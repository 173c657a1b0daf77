"""What screens and diagnoses a candidate: by rule, or by a model where one is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mmagents.analysts.repair.contradiction import diagnose_contradiction, screen_contradiction
from mmagents.analysts.repair.hallucination import diagnose_hallucination, screen_hallucination
from mmagents.analysts.repair.inference.nli import by_rules
from mmagents.analysts.repair.nli_graph import NliGraph, stated
from mmagents.analysts.repair.obligation import diagnose_obligation, screen_obligation
from mmagents.analysts.repair.repetition import diagnose_repetition, screen_repetition
from mmagents.interfaces.repair import About, Diagnose, Fault, Finding, Screen, Suspicion
from mmagents.models.choice import RULES, Check, Models, prompts_of
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.models.client.slot import Slot

TRANSFORMERS = "transformers:"
LLM = "llm"
AUTO = "auto"
"""What compares statements: a model where one is named for anything, else the rules."""
Sources = Literal["heard", "own"]
"""What a model compares a candidate with: all that its speaker heard, with evidence that a model
picks; or the speaker's own words, with evidence by score."""


@dataclass(frozen=True, slots=True)
class Checks:
    """The screens, in no order, and who diagnoses what they suspect.

    `graph` screens for contradiction where a model does; otherwise a screen by rule does.
    """

    screens: tuple[Screen, ...]
    diagnose: Diagnose
    graph: NliGraph | None = None


_RULES: Mapping[Fault, Diagnose] = {
    "repetition": diagnose_repetition,
    "contradiction": diagnose_contradiction,
    "hallucination": diagnose_hallucination,
    "obligation": diagnose_obligation,
}


async def by_rule(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Diagnose by the rule for this kind of fault."""
    return await _RULES[suspicion.fault](candidate, suspicion, about)


def check_nli(nli: str, models: Models, otherwise: str | None = None) -> None:
    """See that there is what `nli` names, without opening it.

    Raises:
        MMAgentsError: if there is not, with what to do.
    """
    if nli in (RULES, AUTO):
        return
    if nli == LLM:
        if _slot("entail", models, otherwise) is None:
            raise MMAgentsError(
                "--nli llm asks a model, and none is named. Name one with --model, or for this "
                "alone with --model-for entail=MODEL."
            )
        return
    if not nli.removeprefix(TRANSFORMERS) or not nli.startswith(TRANSFORMERS):
        raise MMAgentsError(
            "--nli takes auto, rules, llm, or transformers:MODEL (a name or a folder); it was "
            f"{nli!r}."
        )
    from importlib.util import find_spec

    missing = [name for name in ("transformers", "torch") if find_spec(name) is None]
    if missing:
        raise MMAgentsError(
            f"--nli {nli} needs {' and '.join(missing)}. Run: pip install 'mmagents[nli]'"
        )


def try_nli(nli: str) -> None:
    """Open what `nli` names where it is a model on this machine, so that a game can rely on it.

    Raises:
        MMAgentsError: if it cannot be read or tells no contradictions.
    """
    if nli.startswith(TRANSFORMERS):
        from mmagents.analysts.repair.inference.transformers import try_model

        try_model(nli.removeprefix(TRANSFORMERS))


def open_checks(
    models: Models, nli: str = RULES, sources: Sources = "heard", seated: Sequence[str] = ()
) -> Checks:
    """Return the screens and the diagnosis of a run.

    Args:
        models: which model does what.
        nli: what compares statements: auto, rules, llm, or transformers:MODEL.
        sources: what a candidate is compared with where a model does.
        seated: the models that sit at the table. Where none is named for reading and comparing,
            the one that detects does it, else the one that speaks, else the first of these.

    Raises:
        MMAgentsError: if there is nothing like `nli`.
    """
    named = (models.spec("detect"), models.spec("speak"), *seated)
    otherwise = next((one for one in named if one and one != RULES), None)
    check_nli(nli, models, otherwise)
    graph = _graph(models, nli, sources, otherwise)
    screens: tuple[Screen, ...] = (screen_repetition, _hallucination(models), screen_obligation)
    if graph is None:
        screens = (screens[0], screen_contradiction(by_rules), *screens[1:])
    return Checks(screens, _diagnosis(models, passages=sources == "heard"), graph)


def _slot(task: Check, models: Models, otherwise: str | None = None) -> Slot | None:
    """Return the model for a task; None where the rules do it."""
    spec = models.spec(task) or otherwise
    return None if spec is None or spec == RULES else models.slot(spec)


def _graph(models: Models, nli: str, sources: Sources, otherwise: str | None) -> NliGraph | None:
    """Return what screens for contradiction with models; None where the rules do."""
    compares = _slot("entail", models, otherwise)
    if nli == RULES or (nli == AUTO and compares is None):
        return None
    from mmagents.analysts.repair.llm.graph import extractor, inference, picker

    prompts, heard = prompts_of(models), sources == "heard"
    extracts = _slot("triplets", models, otherwise)
    picks = _slot("evidence", models, otherwise) if heard else None
    prompted = nli in (LLM, AUTO) and compares is not None
    if prompted and compares:
        infer = inference(compares, prompts)
    else:
        from mmagents.analysts.repair.inference.transformers import open_inference

        infer = open_inference(nli.removeprefix(TRANSFORMERS))
    extract = extractor(extracts, prompts) if extracts else stated
    pick = picker(picks, prompts) if picks else None
    return NliGraph(extract, infer, pick, heard, prompted)


def _hallucination(models: Models) -> Screen:
    slot = _slot("rate", models)
    if slot is None:
        return screen_hallucination
    from mmagents.analysts.repair.llm.checks import rating

    return rating(slot, prompts_of(models))


def _diagnosis(models: Models, *, passages: bool) -> Diagnose:
    diagnose, agree = _slot("diagnose", models), _slot("agree", models)
    if diagnose is None and agree is None:
        return by_rule
    from mmagents.analysts.repair.llm.checks import LLMDiagnosis

    return LLMDiagnosis(
        diagnose=diagnose, agree=agree, prompts=prompts_of(models), rules=by_rule,
        passages=passages,
    )  # fmt: skip

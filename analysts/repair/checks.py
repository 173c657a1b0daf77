"""What screens and diagnoses a candidate: by rule, or by a model where one is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mmagents.analysts.repair.contradiction import (
    by_model,
    diagnose_contradiction,
    screen_contradiction,
    stated,
)
from mmagents.analysts.repair.hallucination import diagnose_hallucination, screen_hallucination
from mmagents.analysts.repair.inference.nli import by_rules
from mmagents.analysts.repair.obligation import diagnose_obligation, screen_obligation
from mmagents.analysts.repair.repetition import diagnose_repetition, screen_repetition
from mmagents.interfaces.repair import About, Diagnose, Fault, Finding, Screen, Suspicion
from mmagents.models.choice import RULES, Check, Models, prompts_of
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.models.client.slot import Slot

TRANSFORMERS = "transformers:"
LLM = "llm"


@dataclass(frozen=True, slots=True)
class Checks:
    """The screens, in no order, and who diagnoses what they suspect."""

    screens: tuple[Screen, ...]
    diagnose: Diagnose


_RULES: Mapping[Fault, Diagnose] = {
    "repetition": diagnose_repetition,
    "contradiction": diagnose_contradiction,
    "hallucination": diagnose_hallucination,
    "obligation": diagnose_obligation,
}


async def by_rule(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Diagnose by the rule for this kind of fault."""
    return await _RULES[suspicion.fault](candidate, suspicion, about)


def check_nli(nli: str, models: Models) -> None:
    """See that there is what `nli` names, without opening it.

    Raises:
        MMAgentsError: if there is not, with what to do.
    """
    if nli == RULES:
        return
    if nli == LLM:
        if _slot("entail", models) is None:
            raise MMAgentsError(
                "--nli llm asks a model, and none is named. Name one with --model, or for this "
                "alone with --model-for entail=MODEL."
            )
        return
    if not nli.removeprefix(TRANSFORMERS) or not nli.startswith(TRANSFORMERS):
        raise MMAgentsError(
            f"--nli takes rules, llm, or transformers:MODEL (a name or a folder); it was {nli!r}."
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


def open_checks(models: Models, nli: str = RULES) -> Checks:
    """Return the screens and the diagnosis of a run.

    Raises:
        MMAgentsError: if there is nothing like `nli`.
    """
    check_nli(nli, models)
    by_words, by_claims = _contradiction(models, nli), _hallucination(models)
    screens = (screen_repetition, by_words, by_claims, screen_obligation)
    return Checks(screens, _diagnosis(models))


def _slot(task: Check, models: Models) -> Slot | None:
    """Return the model for a task; None where the rules do it."""
    spec = models.spec(task)
    return None if spec is None or spec == RULES else models.slot(spec)


def _contradiction(models: Models, nli: str) -> Screen:
    if nli == RULES:
        return screen_contradiction(by_rules)
    from mmagents.analysts.repair.llm.checks import extractor, inference

    extracts, compares = _slot("triplets", models), _slot("entail", models)
    prompts = prompts_of(models)
    extract = extractor(extracts, prompts) if extracts else stated
    if nli == LLM and compares:
        return by_model(extract, inference(compares, prompts))
    from mmagents.analysts.repair.inference.transformers import open_inference

    return by_model(extract, open_inference(nli.removeprefix(TRANSFORMERS)))


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

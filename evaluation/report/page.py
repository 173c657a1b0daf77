"""The page of a report: results laid into its template. Pure but for the template's file."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.experiments.summary import Played, is_model
from mmagents.evaluation.judging.fluency import MEASURES as PERPLEXITY
from mmagents.evaluation.judging.measures import SOURCES, truth_names
from mmagents.evaluation.measures import (
    agentgroupchat,
    alignment,
    floor,
    importance,
    pairs,
    persona,
    text,
    truth,
)
from mmagents.evaluation.measures.corpus import MEASURES as CORPUS
from mmagents.evaluation.measures.measure import Measure
from mmagents.evaluation.measures.provenance import readings_of
from mmagents.evaluation.report import talk_sheets
from mmagents.evaluation.report.examples import examples
from mmagents.evaluation.report.frames import anchor
from mmagents.evaluation.report.picture import Drawn
from mmagents.evaluation.report.published import HEADING
from mmagents.evaluation.report.readings.page import of_readings
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import OPTIONAL, SECTIONS, definitions, section_of
from mmagents.evaluation.report.sheets import (
    NONE,
    Sheet,
    Title,
    groups_sheet,
    measures_sheet,
    number,
    numbers,
    pairs_sheet,
    phrases,
    sheet,
)
from mmagents.evaluation.statistics.compare import phrase

if TYPE_CHECKING:
    from jinja2 import Template

INFORMATION = ("rubric_shared", "rubric_reasoned", "rubric_reachable", "solvable_at")
UNFOLDED = 9
"""Examples up to which all of them stand open on the page."""


def page(results: Results, played: Played, pictures: Mapping[str, Drawn]) -> str:
    """Return the whole page as HTML; all words of stories, turns and names are escaped."""
    names = list(results.comparisons)
    shown = examples(results)
    sections = {title: [one for one in names if section_of(one) == title] for title in SECTIONS}
    true = results.there([name for one in SOURCES for name in truth_names(one)])
    return template("report.html.j2").render(
        name=played.name,
        played=played,
        players={name for cell in played.cells for name in cell.players},
        simulated=[
            label
            for label, cell in zip(results.labels, played.cells, strict=True)
            if not any(map(is_model, cell.players))
        ],
        factors=results.varied,
        played_sheet=talk_sheets.played_sheet(results, played),
        figures=pictures,
        breakdown_groups=groups_sheet(
            results, "breakdown:turns", "Turns that break down, per 10 turns"
        ),
        breakdown_pairs=pairs_sheet(
            results, "breakdown:turns", "Pairs of groups: turns that break down"
        ),
        breakdown_phrase=phrase(results.comparisons["breakdown:turns"]),
        **of_readings(results),
        **_personas(results),
        kinds=talk_sheets.kinds_sheet(results),
        not_covered=talk_sheets.not_covered(),
        recognised=readings_of(results.conversations.values()),
        with_facts=results.with_facts,
        points=talk_sheets.rubric_sheet(results),
        information=measures_sheet(results, INFORMATION, "Information and reasoning"),
        information_phrases=phrases(results, INFORMATION),
        items=talk_sheets.items_sheet(results),
        floor=measures_sheet(results, tuple(floor.MEASURES), "Turns"),
        pairs=measures_sheet(results, tuple(pairs.MEASURES), "First pair parts"),
        importance=measures_sheet(results, tuple(importance.MEASURES), "Importance of bids"),
        words=measures_sheet(results, (*text.MEASURES, *PERPLEXITY), "Words"),
        truth=measures_sheet(results, (*truth.MEASURES, *true), "Consistency and factualness"),
        repair=measures_sheet(results, sections["Repair"], "Repair"),
        corpus=talk_sheets.corpus_sheet(results),
        examples=shown,
        unfolded=len(shown) <= UNFOLDED,
        every=[
            measures_sheet(results, of, title)
            for title, of in sections.items()
            if of or title not in OPTIONAL
        ],
        definitions=_definitions(names, results.tables["corpus"]),
        tested=sum(found.h is not None for found in results.comparisons.values()),
        paper=HEADING,
    )


def _personas(results: Results) -> dict[str, Any]:
    """Return what the template takes on personas and votes; empty lists without any."""
    named = (
        (alignment.NAMES, "Alignment: everybody else turns against one seat"),
        (persona.PERSONAS, "Beliefs and regards"),
        (persona.VOTING, "Votes, sides and hands"),
        (persona.COMPLIANCE, "Compliance"),
    )
    votes = results.tables["votes"]
    return {
        "personas": [
            measures_sheet(results, names, title)
            for names, title in ((results.there(names), title) for names, title in named)
            if names
        ],
        "voted": [talk_sheets.voted_sheet(votes)] if len(votes) else [],
        **_agentgroupchat(results),
    }


def _agentgroupchat(results: Results) -> dict[str, Any]:
    """Return tables 2, 3 and 5 of AgentGroupChat beside what was found; nothing without games."""
    found = agentgroupchat.removals(_entropy(results))
    played = any(one.ours is not None for one in found)
    sheets = [
        *([_alignment_sheet(results)] if results.there(alignment.NAMES) else []),
        *([_compliance_sheet(results)] if results.there(persona.COMPLIANCE) else []),
        *([_entropy_sheet(found)] if played else []),
    ]
    return {"agentgroupchat": sheets, "signs": agentgroupchat.in_words(found) if played else ""}


def _entropy(results: Results) -> dict[tuple[str, ...], agentgroupchat.Games]:
    """Return the 2-gram entropy of games of strategists by what they went without."""
    left_out: dict[str, tuple[str, ...]] = {}
    for id, group in zip(results.figures["id"], results.figures["group"], strict=True):
        context = results.conversations[id].context
        if context.get("persona") == "strategist":
            left_out[group] = tuple(context.get("without", ()))
    if len(set(left_out.values())) < len(left_out):
        return {}  # something else was varied as well, and none is the one to compare with
    compared = results.comparisons.get("bigram_entropy")
    groups = compared.groups if compared else ()
    return {
        left_out[one.name]: agentgroupchat.Games(one.mean, one.sd, one.n)
        for one in groups
        if one.name in left_out and one.mean is not None
    }


def _per_cent(share: float | None) -> str:
    return number(None if share is None else 100 * share, 0)


def _alignment_sheet(results: Results) -> Sheet:
    names = [one for one in alignment.NAMES if one in results.comparisons]
    ours = [
        [label, *(_per_cent(results.comparisons[name].groups[at].mean) for name in names)]
        for at, label in enumerate(results.labels)
    ]
    blank = [""] * (len(names) - 2)
    printed = [
        [
            f"{one.model}, in the paper",
            *(f"{number(m, 0)} ({low}–{high})" for m, low, high in (one.t1, one.t2)),
            *blank,
        ]
        for one in agentgroupchat.alignment()
    ]
    titles = ["T1, %", "T2, %", "T2 in the other reading, %"][: len(names)]
    caption = "Beside table 2 of AgentGroupChat: means; of the paper's, over five characters"
    return sheet(caption, ["against", *numbers(*titles)], [*ours, *printed])


def _compliance_sheet(results: Results) -> Sheet:
    printed = agentgroupchat.compliance()
    rows = []
    for check in agentgroupchat.TABLE_3:
        found = results.comparisons.get(f"comply:{check}")
        means = [one.mean for one in found.groups] if found else [None for _ in results.labels]
        paper = (number(of[check], 1) for of in printed.values())
        rows.append([persona.CHECKS[check][2], *map(_per_cent, means), *paper])
    columns = numbers(*(f"{label}, %" for label in results.labels), *(f"{m}, %" for m in printed))
    caption = "Beside table 3 of AgentGroupChat: compliance; the last columns are the paper's"
    titles: list[Title] = ["check", *columns]
    return sheet(caption, titles, rows)


def _entropy_sheet(found: list[agentgroupchat.Removal]) -> Sheet:
    signs = {True: "same", False: "differs", None: "unclear"}
    rows = [
        [
            one.part,
            f"+{one.paper:.3f}",
            f"{number(one.ours, 3)} ± {number(one.error, 3)}",
            NONE if one.ours is None else signs[one.agrees],
        ]
        for one in found
    ]
    caption = (
        "Beside table 5 of AgentGroupChat: what removing a part does to 2-gram entropy, "
        f"{agentgroupchat.whole_entropy()} in the paper"
    )
    columns: list[Title] = [
        "without",
        *numbers("in the paper", "here, bits ± standard error"),
        "sign",
    ]
    return sheet(caption, columns, rows)


def _definitions(names: list[str], corpus: Container[str]) -> list[dict[str, Any]]:
    better = {"more": "more is better", "less": "less is better", None: ""}
    whole = [one for name, one in CORPUS.items() if name in corpus]
    described: list[Measure[Any]] = [*definitions(names).values(), *whole]
    return [
        {
            "id": f"def-{anchor(measure.name)}",
            "name": measure.name,
            "label": measure.label,
            "unit": measure.unit,
            "better": better[measure.direction],
            "text": measure.description,
        }
        for measure in described
    ]


@cache
def template(name: str) -> Template:
    """Return one of the evaluation's templates; values are escaped, none may be missing."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("mmagents.evaluation", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(name)

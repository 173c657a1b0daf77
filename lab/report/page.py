"""The page of a report: parts with a title, what to bear in mind, figures, findings and tables."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from mmagents.lab.breakdowns.categories import KINDS
from mmagents.lab.breakdowns.structural import COVERED
from mmagents.lab.experiments.summary import Played, is_model
from mmagents.lab.judging.measures import OF
from mmagents.lab.measures.measure import Measure
from mmagents.lab.measures.provenance import readings_of
from mmagents.lab.measures.text import CORPUS
from mmagents.lab.report.examples import examples
from mmagents.lab.report.figures import Drawn
from mmagents.lab.report.results import Results
from mmagents.lab.report.rows import anchor
from mmagents.lab.report.sections import (
    BREAKDOWN,
    EACH_JUDGE,
    INFORMATION,
    MINDS,
    READ_BY,
    SECTIONS,
    TRUE_TO_ITSELF,
    TURNS,
    WORDING,
    definitions,
    section_of,
)
from mmagents.lab.report.sheets import (
    HEADING,
    Sheet,
    findings,
    measures_sheet,
    pairs_sheet,
    table_sheet,
)

if TYPE_CHECKING:
    from jinja2 import Template
    from pandas import DataFrame

KEY = frozenset({
    "breakdown:turns", "model:whole-breakdown-turns", "people:breakdown-turns", "rubric_shared",
    "rubric_reasoned", "rubric_reachable", "solvable_at", "people:utterance-points",
    "people:rubric-points",
    *(
        f"{source}:{of}{criterion}"
        for source in ("model", "people")
        for of in ("", "turn-")
        for criterion in ("coherence", "cooperativeness", "diversity")
    ),
})  # fmt: skip
"""Measures that are compared in a sentence and pair by pair; of the others the test is enough."""
UNFOLDED = 9
"""Examples up to which all of them stand open on the page."""
_NOT_COVERED = [kind.name["en"] for category, kind in KINDS.items() if category not in COVERED]
_ABOUT: Mapping[str, str] = {
    BREAKDOWN: "Found in the record by rules, without a model: who was asked, who took it up, "
    "which words came again, who kept the floor. A strategic evasion refuses openly, or keeps a "
    "secret. It is a move in the game and is counted apart. The figures are lower than those of a "
    f"model or a person. What the record cannot show: {len(_NOT_COVERED)} of the paper's eleven "
    f"categories ({', '.join(_NOT_COVERED)}).",
    READ_BY: "As in the paper, a model reads a conversation for breakdowns in one call, from "
    "the words only, under the conditions of figure 6 (section 4.2.1); people rate turns. Each "
    "rater's figure is worked out and their mean taken. The mean of several models is a figure of "
    "this project: the paper reports each by itself. A verdict that could not be read, also when "
    "it was asked for once more, is missing and counts as no score.",
    EACH_JUDGE: "What each model found by itself, as the paper reports its judges (section 5, "
    "figures S3 and S4).",
    TURNS: "Which rules give the floor is what the conditions differ in, so the tests of their "
    "shares prove nothing new; they check that a condition was played as it should be. In the "
    "paper (section 5) every importance printed lies between 7 and 9, where a bid decides little "
    "and the lot much. The last figure counts pairs that were answered, refused or evaded.",
    WORDING: "Distances are those of the lexical embedder: spelling, not meaning.",
    TRUE_TO_ITSELF: "Turn by turn, scored by the rules that screen and diagnose "
    "where an utterance may be repaired: they flatter conversations that they repaired. A lie for "
    "which the sheet gives a reason is no error.",
    "Repair": "What repair did, and what it cost, in the conversations that were played with it.",
    MINDS: "A voter is counted as brought to its vote by the seat that first told it the most that "
    "speaks for it, by the weights of the story's own facts; what it knew from the start persuades "
    "nobody.",
}
_NOBODY = (
    "Nobody has scored these conversations: coherence, cooperativeness and diversity are not "
    "known, and nothing here stands in for them."
)
_READ_FACTS = {
    "model": "by the model that normalised them, checked by rule",
    "rules": "by rules, whatever the words",
    "keys": "only by the story's own words",
}


class Part(NamedTuple):
    """A part of a page."""

    title: str
    about: Sequence[str] = ()
    figures: Sequence[Drawn] = ()
    findings: Sequence[tuple[str, str]] = ()
    sheets: Sequence[Sheet] = ()

    @property
    def id(self) -> str:
        """Its id on the page."""
        return anchor(self.title.lower().replace(" ", "-").replace(",", "").replace("'", ""))


def page(results: Results, played: Played, figures: Mapping[str, Drawn]) -> str:
    """Return the whole page as HTML; all words of stories, turns and names are escaped."""
    shown = examples(results)
    differ = f", which differ in {', '.join(results.varied)}" if results.varied else ""
    cells = len(played.cells)
    return template().render(
        title=f"{played.name}: report of an experiment",
        heading=played.name,
        lead=f"{len(played.conversations)} conversations in {cells} group{'s' * (cells != 1)}"
        f"{differ}.",
        warnings=list(_warnings(results, played)),
        parts=[_played(results, played), *_parts(results, figures)],
        examples=shown,
        unfolded=len(shown) <= UNFOLDED,
        definitions=_definitions(list(results.comparisons), results.tables["corpus"]),
    )


def _warnings(results: Results, played: Played) -> Iterator[tuple[str, str]]:
    """Yield what has to be known first: that no model, or none in some groups, took part."""
    simulated = [
        label
        for label, cell in zip(results.labels, played.cells, strict=True)
        if not any(map(is_model, cell.players))
    ]
    if not played.models:
        yield (
            "No model sat at the table.",
            "Every seat was played by rules or read from a script. This is a simulation of the "
            "rules of turn-taking: it shows what those rules do to conversations of this kind, and "
            "is no result about language models or about people.",
        )
    elif simulated:
        yield (
            f"No model sat at the table in: {', '.join(simulated)}.",
            "These groups are simulations with rule-based or scripted players; they say nothing "
            "about language models or people, and a difference to the other groups may be one of "
            "players.",
        )


def _played(results: Results, played: Played) -> Part:
    """Return what was played, and how it is compared."""
    import pandas as pd

    tested = sum(found.h is not None for found in results.comparisons.values())
    about = [
        f"The grid asks for conversations of {played.turns} turns. A conversation that failed or "
        "has not been played yet is missing from everything below.",
        *(f"Failed and not played since: {id}: {why}" for id, why in played.failures),
        "Groups are compared with the test of Kruskal and Wallis, then in pairs with Dunn's, "
        "corrected after Bonferroni for the pairs of one measure. Cliff's delta says how large a "
        "difference is, and intervals come from a bootstrap. "
        f"{tested} measures were tested; nothing is corrected for their number, so that by chance "
        "alone about one in twenty would fall below .05. Columns headed “"
        f"{HEADING}” give what was published; its figures cannot be pooled with these. An arrow "
        "says which way is better, where either is. A dash: not defined in any conversation, or "
        "not tested. All of it is in full precision in the CSV files beside this page.",
    ]
    if any("improv" in cell.players for cell in played.cells):
        about.append(
            "“improv” are the rule-based players that come with the project: they follow the story "
            "and a fixed repertoire of moves, not a language model."
        )
    rows = pd.DataFrame(played.rows(results.labels))
    return Part("What was played", about, sheets=[table_sheet("Played, by group", rows)])


def _parts(results: Results, figures: Mapping[str, Drawn]) -> Iterator[Part]:
    """Yield the sections of :data:`SECTIONS` that hold anything."""
    for title in SECTIONS:
        names = [name for name in results.comparisons if section_of(name) == title]
        if title == INFORMATION and not results.with_facts:
            about = "These talks have no story, so there are no facts to bring out and no points."
            yield Part(title, [about])
            continue
        key = [name for name in results.there(names) if is_key(name, results)]
        sheets = [
            measures_sheet(results, names, title),
            pairs_sheet(results, key),
            *_tables(results, title),
        ]
        sheets = [one for one in sheets if one.rows]
        if sheets or title == READ_BY:
            yield Part(
                title,
                _about(results, title, key),
                [one for one in figures.values() if one.section == title],
                findings(results, key) if len(results.groups) > 1 or title == BREAKDOWN else [],
                sheets,
            )


def is_key(name: str, results: Results) -> bool:
    """Tell whether a measure is compared in a sentence: of several judges each, not their mean."""
    if results.judges and name.startswith("model:") and OF not in name:
        return False
    return name.partition(OF)[0] in KEY


def _about(results: Results, title: str, key: Sequence[str]) -> list[str]:
    about = [_ABOUT[title]] if title in _ABOUT else []
    scored = [name for name in results.comparisons if "coherence" in name]
    if title == READ_BY and not results.there(scored):
        about.append(_NOBODY)
    if title == INFORMATION:
        read = "; ".join(
            f"in {turns} turn{'s' * (turns != 1)} {_READ_FACTS[by]}"
            for by, turns in readings_of(results.conversations.values()).items()
        )
        about.append(
            f"Facts are recognised in the words of the turns: {read}. Information counts when it "
            "is said; a conclusion counts when somebody says it, and is within reach when it "
            "follows from what was said."
        )
    return about


def _tables(results: Results, title: str) -> Iterator[Sheet]:
    """Yield what stands in a section beside its measures."""
    of = results.tables
    held: Sequence[tuple[str, str, DataFrame]] = (
        (READ_BY, "Who read the conversations", of["raters"]),
        (READ_BY, "Agreement among raters", of["agreement"]),
        (INFORMATION, "Conversations in which each item of the rubric was said", of["rubric"]),
        (WORDING, "All conversations of a group together", of["corpus"]),
    )
    yield from (table_sheet(caption, table) for in_, caption, table in held if in_ == title)
    votes = ["group", "scenario", "voter", "voted", "by"]
    if title == MINDS and len(of["votes"]):
        counted = of["votes"].groupby(votes, sort=False).size().reset_index(name="times")
        yield table_sheet("Votes, and who brought whom to them", counted)


def _definitions(names: list[str], corpus: Container[str]) -> list[dict[str, Any]]:
    better = {"more": "more is better", "less": "less is better", None: ""}
    whole = [one for name, one in CORPUS.items() if name in corpus]
    described: list[Measure[Any]] = [*definitions(names).values(), *whole]
    return [
        {
            "id": f"def-{anchor(measure.name)}",
            "name": measure.name,
            "label": measure.label,
            "unit": "; ".join(filter(None, (measure.unit, better[measure.direction]))),
            "text": measure.description,
        }
        for measure in described
    ]


@cache
def template() -> Template:
    """Return the template of a page; values are escaped, none may be missing."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("mmagents.lab", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html.j2")

"""The documentation stays short and plain, and the plots of the results show their tables."""

import re
import runpy
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

DOCS = ROOT / "docs"
RESULTS = sorted(one for one in (DOCS / "results").glob("*.md") if one.stem != "index")
SITE, OF_RESULTS, A_SENTENCE, ROWS = 28_000, 3_000, 38, 8
PLAIN = [
    *DOCS.rglob("*.md"),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
]
PLOTS = runpy.run_path(str(DOCS / "plots.py"))


def words(pages: list[Path]) -> int:
    return sum(len(page.read_text("utf-8").split()) for page in pages)


def sentences(page: Path) -> list[str]:
    """Return the sentences of a page, without code, tables, comments and addresses."""
    text = page.read_text("utf-8")
    for left_out in (r"^ *```.*?^ *```", r"<!--.*?-->", r"^[|>!].*?$", r"^#.*?$"):
        text = re.sub(left_out, "\n\n", text, flags=re.S | re.M)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    parts = re.split(r"\n\s*\n|\n *(?:[-*]|\d\.) ", text)
    return [one for part in parts for one in re.split(r"(?<=[.?!])\s+", " ".join(part.split()))]


def test_the_site_and_its_results_are_short() -> None:
    site = [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md"]
    assert words(site) <= SITE
    assert words(list((DOCS / "results").glob("*.md"))) <= OF_RESULTS


@pytest.mark.parametrize("page", PLAIN, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_sentence_is_long(page: Path) -> None:
    long = [one for one in sentences(page) if len(one.split()) > A_SENTENCE or one.count(";") > 1]
    assert long == []


@pytest.mark.parametrize("page", RESULTS, ids=lambda page: page.stem)
def test_a_result_has_a_plot_a_short_table_a_command_and_a_caveat(page: Path) -> None:
    text = page.read_text("utf-8")
    assert f"(../assets/results/{page.stem}.svg)" in text
    assert 0 < len(PLOTS["table_of"](page).rows) <= ROWS
    assert text.count("```bash\n") == 1
    assert text.count("**Caveat.**") == 1


@pytest.mark.parametrize("page", RESULTS, ids=lambda page: page.stem)
def test_a_plot_shows_the_figures_of_its_table(page: Path) -> None:
    drawn = (DOCS / "assets" / "results" / f"{page.stem}.svg").read_text("utf-8")
    assert repr(PLOTS["table_to_draw"](page.stem).cells) in drawn, "run python docs/plots.py"


def test_every_result_is_in_the_index() -> None:
    index = (DOCS / "results" / "index.md").read_text("utf-8")
    assert [one.name for one in RESULTS if f"({one.name})" not in index] == []

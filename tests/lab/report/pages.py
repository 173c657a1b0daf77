"""A report as a browser, a reader of its tables, and a comparison of bytes take it."""

import csv
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from mmagents.lab.experiments.grid import Grid
from mmagents.lab.report.report import Report

JUDGES = ("openai:one", "openai:two")
NOT_READ = shutil.ignore_patterns("memory", "*.sqlite*", ".lock", ".owner", "report*")
HOSTILE = '</p><script>alert(1)</script><img src="http://x.invalid/y.png"> {{ 7*7 }} \u202e$x^2$'
AWAY = re.compile(r"""(?:src|href|action|data)\s*=\s*["']?\s*(?:https?:)?//|url\(\s*["']?(?!#)"""
                  r"""|@import|<link|<script|<iframe|<object|<base""", re.I)  # fmt: skip


def grid(**changes: Any) -> Grid:
    given: dict[str, Any] = {"name": "small", "scenario": "mini", "turns": 4, "conversations": 2}
    return Grid.model_validate(given | {"conditions": ["cssn-or-ss", "ss", "equal"]} | changes)


def copied(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to / "e", ignore=NOT_READ))


def written(made: Report) -> dict[str, bytes]:
    files = [made.page, *sorted(made.beside.iterdir())]
    return {file.name: file.read_bytes() for file in files}


def table(made: Report, name: str) -> list[dict[str, str]]:
    with (made.beside / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Page(HTMLParser):
    """What a browser makes of a page: its text, ids, links, and whether every tag is closed."""

    VOID = frozenset({"meta", "br", "img", "hr", "input", "link"})

    def __init__(self, made: Report) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(made.page.read_text("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.open += [] if tag in self.VOID else [tag]
        for name, value in attributes:
            assert not name.startswith("on"), f"{tag} {name}"
            self.ids += [value or ""] if name == "id" else []
            self.links |= {value or ""} if name in ("href", "src") else set()

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def figures_on(made: Report) -> set[str]:
    """The figures that a page shows, by the names of their files."""
    shown = {one for one in Page(made).ids if one.startswith("figure-")}
    shown = {
        one for one in shown if not re.search(r"figure-.*(?:figure_|-axes_|-m[0-9a-f]{8}|-p)", one)
    }
    files = {file.stem for file in made.beside.glob("*.png")} - {"mine"}
    return {one for one in files if {one, f"figure-{one}"} & shown}


def assert_whole(made: Report) -> None:
    """See that a page is whole, and that it needs nothing from elsewhere."""
    found = Page(made)
    assert found.open == []
    assert len(found.ids) == len(set(found.ids))
    assert {link for link in found.links if not link.startswith("#")} == set()
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert not found.tags & {"script", "img", "link", "iframe", "object", "base", "form"}
    assert not AWAY.search(re.sub(r">[^<]*<", "><", made.page.read_text("utf-8")))

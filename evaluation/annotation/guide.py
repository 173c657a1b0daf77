"""What people are told who fill in a sheet: a page beside it, in the languages of the talk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mmagents.evaluation.annotation.sheets import SheetKind
from mmagents.evaluation.breakdowns.categories import KINDS
from mmagents.evaluation.texts import by_language


def guide(kind: SheetKind, languages: Iterable[str]) -> str:
    """Return what raters are told, as Markdown, in the languages of the conversations."""
    told, parts = by_language(Path(__file__).parent, "guide"), list[str]()
    for language in sorted(set(languages)):
        parts += [told[language]["head"], told[language][kind]]
        if kind is SheetKind.TURNS:
            parts[-1] += "\n" + "\n".join(
                f"- `{code}` ({of.name[language]}): {of.definition[language]}"
                for code, of in KINDS.items()
            )
    return "\n\n".join(parts) + "\n"

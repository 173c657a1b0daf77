"""What MkDocs puts into pages as it builds them, so that no reference is written twice.

A page asks for it by a comment on a line of its own: `<!-- generated: cli -->`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent


def cli() -> str:
    """Return every command with its options, as Typer describes itself."""
    typer = [sys.executable, "-m", "typer", "mmagents.cli.app", "utils", "docs"]
    run = subprocess.run([*typer, "--name", "mmagents"], capture_output=True, text=True, check=True)
    _title, _, commands = run.stdout.partition("\n")
    commands = re.sub(r"\*\*Commands\*\*:\n\n(\* .*\n)+\n?", "", commands)  # cut off with "..."
    return commands.replace("$ mmagents", "mmagents").replace("```console", "```text")


def context() -> str:
    """Return the fields of `Context` from its JSON schema, those of each group in its own table."""
    from mmagents import Context
    from mmagents.nodes.settings import GROUPS

    parts = [_settings(Context.model_json_schema())]
    for name, group in GROUPS.items():
        schema = group.model_json_schema()
        parts += [f"\n## `{name}`\n", f"{schema['description']}\n", _settings(schema)]
    return "\n".join(parts)


def _settings(schema: Mapping[str, Any]) -> str:
    about = {one["title"]: one.get("description", "") for one in schema.get("$defs", {}).values()}
    rows = [
        (
            f"`{name}`",
            _kind(field),
            _default(field),
            field.get("description") or about.get(_kind(field).strip("`"), ""),
        )
        for name, field in schema["properties"].items()
    ]
    return _table(("field", "type", "if left out", "what it says"), rows)


def record() -> str:
    """Return the fields of a row, and of what it holds, from the JSON schema of the record."""
    schema = json.loads((DOCS / "reference" / "record.schema.json").read_text("utf-8"))
    parts = ["## A row\n", _fields(schema)]
    for name, definition in schema["$defs"].items():
        if "properties" in definition:
            parts += [f"\n## {name}\n", f"{definition['description']}\n", _fields(definition)]
    return "\n".join(parts)


def _fields(schema: Mapping[str, Any]) -> str:
    always = schema.get("required", ())
    rows = [
        (f"`{name}`", _kind(field), "yes" if name in always else "", field.get("description", ""))
        for name, field in schema["properties"].items()
    ]
    return _table(("field", "type", "always there", "what it says"), rows)


def _kind(field: Mapping[str, Any]) -> str:
    """Return a type in words: "integer or null", "list of `bid`"."""
    if "$ref" in field:
        return f"`{field['$ref'].rpartition('/')[2]}`"
    if "enum" in field:
        return ", ".join(f"`{one}`" for one in field["enum"])
    if kinds := field.get("anyOf") or field.get("oneOf"):
        return " or ".join(map(_kind, kinds))
    kind = field.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(field.get('items', {}))}"
    return kind if isinstance(kind, str) else " or ".join(kind)


def _default(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return "as below"
    return f"`{json.dumps(field['default'])}`" if "default" in field else "nothing"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join(
        f"| {' | '.join(' '.join(one.replace('|', '&#124;').split()) for one in line)} |"
        for line in lines
    )


def security() -> str:
    """Return the policy that stands at the root, without its title."""
    return (DOCS.parent / "SECURITY.md").read_text("utf-8").partition("\n")[2]


GENERATED: Mapping[str, Callable[[], str]] = {
    "cli": cli,
    "context": context,
    "record": record,
    "security": security,
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace each comment that asks for something generated."""
    asked = r"^<!-- generated: (\w+) -->$"
    return re.sub(asked, lambda found: GENERATED[found[1]](), markdown, flags=re.M)


def on_page_content(html: str, **_: Any) -> str:
    """Take out what only docstrings in the source need: the roles before names."""
    return re.sub(r":(?:func|class|mod|meth|data|attr|exc):(?=<code>)", "", html)

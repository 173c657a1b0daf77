"""A template's file: its head, which declares what the text uses, and a part for each message."""

from __future__ import annotations

from mmagents.errors import MMAgentsError

PARTS = ("system", "user")
_MARK = "=== {} ==="


class PromptError(MMAgentsError):
    """A template that cannot be used, or variables that do not fit it."""


def head_of(text: str, path: str) -> tuple[frozenset[str], str]:
    """Return the variables declared in a file's head, and the rest of the file."""
    lines = text.splitlines(keepends=True)
    ends = [at for at, line in enumerate(lines) if line.strip() == "---"][:2]
    head = "".join(lines[1 : ends[1]]).strip() if len(ends) == 2 and ends[0] == 0 else ""
    if not head.startswith("variables:"):
        raise PromptError(
            f"{path} must begin with a head: a line ---, a line `variables: a, b`, a line ---."
        )
    names = head.removeprefix("variables:").replace("\n", " ").split(",")
    body = "\n" * (ends[1] + 1) + "".join(lines[ends[1] + 1 :])
    return frozenset(name.strip() for name in names if name.strip()), body


def parts_of(body: str, path: str) -> dict[str, str]:
    """Return the text of each part; line numbers stay those of the file."""
    found: dict[str, list[str]] = {}
    into: list[str] = []
    for number, line in enumerate(body.split("\n")):
        part = next((part for part in PARTS if line.strip() == _MARK.format(part)), None)
        if part:
            into = found.setdefault(part, [""] * (number + 1))
        else:
            into.append(line)
    missing = [_MARK.format(part) for part in PARTS if part not in found]
    if missing:
        raise PromptError(f"{path} has no line {missing[0]!r}: it needs one for each message.")
    return {part: "\n".join(lines) for part, lines in found.items()}


def agree(
    declared: frozenset[str],
    used: set[str],
    included: set[str],
    known: frozenset[str],
    path: str,
) -> None:
    """Check a template's head against its text and against what its task offers.

    Args:
        declared: the names in the head.
        used: those that the text uses.
        included: those that the files it includes use; their own heads declare them.
        known: those that the task offers.
        path: of the file.

    Raises:
        PromptError: for the first name that is amiss.
    """
    for wrong, says in (
        (declared - known, "declares {name!r}, which this prompt is not given"),
        (used - declared, "uses {name!r} without declaring it in its head"),
        (set(declared) - used - included, "declares {name!r} and does not use it"),
    ):
        if wrong:
            fault = says.format(name=min(wrong))
            raise PromptError(f"{path} {fault}. There is: {', '.join(sorted(known))}.")

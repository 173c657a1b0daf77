"""Messages with labels, as files have them: one JSON object a line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mmagents.scenarios.errors import MMAgentsError, first_fault

if TYPE_CHECKING:
    from pydantic import BaseModel

    from mmagents.evaluation.detection.designation import Message

Row = TypeVar("Row", bound="BaseModel")


def read_messages(file: Path) -> list[Message]:
    """Return the messages of a file of JSON lines; empty lines are passed over."""
    from mmagents.evaluation.detection.designation import Message

    return rows_of(file, Message)


def rows_of(file: Path, kind: type[Row]) -> list[Row]:
    """Return the lines of a file as records; empty lines are passed over.

    Raises:
        MMAgentsError: if the file cannot be read or holds nothing, or a line is no such record;
            the error names the line.
    """
    try:
        lines = file.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise MMAgentsError(f"{file} cannot be read: {error.strerror}. Name a file.") from None
    found = [
        _row_of(f"{file}, line {at}", line, kind)
        for at, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not found:
        raise MMAgentsError(f"{file} holds no messages. Write one JSON object a line.")
    return found


def _row_of(where: str, line: bytes, kind: type[Row]) -> Row:
    from pydantic import ValidationError

    try:
        return kind.model_validate_json(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise MMAgentsError(
            f"{where}: byte {error.start + 1} is not UTF-8. Save the file as UTF-8."
        ) from None
    except ValidationError as error:
        field, reason = first_fault(error)
        raise MMAgentsError(f"{where}{field and f', {field}'}: {reason}.") from None

"""Checkpoints read strictly: plain JSON, and the three values LangGraph itself puts beside it.

LangGraph's own serializer rebuilds whatever a checkpoint names, by importing it and calling it. A
checkpoint that somebody else wrote would so run code. Here nothing is imported: what is not on the
list below stops the reading, and nothing of the file is used.
"""

from __future__ import annotations

from typing import Any

import ormsgpack
from langgraph.checkpoint.serde.jsonplus import (
    EXT_CONSTRUCTOR_KW_ARGS,
    EXT_CONSTRUCTOR_POS_ARGS,
    EXT_CONSTRUCTOR_SINGLE_ARG,
    EXT_DELTA_SNAPSHOT,
    JsonPlusSerializer,
)

from mmagents.stores.disk import SavedGameError

_VALUES = (("langgraph.types", "Interrupt"), ("langgraph.types", "Overwrite"))
"""What a checkpoint of a game may hold besides plain JSON: what a person is asked, and a channel
that was written over. Delta snapshots are the third (LangGraph's `DeltaChannel`)."""
_CONSTRUCTED = (EXT_CONSTRUCTOR_SINGLE_ARG, EXT_CONSTRUCTOR_POS_ARGS, EXT_CONSTRUCTOR_KW_ARGS)
_OPTION = ormsgpack.OPT_NON_STR_KEYS


class ForeignValueError(SavedGameError):
    """A checkpoint holds something that no game of this project writes."""


def _refused(what: str) -> ForeignValueError:
    return ForeignValueError(
        f"The checkpoints hold {what}, which no game of mmagents writes. They were changed by "
        "somebody or damaged; nothing of them was run. Do not open this folder unless you know "
        "who made it. The talk can still be read in its transcript.jsonl."
    )


class _Reading:
    """One value being looked at, and why it was refused: ormsgpack keeps no cause of its own."""

    def __init__(self) -> None:
        self.refused = ""
        self.plain = True

    def unpacked(self, data: bytes) -> Any:
        return ormsgpack.unpackb(data, ext_hook=self._value, option=_OPTION)

    def _value(self, code: int, data: bytes) -> Any:
        """Look at a value that is not plain JSON; nothing is imported for it."""
        self.plain = False
        held = self.unpacked(data)
        if code == EXT_DELTA_SNAPSHOT:
            return held
        if code not in _CONSTRUCTED:
            return self._refuse(f"a value of kind {code}")
        module, name, given = held[:3]
        if (module, name) not in _VALUES:
            return self._refuse(f"{str(module)[:80]}.{str(name)[:80]}")
        return given

    def _refuse(self, what: str) -> None:
        self.refused = self.refused or what
        raise ValueError(what)


class StrictSerializer(JsonPlusSerializer):
    """Writes as LangGraph does; reads nothing but what a game of this project holds."""

    def __init__(self) -> None:
        """Allow the values that a game holds, and no other module."""
        super().__init__(allowed_msgpack_modules=_VALUES)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return a value.

        Raises:
            ForeignValueError: if it is not plain JSON, or one of LangGraph's own three values.
        """
        kind, content = data
        if kind == "null":
            return None
        if kind != "msgpack":
            raise _refused(f"a value of type {str(kind)[:80]!r}")
        reading = _Reading()
        try:
            found = reading.unpacked(content)
            return found if reading.plain else super().loads_typed(data)
        except (ValueError, TypeError, IndexError, RecursionError) as error:
            what = reading.refused or f"what cannot be read ({type(error).__name__})"
            raise _refused(what) from None

"""Breakdowns found in turns written for a test."""

from mmagents.lab.breakdowns.categories import (
    Breakdown,
)
from mmagents.lab.breakdowns.structural import (
    structural,
)
from mmagents.nodes.record import TurnRow
from tests.lab.rows import conversation

TIN = {
    "en": "Petra, when did you last see the tin?",
    "ja": "ペトラさん、最後に缶を見たのはいつですか？",
}

ASIDE = {"en": "The rain has come through the roof again.", "ja": "また雨が漏ってきた。"}


def found(*rows: TurnRow, language: str = "en", scenario: str = "mini") -> list[Breakdown]:
    return structural(conversation(rows, language=language, scenario=scenario))


def flagged(*rows: TurnRow, language: str = "en") -> list[tuple[int, str, int | None]]:
    return [
        (one.turn, str(one.category), one.of)
        for one in found(*rows, language=language)
        if not one.strategic
    ]

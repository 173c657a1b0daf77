"""The rules against hand-labelled talk: overall figures only, for lines nobody tunes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import cast_of

DATA = Path(__file__).parent / "data"


def utterance(row: dict[str, Any], language: str) -> Utterance:
    recent = tuple(
        HeardTurn(turn, said["speaker"], said["text"], None, (), None, None, ())
        for turn, said in enumerate(row["recent"], 1)
    )
    return Utterance(row["speaker"], row["text"], language, cast_of(row["cast"]), recent)


async def scores(name: str, language: str) -> tuple[float, float]:
    lines = (DATA / f"{name}_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    types = addressees = 0
    for row in rows:
        found = await RulesAnalyst().detect(utterance(row, language))
        types += found.first_pair_part == row["first_pair_part"]
        addressees += sorted(found.addressees) == sorted(row["addressees"])
    return types / len(rows), addressees / len(rows)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", ["dev", "heldout"])
async def test_nine_of_ten_types_and_addressees_are_read_right(name, language, capsys) -> None:
    types, addressees = await scores(name, language)
    with capsys.disabled():
        print(f"\n{name} {language}: type {types:.3f}, addressees {addressees:.3f}")  # noqa: T201
    enough = types >= 0.90 and addressees >= 0.90
    assert enough

"""First pair parts and addressees of talk written along with the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reading import by_rules
from mmagents.floor.adjacency import EXPECTS
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import cast_of

TALK = json.loads((Path(__file__).parent / "talk.json").read_text(encoding="utf-8"))


CASTS = {name: cast_of(rows) for name, rows in TALK["casts"].items()}


@pytest.mark.parametrize("line", TALK["lines"], ids=lambda line: line["text"][:30])
def test_a_line_is_put_to_those_it_is_meant_for(line: dict[str, Any]) -> None:
    before = line["before"]
    recent = (HeardTurn(1, before[0], before[1], None, (), None, None, ()),) if before else ()
    language = line["cast"][-2:]
    said = Utterance(line["speaker"], line["text"], language, CASTS[line["cast"]], recent)
    found = by_rules(said, read_sentences(said))
    assert (found.first_pair_part, sorted(found.addressees)) == (
        line["type"],
        sorted(line["addressees"]),
    )
    assert found.expects == (EXPECTS[found.first_pair_part] if found.first_pair_part else ())

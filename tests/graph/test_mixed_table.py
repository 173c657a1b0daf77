"""One table, four kinds of seats: rule-based, scripted, and two models of different servers."""

from pathlib import Path

import pytest

from mmagents.nodes.context import Context
from mmagents.scenarios.loader import load_scenario
from tests.graph.conftest import played
from tests.languages import LANGUAGES
from tests.servers.openai_minds import faithful, texts
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow


STORY = load_scenario("halcyon-light")
LINES = {"en": "I keep to the boathouse, and that is all.", "ja": "俺は艇庫にいた。それだけだ。"}


def private_to(seat: str, language: str) -> list[str]:
    sheet = STORY.sheet(seat)
    return [
        sheet.background.in_(language),
        sheet.objective.in_(language),
        *(one.text.in_(language) for one in sheet.secrets),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_kinds_of_seats_play_one_game(tmp_path: Path, language: str) -> None:
    script = tmp_path / "lines.yaml"
    script.write_text(f"- say: {LINES[language]}\n  importance: 9\n", "utf-8")
    with serving(faithful) as one, serving(faithful) as other:
        context = Context(
            turns=12,
            language=language,
            seats={
                "ines": "improv",
                "quill": f"openai:first@{one.url}",
                "mara": f"openai:second@{other.url}",
                "tobin": f"scripted:{script}",
            },
        )
        rows = played(context, "halcyon-light", 3)
    assert [row["turn"] for row in rows] == list(range(1, 13))
    assert len({row["speaker"] for row in rows}) == 4
    assert LINES[language] in [row["text"] for row in rows]
    calls = [call for row in rows for call in row["ledger"]["calls"]]
    assert {(call["seat"], call["model"].partition("@")[0]) for call in calls} == {
        ("quill", "openai:first"), ("mara", "openai:second")
    }  # fmt: skip
    assert all(not call["default"] for call in calls)
    for server, seat, model in ((one, "quill", "first"), (other, "mara", "second")):
        assert {request["model"] for request in server.requests} == {model}
        spoken = sum(row["speaker"] == seat for row in rows)
        assert len(server.requests) == 12 + spoken
        traffic = "\n".join(map(texts, server.requests))
        assert all(text in traffic for text in private_to(seat, language)[:2])
        for stranger in {"ines", "quill", "mara", "tobin"} - {seat}:
            assert not any(text in traffic for text in private_to(stranger, language))

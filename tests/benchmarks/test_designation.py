"""`python -m benchmarks designation`: its figures, its text, and what it says of bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.detection.designation import main
from tests.benchmarks.scored import Done, run
from tests.benchmarks.scored import figures as scored
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, serving

pytestmark = pytest.mark.slow


FILE = Path(__file__).with_name("data") / "addressees.jsonl"
LINES = FILE.read_bytes().splitlines()


def benchmark(file: object, *arguments: object) -> Done:
    return run(main, "--file", file, *arguments)


def figures(file: object, *arguments: object) -> dict[str, Any]:
    return scored(main, "--file", file, *arguments)


def test_the_figures_of_the_rules_as_json() -> None:
    found = figures(FILE, "--errors", 1)
    assert found["accuracy"] == 1
    assert found["interval"] == pytest.approx([0.8985, 1.0], abs=1e-3)
    assert (found["n"], found["answered"], found["abstained"], found["wrong"]) == (34, 34, 0, 0)
    assert found["precision"]["value"] == 1
    assert found["recall"]["value"] == found["accuracy"]
    assert set(found["baselines"]) == {"previous speaker", "most recent mention"}
    assert found["baselines"]["previous speaker"]["accuracy"] == pytest.approx(13 / 34)
    assert found["comparison"]["baseline"] == "most recent mention"
    assert (found["comparison"]["detector_alone"], found["comparison"]["baseline_alone"]) == (6, 0)
    assert found["errors"] == []
    assert (found["selection"]["selected"], found["selection"]["nobody"]) == (27, 7)
    assert found["selection"]["precision"]["value"] == 1
    assert figures(FILE, "--limit", 8)["n"] == 8


def test_masked_messages_are_scored_and_listed_without_the_name() -> None:
    found = figures(FILE, "--masked", 1, "--errors", 1)
    assert found["accuracy"] == pytest.approx(29 / 34)
    assert found["comparison"]["baseline"] == "previous speaker"
    assert found["selection"]["precision"]["value"] == pytest.approx(14 / 24)
    [error] = found["errors"]
    assert set(error) == {"id", "text", "gold", "found"}
    assert error["gold"] not in error["text"]


def test_a_limit_reads_the_first_messages_only() -> None:
    assert figures(FILE, "--limit", 8)["n"] == 8


def test_the_same_file_gives_the_same_figures_byte_for_byte() -> None:
    assert benchmark(FILE, "--json", 1) == benchmark(FILE, "--json", 1)


def test_the_text_says_what_was_scored_and_lists_no_more_errors_than_asked() -> None:
    lines = benchmark(FILE, "--masked", 1, "--errors", 2).stdout.splitlines()
    assert lines[0] == "34 messages, its name taken out; whom is it for? read by rules"
    assert "accuracy                        0.853  [0.699, 0.936]" in lines[1]
    assert lines[-3] == "the first 2 of 5 errors"
    assert benchmark(FILE, "--masked", 1, "--errors", 0).stdout.splitlines() == lines[:-3]


def test_a_detector_that_never_answers_has_no_precision(tmp_path: Path) -> None:
    said = json.loads(LINES[0]) | {"text": "fine", "masked_text": "fine", "history": []}
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(said))
    found = figures(file)
    assert found["precision"] == {"value": None, "interval": None, "n": 0}
    assert "precision                       none" in benchmark(file).stdout


def test_line_separators_within_words_and_a_byte_order_mark_are_no_fault(tmp_path: Path) -> None:
    said = json.loads(LINES[0]) | {"text": "pellow: try\u2028again\x85"}
    file = tmp_path / "one.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(said, ensure_ascii=False).encode() + b"\r\n\r\n")
    assert figures(file)["n"] == 1


def test_a_model_is_scored_and_its_calls_are_counted() -> None:
    with serving(faithful) as server:
        found = figures(FILE, "--model", "any", "--base_url", server.url)
    assert found["calls"][0]["questions"] == 34
    assert found["calls"][0]["defaults"] == 0
    assert found["accuracy"] > 0
    assert found["selection"]["selected"] > 0
    assert len(server.requests) == 36  # it, and its form, are tried once before


def test_what_a_hostile_model_leaves_out_is_counted_as_defaults() -> None:
    inner = hostile(3, late=0.01)

    def mind(request: dict[str, Any], number: int) -> Answer:
        return faithful(request, number) if number == 1 else Answer("I would rather not.")

    with serving(mind) as server:
        refused = figures(FILE, "--model", "any", "--base_url", server.url)
    assert refused["calls"][0]["defaults"] == refused["abstained"] == 34
    assert refused["accuracy"] == 0
    wire = {"drop", "half", "late"}  # waiting for these is tested where waiting is short

    def spoils(request: dict[str, Any], number: int) -> Answer:
        answer = inner(request, number)
        whole = answer.fault not in wire and answer.status == 200
        return answer if whole and number > 1 else faithful(request, number)

    with serving(spoils) as server:
        result = benchmark(FILE, "--model", "any", "--base_url", server.url)
    assert result.code is None
    assert "asked 34 questions" in result.stdout


def test_a_refused_key_is_said_before_anything_is_read() -> None:
    with serving(faithful, key="right") as server:
        result = benchmark(FILE, "--model", "any", "--base_url", server.url)
    assert result.code == 2
    assert "refuses the key" in result.stderr


def without(field: str) -> Callable[[bytes], bytes]:
    def change(line: bytes) -> bytes:
        held = json.loads(line)
        del held[field]
        return json.dumps(held).encode()

    return change


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda line: line[:-9], "line 2: Invalid JSON"),
        (lambda line: b"[]", "line 2: Input should be an object"),
        (lambda line: b"[" * 100_000, "line 2: Invalid JSON"),
        (lambda line: line.replace(b"pellow", b"pell\xffw", 1), "is not UTF-8"),
        (without("masked_text"), "line 2, masked_text: Field required"),
        (without("addressee"), "line 2, addressee: Field required"),
        (lambda line: line.replace(b'"history": [{"speaker"', b'"history": [{"who"', 1),
         "line 2, history.0.speaker: Field required"),
        (lambda line: line.replace(b'"addressee": "pellow"', b'"addressee": "nobody"'),
         "line 2: addressee 'nobody' is not among the participants"),
    ],
)  # fmt: skip
def test_a_broken_line_is_named(spoil: Callable[[bytes], bytes], said: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_bytes(b"\n".join([LINES[0], spoil(LINES[1]), LINES[2]]))
    result = benchmark(file)
    assert result.code == 2
    assert result.stderr.startswith(f"{file}, line 2")
    assert said in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_holds_no_messages(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_bytes(content)
    assert "holds no messages" in benchmark(file).stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--base_url", "http://127.0.0.1:9/v1"], "goes with --model"),
        (["--model", "riddle"], "names no provider"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options: list[str], said: str) -> None:
    assert said in benchmark(FILE, *options).stderr


def test_a_file_that_is_not_there_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    for missing in (tmp_path / "nowhere.jsonl", tmp_path):
        result = benchmark(missing)
        assert (result.code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"{missing} cannot be read: ")
        assert result.stderr.count("\n") == 1

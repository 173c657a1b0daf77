"""Talk is read from files as they are; what is wrong in one is named by its line."""

import json
from pathlib import Path

import pytest

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.recordings.read import RecordingError, read


def written(folder: Path, name: str, content: str | bytes) -> Path:
    """Return a file of that content."""
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_rows_are_read_by_the_usual_names_of_their_columns(tmp_path: Path) -> None:
    lines = [
        {"session": "a", "user": "Ann", "message": "Who?", "t": 1_700_000_000, "to": ["Ben"]},
        {"session": "b", "user": "Cem", "message": "Hi", "t": 3, "to": "all", "is_bot": True},
        {"session": "a", "user": "Ben", "message": "Me", "t": 1_700_000_002.5, "to": "nobody"},
    ]
    file = written(tmp_path, "talk.jsonl", "\n".join(map(json.dumps, lines)))

    one, other = read(file, language="de")

    assert (one.name, one.medium, one.language, list(one.names)) == (
        "a",
        "chat",
        "de",
        ["Ann", "Ben"],
    )
    assert [(u.text, u.start, u.addressees, u.line) for u in one.utterances] == [
        ("Who?", 0.0, ("Ben",), 1),
        ("Me", 2.5, (), 3),
    ]
    assert other.utterances[0].addressees == (EVERYONE,)
    assert other.models == {"Cem"}


def test_one_list_of_rows_is_read_as_lines_are(tmp_path: Path) -> None:
    rows = [{"user": "Ann", "message": "Who?"}, {"user": "Ben", "message": "Me, [he] said"}]
    file = written(tmp_path, "talk.json", json.dumps(rows, indent=2))

    (found,) = read(file)

    assert [(u.speaker, u.text, u.line) for u in found.utterances] == [
        ("Ann", "Who?", 2),
        ("Ben", "Me, [he] said", 6),
    ]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (
            '[{"user": "Ann", "message": "Who?"},\n{"user": "Ben" "message": "Me"}]',
            "line 2: .*JSON",
        ),
        (
            '[{"user": "Ann", "message": "Who?"}\n{"user": "Ben", "message": "Me"}]',
            "line 1: .*comma",
        ),
        ('[{"user": "Ann", "message": "Who?"},\n"Me"]', "line 2: .*something else"),
        ('["Who?"]', "line 1: .*something else"),
    ],
)
def test_what_is_wrong_in_a_list_of_rows_is_named_by_its_line(
    content: str, what: str, tmp_path: Path
) -> None:
    with pytest.raises(RecordingError, match=what):
        read(written(tmp_path, "talk.json", content))


def test_a_table_may_hold_breaks_and_names_that_hold_blanks(tmp_path: Path) -> None:
    table = 'Name;Utterance;Start;End;Addressees;Kind\n"Ann Lee";"One\ntwo; three";0;1.5;Ben Ono;\n'
    table += "Ben Ono;mm;00:01.2;00:01.4;;backchannel\nAnn Lee;go on;2;3;Ann Lee|Ben Ono;turn\n"

    (found,) = read(written(tmp_path, "talk.csv", table.encode("utf-16")))

    assert found.medium == "speech"
    assert [u.addressees for u in found.utterances] == [("Ben Ono",), None, ("Ann Lee", "Ben Ono")]
    assert [(u.kind, u.line) for u in found.utterances][1:] == [("backchannel", 4), ("turn", 5)]
    assert found.utterances[0].text == "One\ntwo; three"


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        (
            "a.jsonl",
            '{"speaker": "A", "text": "x"}\n{"speaker": "A", "text"',
            "line 2: it is not J",
        ),
        ("a.jsonl", '{"speaker": "A", "text": "x"}\n{"text": "x"}', "line 2: nobody is named"),
        ("a.jsonl", '{"speaker": "A", "text": "x", "start": "soon"}', 'line 1: "soon" is no time'),
        (
            "a.jsonl",
            '{"speaker": "A", "text": "x", "start": 2, "end": 1}',
            "line 1: it ends at 1 s",
        ),
        ("a.jsonl", '{"speaker": "A", "text": ["x"]}', "line 1: its words are no text"),
        ("a.csv", "speaker,text\nA,x\nB,y,z\n", "line 3: it has 3 cells"),
        ("a.csv", 'speaker,text\nA,x\nB,"y\n', "line 3: it is no row"),
        ("a.csv", "speaker,note\nA,x\n", "line 2: there are no words"),
        ("a.csv", b"speaker,text\nA,x\nB,\xe9\n", "line 3: byte 20 of the file is not UTF-8"),
        ("a.jsonl", "", "it is empty"),
        ("a.bin", "\x01\x02", "its format is not known. Name it with --format"),
    ],
)
def test_what_is_wrong_is_named_by_its_line(
    tmp_path: Path, name: str, content: str | bytes, why: str
) -> None:
    with pytest.raises(RecordingError) as error:
        read(written(tmp_path, name, content))

    assert why in str(error.value)

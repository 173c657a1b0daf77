"""Corpora are read as they are published; what is no talk among people is left out."""

import json
from pathlib import Path

import pytest

from benchmarks.people.corpora import main, read_corpus
from mmagents.lab.recordings.read import RecordingError, read


def written(folder: Path, name: str, content: str) -> Path:
    file = folder / name
    file.write_text(content, "utf-8")
    return file


def test_games_leave_out_their_manager_and_their_nights(tmp_path: Path) -> None:
    def line(who: str, stretch: int, phase: str = "daytime", *, model: bool = False) -> str:
        row = {"conversation": "g", "t": stretch, "phase": phase, "stretch": stretch}
        return json.dumps({**row, "speaker": who, "is_model": model, "mafia": None, "text": "x"})

    lines = [line("manager", 1), line("Ann", 1), line("Bo", 1, model=True)]
    lines += [line("Cy", 1, "nighttime"), line("Bo", 2), line("Ann", 2)]

    (found,) = read_corpus(written(tmp_path, "mafia.jsonl", "\n".join(lines)))

    assert [[u.speaker for u in one] for one in found.stretches()] == [["Ann", "Bo"], ["Bo", "Ann"]]
    assert (set(found.names), found.models) == ({"Ann", "Bo"}, {"Bo"})


def test_tagged_units_have_their_backchannels_and_questions(tmp_path: Path) -> None:
    lines = "me1|so|F|fg|fg\nfe2|uhhuh.|B|b|b\nfe2|is it?|Q|qy|bu\nme1|or what|Q|qrr|d\n"

    (found,) = read_corpus(written(tmp_path, "Bdb001.txt", lines))

    assert [u.kind for u in found.utterances] == ["turn", "backchannel", "turn", "turn"]
    assert [u.question for u in found.utterances] == [False, False, True, True]
    assert found.medium == "speech"


def test_a_line_that_is_not_tagged_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="line 2"):
        read_corpus(written(tmp_path, "a.txt", "me1|so|F|fg|fg\nfe2|uhhuh\n"))


def test_corpora_are_written_as_json_lines_that_every_command_reads(tmp_path: Path) -> None:
    file = written(tmp_path, "Bdb001.txt", "me1|so|F|fg|fg\nfe2|uhhuh.|B|b|b\nfe2|is it?|Q|qy|bu\n")

    main(["--out", str(tmp_path / "out"), "--files", str(file)])

    (found,) = read(tmp_path / "out" / "Bdb001.jsonl", medium="speech")
    (known,) = read_corpus(file)
    assert [one._replace(line=0) for one in found.utterances] == [
        one._replace(line=0) for one in known.utterances
    ]


def test_other_files_are_read_as_import_reads_them(tmp_path: Path) -> None:
    (found,) = read_corpus(written(tmp_path, "talk.csv", "speaker,text\nAnn,Who?\nBen,Me\n"))

    assert [one.text for one in found.utterances] == ["Who?", "Me"]


def test_times_without_words_are_bridged_and_short_ones_are_backchannels(tmp_path: Path) -> None:
    rows = ["A,0,2", "A,2.9,4", "B,3,3.5", "A,6,7.2", "B,7,9"]
    table = "speaker,start,end\n" + "\n".join(rows)

    (found,) = read_corpus(written(tmp_path, "meeting.csv", table))

    assert [(u.speaker, u.start, u.end, u.kind) for u in found.utterances] == [
        ("A", 0, 4, "turn"),
        ("B", 3, 3.5, "backchannel"),
        ("A", 6, 7.2, "turn"),
        ("B", 7, 9, "turn"),
    ]

"""What is written in an analyst's format is read by the tools of its users, and by import."""

import io
import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from mmagents import Context
from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
from mmagents.graph import graph
from mmagents.lab.realism.shifts import shifts
from mmagents.lab.realism.turns import talk_of
from mmagents.lab.recordings.games import recording_of
from mmagents.lab.recordings.read import read
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.text import NO_WORDS, labels_of, shown
from mmagents.lab.recordings.write.formats import TEXTS, as_shifts, file_names
from mmagents.nodes.table import table_for
from tests.lab.recordings.strange import recordings

TIERS = ("eaf", "textgrid")


def written(recording: Recording, format: str, folder: Path) -> Path:
    """Write a recording; return its file."""
    suffix, text = TEXTS[format]
    file = folder / f"talk{suffix}"
    file.write_text(text(recording), encoding="utf-8", newline="")
    return file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


@pytest.mark.parametrize(("format", "keep"), [("eaf", "\n\t"), ("textgrid", "")])
@settings(max_examples=25)
@given(recording=recordings())
def test_tiers_hold_all_words_and_nothing_but_words(
    folder: Path, format: str, keep: str, recording: Recording
) -> None:
    (found,) = read(written(recording, format, folder))

    words = (shown(one.text, keep).strip() for one in recording.utterances)
    said = [("" if text == NO_WORDS else text) for text in words]
    kinds = [one.kind for one in recording.utterances]
    assert Counter((one.text, one.kind) for one in found.utterances) == Counter(
        zip(said, kinds, strict=True)
    )
    everyone = [one for one in recording.utterances if one.addressees == (EVERYONE,)]
    assert [one.addressees for one in found.utterances].count((EVERYONE,)) == len(everyone)


@settings(max_examples=25)
@given(recording=recordings())
def test_chat_has_a_main_line_an_utterance_whatever_is_said(
    folder: Path, recording: Recording
) -> None:
    lines = written(recording, "cha", folder).read_text(encoding="utf-8").split("\n")

    assert [line[0] for line in lines if line[:1] == "*"] == ["*"] * len(recording.utterances)
    assert lines.count("@End") == 1
    assert all(line[:1] in ("@", "*", "%", "") for line in lines)


@settings(max_examples=25)
@given(recording=recordings())
def test_json_lines_give_back_speakers_times_and_what_takes_up_what(
    folder: Path, recording: Recording
) -> None:
    (found,) = read(written(recording, "jsonl", folder), medium=recording.medium)

    labels = labels_of(recording)
    first = min(one.stretch for one in recording.utterances)
    for one, other in zip(recording.utterances, found.utterances, strict=True):
        assert other.speaker == labels[one.speaker]
        assert other.stretch == one.stretch - first
        assert (other.kind, other.question) == (one.kind, one.question)
        assert other.replies_to == one.replies_to
        assert other.start == (None if one.start is None else round(one.start, 3))


MEETING = Recording(
    name="a meeting",
    names={"mara": "Mara Voss", "ken": "健", "kim": "Kim"},
    utterances=(
        Utterance("mara", "Ken, where were you?", 0.5, 2.0, ("ken",)),
        Utterance("ken", "橋にいました。", 1.75, 3.25, ("mara",), replies_to=0),
        Utterance("kim", "mm", 2.0, 2.25, None, kind="backchannel"),
        Utterance("mara", "Nobody saw it: not <one>", 3.5, 4.0, ("everyone",)),
        Utterance("kim", 'She said "no"', 4.5, 5.0, ()),
    ),
    medium="speech",
)


def test_elan_gives_pympi_tiers_times_and_addressees(tmp_path: Path) -> None:
    pympi = pytest.importorskip("pympi")

    found = pympi.Elan.Eaf(str(written(MEETING, "eaf", tmp_path)))

    assert found.get_annotation_data_for_tier("Mara Voss") == [
        (500, 2000, "Ken, where were you?"),
        (3500, 4000, "Nobody saw it: not <one>"),
    ]
    assert found.get_annotation_data_for_tier("健") == [(1750, 3250, "橋にいました。")]
    assert found.get_annotation_data_for_tier("addressee@Mara Voss") == [
        (500, 2000, "健"),
        (3500, 4000, "everyone"),
    ]
    assert [one[2] for one in found.get_annotation_data_for_tier("kind@Kim")] == ["backchannel"]
    assert found.get_parameters_for_tier("kind@Kim")["PARENT_REF"] == "Kim"


def test_a_textgrid_gives_praatio_intervals(tmp_path: Path) -> None:
    textgrid = pytest.importorskip("praatio.textgrid")

    found = textgrid.openTextgrid(str(written(MEETING, "textgrid", tmp_path)), False)

    assert [tuple(one) for one in found.getTier("Kim").entries] == [
        (2.0, 2.25, "mm"),
        (4.5, 5.0, 'She said "no"'),
    ]
    assert [one.label for one in found.getTier("addressee@Mara Voss").entries] == ["健", "everyone"]


def test_chat_gives_pylangacq_speakers_times_and_words(tmp_path: Path) -> None:
    pylangacq = pytest.importorskip("pylangacq")

    found = pylangacq.read_chat(str(written(MEETING, "cha", tmp_path)))

    assert found.languages() == ["eng"]
    assert [(one.code, one.name) for one in found.headers()[0].participants] == [
        ("MAR", "Mara_Voss"),
        ("P01", "健"),
        ("KIM", "Kim"),
    ]
    units = found.utterances()
    assert [(one.participant, one.time_marks) for one in units[:3]] == [
        ("MAR", (500, 2000)),
        ("P01", (1750, 3250)),
        ("KIM", (2000, 2250)),
    ]
    assert [one.word for one in units[0].tokens] == ["Ken", ",", "where", "were", "you", "?"]
    assert [one.tiers.get("%add") for one in units] == ["P01", "MAR", None, "everyone", "nobody"]


@pytest.mark.filterwarnings("ignore::pandas.errors.Pandas4Warning")  # in parshift itself
def test_parshift_counts_the_shifts_of_a_game_as_the_yardstick_does() -> None:
    parshift = pytest.importorskip("parshift")
    context = Context(turns=24, manner="panel")
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    game = recording_of(rows, table_for("mini", context))

    table = parshift.annotate(parshift.read_ccsv(io.StringIO(as_shifts(game))))

    counted = Counter(one for one in table["pshift"] if one)
    assert counted == +shifts(talk_of(game))
    assert counted.total() > 12
    assert len(counted) > 4


def test_what_is_put_to_nobody_known_has_no_shifts() -> None:
    with pytest.raises(MMAgentsError, match="does not say whom anything was put to"):
        as_shifts(Recording("talk", {"a": "A"}, (Utterance("a", "one"),)))


@pytest.mark.parametrize("format", ["jsonl", "cha", "eaf", "textgrid"])
def test_a_meeting_is_read_back_by_import(tmp_path: Path, format: str) -> None:
    (found,) = read(written(MEETING, format, tmp_path), medium="speech")

    called = {id: found.names.get(id, id).replace("_", " ") for id in found.names} | {
        "everyone": "everyone"
    }
    names = {**MEETING.names, "everyone": "everyone"}
    for one, other in zip(MEETING.utterances, found.utterances, strict=True):
        assert (called[other.speaker], other.kind) == (names[one.speaker], one.kind)
        assert (other.start, other.end) == (one.start, one.end)
        assert [called[to] for to in other.addressees or ()] == [
            names[to] for to in one.addressees or ()
        ]
        if format != "cha":  # which leaves out signs that are codes
            assert other.text == one.text


def test_a_speakers_own_overlaps_stand_in_a_second_tier(tmp_path: Path) -> None:
    said = [Utterance("a", str(at), at / 4, at / 4 + 1) for at in range(4)]
    recording = Recording("talk", {"a": "Ann"}, tuple(said), "speech")

    for format in TIERS:
        text = written(recording, format, tmp_path).read_text()
        assert all(f'"Ann{number}"' in text for number in ("", " 2", " 3", " 4"))


def test_the_same_recording_gives_the_same_file() -> None:
    for (_, text), other in itertools.product(TEXTS.values(), (MEETING, replace(MEETING))):
        assert text(MEETING) == text(other)


def test_no_two_conversations_share_a_file() -> None:
    names = ["ss/001", "ss-001", "SS/001", "../../x", "", "日本"]

    found = file_names(names, ".cha")

    assert found[3:] == ["x.cha", "talk.cha", "日本.cha"]
    assert len({one.casefold() for one in found}) == len(names)
    assert not any("/" in one for one in found)

"""What is written in an analyst's format is read back as it was, by us and by others."""

import io
import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmagents import Context
from mmagents.evaluation.realism.shifts import shifts
from mmagents.evaluation.realism.turns import talk_of
from mmagents.graph import graph
from mmagents.nodes.table import table_for
from mmagents.recordings.games import recording_of
from mmagents.recordings.read import RecordingError, read
from mmagents.recordings.recording import Recording, Utterance
from mmagents.recordings.write.formats import FOLDERS, TEXTS, file_names, folder_of
from mmagents.recordings.write.shifts import as_shifts
from mmagents.scenarios.errors import MMAgentsError
from tests.recordings.strange import as_read, recordings

EXACT = ("cha", "eaf", "textgrid")


def written(recording: Recording, format: str, folder: Path) -> Path:
    """Write a recording; return its file."""
    suffix, text = TEXTS[format]
    file = folder / f"talk{suffix}"
    file.write_text(text(recording), encoding="utf-8", newline="")
    return file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


@pytest.mark.parametrize("format", EXACT)
@settings(max_examples=25)
@given(recording=recordings())
def test_whatever_is_said_is_read_back_as_it_was(
    folder: Path, format: str, recording: Recording
) -> None:
    (found,) = read(written(recording, format, folder))

    assert as_read(found) == recording
    assert list(found.names) == list(recording.names)


@settings(max_examples=25)
@given(recording=recordings())
def test_a_table_for_parshift_gives_back_all_turns(folder: Path, recording: Recording) -> None:
    said = [one._replace(kind="turn") for one in recording.utterances]
    said[0] = said[0]._replace(addressees=())
    turns = replace(recording, utterances=tuple(said))

    (found,) = read(written(turns, "pshift-csv", folder))

    assert as_read(found) == turns


@pytest.mark.parametrize("format", sorted(FOLDERS))
@settings(max_examples=20)
@given(several=st.lists(recordings(), min_size=1, max_size=2))
def test_a_folder_gives_back_all_conversations(
    folder: Path, format: str, several: list[Recording]
) -> None:
    for name, content in folder_of(format, several, "talk").items():
        (folder / format).mkdir(exist_ok=True)
        (folder / format / name).write_text(content, encoding="utf-8", newline="")

    found = read(folder / format / "utterances.jsonl")

    assert [as_read(one) for one in found] == several


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
    assert found.get_ref_annotation_data_for_tier("addressee@Mara Voss") == [
        (500, 2000, "健", "Ken, where were you?"),
        (3500, 4000, "everyone", "Nobody saw it: not <one>"),
    ]
    assert [one[2] for one in found.get_ref_annotation_data_for_tier("kind@Kim")] == ["backchannel"]


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


def test_what_was_corrected_by_hand_wins_over_what_was_noted(tmp_path: Path) -> None:
    said = (Utterance("a", "o\x00ne", replies_to=1), Utterance("a", "two"))
    file = written(Recording("talk", {"a": "A"}, said), "eaf", tmp_path)
    text = file.read_text()

    file.write_text(text.replace("o␀ne", "three").replace('"2000"', '"2500"'))
    (found,) = read(file)

    assert [one.text for one in found.utterances] == ["three", "two"]
    assert [(one.start, one.end) for one in found.utterances] == [(0.0, 1.0), (1.0, 2.5)]
    last = text[text.index('<ANNOTATION>\n      <ALIGNABLE_ANNOTATION ANNOTATION_ID="a2"') :]
    last = last[: last.index("</ANNOTATION>") + len("</ANNOTATION>")]
    file.write_text(text.replace(last, ""))
    (fewer,) = read(file)
    assert [(one.text, one.replies_to) for one in fewer.utterances] == [("o\x00ne", None)]


def test_a_damaged_header_is_named_by_its_line(tmp_path: Path) -> None:
    file = written(MEETING, "cha", tmp_path)
    file.write_text(file.read_text().replace('"count": 5', '"count": "x"'))

    with pytest.raises(RecordingError, match="line 9: the header of mmagents is damaged"):
        read(file)


def test_a_speakers_own_overlaps_stand_in_a_second_tier(tmp_path: Path) -> None:
    said = [Utterance("a", str(at), at / 4, at / 4 + 1) for at in range(4)]
    recording = Recording("talk", {"a": "Ann"}, tuple(said), "speech")

    for format in ("eaf", "textgrid"):
        text = written(recording, format, tmp_path).read_text()
        assert all(f'"Ann{number}"' in text for number in ("", " 2", " 3", " 4"))
        assert read(tmp_path / f"talk{TEXTS[format].suffix}")[0].utterances[3].speaker == "a"


def test_the_same_recording_gives_the_same_file() -> None:
    for (_, text), other in itertools.product(TEXTS.values(), (MEETING, replace(MEETING))):
        assert text(MEETING) == text(other)


def test_no_two_conversations_share_a_file() -> None:
    names = ["ss/001", "ss-001", "SS/001", "../../x", "", "日本"]

    found = file_names(names, ".cha")

    assert found[3:] == ["x.cha", "talk.cha", "日本.cha"]
    assert len({one.casefold() for one in found}) == len(names)
    assert not any("/" in one for one in found)

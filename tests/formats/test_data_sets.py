"""Exported data sets and corpora, loaded by the real packages: `make formats` installs them.

Without them these tests are skipped, and say so.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mmagents.recordings.recording import Recording, Utterance
from mmagents.recordings.write.files import write_folder
from mmagents.recordings.write.formats import folder_of
from tests.recordings.strange import STRANGE

NEEDED = "{} is not installed here: `make formats` runs this"
TALK = Recording(
    name="a meeting",
    names={"mara": "Mara Voss", "ken": "健", "kim": "Kim"},
    utterances=(
        Utterance("mara", "Ken, where were you?", 0.5, 2.0, ("ken",)),
        Utterance("ken", "橋にいました。", 1.75, 3.25, ("mara",), replies_to=0),
        Utterance("kim", "mm", 2.0, 2.25, None, kind="backchannel"),
        Utterance("ken", "And Mara?", 3.5, 4.0, ("everyone",), replies_to=0),
    ),
    medium="speech",
    about={"source": 'a "tape"'},
)
ODD = Recording(
    name="*odd*",
    names={"a": "A\n", "b": ""},
    utterances=tuple(Utterance("ab"[at % 2], text) for at, text in enumerate(STRANGE)),
    models=frozenset("ab"),
    language="ja",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_folder(tmp_path / "data", folder_of("hf", [TALK, ODD], "two talks", "cc-by-4.0"))
    return tmp_path / "data"


def test_datasets_loads_every_utterance_with_its_features(folder: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason=NEEDED.format("datasets"))

    def table(name: str) -> list[dict]:
        path, cache = str(folder), str(tmp_path / "cache")
        return list(datasets.load_dataset(path, name, split="train", cache_dir=cache))

    found, about = table("utterances"), table("conversations")

    said = [*TALK.utterances, *ODD.utterances]
    assert [one["text"] for one in found] == [one.text for one in said]
    assert [(one["start"], one["end"]) for one in found] == [(one.start, one.end) for one in said]
    assert [one["addressees"] for one in found[:4]] == [["ken"], ["mara"], None, ["everyone"]]
    assert [one["replies_to"] for one in found[:4]] == [None, 0, None, 0]
    assert [one["names"] for one in about] == [["Mara Voss", "健", "Kim"], ["A\n", ""]]
    assert [one["models"] for one in about] == [[False] * 3, [True] * 2]
    assert [one["about_source"] for one in about] == ['a "tape"', None]


@pytest.mark.filterwarnings("ignore")
def test_the_card_is_valid_croissant_and_reads_the_data(folder: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant", reason=NEEDED.format("mlcroissant"))

    card = mlcroissant.Dataset(str(folder / "croissant.json"))

    assert not card.metadata.issues.errors
    assert card.metadata.license == ["cc-by-4.0"]
    rows = list(card.records("utterances"))
    texts = [row["utterances/text"].decode() for row in rows]
    assert texts == [one.text for one in (*TALK.utterances, *ODD.utterances)]
    assert rows[0]["utterances/addressees"] == [b"ken"]
    assert [row["utterances/start"] for row in rows[:4]] == [0.5, 1.75, 2.0, 3.5]


def test_a_card_without_a_licence_names_none() -> None:
    files = folder_of("hf", [TALK], "talk")

    assert "license" not in json.loads(files["croissant.json"])
    assert 'license: "unknown"' in files["README.md"]


def test_convokit_loads_the_corpus(tmp_path: Path) -> None:
    convokit = pytest.importorskip("convokit", reason=NEEDED.format("convokit"))
    write_folder(tmp_path / "corpus", folder_of("convokit", [TALK], "talk"))

    corpus = convokit.Corpus(filename=str(tmp_path / "corpus"))

    ids = [f"a meeting-{number}" for number in (1, 2, 3, 4)]
    found = [corpus.get_utterance(one) for one in ids]
    assert [one.text for one in found] == [one.text for one in TALK.utterances]
    assert [one.speaker.id for one in found] == ["mara", "ken", "kim", "ken"]
    assert [one.reply_to for one in found] == [None, ids[0], ids[1], ids[0]]
    assert [one.timestamp for one in found] == [0.5, 1.75, 2.0, 3.5]
    assert [one.meta["addressees"] for one in found] == [["ken"], ["mara"], None, ["everyone"]]
    assert corpus.get_speaker("ken").meta["name"] == "健"
    assert corpus.get_conversation(ids[0]).meta["source"] == 'a "tape"'
    assert corpus.get_conversation(ids[0]).check_integrity(verbose=False)

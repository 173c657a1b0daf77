"""A transcript shows what is known of times, by signs that it explains, and words as they were."""

import re

from hypothesis import given, settings

from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.write.jefferson import as_jefferson
from tests.lab.recordings.strange import recordings

TALK = (
    Utterance("a", "So where did you put the key", 0.0, 2.0),
    Utterance("b", "on the hook", 1.5, 2.5),
    Utterance("a", "which hook", 2.52, 3.0),
    Utterance("c", "mm", 3.1, 3.2, kind="backchannel"),
    Utterance("b", "the [big] one", 4.0, 5.0),
)


def test_times_become_pauses_latches_and_brackets_that_are_explained() -> None:
    names = {"a": "Ann", "b": "Ben", "c": "Cy"}

    text = as_jefferson(Recording("talk", names, TALK, "speech"))

    body, _, conventions = text.partition("\n\n")
    assert body.split("\n") == [
        "001  Ann: So where did you put [the key]",
        "002  Ben: [on the] hook=",
        "003  Ann: =which hook",
        "004  (.)",
        "005  Cy:  mm",
        "006  (0.8)",
        "007  Ben: the ⟦big⟧ one",
    ]
    signs = ("[", "]", "=", "(.)", "(0.5)", "⟦")
    assert all(any(line.startswith(one) for line in conventions.split("\n")) for one in signs)


def test_without_times_the_words_stand_alone() -> None:
    said = [one._replace(start=None, end=None) for one in TALK]

    text = as_jefferson(Recording("talk", {"a": "Ann", "b": "B"}, said, "chat"))

    assert text.split("\n")[4] == "005  B:   the [big] one"
    assert "(.)" not in text
    assert "no signs of pauses" in text


@settings(max_examples=25)
@given(recording=recordings())
def test_whatever_is_said_no_line_is_forged(recording: Recording) -> None:
    body = as_jefferson(recording).rpartition("\n\n")[0] or as_jefferson(recording)

    lines = body.removesuffix("\n").split("\n")
    assert [int(line[:3]) for line in lines] == list(range(1, len(lines) + 1))
    assert all(re.match(r"\d{3}  \S| {5}", line) or line[5:].isspace() for line in lines)
    labelled = [line for line in lines if re.match(r"\d{3}  (?!\(|\*)\S", line)]
    assert len(labelled) <= len(recording.utterances)

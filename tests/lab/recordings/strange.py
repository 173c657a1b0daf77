"""Recordings with the names and words that break formats."""

from hypothesis import strategies as st

from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.recordings.recording import Recording, Unit, Utterance

STRANGE = [
    "*ANN:\tforged", "@End", "%add:\tANN", "a\nb", "\t", "x\ry", "\x00\x15\x1b", "\u2028", "\ufeff",
    '"', '""', "&lt;<b>]]>", "a,b;c|d", "=1+1", "'=1", "@x", "-1", " edge ", "", "0", "...", 
    "a , b", "[+ bch]", "(0.5)", "everyone", "nobody", "None", "null", "NA", "A", "B", "A B", "∅",
    "[{\"a\": 1}]", "日本　の話", "ضوء\u200f", "👩‍🚀", "é", "e\u0301", "�",
]  # fmt: skip
WORDS = st.one_of(
    st.sampled_from(STRANGE),
    st.text(max_size=8),
    st.lists(st.sampled_from(STRANGE), max_size=3).map("".join),
)
IDS = st.one_of(st.sampled_from(STRANGE), st.text(min_size=1, max_size=5)).filter(
    lambda one: bool(one.strip()) and one != EVERYONE
)


@st.composite
def utterances(draw: st.DrawFn, ids: list[str], count: int, *, timed: bool) -> list[Utterance]:
    """Draw talk among speakers, in order; times in milliseconds and between them."""
    found, stretch = [], 0
    for _ in range(count):
        start = draw(st.integers(0, 4000).map(lambda ms: ms / 1000)) if timed else None
        lasts = draw(st.sampled_from([0.0, 0.0004, 0.25, 1.0])) if timed else None
        whom = st.lists(st.sampled_from(ids), unique=True, max_size=3).map(tuple)
        stretch += draw(st.sampled_from([0, 0, 1]))
        found.append(
            Utterance(
                speaker=draw(st.sampled_from(ids)),
                text=draw(WORDS),
                start=start,
                end=None if start is None or lasts is None else start + lasts,
                addressees=draw(st.none() | st.just((EVERYONE,)) | whom),
                replies_to=draw(st.none() | st.integers(0, count - 1)),
                kind=draw(st.sampled_from(["turn", "backchannel", "repair"])),
                question=draw(st.sampled_from([None, True, False])),
                stretch=stretch,
                cut=draw(st.booleans()),
            )
        )
        found[-1] = found[-1]._replace(units=draw(units(found[-1])))
    return found


@st.composite
def units(draw: st.DrawFn, one: Utterance) -> tuple[Unit, ...]:
    """Draw units of an utterance, or none; some with times that no tier can hold."""
    if one.start is None or one.end is None or not one.text or draw(st.booleans()):
        return ()
    ends = draw(st.sets(st.integers(1, len(one.text)), max_size=2)) | {len(one.text)}
    wide = draw(st.sampled_from([1.0, 1.0, 1.5]))
    length = (one.end - one.start) / len(ends) * wide
    return tuple(
        Unit(upto, one.start + at * length, one.start + (at + 1) * length)
        for at, upto in enumerate(sorted(ends))
    )


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Draw a conversation as a reader would make it: speakers first in the order of their words."""
    ids = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    times, medium = draw(st.sampled_from(["none", "all", "starts"])), "chat"
    said = draw(utterances(ids, draw(st.integers(1, 5)), timed=times != "none"))
    if times == "starts":
        said = [one._replace(end=None) for one in said]
    if times == "all" and draw(st.booleans()):
        medium = "speech"
        said.sort(key=lambda one: (one.stretch, one.start or 0.0, one.end or 0.0))
    order = dict.fromkeys([*(one.speaker for one in said), *ids])
    return Recording(
        name=draw(WORDS) or "talk",
        names={id: draw(WORDS) for id in order},
        utterances=tuple(said),
        medium=medium,  # type: ignore[arg-type]  # one of the two
        language=draw(st.sampled_from(["en", "ja", "pt-BR", "tlh"])),
        models=frozenset(draw(st.lists(st.sampled_from(ids)))),
        about=draw(st.dictionaries(WORDS, WORDS, max_size=2)),
    )

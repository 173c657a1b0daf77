"""Human bands of the yardstick, and the numbers of `lab/realism/bands.toml`.

python -m benchmarks bands --mrda MRDA-Corpus --ami ami.csv --llmafia llmafia.jsonl --out FILE

--mrda is a checkout of NathanDuran/MRDA-Corpus, whose test part is left alone; --ami a CSV of
conversation, speaker, start, end; --llmafia JSON lines of conversation, stretch, phase, speaker,
is_model, t and text. Without --out nothing is written. It takes about three minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import given, head, refuse, show
from benchmarks.people.corpora import read_corpus
from mmagents.lab.realism.bands import Inside, Setting
from mmagents.lab.realism.making import setting_of
from mmagents.lab.realism.measures import MEASURES
from mmagents.lab.realism.pairs import with_pairs
from mmagents.lab.realism.turns import Talk, pieces, talk_of
from mmagents.lab.recordings.recording import Recording

WINDOW = 60
PARTS = ("train", "val")
"""Parts of MRDA that are looked at; its test part is left alone."""
MRDA = {
    "what": "meetings of research groups",
    "source": "MRDA (Shriberg et al. 2004), train and val parts of NathanDuran/MRDA-Corpus",
    "licence": "terms unstated; figures alone",
    "medium": "speech",
}
SETTINGS = {
    "speech": MRDA,
    "speech-four": {**MRDA, "what": "meetings of research groups while four speak"},
    "speech-roles": {
        "what": "meetings of four with set roles",
        "source": "AMI (Carletta et al. 2006), development meetings of "
        "BUTSpeechFIT/AMI-diarization-setup at 2509d89, times alone",
        "licence": "CC BY 4.0, the AMI Consortium",
        "medium": "speech",
    },
    "chat": {
        "what": "typed chat of a game of Mafia",
        "source": "LLMafia (Eckhaus, Berger & Stanovsky 2025), games 0001-0014 of niveck/LLMafia "
        "at 4cdb767, daytimes, people's messages",
        "licence": "MIT, 2025 Niv Eckhaus",
        "medium": "chat",
    },
}
"""Who talked where, by the name of the setting."""

HEADING = (
    "# Human bands of the yardstick: 10th percentile, median, 90th percentile, pieces of talk.",
    "# Numbers alone, no words of the corpora. Made by `python -m benchmarks bands`.",
    "# people: how many of the ten measures pieces have inside the band of all conversations but",
    "# their own; shuffled: the same pieces with their speakers dealt out by lot.",
)


def windows(talks: Sequence[Talk], of: int = 0) -> dict[str, list[Talk]]:
    """Return by conversation its windows, those in which so many people speak where given."""
    found = {}
    for talk in talks:
        cut = pieces(talk, WINDOW)
        kept = [one for one in cut if not of or len({turn.speaker for turn in one.turns}) == of]
        if kept:
            found[talk.name] = kept
    return found


def meetings(folder: Path) -> Iterator[Recording]:
    """Yield MRDA's meetings by its archive: words, times, tags and adjacency pairs by hand."""
    files = sorted(file for part in PARTS for file in (folder / "mrda_data" / part).glob("*.txt"))
    if not files:
        refuse(f"{folder} holds no mrda_data/train. Name a checkout of NathanDuran/MRDA-Corpus.")
    for file in files:
        yield from read_corpus(folder / "mrda_archive" / "database" / f"{file.stem}.dadb")


def settings(mrda: Path, ami: Path, llmafia: Path) -> dict[str, dict[str, list[Talk]]]:
    """Return by setting and conversation the pieces of talk that bands are made of."""
    groups = [with_pairs(talk_of(one)) for one in meetings(mrda)]
    four = [talk_of(one) for one in read_corpus(ami)]
    games = [with_pairs(talk_of(one)) for one in read_corpus(llmafia)]
    return {
        "speech": windows(groups),
        "speech-four": windows(groups, of=4),
        "speech-roles": windows(four),
        "chat": {talk.name: [talk] for talk in games},
    }


def written(found: Setting) -> Iterator[str]:
    """Yield the lines of a setting as TOML."""
    yield f"\n[{found.name}]"
    for field in ("what", "source", "licence", "medium", "language", "answers", "addressees"):
        yield f'{field} = "{getattr(found, field)}"'
    for field in ("turns", "least", "most", "conversations", "pieces"):
        yield f"{field} = {getattr(found, field)}"
    for name in ("people", "shuffled"):
        yield f"\n[{found.name}.{name}]"
        one: Inside = getattr(found, name)
        yield f"mean = {one.mean:.2f}"
        yield f"six = {one.six:.2f}"
        yield f"at_least = [{', '.join(f'{share:.3f}' for share in one.at_least)}]"
    yield f"\n[{found.name}.bands]"
    for name, band in found.bands.items():
        key = name if name.isidentifier() else f'"{name}"'
        yield f"{key} = [{band.low:.4f}, {band.median:.4f}, {band.high:.4f}, {band.n}]"


def main(argv: Sequence[str] | None = None) -> None:
    """Print the bands of each setting, and write them where told to."""
    options = given(argv, __doc__, mrda="", ami="", llmafia="", out="")
    if not (options.mrda and options.ami and options.llmafia):
        refuse("Bands are made of three corpora: give --mrda, --ami and --llmafia.")
    talks = settings(Path(options.mrda), Path(options.ami), Path(options.llmafia))
    made = [setting_of(name, of, language="en", **SETTINGS[name]) for name, of in talks.items()]
    head("measure", *(f"{one.name}: {one.label()}, {one.pieces}" for one in made))
    for name, measure in MEASURES.items():
        bands = [one.bands.get(name) for one in made]
        cells = (f"{b.median:.2f} ({b.low:.2f} to {b.high:.2f})" if b else "" for b in bands)
        show(measure.label, *cells)
    if options.out:
        lines = [line for one in made for line in written(one)]
        Path(options.out).write_text("\n".join([*HEADING, *lines]) + "\n", "utf-8")

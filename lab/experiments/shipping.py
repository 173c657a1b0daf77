"""Conversations played where no disk is shared: what a worker played comes back in one piece.

A worker plays in a folder of its own machine, which is gone afterwards. Where a database keeps the
steps, whoever takes over from a worker that was lost goes on from the last of them. Where none
does, a conversation cut short on a lost worker is played anew.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from mmagents.lab.experiments.playing import Job, Outcome, play_jobs
from mmagents.models.choice import Found, tell_ways
from mmagents.models.client.gate import limit
from mmagents.stores.disk import linked, write_whole

SHIPPED = (
    "transcript.jsonl", "transcript.md", "accounts.json", "outcome.json",
    "checkpoints.sqlite", "checkpoints.sqlite-wal", "checkpoints.sqlite.xz", "game.json",
)  # fmt: skip
"""The files of a saved game that travel; game.json, which says that it is over, is written last.
The story is at hand at both ends, and memory is an index."""


@dataclass(frozen=True, slots=True)
class Cargo:
    """What a worker is sent: a job, its story, and what has been played of it so far."""

    job: Job
    story: bytes
    folder: bytes


@dataclass(frozen=True, slots=True)
class Played:
    """What comes back: how the conversation ended, and its folder."""

    outcome: Outcome
    folder: bytes


def packed(folder: Path) -> bytes:
    """Return the files of a saved game; b"" if none has been begun there."""
    if not (folder / "game.json").is_file():
        return b""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as files:
        for name in SHIPPED:
            if (folder / name).is_file():
                files.write(folder / name, name)
    return content.getvalue()


def unpack(content: bytes, folder: Path, story: Path) -> None:
    """Make a folder the saved game that was packed.

    Args:
        content: of :func:`packed`; what else it may hold is left out.
        folder: where; what it held of an earlier state of the game is replaced.
        story: the file of the game's story here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        there = set(files.namelist())
        for name in SHIPPED:
            if name in there:
                write_whole(folder / name, files.read(name))
            else:
                (folder / name).unlink(missing_ok=True)
    kept = folder / "scenario.yaml"
    if not kept.exists() and not linked(story, kept):
        write_whole(kept, story.read_bytes())


def load(job: Job) -> Cargo:
    """Return what a worker needs that shares no disk with this machine."""
    return Cargo(job, Path(job.story).read_bytes(), packed(job.path))


def play_cargo(cargo: Sequence[Cargo], found: Found, in_flight: int | None) -> list[Played]:
    """Play conversations in a folder of this machine; return all that came of them.

    `found` is what was found by trying the models, so that they need not be tried again. At most
    `in_flight` requests are on their way to one server at once.
    """
    limit(in_flight)
    tell_ways(found)
    with TemporaryDirectory(prefix="mmagents-") as place:
        jobs = [_unloaded(one, Path(place)) for one in cargo]
        outcomes = {one.id: one for one in play_jobs(jobs)}
        return [
            Played(_told_of(outcomes[here.id], place, one.job.folder), packed(here.path))
            for one, here in zip(cargo, jobs, strict=True)
        ]


def _unloaded(cargo: Cargo, place: Path) -> Job:
    job = cargo.job
    story = place / "stories" / Path(job.story).name
    story.parent.mkdir(exist_ok=True)
    write_whole(story, cargo.story)
    here = replace(job, folder=str(place / "conversations"), story=str(story), named=job.story)
    if cargo.folder:
        unpack(cargo.folder, here.path, story)
    return here


def _told_of(outcome: Outcome, here: str, there: str) -> Outcome:
    """Return an outcome whose error names the folder that the conversation comes to lie in."""
    error = outcome.error.replace(f"{here}/conversations", there)
    return replace(outcome, error=error)


def unload(played: Played, job: Job) -> Outcome:
    """Put what came back where it belongs, and return how it ended."""
    if played.folder:
        unpack(played.folder, job.path, Path(job.story))
    return played.outcome


def lost(job: Job, why: str) -> Outcome:
    """Return the outcome of a conversation whose worker was lost too often."""
    from mmagents.nodes.spending import NOTHING

    error = f"The worker that played it was lost: {why}. What a database keeps of it is kept."
    return Outcome(job.id, "", NOTHING, 0.0, error)

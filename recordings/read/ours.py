"""Files that `mmagents export` wrote: their header and notes give back the whole recording."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mmagents.recordings.exact import Damaged, Header, noted
from mmagents.recordings.read.gathering import Gathering
from mmagents.recordings.read.source import Source
from mmagents.recordings.recording import Utterance


def header_in(text: str, line: int, source: Source) -> Header:
    """Return the header that stands in a line.

    Raises:
        RecordingError: if it is damaged.
    """
    try:
        return Header.of(text)
    except Damaged as error:
        raise source.wrong(
            line, f"the header of mmagents is damaged: {error}. Take it out, or export again."
        ) from None


def restored(
    found: Gathering,
    header: Header,
    notes: Sequence[str],
    show: Callable[[str], str],
    source: Source,
) -> None:
    """Make of what a reader found in a file of ours what was written.

    Utterances stay in the order of the file, or go where the header says, if none was added or
    taken out since. Who was added since keeps the label as name.

    Args:
        found: what was found, by labels, in the order of the file.
        header: the file's header.
        notes: for each utterance the note beside it, or "".
        show: gives what the file would hold of words.
        source: the file.

    Raises:
        RecordingError: if a note is damaged, with its utterance's line.
    """
    ids = {label: one.id for label, one in header.speakers.items()}
    untimed = header.times == "none" and all(map(_is_placeholder, found.said))
    said = []
    for one, note in zip(found.said, notes, strict=True):
        held = one._replace(
            speaker=ids.get(one.speaker, one.speaker),
            addressees=one.addressees and tuple(ids.get(to, to) for to in one.addressees),
        )
        try:
            said.append(noted(held._replace(start=None, end=None) if untimed else held, note, show))
        except Damaged as error:
            raise source.wrong(
                one.line, f"the note beside it is damaged: {error}. Take it out."
            ) from None
    found.said[:] = _arranged(said, header)
    found.name, found.medium, found.language = header.name, header.medium, header.language
    known = {one.id: one.name for one in header.speakers.values()}
    found.names = known | {id: name for id, name in found.names.items() if id not in ids}
    found.models = {one.id for one in header.speakers.values() if one.model}
    found.about |= header.about


def _is_placeholder(one: Utterance) -> bool:
    """Tell whether an utterance stands at a whole second and lasts one, as where times are none."""
    if one.start is None or one.end is None:
        return True
    return one.start.is_integer() and one.end - one.start == 1


def _arranged(said: list[Utterance], header: Header) -> list[Utterance]:
    if len(said) != header.count:
        return [one._replace(replies_to=None) for one in said]
    if header.order is None or sorted(header.order) != list(range(len(said))):
        return said
    by_place = dict(zip(header.order, said, strict=True))
    return [by_place[place] for place in range(len(said))]

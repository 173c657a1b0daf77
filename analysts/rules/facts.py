"""An utterance as bullet-point facts that stand alone (MMAgents, section 3.1.2)."""

from __future__ import annotations

from mmagents.analysts.rules.designation import count_called, designate, read_sentences
from mmagents.analysts.rules.reader import Sentence, reader_of
from mmagents.analysts.rules.recipient import previous_speaker
from mmagents.analysts.text.names import call_name, names_of
from mmagents.analysts.text.sentences import outside, sentences
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.talk import Utterance


def facts(utterance: Utterance) -> tuple[str, ...]:
    """Return what an utterance says, one fact an item, each without a need for the others."""
    language = reader_of(utterance.language)
    speaker = _named((utterance.speaker,), utterance)
    before = previous_speaker(utterance.recent, utterance.speaker)
    _, put_to = designate(utterance, read_sentences(utterance))
    found: list[str] = []
    for part in _parts(utterance):
        whom = part.called or put_to or ((before,) if before else ())
        you = _named(tuple(one for one in whom if one != EVERYONE), utterance)
        to = language.everyone if EVERYONE in whom or not you else you
        said = language.fact(part, speaker, to, you)
        if said and said not in found:
            found.append(said)
    return tuple(found)


def _parts(utterance: Utterance) -> tuple[Sentence, ...]:
    """Return the sentences as said, quotations and all, without those they call."""
    language = reader_of(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    parts = []
    for sentence in sentences(outside(utterance.text), utterance.language):
        called = language.vocatives(sentence, names, utterance.speaker)
        bare = (
            language.without_vocatives(sentence, names, utterance.speaker) if called else sentence
        )
        parts.append(Sentence(bare, called, language.type_of(bare, count_called(called))))
    return tuple(parts)


def _named(ids: tuple[str, ...], utterance: Utterance) -> str:
    """Return the call names of `ids`, in a list as people would say it."""
    people = {person.id: call_name(person, utterance.language) for person in utterance.cast}
    return reader_of(utterance.language).listed([people.get(one, one) for one in ids])

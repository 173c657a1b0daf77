"""Screening and diagnosis of what is owed: an answer that does not answer.

A question makes an answer conditionally relevant (Schegloff 2007, chapter 2); its absence is
noticeable. People withhold answers all the same, and in a mystery with reason: a refusal or an
evasion is a fault only where the sheet gives nothing to guard.
"""

from __future__ import annotations

from mmagents.analysts.repair.lexicon import finding, lexicon_of
from mmagents.analysts.repair.motives import matter_of, why_withhold
from mmagents.analysts.repair.triplets.rules import meant_by, places_named
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.rules.second_pair_parts import how_taken_up
from mmagents.analysts.text.clock import times_said
from mmagents.analysts.text.reading import bears, understand
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import QUESTIONS
from mmagents.interfaces.repair import MINOR, SEVERE, About, Finding, Suspicion
from mmagents.scenarios.recognise.facts import people_named, recognise

OWED: frozenset[str] = frozenset({*QUESTIONS, "request", "accusation", "complaint"})
"""First pair parts of which it can be told by rule whether they are passed over."""


def gives_an_answer(about: About, question: str) -> bool:
    """Tell whether the candidate gives what a question asks for, or says that it cannot.

    It does if it shares words with the question, will not have what the question holds against
    the speaker, says a fact that bears on it or is about the speaker, or names a place, a time or a
    person where one was asked for.
    """
    view, text, language = about.view, about.utterance.text, about.view.language
    replies = reader_of(language).replies
    if replies.not_knowing.search(text) or replies.short(text):
        return True
    if content_words(question, language) & content_words(text, language):
        return True
    if lexicon_of(language).rejects.search(text):
        return True
    question, asked = matter_of(question, view)
    said = understand(text, view.public, view.known, language, (view.seat,))
    if set(asked.topics) & set(said.topics) or set(asked.facts) & set(said.facts):
        return True
    said_facts = set(recognise(text, language, about.facts, meant_by(about.utterance)))
    told = [fact for fact in view.known if fact.id in said_facts]
    if any(
        view.seat in fact.people or bears(fact, asked, question, view, view.seat) for fact in told
    ):
        return True
    return _of_the_kind_asked(about, question)


def _of_the_kind_asked(about: About, question: str) -> bool:
    view, text, language = about.view, about.utterance.text, about.view.language
    public, lexicon, replies = view.public, lexicon_of(language), reader_of(language).replies
    if lexicon.asks_where.search(question):
        return bool(places_named(text, public, language))
    if lexicon.asks_when.search(question):
        return bool(times_said(text, language, public.opens, public.closes))
    if lexicon.asks_who.search(question):
        return bool(people_named(text, public.cast, language))
    due = view.obligation
    if due is None or due.first_pair_part not in ("yes-no-question", "alternative-question"):
        return False
    return bool(replies.yes.match(text) or replies.no.match(text))


async def screen_obligation(candidate: str, about: About) -> list[Suspicion]:
    """Return the suspicion that what is due is withheld or passed over."""
    due = about.view.obligation
    if due is None or due.first_pair_part not in OWED:
        return []
    turn, second = how_taken_up(about.utterance, read_sentences(about.utterance))
    taken_up = turn == due.turn and second not in (None, "refusal", "evasion")
    if taken_up and due.first_pair_part not in QUESTIONS:
        return []
    withheld = turn == due.turn and second in ("refusal", "evasion")
    if not withheld and gives_an_answer(about, due.text):
        return []
    how = second if turn == due.turn and second in ("refusal", "evasion") else "none"
    detail = {"how": how}
    return [Suspicion("obligation", candidate, (due.text,), 1.0, due.turn, detail=detail)]


async def diagnose_obligation(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Return whether the answer is withheld for a reason that stands on the sheet."""
    language, question = about.view.language, suspicion.evidence[0]
    motive = why_withhold(question, about.view)
    if motive is not None:
        return finding("obligation", MINOR, "evasion", language, motive.kind, about=motive.about)
    what = "withholds" if suspicion.detail.get("how") in ("refusal", "evasion") else "passes over"
    return finding(
        "obligation", SEVERE, "fault", language, what, "answer", turn=suspicion.turn, words=question
    )

"""Screening and diagnosis of what is owed: an answer that does not answer.

A question makes an answer conditionally relevant (Schegloff 2007, chapter 2); its absence is
noticeable. People withhold answers all the same, and in a mystery with reason: a refusal or an
evasion is a fault only where the sheet gives nothing to guard.
"""

from __future__ import annotations

import re

from mmagents.analysts.repair.lexicon import comment
from mmagents.analysts.repair.motives import matter_of, why_withhold
from mmagents.analysts.repair.triplets.rules import meant_by, places_named
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.rules.second_pair_parts import QUESTIONS, how_taken_up
from mmagents.analysts.text.clock import times_said
from mmagents.analysts.text.reading import bears, understand
from mmagents.analysts.text.sentences import content_words
from mmagents.interfaces.repair import MINOR, SEVERE, About, Finding, Suspicion
from mmagents.scenarios.recognise.facts import people_named, recognise

OWED: frozenset[str] = frozenset({*QUESTIONS, "request", "accusation", "complaint"})
"""First pair parts of which it can be told by rule whether they are passed over."""
_REJECTS = re.compile(
    r"\b(?:deny|dispute|meant it|stand by|wrong(?:ly)?|not (?:true|so|me|i)|untrue|nonsense|"
    r"guesswork|mistake|mistaken|you may think|believe what you|think what you|far-fetched|"
    r"invention|slander|lies?|that does not follow)\b"
    r"|違[いうっ]|間違|憶測|推測|こじつけ|買いかぶり|濡れ衣|筋違い|でたらめ|言いがかり|筋合い|証は|"
    r"証拠は|までだ|までです|そこまでは|そう見[えた]|誤解|嘘",
    re.I,
)
_WHERE = re.compile(r"\bwhere\b|どこ|どちら", re.I)
_WHEN = re.compile(r"\bwhen\b|\bwhat (?:time|hour)\b|\bhow (?:long|late)\b|いつ|何時", re.I)
_WHO = re.compile(r"\bwho(?:m|se)?\b|誰|どなた", re.I)


def gives_an_answer(about: About, question: str) -> bool:
    """Tell whether the candidate gives what a question asks for, or says that it cannot.

    It does if it shares words with the question, will not have what the question holds against
    the speaker, says a fact that bears on it or is about the speaker, or names a place, a time or a
    person where one was asked for.
    """
    view, text, language = about.view, about.utterance.text, about.view.language
    lexicon = reader_of(language).replies
    if lexicon.not_knowing.search(text) or lexicon.short(text):
        return True
    if content_words(question, language) & content_words(text, language):
        return True
    if _REJECTS.search(text):
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
    public = view.public
    if _WHERE.search(question):
        return bool(places_named(text, public, language))
    if _WHEN.search(question):
        return bool(times_said(text, language, public.opens, public.closes))
    if _WHO.search(question):
        named = people_named(text, public.cast, language)
        return bool(named)
    due, lexicon = about.view.obligation, reader_of(language).replies
    if due is None or due.first_pair_part not in ("yes-no-question", "alternative-question"):
        return False
    return bool(lexicon.yes.match(text) or lexicon.no.match(text))


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
        about_what = {"about": motive.about}
        return Finding("obligation", MINOR, "evasion", comment(language, motive.kind, **about_what))
    what = "withholds" if suspicion.detail.get("how") in ("refusal", "evasion") else "passes over"
    return Finding(
        "obligation",
        SEVERE,
        "fault",
        comment(language, what, turn=suspicion.turn),
        comment(language, "answer", words=question),
    )

"""What a Japanese sentence does: the type of first pair part it is, by its form.

Sentence-final form decides first (か, ください, ましょう, ませんか), then performative words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from mmagents.analysts.rules.ja.standard import PIECES, core_of, plainly
from mmagents.analysts.text.expressions import expressions
from mmagents.analysts.text.sentences import Rules, first_match
from mmagents.floor.adjacency import FirstPairPart

_FORMS = expressions(__file__, "everyday").given(**PIECES)


class Form(NamedTuple):
    """A form and what it is: a type, or None where it puts nothing to anybody.

    `called` is whether it holds only where somebody is called (True) or nobody (False), `opened`
    whether it is looked for in the sentence with the words that open it.
    """

    kind: FirstPairPart | None
    called: bool | None
    words: re.Pattern[str]
    opened: bool


def _forms(when: str) -> tuple[Form, ...]:
    return tuple(
        Form(
            one.get("type"),
            one.get("called"),
            _FORMS.compiled(one["words"]),
            one.get("opened", False),
        )
        for one in _FORMS.extra(when)
    )


_FIRST, _LAST = _forms("first"), _forms("last")


def _found(forms: tuple[Form, ...], sentence: str, core: str, called: int) -> Form | None:
    for form in forms:
        if form.called is not None and form.called != bool(called):
            continue
        if form.words.search(sentence if form.opened else core):
            return form
    return None


def first_form(sentence: str, core: str, called: int) -> Form | None:
    """Return the form of a sentence that goes before all other rules, or None.

    Args:
        sentence: in standard form, without vocatives.
        core: the same without the words that open it.
        called: how many it calls by name.
    """
    return _found(_FIRST, sentence, core, called)


def last_form(sentence: str, core: str, called: int) -> Form | None:
    """Return the form of a sentence that no other rule knows, or None."""
    return _found(_LAST, sentence, core, called)


_ACTING, _ASKING, _JUDGING = (
    expressions(__file__, name) for name in ("acting", "asking", "judging")
)


_SPOKEN = expressions(__file__, "spoken").given(**PIECES)


def _is_question(core: str, called: int) -> bool:
    """Return whether a sentence asks, question mark or not."""
    if re.search(r"[？?]\s*$", core) or _asks_unmarked(core, called):
        return True
    mused = _SPOKEN.doubted if called else _ASKING.self
    no_question = (_ASKING.ack, mused, _ASKING.not_asked)
    if any(expression.search(core) for expression in no_question):
        return False
    if _ASKING.wh_stated.search(core):
        return bool(_ASKING.wh_explained.search(_ASKING.indefinite.sub("", core)))
    return bool(_ASKING.question_end.search(core))


def _asks_unmarked(core: str, called: int) -> bool:
    """Return whether a sentence asks without か: 誰です, 来たの, or its end moved to the front."""
    plain = _ASKING.indefinite.sub("", core)
    if _ASKING.wh_ending.search(plain) and (called or _ASKING.wh_polite.search(plain)):
        return not _ASKING.reason.search(plain)
    moved = _ASKING.moved.match(core)
    if moved and re.search(rf"{_ASKING['wh_word']}[^、]*$", moved.group(1)):
        return True
    if _SPOKEN.agreed_with.match(core) if called else _SPOKEN.tag.search(core):
        return True
    if called and _SPOKEN.what_now.match(core):
        return True
    if _SPOKEN.sought.search(core) or _SPOKEN.settled.search(core):
        return True
    if any(
        (
            _SPOKEN.wh_plain.search(plain),
            _SPOKEN.wh_bare.match(plain),
            _SPOKEN.wh_trails.search(plain),
            _SPOKEN.wh_last.search(plain),
            _SPOKEN.why_so.search(plain),
        )
    ):
        return True
    if moved and _ASKING.question_end.search(re.sub(r"[だか]い$", "か", moved.group(1)) + "。"):
        return True
    return bool(called) and bool(_ASKING.ends_in_no.search(core))


def _question(core: str) -> FirstPairPart:
    asked = _ASKING.indefinite.sub("", core)
    embedded = bool(_ASKING.embedded.search(asked))
    if _ASKING.alternative.search(asked) and not embedded:
        return "alternative-question"
    if _SPOKEN.what_of_it.match(core):
        return "wh-question"
    if _SPOKEN.ever_done.search(core):
        return "yes-no-question"
    if _ASKING.by_topic.search(core) or _SPOKEN.sought.search(core):
        return "wh-question"
    polar = _ASKING.yn_forced.search(core) and not re.search(r"(?:なぜ|どうして)[^か]*$", core)
    asks_what = re.search(_ASKING["wh_word"], asked) and not embedded and not polar
    return "wh-question" if asks_what else "yes-no-question"


@lru_cache(maxsize=4096)
def type_of(sentence: str, called: int) -> FirstPairPart | None:
    """Return the type of first pair part one sentence is, or None.

    It has no vocatives and no quotations; `called` is how many it calls by name, two for everybody.
    """
    sentence = plainly(sentence)
    core = core_of(sentence)
    if _SPOKEN.lying.match(core):
        return "accusation"
    if form := first_form(sentence, core, called):
        return form.kind
    kind = _by_form(sentence, called)
    last = last_form(sentence, core, called) if kind is None else None
    return last.kind if last else kind


def _by_form(sentence: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence in standard form by its ending, then by its words."""
    if not called and (_SPOKEN.shrugged.match(sentence) or _SPOKEN.own_mind.search(sentence)):
        return None
    kind = _whole_type(sentence, called)
    if kind is None and (cut := _SPOKEN.afterthought.match(core_of(sentence))):
        you = bool(_SPOKEN.you_last.search(sentence))
        kind = _whole_type(cut.group(1) + (cut.group(2) or "。"), max(called, int(you)))
    moved = _ASKING.moved.match(core_of(sentence))
    if kind == "request" and moved and re.search(_ASKING["wh_word"], moved.group(1)):
        kind = _whole_type(moved.group(1) + "？", called)
    if kind == "suggestion" and called == 1 and _SPOKEN.along.search(sentence):
        return "invitation"
    if kind == "invitation" and not called and _SPOKEN.go_and_see.search(sentence):
        return "suggestion"
    if kind == "suggestion" and _SPOKEN.humbly.search(sentence):
        return None
    if kind is None and _SPOKEN.passed_on.match(sentence):
        return "announcement"
    if kind is None and _SPOKEN.stop_first.match(sentence):
        return "request"
    if kind is None and (_SPOKEN.sorry_first.match(sentence) or _SPOKEN.sorry_for.match(sentence)):
        return "apology"
    if kind is None and not called and _SPOKEN.concluded.match(sentence):
        return "yes-no-question"
    return kind


def _whole_type(sentence: str, called: int) -> FirstPairPart | None:
    core = core_of(sentence)
    if not re.search(r"\w", core) or _ACTING.summons.match(core):
        return "summons" if called else None
    if any(one.search(core) for one in (_ASKING.rhetoric, _SPOKEN.must_i, _SPOKEN.recognised)):
        return None
    if _ASKING.ack.match(core) or (not called and _SPOKEN.wonders.search(core)):
        return None
    if any(one.search(core) for one in (_SPOKEN.told_not, _SPOKEN.command, _SPOKEN.repeated)):
        return "request"
    asks = _is_question(core, called)
    if _JUDGING.exclaimed.search(core):
        return "assessment" if called else None
    return _asked(core, called) if asks else _said(core, called)


def _asked(core: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence that asks."""
    plain = _ASKING.indefinite.sub("", core)
    if not called and (_ASKING.asks_itself.search(plain) or _SPOKEN.i_wonder.search(core)):
        return None
    if _SPOKEN.who_is_to.search(core):
        return "wh-question"
    if _SPOKEN.asks_favour.search(core):
        return "request"
    if not called and (_SPOKEN.kill_time.match(core) or _SPOKEN.shall_we_then.match(core)):
        return "suggestion"
    if _SPOKEN.volunteers.search(core):
        return "offer"
    if _SPOKEN.all_of_us.search(core) and _SPOKEN.not_go.search(core):
        return "suggestion"
    if called > 1 and _SPOKEN.shall_all.search(core):
        return "suggestion"
    if called == 1 and _SPOKEN.come_along.search(core):
        return "invitation"
    if _ASKING.or_not.search(core) and _ASKING.alternative.search(plain):
        return "alternative-question"
    return _by_offer(core, called) or first_match(_ASKED, core) or _question(core)


def _said(core: str, called: int) -> FirstPairPart | None:
    """Return the type of a sentence that does not ask."""
    if not called and _ASKING.asks_itself.search(_ASKING.indefinite.sub("", core)):
        return None
    if called and _SPOKEN.happened.match(core):
        return "announcement"
    kind = first_match(_SAID, core)
    told_by: dict[FirstPairPart | None, re.Pattern[str]] = {
        "request": _SPOKEN.help_told,
        "accusation": _SPOKEN.somebody,
        "complaint": _SPOKEN.muttered,
    }
    only_told = kind in told_by and told_by[kind].search(core)
    if only_told:
        return None
    if kind is None and not called and _SPOKEN.you_do.match(core):
        return "yes-no-question"
    if kind is None and _SPOKEN.if_only.search(core):
        return "invitation" if _SPOKEN.stay.search(core) else "suggestion"
    if kind or not called:
        return kind
    if _JUDGING.charge.search(core) and not _JUDGING.benign.search(core):
        return "accusation"
    judgements = (_JUDGING.assessment, _JUDGING.exclaims, _JUDGING.praised, _JUDGING.characterised)
    judged = any(one.search(core) for one in judgements)
    told = first_match(_SAID_BY_NAME, core)
    if told is None and called == 1 and _SPOKEN.claimed.match(core):
        judged = True
    if told is None and _SPOKEN.you_do.match(core):
        return "yes-no-question"
    if told is None and (_SPOKEN.tag.search(core) or _SPOKEN.to_the_face.match(core)):
        return "yes-no-question"
    return told or ("assessment" if judged and not _JUDGING.allowed.search(core) else None)


def _by_offer(core: str, called: int) -> FirstPairPart | None:
    """Return the type of a question in ましょうか or ませんか: who is to do it decides."""
    if _SPOKEN.will_have.search(core):
        return "request"
    plain = _ASKING.indefinite.sub("", core)
    if re.search(
        rf"{_ASKING['wh_word']}[^。]{{0,200}}(?:ましょうか?|[こそとのぼもろおごよ]うか)", plain
    ):
        return "wh-question" if not re.search(r"(?:どう|いかが)(?:でしょうか)", plain) else None
    shall_i = not called and core.rstrip("。？?").endswith("ましょうか")
    if (called == 1 or shall_i) and (
        _ASKING.eat.match(core)
        or (
            _ASKING.do_for_you.match(core)
            and not _ASKING.together.search(core)
            and not re.search(r"(?:だろうか|でしょうか)", core)
        )
    ):
        return "offer"
    match = _ASKING.negative_ask.match(plain)
    if not match or _ASKING.no_action.search(match.group(1)):
        return None
    if not called and _SPOKEN.come_with.search(core):
        return "invitation"
    proposed = not called or _ASKING.proposed.search(match.group(1))
    return "suggestion" if proposed else "invitation"


_ASKED: Rules = (
    (_SPOKEN.somebody_there, "yes-no-question"),
    (_SPOKEN.all_together, "suggestion"),
    (_SPOKEN.help_yourself, "offer"),
    (_SPOKEN.at_your_service, "offer"),
    (_SPOKEN.come_round, "invitation"),
    (_SPOKEN.come_too, "invitation"),
    (_SPOKEN.food, "offer"),
    (_ACTING.greeting, "greeting"),
    (_SPOKEN.you_it_was, "accusation"),
    (_SPOKEN.did_it, "accusation"),
    (_SPOKEN.it_was_you, "accusation"),
    (_JUDGING.complaint_asked, "complaint"),
    (_ACTING.offer, "offer"),
    (_ACTING.invitation, "invitation"),
    (_ASKING.request, "request"),
    (_ACTING.suggestion, "suggestion"),
    (_SPOKEN.how_about_it, "suggestion"),
    (_SPOKEN.shall_we, "suggestion"),
    (_SPOKEN.have_some, "offer"),
)
_SAID: Rules = (
    (_SPOKEN.all_together, "suggestion"),
    (_SPOKEN.please_not, "request"),
    (_SPOKEN.help_yourself, "offer"),
    (_SPOKEN.at_your_service, "offer"),
    (_SPOKEN.come_round, "invitation"),
    (_SPOKEN.where_and_when, "suggestion"),
    (_SPOKEN.will_have, "request"),
    (_SPOKEN.food, "offer"),
    (_SPOKEN.will_do, "offer"),
    (_SPOKEN.volunteers, "offer"),
    (_SPOKEN.did_it, "accusation"),
    (_ACTING.apology, "apology"),
    (_ACTING.greeting, "greeting"),
    (_SPOKEN.you_it_was, "accusation"),
    (_SPOKEN.it_was_you, "accusation"),
    (_JUDGING.accusation, "accusation"),
    (_JUDGING.complaint, "complaint"),
    (_ACTING.offer, "offer"),
    (_ACTING.invitation, "invitation"),
    (_ACTING.announcement, "announcement"),
    (_SPOKEN.i_will, "offer"),
    (_SPOKEN.matter, "request"),
    (_SPOKEN.te_asked, "request"),
    (_SPOKEN.in_truth, "announcement"),
    (_SPOKEN.ready, "announcement"),
    (_ASKING.request, "request"),
    (_ACTING.suggestion, "suggestion"),
)
_SAID_BY_NAME: Rules = (
    (_ACTING.news, "announcement"),
    (_SPOKEN.own_news, "announcement"),
    (_SPOKEN.for_you, "announcement"),
    (_SPOKEN.forbidden, "request"),
    (_SPOKEN.off_we_go, "invitation"),
    (_SPOKEN.more, "request"),
    (_SPOKEN.own_work, "offer"),
    (_SPOKEN.your_turn, "request"),
    (_ACTING.will_do, "offer"),
    (_SPOKEN.once_more, "complaint"),
    (_SPOKEN.lacking, "announcement"),
    (_SPOKEN.thing_wanted, "request"),
    (_SPOKEN.wish_to_know, "request"),
    (_ASKING.plain_te, "request"),
    (_ASKING.order, "request"),
)

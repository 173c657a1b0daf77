"""The words by which whereabouts, denials and hearsay are known, in both languages."""

from __future__ import annotations

import re

BEING = (
    r"was|were|stood|sat|stayed|remained|waited|worked|slept|lay|hid|played|read|walked|went|came|"
    r"had gone|had been|have been|spent|kept watch|got|arrived|passed|tended|'d been"
)
I_WAS = re.compile(rf"\b(?:I|we)\b,?(?: (?:\w+ly|just|still|all|only|simply))? (?:{BEING})\b", re.I)
NEVER_LEFT = re.compile(r"\b(?:never|not|n't|nor)\b[^,;]*\b(?:left|leave|go out|went out)\b", re.I)
RANGE = re.compile(r"\b(?:from|between|since)\b", re.I)
RANGE_JA = re.compile(r"から|まで")
THERE_JA = re.compile(r"[にでへ](?:は|も|ずっと|座|立|ひとり|一人)*")
VERB_JA = re.compile(
    r"いた|いまし|おりま|おった|おられ|いらし|いらっしゃ|居た|過ごし|座|立って|眠|寝て|働|番を|行|来|入|"
    r"聴|聞い|繕|洗|描|塗|見張|休"
)
PARTS = frozenset({"foot", "side", "back", "end", "top", "bottom", "front", "edge", "middle"})
BESIDE = re.compile(r" (?:behind|outside|beside|near|round|around|past|towards?)(?: the| a)? $")
UNABLE = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|could not|won't|wouldn't|don't know|do not know|"
    r"didn't know|don't (?:see|understand)|"
    r"doesn't (?:fit|add|go|sit|agree|square|tally|match|tell)|"
    r"do(?:es)? not (?:fit|add|go|sit|agree|square|tally|match)|knows? nothing|no idea|"
    r"nothing to do with|not sure)\b",
    re.I,
)
VERB_DENIED = re.compile(
    r"n't\b|\b(?:never|nobody|none|nothing|nowhere|no one|neither|no \w+|den(?:y|ied|ies)"
    r"|not (?:true|so)|(?:am|is|are|was|were|do|does|did|have|has|had|be|been) not)\b",
    re.I,
)
UNABLE_JA = re.compile(
    r"[せれえけげてねめべ]ません|できません|出来ません|わか[らり]|分か[らり]|知[らり]|存じ|[せれ]ない|できない|"
    r"合いません|合わな|[せれえけげてねめべ]まい"
)
IDIOM = re.compile(r"\b(?:never forget|no doubt|not long|make no mistake)\b", re.I)
IDIOM_JA = re.compile(
    r"忘れもしない|忘れもしません|忘れられない|間違いなく|ほかでもない|言うまでもなく"
)
HEARSAY = re.compile(
    r"\b(?:sa(?:id|ys)|told us|were told|was told|claims?|claimed|according to|as you say|you said|"
    r"we heard|I heard (?:that|it said)|by all accounts|from what (?:I|we)|they say|hearsay|"
    r"second hand|second-hand)\b",
    re.I,
)
HEARSAY_JA = re.compile(
    r"と(?:言[いうっわ]|い[うっ]た|おっしゃ|話し|聞[いき]|仰|のこと|いうことだ|いう話)|によれば|によると|"
    r"の話では|また聞き|聞いた話|伺いま|だそう"
)
FIRST_JA = re.compile(r"私|わたくし|僕|俺|わし|あたし|自分")

"""The words by which an English second pair part is known."""

from __future__ import annotations

import re

from mmagents.analysts.rules.reply_lexicon import Lexicon, either

_YES = (
    r"\W*(?:yes|yeah|yep|aye|indeed|of course|certainly|true|right|exactly|quite so|"
    r"so i did|i (?:did|do|was|am|have|had|could|can|will)\b(?! not|n't)|it (?:is|"
    r"was)\b(?! not|n't)|very well|all right|gladly|agreed|with pleasure|naturally|"
    r"absolutely|sure)\b"
)
_NO = (
    r"\W*(?:no|nay|never|not (?:i|me|at all|in the least|true|so)|nothing|nobody|"
    r"i (?:did not|didn't|do not|don't|was not|wasn't|am not|have not|haven't|had not|"
    r"could not|couldn't|cannot|can't|never|won't|would not|wouldn't)|it (?:is not|isn't|"
    r"was not|wasn't)|neither|of course not|certainly not|hardly)\b"
)
_AGREE = (
    r"\b(?:agree|indeed|quite (?:so|right)|you(?:'re| are) right|(?:that's|that is|very|"
    r"too|so) true|exactly|so (?:it|he|she|they) (?:is|was|did)|i think so too|certainly|"
    r"yes|it (?:is|was)|it does|how true|as you say)\b"
)
_DISAGREE = (
    r"\b(?:disagree|i (?:don't|do not|cannot|can't) (?:agree|think so|believe (?:it|"
    r"that))|on the contrary|not (?:at all|so|really|true)|you(?:'re| are) wrong|nonsense|"
    r"rubbish|far from|no\b|hardly|i doubt|i would not say|i wouldn't say)"
)
WORDS = Lexicon(
    refusal=either(
        r"\bi(?:'d| would)? (?:won't|will not|shall not|shan't|refuse|decline|rather not|"
        r"prefer not|do not (?:wish|want|care|intend)|don't (?:wish|want|care|intend)|"
        r"am not (?:going|obliged|at liberty|prepared|willing)|must decline|"
        r"cannot (?:say|tell you|speak of|discuss|answer)|"
        r"can't (?:say that|tell you|speak of|discuss|answer)|have nothing to say|am under no|"
        r"need not|owe you no)\b(?! (?:lie|deny|pretend|hide))",
        r"\b(?:that|this|it|which|where i was|what i \w+) (?:is|are|was|remains) (?:my|mine|"
        r"nobody's|none of your|no (?:concern|business|affair)|between|private|not your)\b",
        r"\bnone of your (?:business|concern|affair)",
        r"\b(?:that's|it's|that is) (?:my (?:own )?(?:affair|business|secret|concern)|private|"
        r"personal)\b",
        r"\bmy affair\b",
        r"\bi'm not (?:going|obliged|at liberty|prepared|willing)\b(?! (?:to )?(?:lie|deny|hide))",
        r"\byou(?:'ll| will) (?:get|have|hear) (?:nothing|no \w+) from me\b",
        r"\bmy lips are sealed\b",
        r"\bno comment\b",
        r"\bi'd rather (?:not|keep)\b",
        r"\bi'll (?:say|answer) no(?:thing)?\b",
        r"\bdon't ask me (?:about )?that\b",
        r"\bnot (?:for|to) you\b.*\b(?:say|tell)\b",
    ),
    evasion=either(
        r"\bwhy (?:do|would|should) you (?:ask|want to know|care|look at me)\b",
        r"\bwhy (?:ask|pick on|do you all look at) me\b",
        r"\bwhat (?:does it|has that|is that|makes you|business|is it) (?:matter|to do with|"
        r"to you|ask|is it|of yours)\b",
        r"\b(?:let us|let's) (?:rather )?(?:speak|talk) (?:of|about) something\b",
        r"\b(?:let us|let's) (?:speak|talk) (?:of|about) .*\b(?:instead|rather)\b",
        r"\binstead,? (?:let|ask|tell|you should)\b",
        r"\bmore (?:important|interesting|to the point)\b",
        r"\b(?:is|that's|that is) (?:not|hardly) (?:the (?:point|question)|important|"
        r"what matters)\b",
        r"\b(?:ask|you should ask|better ask|why not ask|you had better ask) (?!me\b|"
        r"again)(?:\w+)(?: \w+)?\b.*\b(?:that|instead|first|rather)\b",
        r"\bdoes (?:it|that) matter\b",
        r"\bis that (?:important|relevant)\b",
        r"\bby the way\b",
        r"\b(?:must we|do we have to|need we) (?:talk|speak|go over|discuss)\b",
        r"\bhard to say\b",
        r"\bthat depends\b",
        r"\bone (?:sees|hears|does) (?:so )?many things\b",
        r"\bwhat a (?:strange|odd|curious|funny) question\b",
        r"\bi could ask you the same\b",
        r"\bwho are you to ask\b",
        r"\ball in good time\b",
        r"\bwouldn't you like to know\b",
        r"\bthe (?:real|better) question is\b",
    ),
    repair=either(
        r"\b(?:do|did) you mean\b",
        r"\bwhat do you mean\b",
        r"^\W*(?:pardon|what|who|when|where|which(?: \w+)?|sorry|come again|excuse me|how so|"
        r"me|i)\W*$",
        r"^\W*(?:which|what) (?:\w+ )?(?:one|evening|night|day|time|door|man|woman|boat|key|"
        r"letter|room|\w+)(?: exactly)?\W*$",
        r"\bwhich \w+ (?:do you|are you|exactly|precisely)\b",
        r"\b(?:could|can|would) you (?:repeat|say) (?:that|it|the question)\b",
        r"\bmeaning what\b",
        r"\b(?:are you|were you) (?:speaking|talking|asking) (?:of|about|to)\b",
        r"\bin what sense\b",
        r"\bat what (?:hour|time)\b.*\bmean\b",
        r"\bdid you say\b",
        r"\bwhose \w+ do you\b",
        r"\bsince when exactly\b",
    ),
    not_knowing=either(
        r"\bi (?:really |truly |honestly )?(?:don't|do not|didn't|did not|cannot|can't|"
        r"couldn't|could not|wouldn't|never) (?:know|remember|recall|see|notice|hear|tell|"
        r"say for (?:sure|certain)|be (?:sure|certain)|knew|saw|heard|noticed)\b(?! you)",
        r"\bi(?:'m| am) not (?:sure|certain)\b",
        r"\bno idea\b",
        r"\bi (?:saw|heard|noticed|know|remember) (?:nothing|nobody|no one|none)\b",
        r"\bwish i knew\b",
        r"\bhow should i know\b",
        r"\bnot that i (?:know|recall|saw|remember)\b",
        r"\bbeyond me\b",
        r"\bnobody (?:told|knows)\b",
    ),
    particle=re.compile(
        rf"(?:{_YES}|{_NO}|\W*(?:well,? (?:yes|no)|perhaps|maybe|probably|possibly|both|"
        rf"neither|either|because|since|only|just|once|twice|about|around|at|in|on|by|with|"
        rf"from|near|behind|to|until|before|after|the|a|an|it|that|he|she|they|somebody|"
        rf"someone|here|there|mine|alone|as far|i think|i believe|if i|from memory)\b)",
        re.I,
    ),
    yes=re.compile(_YES, re.I),
    no=re.compile(_NO, re.I),
    explicit=re.compile(
        r"\W*(?:i (?:did|was|do|have|am|can|will|could|had)(?=\W*$|[,.!;]|\s+(?:not|too|indeed)\b)|"
        r"i (?:saw|heard|know|found|have) (?:it|him|her|them|that|nothing|"
        r"something)\b|not (?:i|me)\b|me\b|"
        r"mine\b|yes\b|no\b|nor (?:i|did|was|have)\b|neither (?:i|did|was|have)\b|it was (?:i|"
        r"me|mine)\b|i don't know\b|no idea\b|nobody\b|none of us\b)",
        re.I,
    ),
    taken=re.compile(
        r"\W*(?:i see|oh|ah|understood|agreed|good|very well|all right|yes|no|thank|so|"
        r"at last|then|let's|gladly|fine|a good|an excellent|i (?:agree|would|second|am for|"
        r"am against))\b",
        re.I,
    ),
    first_person=re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us)\b", re.I),
    back=re.compile(r"^\W*(?:it|that|this|he|she|they|those|there|his|her|their)\b", re.I),
    tell=re.compile(
        r"\b(?:tell|say|explain|describe|answer|speak|account|recount|confess|admit|name|"
        r"truth|know|hear|repeat|share|clarify|swear|promise|word|answer)\b",
        re.I,
    ),
    closing=re.compile(
        r"(?:(?:i see|i understand|understood|thank you(?: (?:very much|kindly|so much|"
        r"for (?:that|telling (?:me|us)|your (?:honesty|answer|help|time|candou?r|frankness)|"
        r"being (?:frank|honest))))?|thanks|many thanks|very well|all right|good|fine|noted|"
        r"right|ah|oh|so that is it|so that's it|that (?:settles|explains|answers) (?:it|that|"
        r"much|a good deal|my question)|that(?:'s| is| was) all(?: i (?:wanted|"
        r"needed) to (?:know|hear|ask)| for now)?|that will do|so be it|fair enough|"
        r"that helps|(?:that is|that's) (?:good to know|clear|enough|settled)|as i thought|"
        r"much obliged|i am obliged|okay|ok|clear enough|then (?:that is|that's) settled|"
        r"just as i thought|i'm grateful|i am grateful|well)[\s,.;:!—–-]*(?:then|"
        r"and)?[\s,.;!]*)+",
        re.I,
    ),
    content=re.compile(r"[A-Za-z]"),
    least=4,
    seconds={
        "request": (
            (
                "refusal",
                either(
                    r"^\W*(?:no|never|certainly not|i (?:won't|can't|cannot|will not|refuse))\b",
                    r"\bi(?:'m| am) (?:afraid|sorry).*\b(?:not|can't|cannot|no)\b",
                    r"\bleave me\b",
                ),
            ),
            (
                "grant",
                either(
                    r"^\W*(?:yes|of course|certainly|very well|all right|gladly|here|as you wish|"
                    r"with pleasure|right away|at once|if (?:you|i) must|sure|by all means|"
                    r"so be it|fine|"
                    r"if you insist)\b",
                    r"\bi(?:'ll| will| shall)\b",
                    r"\bthere you are\b",
                    r"\bhere (?:it|you|they)\b",
                ),
            ),
        ),
        **dict.fromkeys(
            ("offer", "invitation", "suggestion"),
            (
                (
                    "rejection",
                    either(
                        r"^\W*(?:no|never|not (?:now|yet|for me|tonight|i))\b",
                        r"\bno,? thank",
                        r"\bi(?:'d| would) rather not\b",
                        r"\bi (?:can't|cannot|won't|don't (?:think|want|need)|must decline)\b",
                        r"\b(?:bad|poor|foolish|dangerous|terrible|not a good) idea\b",
                        r"\bwaste of time\b",
                        r"\bi(?:'m| am) against\b",
                        r"\bwhat (?:good|use) would\b",
                        r"\bnot necessary\b",
                        r"\btoo (?:late|dangerous|early)\b",
                    ),
                ),
                (
                    "acceptance",
                    either(
                        r"^\W*(?:yes|gladly|of course|certainly|very well|all right|agreed|good|"
                        r"please|thank|"
                        r"with pleasure|let's|let us|why not|fine|by all means|i(?:'d|"
                        r" would) (?:like|love|"
                        r"be)|a (?:good|fine|sensible|splendid)|an excellent|sure|i'm (?:with|for)|"
                        r"i am (?:with|for)|so be it|then let)\b",
                        r"\b(?:good|fine|sensible|excellent|splendid) (?:idea|plan|thought)\b",
                        r"\bi (?:agree|accept|second)\b",
                        r"\bi'll (?:come|join|go|take)\b",
                        r"\byou are (?:kind|right)\b",
                    ),
                ),
            ),
        ),
        "assessment": (("disagreement", either(_DISAGREE)), ("agreement", either(_AGREE))),
        **dict.fromkeys(
            ("accusation", "complaint"),
            (
                (
                    "admission",
                    either(
                        r"\b(?:i (?:admit|confess|own)|i did (?:it|so|lie|take|hide|that)|(?:it|"
                        r"that)(?:'s|"
                        r" is| was) (?:true|my fault|me|my doing)|you(?:'re| are) right|i lied|"
                        r"i(?:'m|"
                        r" am) (?:guilty|to blame|sorry)|forgive me|i apologi[sz]e|guilty|i killed|"
                        r"i stole)\b(?! not)",
                        r"^\W*yes\b(?!.*\bbut i (?:did not|didn't|never))",
                        r"^\W*i did\b(?!n't| not)",
                        r"\b(?:very well|all right),? (?:yes|i|it)\b",
                    ),
                ),
                (
                    "denial",
                    either(
                        r"^\W*(?:no|never|nonsense|lies?|how dare|absurd|ridiculous|rubbish|"
                        r"that's a lie|"
                        r"that is a lie|false|untrue|not (?:i|me|true))\b",
                        r"\bi (?:did not|didn't|never|have not|haven't|was not|wasn't|am not|"
                        r"could not|"
                        r"couldn't|would never|do not|don't|had no|have no|had nothing|"
                        r"have nothing)\b",
                        r"\b(?:not true|a lie|untrue|false|i deny|innocent|slander|mistaken|"
                        r"you(?:'re|"
                        r" are) wrong)\b",
                        r"\bi'm no\b|\bi am no\b",
                        r"\bwhere is your proof\b|\bprove it\b",
                    ),
                ),
                (
                    "account",
                    either(
                        r"\b(?:because|i only|i just|i had to|i had no choice|i was only|so that|"
                        r"in order to|"
                        r"to protect|i meant|i thought|i wanted|that was|i was)\b"
                    ),
                ),
            ),
        ),
        "announcement": (
            (
                "acknowledgement",
                either(
                    r"^\W*(?:i see|oh|ah|understood|good|thank|so\b|really|at last|very well|"
                    r"noted|my god|"
                    r"heavens|no!|well|congratulations|how|what|that is|that's|then)\b",
                    r"\b(?:good to know|glad to hear|sorry to hear|thank you)\b",
                ),
            ),
        ),
        "apology": (
            (
                "absolution",
                either(
                    r"\b(?:never mind|it(?:'s| is) (?:all right|nothing|forgotten|"
                    r"quite all right|fine)|"
                    r"no (?:harm|matter|need|offence)|i forgive|forgiven|don't (?:mention|worry|"
                    r"apologi[sz]e|be sorry)|think nothing|accepted|all is|that's all right|"
                    r"that is all right|i accept|not at all|you need not|of course)\b"
                ),
            ),
            (
                "refusal",
                either(
                    r"\b(?:too late|not enough|i (?:can't|cannot|won't|will never) forgive|"
                    r"spare me|"
                    r"keep your)\b"
                ),
            ),
        ),
    },
)

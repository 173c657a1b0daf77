"""How English asks: interrogative syntax, tags, imperatives, indirect and rhetorical questions."""

from __future__ import annotations

import re

LEAD = re.compile(
    r"^(?:(?:(?:look|listen|come|say|right|good|fine|first|again|wait|thank you|thanks|"
    r"indeed|really|"
    r"tell me|forgive me|pardon me|excuse me|i'm sorry|sorry|there|enough|stop|"
    r"still)(?=[,;:.!—–-])|"
    r"and|but|so|well|oh|ah|now|then|yes|no|also|yet|or|all right|very well|"
    r"finally|come now|see here|please|(?:tell me|forgive me|pardon me|excuse me|sorry),? but|"
    r"of course|certainly|perhaps|maybe|honestly|frankly|surely|in that case|if so|i see|"
    r"to be (?:honest|frank|fair|clear)|in fact|actually|anyway|meanwhile|my dear|i ask again|"
    r"one (?:more )?(?:thing|question)|by the way|hm+|hmm+|er+|um+)\b[\s,;:.!—–-]*)+",
    re.I,
)
WH = (
    r"(?:(?:at|in|on|by|from|to|for|with|of|since|until|till|about|through|under|near|into|out of|"
    r"before|after|around|toward|towards|behind|against) )?(?:what|when|where|who|whom|"
    r"whose|which|why|how)\b"
)
AUX = (
    r"(?:do|does|did|is|are|am|was|were|have|has|had|can|could|will|would|shall|should|may|might|"
    r"must|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't|hadn't|can't|couldn't|"
    r"won't|wouldn't|shouldn't|mustn't|need|dare|ain't)"
)
TAG = re.compile(
    rf"(?:[,;—–-]\s*(?:{AUX}(?: not)? (?:i|you|he|she|it|we|they|there|that|this)(?: not)?|right|"
    r"correct|no|yes|eh|true|is that so|is that right|is it not|am i right|or not|"
    r"don't you (?:think|agree)|wouldn't you (?:say|agree)))\s*\?$",
    re.I,
)
ASKED_TO_DO = (
    r"(?:tell|show|explain|describe|give|hand|pass|open|close|shut|stop|help|repeat|say|come|fetch|"
    r"bring|let|wait|sit|put|read|lend|speak|keep|be (?:so|quiet|more|kind)|answer|ask|stay|step|"
    r"turn|move|look|check|call|send|hold|take|swear|promise|lead|walk|excuse|forgive|leave|make|"
    r"write|draw|clarify|account|confirm|share|recount|elaborate|remind|stand|go|empty|name|spare|"
    r"listen|consider|describe|try|point|search|light|translate|vouch|start|begin|continue|finish|"
    r"calm|accompany|follow|unlock|lock|lower|raise|do (?:me|us|that|this|it|something)|"
    r"play|state)\b"
)
IMPERATIVE = re.compile(
    rf"^(?:(?:do|never|always|kindly|both of you|all of you|you two|everyone|everybody|"
    rf"nobody|no one|each of you|you all|go (?:and|on)|try to|be sure to|"
    rf"everyone|somebody|someone)\s+)?(?:{ASKED_TO_DO}|don't|do not|please|admit|confess|prove|"
    r"remember|think|think back|go|hurry|allow|give|mind (?:your|the)|watch|find|drop|"
    r"return|beware|imagine|suppose|count|get|use|"
    r"calm down|be (?!it\b)|out with|quiet|silence|explain|bear with|trust|believe|ring|fill|set|"
    r"finish|hush|enough of|examine|inspect|compare|note|have a look|answer|continue|choose|wake|"
    r"enlighten|refresh|leave|lay|roll|touch|tie|untie|throw|change|bite|cut|pour|pull|push|carry)"
    r"(?![\w'])",
    re.I,
)
NOT_IMPERATIVE = re.compile(
    r"^(?:(?:empty|open|shut|closed?|light|cut|set|put|clear|lead|point|watch|name|draw|drop|call|"
    r"fill|note|return|change|play|state|share|account|promise)[.!]*$|let me (?:see|"
    r"think)\b(?! (?:it|that|the|your|him|her|them))|go(?:ing|ne)|good|"
    r"be that as|call(?:ed|s)|trust me|believe me|mind you|suppose (?:he|she|so|it)|"
    r"look\b[,.]?$|listen[,.]?$|wait[,.]?$|say\b[,.]|thank|think(?:ing)? (?:so|not)|"
    r"leave (?:of|was)|"
    r"forgive|excuse me|pardon|set (?:of|was)|enough\b[.!]?$|light (?:was|is|of|in)|"
    r"speaking|stop\b$|"
    r"name[sd]? (?:is|was)|do (?:you|i|we|they)\b|\w+ (?:was|is|were|are|has|had)\b)",
    re.I,
)
REQUEST = re.compile(
    rf"(?:\b(?:can|could|would|will|won't|can't|couldn't|might) (?:you|someone|somebody|"
    rf"anyone|everyone|everybody|one of you|each of you|all of you|you all|you both|"
    rf"we all)(?: not)?(?: please| kindly| perhaps| at least| just| all| both| possibly|"
    rf" also| now| then)* {ASKED_TO_DO}(?! (?:a light|the difference|apart))|"
    rf"\bwould you mind\b|\bdo you mind (?:\w+ing|if i|telling)|\b(?:would|could|can|"
    rf"will) you be (?:so|good|kind|willing)|\bif you (?:would|could|"
    rf"can)(?: please)? {ASKED_TO_DO}|^(?:may|can|could|might) (?:i|we) (?:please |just |"
    rf"also |perhaps |now )?(?:see|have|look|borrow|ask|speak|hear|use|come|sit|go|leave|"
    rf"take|inspect|examine|search|read|touch|trouble|talk|know|open|keep|hold|try|check|"
    rf"enter|question|smell|say|finish|be|interrupt|count)|"
    rf"\bi(?:'d| would| should| do| must| really)* (?:want|like|need|ask|beg|prefer|urge|"
    rf"implore|demand|insist|request|require|order|have to ask|expect)(?: that)? (?:you|"
    rf"everyone|everybody|each of you|all of you|someone|one of you|them)(?: all| both|"
    rf" now)?(?: not)?(?: to)?\b|\bi(?:'d| would) (?:be (?:grateful|obliged|glad|thankful)|"
    rf"appreciate it|thank you|rather you)|\byou (?:could|might|must|can|should|will|"
    rf"need to|have to|may)(?: at least| please| surely| all| both| now| perhaps)? (?:tell|"
    rf"explain|answer|show|give|hand|describe|account|begin|start|go first|speak|let|"
    rf"confess|swear|stop|be honest|hold)\b|\bi (?:ask|beg|demand|request|want|need|"
    rf"require|insist on) (?:an? |the |your )?(?:answer|explanation|truth|word|silence|"
    rf"honesty|help|proof|patience|favou?r|attention|key|moment)\b|\ba favou?r\b|\b(?:let|"
    rf"allow|permit) me (?:to )?(?:see|speak|finish|pass|go|look|ask|have|through|hear|by|"
    rf"be|examine|inspect|touch|leave|in|out)\b|\blet (?:him|her|them|us|the|everyone|"
    rf"[a-z]+) (?:speak|answer|finish|explain|go|see|talk|pass|hear|have|tell|rest|begin|"
    rf"look|be|out|in|through|alone)\b|\bplease\b(?=[.!]*$)|^please\b|\b(?:your|"
    rf"the) \w+,? (?:if you )?please\b|\bi'll have (?:that|your|the)\b|"
    rf"(?:^|[,;:—–]\s*)(?:a (?:little|bit of) )?quiet\b[.!]*$|^silence\b)",
    re.I,
)
INDIRECT_WH = re.compile(
    r"\b(?:i(?:'d| would| should)? (?:like|want|need|wish|love|have|am (?:curious|eager|"
    r"anxious|trying))(?: very much)? to (?:know|hear|learn|understand|find out|"
    r"ask(?: you| \w+)?|see)|i(?:'m| am) (?:curious|asking|wondering)(?: you| about)?|"
    r"i (?:wonder|ask|wonder if you know|must ask|still wonder|am wondering|do wonder|"
    r"don't understand|ask you|cannot see)(?: you| \w+)?|the question is|my question is|"
    r"the question remains)[,:]? (?:just |exactly |again |about )?(?:what|when|where|who|"
    r"whom|whose|which|why|how|at what)\b",
    re.I,
)
INDIRECT_YN = re.compile(
    r"\b(?:i(?:'d| would| should)? (?:like|want|need|wish) to (?:know|hear|learn|"
    r"ask(?: you| \w+)?)|i wonder|i'm wondering|i am wondering|i (?:must )?ask(?: you)?|"
    r"i'm asking|i am asking|the question is|my question is) (?:whether|if)\b",
    re.I,
)
ALTERNATIVE = re.compile(
    r"\bor\b(?! (?:so|not|anything|something|anyone|someone|anybody|somebody|anywhere|"
    r"other|another|what\?|no\?|else\?|rather)\b)",
    re.I,
)
PLAIN_DISJUNCTION = re.compile(
    r"\b(?:any\w*|ever|once|more|sooner|(?:hear|heard|see|saw|seen)(?: \w+)?|"
    r"an? \w+) or (?:any\w*|two|less|later|"
    r"twice|see|saw|seen|hear|heard)\b|\b(?:anyone|anybody|anything|anywhere|any|ever|"
    r"no one|nobody)\b.* or\b|\b\d+ or \d+\b",
    re.I,
)
EMBEDDED = re.compile(
    r"^(?:do|did|can|could|would|have|has|does|are|were) (?:you|he|she|they|anyone|"
    r"anybody|everyone|\w+)(?: \w+)? (?:know|remember|recall|notice|hear|see|say|tell|"
    r"understand|sure|certain|know yet|ask|wonder|decide|care|guess|figure)\b.*\bwhether\b",
    re.I,
)
RHETORIC = re.compile(
    r"^(?:(?:who|what) am i to\b|(?:now )?(?:where|what|how|who) (?:was|"
    r"am) i\b(?: (?:saying|thinking|now))?\W*$|"
    r"(?:how|why|what|where) (?:could|should|would|else could|else would|might|"
    r"can) i (?!help|get|bring|do (?:for|to|with)|find|believe|trust)(?:possibly |ever |"
    r"even )?\w+\b(?!.*\byour?\b)|"
    r"who (?:knows|cares|can (?:say|tell|blame)|would (?:have thought|believe|not)|"
    r"doesn't|isn't|could have (?:guessed|known|foreseen))\b|"
    r"what (?:does|did|would) it matter\b|what(?:'s| is) the (?:use|point|good)\b|"
    r"what (?:more|else) can (?:i|one|we) (?:say|do)\b|"
    r"what (?:choice|business|reason) (?:did|do|is it of|had|have|would) i\b|"
    r"since when do(?:es)? \w+ need|is it any wonder|what (?:do|did|would|"
    r"should) i know\b|"
    r"where did i (?:put|leave|see|lay)\b|what was i (?:saying|thinking|about)\b|why me\b|"
    r"am i (?:my|his|her|not) |"
    r"did i not (?:say|tell|warn)|didn't i (?:say|tell|warn)|do i look like|"
    r"what kind of (?:man|woman|person) would|isn't (?:it|life|that) (?:strange|funny|odd|"
    r"always)|"
    r"what would (?:i|you|he|she) have (?:said|done)|who wouldn't\b|what good (?:would|"
    r"will|does|is)\b|how many times (?:must|do|have) i\b|why on earth would i\b|"
    r"what have i to\b)",
    re.I,
)
WONDERED = re.compile(
    r"\bi(?:'m| am| do| still|'ve been)? wonder(?:ing)?\b|\bi (?:don't|cannot|"
    r"can't) (?:understand|see|think)\b",
    re.I,
)
TO_YOU = re.compile(r"\byour?\b|\banyone\b", re.I)
ENDS_ASKING = re.compile(
    r"\b(?:what|who|where|when|why|how|which one)\?$|^and (?:you|yours|yourself)\b|"
    r"^(?:and )?you\?$|yourself\?",
    re.I,
)

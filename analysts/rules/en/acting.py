"""How English offers, invites, suggests, greets, calls, apologises and announces."""

from __future__ import annotations

import re

APOLOGY = re.compile(
    r"(?:\b(?:i'm|i am|we're|we are) (?:so |very |truly |deeply |terribly |really |"
    r"awfully |most )*sorry\b(?! (?:to (?:hear|see|say)|for (?:your|his|her|their) loss|"
    r"you|he|she|they|but))|"
    r"\bi (?:do |must |should |want to |would like to |sincerely |humbly |"
    r"truly )*apologi[sz]e\b|\bforgive (?:me|my)\b|\bpardon (?:me|my)\b|\bmy (?:sincere |"
    r"humble |deepest )?apolog(?:y|ies)\b|"
    r"\bi beg your (?:pardon|forgiveness)\b(?!\?)|\bi owe (?:you|everyone|"
    r"\w+) an? (?:\w+ )?apology\b|\b(?:please )?accept my (?:\w+ )?apolog|\bi (?:deeply |"
    r"truly |do )?regret (?:my|what i|that i|having|shouting|how i)\b|"
    r"^(?:so |very |terribly |awfully )?sorry\b|\bit was (?:all )?my (?:fault|mistake)\b|"
    r"\bi should(?:n't| not| never) have (?:said|shouted|spoken|accused|doubted|called|"
    r"raised|suspected|taken|blamed|snapped|read|kept|left|let|pushed|asked)\b|"
    r"\bi was wrong (?:to|about you)\b|\bi wronged you\b|\bi did(?:n't| not) mean to\b|"
    r"\bi take (?:it|that) back\b|^apologies\b|^(?:a thousand )?pardons?\b)",
    re.I,
)
GREETING = re.compile(
    r"^(?:a (?:very )?good|good|hello|hallo|hi|hey there|greetings|welcome|(?:i'm |"
    r"i am )?(?:very )?(?:pleased|delighted|glad|happy|honou?red) to (?:meet|see|make)|"
    r"how do you do|well met|good to see|nice to (?:meet|see)|(?:it is |it's |"
    r"what )?a pleasure to (?:meet|see)|lovely to (?:meet|see)|i bid you|a pleasant|"
    r"good-?(?:evening|morning|day|night)|evening|morning|farewell|goodbye|"
    r"long time)\b(?! (?:point|question|idea|thinking|man|for|grief|heavens|lord|god|you|"
    r"that|then|thing|enough|answer|of you))",
    re.I,
)
SUMMONS = re.compile(
    r"^(?:hey|psst|oi|you there|hey you|you over there|a word(?:,? (?:with you|please|"
    r"if you please|if i may))?|one moment|a moment|just a moment|excuse me|over here|"
    r"wake up|attention|"
    r"(?:may|could|can|might) i have (?:a (?:word|moment)|your attention)|do you hear me|"
    r"are you (?:there|listening|awake|with us)|can you hear me|i need you|i want you|"
    r"here|listen|wait|hello there|someone|ahoy|yoo-hoo|hear me|a minute)[\s,.!?]*$",
    re.I,
)
PROPOSAL = (
    r"what (?:do|would) you say (?:(?:if|we)\b|to (?:(?!any|every|no|some)\w+ing\b|an? |some |"
    r"another |supper\b|dinner\b|tea\b|lunch\b|breakfast\b))"
)
"""Asks about something that might be done; of anything else it is the opinion that is asked."""
SUGGESTION = re.compile(
    rf"(?:^{PROPOSAL}|"
    r"^let's\b|^let us (?!go\b.*free)|^shall we\b|^(?:should|could|can't|couldn't|"
    r"might|may|oughtn't|shouldn't) we\b|^why (?:don't|not|doesn't|shouldn't)(?: (?:we|"
    r"you|they|someone|everyone|everybody|he|she|one|i|all of us|the|each))?(?: \w+)?\b|"
    r"^(?:how|what) about (?:\w+ing\b|we\b|if we)|"
    r"^what if (?:we|you|i|each|someone)\b|"
    r"\bi (?:would |'d |do |must |therefore )?(?:suggest|propose|recommend|move that|"
    r"vote (?:that|we)|advise)\b|\bwe (?:should|ought to|could|had better|"
    r"might(?: as well)?|'d better|would do well|need to|must|can|shall|"
    r"would do better)\b|\bwe'd (?:better|do well|best)\b|\b(?:might|may|could|"
    r"should) we (?:not )?|"
    r"\byou (?:should|ought to|had better|might want to|could (?:always|try|rest|ask|"
    r"start|check)|may want to|might try|would do well|might(?: at least)? (?:ask|try|"
    r"rest))\b(?! (?:know|be ashamed|not have|have|tell|explain|answer))|"
    r"\byou'd (?:better|do well|best)\b|\bmy (?:suggestion|proposal|advice|idea) (?:is|"
    r"would be)\b|\bit (?:would|might) be (?:better|best|wise|wiser|good|a good idea)\b|"
    r"\bsuppose we\b|\bif i were you\b|\b(?:perhaps|maybe) (?:we|you|someone|everyone|"
    r"one of us) (?:should|could|might|ought)\b|,\s*shall we\?|\bbetter (?:to|if we|"
    r"that we)\b|\bwhy don't (?:we|you)\b|\bshall we (?:not )?\w+|\bhow about (?:we|"
    r"\w+ing)\b|\blet's (?!say\b|face)|\beach of us (?:should|could)|\beveryone should\b|"
    r"\bthe best thing (?:would|is|we))",
    re.I,
)
HELP = (
    r"(?:help|fetch|bring|get|pour|carry|light|lend|take|hold|walk|show|escort|accompany|make|open|"
    r"close|warm|find|lead|drive|row|send|look after|give|offer|call|read|cook|prepare|"
    r"stay with|sit with|"
    r"explain|translate|mend|refill|ask|check|tell|draw|write|search|go and|go with|wait|watch)\b"
)
OFFER = re.compile(
    rf"(?:^(?:shall|should|may|can|could|might) i (?:{HELP}.*\b(?:you|your|us|it|some|"
    rf"another|the|a|that|them|him|her|there)\b|be of (?:help|service|use)|offer|help|"
    rf"assist)|^(?:let|allow|permit) me (?:to )?(?:just )?{HELP}(?! (?:this|it|"
    rf"that) (?:straight|right))|"
    rf"\bdo you want (?:me to|some|a |an |any|my)|\bwould you like (?:me to|some|a |an |"
    rf"any|my|more|another|the|tea|coffee|water|to (?:borrow|use|see|have|hold|rest|sit|"
    rf"lie))|\bwill you (?:have|take) (?:some|a |an |another|more|any|tea|coffee|wine|my)|"
    rf"\bcare for (?:some|a |an |another|more|any)|\bcan i (?:get|offer|bring|fetch|help|"
    rf"lend|pour|give|show)\b|"
    rf"\bi (?:can|could|will|would be (?:happy|glad) to|'d be (?:happy|glad) to|"
    rf"am (?:happy|glad|willing|ready|prepared) to|don't mind) (?:gladly |also |easily |"
    rf"always |happily )?{HELP}(?:.*\b(?:you|your|if you)\b)|\bi'(?:ll|d) (?:gladly |"
    rf"happily |be (?:happy|glad) to )?{HELP}(?:.*\b(?:you|your|if you)\b|.*\bfor us\b)|"
    rf"\bif you (?:like|wish|want|prefer|need),? i\b|\bi(?:'ll| will| can|"
    rf" could)\b.*\bif you (?:like|wish|want|prefer|need|'d like)|\b(?:need|"
    rf"want) (?:a hand|some help|any help|a lift|some company|a drink|some tea)\b|"
    rf"^(?:here,? )?(?:take|have|use|borrow) my\b|^have (?:some|a (?!seat|look|care|think|"
    rf"heart|word)|another|more|my)\b|\bhelp yourself\b|\bmy \w+ (?:is|"
    rf"are) at your (?:service|disposal)|\bat your (?:service|disposal)|\byou (?:may|can|"
    rf"are welcome to) (?:have|use|borrow|take|keep) (?:my|mine|the|it|this)|^do have\b|"
    rf"\bwould you (?:rather|prefer) i\b|\bthere is (?:tea|coffee|soup|wine|"
    rf"room)\b.*\bif you\b|\bi offer\b|\bwould (?:some|a (?:cup|glass|blanket|chair|drink)|"
    rf"my)\b.*\bhelp\b|\bdo you need (?:anything|help|some|a |my|me)\b|\bany(?:one|"
    rf"body) (?:for|want|need|care)\b)",
    re.I,
)
JOINING = (
    r"(?:join|come|dine|sup|stay|sit|walk|have (?:supper|dinner|tea|breakfast|lunch|"
    r"a drink|a seat)|"
    r"take (?:a (?:seat|walk|stroll|turn)|tea|supper|dinner)|visit|dance|drink|eat|"
    r"go (?:for|to|with|out|down|up|along|rowing|walking|riding)|accompany|play|share|"
    r"ride|sail|spend|travel|be (?:my|our) guest|attend|watch|step (?:out|outside|in|"
    r"inside)|stroll|sing|toast|raise)\b"
)
INVITATION = re.compile(
    rf"(?:\b(?:won't|will|would|wouldn't|can|could|can't) you (?:not )?(?:please |care to |"
    rf"like to |all |both |also |come and )?(?:{JOINING})(?!.*\b(?:to the point|to that|"
    rf"come to (?:be|have|know))\b)|\bwould you (?:care|like|all like|"
    rf"both like) to (?:{JOINING})|\bdo you (?:want|wish|care|fancy|"
    rf"feel like) (?:to )?(?:{JOINING}|joining|coming|walking|dining|sitting)|\b(?:want|"
    rf"care|fancy) to (?:{JOINING})|\b(?:fancy|care for|up for|feel like) (?:a |"
    rf"some )?(?:walk|stroll|drink|game|swim|dance|ride|supper|dinner|tea|coffee|lunch|"
    rf"bite|trip|round)\b|"
    rf"^(?:do |please )?(?:come (?:and|to (?!the point|order|think)|in\b(?! here)|"
    rf"with (?:me|us)|along|sit|join|over|by|have|dine|round|down|up|out|for|aboard|inside|"
    rf"upstairs|visit)|join (?:me|us)|sit (?:with|by|beside|down with) (?:me|us)|dine with|"
    rf"walk with me|stay for|stay (?:the night|to|with us)|be (?:my|our) guest|take a seat|"
    rf"have a seat|sit down (?:with|and))|\bi(?:'d| would) (?:like|love|be (?:glad|happy|"
    rf"honou?red|delighted)) (?:to invite|(?:for )?you (?:all |both )?to (?:join|come to|"
    rf"dine|sup|visit|be (?:my|our) guest|dance|stay (?:to|for|with))|if you (?:would|"
    rf"could|joined|came|'d))|\b(?:you are|you're|you are all|you're all|you both are|"
    rf"everyone is|all are) (?:all |both |most |very |always |cordially )*(?:welcome (?:to|"
    rf"at|in)|invited)|\b(?:you|you all) must (?:all |both |"
    rf"really )?(?:{JOINING})(?:.*\b(?:us|me|my|our|tonight|tomorrow|supper|dinner|tea|"
    rf"house)\b)|\bi invite\b|\bmay i invite\b|\blet me invite\b|"
    rf"\bwhy don't you (?:{JOINING})|\bwhy not (?:{JOINING}.*\b(?:us|me)\b)|"
    rf"\bhow about (?:supper|dinner|tea|a walk|a drink|joining|coming|a game|lunch)|"
    rf"\bi was hoping you(?:'d| would) (?:{JOINING}))",
    re.I,
)
INTRODUCTION = re.compile(
    r"^(?:(?:please )?(?:allow|permit|let) me(?:(?: to)? (?:introduce|present) (?:myself|"
    r"ourselves)\b|\s*[:—–])|(?:i(?:'m| am)\b[^.;:]*|(?!(?:my|our|the|an?)\b)[^.;:]*,)\s+"
    r"(?:(?:always|entirely|wholly|quite) )?at your (?:service|disposal)[.!]*$)",
    re.I,
)
"""Says who one is; what it offers or asks for along with that is a formula."""
ANNOUNCEMENT = re.compile(
    r"(?:\b(?:i|we) (?:have|'ve|'ve got|bring|bear|come with|"
    r"have got) (?:\w+ )?(?:\w+ )?(?:news|an announcement|something to (?:say|tell|show|"
    r"announce|confess|report|share|add)|word (?:from|of|that)|a confession|"
    r"to (?:announce|report|inform|confess)|to tell (?:you|everyone)|(?:just )?(?:decided|"
    r"resolved|received|learned|learnt|heard from|found|come from|discovered))|"
    r"\bi (?:must|should|ought to|want to|wish to|would like to|need to|can|shall|hereby|"
    r"can now|am here to|regret to)(?: now| also| all)? (?:tell|announce|inform|declare|"
    r"report|let)(?: (?:to )?(?:you|everyone|the|them|us|all))?\b|\bi'd like to (?:tell|"
    r"announce|inform)|\b(?:let it be known|for your information|hear me|take note|"
    r"it is (?:my duty|decided|settled)|it's (?:decided|settled)|here is (?:the|some|"
    r"my) news|the news is|be it known|guess what|you won't believe|you(?:'ll|"
    r" will) never guess|good news|bad news)\b|\b(?:breakfast|lunch|dinner|supper|"
    r"tea) is (?:served|ready|on)|\bjust so (?:you|everyone)|\byou (?:should|ought to|"
    r"must|may|might|'ll want to|will want to|need to)(?: all| both)? (?:know|be told|"
    r"be aware|like to know|want to know|hear this)\b|\b(?:i|we)(?:'ve|"
    r" have) (?:just )?(?:found|discovered|learned|learnt) (?:out |that |the |a |an |"
    r"this |something |it |his |her |what |who |in )|\bi(?:'m| am) (?:leaving|"
    r"going to (?:marry|leave|tell|call|fetch)|getting|engaged|pregnant|the new|retiring|"
    r"selling|resigning|here to|pleased to announce)|\bi(?:'ll| will|"
    r" shall) (?:be )?(?:leave|leaving|tell (?:you|everyone)|say this once|marry|"
    r"speak plainly|resign|confess|go to the police)\b|^(?:listen|attention|hear this|"
    r"everyone|friends|hark)[,:!.]|\bi confess\b|\bfrom (?:now|tonight|today) on\b|"
    r"\b(?:the |a )?(?:storm|ferry|boat|police|ship|coach|meeting|wedding|verdict|meal|"
    r"carriage|doctor|pilot|bridge|road|telephone|line|lights?|power|doors?|train|radio|"
    r"generator)\b.{0,20}\b(?:is|are|has|have|will) (?:been |be |now |just )*(?:out|down|"
    r"closed|blocked|cut|dead|gone|locked|flooded|broken|arrived?|coming|over|passed|"
    r"fixed|back|open|cancelled|not)\b)",
    re.I,
)

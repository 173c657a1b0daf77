"""What an English sentence does: the type of first pair part it is, by its form.

The types are those of conversation analysis (Schegloff 2007, chapters 2, 4 and 5); form is read
before content, as a recipient does: interrogative syntax, imperative, performative words, then
evaluation and news.
"""

from __future__ import annotations

import re

from mmagents.players.base import FirstPairPart

_LEAD = re.compile(
    r"^(?:(?:(?:look|listen|come|say|right|good|fine|first|again|wait|thank you|thanks|indeed|really|"
    r"tell me|forgive me|pardon me|excuse me|i'm sorry|sorry|there|enough|stop|still)(?=[,;:.!—–-])|"
    r"and|but|so|well|oh|ah|now|then|yes|no|also|yet|or|all right|very well|"
    r"finally|come now|see here|please|(?:tell me|forgive me|pardon me|excuse me|sorry),? but|"
    r"of course|certainly|perhaps|maybe|honestly|frankly|surely|in that case|if so|i see|"
    r"to be (?:honest|frank|fair|clear)|in fact|actually|anyway|meanwhile|my dear|i ask again|"
    r"one (?:more )?(?:thing|question)|by the way|hm+|hmm+|er+|um+)\b[\s,;:.!—–-]*)+",
    re.I,
)
_WH = (
    r"(?:(?:at|in|on|by|from|to|for|with|of|since|until|till|about|through|under|near|into|out of|"
    r"before|after|around|toward|towards|behind|against) )?(?:what|when|where|who|whom|whose|which|why|how)\b"
)
_AUX = (
    r"(?:do|does|did|is|are|am|was|were|have|has|had|can|could|will|would|shall|should|may|might|"
    r"must|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't|hadn't|can't|couldn't|"
    r"won't|wouldn't|shouldn't|mustn't|need|dare|ain't)"
)
_TAG = re.compile(
    rf"(?:[,;—–-]\s*(?:{_AUX}(?: not)? (?:i|you|he|she|it|we|they|there|that|this)(?: not)?|right|"
    r"correct|no|yes|eh|true|is that so|is that right|is it not|am i right|or not|"
    r"don't you (?:think|agree)|wouldn't you (?:say|agree)))\s*\?$",
    re.I,
)
_ASKED_TO_DO = (
    r"(?:tell|show|explain|describe|give|hand|pass|open|close|shut|stop|help|repeat|say|come|fetch|"
    r"bring|let|wait|sit|put|read|lend|speak|keep|be (?:so|quiet|more|kind)|answer|ask|stay|step|"
    r"turn|move|look|check|call|send|hold|take|swear|promise|lead|walk|excuse|forgive|leave|make|"
    r"write|draw|clarify|account|confirm|share|recount|elaborate|remind|stand|go|empty|name|spare|"
    r"listen|consider|describe|try|point|search|light|translate|vouch|start|begin|continue|finish|"
    r"calm|accompany|follow|unlock|lock|lower|raise|do (?:me|us|that|this|it|something)|play|state)\b"
)
_IMPERATIVE = re.compile(
    rf"^(?:(?:do|never|always|kindly|both of you|all of you|you two|everyone|everybody|nobody|no one|each of you|you all|go (?:and|on)|try to|be sure to|"
    rf"everyone|somebody|someone)\s+)?(?:{_ASKED_TO_DO}|don't|do not|please|admit|confess|prove|"
    r"remember|think|think back|go|hurry|allow|give|mind (?:your|the)|watch|find|drop|return|beware|imagine|suppose|count|get|use|"
    r"calm down|be (?!it\b)|out with|quiet|silence|explain|bear with|trust|believe|ring|fill|set|"
    r"finish|hush|enough of|examine|inspect|compare|note|have a look|answer|continue|choose|wake|"
    r"enlighten|refresh|leave|lay|roll|touch|tie|untie|throw|change|bite|cut|pour|pull|push|carry)"
    r"(?![\w'])",
    re.I,
)
_NOT_IMPERATIVE = re.compile(
    r"^(?:let me (?:see|think)\b(?! (?:it|that|the|your|him|her|them))|go(?:ing|ne)|good|be that as|call(?:ed|s)|trust me|believe me|mind you|suppose (?:he|she|so|it)|"
    r"look\b[,.]?$|listen[,.]?$|wait[,.]?$|say\b[,.]|thank|think(?:ing)? (?:so|not)|leave (?:of|was)|"
    r"forgive|excuse me|pardon|set (?:of|was)|enough\b[.!]?$|light (?:was|is|of|in)|speaking|stop\b$|"
    r"name[sd]? (?:is|was)|do (?:you|i|we|they)\b|\w+ (?:was|is|were|are|has|had)\b)",
    re.I,
)
_JUDGED = (
    r"(?:dreadful|terrible|horrible|awful|strange|odd|peculiar|curious|beautiful|lovely|sad|"
    r"wonderful|splendid|brilliant|clever|wise|foolish|stupid|absurd|ridiculous|unfair|cruel|kind|"
    r"brave|cold|cowardly|generous|sensible|reasonable|remarkable|impressive|excellent|fine|good|bad|"
    r"great|nice|magnificent|marvell?ous|disgraceful|shameful|shocking|suspicious|unlikely|likely|"
    r"convenient|interesting|fascinating|funny|amusing|charming|delicious|elegant|exquisite|tragic|"
    r"sinister|gloomy|grim|eerie|unbearable|unforgivable|outrageous|perfect|superb|pleasant|unpleasant|"
    r"painful|difficult|hard|complicated|simple|obvious|clear|plain|quiet|touching|moving|admirable|honest|"
    r"dishonest|careless|reckless|dangerous|unusual|extraordinary|astonishing|incredible|"
    r"unbelievable|nasty|rude|vile|wicked|gentle|tasty|bitter|sweet|ugly|pretty|handsome|hideous|"
    r"handy|neat|shabby|weak|thin|convincing|unconvincing|plausible|implausible|bold|gruesome|ghastly|"
    r"tiresome|boring|tedious|hopeless|promising|worrying|troubling|disturbing|heartbreaking|bleak|"
    r"cosy|cozy|warm|rotten|wretched|miserable|pitiful|pathetic|useful|useless|important|fair|mad|"
    r"shrewd|careful|thorough|thoughtful|too much|well (?:said|done|put|played)|worse|worst|best|better|"
    r"finest|strangest|saddest|kindest|oddest|cruellest|cleverest)"
)
_JUDGED_NOUN = (
    r"(?:shame|pity|tragedy|disgrace|nonsense|outrage|mess|miracle|triumph|disaster|relief|comfort|"
    r"masterpiece|scandal|mistake|waste|horror|marvel|wonder|delight|pleasure|nightmare|joke|farce|"
    r"madness|rubbish|fool|gentleman|saint|coward|scoundrel|rogue|treasure|gem|puzzle|mystery|folly|"
    r"cruelty|sorry business|bad business)"
)
_SUBJECT = (
    r"(?:it|that|this|these|those|he|she|they|everything|there|the|a|an|his|her|their|your|my|our|"
    r"such|[a-z'’-]+(?:'s)?)"
)
_ASSESSMENT = re.compile(
    rf"^(?:what an? .*[!.]$|what (?:{_JUDGED}|nonsense|rubbish|madness|luck|weather)|"
    rf"how (?:very |truly |utterly )?{_JUDGED}\b|such an? |(?:a |an )?(?:very |most |truly |quite a |rather an? )?"
    rf"(?:{_JUDGED}|{_JUDGED_NOUN})\b[\w\s'’]{{0,40}}[.!]?$|"
    rf".*\b(?:is|was|are|were|'s|seems?|seemed|sounds?|sounded|looks?|looked|feels?|felt|tastes?|smells?|"
    rf"smelled|strikes? me as|struck me as|find (?:it|that|this|him|her|them)|found (?:it|that|this)|"
    rf"has been|have been|had been|makes?|made|remains?|call (?:it|that))"
    rf"(?: \w+ly| all| rather| quite| so| very| too| most| a| an| the| not| more| such| just| no| "
    rf"nothing but| like| of| one| as| really| simply| far| bit| little| touch| been| always| perfectly|"
    rf" pretty| still)*[ ](?:{_JUDGED}|{_JUDGED_NOUN})\b|"
    rf".*\bi (?:really |do |quite |rather )?(?:admire|adore|love|like|loathe|hate|despise|dislike)\b)",
    re.I,
)
_MISDEED = (
    r"(?:lied|lie|lying|killed|kill|murdered|murder|stole|stolen|steal|poisoned|poison|pushed|hid|"
    r"hiding|hide|hidden|betrayed|cheated|strangled|stabbed|shot|drowned|forged|forging|framed|broke|burned|burnt|"
    r"destroyed|deceived|deceiving|blackmailed|blackmailing|threatened|tampered|took|taken|invented|inventing|planted|"
    r"covering|covered|did it|did this|done it|done this|wanted (?:him|her|them|it)|made (?:that|it|this) up|"
    r"sneaked|snuck|crept|robbed|swapped|switched|erased|wiped|tore|torn|locked|slipped|let (?:him|her|them) die|"
    r"attacked|struck|smothered|sabotaged|bribed|plotted|plotting|had (?:every|a|the|good) (?:reason|motive)|"
    r"are (?:the|a) (?:killer|murderer|thief|liar|culprit|poisoner|one|traitor|cheat)|know more than|"
    r"never (?:went|were|left|saw|meant|told)|were (?:never|not|nowhere|lying)|cut the|pocketed|copied|set (?:the fire|fire)|"
    r"falsified|altered|changed the|doctored|misled|misleading|tricked|concealed|concealing|keeping (?:something|secrets|it|things)|"
    r"had (?:him|her|them) (?:killed|murdered)|left (?:him|her|them) to (?:die|drown)|watched|followed (?:him|her))"
)
_ACCUSATION = re.compile(
    rf"(?:\byou(?:'re|'ve| are| have| were| had| did| must have| could have| may have| might have)?"
    rf"(?: (?:just|simply|only|clearly|obviously|always|all|both|deliberately|knowingly|also|then|yourself|still|not|been|the one who|the person who|plainly|surely|were|are|the man who|the woman who|the only one who|[a-z]+ly))*"
    rf" {_MISDEED}\b|\bit was you\b|\byou were the (?:one|last|only)\b|\bi accuse\b|\byou(?:'re| are) "
    rf"(?:the |a |an )?(?:\w+ )?(?:liar|killer|murderer|murderess|thief|culprit|poisoner|traitor|cheat|guilty|lying|coward)\b|"
    rf"\b(?:murderer|liar|thief|traitor|killer)[!.]|\bthat(?:'s| is| was) (?:a|another) lie\b|\bnot (?:telling|told) (?:me |us )?(?:the |all )?(?:the )?truth\b|"
    rf"\byour (?:\w+ )?(?:story|alibi|account|version|tale) (?:is|does(?:n't| not)|can(?:'t|not)|has|falls|won't|makes|was|doesn)\b|"
    rf"\byou could(?:n't| not)(?: possibly)? have\b|\byou did (?:it|this|that)\b|\bi (?:think|believe|say|know|suspect|am sure|am certain|maintain)(?: that)? you\b.*\b(?:{_MISDEED}|did it)\b|"
    rf"\b(?:yours|your (?:hand|doing|fault|knife|gun|key|work))\b.*\b(?:killed|murder|blood|poison|fault|doing|work)|\bi suspect you\b|\bthe (?:killer|murderer|thief|culprit|liar) is you\b|"
    rf"\byou had (?:the|every|a|good) (?:motive|reason|key|means|chance|opportunity)\b|\byou have (?:blood|no alibi)\b|\bthis is (?:all )?your (?:fault|doing|work)\b|\byou meant to\b|\bno one but you\b|\bonly you (?:could|had|knew)\b)",
    re.I,
)
_COMPLAINT = re.compile(
    r"(?:\byou (?:always|never|keep|kept|constantly|only ever)\b|\byou(?:'re| are) (?:always|forever|constantly|interrupting|not listening|being (?:rude|unfair|cruel|difficult|impossible))\b|"
    r"\byou (?:might|could) at least\b|\bthis (?:is|makes|was) the (?:second|third|fourth|fifth|tenth|hundredth|last|umpteenth) time\b|\b(?:not|never) once (?:have|has|did|do)\b|\byou (?:interrupted|promised|forgot|ignored|left (?:me|us)|shouted|insulted|might have|could have|should(?:n't| not)? have|ought to have|haven't (?:even )?(?:answered|let|listened|given|said|told|paid|thanked)|have(?: still| yet)? not (?:answered|let|listened|given|paid)|still (?:owe|haven't)|won't (?:let|listen)|talk over|spilled|ruined|woke|wasted|made (?:me|us) wait|treat)\b|"
    r"\byou(?:'ve| have) (?:kept|ignored|interrupted|been (?:ignoring|interrupting|shouting|rude)|forgotten|wasted|ruined|spoiled|not (?:once|said|answered))\b|\bhow dare you\b|\bhow (?:could|can) you\b|\bi(?:'m| am| have been| have grown|'ve been| grow) (?:tired|sick|weary|fed up|waiting)\b|"
    r"\b(?:nobody|no one) (?:ever )?(?:told|tells|asks|asked|listens|bothered|thought to|helped|thanked)\b|\byou have no right\b|\byou(?:'ve no| had no) (?:right|business)\b|"
    r"\bi (?:can't|cannot) (?:bear|stand) (?:your|the way|how)\b|\b(?:your \w+|you) keeps? (?:on )?\w+ing\b|\bkeeps? (?:on )?\w+ing (?:me|us|my|our|all)\b|\byour (?:tone|manners?|shouting|questions|behaviou?r|rudeness|interruptions?)\b|\bthat(?:'s| is| was) (?:rude|uncalled|no way to)|\bi(?:'ve| have) had enough\b|\bwhy must you\b|\bwhy (?:do|are) you always\b|\bcan't you (?:ever|just|even|for once)\b|\bmust you\b|\bi resent\b|\bi object to\b|\bnot once (?:have|did) you\b)",
    re.I,
)
_APOLOGY = re.compile(
    r"(?:\b(?:i'm|i am|we're|we are) (?:so |very |truly |deeply |terribly |really |awfully |most )*sorry\b(?! (?:to (?:hear|see|say)|for (?:your|his|her|their) loss|you|he|she|they|but))|"
    r"\bi (?:do |must |should |want to |would like to |sincerely |humbly |truly )*apologi[sz]e\b|\bforgive (?:me|my)\b|\bpardon (?:me|my)\b|\bmy (?:sincere |humble |deepest )?apolog(?:y|ies)\b|"
    r"\bi beg your (?:pardon|forgiveness)\b(?!\?)|\bi owe (?:you|everyone|\w+) an? (?:\w+ )?apology\b|\b(?:please )?accept my (?:\w+ )?apolog|\bi (?:deeply |truly |do )?regret (?:my|what i|that i|having|shouting|how i)\b|"
    r"^(?:so |very |terribly |awfully )?sorry\b|\bit was (?:all )?my (?:fault|mistake)\b|\bi should(?:n't| not| never) have (?:said|shouted|spoken|accused|doubted|called|raised|suspected|taken|blamed|snapped|read|kept|left|let|pushed|asked)\b|\bi was wrong (?:to|about you)\b|\bi wronged you\b|\bi did(?:n't| not) mean to\b|\bi take (?:it|that) back\b|^apologies\b|^(?:a thousand )?pardons?\b)",
    re.I,
)
_GREETING = re.compile(
    r"^(?:a (?:very )?good|good|hello|hallo|hi|hey there|greetings|welcome|(?:i'm |i am )?(?:very )?(?:pleased|delighted|glad|happy|honou?red) to (?:meet|see|make)|how do you do|well met|good to see|nice to (?:meet|see)|(?:it is |it's |what )?a pleasure to (?:meet|see)|lovely to (?:meet|see)|i bid you|a pleasant|good-?(?:evening|morning|day|night)|evening|morning|farewell|goodbye|long time)\b(?! (?:point|question|idea|thinking|man|for|grief|heavens|lord|god|you|that|then|thing|enough|answer|of you))",
    re.I,
)
_SUMMONS = re.compile(
    r"^(?:hey|psst|oi|you there|hey you|you over there|a word(?:,? (?:with you|please|if you please|if i may))?|one moment|a moment|just a moment|excuse me|over here|wake up|attention|"
    r"(?:may|could|can|might) i have (?:a (?:word|moment)|your attention)|do you hear me|are you (?:there|listening|awake|with us)|can you hear me|i need you|i want you|here|listen|wait|hello there|someone|ahoy|yoo-hoo|hear me|a minute)[\s,.!?]*$",
    re.I,
)
_SUGGESTION = re.compile(
    r"(?:^let's\b|^let us (?!go\b.*free)|^shall we\b|^(?:should|could|can't|couldn't|might|may|oughtn't|shouldn't) we\b|^why (?:don't|not|doesn't|shouldn't)(?: (?:we|you|they|someone|everyone|everybody|he|she|one|i|all of us|the|each))?(?: \w+)?\b|^(?:how|what) about (?:\w+ing\b|we\b|if we)|^what (?:do you say|if) we\b|^what (?:do|would) you say (?:to|we|if)|^what if (?:we|you|i|each|someone)\b|"
    r"\bi (?:would |'d |do |must |therefore )?(?:suggest|propose|recommend|move that|vote (?:that|we)|advise)\b|\bwe (?:should|ought to|could|had better|might(?: as well)?|'d better|would do well|need to|must|can|shall|would do better)\b|\bwe'd (?:better|do well|best)\b|\b(?:might|may|could|should) we (?:not )?|"
    r"\byou (?:should|ought to|had better|might want to|could (?:always|try|rest|ask|start|check)|may want to|might try|would do well|might(?: at least)? (?:ask|try|rest))\b(?! (?:know|be ashamed|not have|have|tell|explain|answer))|\byou'd (?:better|do well|best)\b|\bmy (?:suggestion|proposal|advice|idea) (?:is|would be)\b|\bit (?:would|might) be (?:better|best|wise|wiser|good|a good idea)\b|\bsuppose we\b|\bif i were you\b|\b(?:perhaps|maybe) (?:we|you|someone|everyone|one of us) (?:should|could|might|ought)\b|,\s*shall we\?|\bbetter (?:to|if we|that we)\b|\bwhy don't (?:we|you)\b|\bshall we (?:not )?\w+|\bhow about (?:we|\w+ing)\b|\blet's (?!say\b|face)|\beach of us (?:should|could)|\beveryone should\b|\bthe best thing (?:would|is|we))",
    re.I,
)
_HELP = (
    r"(?:help|fetch|bring|get|pour|carry|light|lend|take|hold|walk|show|escort|accompany|make|open|"
    r"close|warm|find|lead|drive|row|send|look after|give|offer|call|read|cook|prepare|stay with|sit with|"
    r"explain|translate|mend|refill|ask|check|tell|draw|write|search|go and|go with|wait|watch)\b"
)
_OFFER = re.compile(
    rf"(?:^(?:shall|should|may|can|could|might) i (?:{_HELP}.*\b(?:you|your|us|it|some|another|the|a|that|them|him|her|there)\b|be of (?:help|service|use)|offer|help|assist)|^(?:let|allow|permit) me (?:to )?(?:just )?{_HELP}(?! (?:this|it|that) (?:straight|right))|"
    rf"\bdo you want (?:me to|some|a |an |any|my)|\bwould you like (?:me to|some|a |an |any|my|more|another|the|tea|coffee|water|to (?:borrow|use|see|have|hold|rest|sit|lie))|\bwill you (?:have|take) (?:some|a |an |another|more|any|tea|coffee|wine|my)|\bcare for (?:some|a |an |another|more|any)|\bcan i (?:get|offer|bring|fetch|help|lend|pour|give|show)\b|"
    rf"\bi (?:can|could|will|would be (?:happy|glad) to|'d be (?:happy|glad) to|am (?:happy|glad|willing|ready|prepared) to|don't mind) (?:gladly |also |easily |always |happily )?{_HELP}(?:.*\b(?:you|your|if you)\b)|\bi'(?:ll|d) (?:gladly |happily |be (?:happy|glad) to )?{_HELP}(?:.*\b(?:you|your|if you)\b|.*\bfor us\b)|\bif you (?:like|wish|want|prefer|need),? i\b|\bi(?:'ll| will| can| could)\b.*\bif you (?:like|wish|want|prefer|need|'d like)|\b(?:need|want) (?:a hand|some help|any help|a lift|some company|a drink|some tea)\b|^(?:here,? )?(?:take|have|use|borrow) my\b|^have (?:some|a (?!seat|look|care|think|heart|word)|another|more|my)\b|\bhelp yourself\b|\bmy \w+ (?:is|are) at your (?:service|disposal)|\bat your (?:service|disposal)|\byou (?:may|can|are welcome to) (?:have|use|borrow|take|keep) (?:my|mine|the|it|this)|^do have\b|\bwould you (?:rather|prefer) i\b|\bthere is (?:tea|coffee|soup|wine|room)\b.*\bif you\b|\bi offer\b|\bwould (?:some|a (?:cup|glass|blanket|chair|drink)|my)\b.*\bhelp\b|\bdo you need (?:anything|help|some|a |my|me)\b|\bany(?:one|body) (?:for|want|need|care)\b)",
    re.I,
)
_JOINING = (
    r"(?:join|come|dine|sup|stay|sit|walk|have (?:supper|dinner|tea|breakfast|lunch|a drink|a seat)|"
    r"take (?:a (?:seat|walk|stroll|turn)|tea|supper|dinner)|visit|dance|drink|eat|go (?:for|to|with|out|down|up|along|rowing|walking|riding)|accompany|play|share|ride|sail|spend|travel|be (?:my|our) guest|attend|watch|step (?:out|outside|in|inside)|stroll|sing|toast|raise)\b"
)
_INVITATION = re.compile(
    rf"(?:\b(?:won't|will|would|wouldn't|can|could|can't) you (?:not )?(?:please |care to |like to |all |both |also |come and )?(?:{_JOINING})(?!.*\b(?:to the point|to that|come to (?:be|have|know))\b)|\bwould you (?:care|like|all like|both like) to (?:{_JOINING})|\bdo you (?:want|wish|care|fancy|feel like) (?:to )?(?:{_JOINING}|joining|coming|walking|dining|sitting)|\b(?:want|care|fancy) to (?:{_JOINING})|\b(?:fancy|care for|up for|feel like) (?:a |some )?(?:walk|stroll|drink|game|swim|dance|ride|supper|dinner|tea|coffee|lunch|bite|trip|round)\b|"
    rf"^(?:do |please )?(?:come (?:and|to (?!the point|order|think)|in\b(?! here)|with (?:me|us)|along|sit|join|over|by|have|dine|round|down|up|out|for|aboard|inside|upstairs|visit)|join (?:me|us)|sit (?:with|by|beside|down with) (?:me|us)|dine with|walk with me|stay for|stay (?:the night|to|with us)|be (?:my|our) guest|take a seat|have a seat|sit down (?:with|and))|\bi(?:'d| would) (?:like|love|be (?:glad|happy|honou?red|delighted)) (?:to invite|(?:for )?you (?:all |both )?to (?:join|come to|dine|sup|visit|be (?:my|our) guest|dance|stay (?:to|for|with))|if you (?:would|could|joined|came|'d))|\b(?:you are|you're|you are all|you're all|you both are|everyone is|all are) (?:all |both |most |very |always |cordially )*(?:welcome (?:to|at|in)|invited)|\b(?:you|you all) must (?:all |both |really )?(?:{_JOINING})(?:.*\b(?:us|me|my|our|tonight|tomorrow|supper|dinner|tea|house)\b)|\bi invite\b|\bmay i invite\b|\blet me invite\b|\bwhy don't you (?:{_JOINING})|\bwhy not (?:{_JOINING}.*\b(?:us|me)\b)|\bhow about (?:supper|dinner|tea|a walk|a drink|joining|coming|a game|lunch)|\bi was hoping you(?:'d| would) (?:{_JOINING}))",
    re.I,
)
_REQUEST = re.compile(
    rf"(?:\b(?:can|could|would|will|won't|can't|couldn't|might) (?:you|someone|somebody|anyone|everyone|everybody|one of you|each of you|all of you|you all|you both|we all)(?: not)?(?: please| kindly| perhaps| at least| just| all| both| possibly| also| now| then)* {_ASKED_TO_DO}(?! (?:a light|the difference|apart))|\bwould you mind\b|\bdo you mind (?:\w+ing|if i|telling)|\b(?:would|could|can|will) you be (?:so|good|kind|willing)|\bif you (?:would|could|can)(?: please)? {_ASKED_TO_DO}|^(?:may|can|could|might) (?:i|we) (?:please |just |also |perhaps |now )?(?:see|have|look|borrow|ask|speak|hear|use|come|sit|go|leave|take|inspect|examine|search|read|touch|trouble|talk|know|open|keep|hold|try|check|enter|question|smell|say|finish|be|interrupt|count)|"
    rf"\bi(?:'d| would| should| do| must| really)* (?:want|like|need|ask|beg|prefer|urge|implore|demand|insist|request|require|order|have to ask|expect)(?: that)? (?:you|everyone|everybody|each of you|all of you|someone|one of you|them)(?: all| both| now)?(?: not)?(?: to)?\b|\bi(?:'d| would) (?:be (?:grateful|obliged|glad|thankful)|appreciate it|thank you|rather you)|\byou (?:could|might|must|can|should|will|need to|have to|may)(?: at least| please| surely| all| both| now| perhaps)? (?:tell|explain|answer|show|give|hand|describe|account|begin|start|go first|speak|let|confess|swear|stop|be honest|hold)\b|\bi (?:ask|beg|demand|request|want|need|require|insist on) (?:an? |the |your )?(?:answer|explanation|truth|word|silence|honesty|help|proof|patience|favou?r|attention|key|moment)\b|\ba favou?r\b|\b(?:let|allow|permit) me (?:to )?(?:see|speak|finish|pass|go|look|ask|have|through|hear|by|be|examine|inspect|touch|leave|in|out)\b|\blet (?:him|her|them|us|the|everyone|[a-z]+) (?:speak|answer|finish|explain|go|see|talk|pass|hear|have|tell|rest|begin|look|be|out|in|through|alone)\b|\bplease\b(?=[.!]*$)|^please\b|\b(?:your|the) \w+,? (?:if you )?please\b|\bi'll have (?:that|your|the)\b|\bquiet\b[.!]*$|^silence\b)",
    re.I,
)
_INDIRECT_WH = re.compile(
    r"\b(?:i(?:'d| would| should)? (?:like|want|need|wish|love|have|am (?:curious|eager|anxious|trying))(?: very much)? to (?:know|hear|learn|understand|find out|ask(?: you| \w+)?|see)|i(?:'m| am) (?:curious|asking|wondering)(?: you| about)?|i (?:wonder|ask|wonder if you know|must ask|still wonder|am wondering|do wonder|don't understand|ask you|cannot see)(?: you| \w+)?|the question is|my question is|the question remains)[,:]? (?:just |exactly |again |about )?(?:what|when|where|who|whom|whose|which|why|how|at what)\b",
    re.I,
)
_INDIRECT_YN = re.compile(
    r"\b(?:i(?:'d| would| should)? (?:like|want|need|wish) to (?:know|hear|learn|ask(?: you| \w+)?)|i wonder|i'm wondering|i am wondering|i (?:must )?ask(?: you)?|i'm asking|i am asking|the question is|my question is) (?:whether|if)\b",
    re.I,
)
_ANNOUNCEMENT = re.compile(
    r"(?:\b(?:i|we) (?:have|'ve|'ve got|bring|bear|come with|have got) (?:\w+ )?(?:\w+ )?(?:news|an announcement|something to (?:say|tell|show|announce|confess|report|share|add)|word (?:from|of|that)|a confession|to (?:announce|report|inform|confess)|to tell (?:you|everyone)|(?:just )?(?:decided|resolved|received|learned|learnt|heard from|found|come from|discovered))|\bi (?:must|should|ought to|want to|wish to|would like to|need to|can|shall|hereby|can now|am here to|regret to)(?: now| also| all)? (?:tell|announce|inform|declare|report|let)(?: (?:to )?(?:you|everyone|the|them|us|all))?\b|\bi'd like to (?:tell|announce|inform)|\b(?:let it be known|for your information|hear me|take note|it is (?:my duty|decided|settled)|it's (?:decided|settled)|here is (?:the|some|my) news|the news is|be it known|guess what|you won't believe|you(?:'ll| will) never guess|good news|bad news)\b|\b(?:breakfast|lunch|dinner|supper|tea) is (?:served|ready|on)|\bjust so (?:you|everyone)|\byou (?:should|ought to|must|may|might|'ll want to|will want to|need to)(?: all| both)? (?:know|be told|be aware|like to know|want to know|hear this)\b|\b(?:i|we)(?:'ve| have)? (?:just )?(?:found|discovered|learned|learnt) (?:out |that |the |a |an |this |something |it |his |her |what |who |in )|\bi(?:'m| am) (?:leaving|going to (?:marry|leave|tell|call|fetch)|getting|engaged|pregnant|the new|retiring|selling|resigning|here to|pleased to announce)|\bi(?:'ll| will| shall) (?:be )?(?:leave|leaving|tell (?:you|everyone)|say this once|marry|speak plainly|resign|confess|go to the police)\b|^(?:listen|attention|hear this|everyone|friends|hark)[,:!.]|\bi confess\b|\bfrom (?:now|tonight|today) on\b|\b(?:the |a )?(?:storm|ferry|boat|police|ship|coach|meeting|wedding|verdict|meal|carriage|doctor|pilot|bridge|road|telephone|line|lights?|power|doors?|train|radio|generator)\b.{0,20}\b(?:is|are|has|have|will) (?:been |be |now |just )*(?:out|down|closed|blocked|cut|dead|gone|locked|flooded|broken|arrived?|coming|over|passed|fixed|back|open|cancelled|not)\b)",
    re.I,
)
_ALTERNATIVE = re.compile(r"\bor\b(?! (?:so|not|anything|something|anyone|someone|anybody|somebody|anywhere|other|another|what\?|no\?|else\?|rather)\b)", re.I)
_PLAIN_DISJUNCTION = re.compile(
    r"\b(?:any\w*|ever|once|more|sooner|(?:hear|heard|see|saw|seen)(?: \w+)?|an? \w+) or (?:any\w*|two|less|later|"
    r"twice|see|saw|seen|hear|heard)\b|\b(?:anyone|anybody|anything|anywhere|any|ever|no one|nobody)\b.* or\b|\b\d+ or \d+\b",
    re.I,
)
_EMBEDDED = re.compile(r"^(?:do|did|can|could|would|have|has|does|are|were) (?:you|he|she|they|anyone|anybody|everyone|\w+)(?: \w+)? (?:know|remember|recall|notice|hear|see|say|tell|understand|sure|certain|know yet|ask|wonder|decide|care|guess|figure)\b.*\bwhether\b", re.I)


def _main_clause(core: str) -> str:
    """Return the clause of a question that asks: not the "when you say so" that leads to it."""
    core = re.sub(rf"^({_WH}),", r"\1", core, flags=re.I)
    clauses = re.split(r"[,;:—–]\s*", core)
    if re.match(rf"{_WH}(?: \w+){{0,2}}\s+{_AUX}\b|{_AUX}\b", clauses[0], re.I):
        return core
    for at, clause in enumerate(clauses[1:], 1):
        begins = _LEAD.sub("", clause)
        asks = re.match(rf"{_AUX}\s+\w+.*\s\w+|{_WH}(?: \w+){{0,2}}\s+{_AUX}\b", begins, re.I)
        tag = rf"{_AUX}(?: not)? (?:i|you|he|she|it|we|they|there)(?: not)?\?$"
        if asks and not re.match(tag, begins, re.I):
            return ", ".join([begins, *clauses[at + 1 :]])
    return core


def _question(core: str) -> FirstPairPart:
    """Return the type of a sentence that ends with a question mark."""
    if re.match(r"how do you do\b", core, re.I):
        return "greeting"
    for expression, kind in _ASKED:
        if expression.search(core):
            return kind
    if _IMPERATIVE.match(core) and re.search(r"\b(?:will|would|could|can|won't) you\?$", core, re.I):
        return "request"
    core = _main_clause(core)
    if _TAG.search(core):
        return "yes-no-question"
    choice = _ALTERNATIVE.search(core) and not _PLAIN_DISJUNCTION.search(core)
    if choice and not _EMBEDDED.search(core) and not re.match(r"or\b", core, re.I):
        if re.match(rf"{_AUX}\b|(?:which|who|whom|what|where|when|how)\b.*[,:—–]|which\b", core, re.I) or not re.match(_WH, core, re.I):
            return "alternative-question"
    if re.match(_WH, core, re.I) or _INDIRECT_WH.search(core):
        return "wh-question"
    if re.match(rf"{_AUX}\b", core, re.I):
        return "yes-no-question"
    last = re.split(r"[,;:—–]\s*", core)[-1]
    if re.match(_WH, last, re.I) or re.search(r"\b(?:what|who|where|when|why|how|which one)\?$", core, re.I):
        return "wh-question"
    if re.match(r"and (?:you|yours|yourself)\b|(?:and )?you\?$|yourself\?", core, re.I):
        return "wh-question"
    return "yes-no-question"


_ASKED: tuple[tuple[re.Pattern[str], FirstPairPart], ...] = (
    (re.compile(r"\bhow dare you\b|\bhow (?:could|can) you (?:be so|do (?:this|that)|say|speak|treat|accuse|even|just|possibly say)\b|\bwhy must you\b|\bwhy (?:do|are|did) you (?:always|never|keep)\b|\bmust you\b|\bcan't you (?:ever|just|for once)\b|\bwhy (?:didn't|did) (?:you|nobody|no one)(?: \w+)? (?:tell|warn|ask|call|wake|invite) (?:me|us)\b", re.I), "complaint"),
    (_INVITATION, "invitation"),
    (_OFFER, "offer"),
    (_REQUEST, "request"),
    (re.compile(rf"^(?:{_SUGGESTION.pattern})", re.I), "suggestion"),
    (re.compile(r",\s*shall we\?|\bwhy don't (?:we|you)\b|\bshall we\b|\bhow about (?:we|\w+ing)\b|\bshould(?:n't)? we\b|^(?:perhaps|maybe)?\s*we (?:should|could|might)\b|^let's\b|\bwhat if we\b|\bdon't you think we should\b", re.I), "suggestion"),
)


_RHETORIC = re.compile(
    r"^(?:(?:who|what) am i to\b|(?:now )?(?:where|what|how|who) (?:was|am) i\b(?: (?:saying|thinking|now))?\W*$|"
    r"(?:how|why|what|where) (?:could|should|would|else could|else would|might|can) i (?!help|get|bring|do (?:for|to|with)|find|believe|trust)(?:possibly |ever |even )?\w+\b(?!.*\byour?\b)|"
    r"who (?:knows|cares|can (?:say|tell|blame)|would (?:have thought|believe|not)|doesn't|isn't|could have (?:guessed|known|foreseen))\b|"
    r"what (?:does|did|would) it matter\b|what(?:'s| is) the (?:use|point|good)\b|what (?:more|else) can (?:i|one|we) (?:say|do)\b|"
    r"what (?:choice|business|reason) (?:did|do|is it of|had|have|would) i\b|since when do(?:es)? \w+ need|is it any wonder|what (?:do|did|would|should) i know\b|"
    r"where did i (?:put|leave|see|lay)\b|what was i (?:saying|thinking|about)\b|why me\b|am i (?:my|his|her|not) |"
    r"did i not (?:say|tell|warn)|didn't i (?:say|tell|warn)|do i look like|what kind of (?:man|woman|person) would|isn't (?:it|life|that) (?:strange|funny|odd|always)|"
    r"what would (?:i|you|he|she) have (?:said|done)|who wouldn't\b|what good (?:would|will|does|is)\b|how many times (?:must|do|have) i\b|why on earth would i\b|what have i to\b)",
    re.I,
)


def core_of(sentence: str) -> str:
    """Return the sentence without the discourse markers that open it."""
    bare = sentence.replace("’", "'").strip(" ,;:—–-")
    cut = _LEAD.sub("", bare)
    return cut if re.search(r"\w", cut) else bare


def type_of(sentence: str, called: bool) -> FirstPairPart | None:
    """Return the type of first pair part one sentence is, or None.

    Args:
        sentence: without vocatives, quotations masked.
        called: whether somebody was called by name in it.
    """
    bare = sentence.replace("’", "'").strip()
    core = core_of(bare)
    if not re.search(r"\w", core):
        return "summons" if called else None
    if _RHETORIC.search(core) and not called:
        return None
    if called and _SUMMONS.match(core):
        return "summons"
    if core.rstrip("\"')").endswith("?"):
        if _SUMMONS.match(core) and not re.match(r"(?:are|do|can) you", core, re.I):
            return "summons"
        return _question(core)
    return _declared(bare, core, called)


_WONDERED = re.compile(r"\bi(?:'m| am| do| still|'ve been)? wonder(?:ing)?\b|\bi (?:don't|cannot|can't) (?:understand|see|think)\b", re.I)
_TO_YOU = re.compile(r"\byour?\b|\banyone\b", re.I)


def _declared(bare: str, core: str, called: bool) -> FirstPairPart | None:
    """Return the type of a sentence without a question mark."""
    if _APOLOGY.search(bare) and not re.search(r"\bsorry,? but\b", bare, re.I):
        return "apology"
    for expression in (_GREETING, _SUMMONS):
        if expression.match(core) or expression.match(bare):
            return "greeting" if expression is _GREETING else "summons"
    for expression, kind in _SAID:
        if expression.search(core) and not (_WONDERED.search(core) and not _TO_YOU.search(core)):
            return kind
    if _IMPERATIVE.match(core) and not _NOT_IMPERATIVE.match(core):
        return "request"
    if re.search(r"\bplease[.!]*$|^please\b", bare, re.I):
        return "request"
    if re.match(rf"{_WH}.*\b(?:did|do|were|are|was|is|have|had) (?:you|he|she|they|it)\b", core, re.I):
        return "wh-question"
    if re.match(r"(?:yes|no|nay|aye)\b", bare, re.I):
        return None
    if _ANNOUNCEMENT.search(core):
        return "announcement"
    if not called:
        return None
    if _YOU_DID.match(core):
        return "accusation"
    judged = _ASSESSMENT.search(core) or _INTENSE.search(core) or (_JUDGING.search(core) and not _OF_ONESELF.search(core))
    return "assessment" if judged else None


_YOU_DID = re.compile(
    r"you (?:\w+ly |then )?(?!(?:looked|seemed|helped|asked|mentioned|wanted|called|remembered|needed|agreed|insisted|"
    r"explained|offered|answered|served|played|danced|deserved|saved|passed|arrived|missed|managed|worked|"
    r"appeared|sounded|noticed|heard|said|told|saw|had|were|are)\b)(?:\w+ed|broke|sold|shot|fed|drove|threw|bought|"
    r"cut|set|put|sent|gave|wrote|went (?:back|through|into)|left|kept|let|hid|tore|swore|spoke)\b",
    re.I,
)
_INTENSE = re.compile(
    r"^(?!(?:i|i'm|we|there)\b).*\b(?:is|was|are|were|'s|looks?|looked|sounds?|smells?|tastes?|seems?|feels?|has|have|had) (?:\w+ )?"
    r"(?:so|very|such|truly|really|rather|most|too|absolutely|utterly|simply|quite an?|out of this world|beyond (?:words|praise|belief))\b"
    r"(?! (?:far|much|many|late|early|long))|^(?:that|it) (?:is|was) (?:\w+ly|well|nobly) (?:said|done|put|played|spoken|told|handled)\b|"
    r"^(?:well|nicely|bravely|neatly|beautifully|handsomely) (?:said|done|put|played|spoken|sung)\b",
    re.I,
)
_JUDGING = re.compile(rf"\b(?!(?:good|well|fine|clear|plain|quiet|warm|hard|simple|right|fair|best|better|careful|certain|cold|light)\b)(?:{_JUDGED}|{_JUDGED_NOUN})\b", re.I)
_OF_ONESELF = re.compile(r"\b(?:i|i'm|we|my|me)\b", re.I)


_SAID: tuple[tuple[re.Pattern[str], FirstPairPart], ...] = (
    (_INDIRECT_WH, "wh-question"),
    (_INDIRECT_YN, "yes-no-question"),
    (_INVITATION, "invitation"),
    (_OFFER, "offer"),
    (_ACCUSATION, "accusation"),
    (_COMPLAINT, "complaint"),
    (_REQUEST, "request"),
    (_SUGGESTION, "suggestion"),
)

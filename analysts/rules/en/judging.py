"""How English judges, accuses and complains."""

from __future__ import annotations

import re

JUDGED = (
    r"(?:dreadful|terrible|horrible|awful|strange|odd|peculiar|curious|beautiful|lovely|sad|"
    r"wonderful|splendid|brilliant|clever|wise|foolish|stupid|absurd|ridiculous|unfair|cruel|kind|"
    r"brave|cold|cowardly|generous|sensible|reasonable|remarkable|impressive|excellent|"
    r"fine|good|bad|"
    r"great|nice|magnificent|marvell?ous|disgraceful|shameful|shocking|suspicious|unlikely|likely|"
    r"convenient|interesting|fascinating|funny|amusing|charming|delicious|elegant|exquisite|tragic|"
    r"sinister|gloomy|grim|eerie|unbearable|unforgivable|outrageous|perfect|superb|"
    r"pleasant|unpleasant|"
    r"painful|difficult|hard|complicated|simple|obvious|clear|plain|quiet|touching|moving|"
    r"admirable|honest|"
    r"dishonest|careless|reckless|dangerous|unusual|extraordinary|astonishing|incredible|"
    r"unbelievable|nasty|rude|vile|wicked|gentle|tasty|bitter|sweet|ugly|pretty|handsome|hideous|"
    r"handy|neat|shabby|weak|thin|convincing|unconvincing|plausible|implausible|bold|"
    r"gruesome|ghastly|"
    r"tiresome|boring|tedious|hopeless|promising|worrying|troubling|disturbing|heartbreaking|bleak|"
    r"cosy|cozy|warm|rotten|wretched|miserable|pitiful|pathetic|useful|useless|important|fair|mad|"
    r"shrewd|careful|thorough|thoughtful|too much|well (?:said|done|put|played)|worse|"
    r"worst|best|better|"
    r"finest|strangest|saddest|kindest|oddest|cruellest|cleverest)"
)
JUDGED_NOUN = (
    r"(?:shame|pity|tragedy|disgrace|nonsense|outrage|mess|miracle|triumph|disaster|relief|comfort|"
    r"masterpiece|scandal|mistake|waste|horror|marvel|wonder|delight|pleasure|nightmare|joke|farce|"
    r"madness|rubbish|fool|gentleman|saint|coward|scoundrel|rogue|treasure|gem|puzzle|"
    r"mystery|folly|"
    r"cruelty|sorry business|bad business)"
)
SUBJECT = (
    r"(?:it|that|this|these|those|he|she|they|everything|there|the|a|an|his|her|their|your|my|our|"
    r"such|[a-z'’-]+(?:'s)?)"
)
ASSESSMENT = re.compile(
    rf"^(?:what an? .*[!.]$|what (?:{JUDGED}|nonsense|rubbish|madness|luck|weather)|"
    rf"how (?:very |truly |utterly )?{JUDGED}\b|such an? |(?:a |an )?(?:very |most |"
    rf"truly |quite a |rather an? )?"
    rf"(?:{JUDGED}|{JUDGED_NOUN})\b[\w\s'’]{{0,40}}[.!]?$|"
    rf".*\b(?:is|was|are|were|'s|seems?|seemed|sounds?|sounded|looks?|looked|feels?|felt|"
    rf"tastes?|smells?|"
    rf"smelled|strikes? me as|struck me as|find (?:it|that|this|him|her|them)|found (?:it|"
    rf"that|this)|"
    rf"has been|have been|had been|makes?|made|remains?|call (?:it|that))"
    rf"(?: \w+ly| all| rather| quite| so| very| too| most| a| an| the| not| more| such| just| no| "
    rf"nothing but| like| of| one| as| really| simply| far| bit| little| touch| been|"
    rf" always| perfectly|"
    rf" pretty| still)*[ ](?:{JUDGED}|{JUDGED_NOUN})\b|"
    rf".*\bi (?:really |do |quite |rather )?(?:admire|adore|love|like|loathe|hate|despise|"
    rf"dislike)\b)",
    re.I,
)
MISDEED = (
    r"(?:lied|lie|lying|killed|kill|murdered|murder|stole|stolen|steal|poisoned|poison|pushed|hid|"
    r"hiding|hide|hidden|betrayed|cheated|strangled|stabbed|shot|drowned|forged|forging|"
    r"framed|broke|burned|burnt|"
    r"destroyed|deceived|deceiving|blackmailed|blackmailing|threatened|tampered|took|"
    r"taken|invented|inventing|planted|"
    r"covering|covered|did it|did this|done it|done this|wanted (?:him|her|them|it)|"
    r"made (?:that|it|this) up|"
    r"sneaked|snuck|crept|robbed|swapped|switched|erased|wiped|tore|torn|locked|slipped|"
    r"let (?:him|her|them) die|"
    r"attacked|struck|smothered|sabotaged|bribed|plotted|plotting|had (?:every|a|the|"
    r"good) (?:reason|motive)|"
    r"are (?:the|a) (?:killer|murderer|thief|liar|culprit|poisoner|one|traitor|cheat)|"
    r"know more than|"
    r"never (?:went|were|left|saw|meant|told)|were (?:never|not|nowhere|lying)|cut the|"
    r"pocketed|copied|set (?:the fire|fire)|"
    r"falsified|altered|changed the|doctored|misled|misleading|tricked|concealed|"
    r"concealing|keeping (?:something|secrets|it|things)|"
    r"had (?:him|her|them) (?:killed|murdered)|left (?:him|her|them) to (?:die|drown)|"
    r"watched|followed (?:him|her))"
)
ACCUSATION = re.compile(
    rf"(?:\byou(?:'re|'ve| are| have| were| had| did| must have| could have| may have| might have)?"
    rf"(?: (?:just|simply|only|clearly|obviously|always|all|both|deliberately|knowingly|"
    rf"also|then|yourself|still|not|been|the one who|the person who|plainly|surely|were|"
    rf"are|the man who|the woman who|the only one who|[a-z]+ly))*"
    rf" {MISDEED}\b|\bit was you\b|\byou were the (?:one|last|only)\b|\bi accuse\b|"
    rf"\byou(?:'re| are) "
    rf"(?:the |a |an )?(?:\w+ )?(?:liar|killer|murderer|murderess|thief|culprit|poisoner|"
    rf"traitor|cheat|guilty|lying|coward)\b|"
    rf"\b(?:murderer|liar|thief|traitor|killer)[!.]|\bthat(?:'s| is| was) (?:a|"
    rf"another) lie\b|\bnot (?:telling|told) (?:me |us )?(?:the |all )?(?:the )?truth\b|"
    rf"\byour (?:\w+ )?(?:story|alibi|account|version|tale) (?:is|does(?:n't| not)|"
    rf"can(?:'t|not)|has|falls|won't|makes|was|doesn)\b|"
    rf"\byou could(?:n't| not)(?: possibly)? have\b|\byou did (?:it|this|that)\b|"
    rf"\bi (?:think|believe|say|know|suspect|am sure|am certain|"
    rf"maintain)(?: that)? you\b.*\b(?:{MISDEED}|did it)\b|"
    rf"\b(?:yours|your (?:hand|doing|fault|knife|gun|key|work))\b.*\b(?:killed|murder|"
    rf"blood|poison|fault|doing|work)|\bi suspect you\b|\bthe (?:killer|murderer|thief|"
    rf"culprit|liar) is you\b|"
    rf"\byou had (?:the|every|a|good) (?:motive|reason|key|means|chance|opportunity)\b|"
    rf"\byou have (?:blood|no alibi)\b|\bthis is (?:all )?your (?:fault|doing|work)\b|"
    rf"\byou meant to\b|\bno one but you\b|\bonly you (?:could|had|knew)\b)",
    re.I,
)
COMPLAINT = re.compile(
    r"(?:\byou (?:always|never|keep|kept|constantly|only ever)\b|\byou(?:'re|"
    r" are) (?:always|forever|constantly|interrupting|not listening|being (?:rude|unfair|"
    r"cruel|difficult|impossible))\b|"
    r"\byou (?:might|could) at least\b|\bthis (?:is|makes|was) the (?:second|third|fourth|"
    r"fifth|tenth|hundredth|last|umpteenth) time\b|\b(?:not|never) once (?:have|has|did|"
    r"do)\b|\byou (?:interrupted|promised|forgot|ignored|left (?:me|us)|shouted|insulted|"
    r"might have|could have|should(?:n't| not)? have|ought to have|"
    r"haven't (?:even )?(?:answered|let|listened|given|said|told|paid|thanked)|"
    r"have(?: still| yet)? not (?:answered|let|listened|given|paid)|still (?:owe|haven't)|"
    r"won't (?:let|listen)|talk over|spilled|ruined|woke|wasted|made (?:me|us) wait|"
    r"treat)\b|"
    r"\byou(?:'ve| have) (?:kept|ignored|interrupted|been (?:ignoring|interrupting|"
    r"shouting|rude)|forgotten|wasted|ruined|spoiled|not (?:once|said|answered))\b|"
    r"\bhow dare you\b|\bhow (?:could|can) you\b|\bi(?:'m| am| have been| have grown|"
    r"'ve been| grow) (?:tired|sick|weary|fed up|waiting)\b|"
    r"\b(?:nobody|no one) (?:ever )?(?:told|tells|asks|asked|listens|bothered|thought to|"
    r"helped|thanked)\b|\byou have no right\b|\byou(?:'ve no| had no) (?:right|"
    r"business)\b|"
    r"\bi (?:can't|cannot) (?:bear|stand) (?:your|the way|how)\b|\b(?:your \w+|"
    r"you) keeps? (?:on )?\w+ing\b|\bkeeps? (?:on )?\w+ing (?:me|us|my|our|all)\b|"
    r"\byour (?:tone|manners?|shouting|questions|behaviou?r|rudeness|interruptions?)\b|"
    r"\bthat(?:'s| is| was) (?:rude|uncalled|no way to)|\bi(?:'ve| have) had enough\b|"
    r"\bwhy must you\b|\bwhy (?:do|are) you always\b|\bcan't you (?:ever|just|even|"
    r"for once)\b|\bmust you\b|\bi resent\b|\bi object to\b|\bnot once (?:have|did) you\b)",
    re.I,
)
YOU_DID = re.compile(
    r"you (?:\w+ly |then )?(?!(?:looked|seemed|helped|asked|mentioned|wanted|called|"
    r"remembered|needed|agreed|insisted|"
    r"explained|offered|answered|served|played|danced|deserved|saved|passed|arrived|"
    r"missed|managed|worked|"
    r"appeared|sounded|noticed|heard|said|told|saw|had|were|are)\b)(?:\w+ed|broke|sold|"
    r"shot|fed|drove|threw|bought|"
    r"cut|set|put|sent|gave|wrote|went (?:back|through|into)|left|kept|let|hid|tore|swore|spoke)\b",
    re.I,
)
INTENSE = re.compile(
    r"^(?!(?:i|i'm|we|there)\b).*\b(?:is|was|are|were|'s|looks?|looked|sounds?|smells?|"
    r"tastes?|seems?|feels?|has|have|had) (?:\w+ )?"
    r"(?:so|very|such|truly|really|rather|most|too|absolutely|utterly|simply|quite an?|"
    r"out of this world|beyond (?:words|praise|belief))\b"
    r"(?! (?:far|much|many|late|early|long))|^(?:that|it) (?:is|was) (?:\w+ly|well|"
    r"nobly) (?:said|done|put|played|spoken|told|handled)\b|"
    r"^(?:well|nicely|bravely|neatly|beautifully|handsomely) (?:said|done|put|played|"
    r"spoken|sung)\b",
    re.I,
)
JUDGING = re.compile(
    rf"\b(?!(?:good|well|fine|clear|plain|quiet|warm|hard|simple|right|fair|best|better|"
    rf"careful|certain|cold|light)\b)(?:{JUDGED}|{JUDGED_NOUN})\b",
    re.I,
)
OF_ONESELF = re.compile(r"\b(?:i|i'm|we|my|me)\b", re.I)

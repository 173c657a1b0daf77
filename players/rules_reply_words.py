"""The words by which a second pair part is known, in English and Japanese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from mmagents.players.base import FirstPairPart, SecondPairPart

Seconds = Mapping[FirstPairPart, tuple[tuple[SecondPairPart, re.Pattern[str]], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """What one language says when it takes up, refuses, evades or closes."""

    refusal: re.Pattern[str]
    evasion: re.Pattern[str]
    repair: re.Pattern[str]
    not_knowing: re.Pattern[str]
    particle: re.Pattern[str]
    yes: re.Pattern[str]
    no: re.Pattern[str]
    explicit: re.Pattern[str]
    taken: re.Pattern[str]
    first_person: re.Pattern[str]
    back: re.Pattern[str]
    tell: re.Pattern[str]
    closing: re.Pattern[str]
    content: re.Pattern[str]
    least: int
    seconds: Seconds

    def short(self, said: str) -> bool:
        """Return whether what is said is an elliptic answer: a few words and no more."""
        return 0 < len(said.split() if self.least < 10 else said) <= self.least


def _x(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.I)


_YES = r"\W*(?:yes|yeah|yep|aye|indeed|of course|certainly|true|right|exactly|quite so|so i did|i (?:did|do|was|am|have|had|could|can|will)\b(?! not|n't)|it (?:is|was)\b(?! not|n't)|very well|all right|gladly|agreed|with pleasure|naturally|absolutely|sure)\b"
_NO = r"\W*(?:no|nay|never|not (?:i|me|at all|in the least|true|so)|nothing|nobody|i (?:did not|didn't|do not|don't|was not|wasn't|am not|have not|haven't|had not|could not|couldn't|cannot|can't|never|won't|would not|wouldn't)|it (?:is not|isn't|was not|wasn't)|neither|of course not|certainly not|hardly)\b"
_AGREE = r"\b(?:agree|indeed|quite (?:so|right)|you(?:'re| are) right|(?:that's|that is|very|too|so) true|exactly|so (?:it|he|she|they) (?:is|was|did)|i think so too|certainly|yes|it (?:is|was)|it does|how true|as you say)\b"
_DISAGREE = r"\b(?:disagree|i (?:don't|do not|cannot|can't) (?:agree|think so|believe (?:it|that))|on the contrary|not (?:at all|so|really|true)|you(?:'re| are) wrong|nonsense|rubbish|far from|no\b|hardly|i doubt|i would not say|i wouldn't say)"

_EN = Lexicon(
    refusal=_x(
        r"\bi(?:'d| would)? (?:won't|will not|shall not|shan't|refuse|decline|rather not|prefer not|do not (?:wish|want|care|intend)|don't (?:wish|want|care|intend)|am not (?:going|obliged|at liberty|prepared|willing)|'m not (?:going|obliged|at liberty|prepared|willing)|cannot (?:say|tell you|speak of|discuss|answer)|can't (?:say that|tell you|speak of|discuss|answer)|have nothing to say|am under no|need not|owe you no)\b(?! (?:lie|deny|pretend|hide))",
        r"\b(?:that|this|it|which|where i was|what i \w+) (?:is|are|was|remains) (?:my|mine|nobody's|none of your|no (?:concern|business|affair)|between|private|not your)\b",
        r"\bnone of your (?:business|concern|affair)", r"\b(?:that's|it's|that is) (?:my (?:own )?(?:affair|business|secret|concern)|private|personal)\b",
        r"\bmy affair\b", r"\byou(?:'ll| will) (?:get|have|hear) (?:nothing|no \w+) from me\b", r"\bmy lips are sealed\b", r"\bno comment\b", r"\bi'd rather (?:not|keep)\b", r"\bi'll (?:say|answer) no(?:thing)?\b", r"\bdon't ask me (?:about )?that\b", r"\bnot (?:for|to) you\b.*\b(?:say|tell)\b",
    ),
    evasion=_x(
        r"\bwhy (?:do|would|should) you (?:ask|want to know|care|look at me)\b", r"\bwhy (?:ask|pick on|do you all look at) me\b", r"\bwhat (?:does it|has that|is that|makes you|business|is it) (?:matter|to do with|to you|ask|is it|of yours)\b", r"\b(?:let us|let's) (?:rather )?(?:speak|talk) (?:of|about) something\b",
        r"\b(?:let us|let's) (?:speak|talk) (?:of|about) .*\b(?:instead|rather)\b", r"\binstead,? (?:let|ask|tell|you should)\b", r"\bmore (?:important|interesting|to the point)\b", r"\b(?:is|that's|that is) (?:not|hardly) (?:the (?:point|question)|important|what matters)\b", r"\b(?:ask|you should ask|better ask|why not ask|you had better ask) (?!me\b|again)(?:\w+)(?: \w+)?\b.*\b(?:that|instead|first|rather)\b", r"\bdoes (?:it|that) matter\b", r"\bis that (?:important|relevant)\b", r"\bby the way\b", r"\b(?:must we|do we have to|need we) (?:talk|speak|go over|discuss)\b", r"\bhard to say\b", r"\bthat depends\b", r"\bone (?:sees|hears|does) (?:so )?many things\b", r"\bwhat a (?:strange|odd|curious|funny) question\b", r"\bi could ask you the same\b", r"\bwho are you to ask\b", r"\ball in good time\b", r"\bwouldn't you like to know\b", r"\bthe (?:real|better) question is\b",
    ),
    repair=_x(
        r"\b(?:do|did) you mean\b", r"\bwhat do you mean\b", r"^\W*(?:pardon|what|who|when|where|which(?: \w+)?|sorry|come again|excuse me|how so|me|i)\W*$", r"^\W*(?:which|what) (?:\w+ )?(?:one|evening|night|day|time|door|man|woman|boat|key|letter|room|\w+)(?: exactly)?\W*$", r"\bwhich \w+ (?:do you|are you|exactly|precisely)\b", r"\b(?:could|can|would) you (?:repeat|say) (?:that|it|the question)\b", r"\bmeaning what\b", r"\b(?:are you|were you) (?:speaking|talking|asking) (?:of|about|to)\b", r"\bin what sense\b", r"\bat what (?:hour|time)\b.*\bmean\b", r"\bdid you say\b", r"\bwhose \w+ do you\b", r"\bsince when exactly\b",
    ),
    not_knowing=_x(
        r"\bi (?:really |truly |honestly )?(?:don't|do not|didn't|did not|cannot|can't|couldn't|could not|wouldn't|never) (?:know|remember|recall|see|notice|hear|tell|say for (?:sure|certain)|be (?:sure|certain)|knew|saw|heard|noticed)\b(?! you)",
        r"\bi(?:'m| am) not (?:sure|certain)\b", r"\bno idea\b", r"\bi (?:saw|heard|noticed|know|remember) (?:nothing|nobody|no one|none)\b", r"\bwish i knew\b", r"\bhow should i know\b", r"\bnot that i (?:know|recall|saw|remember)\b", r"\bbeyond me\b", r"\bnobody (?:told|knows)\b",
    ),
    particle=re.compile(rf"(?:{_YES}|{_NO}|\W*(?:well,? (?:yes|no)|perhaps|maybe|probably|possibly|both|neither|either|because|since|only|just|once|twice|about|around|at|in|on|by|with|from|near|behind|to|until|before|after|the|a|an|it|that|he|she|they|somebody|someone|here|there|mine|alone|as far|i think|i believe|if i|from memory)\b)", re.I),
    yes=re.compile(_YES, re.I),
    no=re.compile(_NO, re.I),
    explicit=re.compile(r"\W*(?:i (?:did|was|do|have|am|can|will|could|had|saw|heard)\b|not (?:i|me)\b|me\b|mine\b|yes\b|no\b|nor (?:i|did|was|have)\b|neither (?:i|did|was|have)\b|it was (?:i|me|mine)\b|i don't know\b|no idea\b|nobody\b|none of us\b)", re.I),
    taken=re.compile(r"\W*(?:i see|oh|ah|understood|agreed|good|very well|all right|yes|no|thank|so|at last|then|let's|gladly|fine|a good|an excellent|i (?:agree|would|second|am for|am against))\b", re.I),
    first_person=re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us)\b", re.I),
    back=re.compile(r"^\W*(?:it|that|this|he|she|they|those|there|his|her|their)\b", re.I),
    tell=re.compile(r"\b(?:tell|say|explain|describe|answer|speak|account|recount|confess|admit|name|truth|know|hear|repeat|share|clarify|swear|promise|word|answer)\b", re.I),
    closing=re.compile(
        r"(?:(?:i see|i understand|understood|thank you(?: (?:very much|kindly|so much|for (?:that|telling (?:me|us)|your (?:honesty|answer|help|time|candou?r|frankness)|being (?:frank|honest))))?|thanks|many thanks|very well|all right|good|fine|noted|right|ah|oh|so that is it|so that's it|that (?:settles|explains|answers) (?:it|that|much|a good deal|my question)|that(?:'s| is| was) all(?: i (?:wanted|needed) to (?:know|hear|ask)| for now)?|that will do|so be it|fair enough|that helps|(?:that is|that's) (?:good to know|clear|enough|settled)|as i thought|much obliged|i am obliged|okay|ok|clear enough|then (?:that is|that's) settled|just as i thought|i'm grateful|i am grateful|well)[\s,.;:!—–-]*(?:then|and)?[\s,.;!]*)+",
        re.I,
    ),
    content=re.compile(r"[A-Za-z]"),
    least=4,
    seconds={
        "request": (
            ("refusal", _x(r"^\W*(?:no|never|certainly not|i (?:won't|can't|cannot|will not|refuse))\b", r"\bi(?:'m| am) (?:afraid|sorry).*\b(?:not|can't|cannot|no)\b", r"\bleave me\b")),
            ("grant", _x(r"^\W*(?:yes|of course|certainly|very well|all right|gladly|here|as you wish|with pleasure|right away|at once|if (?:you|i) must|sure|by all means|so be it|fine|if you insist)\b", r"\bi(?:'ll| will| shall)\b", r"\bthere you are\b", r"\bhere (?:it|you|they)\b")),
        ),
        **dict.fromkeys(
            ("offer", "invitation", "suggestion"),
            (
                ("rejection", _x(r"^\W*(?:no|never|not (?:now|yet|for me|tonight|i))\b", r"\bno,? thank", r"\bi(?:'d| would) rather not\b", r"\bi (?:can't|cannot|won't|don't (?:think|want|need)|must decline)\b", r"\b(?:bad|poor|foolish|dangerous|terrible|not a good) idea\b", r"\bwaste of time\b", r"\bi(?:'m| am) against\b", r"\bwhat (?:good|use) would\b", r"\bnot necessary\b", r"\btoo (?:late|dangerous|early)\b")),
                ("acceptance", _x(r"^\W*(?:yes|gladly|of course|certainly|very well|all right|agreed|good|please|thank|with pleasure|let's|let us|why not|fine|by all means|i(?:'d| would) (?:like|love|be)|a (?:good|fine|sensible|splendid)|an excellent|sure|i'm (?:with|for)|i am (?:with|for)|so be it|then let)\b", r"\b(?:good|fine|sensible|excellent|splendid) (?:idea|plan|thought)\b", r"\bi (?:agree|accept|second)\b", r"\bi'll (?:come|join|go|take)\b", r"\byou are (?:kind|right)\b")),
            ),
        ),
        "assessment": (("disagreement", _x(_DISAGREE)), ("agreement", _x(_AGREE))),
        **dict.fromkeys(
            ("accusation", "complaint"),
            (
                ("admission", _x(r"\b(?:i (?:admit|confess|own)|i did (?:it|so|lie|take|hide|that)|(?:it|that)(?:'s| is| was) (?:true|my fault|me|my doing)|you(?:'re| are) right|i lied|i(?:'m| am) (?:guilty|to blame|sorry)|forgive me|i apologi[sz]e|guilty|i killed|i stole)\b(?! not)", r"^\W*yes\b(?!.*\bbut i (?:did not|didn't|never))", r"^\W*i did\b(?!n't| not)", r"\b(?:very well|all right),? (?:yes|i|it)\b")),
                ("denial", _x(r"^\W*(?:no|never|nonsense|lies?|how dare|absurd|ridiculous|rubbish|that's a lie|that is a lie|false|untrue|not (?:i|me|true))\b", r"\bi (?:did not|didn't|never|have not|haven't|was not|wasn't|am not|could not|couldn't|would never|do not|don't|had no|have no|had nothing|have nothing)\b", r"\b(?:not true|a lie|untrue|false|i deny|innocent|slander|mistaken|you(?:'re| are) wrong)\b", r"\bi'm no\b|\bi am no\b", r"\bwhere is your proof\b|\bprove it\b")),
                ("account", _x(r"\b(?:because|i only|i just|i had to|i had no choice|i was only|so that|in order to|to protect|i meant|i thought|i wanted|that was|i was)\b")),
            ),
        ),
        "announcement": (("acknowledgement", _x(r"^\W*(?:i see|oh|ah|understood|good|thank|so\b|really|at last|very well|noted|my god|heavens|no!|well|congratulations|how|what|that is|that's|then)\b", r"\b(?:good to know|glad to hear|sorry to hear|thank you)\b")),),
        "apology": (("absolution", _x(r"\b(?:never mind|it(?:'s| is) (?:all right|nothing|forgotten|quite all right|fine)|no (?:harm|matter|need|offence)|i forgive|forgiven|don't (?:mention|worry|apologi[sz]e|be sorry)|think nothing|accepted|all is|that's all right|that is all right|i accept|not at all|you need not|of course)\b")), ("refusal", _x(r"\b(?:too late|not enough|i (?:can't|cannot|won't|will never) forgive|spare me|keep your)\b"))),
    },
)

_HAI = r"[、。\s]*(?:はい|ええ|うん|ああ|そうです|そうだ|そうよ|その通り|そのとおり|もちろん|確かに|たしかに|おっしゃる通り|仰る通り|左様|さよう|無論|まさに)"
_IIE = r"[、。\s]*(?:いいえ|いえ|いや|ううん|違い|違う|ちがう|とんでもない|まさか|決して|いいや|そんな(?:こと|はず)|断じて|ありえ|あり得|誰も|何も|だめ|駄目)"

_JA = Lexicon(
    refusal=_x(
        r"(?:言い|話し|答え|申し|お話しし|教え|お答えし|語り)(?:た(?:く(?:ない|ありません|は)|かありません)|ません(?!でした)|かねます|する気|ることはでき(?:ません|ない)|する(?:つもり|義理|義務))", r"(?:言え|話せ|答えられ|申し上げられ|お答えでき|お話しでき|教えられ|明かせ)(?:ない|ません|ぬ)(?!でし)", r"(?:言う|話す|答える|教える)(?:つもり|気|義理|義務|必要|こと)(?:は|も|が)?(?:ない|ありません|ございません|できません)", r"(?:私|僕|俺|わし|こちら)の(?:問題|勝手|自由|事情)", r"あなたには?関係(?:の)?(?:ない|ありません|ございません)", r"関係(?:の)?(?:ない|ありません|ございません)(?:こと|話|でしょう|だろう|。|！)", r"お断り", r"断る|断ります", r"ノーコメント", r"黙秘", r"(?:それ|そのこと)は(?:秘密|内緒|内密)", r"放っておいて|ほっといて", r"(?:言う|話す)もの(?:か|ですか)", r"ご容赦|勘弁してください|ご勘弁", r"聞かないで",
    ),
    evasion=_x(
        r"(?:なぜ|どうして|なんで)(?:、)?(?:私|僕|俺|わし|わたし|あたし|そんなこと|それ)(?:に|を|が|ばかり)?[^。]{0,12}(?:聞|訊|尋|お聞き|見る|知りたい|伺)", r"それより(?!も?前)", r"そんなことより", r"(?:別|ほか|他)の(?:話|こと)(?:を|に)", r"話を(?:変え|そら)", r"ところで", r"それが(?:何|どう|なに)(?:だ|か|した|か関係|です|なの)", r"(?:重要|大事|問題)(?:な)?(?:の|こと)?(?:は|では|じゃ)(?:それ|そこ)?(?:では|じゃ)?(?:ない|ありません|なく)", r"(?:それ|そんなこと)(?:は|が)(?:重要|大事|問題)(?:です|でしょう|なの|だ)?(?:か|ろうか)", r"さあ、?(?:どう|どうでしょう|ねえ|ね。|な。)", r"(?:さんに|くんに|先生に)(?:こそ|でも)?(?:聞い(?:たら|て)|お聞き|訊い|尋ね)", r"変なことを(?:聞|お聞き|訊)", r"妙な(?:質問|こと)", r"お?答え(?:する|を)?前に", r"そちらこそ|あなたこそ", r"今は(?:そんな|それどころ)",
    ),
    repair=_x(
        r"(?:という|と言う|って)の?は", r"どの(?:晩|夜|日|時|こと|件|人|鍵|部屋|[一-龥ァ-ヶー]{1,6})(?:の(?:こと|話))?(?:です|でしょう|を|だ|の)?", r"どういう(?:意味|こと)", r"もう一度", r"何(?:の|を)?(?:こと|話)(?:です|でしょう|だ)", r"^[、\s]*(?:え|はい|何|なに|私|僕|俺|誰|いつ|どこ|どれ|どちら|私です|僕です|俺|すみません)?(?:です)?か?[、。？?\s]*$", r"(?:いつ|誰|どこ|どれ)のこと", r"(?:私|僕|俺|わたし)に(?:聞|訊|お聞き)", r"(?:の)?こと(?:です|でしょう|を(?:おっしゃ|言))か?[。？?]*",
    ),
    not_knowing=_x(r"(?:わか|分か|解)(?:りません|らない|らん|りかねます|りませんでした)", r"知(?:りません|らない|らん|りませんでした|らなかった)", r"存じ(?:ません|ませんでした|上げません)", r"(?:覚え|憶え|記憶)(?:て(?:い)?(?:ません|ない|おりません|ねえ)|に(?:ない|ありません)|が(?:ない|ありません|ございません))", r"(?:何|誰|なに)も(?:見|聞|存|知|気|覚|ありません|いません|なかった|し)", r"見当(?:も|が)?つ(?:き|か)", r"心当たりは?(?:が)?(?:ない|ありません|ございません)", r"気(?:が)?づ(?:きません|かな)"),
    particle=re.compile(rf"(?:{_HAI}|{_IIE}|[、。\s]*(?:たぶん|多分|おそらく|恐らく|たしか|確か|さあ|それは|あれは|ずっと|あの|その|ええと|九|十|一人で|ひとりで|実は|正直|じつは))"),
    yes=re.compile(_HAI), no=re.compile(_IIE),
    explicit=re.compile(rf"(?:{_HAI}|{_IIE}|[、。\s]*(?:それは)?(?:私|僕|俺|わし|わたし|あたし|自分|手前|わたくし)(?:が|です|は|も|なら|だ|じゃ|でした|の(?:です|だ)))"),
    taken=re.compile(rf"(?:{_HAI}|{_IIE}|[、。\s]*(?:なるほど|わかり|分かり|承知|了解|賛成|異議|いい|それがいい|では|そうしま|そうだ|結構|よし|やりま|反対|ありがと|ほう|おお|まあ|え|なんと|よかった|やっと|喜んで))"),
    first_person=re.compile(r"(?:私|僕|俺|わし|わたし|あたし|わたくし|自分|拙者|手前|我々|うち)|(?:まし|でし|おり)た|(?:い|っ)た(?:よ|んだ|のよ|わ|ぜ|さ)?[。！]"),
    back=re.compile(r"^[、\s]*(?:それ|あれ|これ|彼|彼女|そこ|あそこ|あの|その)"),
    tell=re.compile(r"(?:教え|話|説明|答え|言|聞かせ|述べ|語|白状|認め|証言|申)"),
    closing=re.compile(r"(?:(?:なるほど(?:、?ね|な)?|そう(?:です|でした|なのです|なんです|だったのです|でございました)?か|そうか|そうでしたか|さようですか|左様で(?:す|ございます)か|(?:よく|大体|すべて)?(?:わかりました|分かりました|わかった|分かった|了解(?:しました|です)?|承知(?:しました|いたしました)?)|(?:どうも)?ありがとう(?:ございま(?:す|した))?|どうも|結構です|(?:もう)?十分です|助かりました|感謝します|恐れ入ります|それだけです|ふむ|うむ|ほう|よろしい|いいでしょう|納得しました|納得です|それで決まり(?:ですね|だ)?|やはり(?:そうですか|そうでしたか)?|はい|ええ|では|参考になりました|すっきりしました|安心しました|そういうこと(?:でした|です|だった)?か|ご協力(?:に)?感謝します)(?:ね|よ|わ|な)?[、。！!…\s]*)+"),
    content=re.compile(r"\w"),
    least=12,
    seconds={
        "request": (
            ("refusal", _x(r"^[、\s]*(?:いいえ|いえ|いや|嫌|だめ|駄目|無理|できません|できない|断)", r"(?:でき|渡せ|見せられ|出せ|やれ|貸せ)(?:ません|ない)", r"嫌です|いやです|お断り")),
            ("grant", _x(r"^[、\s]*(?:はい|ええ|もちろん|いいでしょう|いいですよ|わかりました|分かりました|承知|かしこまり|どうぞ|喜んで|仕方|しかたが|了解|うん|よし|いいとも)", r"(?:しましょう|します|いたします|お話しし|お見せし|申し上げ)(?:よ|ね)?[。！]*$", r"どうぞ")),
        ),
        **dict.fromkeys(
            ("offer", "invitation", "suggestion"),
            (
                ("rejection", _x(r"^[、\s]*(?:いいえ|いえ|いや|だめ|駄目|結構です|反対|遠慮|無理|まだ)", r"(?:遠慮|結構です|やめて|やめま(?:す|しょう)|やめよう|よしま|よそう|反対|無駄|危険|気が進|できません|行けません|必要(?:は|が)?(?:ない|ありません)|間に合って|そんな暇|参りません)")),
                ("acceptance", _x(r"^[、\s]*(?:はい|ええ|うん|喜んで|ぜひ|是非|もちろん|いいですね|いいね|いいな|いい考え|賛成|そうしま|そうしよ|そうだな|そうですね|わかりました|分かりました|では|お願い|ありがと|それがいい|よし|名案|異議|お言葉に甘え|行こう|行きましょう|やりましょう|やろう|調べましょう)", r"(?:賛成|いい考え|名案|ありがたく|頂戴します|いただきます|ご一緒し|お供し)")),
            ),
        ),
        "assessment": (
            ("disagreement", _x(r"^[、\s]*(?:いいえ|いえ|いや|違|そうは思|そうでしょうか|そうですか[？?]|とんでもない)", r"(?:思いません|思えません|思わない|違います|違う|反対に|むしろ|大げさ|そんなことは)")),
            ("agreement", _x(r"^[、\s]*(?:はい|ええ|うん|そうです|そうだ|まったく|全く|本当に|ほんとに|同感|おっしゃる通り|確か|たしか|その通り|いかにも|まさに)", r"(?:同感|私もそう|僕もそう|俺もそう|思います|思う)")),
        ),
        **dict.fromkeys(
            ("accusation", "complaint"),
            (
                ("denial", _x(r"^[、\s]*(?:いいえ|いえ|いや(?!、?確)|違|とんでもない|まさか|嘘だ|ばかな|馬鹿な|ありえ|でたらめ|濡れ衣|冗談|断じて|決して|失礼な|心外)", r"(?:やって(?:い)?(?:ません|ない)|して(?:い)?(?:ません|ない|おりません)|違います|違う|ちがう|無実|濡れ衣|潔白|殺して(?:い)?(?:ない|ません)|(?:ついて|盗んで|隠して|取って|触って|入って|行って)(?:など|なんか)?(?:は|も)?(?:い)?(?:ない|ません|おりません)|誤解|でたらめ|証拠(?:は|が|でも)|(?:私|僕|俺|わし)(?:では|じゃ)(?:ない|ありません))")),
                ("admission", _x(r"^[、\s]*(?:はい|ええ|そうです|そうだ|その通り|認め|白状|申し訳|すみません|ごめん|すまない|悪かった)", r"(?:認めます|認めよう|白状し|私が(?:やり|やっ|殺|盗|隠|し)|僕が(?:やり|やっ|殺|盗|隠|し)|俺が(?:やっ|殺|盗|隠)|嘘をつ(?:き|い)(?:まし)?た|本当です|事実です|申し訳|すみません)")),
                ("account", _x(r"(?:から(?:です|だ)|ため(?:です|だ|に)|だけ(?:です|だ|なん)|つもり(?:でし|だっ|で)|仕方|しかたが|つい|やむ|のです|んです|ので|だって|守る|理由|事情)")),
            ),
        ),
        "announcement": (("acknowledgement", _x(r"^[、\s]*(?:なるほど|そうです|そうか|そうで|わかり|分かり|承知|了解|ほう|おお|まあ|え[っ、。！？]|なんと|よかった|やっと|ありがと|おめでと|それは|本当|はい|ええ|やはり|ついに|では)",)),),
        "apology": (("absolution", _x(r"(?:いいんです|いいのです|いいですよ|いいよ|いいえ|いえ|気にし(?:ない|て(?:い)?ません)|気になさら|お気になさ|構いません|かまいません|かまわ|許し(?:ます|ましょう|て)|大丈夫|とんでもない|もういい|お互い|水に流|済んだこと|謝る(?:こと|必要)|顔を上げ|頭を上げ|どういたし|こちらこそ)")), ("refusal", _x(r"(?:許せ(?:ない|ません)|許さない|許しません|遅い|謝って済|今さら|今更)"))),
    },
)


def of(language: str) -> Lexicon:
    """Return the words of a language; whatever is not Japanese is read as English."""
    return _JA if language == "ja" else _EN

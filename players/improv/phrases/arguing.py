"""What improvising seats say where there is a question to settle; both languages.

Arguing for an option, siding with or against an argument, declaring oneself, and rebuking.
"""

# ruff: noqa: E501  # a phrase is not cut in two
# fmt: off
from __future__ import annotations

ARGUING_EN: dict[str, tuple[str, ...]] = {
    "argue": (
        "{fact} That speaks for {option}.", "{fact} I count that for {option}.",
        "Here is what speaks for {option}. {fact}", "If you ask me why {other}, {that}.",
        "{fact} In the scale that comes down for {other}.", "A reason for {option}, then: {that}.",
        "{fact} So I lean to {other}.", "One more thing goes to {other}. {fact}",
        "{fact} On that alone I should take {other}.", "There is this to be said for {option}. {fact}",
    ),
    "argue.formal": ("In favour of {other} I submit this. {fact}", "{fact} That tells for {other}, in my view."),
    "argue.brusque": ("{fact} Hence {other}.", "{fact} So much for why it should be {option}."),
    "argue.warm": ("{fact} That is why my heart goes to {other}.", "{fact} So I think of {other}, and fondly."),
    "argue.florid": ("{fact} Every road from there runs to {option}.", "This goes into the scale for {option}. {fact}"),
    "argue-against": (
        "{fact} That speaks against {option}.", "Before anybody thinks of {option}. {fact}",
        "{fact} I count that against {option}.", "What do we do about this, with {option}. {fact}",
        "There is this to be said against {option}. {fact}", "{fact} So I cannot be for {option}.",
        "{fact} With {option} there would be regrets.", "Against {option} stands this. {fact}",
    ),
    "argue-against.formal": ("It must be held against {option} that {that}.",),
    "argue-against.brusque": ("{fact} So not {option}.",),
    "argue-against.warm": ("I say it with regret about {option}. {fact}",),
    "argue-against.florid": ("There is a worm in the apple of {option}. {fact}",),
    "pass-on": (
        "{name} told me something that belongs here. {fact}", "I have it from {name}: {that}.",
        "There is a thing that {name} said to me aside. {fact}", "{name} will forgive me, but it has to be said. {fact}",
        "What {name} told me the rest should hear too. {fact}", "It was {name} who told me, and now I tell it. {fact}",
    ),
    "pass-on.formal": ("I was told by {name}, and I lay it before you, that {that}.",),
    "pass-on.brusque": ("{name} said it to me. {fact}",),
    "pass-on.warm": ("I had it from {name}, and I can't keep it to myself. {fact}",),
    "pass-on.florid": ("{name} whispered it, and I say it aloud. {fact}",),
    "side-with": (
        "There I agree, {who}. It all hangs on {ask}.", "I agree with {who}. I had not weighed {ask} enough.",
        "{who} is right about {ask}.", "That is my view as well, {who}, because of {ask}.",
        "Yes, {who}. With {ask} one comes to {option}.", "I think so too, {who}, since {ask}.",
    ),
    "side-with.formal": ("I concur with {who} as to {ask}.",),
    "side-with.brusque": ("{who}'s right. {ask}, that's it.",),
    "side-with.warm": ("Well put, {who}; {ask} moved me too.",),
    "side-with.florid": ("You take the word from my lips, {who}; I too think of {ask}.",),
    "side-against": (
        "I don't agree, {who}. There is {ask} as well.", "I see it otherwise, {who}, because of {ask}.",
        "You make too much of that, {who}. I look at {ask}.", "There I must differ, {who}. One should put {ask} beside it.",
        "That is one side, {who}. The other is {ask}.", "I wouldn't say that, {who}. Not after {ask}.",
    ),
    "side-against.formal": ("With respect, {who}, I set {ask} against that.",),
    "side-against.brusque": ("No, {who}. {ask}.",),
    "side-against.warm": ("I can't go along with you there, {who}, fond as I am of you. I think of {ask}.",),
    "side-against.florid": ("A fine garland, {who}, and then one thinks of {ask}.",),
    "declare": (
        "I have heard enough to say it: I am for {other}, for {ask} and for {ask2}.",
        "{mine}I make no secret of it, I want it myself. I have {ask} on my side, and {ask2}.",
        "{mine}With {ask} and {ask2} I may say that it should be me.",
        "As things stand I am for {other}. First {ask}, and then {ask2}.",
        "If I had to choose now, it would be {other}: {ask}, {ask2}.",
        "I make no secret of it. With {ask} and {ask2} I am for {other}.",
    ),
    "declare.brusque": ("I'm for {other}. {ask}, {ask2}. That's all.",),
    "declare.formal": ("Considering {ask} and {ask2}, I declare for {other}.",),
    "rebuke": (
        "You keep talking of yourself, {who}, and never of us.", "{who}, you have not once listened to me.",
        "I am tired of your airs, {who}.", "You have wasted enough of our evening, {who}.",
        "{who}, your tone is an insult to everyone here.", "I resent the way you carry on, {who}.",
        "You treat us all like servants, {who}.", "How dare you speak for the rest of us, {who}.",
        "You never let anybody finish, {who}.", "I have had enough of you, {who}.",
        "You always know better, {who}, and never do better.", "{who}, you promised more than this and kept nothing.",
    ),
    "rebuke.formal": ("I object to your manners, {who}, and I am not alone in it.",),
    "rebuke.brusque": ("I'm sick of you, {who}.",),
    "rebuke.warm": ("I never thought to say it, {who}, but I am tired of you.",),
    "rebuke.florid": ("You keep strutting, {who}, and the boards keep creaking.",),
}
ARGUING_JA: dict[str, tuple[str, ...]] = {
    "argue": (
        "{fact}これは{option}に有利<だ/です/でございます>。", "{option}を推す理由を言<う/います/います>。{fact}",
        "{fact}だから{other}に傾<く/きます/きます>。", "なぜ{option}か。{fact}",
        "{fact}その分、{option}に分があ<る/ります/ります>。", "{option}のために言<う/います/います>。{fact}",
        "{fact}それなら{option}でいいので<はないか/はありませんか/はございませんか>と思<う/います/います>。",
        "{option}を考えるなら、この話<だ/です/でございます>。{fact}",
    ),
    "argue.formal": ("{option}を推す根拠を申し上げ<る/ます/ます>。{fact}",),
    "argue.brusque": ("{fact}だから{option}だ。",),
    "argue.warm": ("{fact}それで心が{option}に向<く/きます/きます>。",),
    "argue.florid": ("{fact}道はみな{option}に通じ<る/ます/ます>。",),
    "argue-against": (
        "{fact}これは{option}に不利<だ/です/でございます>。", "{option}を選ぶ前に聞いてほし<い/いのです/いのでございます>。{fact}",
        "{fact}だから{option}には乗れ<ない/ません/ません>。", "{option}ではこの点が困<る/ります/ります>。{fact}",
        "{fact}{option}では、あとで悔や<む/みます/みます>。", "{option}に反対する理由<だ/です/でございます>。{fact}",
    ),
    "argue-against.formal": ("{option}については、次の点を申し上げざるを得<ない/ません/ません>。{fact}",),
    "argue-against.brusque": ("{fact}{option}はだめだ。",),
    "argue-against.warm": ("{option}には言いにくい<が/ですが/ですが>。{fact}",),
    "argue-against.florid": ("{option}という林檎には虫がい<る/ます/ます>。{fact}",),
    "pass-on": (
        "{name}から聞いた話<だ/です/でございます>。{fact}", "{name}には悪<い/いです/うございます>が、言わずにはいられ<ない/ません/ません>。{fact}",
        "{name}が内々に言<った/いました/いました>。{fact}", "これは{name}の口から聞<いた/きました/きました>。{fact}",
    ),
    "side-with": (
        "そこは{who}に賛成<だ/です/でございます>。{ask}が大き<い/いです/うございます>。", "{who}の言うとおり<だ/です/でございます>。{ask}を軽く見て<いた/いました/おりました>。",
        "{who}と同じ考え<だ/です/でございます>。{ask}を思えば{option}<だ/です/でございます>。", "なるほど、{who}。{ask}があるなら{option}に傾<く/きます/きます>。",
        "{who}に同感<だ/です/でございます>。{ask}は見過ごせ<ない/ません/ません>。",
    ),
    "side-with.brusque": ("{who}の言うとおりだ。{ask}で決まりだ。",),
    "side-against": (
        "{who}、そうは思わ<ない/ません/ないのでございます>。{ask}もあ<る/ります/ります>。", "{who}の見方には反対<だ/です/でございます>。{ask}を忘れて<いる/います/おいでです>。",
        "それは言いすぎ<だ/です/でございます>、{who}。{ask}を考えてほし<い/いです/うございます>。", "{who}、それは片側の話<だ/です/でございます>。もう片側に{ask}があ<る/ります/ります>。",
        "同意でき<ない/ません/かねます>、{who}。{ask}がどうしても引っかか<る/ります/ります>。",
    ),
    "side-against.brusque": ("違うな、{who}。{ask}だ。",),
    "declare": (
        "もう言って<おく/おきます/おきます>。{ask}と{ask2}から、{other}を推<す/します/します>。",
        "{mine}隠さず言<う/います/います>。{ask}と{ask2}があるから、{pron}に任せてほし<い/いです/うございます>。",
        "今のところ{other}<だ/です/でございます>。{ask}、それに{ask2}があ<る/ります/ります>。",
        "隠さず言<う/います/います>。{ask}と{ask2}を聞いて、{other}に決め<た/ました/ました>。",
    ),
    "rebuke": (
        "{who}、いつも自分のことばかり<だ/です/でございます>ね。", "{who}、いい加減にして<くれ/ください/くださいませ>。",
        "{who}、あなたの勝手にはもう我慢でき<ない/ません/かねます>。", "{who}、いつも勝手<だ/です/でございます>よ。",
        "{who}、いつもそうやって人の話を遮<る/ります/ります>ね。", "{who}には、もううんざり<だ/です/でございます>。",
    ),
    "rebuke.brusque": ("{who}、もううんざりだ。",),
    "rebuke.warm": ("{who}、言いたくはな<い/いです>けれど、もううんざり<だ/です>。",),
}
THINKING_EN: dict[str, tuple[str, ...]] = {
    "argue": ("{fact} helps {option}; say it.", "Time to put {fact} in the scale."),
    "pass-on": ("I was not told {fact} to keep it.", "The others should hear of {fact} too."),
    "argue-against": ("{fact} hurts {option}; say it.", "They should hear of {fact} before they choose."),
    "side-with": ("{who} pulls my way. Stand by that.", "Good for {option}. Say so."),
    "side-against": ("{who} pulls the other way. Answer with {fact}.", "That must not stand alone: {fact}."),
    "declare": ("Let them know where I stand: {option}.", "They may know it by now: {option}."),
    "rebuke": ("I can't bear {who} any longer.", "Somebody has to tell {who}."),
}
THINKING_JA: dict[str, tuple[str, ...]] = {
    "argue": ("{fact}は{option}に有利だ。言おう。", "{fact}を秤に載せる時だ。"),
    "pass-on": ("{fact}は黙っておく話ではない。", "{fact}のことは皆にも聞かせよう。"),
    "argue-against": ("{fact}は{option}に不利だ。言おう。", "決める前に{fact}を聞かせないと。"),
    "side-with": ("{who}とは同じ向きだ。支えよう。", "{option}に追い風だ。そう言おう。"),
    "side-against": ("{who}は逆を向いている。{fact}で返そう。", "それだけで終わらせない。{fact}だ。"),
    "declare": ("{option}を推すと知らせておこう。", "立場を言う時だ。{option}だ。"),
    "rebuke": ("{who}にはもう我慢できない。", "誰かが{who}に言わないと。"),
}
# fmt: on

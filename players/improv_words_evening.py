"""What improvising seats say as they introduce themselves, go aside, and vote; both languages."""

# ruff: noqa: E501  # a phrase is not cut in two
# fmt: off
from __future__ import annotations

EVENING_EN: dict[str, tuple[str, ...]] = {
    "introduce": ("I'm {name}, {role}.", "{name}, {role}.", "My name is {name}. I'm {role}."),
    "introduce.formal": ("{name}, {role}. I am at your disposal.", "Allow me: {name}, {role}."),
    "introduce.brusque": ("{name}. I'm {role}. That'll do.", "{name}, {role}. You know me."),
    "introduce.warm": ("{dark}I'm {name}, {role}, and I wish we sat here for a better reason.", "{light}I'm {name}, {role}. It does me good to see you all.",
                       "{dark}{name}, dears, {role}. Nobody should be alone tonight."),
    "introduce.florid": ("{dark}You see before you {name}, {role}, and never less inclined to perform.",
                         "{dark}{name}, {role}; would that we had met in a kinder hour.", "{light}{name}, {role}, at the service of the truth and of this company."),
    "whither": ("Whatever is there, I'd rather be the one to see it.", "Something about {place} won't leave me alone.",
                "Nobody has looked at {place} properly."),
    "aside": ("{who} knows more than has been said.", "I want {who} without the others listening.",
              "There is something I can only ask {who} alone."),
    "vote": ("{ask} and {ask2}: I can't get round them.", "It comes back to {ask}, and to {ask2}.",
             "Put {ask} beside {ask2}, and there is only one name left."),
    "vote-one": ("It is {ask} that decides me.", "I keep coming back to {ask}."),
    "vote-none": ("I have nothing better than a feeling.", "Somebody must be named, and I trust the others more."),
    "vote-silent": ("I have my reasons, and they stay mine.", "Don't ask me how I know."),
    "vote-for": ("{ask}, and {ask2}: that settles it for me.", "What speaks for it is {ask}, and then {ask2}.",
                 "I weigh {ask} and {ask2}, and the scale goes down on this side."),
    "vote-for-one": ("What I heard of {ask} decides me.", "It is {ask} that tips it."),
    "vote-for-none": ("I go by what I have always thought.", "Nothing I heard has moved me."),
    "side": ("What I have heard tonight leaves me no choice.", "I have changed my mind, and I would rather say so.",
             "The better reasons are over there."),
    "gift": ("In those hands it will do more good than in mine.", "I trust nobody more with it."),
}
EVENING_JA: dict[str, tuple[str, ...]] = {
    "introduce": ("{name}、{role}<だ/です/でございます>。", "{pron}は{name}。{role}<だ/です/でございます>。"),
    "introduce.formal": ("{name}、{role}でございます。どうぞお見知りおきを。",),
    "introduce.brusque": ("{name}。{role}だ。それで足りるだろ。", "{role}の{name}だ。"),
    "introduce.warm": ("{dark}{name}、{role}<だ/です>。こんなことで集まりたくは<なかった/ありませんでした>ね。", "{light}{name}、{role}<だ/です>。会えて<嬉しい/嬉しいです>よ。",),
    "introduce.florid": ("{dark}{pron}が{name}、{role}<だ/です>。もっと優しい夜にお会いしたかった。", "{light}{pron}が{name}、{role}<だ/です>。この席に花を添え<よう/ましょう>。",),
    "whither": ("{place}が、どうも気に<なる/なります/なりまして>。", "{place}はまだ誰も<見ていない/見ていません/見ておりません>。"),
    "aside": ("{who}はまだ何か<知っている/知っています/ご存じです>。", "{who}と二人で話<したい/したいんです/しとうございます>。"),
    "vote": ("{ask}、それに{ask2}。どうしてもそこへ<戻る/戻ります/戻るのでございます>。",
             "{ask}と{ask2}を並べれば、残る名はひとつ<だ/です/でございます>。"),
    "vote-one": ("決め手は{ask}<だ/です/でございます>。", "どう考えても{ask}が引っかか<る/ります/るのでございます>。"),
    "vote-none": ("確かなことは何もない。勘<だ/です/でございます>。", "ほかの人のほうが、まだ信じ<られる/られます/られます>。"),
    "vote-for": ("{ask}、それに{ask2}。これで決まり<だ/です/でございます>。",
                 "{ask}と{ask2}を考え合わせれば、こちらに傾<く/きます/くのでございます>。"),
    "vote-for-one": ("決め手は{ask}<だ/です/でございます>。", "{ask}の話を聞いて決め<た/ました/ました>。"),
    "vote-for-none": ("前からの考えは変わら<ない/ません/ないのでございます>。", "聞いた話では動かされ<なかった/ませんでした/ませんでした>。"),
    "side": ("話を聞いて、考えが変わ<った/りました/りました>。", "筋が通っているのは向こう<だ/です/でございます>。"),
    "gift": ("あの人の手にあるほうが役に立<つ/ちます/ちます>。", "あの人なら安心して任せられ<る/ます/ます>。"),
    "vote-silent": ("理由は<ある。言わないが/あります。言えませんが/ございますが、申せません>。",),
}
# fmt: on

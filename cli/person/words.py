"""What a person reads at the terminal, in the languages of the stories."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    # the commands, as /help shows them
    "/pass": (
        "/pass                let it pass: listen, or say nothing",
        "/pass               見送る（聞くだけにする、何も言わない）",
    ),
    "/bid": (
        "/bid 0-9 [words]     how much you want the floor; 9 is the most",
        "/bid 0-9 [言葉]     どれだけ話したいか（9が最大）",
    ),
    "/show": (
        "/show CLUE [words]   show a clue to all who are here",
        "/show 手がかり [言葉] その場の全員に見せる",
    ),
    "/look": ("/look PLACE          look there for clues", "/look 場所          手がかりを探す"),
    "/whisper": (
        "/whisper SEAT        go aside with somebody",
        "/whisper 人         誰かと脇へ行く",
    ),
    "/side": ("/side CAMP           take a side", "/side 陣営          どちらにつくか決める"),
    "/give": (
        "/give SEAT           hand over what you are asked about",
        "/give 人            尋ねられた物を渡す",
    ),
    "/vote": ("/vote CHOICE reason  vote, and say why", "/vote 相手 理由     投票し、理由を言う"),
    "/sheet": (
        "/sheet               your sheet: who you are, what you know",
        "/sheet              自分の設定と知っていること",
    ),
    "/clues": (
        "/clues               the clues that you have",
        "/clues              持っている手がかり",
    ),
    "/who": ("/who                 who is there", "/who                登場人物と、今ここにいる人"),
    "/talk": ("/talk                what you heard of late", "/talk               最近聞いたこと"),
    "/open": (
        "/open                what is asked of you",
        "/open               今求められていること",
    ),
    "/help": ("/help                this", "/help               この説明"),
    "/leave": (
        "/leave               stop here; the game is kept",
        "/leave              ここでやめる（ゲームは保存される）",
    ),
    "help": ("Help", "使い方"),
    "help-1": (
        "Type your words and press Enter. While the floor is free they are an offer, which bids 7;",
        "言葉を打ってEnterを押す。発言権が空いているあいだは、強さ7の申し出になる。",
    ),
    "help-2": (
        "if somebody bids more, they come first. Commands may be shortened (/p for /pass).",
        "もっと強く望む人がいれば、その人が先に話す。コマンドは短くできる（/pは/pass）。",
    ),
    # hints
    "nothing-typed": ("Nothing was typed. {ways}", "何も打たれていません。{ways}"),
    "no-command": (
        "There is no command /{word}.{perhaps} /help shows them all.",
        "/{word} というコマンドはありません。{perhaps}/help で一覧が出ます。",
    ),
    "perhaps": (" Did you mean {near}?", "{near} のことですか？ "),
    "or": (" or ", " か "),
    "not-bid": (
        "You bid when nobody has been asked and the floor is free.",
        "申し出ができるのは、誰も指名されず発言権が空いているときです。",
    ),
    "not-look": (
        "You look for clues in the part of the evening for it.",
        "手がかりは、そのための時間に探します。",
    ),
    "not-whisper": (
        "You go aside with somebody in the part of the evening for it; /who shows who is here "
        "now, and only they hear you.",
        "脇へ行けるのは、そのための時間だけです。/who に出る人だけが今あなたの声を聞いています。",
    ),
    "not-side": (
        "You take a side when all are asked to, in a story with camps.",
        "どちらにつくかは、陣営のある物語で、全員が尋ねられたときに決めます。",
    ),
    "not-give": (
        "You hand things over when you are asked to, in a story with things to hand over.",
        "物を渡せるのは、渡す物のある物語で、尋ねられたときです。",
    ),
    "not-vote": ("You vote at the end of the evening.", "投票は夜の終わりです。"),
    "not-show": ("You show clues when you speak.", "手がかりは、話すときに見せます。"),
    "no-clues": ("You have no clues.", "手がかりを持っていません。"),
    "how-much": (
        "How much do you want the floor? /bid 0-9, then words if you like.",
        "どれだけ話したいですか？ /bid 0-9 の後に、よければ言葉を。",
    ),
    "which-clue": (
        "Which clue? You have: {have}. /show NUMBER [words]",
        "どの手がかりですか？ 持っているもの: {have}。/show 番号 [言葉]",
    ),
    "type-think": (
        "Type what you would say{show}; /bid 0-9 to weigh it yourself; /pass to listen.",
        "言いたいことを打つ{show}。強さを自分で決めるなら /bid 0-9、聞くだけなら /pass。",
    ),
    "type-speak": (
        "Type what you say{show}; /pass to say nothing.",
        "言葉を打つ{show}。何も言わないなら /pass。",
    ),
    "type-reflect": ("Type a note to yourself, or /pass.", "自分への覚え書きを打つか、/pass。"),
    "type-choose": (
        "Type a number or a name (or /{does} …), or /pass.",
        "番号か名前を打つ（/{does} でもよい）。見送るなら /pass。",
    ),
    "type-vote": (
        "Type a number or a name and a reason (or /vote …), or /pass.",
        "番号か名前と、理由を打つ（/vote でもよい）。見送るなら /pass。",
    ),
    "or-show": (", or /show CLUE", "（/show で手がかりも見せられる）"),
    # the pages
    "sheet": ("{name}, {role}: for your eyes alone", "{name}（{role}）: あなただけが読むもの"),
    "after": ("What you are after: {what}", "あなたの狙い: {what}"),
    "missions": ("Missions", "ミッション"),
    "points": ("  {points:>2} points  {text}", "  {points:>2}点  {text}"),
    "hide": ("What you hide", "隠していること"),
    "evening": ("Your evening", "あなたの行動"),
    "decided": ("To be decided: {what}", "決めること: {what}"),
    "stand": ("Where all stand", "それぞれの立場"),
    "to-be-had": ("What there is to be had", "争われているもの"),
    "nobody's": ("nobody's", "持ち主なし"),
    "beliefs": ("What you believe", "あなたの信念"),
    "belief": ("  - {text} ({score} of 100)", "  - {text}（100のうち{score}）"),
    "relations": ("How you feel about the others", "ほかの人への気持ち"),
    "known": ("What you know", "知っていること"),
    "lie": (" (your story, and not true)", "（あなたの言い分で、本当ではない）"),
    "guarded": (" (better not said)", "（言わないほうがよい）"),
    "heard": ("What others have said", "ほかの人から聞いたこと"),
    "heard-from": ("  - {text} ({who}, turn {turn})", "  - {text}（{who}、{turn}番）"),
    "clues": ("Your clues", "あなたの手がかり"),
    "none": ("You have none.", "一つもありません。"),
    "who": ("Who is who", "登場人物"),
    "here": ("here", "ここにいる"),
    "you": ("you", "あなた"),
    # what is asked
    "said": ("turn {turn}, {who}", "{turn}番、{who}"),
    "asked": (
        "You were asked ({said}). Due: {what}.",
        "あなたが尋ねられました（{said}）。求められているもの: {what}。",
    ),
    "addressed": ("You were spoken to.", "あなたに話しかけられました。"),
    "still": ("Still open: {said}.", "まだ答えがない: {said}。"),
    "hears": ("Who hears you: {who}.", "あなたの声を聞く人: {who}。"),
    "nobody": ("nobody", "誰もいない"),
    "ask-look": ("Where do you look for clues?", "どこで手がかりを探しますか？"),
    "ask-partner": (
        "Whom do you go aside with? Nobody else will hear it.",
        "誰と脇へ行きますか？ ほかの人には聞こえません。",
    ),
    "ask-side": ("On which side do you stand?", "どちらにつきますか？"),
    "ask-transfer": ("To whom do you hand over this: {what}?", "「{what}」を誰に渡しますか？"),
    "ask-vote": (
        "Whom do you accuse, and why? All votes are read out.",
        "誰を告発しますか？ 理由も。票はすべて読み上げられます。",
    ),
    "ask-think": ("The floor is free. Do you want it?", "発言権が空いています。話しますか？"),
    "ask-reflect": (
        "A moment to think. What do you want to remember?",
        "考える時間です。何を覚えておきますか？",
    ),
    "ask-introduction": ("Your turn to say who you are.", "自己紹介の番です。"),
    "rule-1a": ("The floor is yours: you were asked.", "あなたの番です。尋ねられています。"),
    "rule-1b": ("You have the floor.", "あなたが話す番です。"),
    "rule-1c": (
        "Nobody else wants the floor, so it stays with you.",
        "ほかに話したい人がいないので、あなたが続ける番です。",
    ),
    "rule-first": ("You begin.", "あなたから始めます。"),
    "rule-other": ("It is your turn.", "あなたの番です。"),
    # the table
    "hand-over": ("This is for {name} alone.", "ここからは{name}だけが見ます。"),
    "press-enter": (
        "{name}, press Enter when nobody else is looking. ",
        "{name}、ほかに誰も見ていなければEnterを押してください。 ",
    ),
    "time-is-up": ("Time is up; {name} lets it pass.", "時間切れです。{name}は見送りました。"),
    "came-first": (
        "({name} came first, so your words were not said; ↑ brings them back.)",
        "（{name}が先に話したので、あなたの言葉は言われていません。↑で呼び戻せます。）",
    ),
    "heard-last": ("What you heard last:", "最後に聞いたこと:"),
}
"""By key: in English, and in Japanese."""
SECOND_PAIR_PARTS: Mapping[str, str] = {
    "greeting": "あいさつ",
    "answer": "答え",
    "grant": "承諾",
    "refusal": "拒否",
    "acceptance": "受け入れ",
    "rejection": "断り",
    "agreement": "同意",
    "disagreement": "反対",
    "admission": "認めること",
    "denial": "否定",
    "account": "説明",
    "acknowledgement": "受け止め",
    "absolution": "許し",
}


def say(language: str, what: str, /, **given: object) -> str:
    """Return a sentence of this table."""
    return WORDS[what][language == "ja"].format(**given)


def due_in_words(language: str, expects: list[str]) -> str:
    """Return the second pair parts that are due."""
    if language == "ja":
        return "、または".join(SECOND_PAIR_PARTS.get(one, one) for one in expects)
    return " or ".join(expects)

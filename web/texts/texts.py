"""What the page says, in English and Japanese. Stories bring their own words; these are ours."""

from __future__ import annotations

from collections.abc import Mapping

from mmagents.web.texts.more import MORE
from mmagents.web.texts.terms import TERMS

LANGUAGES: Mapping[str, str] = {"en": "English", "ja": "日本語"}

_TEXTS: Mapping[str, tuple[str, str]] = {
    "everyone": ("everyone", "全員"),
    "comma": (", ", "、"),
    "title": ("The table", "テーブル"),
    "play": ("Play", "再生"),
    "pause": ("Pause", "一時停止"),
    "step": ("One turn", "1ターン進む"),
    "speed": ("Seconds a turn", "1ターンの秒数"),
    "as-fast": ("at once", "最速"),
    "status-paused": ("Paused", "一時停止中"),
    "status-playing": ("Playing", "進行中"),
    "status-waiting": ("Waiting for {who}", "{who}を待っています"),
    "status-ended": ("The game has ended", "ゲームは終了しました"),
    "status-failed": ("Stopped by a fault", "問題が起きて止まりました"),
    "fault-hidden": ("The host sees why.", "理由は主催者に表示されています。"),
    "stopped-at": ("Stopped at a limit: {limit}", "上限に達して停止：{limit}"),
    "talk": ("The talk", "会話"),
    "ledger": ("Why this seat?", "なぜこの人が話したか"),
    "ledger-none": (
        "Choose a turn to see why it went to whom it went.",
        "ターンを選ぶと、なぜその人の番になったかが表示されます。",
    ),
    "turn": ("Turn {n}", "ターン {n}"),
    "turn-of": ("Turn {n} of {all}", "ターン {n}／{all}"),
    "time": ("Which turn is shown", "表示するターン"),
    "live": ("Now", "現在へ"),
    "thinking": ("thinking", "考え中"),
    "thought": ("has thought", "考え終えた"),
    "wants": ("wants the floor, {n} of 9", "話したい（9段階の{n}）"),
    "listens": ("listens, {n} of 9", "聞く（9段階の{n}）"),
    "speaks": ("has the floor", "発言中"),
    "all-think": ("Everybody is thinking", "全員が考えています"),
    "nobody-yet": ("Nobody has spoken yet", "まだ誰も話していません"),
    "asked-by": ("asked by {by}: {due} due", "{by}に問われた：{due}が求められている"),
    "takes-floor": ("takes the floor", "自ら話し始める"),
    "takes-floor-at": ("takes the floor with a bid of {n}", "入札{n}で発言権を取る"),
    "tie-won": (
        "takes the floor with a bid of {n}, by lot among equals",
        "同点{n}のくじで発言権を取る",
    ),
    "goes-on": ("nobody else wanted the floor: goes on", "他に話す人がなく、続ける"),
    "goes-on-seen": ("goes on", "続けて話す"),
    "or": (" or ", "または"),
    "to": ("{what} to {who}", "{who}への{what}"),
    "takes-up": ("{how} to turn {n}", "ターン{n}への{how}"),
    "open": ("open", "未回答"),
    "heard-by": ("heard by {who} alone", "{who}だけが聞いた"),
    "unseen": ("noticed by nobody else", "他の誰にも気づかれていない"),
    "shown": ("shows {what}", "{what}を見せる"),
    "bids": ("The bids", "入札"),
    "no-bids": ("Nobody bid for this turn.", "このターンの入札はありません。"),
    "tie": ("A tie, settled by lot: {who}", "同点をくじで決めた：{who}"),
    "designated": ("The turn before selected {who}.", "前のターンが{who}を指名した。"),
    "designated-none": ("The turn before selected nobody.", "前のターンは誰も指名していない。"),
    "why-not": ("Why not another", "なぜ他の人ではないか"),
    "not-listen": ("{who} wanted to listen.", "{who}は聞き手にまわった。"),
    "not-low": (
        "{who} bid {n}, below the threshold of {low}.",
        "{who}の入札{n}は閾値{low}に届かない。",
    ),
    "not-tie": ("{who} bid {n} as well, and lost the lot.", "{who}も{n}だったが、くじで外れた。"),
    "not-less": ("{who} bid {n}, below {top}.", "{who}の入札は{n}で、{top}より低い。"),
    "not-asked": (
        "{who} was not selected; bids do not count then.",
        "{who}は指名されていない（入札は数えない）。",
    ),
    "own-scale": ("{n} on its own scale", "自身の尺度で{n}"),
    "came-of-it": ("What came of it: {how} in turn {n}.", "その後：ターン{n}で{how}。"),
    "came-open": ("What came of it: still open.", "その後：まだ未回答。"),
    "due-next": (
        "First pair part: {what} to {who}; due: {due}.",
        "{who}への{what}。求められる応答：{due}。",
    ),
    "took-up": (
        "It takes up turn {n} ({who}, {what}) with: {how}.",
        "ターン{n}（{who}の{what}）に応じる：{how}。",
    ),
    "repair": ("What the repair did", "修復の内容"),
    "models-asked": ("Models asked", "モデル呼び出し"),
    "models-none": ("No model was asked in this turn.", "このターンでモデルは呼ばれていない。"),
    "calls-line": (
        "{calls} calls, {tin} tokens in, {tout} out, {seconds} s",
        "{calls}回、入力{tin}・出力{tout}トークン、{seconds}秒",
    ),
    "facts-said": ("Facts said", "語られた事実"),
    "verdict": ("The verdict", "評決"),
    "points": ("{n} points", "{n}点"),
    "accuses": ("The table accuses {who}", "テーブルは{who}を告発した"),
    "accuses-nobody": ("The table accuses nobody", "テーブルは誰も告発しなかった"),
    "is-right": ("and is right.", "。正解です。"),
    "is-wrong": ("and is wrong: it was {who}.", "。外れでした。真相は{who}です。"),
    "decided": ("The vote fell on {what}.", "投票の結果：{what}。"),
    "decided-nothing": ("The vote fell on nothing.", "投票は決まりませんでした。"),
    "theme": ("Light or dark", "明暗"),
    "language": ("Language of the page", "ページの言語"),
    "skip": ("Skip to the talk", "会話へ移動"),
    "hall": ("All games", "ゲーム一覧"),
    "lost": ("The line is lost; trying again …", "接続が切れました。再接続中…"),
}
TEXTS: Mapping[str, tuple[str, str]] = {**_TEXTS, **TERMS, **MORE}


def say(lang: str, key: str, **given: object) -> str:
    """Return one of the page's texts; what is given is put in as it stands, and escaped later.

    Raises:
        KeyError: if there is no such text.
    """
    text = TEXTS[key][1 if lang == "ja" else 0]
    return text.format(**given) if given else text


def term(lang: str, kind: str, value: str | None) -> str:
    """Return a term of the record (a pair part, a rule, a phase …); unknown ones as they stand."""
    key = f"{kind}:{value}"
    return say(lang, key) if key in TEXTS else str(value or "")

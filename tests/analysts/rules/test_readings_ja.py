"""Japanese as people talk: what the rules make of it, and how often they are right."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.analyst.readings import SHIPPED, lines_of, main, scores
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reading import by_rules
from mmagents.floor.adjacency import EXPECTS, Designation, FirstPairPart, Obligation
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance

pytestmark = pytest.mark.slow  # hundreds of lines are read

ROOT = Path(__file__).parents[3]


def person(id: str, name: str, call: str, *aliases: str, role: str, seat: bool = True) -> Person:
    return Person(id, name, call, aliases, role, "", "", "", seat, "plain", 3, "", "", ())


CAST = (
    person("fujii", "藤井 誠", "藤井さん", "誠さん", role="庭師"),
    person("reiko", "大貫 礼子", "礼子さん", "奥様", role="屋敷の主人"),
    person("taki", "滝 修", "滝先生", "先生", role="医師"),
    person("dead", "大貫 隆", "旦那様", "旦那様", role="故人", seat=False),
)
BEFORE = "納屋の戸は開いていました。"


def ruled(said: Utterance) -> Designation:
    """Return what the rules alone read."""
    return by_rules(said, read_sentences(said))


def read(text: str, before: str = BEFORE) -> tuple[str | None, tuple[str, ...]]:
    recent = (HeardTurn(1, "fujii", before, None, (), None, None, ()),)
    found = ruled(Utterance("reiko", text, "ja", CAST, recent))
    return found.first_pair_part, found.addressees


@pytest.mark.parametrize(
    ("text", "kind", "to"),
    [
        ("先生はどう思われます？", "wh-question", "taki"),
        ("藤井さんの話、先生はどう思われます？", "wh-question", "taki"),
        ("旦那様は何時に出たの？", "wh-question", "fujii"),
        ("先生も？", "yes-no-question", "taki"),
        ("鍵をかけたんでしたよね、ゆうべ。", "yes-no-question", "fujii"),
        ("戸を壊したのは先生、あなただ。", "accusation", "taki"),
        ("あなたでしょう、先生。", "accusation", "taki"),
        ("何を見た。", "wh-question", "fujii"),
        ("わたし？ わたしは部屋におりました。", None, None),
        ("藤井さんが盗むわけないじゃないですか。", None, None),
        ("なんでこんなことになったんだろう。", None, None),
        ("先生、泣くなって。", "request", "taki"),
        ("納屋に入るんじゃないぞ、先生。", "request", "taki"),
        ("もう休んだらどうです？", "suggestion", "fujii"),
        ("先生、どうしましょう。", "wh-question", "taki"),
        ("先生、すみません。私が壊しました。", "apology", "taki"),
        ("先生も休ませたらどう？", "suggestion", "taki"),
        ("まず先生からどうぞ。", "request", "taki"),
        ("一緒に庭を見ようよ、先生。", "invitation", "taki"),
        ("そんな時間に何を。", "wh-question", "fujii"),
        ("ランプを割ったの、先生でしょ。", "accusation", "taki"),
        ("先生がいたんですね？ 誰かが呼んだってこと？", "yes-no-question", "fujii"),
        ("今夜は早く寝ようかな。", None, None),
        ("業者が来てくれるそうです。", None, None),
        ("さあ、どうでしょう。", None, None),
        ("どなたから聞いたんです、先生。", "wh-question", "taki"),
        ("礼子です。藤井さーん。", "summons", "fujii"),
        ("いっつも開けっぱなしにするんだよな、先生は。", "complaint", "taki"),
        ("お孫さん、どうかしたんですか。", "yes-no-question", "fujii"),
        ("何を言うんです。私は並べただけです。", None, None),
        ("待ってください、私は見ただけですよ。", None, None),
        ("約束していないんですけど、いいですか。", "request", "fujii"),
        ("もう一局やるか？", "invitation", "fujii"),
        ("閉めてから出たのか、出てから閉めたのか、どっちなんだ。", "alternative-question", "fujii"),
        ("先生、どうしたの、さっきから黙って。", "wh-question", "taki"),
        ("じゃあ私のを使いなさい。", "offer", "fujii"),
        ("まだ起きとったんか。", "yes-no-question", "fujii"),
        ("私もそう思います。ねえ、先生？", "yes-no-question", "taki"),
        ("どなたも席を立たないでください。", "request", "everyone"),
        ("今夜はどなたから話していただきましょうか。", "wh-question", "everyone"),
        ("どちらも読めなくない？", "yes-no-question", "fujii"),
        ("先生、どうしたものかな。", "wh-question", "taki"),
        ("触っちゃだめだ。", "request", "fujii"),
        ("先生、せっかち。", "assessment", "taki"),
        ("先生は何て言ってました？", "wh-question", "fujii"),
        ("見てもいないのに、なぜ断言できるんです。", "wh-question", "fujii"),
        ("さて、何から始めましょうか。", "wh-question", "everyone"),
        ("別に、仲が悪かったわけじゃないですよ。", None, None),
        ("異議のある方はいらっしゃいますか。", "yes-no-question", "everyone"),
        ("そこ、もう少し待っとれ。", "request", "fujii"),
        ("先生、それは言いすぎです。", "assessment", "taki"),
        ("先生、玄関に人が倒れています。", "announcement", "taki"),
        ("先生は座ってて。", "request", "taki"),
        ("藤井さんはのんきですね。", "assessment", "fujii"),
        ("納屋の戸を開けたのは誰だ。", "wh-question", "everyone"),
        ("どうした、顔色が悪いぞ。", "wh-question", "fujii"),
        ("隣、いい？", "request", "fujii"),
        ("電気つけて。", "request", "fujii"),
        ("先生と藤井さん、どちらが鍵を持ってるんです？", "alternative-question", "fujii"),
        ("私がやっとくから、先に休んでいいよ。", "offer", "fujii"),
        ("早く寝たほうがいいよ。", "suggestion", "fujii"),
        ("待ってください。私も見たんです。", None, None),
        ("あんた、飲んだね。", "accusation", "fujii"),
        ("なんだ、その言い方は。", "complaint", "fujii"),
        ("君は触っていないね。", "yes-no-question", "fujii"),
        ("誰でも入れたわけか。", None, None),
        ("どうせ私が悪いんでしょう。", None, None),
    ],
)
def test_a_line_of_talk_is_read_as_people_mean_it(
    text: str, kind: str | None, to: str | None
) -> None:
    assert read(text) == (kind, (to,) if to else ())


def test_a_name_alone_as_the_topic_leaves_it_to_them_what_to_say() -> None:
    assert read("先生は？", "戸は開いていましたか。") == ("wh-question", ("taki",))
    assert read("先生も？", "戸は開いていましたか。") == ("yes-no-question", ("taki",))


def test_whoever_was_talked_of_just_before_is_not_taken_for_whom_a_fact_is_asked_of() -> None:
    assert read("先生は何時に帰ったの？", "先生が帰るのを見ました。") == (
        "wh-question",
        ("fujii",),
    )


def turn(
    number: int, by: str, text: str, kind: FirstPairPart | None = None, to: str = ""
) -> HeardTurn:
    return HeardTurn(number, by, text, kind, (to,) if to else (), None, None, ())


def test_words_of_regret_are_an_apology_to_whoever_reproached_their_speaker() -> None:
    blamed = (turn(1, "fujii", "礼子さん、また戸が開けっぱなしです。", "complaint", "reiko"),)
    found = ruled(Utterance("reiko", "すみません。", "ja", CAST, blamed))
    assert (found.first_pair_part, found.addressees) == ("apology", ("fujii",))


def test_what_is_taken_up_again_goes_to_whom_its_speaker_was_talking_with() -> None:
    between = (
        turn(1, "reiko", "先生は言葉がお上手ですね、先生。"),
        turn(2, "fujii", "私よりお上手です。"),
        turn(3, "taki", "藤井さんは話しすぎですよ。", "complaint", "fujii"),
        turn(4, "fujii", "あなたに言われたくはありません。", None, "taki"),
    )
    found = ruled(Utterance("reiko", "で、奥様はおありなの？", "ja", CAST, between))
    assert found.addressees == ("taki",)


@pytest.mark.parametrize(
    ("put", "said", "reply"),
    [
        ("accusation", "奥様がやったんでしょう。", "なんでそうなるんです。私は寝ていました。"),
        ("wh-question", "どうして蔵へ？", "酒の温度が、どうしても気になって。"),
        ("request", "この本、お借りしてもいいですか。", "持っていきなさい。"),
        ("wh-question", "鍵はどこです？", "すみません、忘れました。棚の上かと。"),
        ("offer", "お茶をお淹れしましょうか。", "お願いします、藤井さん。"),
    ],
)
def test_what_looks_like_a_first_pair_part_may_only_deal_with_what_was_put_before(
    put: FirstPairPart, said: str, reply: str
) -> None:
    due = Obligation(1, "fujii", ("reiko",), put, EXPECTS[put], said)
    before = (turn(1, "fujii", said, put, "reiko"),)
    found = ruled(Utterance("reiko", reply, "ja", CAST, before, due=due, open_pairs=(due,)))
    assert found.first_pair_part is None


@pytest.mark.parametrize(
    ("before", "text", "kind", "to"),
    [
        (
            (turn(1, "taki", "藤井さん、饅頭いりますか。"), turn(2, "fujii", "いただきます。")),
            "私の分は？", "wh-question", "taki",
        ),
        (
            (turn(1, "reiko", "先生。"), turn(2, "taki", "はい。")),
            "今日の便、雪で止まってるそうです。", "announcement", "taki",
        ),
        (
            (
                turn(1, "taki", "腰が痛くてね。"),
                turn(2, "reiko", "まあ、いつから？"),
                turn(3, "taki", "先週からですよ。"),
            ),
            "では、少し休みましょう。", "suggestion", "taki",
        ),
        (
            (turn(1, "fujii", "降ってきましたな。"),),
            "遅くなってすみません。", "apology", "everyone",
        ),
    ],
)  # fmt: skip
def test_who_gave_who_was_called_and_who_was_talked_with_is_whom_words_go_to(
    before: tuple[HeardTurn, ...], text: str, kind: str, to: str
) -> None:
    found = ruled(Utterance("reiko", text, "ja", CAST, before))
    assert (found.first_pair_part, found.addressees) == (kind, (to,))


SHORT = 12
"""Characters up to which a line may stand in two sets: a greeting, a yes."""
LEAST = {
    "readings_ja_dev": (0.90, 0.92, 0.95),
    "readings_ja_dev2": (0.90, 0.92, 0.87),
    "readings_ja_dev3": (0.90, 0.90, 0.76),
    "readings_ja_dev4": (0.90, 0.90, 0.79),
    "readings_ja_dev5": (0.90, 0.90, 0.76),
    "readings_ja_dev6": (0.90, 0.90, 0.70),
    "readings_ja_dev7": (0.90, 0.90, 0.82),
    "readings_ja_dev8": (0.84, 0.89, 0.74),
    "readings_ja_dev9": (0.86, 0.89, 0.73),
    "readings_ja_dev10": (0.77, 0.76, 0.75),
    "readings_ja_dev11": (0.74, 0.74, 0.64),
    "readings_ja_dev12": (0.85, 0.86, 0.64),
    "readings_ja_dev13": (0.83, 0.81, 0.64),
    "readings_ja_heldout8": (0.86, 0.83, 0.64),
    "readings_ja_heldout9": (0.91, 0.90, 0.79),
    "readings_ja_heldout14": (0.88, 0.89, 0.71),
    "readings_ja_dev15": (0.85, 0.89, 0.75),
    "readings_ja_dev16": (0.78, 0.78, 0.67),
    "readings_ja_dev19": (0.90, 0.90, 0.77),
    "readings_ja_dev20": (0.86, 0.90, 0.66),
    "readings_ja_heldout19": (0.89, 0.84, 0.72),
    "readings_ja_heldout20": (0.91, 0.89, 0.64),
    "readings_ja_dev26": (0.84, 0.92, 0.68),
    "readings_ja_dev27": (0.89, 0.91, 0.66),
    "readings_ja_heldout26": (0.93, 0.92, 0.73),
    "readings_ja_heldout27": (0.88, 0.92, 0.69),
    "readings_ja_heldout3": (0.86, 0.88, 0.70),
    "readings_ja_heldout4": (0.90, 0.90, 0.70),
    "readings_ja_heldout5": (0.87, 0.90, 0.74),
    "readings_ja_heldout6": (0.85, 0.89, 0.69),
    "readings_ja_heldout7": (0.80, 0.83, 0.73),
    "readings_ja_heldout": (0.90, 0.92, 0.90),
    "readings_ja_heldout2": (0.90, 0.92, 0.84),
}
"""Of each set a little less than was read right where nothing was learned from its lines.

All these sets but the held-out halves of 26 and 27 are learned from now. So the bounds of the
others are bounds on fit, and no promise for new talk.
"""


@pytest.mark.parametrize("file", SHIPPED)
def test_labelled_talk_is_read_as_well_as_it_was_when_it_was_measured(file: str) -> None:
    found = scores(lines_of(Path(file)))
    least = LEAST[Path(file).stem]
    assert all((one.value or 0) >= floor for one, floor in zip(found, least, strict=True)), found


def test_what_is_held_out_shares_no_line_with_what_rules_are_tuned_on() -> None:
    every = {file: [one.utterance.text for one in lines_of(Path(file))] for file in SHIPPED}
    said = {file: {text for text in texts if len(text) > SHORT} for file, texts in every.items()}
    tuned = set().union(*(said[file] for file in SHIPPED if "heldout" not in file))
    assert all(not tuned & said[file] for file in SHIPPED if "heldout" in file)


def test_errors_of_lines_that_are_held_out_are_not_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--errors", "5"])
    assert ended.value.code == 2
    assert "held out" in capsys.readouterr().err


@pytest.mark.parametrize("options", [[], ["--file", "nowhere.jsonl"]])
def test_addressee_says_in_one_line_that_it_needs_a_file(options: list[str]) -> None:
    command = [sys.executable, "-m", "benchmarks", "addressee", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "FILE.jsonl" in done.stderr or "nowhere.jsonl cannot be read" in done.stderr

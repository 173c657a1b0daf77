"""The formats of analysts and messengers: speakers, words, order, times, whom words were put to."""

import json
from pathlib import Path

import pytest

from mmagents.lab.recordings.read import FORMATS, RecordingError, read
from mmagents.lab.recordings.recording import Recording

CHA = """@UTF8
@Begin
@Languages:\tjpn, eng
@Participants:\tANN Ann_Lee Adult, BEN Ben Adult
*ANN:\thello (.) there , Ben &=laughs who <has it> [/] has it ? \x15100_900\x15
%add:\tBEN
*BEN:\tmm . [+ bch] \x15950_1000\x15
*BEN:\t&-uh it was wh(at)ever
\tI said +... \x151000_2000\x15
@New Episode
*ANN:\tyou know it . \x153000_4000\x15
@End
"""
EAF = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT><TIME_ORDER>
<TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="t2" TIME_VALUE="1000"/>
<TIME_SLOT TIME_SLOT_ID="t3" TIME_VALUE="800"/><TIME_SLOT TIME_SLOT_ID="t4" TIME_VALUE="900"/>
</TIME_ORDER>
<TIER TIER_ID="Ben"><ANNOTATION>
<ALIGNABLE_ANNOTATION ANNOTATION_ID="b" TIME_SLOT_REF1="t3" TIME_SLOT_REF2="t4">
<ANNOTATION_VALUE>mm &lt;b&gt;</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="words" PARTICIPANT="Ann"><ANNOTATION>
<ALIGNABLE_ANNOTATION ANNOTATION_ID="a" TIME_SLOT_REF1="t1" TIME_SLOT_REF2="t2">
<ANNOTATION_VALUE>Who has it?</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="addressee@Ann" PARENT_REF="words"><ANNOTATION>
<REF_ANNOTATION ANNOTATION_ID="x" ANNOTATION_REF="a">
<ANNOTATION_VALUE>Ben</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="kind@Ben" PARENT_REF="Ben"><ANNOTATION>
<REF_ANNOTATION ANNOTATION_ID="y" ANNOTATION_REF="b">
<ANNOTATION_VALUE>backchannel</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION></TIER>
</ANNOTATION_DOCUMENT>
"""
SHORT = """File type = "ooTextFile"
Object class = "TextGrid"

0
3
<exists>
2
"IntervalTier" "Ann" 0 3 3
0 1 "Say ""no"", Ben"
1 2 ""
2 3 "x"
"IntervalTier" "Ben" 0 3 1
0.5 1.5 "no"
"""
LONG = """File type = "ooTextFile"
Object class = "TextGrid"
xmin = 0
xmax = 3
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "Ann"
        xmin = 0
        xmax = 3
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 1
            text = "Say ""no"", Ben"
        intervals [2]:
            xmin = 2
            xmax = 3
            text = "x"
    item [2]:
        class = "IntervalTier"
        name = "Ben"
        xmin = 0
        xmax = 3
        intervals: size = 1
        intervals [1]:
            xmin = 0.5
            xmax = 1.5
            text = "no"
"""
IOS = """[31.12.20, 23:59:59] Party: \u200eMessages and calls are end-to-end encrypted.
[31.12.20, 23:59:59] Ann \U0001f338: Who: me?
[01.01.21, 00:00:05] Ben: No
and then again: no
[01.01.21, 00:00:06] Ben added Cem
"""
ANDROID = """12/31/20, 11:59\u202fPM - Messages and calls are end-to-end encrypted.
12/31/20, 11:59\u202fPM - Ann \U0001f338: Who: me?
1/1/21, 12:00\u202fAM - Ben: No
and then again: no
"""
AUTHORS = [{"id": "a", "name": "ann", "nickname": "Ann"}, {"id": "b", "name": "bo", "isBot": True}]
DISCORD = json.dumps(
    {
        "guild": {"id": "1"},
        "channel": {"name": "general"},
        "messages": [
            {"id": "1", "type": "Default", "timestamp": "2026-01-01T12:00:00.1230000+00:00",
             "content": "Who?", "author": AUTHORS[0], "mentions": [{"id": "b"}]},
            {"id": "2", "type": "GuildMemberJoin", "timestamp": "2026-01-01T12:00:01+00:00",
             "content": "Joined.", "author": AUTHORS[1]},
            {"id": "3", "type": "Reply", "timestamp": "2026-01-01T12:00:02.123+00:00",
             "content": "Me", "author": AUTHORS[1], "reference": {"messageId": "1"}},
        ],
    },
    indent=1,
)  # fmt: skip


def read_text(folder: Path, name: str, content: str) -> Recording:
    """Return the one conversation of a file of that content."""
    file = folder / name
    file.write_text(content, encoding="utf-8")
    (found,) = read(file)
    return found


def told(of: Recording) -> list[tuple[str, str, float | None, float | None]]:
    """Return who said what from when till when."""
    return [(of.names[one.speaker], one.text, one.start, one.end) for one in of.utterances]


def test_chat_files_are_read_without_their_codes(tmp_path: Path) -> None:
    found = read_text(tmp_path, "a.cha", CHA)

    assert told(found) == [
        ("Ann Lee", "hello there, Ben who has it has it?", 0.1, 0.9),
        ("Ben", "mm.", 0.95, 1.0),
        ("Ben", "uh it was whatever I said…", 1.0, 2.0),
        ("Ann Lee", "you know it.", 3.0, 4.0),
    ]
    assert [one.kind for one in found.utterances] == ["turn", "backchannel", "turn", "turn"]
    assert [one.addressees for one in found.utterances] == [("BEN",), None, None, None]
    assert [one.stretch for one in found.utterances] == [0, 0, 0, 1]
    assert found.language == "ja"


def test_elan_has_a_tier_a_speaker_and_tiers_that_say_more(tmp_path: Path) -> None:
    found = read_text(tmp_path, "a.eaf", EAF)

    assert told(found) == [("Ann", "Who has it?", 0, 1), ("Ben", "mm <b>", 0.8, 0.9)]
    assert [one.addressees for one in found.utterances] == [("Ben",), None]
    assert [one.kind for one in found.utterances] == ["turn", "backchannel"]


def test_a_document_type_is_refused_before_anything_in_it_counts(tmp_path: Path) -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n'
    head, _, rest = EAF.partition("\n")

    with pytest.raises(RecordingError, match="line 2: it declares a document type"):
        read_text(tmp_path, "a.eaf", head + "\n" + laughs + rest.replace("Who", "&b;"))


@pytest.mark.parametrize("form", [SHORT, LONG])
def test_praat_is_read_in_both_forms(tmp_path: Path, form: str) -> None:
    found = read_text(tmp_path, "a.TextGrid", form)

    assert told(found) == [
        ("Ann", 'Say "no", Ben', 0, 1),
        ("Ben", "no", 0.5, 1.5),
        ("Ann", "x", 2, 3),
    ]


@pytest.mark.parametrize(("chat", "seconds"), [(IOS, 6.0), (ANDROID, 60.0)])
def test_whatsapp_is_read_in_both_styles(tmp_path: Path, chat: str, seconds: float) -> None:
    found = read_text(tmp_path, "chat.txt", chat)

    assert told(found) == [
        ("Ann \U0001f338", "Who: me?", 0.0, None),
        ("Ben", "No\nand then again: no", seconds, None),
    ]
    assert found.about["date"] == "2020-12-31"


def test_discord_says_whom_a_message_mentions_or_replies_to(tmp_path: Path) -> None:
    found = read_text(tmp_path, "general.json", DISCORD)

    assert told(found) == [("Ann", "Who?", 0.0, None), ("bo", "Me", 2.0, None)]
    assert [one.addressees for one in found.utterances] == [("b",), ("a",)]
    assert [one.replies_to for one in found.utterances] == [None, 0]
    assert (found.name, found.models) == ("general", {"b"})


def test_plain_lines_begin_with_a_name(tmp_path: Path) -> None:
    found = read_text(
        tmp_path, "talk.txt", "Ann: Who?\n[0:02] 佐藤：私。\n  私だけ。\n---\nAnn「へえ」\n"
    )

    assert told(found) == [
        ("Ann", "Who?", None, None),
        ("佐藤", "私。\n私だけ。", 2.0, None),
        ("Ann", "へえ", None, None),
    ]
    assert [one.stretch for one in found.utterances] == [0, 0, 1]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.cha", CHA.replace("*BEN:\tmm", "BEN mm"), "line 7: it begins with none of"),
        ("a.eaf", EAF.replace("</TIME_ORDER>", ""), "is not XML"),
        ("a.eaf", EAF.replace('"800"', '"soon"'), '"soon", is no time in ms'),
        ("a.eaf", EAF.replace('TIER_ID="Ben"', 'TIER_ID="c" PARTICIPANT="Ann"'), "a second one"),
        ("a.TextGrid", SHORT.replace('0 1 "Say ""no"", Ben"', '0 "Say"'), "line 9: a time should"),
        ("a.TextGrid", SHORT.replace("0.5 1.5", "0.5"), "line 13: a time should"),
        ("chat.txt", ANDROID.replace("1/1/21", "2/30/21"), "line 3: its date is none"),
        ("general.json", DISCORD.replace('"author"', '"by"'), "message 1 lacks"),
        ("talk.txt", "Ann: Who?\nBen: I\nand so on\n", "line 3: it begins with no name"),
        ("talk.txt", "nobody speaks here\n", "By its name it could be csv, whatsapp, text"),
    ],
)
def test_what_is_wrong_says_where(tmp_path: Path, name: str, content: str, why: str) -> None:
    with pytest.raises(RecordingError) as error:
        read_text(tmp_path, name, content)

    assert why in str(error.value)


def test_formats_are_told_by_name() -> None:
    with pytest.raises(RecordingError) as error:
        read(__file__, format="word")

    assert all(one.name in str(error.value) for one in FORMATS)

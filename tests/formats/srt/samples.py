"""Small SubRip files: sentences over several cues, speakers, tags, and everything that players forgive."""

from __future__ import annotations

from collections.abc import Mapping

FILM = """1
00:00:01,000 --> 00:00:03,500
I was walking down
the street when

2
00:00:03,600 --> 00:00:05,000
a man came up to me.

3
00:00:06,000 --> 00:00:08,000 X1:100 X2:200 Y1:10 Y2:20
- Where are you going?
- Home, <i>I think</i>.

4
00:00:09,000 --> 00:00:11,000
<i>{\\an8}He never said</i>
<i>where he lived.</i>

5
00:00:12,000 --> 00:00:12,500


6
00:00:13,000 --> 00:00:15,000
♪ La la la ♪

7
00:00:15,100 --> 00:00:17,000
<font color="#ffff00">Wait, I'll tell</font>

8
00:00:17,100 --> 00:00:20,000
<font color="#ffff00">you everything <b>tomorrow</b>,</font>

9
00:00:20,100 --> 00:00:22,000
<font color="#ffff00">if you come.</font>

10
00:00:23,000 --> 00:00:24,000
1984

11
00:00:25,000 --> 00:00:28,000
[door slams]
What was that?
"""

MESSY = (
    b"00:00:01,5 --> 0:0:2.500\r\nNo number here\r\n\r\n\r\n"
    b"7\n00:00:03,000 -> 00:00:04,000\rMixed ends\r\n8\r\n"
    b"00:00:05,000-->00:00:06,000  \r\n Blanks behind   \r\n"
    b"9\r\n99:99:99,999 --> bad\r\nLeft alone\r\n\r\n"
    b"3\r\n00:00:07,000 --> 00:00:08,000\r\nFirst\r\n\r\nSecond paragraph\r\n\r\n"
    b"11\r\n00:00:10,000 --> 00:00:09,000\r\na < b & c > d <x"
)

SAMPLES: Mapping[str, bytes] = {
    "film.srt": FILM.encode(),
    "film-crlf.srt": b"\xef\xbb\xbf" + FILM.replace("\n", "\r\n").encode(),
    "film-utf16.srt": b"\xff\xfe" + FILM.encode("utf-16-le"),
    "messy.srt": MESSY,
    "latin.srt": (
        "1\n00:00:01,000 --> 00:00:02,000\nÖlfässer über\n\n2\n00:00:02,100 --> 00:00:04,000\nden Fluß.\n"
    ).encode("cp1252"),
    "japanese.srt": (
        "1\n00:00:01,000 --> 00:00:04,000\n今日はとてもいい天気で、\n散歩に行きたいと\n\n"
        "2\n00:00:04,100 --> 00:00:06,000\n思っています。\n"
    ).encode(),
}

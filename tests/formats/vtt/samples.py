"""Small WebVTT files: names, settings, comments, voices, references, times within cues."""

from __future__ import annotations

from collections.abc import Mapping

TALK = """WEBVTT - A talk
Kind: captions
Language: en

NOTE
This is a comment, not
to be translated.

STYLE
::cue(.loud) { color: red }

REGION
id:fred

intro
00:01.000 --> 00:04.000 line:10% align:start
<v Fred Smith>Hello &amp; welcome
to the show, where we

00:04.100 --> 00:06.000 line:10% align:start
<v Fred Smith>talk about <i.loud>everything</i> &lt;good&gt;.

3
00:00:07.000 --> 00:00:09.000
&gt;&gt; Never <c.yellow><b>ever</b></c> do&nbsp;that!
>> Why <00:00:08.000>not?

00:00:10.000 --> 00:00:12.000
<ruby>東京<rt>Tokyo</rt></ruby> is big
- they say --&gt; really

00:00:13.000 --> broken
Left alone
"""

SAMPLES: Mapping[str, bytes] = {
    "talk.vtt": TALK.encode(),
    "talk-bom-crlf.vtt": b"\xef\xbb\xbf" + TALK.replace("\n", "\r\n").encode(),
    "rolling.vtt": (
        b"WEBVTT\n\n00:00.000 --> 00:02.000 align:start\n"
        b"so today<00:00:00.500><c> we</c><00:00:01.000><c> will</c>\n\n"
        b"00:02.000 --> 00:04.000 align:start\nso today we will\n"
        b"look<00:00:02.500><c> at</c><00:00:03.000><c> it</c>"
    ),
    "bare.vtt": b"00:01.000 --> 00:02.000\nNo head, but cues\n00:03.000 --> 00:04.000\nand no empty line.",
}

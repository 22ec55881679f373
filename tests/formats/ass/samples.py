"""Small SubStation Alpha files: columns, override tags, drawings, karaoke, comments."""

from __future__ import annotations

from collections.abc import Mapping

SHOW = """[Script Info]
; made by hand
Title: A Show
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,Not for viewers
Dialogue: 0,0:00:01.00,0:00:03.00,Default,Ann,0,0,0,,I told him, that\\Nhe should come
Dialogue: 0,0:00:03.10,0:00:05.00,Default,Ann,0,0,0,,to {\\i1}my{\\i0} house.
Dialogue: 0,0:00:06.00,0:00:08.00,Default,,0,0,0,,{\\an8\\pos(10,20)}- Who is it?\\N- Me,\\hof course.
Dialogue: 0,0:00:09.00,0:00:10.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}
Dialogue: 0,0:00:09.00,0:00:10.00,Default,,0,0,0,,{\\k20}Ka{\\k30}ra{\\k10}oke {note to self}song
Dialogue: 0,0:00:10.00,0:00:11.00,Default,,0,0,0,fx,gone
Dialogue: 0,0:00:xx.00,0:00:11.00,Default,,0,0,0,,broken times
Dialogue: 0,0:00:12.00
Dialogue: 0,0:00:13.00,0:00:14.00,Default,,0,0,0,,{\\i1}All of it{\\b1} is{\\b0} slanted{\\i0}
"""

SAMPLES: Mapping[str, bytes] = {
    "show.ass": SHOW.encode(),
    "show-crlf.ass": b"\xef\xbb\xbf" + SHOW.replace("\n", "\r\n").encode(),
    "old.ssa": (
        b"[Script Info]\nScriptType: v4.00\n\n[Events]\n"
        b"Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        b"Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,Caf\xe9, \xe0 bient\xf4t"
    ),
}

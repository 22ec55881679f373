"""Small Java properties files."""

from __future__ import annotations

from collections.abc import Mapping

BUNDLE = """# Messages
! more
greeting = Hello, {0}! It''s {1,date,short}
quoted=Braces '{'like this'}' and {0}
plain : Don't do that
key\\ with\\ spaces   value without a sign
long = A text that goes on \\
       in a second line \\
       and a third
lines=One line\\n\\
  Another line\\n
lead=\\  two blanks
escaped=Caf\\u00e9 \\u00C0 la carte
url=https://example.com/a
emoji=Smile \\ud83d\\ude00 now
empty=
color\\:main=\\#ff0000
last=The end"""

SAMPLES: Mapping[str, bytes] = {
    "bundle.properties": BUNDLE.encode("ascii"),
    "crlf.properties": BUNDLE.replace("\n", "\r\n").encode("ascii"),
    "latin.properties": ("raw=Größe und Maß\n" + BUNDLE).encode("latin-1"),
    "utf8.properties": ("raw=Größe und Maß, 東京\n" + BUNDLE).encode(),
    "utf16.properties": "a=Some text\n".encode("utf-16"),
}

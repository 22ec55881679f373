"""Small INI files."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGE = """; comment
top = Hello there
[Section one]
a=First text ; comment
b = "Quoted; text" ; c
c: 'Single quotes'
d="escaped \\"q\\" text\\nnext line"
path = C:\\temp\\x
e = several lines
    go on here
    and here
f = 12
Name[fr] = Bonjour le monde
[two]
# c
g=x "y" z
h="say "hi" you"
i =
"""

SAMPLES: Mapping[str, bytes] = {
    "language.ini": LANGUAGE.encode(),
    "crlf.ini": LANGUAGE.replace("\n", "\r\n").encode(),
    "latin.ini": "[a]\r\ntitle=Gr\xf6\xdfe der Schrift\r\ntext=\xdcber das Programm\r\n".encode("cp1252"),
    "utf16.ini": "[a]\r\ntitle=Some text\r\n".encode("utf-16"),
}

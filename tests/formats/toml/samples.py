"""Small TOML files."""

from __future__ import annotations

from collections.abc import Mapping

DATA = """# c
title = "Hello \\u00e9 there" # c
literal = 'C:\\temp is a path'
num = 12
date = 1979-05-27 07:32:00
list = [ "one thing", 'two things', [1, 2], {a = "in a table", b=1} ] # end
lines = \"\"\"
First line.
  Second "quoted" line \\
     goes on.\"\"\"
raw = '''raw
text'''
a.b."c d" = "dotted key text"
[dependencies]
serde = "some text"
[[products]]
name = "A big hammer"
"""
GO = """[PersonCats]
description = "The number of cats"
  one = "{{.Name}} has {{.Count}} cat."
  other = "{{.Name}} has {{.Count}} cats."
[inline]
x = { one = "one dog", other = "{n} dogs" }
"""

SAMPLES: Mapping[str, bytes] = {
    "data.toml": DATA.encode(),
    "crlf.toml": DATA.replace("\n", "\r\n").encode(),
    "active.en.toml": GO.encode(),
}

"""Small YAML files of the kinds that the format knows."""

from __future__ import annotations

from collections.abc import Mapping

RAILS = """# texts
en:
  plain: Hello there # comment
  "no": "No"
  bool: yes
  one_line: 'It''s here'
  multi: a plain text
    on two lines
  double: "first
    second \\u00e9"
  block: |
    Line one.
      Line two.

    Line three.

  fold: >-
    Some folded text that is
    rather long.

    Second paragraph.
  items:
    one: "%{count} item"
    other: "%{count} items"
  list: [one thing, 'two things', three]
  date: "%d.%m.%Y"
  anchored: &x Some text
  alias: *x
  symbol: :foo
  flow: {one: "one cat", other: "{n} cats"}
  icu: "{n, plural, one {# day} other {# days}}"
  last: |+
    kept

"""
DATA = """%YAML 1.1
---
- id: abc
  type: button
  label: Save
  count: 12
  when: 2001-01-01
  picture: !!binary |
    R0lGODlhDAAMAIQAAP
  ? [a key, of two]
  : A value
--- # second
text: The first sentence. The second one.
"""
SYMFONY = "title: There is one apple|There are %count% apples\nchoice: '{0} None|[1,Inf[ Some of them'\n"
SEVERAL = "en:\n  a: Hello there\nde:\n  a: Hallo\n"

SAMPLES: Mapping[str, bytes] = {
    "en.yml": RAILS.encode(),
    "crlf.yaml": RAILS.replace("\n", "\r\n").encode(),
    "data.yaml": DATA.encode(),
    "messages.yaml": SYMFONY.encode(),
    "several.yml": SEVERAL.encode(),
    "utf16.yaml": "a: Some text, é\n".encode("utf-16"),
    "json.yaml": b'{"a": "Some text", "b": [1, "two words"]}',
    "word.yaml": b"Hello there\n",
}

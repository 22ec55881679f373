"""Small JSON files of the dialects that the format knows."""

from __future__ import annotations

from collections.abc import Mapping

I18NEXT = """{
  "save": "Save",
  "greeting": "Hello {{name}}, see $t(menu.file)",
  "item_one": "{{count}} item",
  "item_other": "{{count}} items",
  "place_ordinal_one": "{{count}}st place",
  "place_ordinal_other": "{{count}}th place",
  "menu": {
    "file": "File",
    "type": "Type"
  }
}
"""
FORMATJS = """{"inbox.title": {
  "defaultMessage": "{name}, {n, plural, =0 {no mail} one {# mail} other {# mails}}",
  "description": "Above the list"}, "inbox.quote": {"defaultMessage": "It''s {name}'s '{'box'}'"}}"""
EXTENSION = """{
\t"appName": {"message": "My app of $USER$", "description": "The name",
\t\t"placeholders": {"user": {"content": "$1", "example": "Bob"}}},
\t"price": {"message": "It costs $1"}
}"""
ANGULAR = """{"locale": "en", "translations": {"123": "Hello {$NAME}",
  "456": "{VAR_PLURAL, plural, =1 {one page} other {more pages}}"}}"""
VUE = """{"car": "car | cars",
  "apple": "no apples | one apple | {count} apples", "see": "See @:menu.help now"}"""
GO = """{"Unread": {"description": "In the bar",
  "one": "One unread mail", "other": "{{.Count}} unread mails"}}"""
PLAIN = """// settings
{"id": "abc", "type": "button", "label": "Save", "url": "http://example.com/a", "price": -1.50e+3,
 "big": 12345678901234567890,
 "title": "The first sentence. The second \\ud83d\\ude00 \\ud800 <b>bold<\\/b>.",
 "title": "Twice", "on": true,
 "rows": [{"text": "Caf\\u00e9 {x}"}, ["deep text", null]], /* end */ }
"""

SAMPLES: Mapping[str, bytes] = {
    "i18next.json": I18NEXT.encode(),
    "formatjs.json": FORMATJS.encode(),
    "messages.json": EXTENSION.encode(),
    "angular.json": ANGULAR.encode(),
    "vue.json": VUE.encode(),
    "go.json": GO.encode(),
    "plain.json": PLAIN.encode(),
    "raw.json": '\ufeff{"a": "Café au lait", "b": "naïve\\u00e9 text"}\r\n'.encode(),
    "utf16.json": '{"a": "Some text"}'.encode("utf-16"),
    "word.json": b'"Hello"',
}

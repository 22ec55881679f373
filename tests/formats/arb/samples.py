"""Small resource bundles."""

from __future__ import annotations

from collections.abc import Mapping

APP = """{
  "@@locale": "en",
  "@@last_modified": "2024-01-01T00:00:00",
  "hello": "Hello {name}'s world",
  "@hello": {"description": "Says hello", "placeholders": {"name": {"type": "String", "example": "Bob"}}},
  "files": "{count, plural, =0{no files} =1{one file} other{{count} files}}",
  "seen": "{sex, select, male{He} female{She} other{They}} said so. Really.",
  "link": "https://example.com/",
  "odd": "half \\ud800 of it"
}
"""
ESCAPES = """{"@@locale": "en_US", "a": "It''s '{quoted}' {n, plural, one{# day} other{# days}}",
 "b": "Caf\\u00e9 here"}"""

SAMPLES: Mapping[str, bytes] = {
    "app_en.arb": APP.encode(),
    "escapes.arb": ESCAPES.encode(),
    "intl_de.arb": '{"@@locale": "de", "a": "Größe"}\r\n'.encode("utf-8-sig"),
}

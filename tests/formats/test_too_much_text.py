"""Errors for documents with too many texts contain what was read, so that words can be counted."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from dragoman.conversion.options import check_options
from dragoman.formats import find_format
from dragoman.formats.format import Languages, Source
from dragoman.formats.units.limits import TooMuchText
from dragoman.segments import plain_text

_FORMATS = "dragoman.formats."
_KEYED = "families.keyed.extraction:MOST_TEXTS"
_STRINGS = "families.keyed.plural_families:MOST_STRINGS"
_CUE = "{0}\n00:00:{0:02},000 --> 00:00:{0:02},900\nText number {0} is here.\n\n"


def lines(form: str, *, before: str = "", after: str = "") -> str:
    return before + "".join(form.format(number) for number in range(1, 7)) + after


YAML = lines("k{0}: Text number {0} is here.\n")
TOML = lines('k{0} = "Text number {0} is here."\n')
INI = lines("k{0} = Text number {0} is here.\n", before="[a]\n")
PHP = lines("'k{0}' => 'Text number {0} is here.',\n", before="<?php return [\n", after="];\n")
JSON = lines('"k{0}": "Text number {0} is here.",\n', before="{", after='"z": "The end is here."}')
TABLE = lines("{0},Text number {0} is here.\n", before="id,text\n")
FLUENT = lines("k{0} = Text number {0} is here.\n")
STRINGS = lines('"k{0}" = "Text number {0} is here.";\n')
ANDROID = lines(
    '<string name="k{0}">Text number {0} is here.</string>', before="<resources>", after="</resources>"
)
MESSAGES = lines(
    "<message><source>Text number {0} is here.</source></message>",
    before='<TS version="2.1"><context><name>A</name>',
    after="</context></TS>",
)
CATALOG = lines(
    '"Text number {0} is here.": {{}},', before='{"sourceLanguage":"en","strings":{', after='"z":{}}}'
)
PO = lines('msgid "Text number {0} is here."\nmsgstr ""\n\n')
TIMED = lines(
    '<p begin="{0}s" end="{0}.9s">Text number {0} is here.</p>',
    before='<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div>',
    after="</div></body></tt>",
)
PARAGRAPHS = lines("Text number {0} is here.\n\n")
EMPHASIS = lines("*Text number {0} is here.*\n\n")
PAGE = lines("<p>Text number {0} is here.</p>", before="<!DOCTYPE html><title>A page</title>")
ARTICLE = lines("<para>Text number {0} is here.</para>", before="<article>", after="</article>")


@pytest.mark.parametrize(
    ("name", "suffix", "constant", "data"),
    [
        ("yaml", "yml", _KEYED, YAML),
        ("yaml", "yml", _STRINGS, YAML),
        ("toml", "toml", _STRINGS, TOML),
        ("ini", "ini", _STRINGS, INI),
        ("properties", "properties", _STRINGS, INI),
        ("php", "php", _STRINGS, PHP),
        ("json", "json", "json.format:MOST_TEXTS", JSON),
        ("json", "json", "families.keyed.json_strings:MOST_STRINGS", JSON),
        ("arb", "arb", "arb.format:MOST_TEXTS", JSON),
        ("csv", "csv", "csv.format:MOST_TEXTS", TABLE),
        ("fluent", "ftl", "fluent.format:MOST_TEXTS", FLUENT),
        ("fluent", "ftl", "fluent.reading:MOST_STRINGS", FLUENT),
        ("strings", "strings", "strings.format:MOST_TEXTS", STRINGS),
        ("android", "xml", "families.string_resources.strings:MOST_STRINGS", ANDROID),
        ("qt", "ts", "qt.format:MOST_STRINGS", MESSAGES),
        ("xcstrings", "xcstrings", "xcstrings.format:MOST_TEXTS", CATALOG),
        ("po", "po", "po.format:MOST_MESSAGES", PO),
        ("srt", "srt", "families.cues.document:MOST_CUES", lines(_CUE)),
        ("ttml", "ttml", "families.cues.document:MOST_CUES", TIMED),
        ("text", "txt", "text.format:_MOST_UNITS", PARAGRAPHS),
        ("html", "html", "html.format:_MOST_PARTS", PAGE),
        ("xml", "xml", "families.xml_rules.document:_MOST_PARTS", ARTICLE),
        ("markdown", "md", "markdown.format:_MOST_LINES", PARAGRAPHS),
        ("markdown", "md", "markdown.format:_MOST_BLANKS", PARAGRAPHS),
        ("markdown", "md", "markdown.format:_MOST_SIGNS", EMPHASIS),
    ],
)
def test_what_was_read_can_be_counted(
    name: str, suffix: str, constant: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, _, limit = constant.partition(":")
    monkeypatch.setattr(importlib.import_module(_FORMATS + module), limit, 4)
    entry: Any = find_format(name)
    source = Source(data=data.encode(), suffix=suffix, options=check_options(entry.info, {}))
    with pytest.raises(TooMuchText, match=r"more than [\d,]+ .* Split it") as caught:
        entry.extract(source, Languages(source="en", target="de"))
    read = [plain_text(segment) for segment in caught.value.read]
    assert "Text number 1 is here." in " ".join(read)
    assert not any("number 6" in text for text in read)

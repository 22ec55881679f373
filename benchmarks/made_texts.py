"""Files of text to measure formats with: as many entries as fill a size, each with a sentence of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Template
from typing import Final

_SENTENCE: Final = "The committee of number {} met on a rainy Tuesday and decided nothing of any importance."
_XML: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_XLIFF: Final = "urn:oasis:names:tc:xliff:document:1.2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A kind of file: an entry, in which $n is its number and $text a sentence, and the text around."""

    entry: str
    before: str = ""
    after: str = ""

    def fill(self, size: int) -> bytes:
        """A file of about so many bytes."""
        return "".join((self.before, *self.entries(size), self.after)).encode()

    def entries(self, size: int) -> Iterator[str]:
        """Entries until the size is reached."""
        template = Template(self.entry)
        length = number = 0
        while length < size:
            number += 1
            text = template.substitute(n=number, text=sentence(number), time=_time(number))
            length += len(text)
            yield text


def sentence(number: int) -> str:
    """A sentence unlike all others."""
    return _SENTENCE.format(number)


def _time(number: int) -> str:
    """A time of day for a cue, three seconds after the one before."""
    seconds = 3 * number
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


TEXTS: Final[Mapping[str, Made]] = {
    "html": Made(
        before="<!DOCTYPE html><html><head><title>Minutes</title></head><body>\n",
        entry="<p>$text <b>Indeed</b>, <a href='x'>see</a>.</p>\n",
        after="</body></html>\n",
    ),
    "xliff": Made(
        before=f'{_XML}<xliff version="1.2" xmlns="{_XLIFF}"><file original="minutes" source-language="en" '
        'target-language="de" datatype="plaintext"><body>\n',
        entry='<trans-unit id="$n"><source>$text <g id="1">Indeed.</g></source></trans-unit>\n',
        after="</body></file></xliff>\n",
    ),
    "android": Made(
        before=f"{_XML}<resources>\n",
        entry='<string name="key$n">$text <b>Indeed.</b></string>\n',
        after="</resources>\n",
    ),
    "resx": Made(
        before=f"{_XML}<root>\n"
        '<resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>\n',
        entry='<data name="Key$n" xml:space="preserve"><value>$text</value></data>\n',
        after="</root>\n",
    ),
    "qt": Made(
        before=f'{_XML}<!DOCTYPE TS>\n<TS version="2.1" language="de_DE" sourcelanguage="en"><context>'
        "<name>Main</name>\n",
        entry='<message><source>$text</source><translation type="unfinished"></translation></message>\n',
        after="</context></TS>\n",
    ),
    "strings": Made(entry='"key$n" = "$text";\n'),
    "stringsdict": Made(
        before=f'{_XML}<plist version="1.0"><dict>\n',
        entry="<key>key$n</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key>"
        "<dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
        "<key>NSStringFormatValueTypeKey</key><string>d</string>"
        "<key>one</key><string>One: $text</string><key>other</key><string>%d: $text</string></dict></dict>\n",
        after="</dict></plist>\n",
    ),
    "xcstrings": Made(
        before='{"sourceLanguage": "en", "strings": {\n',
        entry='"key$n": {"localizations": {"en": {"stringUnit": {"state": "new", "value": "$text"}}}},\n',
        after='"last": {"localizations": {"en": {"stringUnit": {"state": "new", "value": "The end."}}}}\n},'
        ' "version": "1.0"}\n',
    ),
    "arb": Made(before='{"@@locale": "en",\n', entry='"key$n": "$text",\n', after='"last": "The end."}\n'),
    "dita": Made(
        before=f'{_XML}<!DOCTYPE topic PUBLIC "-//OASIS//DTD DITA Topic//EN" "topic.dtd">\n'
        '<topic id="t"><title>Minutes</title><body>\n',
        entry="<p>$text <b>Indeed</b>.</p>\n",
        after="</body></topic>\n",
    ),
    "svg": Made(
        before=f'{_XML}<svg xmlns="http://www.w3.org/2000/svg">\n',
        entry='<text x="1" y="$n">$text <tspan font-weight="bold">Indeed.</tspan></text>\n',
        after="</svg>\n",
    ),
    "xml": Made(
        before=f"{_XML}<minutes>\n", entry="<entry>$text <b>Indeed</b>.</entry>\n", after="</minutes>\n"
    ),
    "json": Made(before="{\n", entry='  "key$n": "$text",\n', after='  "last": "The end."\n}\n'),
    "po": Made(
        before='msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n',
        entry='msgid "$text"\nmsgstr ""\n\n',
    ),
    "srt": Made(entry="$n\n$time,000 --> $time,900\n$text\n\n"),
    "vtt": Made(before="WEBVTT\n\n", entry="$time.000 --> $time.900\n$text\n\n"),
    "ttml": Made(
        before=f'{_XML}<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div>\n',
        entry='<p begin="$time.000" end="$time.900">$text</p>\n',
        after="</div></body></tt>\n",
    ),
    "ass": Made(
        before="[Script Info]\nScriptType: v4.00+\n\n[Events]\n"
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n",
        entry="Dialogue: 0,$time.00,$time.90,Default,,0,0,0,,$text\n",
    ),
    "yaml": Made(before="en:\n", entry='  key$n: "$text"\n'),
    "toml": Made(entry='key$n = "$text"\n'),
    "properties": Made(entry="key$n = $text\n"),
    "fluent": Made(entry="key$n = $text\n"),
    "php": Made(before="<?php\nreturn [\n", entry="'key$n' => '$text',\n", after="];\n"),
    "ini": Made(before="[minutes]\n", entry='key$n = "$text"\n'),
    "csv": Made(before="id,title,price\n", entry='$n,"$text",12.50\n'),
    "markdown": Made(entry="## Meeting $n\n\n$text **Indeed**, [see](x).\n\n- one\n- two\n\n"),
    "text": Made(entry="$text\n\n"),
    "icml": Made(
        before=f'{_XML}<?aid style="50" type="snippet" readerVersion="6.0" featureSet="513"?>\n'
        '<?aid SnippetType="InCopyInterchange"?>\n<Document DOMVersion="8.0" Self="d"><Story Self="u1">\n',
        entry='<ParagraphStyleRange AppliedParagraphStyle="ParagraphStyle/Body">'
        "<CharacterStyleRange><Content>$text </Content></CharacterStyleRange>"
        '<CharacterStyleRange FontStyle="Bold"><Content>Indeed.</Content><Br/></CharacterStyleRange>'
        "</ParagraphStyleRange>\n",
        after="</Story></Document>\n",
    ),
}

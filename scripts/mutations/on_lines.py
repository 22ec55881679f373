"""Damage that readers of lines, keys and values stumble over: JSON, YAML, strings, subtitles, tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final

from scripts.mutations.on_bytes import Way, stretch

_LINE_ENDS: Final = (
    b"\n", b"\r\n", b"\r", b"\n\r", b"\n\n", b"\x0b", b"\x0c", b"\xc2\x85", b"\xe2\x80\xa8", b"",
)  # fmt: skip
_WORD: Final = re.compile(rb"[A-Za-z_][\w.-]*")
_NUMBER: Final = re.compile(rb"\d+")
_QUOTED: Final = re.compile(rb'"[^"\n]{0,200}"|\'[^\'\n]{0,200}\'')
_TOKENS: Final = (
    b"&a ", b"*a", b"&a [*a, *a]", b"<<: *a", b"!!python/object:os.system x", b"!t ", b"--- ", b"...",
    b"%YAML 9.9", b"? ", b": ", b"- ", b"|\n", b">-\n", b"|9\n", b"@x: ", b"\\N", b"\\u12", b"\\uD83D",
    b"\\x", b"\\777", b"\\\n", b"<<<EOT\n", b"<?php ", b"?>", b"=> ", b"array(", b"${x}", b"{$x}", b".",
    b"//", b"/*", b"*/", b"#", b";", b"[section]\n", b"[[a]]\n", b"a.b.c = 1\n", b"'''", b'"""',
    b"{0, plural, one {x}", b"{n, plural, =0 {", b"{", b"}}", b"{{x", b"%(x)s", b"%n$", b"%%", b"%@",
    b"msgid ", b"msgstr[0] ", b"msgstr[99] ", b'msgctxt "', b"#~ ", b"#, fuzzy\n",
    b"nplurals=999; plural=n/0;", b"Content-Type: text/plain; charset=rot13\\n", b"00:00:00,000",
    b"99:99:99.999 --> 00:00:00.000\n", b" --> ", b"{\\an8}", b"Dialogue: ", b"WEBVTT\n", b"NOTE ",
    b"::cue", b"=cmd|x", b"@SUM(A1)", b"\t\t\t", b",,,,", b";;;;", b"> > > ", b"* * *", b"```\n",
    b"[x]: <y", b"![", b"](", b"***", b"~~~\n", b"true", b"null", b"0x", b"1_000", b"1979-05-27T07:32:00Z",
    b"-.inf", b"-term = ", b"    .attr = ", b"{ $x ->\n",
)  # fmt: skip
_ENCODINGS: Final = (
    "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "cp1252", "shift_jis", "cp037", "gb18030",
)  # fmt: skip
_DEEP: Final = (
    (b"[", b"]"), (b"{", b"}"), (b'{"a":', b"}"), (b"(", b")"), (b"array(", b")"), (b"> ", b""),
    (b"- ", b""),
)  # fmt: skip
_MANY: Final = (2, 20, 300, 5000, 50_000)


def double_line(chance: Random, data: bytes) -> bytes:
    """Repeat a line once, or very often: keys are doubled, too."""
    lines = data.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    many = chance.choice((1, 1, 1, 1, 5, 200, 2000))
    lines[place:place] = [lines[place]] * (many if len(lines[place]) < 500 else 1)
    return b"".join(lines)


def remove_lines(chance: Random, data: bytes) -> bytes:
    """Some lines are gone."""
    lines = data.splitlines(keepends=True)
    start, end = stretch(chance, len(lines))
    return b"".join(lines[:start] + lines[end:])


def move_line(chance: Random, data: bytes) -> bytes:
    """Move a line elsewhere."""
    lines = data.splitlines(keepends=True)
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return b"".join(lines)


def indent(chance: Random, data: bytes) -> bytes:
    """Lines are indented otherwise."""
    lines = data.splitlines(keepends=True)
    start, end = stretch(chance, len(lines))
    blanks = chance.choice((b" ", b"  ", b"\t", b" \t", b"\xc2\xa0", b" " * 500))
    for place in range(start, end):
        lines[place] = lines[place].lstrip(b" \t") if chance.random() < 0.3 else blanks + lines[place]
    return b"".join(lines)


def end_lines(chance: Random, data: bytes) -> bytes:
    """Some or all lines end otherwise."""
    every = chance.random() < 0.3
    new = chance.choice(_LINE_ENDS)
    return re.sub(rb"\r?\n", lambda end: new if every or chance.random() < 0.1 else end.group(), data)


def put_token(chance: Random, data: bytes) -> bytes:
    """What has a meaning in one of the syntaxes, at a word's edge, a line's or anywhere."""
    token = chance.choice(_TOKENS) * chance.choice((1, 1, 1, 1, 3, 1000))
    places = [found.start() for found in re.finditer(rb"\b|^|$", data, re.MULTILINE)] or [0]
    place = chance.choice(places) if chance.random() < 0.8 else chance.randrange(len(data) + 1)
    return data[:place] + token + data[place:]


def double_key(chance: Random, data: bytes) -> bytes:
    """One word becomes another one: two keys are the same, or a reference leads elsewhere."""
    words = [(found.start(), found.end()) for found in _WORD.finditer(data)]
    if len(words) < 2:
        return data
    (start, end), (first, last) = chance.sample(words, 2)
    return data[:start] + data[first:last] + data[end:]


def change_number(chance: Random, data: bytes) -> bytes:
    """A number becomes an odd one."""
    numbers = [(found.start(), found.end()) for found in _NUMBER.finditer(data)]
    if not numbers:
        return data
    start, end = chance.choice(numbers)
    odd = (
        b"",
        b"-1",
        b"0",
        b"00",
        b"1e400",
        b"9" * 30,
        b"9" * 5000,
        b"4294967296",
        b"1.5",
        b"\xd9\xa3",
        b"x",
    )
    return data[:start] + chance.choice(odd) + data[end:]


def change_quotes(chance: Random, data: bytes) -> bytes:
    """A quoted text loses a quote, gets other ones, is empty, huge or cut off."""
    quoted = [(found.start(), found.end()) for found in _QUOTED.finditer(data)]
    if not quoted:
        return data
    start, end = chance.choice(quoted)
    inner, quote = data[start + 1 : end - 1], data[start : start + 1]
    other = b"'" if quote == b'"' else b'"'
    new = chance.choice(
        (
            *(b"null", b"[]", b"{}", b"0", inner, quote + inner, quote + inner + b"\\" + quote),
            *(other + inner + other, quote * 2, quote * 3 + inner + quote * 3),
            *(quote + inner * many + quote for many in (2, 50, 3000)),
        )
    )
    return data[:start] + new + data[end:]


def nest(chance: Random, data: bytes) -> bytes:
    """Brackets and such, deep inside one another, closed or not."""
    opening, closing = chance.choice(_DEEP)
    start, end = stretch(chance, len(data))
    many = chance.choice(_MANY)
    closed = closing * (many if chance.random() < 0.6 else 0)
    return data[:start] + opening * many + data[start:end] + closed + data[end:]


def encode(chance: Random, data: bytes) -> bytes:
    """The same text in another encoding than it says."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.encode(chance.choice(_ENCODINGS), "replace")


def lengthen(chance: Random, data: bytes) -> bytes:
    """A stretch becomes very long, without a line's end."""
    start, end = stretch(chance, min(len(data), 2000))
    piece = data[start:end].replace(b"\n", b" ")[:200] or b"x"
    return data[:end] + piece * (chance.choice((1_000, 20_000, 300_000)) // len(piece)) + data[end:]


WAYS: Final[Sequence[Way]] = (
    double_line, remove_lines, move_line, indent, end_lines, put_token, put_token, double_key, double_key,
    change_number, change_quotes, change_quotes, nest, encode, lengthen,
)  # fmt: skip

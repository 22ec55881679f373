"""Damage to XML and HTML that keeps it well-formed more often than not, so that it gets past the parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from scripts.mutations.on_bytes import Way

_START: Final = re.compile(rb"<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)\s*(/?)>")
_ATTRIBUTE: Final = re.compile(rb"\s([\w:.-]+)\s*=\s*(\"[^\"<]*\"|'[^'<]*')")
_TEXT: Final = re.compile(rb">([^<>]+)<")
_DECLARED: Final = re.compile(rb"<\?xml[^>]*\?>")
_MANY: Final = (2, 5, 40, 300, 3000, 20_000)
_MOST_COPIED: Final = 2_000_000
_VALUES: Final = (
    b"", b" ", b"-1", b"0", b"1", b"true", b"false", b"no", b"99999999999999999999", b"1e400", b"NaN", b"#",
    b"../..", b"http://127.0.0.1:9/x", b"file:///etc/passwd", b"A1:XFD1048576", b"A0", b"&#10;", b"&#9;",
    b"&quot;", b"{}", b"x y", b"\xd9\xa3", b"urn:x", b"preserve", b"en", b"ar-EG", b"none", b"//*[",
    b"//text()|/|//@*",
)  # fmt: skip
_TEXTS: Final = (
    b"", b" ", b"\n", b"\r\n", b"&amp;", b"&lt;b&gt;", b"&#10;", b"&#x2028;", b"&#xA0;", b"<b>x</b>", b"<x/>",
    b"<![CDATA[x]]>", b"<![CDATA[<x>]]>", b"<!-- x -->", b"<?x y?>", b"\xee\x84\x81", b"\xe2\x80\xae", b"x",
    b"_x000D_", b"_x0041_", b"{0}", b"%s", b"\xf0\x9f\x8e\x89", b"\xd7\xa9\xd7\x9c", b"\\", b"=1+1", b"//",
    b"  x  ",
)  # fmt: skip
# After which it is not XML any more.
_BREAKING: Final = (
    b"&#0;", b"&#31;", b"&#xFFFE;", b"&nbsp;", b"&e;", b"&", b"<", b"]]>", b"\xef\xbf\xbe", b"</x>", b"\xff",
)  # fmt: skip
_ENTITIES: Final = (
    b'<!DOCTYPE x [<!ENTITY e "y">]>',
    b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    b'<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1:9/d"> %p;]>',
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;"><!ENTITY e "&b;&b;&b;&b;&b;">]>',
    b'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/d">',
    b"<!DOCTYPE x>",
    b"<!DOCTYPE",
)
_ENCODINGS: Final = (
    b"utf-8", b"UTF-16", b"iso-8859-1", b"windows-1252", b"Shift_JIS", b"utf-7", b"x-none", b"rot13", b"",
)  # fmt: skip

_Span: TypeAlias = tuple[int, int]


def double_element(chance: Random, data: bytes) -> bytes:
    """Repeat an element once, or very often."""
    start, end = _element(chance, data)
    many = min(chance.choice((1, 1, 1, *_MANY)), max(1, _MOST_COPIED // max(1, end - start)))
    return data[:end] + data[start:end] * many + data[end:]


def remove_element(chance: Random, data: bytes) -> bytes:
    """An element is gone."""
    start, end = _element(chance, data)
    return data[:start] + data[end:]


def move_element(chance: Random, data: bytes) -> bytes:
    """Move an element between others."""
    start, end = _element(chance, data)
    rest = data[:start] + data[end:]
    places = [found.start() for found in re.finditer(rb"<", rest)]
    place = chance.choice(places) if places else 0
    return rest[:place] + data[start:end] + rest[place:]


def swap_elements(chance: Random, data: bytes) -> bytes:
    """Two elements change places, or one replaces the other."""
    start, end = _element(chance, data)
    first, last = _element(chance, data)
    if chance.random() < 0.4:
        return data[:start] + data[first:last] + data[end:]
    if end > first:
        return data
    return data[:start] + data[first:last] + data[end:first] + data[start:end] + data[last:]


def empty_element(chance: Random, data: bytes) -> bytes:
    """An element without contents."""
    start, end = _element(chance, data)
    tag = _START.match(data, start)
    return data if tag is None else data[:start] + b"<" + tag[1] + tag[2] + b"/>" + data[end:]


def unwrap_element(chance: Random, data: bytes) -> bytes:
    """An element's contents without it."""
    start, end = _element(chance, data)
    tag = _START.match(data, start)
    if tag is None or tag[3]:
        return data
    return data[:start] + data[tag.end() : data.rfind(b"</", start, end)] + data[end:]


def nest(chance: Random, data: bytes) -> bytes:
    """An element inside itself, deep."""
    start, end = _element(chance, data)
    tag = _START.match(data, start)
    if tag is None:
        return data
    many = chance.choice(_MANY)
    opening, closing = b"<" + tag[1] + tag[2] + b">", b"</" + tag[1] + b">"
    return data[:start] + opening * many + data[start:end] + closing * many + data[end:]


def rename_element(chance: Random, data: bytes) -> bytes:
    """One element, or all of its name, get the name of another one."""
    names = [found[1] for found in _START.finditer(data)]
    if not names:
        return data
    old, new = chance.choice(names), chance.choice((*names, b"x", b"q:x"))
    if chance.random() < 0.3:
        return re.sub(rb"(?<=</|.<)" + re.escape(old) + rb"(?=[\s/>])", new, data)
    start, end = _element(chance, data)
    tag = _START.match(data, start)
    if tag is None or tag[3]:
        return data
    return (
        data[:start]
        + b"<"
        + new
        + data[tag.end(1) : data.rfind(b"</", start, end)]
        + b"</"
        + new
        + b">"
        + data[end:]
    )


def double_attribute(chance: Random, data: bytes) -> bytes:
    """An attribute twice in its tag, or in another tag as well."""
    start, end = _pick(chance, _ATTRIBUTE, data)
    tags = [found.end(1) for found in _START.finditer(data)]
    place = chance.choice(tags) if tags and chance.random() < 0.7 else end
    return data[:place] + data[start:end] + data[place:]


def remove_attribute(chance: Random, data: bytes) -> bytes:
    """An attribute is gone, or all of its name."""
    start, end = _pick(chance, _ATTRIBUTE, data)
    if chance.random() < 0.2 and (found := _ATTRIBUTE.match(data, start)):
        return re.sub(rb"\s" + re.escape(found[1]) + rb"\s*=\s*(\"[^\"<]*\"|'[^'<]*')", b"", data)
    return data[:start] + data[end:]


def change_attribute(chance: Random, data: bytes) -> bytes:
    """An attribute has an odd value, another one's, or a huge one."""
    start, end = _pick(chance, _ATTRIBUTE, data)
    found = _ATTRIBUTE.match(data, start)
    if found is None:
        return data
    others = [other[2][1:-1] for other in _ATTRIBUTE.finditer(data)]
    value = chance.choice(
        (chance.choice(_VALUES), chance.choice(others), b"x" * chance.choice((300, 70_000, 2_000_000)))
    )
    value = value.replace(b'"', b"&quot;")
    return data[:start] + b" " + found[1] + b'="' + value + b'"' + data[end:]


def change_text(chance: Random, data: bytes) -> bytes:
    """Texts become odd ones, or very long."""
    for _ in range(chance.choice((1, 1, 3))):
        start, end = _pick(chance, _TEXT, data)
        if end - start < 2:
            continue
        pieces = _TEXTS if chance.random() < 0.9 else _BREAKING
        piece = chance.choice(pieces) * chance.choice((1, 1, 1, 3, 2000))
        place = chance.choice((start + 1, end - 1, chance.randint(start + 1, end - 1)))
        kept = chance.random() < 0.6
        data = data[:place] + piece + data[place:] if kept else data[: start + 1] + piece + data[end - 1 :]
    return data


def declare_entities(chance: Random, data: bytes) -> bytes:
    """A document type, mostly with entities, which are used or not."""
    declared = _DECLARED.search(data)
    place = declared.end() if declared else 0
    data = data[:place] + chance.choice(_ENTITIES) + data[place:]
    start, end = _pick(chance, _TEXT, data)
    return data[: end - 1] + b"&e;" + data[end - 1 :] if end - start > 1 and chance.random() < 0.6 else data


def declare_encoding(chance: Random, data: bytes) -> bytes:
    """Another encoding than the one it has."""
    text = b'<?xml version="1.0" encoding="' + chance.choice(_ENCODINGS) + b'"?>'
    declared = _DECLARED.search(data)
    return text + data if declared is None else data[: declared.start()] + text + data[declared.end() :]


def change_namespace(chance: Random, data: bytes) -> bytes:
    """A namespace is another one, or its prefix is."""
    found = [*re.finditer(rb'xmlns(:[\w.-]+)?="([^"]*)"', data)]
    if not found:
        return data
    one = chance.choice(found)
    new = chance.choice((b'xmlns:q="urn:q"', b'xmlns="urn:q"', b'xmlns=""', b"", chance.choice(found)[0]))
    return data[: one.start()] + new + data[one.end() :]


def _element(chance: Random, data: bytes) -> _Span:
    """Where an element begins and ends, end tag and all; an empty span where there is none."""
    tag = _choose(chance, _START.finditer(data))
    if tag is None:
        return 0, 0
    if tag[3]:
        return tag.span()
    depth = 0
    for found in re.finditer(rb"<(/?)" + re.escape(tag[1]) + rb"(?=[\s/>])[^>]*?(/?)>", data[tag.start() :]):
        depth += -1 if found[1] else 0 if found[2] else 1
        if depth <= 0:
            return tag.start(), tag.start() + found.end()
    return tag.span()


def _pick(chance: Random, pattern: re.Pattern[bytes], data: bytes) -> _Span:
    found = _choose(chance, pattern.finditer(data))
    return (0, 0) if found is None else found.span()


def _choose(chance: Random, found: Iterator[re.Match[bytes]]) -> re.Match[bytes] | None:
    every = list(found)
    return chance.choice(every) if every else None


WAYS: Final[Sequence[Way]] = (
    double_element, remove_element, move_element, swap_elements, empty_element, unwrap_element, nest,
    rename_element, double_attribute, remove_attribute, change_attribute, change_attribute, change_text,
    change_text, change_text, declare_entities, declare_encoding, change_namespace,
)  # fmt: skip

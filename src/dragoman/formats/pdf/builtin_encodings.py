"""Texts of glyphs that neither the file's tables nor their names give: symbol fonts, font programs."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pdfminer.encodingdb import name2unicode

from dragoman.formats.pdf.objects import stream_data

_MAX_PROGRAM: Final = 16_000_000
_TYPE1_HEAD: Final = 200_000  # bytes that contain the encoding of a Type 1 program
_TYPE1: Final = re.compile(rb"dup\s{1,8}(\d{1,3})\s{0,8}/([\w.]{1,64})\s{1,8}put")
_MOST_GLYPHS: Final = 70_000

_CAPITALS: Final = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SMALL: Final = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_SYMBOL: Final = (
    {code: chr(code) for code in range(32, 64)}
    | {ord("A") + index: letter for index, letter in enumerate(_CAPITALS)}
    | {ord("a") + index: letter for index, letter in enumerate(_SMALL)}
    | {0xA3: "≤", 0xB3: "≥", 0xB0: "°", 0xB1: "±", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈"}
    | {0xA5: "∞", 0xAE: "→", 0xAC: "←", 0xAB: "↔", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xA0: "€", 0xE5: "∑"}
)
_DINGBATS: Final = {32: " ", 0x33: "✓", 0x34: "✔", 0x38: "✘", 0x6C: "●", 0x6E: "■", 0x71: "❑", 0x75: "◆"}
_WINGDINGS: Final = {32: " ", 0xFC: "✓", 0xFB: "✗", 0xA7: "▪", 0x6C: "●", 0x6E: "■", 0x71: "❑", 0xD8: "➢"}
_BULLET: Final = "•"


def symbol_texts(name: str) -> Mapping[int, str]:
    """Code → text in a standard symbol font; empty for other fonts."""
    plain = name.rpartition("+")[2].lower()
    if plain.startswith("symbol"):
        return _SYMBOL
    if "dingbat" in plain:
        return dict.fromkeys(range(33, 256), _BULLET) | _DINGBATS
    if "wingding" in plain or "webding" in plain:
        return dict.fromkeys(range(33, 256), _BULLET) | _WINGDINGS
    return {}


def type1_texts(descriptor: Mapping[str, Any]) -> dict[int, str]:
    """Code → text, by the embedded program of a Type 1 font."""
    if "FontFile" not in descriptor:
        return {}
    return dict(_type1_texts(stream_data(descriptor["FontFile"], _TYPE1_HEAD)))


def truetype_texts(descriptor: Mapping[str, Any]) -> dict[int, str]:
    """Glyph number → text, by the embedded program of a TrueType font."""
    if "FontFile2" not in descriptor:
        return {}
    try:
        return dict(_truetype_texts(stream_data(descriptor["FontFile2"], _MAX_PROGRAM)))
    except (struct.error, IndexError):
        return {}


def _type1_texts(head: bytes) -> Iterator[tuple[int, str]]:
    for match in _TYPE1.finditer(head):
        try:
            yield int(match[1]), name2unicode(match[2].decode())
        except (KeyError, ValueError, OverflowError):
            continue


def _truetype_texts(data: bytes) -> Iterator[tuple[int, str]]:
    """Glyph number → text, by the inverted Unicode table of the program; the first of several counts."""
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {
        data[12 + 16 * index : 16 + 16 * index]: struct.unpack_from(">I", data, 20 + 16 * index)[0]
        for index in range(min(count, 64))
    }
    start = tables.get(b"cmap")
    if start is None:
        return
    (count,) = struct.unpack_from(">H", data, start + 2)
    found: dict[int, str] = {}
    for index in range(min(count, 16)):
        platform, encoding, offset = struct.unpack_from(">HHI", data, start + 4 + 8 * index)
        if platform == 0 or (platform, encoding) in {(3, 1), (3, 10)}:
            for code, glyph in _table_codes(data, start + offset):
                if glyph and len(found) < _MOST_GLYPHS and not 0xD800 <= code <= 0xDFFF:
                    found.setdefault(glyph, chr(code))
    yield from found.items()


def _table_codes(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Code point and glyph number by one Unicode table; the common formats 4 and 12 are read."""
    (kind,) = struct.unpack_from(">H", data, start)
    if kind == 4:
        yield from _format_4(data, start)
    elif kind == 12:
        (count,) = struct.unpack_from(">I", data, start + 12)
        remaining = _MOST_GLYPHS
        for index in range(min(count, _MOST_GLYPHS)):
            first, last, glyph = struct.unpack_from(">III", data, start + 16 + 12 * index)
            last = min(last, first + remaining, 0x10FFFF)
            remaining -= max(0, last - first + 1)
            yield from ((code, glyph + code - first) for code in range(first, last + 1))
            if remaining <= 0:
                return


def _format_4(data: bytes, start: int) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from(">H", data, start + 6)[0] // 2
    ends, starts = start + 14, start + 16 + 2 * count
    deltas, offsets = starts + 2 * count, starts + 4 * count
    remaining = _MOST_GLYPHS
    for index in range(count):
        last, first, delta, offset = (
            struct.unpack_from(">H", data, table + 2 * index)[0] for table in (ends, starts, deltas, offsets)
        )
        remaining -= max(0, last - first + 1)
        if remaining < 0:
            return
        for code in range(first, last + 1):
            glyph = code
            if offset:
                (glyph,) = struct.unpack_from(">H", data, offsets + 2 * index + offset + 2 * (code - first))
            yield code, (glyph + delta) & 0xFFFF if glyph or not offset else 0

"""Styles by embedded font programs: Type 1, TrueType and CFF."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from dragoman.formats.pdf.objects import stream_data

_HEAD: Final = 8_000  # bytes that contain the name of a Type 1 program
_MAX_PROGRAM: Final = 16_000_000
_MOST_TABLES: Final = 64
_LONGEST_NAME: Final = 128
_NAME: Final = re.compile(rb"/FontName\s*/([!-'*-.0-;=?-Z\\^-z|~]{1,128})")
_WEIGHT: Final = re.compile(rb"/Weight\s*\(([^)]{1,40})\)")
_SLOPE: Final = re.compile(rb"/ItalicAngle\s*(-?\d{1,3}(?:\.\d*)?)")
_BOLD: Final = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_BOLD_WEIGHT: Final = 600
_MAC_BOLD, _MAC_ITALIC = 1, 2


class FontProgramStyle(NamedTuple):
    """The style in a font program; the defaults mean: unknown."""

    name: str = ""  # PostScript name
    bold: bool = False
    italic: bool = False


def style_from_program(descriptor: Mapping[str, Any]) -> FontProgramStyle:
    """The style in the embedded program of a font; unknown if it is missing or damaged."""
    try:
        if "FontFile" in descriptor:
            return _type1(stream_data(descriptor["FontFile"], _HEAD))
        if "FontFile2" in descriptor:
            return _truetype(stream_data(descriptor["FontFile2"], _MAX_PROGRAM))
        if "FontFile3" in descriptor:
            data = stream_data(descriptor["FontFile3"], _MAX_PROGRAM)
            return _truetype(data) if data[:4] == b"OTTO" else _cff(data)
    except (struct.error, IndexError):
        pass
    return FontProgramStyle()


def _type1(head: bytes) -> FontProgramStyle:
    name, weight, slope = _NAME.search(head), _WEIGHT.search(head), _SLOPE.search(head)
    return FontProgramStyle(
        name=name[1].decode("latin-1") if name else "",
        bold=bool(weight and _BOLD.search(weight[1])),
        italic=bool(slope and float(slope[1])),
    )


def _truetype(data: bytes) -> FontProgramStyle:
    """Read the style bits of `head` and the weight of `OS/2`, if a subset has kept these tables."""
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {
        data[12 + 16 * index : 16 + 16 * index]: struct.unpack_from(">I", data, 20 + 16 * index)[0]
        for index in range(min(count, _MOST_TABLES))
    }
    style = struct.unpack_from(">H", data, tables[b"head"] + 44)[0] if b"head" in tables else 0
    weight = struct.unpack_from(">H", data, tables[b"OS/2"] + 4)[0] if b"OS/2" in tables else 0
    return FontProgramStyle(
        bold=bool(style & _MAC_BOLD) or _BOLD_WEIGHT <= weight <= 1_000, italic=bool(style & _MAC_ITALIC)
    )


def _cff(data: bytes) -> FontProgramStyle:
    """Read the name, which is at the start of the file."""
    start = data[2]
    count, size = struct.unpack_from(">HB", data, start)
    if not count or not 1 <= size <= 4:
        return FontProgramStyle()
    offsets = start + 3
    first, end = (
        int.from_bytes(data[offsets + size * index : offsets + size * (index + 1)], "big") for index in (0, 1)
    )
    base = offsets + size * (count + 1) - 1
    return FontProgramStyle(
        name=data[base + first : base + min(end, first + _LONGEST_NAME)].decode("latin-1")
    )

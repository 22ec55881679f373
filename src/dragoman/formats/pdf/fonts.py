"""Fonts of PDF files: the texts and widths of their codes, and their styles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pdfminer.encodingdb import EncodingDB, name2unicode
from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.psparser import PSLiteral

from dragoman.formats.pdf.builtin_encodings import symbol_texts, truetype_texts, type1_texts
from dragoman.formats.pdf.cmaps import (
    CMap,
    collection_texts,
    predefined_codec,
    read_cmap,
    split_encoded,
)
from dragoman.formats.pdf.font_styles import FontStyle, read_style
from dragoman.formats.pdf.objects import (
    dict_of,
    list_of,
    name_of,
    number_of,
    numbers_of,
    resolve,
    stream_data,
    text_of,
)

_MAX_TABLE: Final = 4_000_000  # bytes of an unpacked table of codes
_MOST_WIDTHS: Final = 70_000
_EM: Final = 0.001
_SUBSET: Final = re.compile(r"^[A-Z]{6}\+")
_BLANKS: Final = frozenset("\t\n\r \xa0\u202f\u205f\u3000") | {chr(code) for code in range(0x2000, 0x200B)}
_UNKNOWN: Final = "\ufffd"
_NOTHING: Final = frozenset("\u200b\u200c\u2060\ufeff")
_LIGATURES: Final = dict(
    zip(
        "\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06",
        ("ff", "fi", "fl", "ffi", "ffl", "ft", "st"),
        strict=True,
    )
)


class Glyph(NamedTuple):
    """The glyph of one code in a string."""

    text: str | None  # " ": any blank; "": invisible; None: unknown
    width: float  # of the em
    blank: bool = False  # a single-byte code that word spacing applies to


@dataclass(slots=True, eq=False)
class Font:
    """A font as used by pages."""

    split: Callable[[bytes], Iterator[tuple[Any, int]]]  # a string → its codes with their lengths in bytes
    read: Callable[[Any], Glyph]  # a code → its glyph
    style: FontStyle
    vertical: bool = False
    wide: bool = False  # most of its codes have two bytes
    known: dict[Any, Glyph] = field(default_factory=dict)

    def glyphs(self, data: bytes) -> Iterator[Glyph]:
        """The glyphs of a string."""
        known = self.known
        for code, length in self.split(data):
            glyph = known.get(code)
            if glyph is None:
                glyph = self.read(code)
                if glyph.text is not None:
                    known_text = None if glyph.text == _UNKNOWN else _plain(glyph.text)
                    glyph = glyph._replace(text=known_text)
                if length == 1 and code in {32, " "}:
                    glyph = glyph._replace(blank=True)
                known[code] = glyph
            yield glyph


def _plain(text: str) -> str:
    """A glyph's text without presentation forms: ligatures become letters, all blanks become one kind."""
    if not text.strip():
        return " " if any(character in _BLANKS for character in text) else ""
    if len(text) == 1 and not "\ufb00" <= text <= "\ufb06":
        return "" if text in _NOTHING or (not text.isprintable() and text < "\xa0") else text
    plain = "".join(_LIGATURES.get(character, character) for character in text)
    return "".join(c for c in plain if c not in _NOTHING and (c >= " " or c == "\t"))


def read_font(specification: Mapping[str, Any]) -> Font:
    """Read a font by its dictionary; missing entries are guessed."""
    if name_of(specification.get("Subtype")) == "Type0":
        return _composite(specification)
    return _simple(specification)


def _simple(specification: Mapping[str, Any]) -> Font:
    """Read a font whose codes are single bytes."""
    name = name_of(specification.get("BaseFont"))
    descriptor = dict_of(specification.get("FontDescriptor"))
    texts = _simple_texts(specification, name, descriptor)
    widths = _simple_widths(specification, name, descriptor, texts)
    return Font(
        split=_single_bytes,
        read=lambda code: Glyph(texts.get(code), widths.get(code, widths[-1])),
        style=read_style(specification, descriptor),
    )


def _single_bytes(data: bytes) -> Iterator[tuple[int, int]]:
    return ((code, 1) for code in data)


def _simple_texts(
    specification: Mapping[str, Any], name: str, descriptor: Mapping[str, Any]
) -> Mapping[int, str]:
    encoding = resolve(specification.get("Encoding"))
    is_truetype = name_of(specification.get("Subtype")) == "TrueType"
    usual = "WinAnsiEncoding" if is_truetype else "StandardEncoding"
    texts: dict[int, str] = dict(symbol_texts(name))
    if not texts:
        named = name_of(encoding) or name_of(dict_of(encoding).get("BaseEncoding"))
        texts = dict(EncodingDB.get_encoding(named or usual))
        if not named:
            texts |= type1_texts(descriptor)
    if isinstance(encoding, dict):
        texts |= _differences(list_of(encoding.get("Differences")))
    charmap = read_cmap(stream_data(specification.get("ToUnicode"), _MAX_TABLE))
    return texts | {code: text for code, text in charmap.texts.items() if text}


def _differences(items: Sequence[object]) -> dict[int, str]:
    found: dict[int, str] = {}
    code = 0
    for item in items[:_MOST_WIDTHS]:
        value = resolve(item)
        if isinstance(value, int):
            code = value
        elif isinstance(value, PSLiteral):
            text = glyph_name_text(name_of(value))
            if text is not None:
                found[code] = text
            code += 1
    return found


def glyph_name_text(name: str) -> str | None:
    """The text of a glyph with this name; None if the name is unknown."""
    try:
        return name2unicode(name)
    except (KeyError, ValueError, OverflowError):
        return None


def _simple_widths(
    specification: Mapping[str, Any], name: str, descriptor: Mapping[str, Any], texts: Mapping[int, str]
) -> dict[int, float]:
    """Widths by code; that of -1 is the default."""
    scale = _EM
    matrix = numbers_of(specification.get("FontMatrix"), 6)
    if matrix is not None and name_of(specification.get("Subtype")) == "Type3":
        scale = abs(matrix[0]) or _EM
    given = list_of(specification.get("Widths"))[:_MOST_WIDTHS]
    first = int(number_of(specification.get("FirstChar")))
    widths = {first + index: number_of(width) * scale for index, width in enumerate(given)}
    standard = FONT_METRICS.get(_SUBSET.sub("", name))
    if not given and standard is not None:
        widths = {code: standard[1][text] * _EM for code, text in texts.items() if text in standard[1]}
    widths[-1] = number_of(descriptor.get("MissingWidth"), 0.0 if given else 500.0) * scale
    return widths


def _composite(specification: Mapping[str, Any]) -> Font:
    """Read a font whose codes have one or more bytes, and whose glyphs have numbers."""
    descendant = dict_of(next(iter(list_of(specification.get("DescendantFonts"))), None))
    descriptor = dict_of(descendant.get("FontDescriptor"))
    encoding = name_of(specification.get("Encoding"))
    style = read_style(specification if specification.get("BaseFont") else descendant, descriptor)
    widths = _composite_widths(list_of(descendant.get("W")))
    usual = number_of(descendant.get("DW"), 1000.0) * _EM
    charmap = read_cmap(stream_data(specification.get("ToUnicode"), _MAX_TABLE))
    codec = predefined_codec(encoding)
    if codec is not None and not charmap.texts:
        return Font(
            split=lambda data: split_encoded(data, codec),
            read=lambda text: Glyph(text, usual / 2 if text < "\x80" else usual),
            style=style,
            vertical=encoding.endswith("-V"),
            wide=True,
        )
    own = read_cmap(stream_data(specification.get("Encoding"), _MAX_TABLE))
    codes = own if own.lengths else CMap(lengths=[(2, 0, 0xFFFF)])
    texts = charmap.texts or _collection(descendant)

    def read(code: int) -> Glyph:
        number = own.numbers.get(code, code)
        text = charmap.texts.get(code) if charmap.texts else texts.get(number)
        return Glyph(text, widths.get(number, usual))

    vertical = encoding.endswith("-V") or own.vertical
    return Font(split=codes.split, read=read, style=style, vertical=vertical, wide=True)


def _collection(descendant: Mapping[str, Any]) -> Mapping[int, str]:
    """Texts by glyph number, if no table of the file has them."""
    system = dict_of(descendant.get("CIDSystemInfo"))
    name = f"{text_of(system.get('Registry'))}-{text_of(system.get('Ordering'))}"
    if texts := collection_texts(name):
        return texts
    return truetype_texts(dict_of(descendant.get("FontDescriptor")))


def _composite_widths(items: Sequence[object]) -> dict[int, float]:
    """Widths by number: `first [w w w]` or `first last w`, in any order."""
    widths: dict[int, float] = {}
    numbers: list[float] = []
    for item in items[:_MOST_WIDTHS]:
        value = resolve(item)
        if isinstance(value, list | tuple):
            if numbers:
                start = int(numbers[-1])
                widths |= {start + index: number_of(width) * _EM for index, width in enumerate(value)}
            numbers = []
        else:
            numbers.append(number_of(value))
            if len(numbers) == 3:
                first, last = int(numbers[0]), int(numbers[1])
                for number in range(first, min(last, first + _MOST_WIDTHS - len(widths)) + 1):
                    widths[number] = numbers[2] * _EM
                numbers = []
        if len(widths) >= _MOST_WIDTHS:
            break
    return widths

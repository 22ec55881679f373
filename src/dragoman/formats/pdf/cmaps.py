"""From codes of fonts to Unicode: `ToUnicode` CMaps, predefined encodings of Chinese, Japanese, Korean.

The tables that Adobe publishes for its character collections are files of `pdfminer`. They are read when this
module is imported, because the confined process cannot open files.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Final

MOST_CODES: Final = 70_000  # of one table
_MOST_SPACES: Final = 100
_COLLECTIONS: Final = ("Adobe-GB1", "Adobe-CNS1", "Adobe-Japan1", "Adobe-Korea1")

_TOKEN: Final = re.compile(
    rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])|(-?\d{1,9})|/([^\s()<>\[\]{}/%]+)|([A-Za-z]+)|.", re.DOTALL
)
_SECTIONS: Final = {
    b"begincodespacerange": "space",
    b"beginbfchar": "char",
    b"beginbfrange": "range",
    b"begincidchar": "cid",
    b"begincidrange": "cids",
}

# Predefined encodings that Python has a codec for: the start of their names → codec.
_CODECS: Final = (
    ("UniGB-UTF16", "utf-16-be"),
    ("UniGB-UCS2", "utf-16-be"),
    ("UniCNS-UTF16", "utf-16-be"),
    ("UniCNS-UCS2", "utf-16-be"),
    ("UniJIS-UTF16", "utf-16-be"),
    ("UniJIS-UCS2", "utf-16-be"),
    ("UniJIS2004-UTF16", "utf-16-be"),
    ("UniJISX0213-UTF16", "utf-16-be"),
    ("UniKS-UTF16", "utf-16-be"),
    ("UniKS-UCS2", "utf-16-be"),
    ("GBK2K", "gb18030"),
    ("GBKp-EUC", "gbk"),
    ("GBK-EUC", "gbk"),
    ("GBpc-EUC", "gb2312"),
    ("GB-EUC", "gb2312"),
    ("HKscs-B5", "big5hkscs"),
    ("ETenms-B5", "cp950"),
    ("ETen-B5", "cp950"),
    ("B5pc", "big5"),
    ("90msp-RKSJ", "cp932"),
    ("90ms-RKSJ", "cp932"),
    ("90pv-RKSJ", "cp932"),
    ("83pv-RKSJ", "cp932"),
    ("Add-RKSJ", "cp932"),
    ("Ext-RKSJ", "cp932"),
    ("EUC-", "euc_jp"),
    ("KSCms-UHC", "cp949"),
    ("KSC-EUC", "euc_kr"),
    ("KSCpc-EUC", "euc_kr"),
    ("KSC-Johab", "johab"),
)
_TWO_BYTE_LEADS: Final = {  # by codec: the first bytes of pairs; all characters of `utf-16-be` are pairs
    "cp932": ((0x81, 0x9F), (0xE0, 0xFC)),
    "euc_jp": ((0x8E, 0x8E), (0xA1, 0xFE)),
    "johab": ((0x84, 0xD3), (0xD8, 0xF9)),
}


@dataclass(slots=True)
class CMap:
    """A CMap: the codes of a font and their texts."""

    lengths: list[tuple[int, int, int]] = field(default_factory=list)  # bytes of a code, first, last code
    texts: dict[int, str] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)  # code → glyph number, where the CMap has it
    vertical: bool = False

    def split(self, data: bytes) -> Iterator[tuple[int, int]]:
        """The codes of a string with their lengths in bytes."""
        widths = sorted({length for length, _, _ in self.lengths}) or [2]
        if widths == [2]:
            yield from ((data[at] << 8 | data[at + 1], 2) for at in range(0, len(data) - 1, 2))
            return
        position = 0
        while position < len(data):
            for width in widths:
                code = int.from_bytes(data[position : position + width], "big")
                if any(n == width and first <= code <= last for n, first, last in self.lengths):
                    break
            else:
                width = widths[0]
                code = int.from_bytes(data[position : position + width], "big")
            yield code, width
            position += width


def read_cmap(data: bytes) -> CMap:
    """Read a `ToUnicode` CMap or the encoding of a font; unknown parts are skipped."""
    found = CMap(vertical=b"/WMode 1" in data)
    section, depth = "", 0
    operands: list[object] = []
    texts: list[bytes] = []  # of an array
    for match in _TOKEN.finditer(data):
        digits, opening, closing, number, _, word = match.groups()
        if word is not None:
            section, depth, operands = _SECTIONS.get(word, ""), 0, []
        elif not section:
            continue
        elif opening:
            depth, texts = 1, []
        elif closing:
            depth = 0
            operands.append(texts)
        elif digits is not None or number is not None:
            value: bytes | int = _bytes(digits) if digits is not None else int(number)
            if depth:
                texts.append(value if isinstance(value, bytes) else b"")
            else:
                operands.append(value)
        if section and not depth and len(operands) == (2 if section in {"space", "char", "cid"} else 3):
            _note(found, section, operands)
            operands = []
            if len(found.texts) + len(found.numbers) > MOST_CODES:
                break
    return found


def _bytes(digits: bytes) -> bytes:
    plain = b"".join(digits.split())
    return bytes.fromhex((plain + b"0" * (len(plain) % 2)).decode())


def _note(found: CMap, section: str, operands: list[object]) -> None:
    first, last, meaning = operands[0], operands[1], operands[-1]
    if not isinstance(first, bytes) or not first:
        return
    start = int.from_bytes(first[-4:], "big")
    if section in {"char", "cid"}:
        last = first
    if not isinstance(last, bytes):
        return
    end = min(int.from_bytes(last[-4:], "big"), start + MOST_CODES)
    if section == "space":
        if len(found.lengths) < _MOST_SPACES:
            found.lengths.append((min(len(first), 4), start, int.from_bytes(last[-4:], "big")))
    elif section in {"cid", "cids"}:
        if isinstance(meaning, int):
            found.numbers.update((code, meaning + code - start) for code in range(start, end + 1))
    elif isinstance(meaning, list):
        for code, item in zip(range(start, end + 1), meaning, strict=False):
            found.texts[code] = utf16(item)
    elif isinstance(meaning, bytes):
        _note_range(found, start, end, meaning)


def _note_range(found: CMap, start: int, end: int, meaning: bytes) -> None:
    """Map codes from `start` to `meaning`, its successor, and so on: the last UTF-16 unit is incremented."""
    remaining = MOST_CODES - len(found.texts)
    text = utf16(meaning)
    if not text:
        return
    head, base = text[:-1], ord(text[-1])
    for code in range(start, min(end, start + remaining) + 1):
        letter = base + code - start
        if letter > 0x10FFFF:
            break
        found.texts[code] = head + ("" if 0xD800 <= letter <= 0xDFFF else chr(letter))


def utf16(data: bytes) -> str:
    """Decode UTF-16 of a CMap; a single byte is a code point."""
    if len(data) == 1:
        return chr(data[0])
    return data.decode("utf-16-be", "ignore")


def predefined_codec(name: str) -> str | None:
    """The codec of a predefined encoding; None for `Identity` and unknown encodings."""
    return next((codec for beginning, codec in _CODECS if name.startswith(beginning)), None)


def split_encoded(data: bytes, codec: str) -> Iterator[tuple[str, int]]:
    """The characters of a string in a predefined encoding, with their lengths in bytes."""
    position = 0
    leads = _TWO_BYTE_LEADS.get(codec, ((0x81, 0xFE),))
    while position < len(data):
        first = data[position]
        width = 1
        if codec == "utf-16-be":
            width = 4 if 0xD8 <= first <= 0xDB else 2
        elif any(low <= first <= high for low, high in leads):
            width = 4 if codec == "gb18030" and data[position + 1 : position + 2].isdigit() else 2
        yield data[position : position + width].decode(codec, "replace"), width
        position += width


def _read_collections() -> Mapping[str, bytes]:
    """The compressed tables of character collections, by name; missing ones are left out."""
    folder = resources.files("pdfminer") / "cmap"
    found = {}
    for name in _COLLECTIONS:
        file = folder / f"to-unicode-{name}.json.gz"
        if file.is_file():
            found[name] = file.read_bytes()
    return found


_PACKED: Final = _read_collections()


@lru_cache(maxsize=4)
def collection_texts(name: str) -> Mapping[int, str]:
    """Glyph number → text, for a character collection such as "Adobe-Japan1"."""
    if name not in _PACKED:
        return {}
    table: dict[str, str] = json.loads(gzip.decompress(_PACKED[name]))["CID2UNICHR_H"]
    return {int(number): text for number, text in table.items()}

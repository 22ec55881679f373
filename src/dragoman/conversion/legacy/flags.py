"""Properties of old Office documents that are read before the conversion: password and macros."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Final

from dragoman.conversion.legacy.ole import Compound

WORD: Final = "WordDocument"
BOOKS: Final = ("Workbook", "Book")  # Excel 97 and later, and before
SLIDES: Final = "PowerPoint Document"
PACKAGE: Final = "EncryptedPackage"  # a current document behind a password

_WORD_FLAGS: Final = 10  # their offset in the stream
_WORD_ENCRYPTED: Final = 0x0100
_USER: Final = "Current User"
_USER_TOKEN: Final = 12
_SLIDES_ENCRYPTED: Final = b"\xdf\xc4\xd1\xf3"
# The container that names a presentation's macros, with the one record in it.
_SLIDES_MACROS: Final = re.compile(
    rb"[\x0f\x1f]\x00\xff\x03\x14\x00\x00\x00\x02\x00\x00\x04\x0c\x00\x00\x00....(....)", re.DOTALL
)

_RECORD: Final = struct.Struct("<HH")
_FILE_PASS: Final = 0x002F
_SHEET: Final = 0x0085
_SHEET_KIND: Final = 5
_MACRO_SHEETS: Final = frozenset({1, 6})  # macros of Excel 4, Visual Basic of Excel 95
_END: Final = 0x000A
_MOST_RECORDS: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyFlags:
    """The properties of a document that matter before its conversion."""

    encrypted: bool = False  # only a password opens it
    protected: bool = False  # encrypted, but perhaps by the well-known default password
    macros: bool = False


def read_flags(compound: Compound) -> LegacyFlags:
    """Read the properties of an old Office document."""
    if compound.has_stream(PACKAGE):
        return LegacyFlags(encrypted=True)
    if compound.has_stream(WORD):
        bits = int.from_bytes(compound.read(WORD)[_WORD_FLAGS : _WORD_FLAGS + 2], "little")
        return LegacyFlags(encrypted=bool(bits & _WORD_ENCRYPTED), macros=compound.has_storage("Macros"))
    for book in BOOKS:
        if compound.has_stream(book):
            protected, macros = _read_book(compound.read(book))
            return LegacyFlags(protected=protected, macros=macros or compound.has_storage("_VBA_PROJECT_CUR"))
    user = compound.read(_USER)
    return LegacyFlags(
        encrypted=compound.has_stream("EncryptedSummary")
        or user[_USER_TOKEN : _USER_TOKEN + 4] == _SLIDES_ENCRYPTED,
        macros=any(any(found.group(1)) for found in _SLIDES_MACROS.finditer(compound.read(SLIDES))),
    )


def _read_book(book: bytes) -> tuple[bool, bool]:
    """Whether a workbook is encrypted, and has sheets of macros, by the records before its first sheet."""
    position, macros = 0, False
    for _ in range(_MOST_RECORDS):
        if position + _RECORD.size > len(book):
            break
        kind, length = _RECORD.unpack_from(book, position)
        position += _RECORD.size
        if kind == _FILE_PASS:
            return True, macros
        if kind == _END:
            break
        if kind == _SHEET and book[position + _SHEET_KIND : position + _SHEET_KIND + 1]:
            macros = macros or book[position + _SHEET_KIND] in _MACRO_SHEETS
        position += length
    return False, macros

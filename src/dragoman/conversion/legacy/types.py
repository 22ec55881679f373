"""Old Office documents: the table of their types. LibreOffice makes current documents of them (`legacy`).

A type here is no format: once converted, a document is read and written by the format of its current sibling,
and the result is of that type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.conversion.legacy.flags import BOOKS, PACKAGE, SLIDES, WORD, Signs, read_signs
from dragoman.conversion.legacy.ole import Compound, open_compound
from dragoman.formats import find_format
from dragoman.formats.docx import FORMAT as DOCX
from dragoman.formats.format import (
    DocumentWarning,
    Format,
    FormatInfo,
    Recognition,
    ResultType,
    Sample,
    WarningCode,
)
from dragoman.formats.pptx import FORMAT as PPTX
from dragoman.formats.xlsx import FORMAT as XLSX
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty, DocumentEncrypted
from dragoman.text_io.zip.archive import OLE_MAGIC

RTF_MAGIC: Final = b"{\\rtf"


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyType:
    """A type of old documents."""

    info: FormatInfo
    sibling: Format  # takes what LibreOffice makes of them
    module: str  # the part of LibreOffice that reads them
    export: str  # LibreOffice's name of what it writes
    streams: tuple[str, ...] = ()  # one of these is in the compound file; none: it is RTF

    def recognise(self, sample: Sample) -> Recognition:
        """Whether these contents are of this type. What cannot be read, or needs a password, may be."""
        if not self.streams:
            return Recognition.CERTAIN if sample.data.startswith(RTF_MAGIC) else Recognition.NO
        if not sample.data.startswith(OLE_MAGIC):
            return Recognition.NO
        try:
            compound = open_compound(sample.data)
        except ValueError:
            return Recognition.POSSIBLE
        if any(map(compound.has_stream, self.streams)):
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if compound.has_stream(PACKAGE) else Recognition.NO

    def inspect(self, data: bytes) -> Signs:
        """What a document says about itself. Raises a `DocumentError` for one that cannot be converted."""
        if not data:
            raise DocumentEmpty("The document is empty: it has 0 bytes.")
        if not self.streams:
            return Signs()
        signs = read_signs(_open(data))
        if signs.encrypted:
            raise DocumentEncrypted("The document is protected by a password. Send it without one.")
        return signs


def warnings_of(signs: Signs) -> tuple[DocumentWarning, ...]:
    """What the owner of a converted document should know."""
    if not signs.macros:
        return ()
    message = "The document holds macros; the result is in the current format and has none."
    return (DocumentWarning(code=WarningCode.MACROS_DROPPED, message=message),)


def _open(data: bytes) -> Compound:
    try:
        return open_compound(data)
    except ValueError:
        raise DocumentCorrupt(
            "The document is broken or cut off: the list of its contents cannot be read."
        ) from None


def _info(name: str, title: str, media_types: Mapping[str, str], sibling: Format, *more: str) -> FormatInfo:
    suffix, media_type = next(iter(sibling.info.media_types.items()))
    return FormatInfo(
        name=name,
        title=title,
        media_types=media_types,
        translated=(f"what is translated in a .{suffix}, which LibreOffice makes of it first",),
        left_alone=(f"what is left alone in a .{suffix}", *more),
        options=sibling.info.options,
        placeholders=sibling.info.placeholders,
        result=ResultType(suffix=suffix, media_type=media_type),
    )


_MACROS: Final = "macros, which are dropped"
_WORD: Final = "application/msword"
_POWERPOINT: Final = "application/vnd.ms-powerpoint"
_EXCEL: Final = "application/vnd.ms-excel"

LEGACY_TYPES: Final[tuple[LegacyType, ...]] = (
    LegacyType(
        info=_info("doc", "Old Word document", {"doc": _WORD, "dot": _WORD}, DOCX, _MACROS),
        sibling=DOCX,
        module="writer",
        export="MS Word 2007 XML",
        streams=(WORD,),
    ),
    LegacyType(
        info=_info(
            "ppt",
            "Old PowerPoint presentation",
            dict.fromkeys(("ppt", "pps", "pot"), _POWERPOINT),
            PPTX,
            _MACROS,
        ),
        sibling=PPTX,
        module="impress",
        export="Impress MS PowerPoint 2007 XML",
        streams=(SLIDES,),
    ),
    LegacyType(
        info=_info("xls", "Old Excel workbook", {"xls": _EXCEL, "xlt": _EXCEL}, XLSX, _MACROS),
        sibling=XLSX,
        module="calc",
        export="Calc MS Excel 2007 XML",
        streams=BOOKS,
    ),
    LegacyType(
        info=_info("rtf", "Rich text document", {"rtf": "application/rtf"}, DOCX),
        sibling=DOCX,
        module="writer",
        export="MS Word 2007 XML",
    ),
)


def find_legacy(name: str) -> LegacyType | None:
    """The type of a name; None: it is that of a format."""
    return next((entry for entry in LEGACY_TYPES if entry.info.name == name), None)


def find_info(name: str) -> FormatInfo:
    """What users are told about a type, old or current. Raises `ConversionFailed` as `find_format` does."""
    legacy = find_legacy(name)
    return find_format(name).info if legacy is None else legacy.info

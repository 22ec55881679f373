"""Old Office documents: the table of their types. LibreOffice makes current documents of them (`legacy`).

These types have no format of their own: once converted, a document is read and written by the format of its
current sibling, and the result is of the sibling's type.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from dragoman.conversion.legacy.flags import BOOKS, PACKAGE, SLIDES, WORD, LegacyFlags, read_flags
from dragoman.conversion.legacy.ole import Compound, open_compound
from dragoman.formats import RegisteredFormat, find_entry, find_format
from dragoman.formats.format import (
    DocumentWarning,
    FileType,
    Format,
    FormatInfo,
    Recognition,
    ResultType,
    Sample,
    WarningCode,
)
from dragoman.text_io.errors import DocumentCorrupt, DocumentEmpty, DocumentEncrypted
from dragoman.text_io.zip.archive import OLE_MAGIC

RTF_MAGIC: Final = b"{\\rtf"
_MACROS: Final = "macros, which are dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyType(FileType):
    """A type of old documents."""

    title: str  # "Old Word document"
    result: ResultType  # what LibreOffice makes of them
    module: str  # the part of LibreOffice that reads them
    export: str  # LibreOffice's name of what it writes
    streams: tuple[str, ...] = ()  # one of these is in the compound file; none: it is RTF

    @property
    def sibling(self) -> Format:
        """The format that takes what LibreOffice makes of them. It loads the format."""
        return find_format(self.result.suffix)

    @property
    def info(self) -> FormatInfo:
        """The description for users. Reading it loads the sibling."""
        suffix, sibling = self.result.suffix, self.sibling.info
        return FormatInfo(
            file_type=self,
            title=self.title,
            translated=(f"what is translated in a .{suffix}, which LibreOffice makes of it first",),
            left_alone=(f"what is left alone in a .{suffix}", *((_MACROS,) if self.streams else ())),
            options=sibling.options,
            placeholders=sibling.placeholders,
        )

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

    def inspect(self, data: bytes) -> LegacyFlags:
        """Read a document's properties. Raises a `DocumentError` for one that cannot be converted."""
        if not data:
            raise DocumentEmpty("The document is empty: it has 0 bytes.")
        if not self.streams:
            return LegacyFlags()
        flags = read_flags(_open(data))
        if flags.encrypted:
            raise DocumentEncrypted("The document is protected by a password. Send it without one.")
        return flags


def warnings_of(flags: LegacyFlags) -> tuple[DocumentWarning, ...]:
    """What the owner of a converted document should know."""
    if not flags.macros:
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


def _result(suffix: str) -> ResultType:
    """The type of a sibling, whose name is its file extension."""
    return ResultType(suffix=suffix, media_type=find_entry(suffix).media_types[suffix])


LEGACY_TYPES: Final[tuple[LegacyType, ...]] = (
    LegacyType(
        name="doc",
        title="Old Word document",
        media_types=dict.fromkeys(("doc", "dot"), "application/msword"),
        result=_result("docx"),
        module="writer",
        export="MS Word 2007 XML",
        streams=(WORD,),
    ),
    LegacyType(
        name="ppt",
        title="Old PowerPoint presentation",
        media_types=dict.fromkeys(("ppt", "pps", "pot"), "application/vnd.ms-powerpoint"),
        result=_result("pptx"),
        module="impress",
        export="Impress MS PowerPoint 2007 XML",
        streams=(SLIDES,),
    ),
    LegacyType(
        name="xls",
        title="Old Excel workbook",
        media_types=dict.fromkeys(("xls", "xlt"), "application/vnd.ms-excel"),
        result=_result("xlsx"),
        module="calc",
        export="Calc MS Excel 2007 XML",
        streams=BOOKS,
    ),
    LegacyType(
        name="rtf",
        title="Rich text document",
        media_types={"rtf": "application/rtf"},
        result=_result("docx"),
        module="writer",
        export="MS Word 2007 XML",
    ),
)


def find_legacy(name: str) -> LegacyType | None:
    """The type of a name; None: it is that of a format."""
    return next((entry for entry in LEGACY_TYPES if entry.name == name), None)


def find_type(name: str) -> RegisteredFormat | LegacyType:
    """The type of a name, old or current. Raises `ConversionFailed` as `find_entry` does."""
    return find_legacy(name) or find_entry(name)


async def load_info(found: RegisteredFormat | LegacyType) -> FormatInfo:
    """The description of a type for users; the code of its format is imported in a thread."""
    return await asyncio.to_thread(lambda: found.info)

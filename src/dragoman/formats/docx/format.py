"""The format "docx": documents and templates of Word, without macros."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.docx.parts import MAIN_TYPES, WordPartKind
from dragoman.formats.docx.reading import DocxContext, is_read, open_context, read_other_part, read_text
from dragoman.formats.docx.writing import write_package
from dragoman.formats.families.ooxml.format import OoxmlFormat, Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Document, DocumentWarning, FormatInfo, Reason, Unit, WarningCode
from dragoman.formats.paragraphs.options import (
    COMMENTS,
    DIRECTION,
    HIDDEN_TEXT,
    PROPERTIES,
    SIGNED,
    check_count,
)
from dragoman.formats.paragraphs.text_locations import units_of
from dragoman.messages.placeholder_grammars import PROSE

_COMMENT: Final = re.compile(rb"<(?:[^\s:<>/]+:)?comment\s[^<>]*>")
_LONGEST_TAG: Final = 4096
_ADVICE: Final = "Open the translation in Word and update its fields."

INFO: Final = FormatInfo(
    file_type=find_entry("docx"),
    title="Word document",
    translated=(
        "paragraphs, tables and lists",
        "headers, footers, footnotes and endnotes",
        "text boxes and diagrams (SmartArt)",
        "titles, axes and labels of charts",
        "names of series and categories, in the chart and in its embedded workbook",
        "links and their tooltips",
        "results of fields with typed text",
        "tables of contents and cross references, with the translations of the texts they repeat",
        "tracked insertions",
        "alternative texts of pictures and tables",
    ),
    left_alone=(
        "hidden text",
        "tracked deletions",
        "entries of tables of contents and indexes that repeat no text of the document",
        "field codes and what Word computes",
        "values of lists, calendars and check boxes in forms",
        "comments",
        "title and keywords of the file",
        "formulas, pictures and embedded files",
        "words in the numbers of lists and headings",
        "all other cells of workbooks behind charts",
        "texts that a chart repeats from another file, or from cells that formulas may compute or refer to",
    ),
    placeholders=PROSE,
    options=(HIDDEN_TEXT, COMMENTS, PROPERTIES, DIRECTION),
)


def _read(package: OoxmlPackage, options: Options) -> Document:
    """Read the document first, then notes, headers, charts and diagrams."""
    context = open_context(package, options)
    units: list[Unit] = []
    for ref in context.parts:
        if not is_read(context, ref):
            if ref.role == "comments":
                context.left_alone[Reason.COMMENT] += _count_comments(package, ref.name)
        elif ref.kind is WordPartKind.TEXT:
            for _, locations in read_text(context, ref, context.open(ref)):
                units += units_of(locations)
                check_count(len(units))
        else:
            units += units_of(read_other_part(context, ref).locations)
    toc = context.toc.resolve()
    context.left_alone[Reason.CONTENTS] += toc.left
    return Document(
        units=tuple(units),
        left_alone=+context.left_alone,  # drops zero counts
        warnings=(*_warnings(package, context), *toc.warnings(_ADVICE)),
    )


def _count_comments(package: OoxmlPackage, name: str) -> int:
    rest, count = b"", 0
    for chunk in package.archive.chunks(name):
        text = rest + chunk
        ends = [found.end() for found in _COMMENT.finditer(text)]
        count += len(ends)
        begun = max(ends[-1] if ends else 0, text.rfind(b"<"))  # perhaps of a tag that is not complete
        rest = text[begun : begun + _LONGEST_TAG]
    return count


def _warnings(package: OoxmlPackage, context: DocxContext) -> Iterator[DocumentWarning]:
    if package.signatures():
        yield SIGNED
    foreign = sum(ref.kind is WordPartKind.FOREIGN for ref in context.parts)
    if foreign:
        yield DocumentWarning(
            code=WarningCode.PART_LEFT,
            message=f"{foreign} inserted files of other formats stay unchanged. Open the document in Word "
            "and save it to make them part of it.",
        )


FORMAT: Final = OoxmlFormat(info=INFO, types=MAIN_TYPES, read=_read, write=write_package)

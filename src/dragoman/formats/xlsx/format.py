"""The format "xlsx": workbooks and templates of Excel, without macros."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.ooxml.drawing_parts import read_properties
from dragoman.formats.families.ooxml.format import OoxmlFormat, Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Document, DocumentWarning, FormatInfo, Option, Reason, Unit, WarningCode
from dragoman.formats.paragraphs.options import PROPERTIES, SIGNED
from dragoman.formats.paragraphs.text_locations import units_of
from dragoman.formats.xlsx.cell_units import shared_units, units_of_cells
from dragoman.formats.xlsx.comments import count_comments, read_comments
from dragoman.formats.xlsx.drawings import SheetDrawings, read_drawing
from dragoman.formats.xlsx.reading import XlsxContext, read_cells
from dragoman.formats.xlsx.sheet_names import find_names
from dragoman.formats.xlsx.sheet_settings import units_of_settings
from dragoman.formats.xlsx.workbook import COMMENTS, MAIN_TYPES
from dragoman.formats.xlsx.writing import write_package

INFO: Final = FormatInfo(
    file_type=find_entry("xlsx"),
    title="Excel workbook",
    translated=(
        "texts of cells, with their formatting",
        "text boxes, shapes and diagrams, and alternative texts of pictures",
        "titles, axes and labels of charts, and texts that charts repeat from translated cells",
        "headers and footers of printed pages",
        "tooltips of links, prompts and error messages of cells",
    ),
    left_alone=(
        "formulas and their results",
        "numbers, dates, and cells without letters",
        "hidden sheets, rows, columns and shapes",
        "headers and totals of tables, headers of cells that feed a pivot table, and pivot tables themselves",
        "texts that a formula, a rule or a filter of the workbook compares cells with",
        "names of sheets, tables and ranges",
        "comments and notes",
        "phonetic text above Japanese text: translations have none",
        "texts whose translation would be longer than Excel allows",
        "title and keywords of the file, pictures and embedded files",
    ),
    options=(
        Option(
            name="hidden", default=False, description="Translate hidden sheets, rows, columns and shapes too."
        ),
        Option(name="comments", default=False, description="Translate comments and notes too."),
        Option(
            name="sheetNames",
            default=False,
            description="Translate the names of sheets too, with all formulas that mention them.",
        ),
        PROPERTIES,
    ),
)


def _read(package: OoxmlPackage, options: Options) -> Document:
    """Read sheet by sheet: cells, settings, drawings, charts and comments."""
    context = read_cells(package, options)
    shared = shared_units(context)
    drawings = SheetDrawings(context)
    units: list[Unit] = list(find_names(context))
    for own in context.sheets:
        units += units_of_cells(context, own, shared)
        if context.is_hidden(own.sheet):
            continue
        units += units_of_settings(own.settings, own.sheet.name)
        for ref in own.sheet.parts:
            if ref.role not in COMMENTS:
                units += units_of(read_drawing(drawings, ref).locations)
            elif context.is_on("comments"):
                units += read_comments(package, ref)
            else:
                context.left_alone[Reason.COMMENT] += count_comments(package, ref)
    if context.core:
        units += units_of(read_properties(package, context.core).locations)
    return Document(
        units=tuple(units),
        left_alone=+context.left_alone,  # drops zero counts
        warnings=tuple(_warnings(context)),
    )


def _warnings(context: XlsxContext) -> Iterator[DocumentWarning]:
    if context.package.signatures():
        yield SIGNED
    if context.book.pivots:
        yield DocumentWarning(
            code=WarningCode.PART_LEFT,
            message=f"{context.book.pivots} pivot tables show their old contents. Refresh them in Excel.",
        )


FORMAT: Final = OoxmlFormat(info=INFO, types=MAIN_TYPES, read=_read, write=write_package)

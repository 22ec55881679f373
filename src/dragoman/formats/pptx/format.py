"""The format "pptx": presentations, templates and slide shows of PowerPoint, without macros."""

from __future__ import annotations

from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.ooxml.format import OoxmlFormat, Options
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Document, FormatInfo, Option, Reason, Unit
from dragoman.formats.paragraphs.options import COMMENTS, DIRECTION, PROPERTIES, SIGNED, check_count
from dragoman.formats.paragraphs.text_locations import units_of
from dragoman.formats.pptx.parts import MAIN_TYPES, SlidePartKind, SlidePartRef
from dragoman.formats.pptx.reading import PptxContext, open_context, read_part, reason_to_leave
from dragoman.formats.pptx.writing import write_package
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.text_io.errors import DocumentError

INFO: Final = FormatInfo(
    file_type=find_entry("pptx"),
    title="PowerPoint presentation",
    translated=(
        "slides in their order: titles, texts, tables and groups",
        "agendas, with the translations of the titles that they repeat",
        "speaker notes",
        "diagrams (SmartArt), and their pictures for other programs",
        "titles, axes and labels of charts",
        "names of series and categories, in the chart and in its embedded workbook",
        "alternative texts of pictures and shapes",
        "tooltips of links",
        "masters and layouts of a template without slides",
    ),
    left_alone=(
        "hidden slides and shapes",
        "comments",
        "masters and layouts, with the prompts of their placeholders",
        "slide numbers, dates and other fields",
        "names of sections and of custom shows",
        "title and keywords of the file",
        "formulas, pictures, films and embedded files",
        "all other cells of workbooks behind charts",
        "texts that a chart repeats from another file, or from cells that formulas may compute or refer to",
    ),
    placeholders=PROSE,
    options=(
        Option(name="notes", default=True, description="Translate speaker notes."),
        Option(name="hiddenText", default=False, description="Translate hidden slides and shapes too."),
        COMMENTS,
        Option(
            name="masters",
            default=False,
            description="Translate the texts of masters and layouts too, with the prompts of placeholders.",
        ),
        PROPERTIES,
        DIRECTION,
    ),
)


def _read(package: OoxmlPackage, options: Options) -> Document:
    """Read slide by slide, each with its diagrams, charts and notes."""
    context = open_context(package, options, {})
    units: list[Unit] = []
    for ref in context.parts:
        if reason_to_leave(context, ref) is None:
            units += units_of(read_part(context, ref).locations)
            check_count(len(units))
        else:
            _count(context, ref)
    return Document(
        units=tuple(units),
        left_alone=+context.left_alone,  # drops zero counts
        warnings=(SIGNED,) if package.signatures() else (),
    )


def _count(context: PptxContext, ref: SlidePartRef) -> None:
    """Count the text of a part that is left alone. A damaged part does not refuse the presentation."""
    if ref.kind is SlidePartKind.PROPERTIES:
        return
    try:
        read_part(context, ref)
    except DocumentError:
        context.left_alone[reason_to_leave(context, ref) or Reason.HIDDEN] += 1


FORMAT: Final = OoxmlFormat(info=INFO, types=MAIN_TYPES, read=_read, write=write_package)

"""The paragraphs of a document that are units, with their ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.formats.pdf.blocks import PdfParagraph, PdfTable
from dragoman.formats.pdf.layout import PdfLayout
from dragoman.formats.pdf.line_joining import all_paragraphs
from dragoman.formats.pdf.page_numbers import PageField
from dragoman.formats.pdf.segments import NO_FIELDS, PdfSegment, make_segment


@dataclass(frozen=True, slots=True)
class PdfUnit:
    """A paragraph with its id as a unit."""

    id: str
    paragraph: PdfParagraph
    mapped: PdfSegment
    context: str


def find_units(layout: PdfLayout) -> list[PdfUnit]:
    """All paragraphs with text, in reading order; headers and footers at the end."""
    units: list[PdfUnit] = []

    def add(paragraph: PdfParagraph, context: str, numbers: Mapping[int, PageField] = NO_FIELDS) -> None:
        mapped = make_segment(paragraph.runs, numbers)
        if mapped.segment:
            units.append(PdfUnit(f"p{len(units) + 1}", paragraph, mapped, context))
        for note in mapped.notes.values():
            add(layout.notes[note], f"page {layout.notes[note].page + 1}, footnote")

    for block in layout.blocks:
        for paragraph in all_paragraphs([block]):
            page_name = f"page {paragraph.page + 1}"
            add(paragraph, f"{page_name}, table" if isinstance(block, PdfTable) else page_name)
    for name, paragraphs in (("header", layout.header), ("footer", layout.footer)):
        for paragraph in paragraphs:
            add(paragraph, name, layout.numbers.get(id(paragraph), NO_FIELDS))
    return units

"""The paragraphs of a document that are units of translation, with their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.formats.pdf.blocks import Paragraph, Table
from dragoman.formats.pdf.layout import Layout
from dragoman.formats.pdf.line_joining import all_paragraphs
from dragoman.formats.pdf.page_numbers import PageField
from dragoman.formats.pdf.segments import NO_FIELDS, Passage, make_passage


@dataclass(frozen=True, slots=True)
class Named:
    """A paragraph with its name among the units."""

    id: str
    paragraph: Paragraph
    passage: Passage
    context: str


def name_paragraphs(layout: Layout) -> list[Named]:
    """All paragraphs that hold text, in the order of reading; headers and footers at the end."""
    named: list[Named] = []

    def add(paragraph: Paragraph, context: str, numbers: Mapping[int, PageField] = NO_FIELDS) -> None:
        passage = make_passage(paragraph.runs, numbers)
        if passage.segment:
            named.append(Named(f"p{len(named) + 1}", paragraph, passage, context))
        for note in passage.notes.values():
            add(layout.notes[note], f"page {layout.notes[note].page + 1}, footnote")

    for block in layout.blocks:
        for paragraph in all_paragraphs([block]):
            place = f"page {paragraph.page + 1}"
            add(paragraph, f"{place}, table" if isinstance(block, Table) else place)
    for name, paragraphs in (("header", layout.header), ("footer", layout.footer)):
        for paragraph in paragraphs:
            add(paragraph, name, layout.numbers.get(id(paragraph), NO_FIELDS))
    return named

"""The format "pdf": documents with text. Their translation is a new Word document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.formats import find_entry
from dragoman.formats.families.word_writer.package import write_package
from dragoman.formats.format import (
    Document,
    DocumentWarning,
    FormatInfo,
    Languages,
    Reason,
    Recognition,
    Sample,
    Source,
    Unit,
    WarningCode,
)
from dragoman.formats.pdf.layout import PdfLayout, read_layout
from dragoman.formats.pdf.opening import HEAD, MAGIC, open_pdf
from dragoman.formats.pdf.page_content import PageContent
from dragoman.formats.pdf.pages import picture_share, read_pages
from dragoman.formats.pdf.segments import has_letters
from dragoman.formats.pdf.units import PdfUnit, find_units
from dragoman.formats.pdf.writing import make_word
from dragoman.messages.placeholder_grammars import PROSE
from dragoman.segments import Segment
from dragoman.text_io.errors import ConversionFailed, DocumentCorrupt, DocumentError

_FEW_LETTERS: Final = 15  # of a page: with a picture on it, it was scanned
_PICTURE: Final = 0.4  # share of a scanned page that its picture covers
_SCANNED: Final = 0.7  # share of the pages of a scanned document
_UNKNOWN: Final = 0.3  # share of letters that makes a document unreadable

INFO: Final = FormatInfo(
    file_type=find_entry("pdf"),
    title="PDF document",
    translated=(
        "paragraphs, headings and lists, in reading order; numbered items keep their numbers",
        "footnotes, at their marks",
        "tables, as far as they are recognised",
        "headers and footers, once, with page numbers",
        "texts of links",
        "values of form fields",
    ),
    left_alone=(
        "pictures, which stay between their paragraphs",
        "drawings, and pictures behind text, rotated, or in colours of printing: not in the result",
        "text in pictures: scanned documents are refused",
        "comments and hidden layers, which are not in the result",
        "the layout: columns are joined, fonts are replaced by common ones",
        "title, bookmarks and attachments of the file",
    ),
    placeholders=PROSE,
)


class PdfFormat:
    """The `Format` of PDF documents with text."""

    @property
    def info(self) -> FormatInfo:
        """The description for users."""
        return INFO

    def recognise(self, sample: Sample) -> Recognition:
        """Recognise PDF files by their header, which may follow other bytes."""
        if sample.data[:HEAD].lstrip().startswith(MAGIC):
            return Recognition.CERTAIN
        return Recognition.POSSIBLE if MAGIC in sample.data[:HEAD] else Recognition.NO

    def extract(self, source: Source, languages: Languages) -> Document:  # noqa: ARG002
        """Read all paragraphs, in reading order."""
        reading = _ParsedPdf(source.data)
        units = find_units(reading.layout)
        return Document(
            units=tuple(
                Unit(id=unit.id, segment=unit.mapped.segment, context=unit.context)
                for unit in units
                if has_letters(unit.mapped.segment)
            ),
            left_alone=dict(reading.left_alone(units)),
            warnings=tuple(reading.warnings()),
        )

    def rebuild(self, source: Source, targets: Mapping[str, Segment], languages: Languages) -> bytes:
        """Write a Word document with all blocks that were read."""
        layout = _ParsedPdf(source.data).layout
        units = find_units(layout)
        if unknown := targets.keys() - {unit.id for unit in units}:
            raise ConversionFailed(f"{len(unknown)} translations belong to no paragraph of the document.")
        return write_package(make_word(layout, units, targets, languages))


class _ParsedPdf:
    """The layout of a file, and statistics collected while it is read."""

    def __init__(self, data: bytes) -> None:
        self.pages = self.letters = self.unknown = self.unseen = self.comments = 0
        self.scanned = self.broken = 0
        self.layout = self._read(data)
        if self.unknown > _UNKNOWN * (self.letters + self.unknown):
            raise ConversionFailed(
                "The document's fonts have no table of their letters, so its text cannot be read. "
                "Export it again with Unicode text, or send its source."
            )
        if self.scanned and self.scanned >= _SCANNED * self.pages:
            raise ConversionFailed(
                "The document is scanned: its pages are pictures with hardly any text. Recognise the text "
                "(OCR) and send the result."
            )

    def _read(self, data: bytes) -> PdfLayout:
        try:
            file = open_pdf(data)
            return read_layout(map(self._count_content, read_pages(file)))
        except (DocumentError, MemoryError):
            raise
        except RecursionError:
            raise DocumentCorrupt("The document is nested too deeply.") from None

    def _count_content(self, page: PageContent) -> PageContent:
        """Count the contents of a page."""
        letters = sum(len(glyph_run.glyphs) for glyph_run in page.glyph_runs)
        self.pages += 1
        self.letters += letters
        self.unknown += page.unknown
        self.unseen += page.unseen
        self.comments += page.comments
        self.broken += page.broken
        self.scanned += letters < _FEW_LETTERS and picture_share(page) > _PICTURE
        return page

    def left_alone(self, units: list[PdfUnit]) -> Iterator[tuple[Reason, int]]:
        """Counts of text without units, by reason."""
        counts = {
            Reason.NO_TEXT: sum(not has_letters(unit.mapped.segment) for unit in units),
            Reason.COMMENT: self.comments,
            Reason.HIDDEN: int(self.unseen > 0),
            Reason.FIELD: self.layout.dropped,
        }
        return ((reason, count) for reason, count in counts.items() if count)

    def warnings(self) -> Iterator[DocumentWarning]:
        """Warnings for the document's owner."""
        yield DocumentWarning(
            code=WarningCode.LAYOUT_APPROXIMATE,
            message="A PDF contains letters with positions, not paragraphs. The result is a Word document "
            "built from them: check its order, headings, lists and tables.",
        )
        left = []
        if self.layout.pictures_left:
            left.append(f"{self.layout.pictures_left} pictures")
        if self.scanned:
            left.append(f"the text of {self.scanned} pages that are pictures")
        if self.unknown:
            left.append(f"{self.unknown} characters that the fonts do not identify")
        if self.broken:
            left.append(f"parts of {self.broken} pages that are damaged")
        if left:
            yield DocumentWarning(
                code=WarningCode.PART_LEFT, message=f"Not in the result: {'; '.join(left)}."
            )


FORMAT: Final = PdfFormat()

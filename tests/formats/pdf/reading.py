"""Read PDF files in tests: their texts and blocks."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.formats.format import Document, Languages, Source
from dragoman.formats.pdf import FORMAT
from dragoman.formats.pdf.blocks import Block, PdfParagraph, PdfTable
from dragoman.formats.pdf.layout import PdfLayout, read_layout
from dragoman.formats.pdf.opening import open_pdf
from dragoman.formats.pdf.pages import read_pages
from dragoman.segments import Segment, plain_text

PAIR = Languages(source="en", target="de")


def extract(data: bytes) -> Document:
    return FORMAT.extract(Source(data=data, suffix="pdf"), PAIR)


def rebuild(data: bytes, targets: Mapping[str, Segment], target: str = "de") -> bytes:
    return FORMAT.rebuild(Source(data=data, suffix="pdf"), targets, Languages(source="en", target=target))


def texts(data: bytes) -> list[str]:
    return [plain_text(unit.segment) for unit in extract(data).units]


def layout(data: bytes) -> PdfLayout:
    return read_layout(read_pages(open_pdf(data)))


def shown(block: Block) -> str:
    """A block in short: `# heading`, `1. item`, or the rows of a table."""
    if isinstance(block, PdfTable):
        rows: dict[int, list[str]] = {}
        for cell in block.cells:
            rows.setdefault(cell.row, []).append(" / ".join(map(text_of, cell.paragraphs)))
        return "\n".join(" | ".join(rows[row]) for row in sorted(rows))
    before = (
        "#" * block.level + " "
        if block.level
        else f"{'  ' * block.depth}{block.label} "
        if block.label
        else ""
    )
    return before + text_of(block)


def text_of(paragraph: PdfParagraph) -> str:
    return "".join(run.text for run in paragraph.runs)


def blocks(data: bytes) -> list[str]:
    return [shown(block) for block in layout(data).blocks]

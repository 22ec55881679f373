"""Build the Word document of a PDF: its blocks with their translations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.word_writer.model import (
    WordBlock,
    WordCell,
    WordDocument,
    WordLabel,
    WordNote,
    WordParagraph,
    WordPicture,
    WordTab,
    WordTable,
)
from dragoman.formats.format import Languages
from dragoman.formats.paragraphs.languages import office_language
from dragoman.formats.pdf.blocks import Block, Figure, PdfParagraph, PdfTable
from dragoman.formats.pdf.images import Image, write_image
from dragoman.formats.pdf.layout import PdfLayout
from dragoman.formats.pdf.page_setup import LARGEST, find_page_setup, heading_sizes, rounded
from dragoman.formats.pdf.segments import write_runs
from dragoman.formats.pdf.units import PdfUnit
from dragoman.languages import is_rtl
from dragoman.segments import Segment, codes

_FONTS: Final = {"sans": "Arial", "serif": "Times New Roman", "mono": "Courier New"}
_MOST_SPACE: Final = 30.0
_WIDER: Final = 1.15  # times its width: translations are longer
_TIGHT: Final = 1.35  # of the size: lines with a smaller distance have no space between them
_SIZE_STEP: Final = 0.75  # points: smaller differences of size are ignored
_PRIVATE: Final = ("\ue000", "\uf8ff")
_MOST_HEIGHT: Final = 0.95  # of the text's height: a picture fits on one page
_MIDDLE: Final = 0.04  # of the page's width


def make_word(
    layout: PdfLayout, units: Sequence[PdfUnit], targets: Mapping[str, Segment], languages: Languages
) -> WordDocument:
    """The document to write. Raises `ConversionFailed` if a translation lost codes."""
    page = find_page_setup(layout)
    builder = _WordBuilder(
        layout=layout,
        known={id(unit.paragraph): (unit, targets.get(unit.id)) for unit in units},
        width=page.width - page.left - page.right,
        height=page.height - page.top - page.bottom,
        edges=(page.left, page.width - page.right),
    )
    blocks = tuple(block for unit in layout.blocks for block in builder.block(unit))
    return WordDocument(
        blocks=blocks,
        page=page,
        language=office_language(languages.target),
        right_to_left=is_rtl(languages.target),
        font=_FONTS[layout.family],
        size=rounded(layout.body),
        headings=heading_sizes(layout),
        header=tuple(map(builder.header_footer, layout.header)),
        footer=tuple(map(builder.header_footer, layout.footer)),
        plain_first=layout.plain_first,
        first_number=_first_number(layout),
        notes=_notes(units, layout.notes, builder.known),
        note_size=max(
            1.0, min((rounded(unit.size) for unit in layout.notes.values()), default=rounded(layout.body))
        ),
    )


def _notes(
    units: Sequence[PdfUnit],
    paragraphs: Mapping[int, PdfParagraph],
    known: Mapping[int, tuple[PdfUnit, Segment | None]],
) -> tuple[WordNote, ...]:
    """The footnotes; consecutive numbers are left to Word."""
    written: list[WordNote] = []
    following = 0
    for unit in units:
        marks = {code.id: code.data for code in codes(unit.mapped.segment) if code.type == "note"}
        for name, number in unit.mapped.notes.items():
            mark = marks[name]
            counted = mark.isdecimal() and mark.isascii() and (not following or int(mark) == following)
            if counted:
                following = int(mark) + 1
            found = known.get(id(paragraphs[number]))
            written.append(
                WordNote(
                    number=number,
                    mark="" if counted else mark,
                    value=int(mark) if counted else 0,
                    runs=write_runs(found[0].mapped, found[1], size=None) if found else (),
                )
            )
    return tuple(written)


def _first_number(layout: PdfLayout) -> int:
    """The number of the first page, by the first page number found."""
    starts = [
        unit.start
        for fields in layout.numbers.values()
        for unit in fields.values()
        if unit.field != "NUMPAGES"
    ]
    return starts[0] if starts and starts[0] >= 0 else 1


@dataclass(slots=True)
class _WordBuilder:
    layout: PdfLayout
    known: Mapping[int, tuple[PdfUnit, Segment | None]]
    width: float  # of the text
    height: float
    edges: tuple[float, float]
    last: PdfParagraph | None = None
    images: dict[int, bytes] = field(default_factory=dict)  # by the `id` of the image

    def block(self, block: Block) -> list[WordBlock]:
        """A block as blocks of Word; empty ones are left out."""
        if isinstance(block, PdfTable):
            self.last = None
            return [self._table(block)]
        if isinstance(block, Figure):
            self.last = None
            return [self._picture(block)]
        if id(block) not in self.known:
            return []
        written = self._paragraph(block)
        self.last = block
        return [written]

    def plain(self, paragraph: PdfParagraph, alignment: str = "") -> WordParagraph:
        """A paragraph of a header or footer, or of a cell."""
        found = self.known.get(id(paragraph))
        if found is None:
            return WordParagraph(runs=())
        units, target = found
        return WordParagraph(
            runs=write_runs(units.mapped, target, size=self._size(paragraph)),
            label=self._label(paragraph) if paragraph.label else None,
            alignment="" if paragraph.label else alignment,
        )

    def header_footer(self, paragraph: PdfParagraph) -> WordParagraph:
        """A paragraph of a header or footer: its position on the page determines its alignment."""
        return self.plain(paragraph, _alignment(paragraph, (0.0, self.layout.width)))

    def _paragraph(self, paragraph: PdfParagraph) -> WordParagraph:
        units, target = self.known[id(paragraph)]
        label = self._label(paragraph) if paragraph.label else None
        first = paragraph.lines[0]
        offset = min(line.left for line in paragraph.lines) - paragraph.column[0]
        centred = label is None and (paragraph.centred or self._is_in_the_middle(paragraph))
        at_end = not centred and label is None and self._is_at_end(paragraph)
        set_in = len(paragraph.lines) > 1 or offset > 3 * first.size
        keeps_position = label is None and not centred and not at_end and set_in and offset > first.size
        return WordParagraph(
            runs=write_runs(units.mapped, target, size=self._size(paragraph)),
            heading=paragraph.level,
            label=label,
            alignment="center" if centred else "right" if at_end else "",
            indent=min(offset, self.width / 3) if keeps_position else 0.0,
            first_line=self._first_line(paragraph) if not (centred or at_end) else 0.0,
            before=self._space(paragraph),
            new_page=paragraph.new_page,
            tabs=self._tabs(paragraph),
        )

    def _picture(self, figure: Figure) -> WordPicture:
        """A picture in its original size, or as wide as the text."""
        share = min(1.0, self.width / figure.width, _MOST_HEIGHT * self.height / figure.height)
        in_middle = abs(figure.left - figure.right) < _MIDDLE * self.layout.width
        left = figure.left - self.edges[0]
        return WordPicture(
            data=self._file(figure.image),
            suffix=figure.image.suffix,
            width=figure.width * share,
            height=figure.height * share,
            mirrored=figure.mirrored,
            alignment="center" if in_middle else "right" if left > self.width / 2 else "",
            before=self.layout.body / 2,
            new_page=figure.new_page,
        )

    def _file(self, image: Image) -> bytes:
        if id(image) not in self.images:
            self.images[id(image)] = write_image(image)
        return self.images[id(image)]

    def _is_in_the_middle(self, paragraph: PdfParagraph) -> bool:
        """Whether its lines are in the middle of the page, in any column."""
        left, right = self.edges
        few = len(paragraph.lines) <= 3 and paragraph.column[1] - paragraph.column[0] < 0.9 * (right - left)
        return few and _alignment(paragraph, self.edges) == "center"

    def _first_line(self, paragraph: PdfParagraph) -> float:
        """The indentation of the first line relative to the others."""
        first, *others = paragraph.lines
        if not others or paragraph.label or others[0].page != first.page or others[0].base > first.base:
            return 0.0
        further = first.left - others[0].left
        return further if 0.5 * first.size < further < 5 * first.size else 0.0

    def _tabs(self, paragraph: PdfParagraph) -> tuple[WordTab, ...]:
        """Tab stops for the parts of a line between wide gaps; text after leader dots ends at the edge."""
        line = paragraph.lines[0]
        if line.leader:
            return (WordTab(at=self.width, to_right=True, dots=True),)
        left, right = paragraph.column
        ends = right - line.right < line.size
        share = min(1.0, self.width / max(1.0, right - left))
        stops = [WordTab(at=(stop - left) * share) for stop in line.tabs if stop > left]
        return (*stops[:-1], WordTab(at=self.width, to_right=True)) if stops and ends else tuple(stops)

    @staticmethod
    def _is_at_end(paragraph: PdfParagraph) -> bool:
        left, right = paragraph.column
        size = paragraph.lines[0].size
        return all(
            abs(right - line.right) < 0.5 * size and line.left - left > 0.4 * (right - left)
            for line in paragraph.lines
        )

    def _size(self, paragraph: PdfParagraph) -> float | None:
        """The font size if it differs from the body's and the heading's."""
        usual = self.layout.body
        if paragraph.level or abs(paragraph.size - usual) < _SIZE_STEP:
            return None
        return min(rounded(paragraph.size), LARGEST)

    def _space(self, paragraph: PdfParagraph) -> float:
        """The empty space above a paragraph."""
        size = paragraph.lines[0].size
        if self.last is None:
            return size / 2
        above, below = self.last.lines[-1], paragraph.lines[0]
        distance = above.base - below.base
        if above.page != below.page or distance <= 0:
            return size / 2 if not paragraph.label else 0.0
        return min(max(0.0, distance - _TIGHT * size), _MOST_SPACE)

    @staticmethod
    def _label(paragraph: PdfParagraph) -> WordLabel:
        text, depth, item = paragraph.label, paragraph.depth, paragraph.item
        if item is None:
            private = _PRIVATE[0] <= text <= _PRIVATE[1] or text in "o*·∙"
            return WordLabel(text="•" if private else text, depth=depth)
        before, _, behind = item.around.partition("%1")
        if item.levels > 1:  # with the numbers of the levels above
            above = "".join(f"%{depth + 1 - up}." for up in range(item.levels - 1, 0, -1))
            before = before.rstrip("0123456789.") + above
        form = f"{before}%{depth + 1}{behind}"
        return WordLabel(text=form, style=item.style, value=item.value, list=item.list, depth=depth)

    def _table(self, table: PdfTable) -> WordTable:
        share = min(_WIDER, self.width / max(1.0, sum(table.widths)))
        cells = tuple(
            WordCell(
                row=cell.row,
                column=cell.column,
                rows=cell.rows,
                columns=cell.columns,
                paragraphs=tuple(
                    self.plain(unit, _alignment(unit, unit.column) if table.ruled else "")
                    for unit in cell.paragraphs
                    if id(unit) in self.known
                ),
            )
            for cell in table.cells
        )
        widths = tuple(max(4.0, width * share) for width in table.widths)
        return WordTable(cells=cells, widths=widths, borders=table.ruled)


def _alignment(paragraph: PdfParagraph, edges: tuple[float, float]) -> str:
    """The alignment of a paragraph's lines between two edges."""
    size = paragraph.lines[0].size
    lefts = [line.left - edges[0] for line in paragraph.lines]
    rights = [edges[1] - line.right for line in paragraph.lines]
    if all(abs(unit - two) < 0.4 * size and unit > size for unit, two in zip(lefts, rights, strict=True)):
        return "center"
    if all(two < unit / 3 and unit > 2 * size for unit, two in zip(lefts, rights, strict=True)):
        return "right"
    return ""

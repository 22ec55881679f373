"""Convert the pages of a file to the blocks of a document, in reading order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.pdf.aligned_tables import AlignedRows, find_rows, rows_of
from dragoman.formats.pdf.blocks import Block, PdfParagraph, PdfTable
from dragoman.formats.pdf.columns import in_reading_order
from dragoman.formats.pdf.drop_caps import join_drop_caps
from dragoman.formats.pdf.figures import find_figures, insert_figures
from dragoman.formats.pdf.footnotes import Footnotes, NotePage, find_footnotes
from dragoman.formats.pdf.headers_footers import PageLines, find_headers_footers, page_numbers
from dragoman.formats.pdf.headings import body_size, mark_depths, mark_headings
from dragoman.formats.pdf.line_joining import (
    all_lines,
    all_paragraphs,
    join_across_pages,
    join_lines,
    words_of,
)
from dragoman.formats.pdf.lines import PdfLine, make_lines
from dragoman.formats.pdf.list_labels import add_drawn_bullets, find_labels, set_counted
from dragoman.formats.pdf.lists import join_levels, number_lists
from dragoman.formats.pdf.page_content import Box, GlyphRun, PageContent, RuleLine, rotated_box
from dragoman.formats.pdf.page_numbers import PageField
from dragoman.formats.pdf.paragraphs import make_paragraphs, right_edge
from dragoman.formats.pdf.ruled_tables import find_grids, without_gaps
from dragoman.formats.pdf.table_cells import aligned_table, one_line, ruled_table
from dragoman.text_io.errors import ConversionFailed

_HIDDEN_SHARE: Final = 0.5  # of the letters: the page is a scan with hidden text
_FARTHEST: Final = 20_000.0  # points from the origin, larger than any page
_ENDED_EARLY: Final = 0.4  # of the page's height free at its end: a page break
_SAME_SIZE: Final = 1.2  # times the smallest: sizes in one line
_TELLING: Final = 4  # lines needed to find the end of a column
_MOST_LINES: Final = 120_000  # and cells: 3,000 dense pages
_TOO_MUCH: Final = "The document has more lines and cells than can be read at once. Split it."


@dataclass(slots=True)
class PdfLayout:
    """The layout of a document."""

    blocks: list[Block]
    header: list[PdfParagraph]
    footer: list[PdfParagraph]
    notes: dict[int, PdfParagraph]  # footnotes, by `PdfRun.note`
    numbers: dict[int, Mapping[int, PageField]]  # `id` of a header or footer paragraph → its page numbers
    plain_first: bool  # the first page has no header and footer
    body: float  # size of most letters
    family: str
    width: float  # of the first page
    height: float
    dropped: int  # lines of headers and footers that are not repeated
    pictures_left: int  # number of pictures that are not among the blocks


@dataclass(slots=True)
class _Page:
    """The lines of one page, and its tables with their positions."""

    content: PageContent
    rules: list[RuleLine]  # horizontal ones
    lines: dict[int, list[PdfLine]] = field(default_factory=dict)  # by the angle of the text
    tables: list[tuple[Box, PdfTable]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of its lines and cells."""
        return sum(map(len, self.lines.values())) + sum(len(table.cells) for _, table in self.tables)


def read_layout(pages: Iterable[PageContent]) -> PdfLayout:
    """Build the layout of pages. Raises `ConversionFailed` above the limit of lines and cells."""
    found: list[_Page] = []
    count = 0
    for content in pages:
        found.append(_read(content))
        count += found[-1].count
        if count > _MOST_LINES:
            raise ConversionFailed(_TOO_MUCH)
    upright = [PageLines(page.content.number, page.content.height, page.lines.get(0, ())) for page in found]
    headers_footers = find_headers_footers(upright)
    set_counted([page.lines for page in upright])
    notes = _find_notes(found, headers_footers.removed)
    removed = headers_footers.removed | notes.removed
    blocks: list[Block] = []
    previous: _Page | None = None
    asides: set[str] = set()
    for page in found:
        new = [block for angle in page.lines for block in _blocks(page, angle, removed)]
        new = [block for block in new if not _is_repeated(block, asides)]
        if new and previous is not None and _ended_early(previous, page, headers_footers.removed):
            new[0].new_page = True
        blocks += new
        previous = page if new else previous
        count += sum(len(block.cells) for block in new if isinstance(block, PdfTable))
        if count > _MOST_LINES:
            raise ConversionFailed(_TOO_MUCH)
    blocks = join_across_pages(blocks)
    lines = [line for page in found for group in page.lines.values() for line in group]
    _read_texts([*blocks, *notes.notes.values()], words_of(lines))
    kept = list(all_lines(blocks))
    body = body_size(kept)
    mark_headings(blocks, body)
    number_lists(blocks)
    mark_depths(blocks)
    join_levels(blocks)
    figures = find_figures([(page.content, page.lines.get(0, ())) for page in found])
    header, footer = (
        [_alone(line) for line in part] for part in (headers_footers.header, headers_footers.footer)
    )
    families = Counter(line.family for line in kept for _ in range(1 + line.letters // 20))
    return PdfLayout(
        blocks=insert_figures(blocks, figures),
        notes=notes.notes,
        header=header,
        footer=footer,
        numbers={id(p): page_numbers(p.lines[0], upright) for p in (*header, *footer)},
        plain_first=len(found) > 1 and not headers_footers.on_first,
        body=body,
        family=families.most_common(1)[0][0] if families else "sans",
        width=found[0].content.width if found else 595.0,
        height=found[0].content.height if found else 842.0,
        dropped=headers_footers.dropped,
        pictures_left=figures.left,
    )


def _find_notes(pages: Sequence[_Page], removed: set[int]) -> Footnotes:
    """The footnotes of a document; headers and footers (`removed`) are not part of them."""
    shown = [
        NotePage(
            number=page.content.number,
            width=page.content.width,
            height=page.content.height,
            lines=[line for line in page.lines.get(0, ()) if id(line) not in removed],
            marked=list(all_lines(table for _, table in page.tables)),
            rules=page.rules,
        )
        for page in pages
    ]
    return find_footnotes(shown, body_size(line for page in shown for line in page.lines))


def _read(content: PageContent) -> _Page:
    page = _Page(content, [rule for rule in content.rules if rule.is_level])
    groups: dict[int, list[GlyphRun]] = defaultdict(list)
    for glyph_run in _visible(content):
        groups[glyph_run.angle].append(glyph_run)
    for angle in sorted(groups, key=lambda angle: (-len(groups[angle]), angle)):
        glyph_runs = groups[angle]
        if angle % 90 == 0:
            links = [(rotated_box(box, angle), address) for box, address in content.links]
            _note_links(glyph_runs, links)
        if angle == 0:
            grids, glyph_runs = find_grids(content.rules, glyph_runs)
            page.tables = [(grid.box, ruled_table(without_gaps(grid), content.number)) for grid in grids]
        page.lines[angle] = join_drop_caps(make_lines(glyph_runs, content.number))
        if angle == 0:
            add_drawn_bullets(content.dots, page.lines[angle])
    if page.tables:
        page.lines.setdefault(0, [])
    content.glyph_runs, content.rules, content.dots = [], [], []
    return page


def _visible(content: PageContent) -> list[GlyphRun]:
    """The visible glyphs of a page; if there are almost none, the hidden text behind its picture."""
    inside = [glyph_run for glyph_run in content.glyph_runs if _is_inside(glyph_run, content)]
    hidden = sum(len(glyph_run.glyphs) for glyph_run in inside if glyph_run.hidden)
    total = sum(len(glyph_run.glyphs) for glyph_run in inside)
    if hidden > _HIDDEN_SHARE * total:
        return inside
    return [glyph_run for glyph_run in inside if not glyph_run.hidden]


def _is_inside(glyph_run: GlyphRun, content: PageContent) -> bool:
    """Whether a glyph run is on the page; rotated text is measured along its own direction."""
    if glyph_run.angle:
        return max(abs(glyph_run.left), abs(glyph_run.right), abs(glyph_run.base)) < _FARTHEST
    middle = glyph_run.base + glyph_run.size / 2
    return (
        -1 <= glyph_run.left <= content.width + 1
        and glyph_run.right < _FARTHEST
        and -1 <= middle <= content.height + 1
    )


def _note_links(glyph_runs: Sequence[GlyphRun], links: Sequence[tuple[Box, str]]) -> None:
    """Set the links of glyph runs."""
    if not links or len(links) * len(glyph_runs) > 5_000_000:
        return
    for glyph_run in glyph_runs:
        x, y = (glyph_run.left + glyph_run.right) / 2, glyph_run.base + 0.3 * glyph_run.size
        for (left, bottom, right, top), address in links:
            if left <= x <= right and bottom <= y <= top:
                glyph_run.link = address
                break


def _blocks(page: _Page, angle: int, removed: set[int]) -> list[Block]:
    """The blocks of a page's text at one angle, in reading order."""
    lines = [line for line in page.lines[angle] if id(line) not in removed]
    tables: dict[int, PdfTable] = {}
    if angle == 0:
        for box, table in page.tables:
            lines.append(_table_line(box, table))
            tables[id(lines[-1])] = table
    blocks = [block for region in in_reading_order(lines) for block in _region(region, tables)]
    for block in blocks:
        if isinstance(block, PdfParagraph):
            block.aside = angle != next(iter(page.lines))
    return blocks


def _is_repeated(block: Block, asides: set[str]) -> bool:
    """Whether a text across or along the edge repeats on other pages: a stamp, which is kept once."""
    if not isinstance(block, PdfParagraph) or not block.aside:
        return False
    text = "".join(line.text for line in block.lines)
    known = text in asides
    asides.add(text)
    return known


def _table_line(box: Box, table: PdfTable) -> PdfLine:
    """A line that represents a table while the reading order is found."""
    left, bottom, right, top = box
    high = top - bottom
    return PdfLine(left, right, bottom + 0.25 * high, high, [], "", table.page)


def _region(lines: Sequence[PdfLine], tables: Mapping[int, PdfTable]) -> list[Block]:
    """The blocks of lines below each other."""
    items: list[AlignedRows | list[PdfLine] | PdfTable] = []
    waiting: list[PdfLine] = []
    for line in lines:
        if id(line) in tables:
            items += find_rows(rows_of(waiting))
            items.append(tables[id(line)])
            waiting = []
        else:
            waiting.append(line)
    items += find_rows(rows_of(waiting))
    edges = _edges(lines, items, tables)
    blocks: list[Block] = []
    texts: list[PdfLine] = []
    for item in [*items, None]:
        if isinstance(item, list):
            is_one_line = max(line.size for line in item) < _SAME_SIZE * min(line.size for line in item)
            texts += [one_line(item)] if is_one_line else item
            continue
        find_labels(texts, edges[1])
        blocks += make_paragraphs(texts, edges)
        texts = []
        if item is not None:
            blocks.append(aligned_table(item) if isinstance(item, AlignedRows) else item)
    return blocks


def _edges(
    lines: Sequence[PdfLine],
    items: Sequence[AlignedRows | list[PdfLine] | PdfTable],
    tables: Mapping[int, PdfTable],
) -> tuple[float, float]:
    """The edges of a column: the start of its text and the end of full lines."""
    texts = [line for line in lines if id(line) not in tables]
    alone = [item[0] for item in items if isinstance(item, list) and len(item) == 1]
    if not texts:
        return (0.0, 0.0)
    right = right_edge(alone) if len(alone) >= _TELLING else max(line.right for line in texts)
    return (min(line.left for line in texts), right)


def _ended_early(page: _Page, following: _Page, removed: set[int]) -> bool:
    """Whether the end of a page is empty, or the next one has another size."""
    one, two = page.content, following.content
    if (one.width > one.height) != (two.width > two.height):
        return True
    lowest = [line.bottom for line in page.lines.get(0, ()) if id(line) not in removed]
    lowest += [box[1] for box, _ in page.tables] + [picture.box[1] for picture in one.pictures]
    return min(lowest, default=0.0) > _ENDED_EARLY * one.height


def _read_texts(blocks: Sequence[Block], words: frozenset[str]) -> None:
    for paragraph in all_paragraphs(blocks):
        paragraph.runs = join_lines(paragraph.lines, words)


def _alone(line: PdfLine) -> PdfParagraph:
    """A line of a header or footer as a paragraph."""
    paragraph = PdfParagraph(lines=[line], column=(line.left, line.right))
    paragraph.runs = join_lines([line], frozenset())
    return paragraph

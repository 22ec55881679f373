"""Texts of charts outside paragraphs: those of the chart itself, and copies of a workbook's cells.

Names of series and categories are usually copies. They change together with the cells, or not at all:
`chart_workbooks` reads the cells of workbooks that are embedded behind charts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from dragoman.formats.families.ooxml.chart_workbooks import ChartWorkbook
from dragoman.formats.families.ooxml.drawingml import DrawingReader
from dragoman.formats.families.ooxml.package import OoxmlPackage
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.text_locations import TextValue
from dragoman.segments import Segment, Text, plain_text
from dragoman.text_io.xml.tags import TagKind, XmlBlock, XmlTag, content, finder

CHARTS: Final = frozenset({"chart", "chartEx"})  # kinds of relationships
_HOLDERS: Final = (
    "c:multiLvlStrRef",
    "c:strLit",
    "c:strRef",
    "c:tx",
    "c15:datalabelsRange",
    "cx:strDim",
    "cx:txData",
)
_FORMULAS: Final = frozenset({"c:f", "c15:f", "c15:sqref", "cx:f"})
_TEXTS: Final = frozenset({"c:v", "cx:pt", "cx:v"})
_LARGEST: Final = 32 * 1024 * 1024  # bytes of all workbooks behind charts


class ChartText(NamedTuple):
    """A text of a chart."""

    formula: str  # the cells that it copies; "": not a copy
    start: int
    end: int
    text: str


def find_texts(block: XmlBlock) -> Iterator[ChartText]:
    """All texts of a chart outside paragraphs, in order."""
    holders = finder(block.names, _HOLDERS)
    position = 0
    while found := holders.search(block.data, position):
        position = found.end()
        if block.data[found.start() + 1] in b"!?/":
            continue
        tag = block.expect(found.start())
        if tag.kind is not TagKind.START:
            continue
        if tag.name != "c:tx":
            position = block.end_of(tag)
            yield from _read_holder(block, tag, position)
        elif (inner := block.expect(tag.end)).name == "c:v":
            yield from _read_holder(block, tag, block.end_of(inner))


def _read_holder(block: XmlBlock, holder: XmlTag, end: int) -> Iterator[ChartText]:
    formula = ""
    found: list[tuple[int, int, str]] = []
    for tag in block.tags(holder.end, end):
        if tag.kind is TagKind.START and (tag.name in _TEXTS or tag.name in _FORMULAS):
            closing = block.expect(tag.end)
            text = content(block.data[tag.end : closing.start])
            if closing.kind is not TagKind.END or not text.strip():
                continue
            if tag.name in _TEXTS:
                found.append((tag.end, closing.start, text))
            else:
                formula = formula or text
    return (ChartText(formula, *span) for span in found)


def read_texts(reader: DrawingReader, book: ChartWorkbook | None) -> dict[str, str]:
    """Add the texts of a chart to `reader`, and count those that cannot change.

    Returns the texts of the workbook that change with the chart, each with its unit. Texts that a chart
    without a workbook repeats belong to the chart.
    """
    linked = b"externalData" in reader.block.data
    cells: dict[str, str] = {}
    for formula, start, end, text in find_texts(reader.block):
        identity = reader.identify()
        if not any(map(str.isalpha, text)):
            continue
        same_as = ""
        if linked and formula:
            if book is None or not book.claim(formula, text):
                reader.drawing.left_alone[Reason.FIELD] += 1
                continue
            same_as = cells.get(text, "")
            cells.setdefault(text, identity)
        reader.add_location(
            TextValue(id=identity, start=start, end=end, text=text, attribute=False, same_as=same_as)
        )
    return cells


def find_workbooks(package: OoxmlPackage, charts: Iterable[str]) -> dict[str, str]:
    """Map charts to their workbooks, if these may be opened; a workbook of several charts stays unchanged."""
    found = {
        chart: to.target for chart in charts for to in package.relationships(chart) if to.kind == "package"
    }
    uses = Counter(found.values())
    size = sum(package.archive.entries[name].size for name in uses)
    return {chart: name for chart, name in found.items() if uses[name] == 1} if size < _LARGEST else {}


def finalize(
    book: ChartWorkbook, cells: Mapping[str, str], targets: Mapping[str, Segment]
) -> tuple[dict[str, str], Mapping[str, Segment]]:
    """The new texts of the cells behind a chart, and all targets changed so that the chart shows the same."""
    wanted = {text: plain_text(targets[unit]) for text, unit in cells.items() if unit in targets}
    texts = book.finalize(wanted)
    changed = dict(targets)
    for text, target in wanted.items():
        if text not in texts:
            del changed[cells[text]]
        elif texts[text] != target:
            changed[cells[text]] = (Text(text=texts[text]),)
    return texts, changed

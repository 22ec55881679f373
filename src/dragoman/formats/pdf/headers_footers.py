"""Headers and footers: text that repeats at the same position of pages is kept once, with a page number."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from dragoman.formats.pdf.lines import PdfLine
from dragoman.formats.pdf.page_numbers import PageField, counts_alone, find_fields, is_number_alone, same_key

_TOP: Final = 0.86  # of the height: headers are above
_BOTTOM: Final = 0.13  # footers are below
_ROWS: Final = 3  # of a page at each end that are considered
_GAP: Final = 1.6  # of the size: from the header to the text
_NUMBERS: Final = 3  # lines at each end that may be a page number only
_SHARE: Final = 0.4  # share of the pages: lines on as many are kept
_LEAST: Final = 2
_REPEATED: Final = 3  # pages: a running title on as many is removed
_LONGEST_HEADER: Final = 4  # lines of a header
_LONGEST: Final = 160


@dataclass(slots=True)
class HeadersFooters:
    """The lines of headers and footers."""

    header: list[PdfLine] = field(default_factory=list)  # one of each kind that is kept
    footer: list[PdfLine] = field(default_factory=list)
    removed: set[int] = field(default_factory=set)  # `id` of every line that is not part of the text
    alone: set[int] = field(default_factory=set)  # `id` of lines without a neighbour in their row
    dropped: int = 0  # number of lines that are not kept
    on_first: bool = False  # the first page has one of those that are kept


@dataclass(slots=True, frozen=True)
class PageLines:
    """The lines of a page."""

    number: int
    height: float
    lines: Sequence[PdfLine]


def find_headers_footers(pages: Sequence[PageLines]) -> HeadersFooters:
    """Find the headers and footers of a document, and the lines they consist of."""
    headers_footers = HeadersFooters()
    for zone, kept in (("top", headers_footers.header), ("bottom", headers_footers.footer)):
        found: dict[tuple[str, int], list[PdfLine]] = defaultdict(list)
        for page in pages:
            for line in _candidates(page, zone):
                if not _has_beside(line, page):
                    headers_footers.alone.add(id(line))
                found[_same(line)].append(line)
        _sort_out(found, len(pages), headers_footers, kept)
        kept.sort(key=lambda line: (-round(line.base), line.left))
        del kept[_LONGEST_HEADER:]
    return headers_footers


def _sort_out(
    found: Mapping[tuple[str, int], Sequence[PdfLine]],
    pages: int,
    headers_footers: HeadersFooters,
    kept: list[PdfLine],
) -> None:
    """Decide about lines that differ only in their numbers."""
    positions: Counter[tuple[int, int]] = Counter()  # of removed lines: no text is there on any page
    for (key, _), lines in found.items():
        count = len({line.page for line in lines})
        marked = sum(line.artifact for line in lines) * 2 > len(lines)
        position, times = Counter(map(_position, lines)).most_common(1)[0]
        steady = times >= 0.6 * len(lines)
        alone = all(
            id(line) in headers_footers.alone and counts_alone(line.text, line.page, pages) for line in lines
        )
        common = count >= max(1 if alone else _LEAST, _SHARE * pages) and steady
        repeated = (count >= _REPEATED or (is_number_alone(key) and count >= _LEAST)) and steady
        if not (marked or common or repeated):
            continue
        positions[position] += times
        headers_footers.removed.update(map(id, lines))
        headers_footers.dropped += len(lines)
        if common or (marked and (count >= _SHARE * pages or pages == 1)):
            kept.append(max(lines, key=lambda line: (any(map(str.isdigit, line.text)), -line.page)))
            headers_footers.dropped -= 1
            headers_footers.on_first = headers_footers.on_first or any(line.page == 0 for line in lines)
    for lines in found.values():
        for line in lines:
            if id(line) not in headers_footers.removed and positions[_position(line)] >= _REPEATED:
                headers_footers.removed.add(id(line))
                headers_footers.dropped += 1


def _position(line: PdfLine) -> tuple[int, int]:
    """The approximate position and size of a line."""
    return round(line.base / 2), round(line.size * 2)


def _candidates(page: PageLines, zone: str) -> Iterator[PdfLine]:
    """Lines at one end of a page, and those that the file marks as artifacts."""
    ordered = sorted(page.lines, key=lambda line: -line.base if zone == "top" else line.base)
    apart = _count_separate(ordered)
    for index, line in enumerate(ordered):
        inside = line.base > _TOP * page.height if zone == "top" else line.base < _BOTTOM * page.height
        upper = line.base > page.height / 2
        if line.artifact:
            if upper == (zone == "top"):
                yield line
        elif (
            inside
            and not _begins_raised(line)
            and line.letters <= _LONGEST
            and (index < apart or (index < _NUMBERS and is_number_alone(_key(line))))
        ):
            yield line


def _has_beside(line: PdfLine, page: PageLines) -> bool:
    return any(abs(other.base - line.base) < 0.5 * line.size for other in page.lines if other is not line)


def _begins_raised(line: PdfLine) -> bool:
    """Whether a line begins with a raised mark: a footnote, which may equal that of another page."""
    return len(line.runs) > 1 and line.runs[0].raised == 1


def _count_separate(lines: Sequence[PdfLine]) -> int:
    """The number of lines at a page's end that are apart from its text; `lines` go towards the middle."""
    rows = 1
    for index, (one, two) in enumerate(pairwise(lines), start=1):
        distance = abs(one.base - two.base)
        if distance > _GAP * max(one.size, two.size):
            return index
        rows += distance > 0.4 * two.size
        if rows > _ROWS:
            return 0
    return 0


def _key(line: PdfLine) -> str:
    return same_key(line.text, line.page)


def _same(line: PdfLine) -> tuple[str, int]:
    """A key that is equal for repetitions of a header or footer: a title with the same text is larger."""
    return _key(line), round(line.size)


def page_numbers(line: PdfLine, pages: Sequence[PageLines]) -> Mapping[int, PageField]:
    """The numbers in a line of a header or footer that Word computes; see `find_fields`."""
    key = _key(line)
    equal: list[tuple[int, str]] = []
    for page in pages:
        for other in page.lines:
            if (
                other.letters <= _LONGEST
                and abs(other.base - line.base) < 3 * line.size
                and _key(other) == key
            ):
                equal.append((page.number, other.text))
                break
    return find_fields(line.text, equal, len(pages))

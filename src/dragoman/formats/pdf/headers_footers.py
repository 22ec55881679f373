"""Headers and footers: what stands on page after page in the same place is kept once, with a page number."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from dragoman.formats.pdf.lines import PdfLine
from dragoman.formats.pdf.page_numbers import PageField, counts_alone, find_fields, is_number_alone, same_key

_TOP: Final = 0.86  # of the height: headers stand above
_BOTTOM: Final = 0.13  # footers stand below
_ROWS: Final = 3  # of a page at each end that are looked at
_GAP: Final = 1.6  # of the size: from the header to the text
_NUMBERS: Final = 3  # lines at each end that may be nothing but the page's number
_SHARE: Final = 0.4  # of the pages: what stands on as many is kept
_LEAST: Final = 2
_REPEATED: Final = 3  # pages: a running title that stands on as many goes
_MOST_KEPT: Final = 4  # lines of a header
_LONGEST: Final = 160


@dataclass(slots=True)
class HeadersFooters:
    """The lines of headers and footers."""

    header: list[PdfLine] = field(default_factory=list)  # one of each that is kept
    footer: list[PdfLine] = field(default_factory=list)
    removed: set[int] = field(default_factory=set)  # `id` of every line that is no part of the text
    alone: set[int] = field(default_factory=set)  # `id` of lines that have nothing beside them
    dropped: int = 0  # lines that are not kept
    on_first: bool = False  # the first page has one of those that are kept


@dataclass(slots=True, frozen=True)
class PageLines:
    """The lines of a page."""

    number: int
    height: float
    lines: Sequence[PdfLine]


def find_headers_footers(pages: Sequence[PageLines]) -> HeadersFooters:
    """Headers and footers of a document, and which lines they are made of."""
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
        del kept[_MOST_KEPT:]
    return headers_footers


def _sort_out(
    found: Mapping[tuple[str, int], Sequence[PdfLine]],
    pages: int,
    headers_footers: HeadersFooters,
    kept: list[PdfLine],
) -> None:
    """Decide about lines that read the same but for their numbers."""
    positions: Counter[tuple[int, int]] = Counter()  # of what goes: where nothing but furniture stands
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
    """Where a line stands and how large it is, roughly."""
    return round(line.base / 2), round(line.size * 2)


def _candidates(page: PageLines, zone: str) -> Iterator[PdfLine]:
    """Lines at one end of a page, and those that the file itself calls furniture."""
    ordered = sorted(page.lines, key=lambda line: -line.base if zone == "top" else line.base)
    apart = _apart(ordered)
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
    """Whether it begins with a raised mark: a footnote, which may read as that of another page."""
    return len(line.runs) > 1 and line.runs[0].raised == 1


def _apart(lines: Sequence[PdfLine]) -> int:
    """How many lines at the end of a page stand apart from its text; `lines` go towards the middle."""
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
    """What lines of furniture have in common: a title that reads like the header is larger."""
    return _key(line), round(line.size)


def page_numbers(line: PdfLine, pages: Sequence[PageLines]) -> Mapping[int, PageField]:
    """Which of the numbers in a line of furniture Word is to compute; see `find_fields`."""
    key = _key(line)
    alike: list[tuple[int, str]] = []
    for page in pages:
        for other in page.lines:
            if (
                other.letters <= _LONGEST
                and abs(other.base - line.base) < 3 * line.size
                and _key(other) == key
            ):
                alike.append((page.number, other.text))
                break
    return find_fields(line.text, alike, len(pages))

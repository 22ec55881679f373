"""Positions of a file's pictures between its paragraphs.

A picture follows the text above it in its column, so that a caption below stays below. Pictures behind text
are backgrounds and left out; one at the same position of several pages is kept once, like a header.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from dragoman.formats.pdf.blocks import Block, Figure, PdfParagraph
from dragoman.formats.pdf.images import Image, find_image
from dragoman.formats.pdf.line_joining import all_lines
from dragoman.formats.pdf.lines import PdfLine
from dragoman.formats.pdf.objects import identity_of
from dragoman.formats.pdf.page_content import Box, PageContent, Picture

_SMALLEST: Final = 16.0  # points: smaller ones are bullets, icons or lines
_MOST: Final = 1_000
_MOST_SEEN: Final = 5_000  # pictures that are considered
_MOST_BYTES: Final = 96_000_000  # of all samples
_LETTERS: Final = 60  # number of letters on a picture that is a background
_ROTATED: Final = 0.02  # of its sides: a picture rotated by less is upright
_SEVERAL: Final = 3  # number of pages
_TOUCHING: Final = 4.0  # points that a picture may overlap the text above it


@dataclass(slots=True)
class PageFigures:
    """The pictures that are kept, by page, and the number of the others."""

    kept: dict[int, list[tuple[Box, Figure]]] = field(default_factory=lambda: defaultdict(list))
    left: int = 0


class _BlockPosition(NamedTuple):
    number: int  # of a block
    box: Box  # of its lines on the page


def find_figures(pages: Sequence[tuple[PageContent, Sequence[PdfLine]]]) -> PageFigures:
    """The pictures of the pages that the result can contain; each page comes with its lines of text."""
    found = PageFigures()
    bytes_left, count_left, looked = _MOST_BYTES, _MOST, 0
    images: dict[int, Image | None] = {}
    seen = Counter(key for content, _ in pages for key in {_key(one) for one in content.pictures})
    known: set[tuple[object, ...]] = set()
    for content, lines in pages:
        for picture in content.pictures:
            box = _visible(picture.box, content)
            if box is None:
                continue
            looked += 1
            image = _image(picture, images) if looked <= _MOST_SEEN and _is_upright(picture) else None
            if image is None or _is_background(box, lines):
                found.left += 1
                continue
            if seen[_key(picture)] >= _SEVERAL:
                if _key(picture) in known:
                    continue
                known.add(_key(picture))
            bytes_left -= image.size
            count_left -= 1
            if bytes_left < 0 or count_left < 0:
                found.left += 1
                continue
            found.kept[content.number].append((box, _figure(picture, image, box, content)))
    return found


def insert_figures(blocks: Sequence[Block], figures: PageFigures) -> list[Block]:
    """Insert the figures between the blocks."""
    positions = _positions(blocks)
    after: dict[int, list[tuple[float, float, Figure]]] = defaultdict(list)
    last = -1
    for page in sorted({*positions, *figures.kept}):
        on_page = positions.get(page, [])
        for box, figure in figures.kept.get(page, ()):
            after[_follows(box, on_page, last)].append((-box[3], box[0], figure))
        last = max([last, *(position.number for position in on_page)])
    placed: list[Block] = []
    for index in range(-1, len(blocks)):
        if index >= 0:
            placed.append(blocks[index])
        new = [figure for *_, figure in sorted(after.get(index, []), key=lambda one: one[:2])]
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        if new and following is not None and following.new_page and _begins_page(new[0], following):
            new[0].new_page, following.new_page = True, False
        placed += new
    return placed


def _key(picture: Picture) -> tuple[object, ...]:
    """A key that is equal for the same picture at the same position of several pages."""
    number = None if picture.stream is None else identity_of(picture.stream)
    return (number, *(round(side / 4) for side in picture.box))


def _image(picture: Picture, images: dict[int, Image | None]) -> Image | None:
    """A picture's image, shared by all pictures that show it."""
    if picture.stream is None:
        return None
    key = identity_of(picture.stream)
    if key not in images:
        images[key] = find_image(picture.stream)
    return images[key]


def _visible(box: Box, content: PageContent) -> Box | None:
    """The visible part of a picture; None if it is almost invisible."""
    left, bottom = max(box[0], 0.0), max(box[1], 0.0)
    right, top = min(box[2], content.width), min(box[3], content.height)
    return (left, bottom, right, top) if min(right - left, top - bottom) >= _SMALLEST else None


def _is_upright(picture: Picture) -> bool:
    a, b, c, d, _, _ = picture.matrix
    return abs(b) <= _ROTATED * abs(a) and abs(c) <= _ROTATED * abs(d)


def _is_background(box: Box, lines: Iterable[PdfLine]) -> bool:
    """Whether more than a few words are on a picture."""
    left, bottom, right, top = box
    letters = sum(
        line.letters
        for line in lines
        if left <= (line.left + line.right) / 2 <= right and bottom <= line.base + line.size / 3 <= top
    )
    return letters > _LETTERS


def _figure(picture: Picture, image: Image, box: Box, content: PageContent) -> Figure:
    a, _, _, d, _, _ = picture.matrix
    left, bottom, right, top = picture.box
    return Figure(
        image=image,
        width=right - left,
        height=top - bottom,
        left=box[0],
        right=content.width - box[2],
        page=content.number,
        mirrored=(a < 0, d < 0),
    )


def _positions(blocks: Sequence[Block]) -> Mapping[int, list[_BlockPosition]]:
    """The positions of blocks, by page."""
    found: dict[int, list[_BlockPosition]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if isinstance(block, PdfParagraph) and block.aside:
            continue
        by_page: dict[int, list[PdfLine]] = defaultdict(list)
        for line in all_lines([block]):
            by_page[line.page].append(line)
        for page, lines in by_page.items():
            found[page].append(_BlockPosition(index, _bounding_box(lines)))
    return found


def _bounding_box(lines: Sequence[PdfLine]) -> Box:
    return (
        min(line.left for line in lines),
        min(line.base - line.size / 4 for line in lines),
        max(line.right for line in lines),
        max(line.base + line.size for line in lines),
    )


def _follows(box: Box, positions: Sequence[_BlockPosition], last: int) -> int:
    """The index of the block that a picture follows; `last` is that of the last block on pages before."""
    beside = [position for position in positions if _overlap(box, position.box) > 0] or list(positions)
    above = [position for position in beside if position.box[1] >= box[3] - _TOUCHING]
    if above:
        return min(above, key=lambda position: position.box[1] - box[3]).number
    below = [position for position in beside if position.box[3] <= box[1] + _TOUCHING]
    if below:
        return max(below, key=lambda position: position.box[3]).number - 1
    if beside:  # text is beside it
        return max(position.number for position in beside)
    return last


def _overlap(one: Box, other: Box) -> float:
    return min(one[2], other[2]) - max(one[0], other[0])


def _begins_page(figure: Figure, following: Block) -> bool:
    """Whether a figure is on the page that a block begins."""
    first = next(iter(all_lines([following])), None)
    return first is not None and figure.page == first.page

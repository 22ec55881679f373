"""Read a text unit of HTML as a segment with codes, and write its translation as HTML.

White space, images and tags around the whole text stay outside the segment. Adjacent elements are merged only
where an editor split one formatting in two (`is_split_formatting`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from dragoman.formats.families.html.text import (
    HtmlEscaping,
    read_text,
    strip_blanks,
    write_text,
)
from dragoman.formats.families.html.text_units import HtmlPiece, HtmlPieceKind, HtmlTextUnit
from dragoman.formats.units.adjacent_elements import is_split_formatting
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise
from dragoman.text_io.charsets import show_text
from dragoman.text_io.errors import ConversionFailed

_MOST_SHOWN = 200  # characters of a code's display


@dataclass(slots=True)
class HtmlSegment:
    """A text unit as a segment, which covers source[start:end]."""

    place: HtmlTextUnit
    start: int
    end: int
    segment: Segment
    ranges: dict[tuple[str, CodeKind], tuple[int, int]] = field(
        default_factory=dict
    )  # of codes in the source
    spelling: HtmlEscaping = field(default_factory=HtmlEscaping)


@dataclass(slots=True)
class _Item:
    """A piece that is not a part of the segment yet."""

    piece: HtmlPiece
    partner: int = -1  # index of the other half of a pair
    dropped: bool = False  # between two elements that are merged


def read_segment(source: str, place: HtmlTextUnit) -> HtmlSegment:
    """Read a text unit of the source. Deterministic."""
    if place.quote is not None or place.bare:
        return _read_plain(source, place)
    items = [_Item(piece) for piece in place.pieces]
    _pair(items, source)
    first, last = _trim(items, source)
    start, end = items[first].piece.start, items[last].piece.end
    if items[first].piece.kind is HtmlPieceKind.TEXT:
        start = strip_blanks(source, start, items[first].piece.end)[0]
    if items[last].piece.kind is HtmlPieceKind.TEXT:
        end = strip_blanks(source, max(start, items[last].piece.start), end)[1]
    reading = HtmlSegment(place, start, end, ())
    reading.segment = normalise(_parts(source, items[first : last + 1], first, reading))
    return reading


def write_segment(
    reading: HtmlSegment, target: Segment, *, xml: bool, codes: Callable[[int, int], str]
) -> str:
    """Write a translation as HTML; `codes` gives the source of a code by its range.

    Raises ConversionFailed when the translation's codes are not the segment's.
    """
    if not keeps_codes(reading.segment, target):
        message = f"The translation of the text at character {reading.start} lost or gained inline codes."
        raise ConversionFailed(message)
    quote = reading.place.quote
    written = "".join(
        write_text(part.text, reading.spelling, quote='"' if quote == "" else quote or "", xml=xml)
        if isinstance(part, Text)
        else codes(*reading.ranges[part.id, part.kind])
        for part in target
    )
    return f'"{written}"' if quote == "" else written


def _read_plain(source: str, place: HtmlTextUnit) -> HtmlSegment:
    """Read an attribute, a title, or a text field: no tags."""
    only = place.pieces[0]
    start, end = strip_blanks(source, only.start, only.end)
    reading = HtmlSegment(place, start, end, ())
    parts = _text_parts(source, (start, end), reading, collapse=not place.plain, number=count(1))
    reading.segment = normalise(parts)
    return reading


def _pair(items: list[_Item], source: str) -> None:
    """Pair the halves of elements; where one formatting was split, the inner halves are dropped."""
    open_items: list[int] = []
    waiting: dict[str, int] = {}
    for index, item in enumerate(items):
        name = item.piece.name
        if item.piece.kind is HtmlPieceKind.OPEN:
            open_items.append(index)
            waiting[name] = waiting.get(name, 0) + 1
        elif item.piece.kind is HtmlPieceKind.CLOSE and waiting.get(name, 0):
            while True:
                opening = open_items.pop()
                waiting[items[opening].piece.name] -= 1
                if items[opening].piece.name == name:
                    break
            item.partner, items[opening].partner = opening, index
    for at in range(1, len(items) - 2):
        _join_cut(items, at, source)


def _join_cut(items: Sequence[_Item], at: int, source: str) -> None:
    """Merge two adjacent elements when the tags at items[at] and items[at + 1] split one formatting."""
    closing, opening = items[at], items[at + 1]
    if closing.piece.kind is not HtmlPieceKind.CLOSE or opening.piece.kind is not HtmlPieceKind.OPEN:
        return
    if closing.partner < 0 or opening.partner < 0:
        return
    first = items[closing.partner]
    before, after = items[at - 1].piece, items[at + 2].piece
    if not before.kind is after.kind is HtmlPieceKind.TEXT:
        return
    tag, again, *texts = (source[one.start : one.end] for one in (first.piece, opening.piece, before, after))
    if is_split_formatting(tag, again, texts[0], texts[1]):
        first.partner, items[opening.partner].partner = opening.partner, closing.partner
        closing.dropped = opening.dropped = True


def _trim(items: Sequence[_Item], source: str) -> tuple[int, int]:
    """The indexes of the first and last item of the segment."""
    is_content = [_is_content(item.piece, source) for item in items]
    first, last = is_content.index(True), len(items) - 1 - is_content[::-1].index(True)
    # A pair with a half inside is inside as a whole, unless it encloses everything.
    start, end = first, last
    for index in range(first, last + 1):
        partner = items[index].partner
        if partner >= 0 and not items[index].dropped:
            start, end = min(start, partner), max(end, partner)
    changed = True
    while changed:
        changed = False
        while start < first and (items[start].dropped or items[start].partner < 0):
            start, changed = start + 1, True
        while end > last and (items[end].dropped or items[end].partner < 0):
            end, changed = end - 1, True
        if start < first and end > last and items[start].partner == end:
            start, end, changed = start + 1, end - 1, True
        elif start < items[start].partner < first:  # it encloses nothing
            start, changed = items[start].partner + 1, True
        elif last < items[end].partner < end:
            end, changed = items[end].partner - 1, True
    return start, end


def _is_content(piece: HtmlPiece, source: str) -> bool:
    """Whether a piece is content: text that is not blank, or a code that belongs to the sentence."""
    if piece.kind is HtmlPieceKind.TEXT:
        start, end = strip_blanks(source, piece.start, piece.end)
        return start < end
    return piece.type == "protected"


def _parts(source: str, items: Sequence[_Item], offset: int, reading: HtmlSegment) -> Iterator[Part]:
    """The segment's parts; codes are numbered in their order, halves of a pair alike."""
    number = count(1)
    ids: dict[int, str] = {}
    for index, item in enumerate(items, start=offset):
        piece = item.piece
        if piece.kind is HtmlPieceKind.TEXT:
            span = max(piece.start, reading.start), min(piece.end, reading.end)
            yield from _text_parts(source, span, reading, collapse=True, number=number)
        elif not item.dropped:
            kind = CodeKind.STANDALONE
            if 0 <= item.partner - offset < len(items):
                kind = CodeKind.OPEN if piece.kind is HtmlPieceKind.OPEN else CodeKind.CLOSE
            identity = ids[item.partner] if kind is CodeKind.CLOSE else str(next(number))
            ids[index] = identity
            data = "\n" if piece.type == "break" else show_text(source[piece.start : piece.end], _MOST_SHOWN)
            reading.ranges[identity, kind] = piece.start, piece.end
            yield Code(id=identity, kind=kind, type=piece.type, data=data)


def _text_parts(
    source: str, span: tuple[int, int], reading: HtmlSegment, *, collapse: bool, number: Iterator[int]
) -> Iterator[Part]:
    attribute = reading.place.quote is not None
    texts: list[str] = []
    for read in read_text(source, *span, reading.spelling, collapse=collapse, attribute=attribute):
        if isinstance(read, str):
            texts.append(read)
            continue
        yield Text(text="".join(texts))
        texts.clear()
        identity = str(next(number))
        reading.ranges[identity, CodeKind.STANDALONE] = read.start, read.end
        yield Code(id=identity, kind=CodeKind.STANDALONE, type="entity", data=read.shown)
    yield Text(text="".join(texts))

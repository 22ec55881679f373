"""Places with text in a block of an Office part: their units, and the block with translations in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from dragoman.formats.format import Languages, Unit
from dragoman.formats.paragraphs.inline_content import Mark, Piece, split
from dragoman.formats.paragraphs.segments import Stretch, lay_out
from dragoman.formats.paragraphs.writing import Dialect, ParagraphWriter
from dragoman.segments import Segment, Text, keeps_codes, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.tags import escaped, escaped_value
from dragoman.text_io.zip.directory import shown

Edit: TypeAlias = tuple[int, int, bytes]
Copy: TypeAlias = Callable[[int, int], bytes]  # what stood between two places, with its translations


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A stretch of a paragraph between things that may not move."""

    stretch: Stretch
    id: str = ""  # of its unit; "": it is none
    same_as: str = ""  # the unit whose translation it shares
    derived: bool = False  # it is no unit: it repeats text that stands elsewhere, see `tables_of_contents`


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A paragraph that has units."""

    start: int
    opening: int  # where its first tag ends
    content: int  # behind the paragraph's properties
    tail: int  # where its closing tag begins
    end: int
    sections: tuple[Section | Mark, ...]
    elements: frozenset[str] = frozenset()  # characters that were elements
    alignment: str = ""  # which it has if its properties do not name one, where that is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """Text in an attribute, or all the text of an element that holds nothing else."""

    id: str
    start: int
    end: int
    text: str
    attribute: bool = True
    same_as: str = ""
    derived: bool = False  # as of sections


Place: TypeAlias = Paragraph | Value


# a paragraph, its properties and its written name → the properties of a translated one
Turn: TypeAlias = Callable[[Paragraph, bytes, bytes], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be written."""

    targets: Mapping[str, Segment]
    languages: Languages
    always: bool = False  # also what did not change: the proof that nothing is lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """How places of a part are written."""

    order: Order
    dialect: Callable[[bytes], Dialect]  # in a paragraph whose element has this written name
    paragraph: Turn = lambda _, properties, __: properties
    block: Callable[[bytes], bytes] = lambda data: (
        data
    )  # one in which something has been written: what follows
    writer: Callable[[Copy, bytes], ParagraphWriter] | None = None  # for paragraphs that are not made of runs


def lay_out_sections(
    pieces: Sequence[Piece], identity: str, claim: Callable[[Segment, str], str] = lambda _said, _identity: ""
) -> tuple[Section | Mark, ...]:
    """The stretches of a paragraph, and the marks that may not move.

    The first stretch with text has the identity of the paragraph. `claim` tells of a stretch and its identity
    which unit's translation it shares; "": it has its own.
    """
    sections: list[Section | Mark] = []
    own = identity
    for item in split(pieces):
        if isinstance(item, Mark):
            sections.append(item)
            continue
        stretch = lay_out(item)
        if stretch.has_text:
            sections.append(Section(stretch=stretch, id=own, same_as=claim(stretch.segment, own)))
            own = f"{identity}.{len(sections)}"
        else:
            sections.append(Section(stretch=stretch))
    return tuple(sections)


def units_of(places: Sequence[Place]) -> Iterator[Unit]:
    """The units of places, in reading order."""
    for place in sorted(places, key=lambda place: place.start):
        if isinstance(place, Value):
            if not (place.same_as or place.derived):
                yield Unit(id=place.id, segment=(Text(text=place.text),), context=place.id)
            continue
        for section in place.sections:
            if isinstance(section, Section) and section.id and not (section.same_as or section.derived):
                yield Unit(id=section.id, segment=section.stretch.segment, context=section.id)


def write_places(data: bytes, places: Sequence[Place], writing: Writing) -> bytes | None:
    """The block with the translations of its places; None when nothing changes.

    `places` come in the order in which they end. Raises `ConversionFailed` when a translation's codes are not
    those of its unit.
    """
    edits: list[Edit] = []  # in order, apart
    for place in places:
        new = _write_place(data, place, writing, edits)
        if new is not None:
            inner = bisect_left(edits, (place.start,))
            edits[inner:] = [(place.start, place.end, new)]
    return writing.block(splice(data, edits)) if edits else None


def splice(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Bytes with some stretches (in order, apart) replaced."""
    pieces: list[bytes] = []
    position = 0
    for start, end, new in edits:
        pieces += (data[position:start], new)
        position = end
    return b"".join((*pieces, data[position:]))


def _write_place(data: bytes, place: Place, writing: Writing, edits: list[Edit]) -> bytes | None:
    if isinstance(place, Value):
        target = _find_target(place.id, place.same_as, (Text(text=place.text),), writing)
        if target is None:
            return None
        return (escaped_value if place.attribute else escaped)(plain_text(target))
    targets = [
        _find_target(item.id, item.same_as, item.stretch.segment, writing)
        if isinstance(item, Section)
        else None
        for item in place.sections
    ]
    if all(target is None for target in targets):
        return None
    name = data[place.start : place.opening].strip(b"</>").split(None, 1)[0]
    writer = _writer(place, writing, name, lambda start, end: _copy(data, start, end, edits))
    for item, target in zip(place.sections, targets, strict=True):
        if isinstance(item, Mark):
            writer.add_mark(item)
        else:
            writer.add_stretch(item.stretch, target)
    writer.finish()
    properties = writing.paragraph(place, data[place.opening : place.content], name)
    return b"".join(
        (data[place.start : place.opening], properties, *writer.pieces, data[place.tail : place.end])
    )


def _writer(place: Paragraph, writing: Writing, name: bytes, copy: Copy) -> ParagraphWriter:
    if writing.writer is not None:
        return writing.writer(copy, name)
    return ParagraphWriter(_dialect(place, writing.dialect(name)), copy)


def _dialect(place: Paragraph, dialect: Dialect) -> Dialect:
    """Only characters that were elements in the paragraph are elements again."""
    if place.elements == dialect.elements.keys():
        return dialect
    return replace(dialect, elements={c: dialect.elements[c] for c in place.elements})


def _find_target(identity: str, same_as: str, segment: Segment, writing: Writing) -> Segment | None:
    """The translation to write; None: it stays as it is."""
    if not identity:
        return None
    target = writing.order.targets.get(same_as or identity)
    if target is None or (target == segment and not writing.order.always):
        return None
    if not keeps_codes(segment, target):
        raise ConversionFailed(f"The translation of {shown(identity)} has not the codes of its source.")
    return target


def _copy(data: bytes, start: int, end: int, edits: list[Edit]) -> bytes:
    """What stood between two places, with the edits inside."""
    first = bisect_left(edits, (start,))
    if first == len(edits) or edits[first][0] >= end:
        return data[start:end]
    last = bisect_left(edits, (end,))
    inner = [(a - start, b - start, new) for a, b, new in edits[first:last]]
    return splice(data[start:end], inner)

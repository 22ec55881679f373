"""Read a text unit of an XML document as a segment with codes, and write its translation as XML.

White space, comments, pictures and tags around the whole text stay outside the segment at its ends. Adjacent
elements are merged only where an editor split one formatting in two (`is_split_formatting`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

from dragoman.formats.families.xml_rules.text import (
    XmlEscaping,
    read_cdata,
    read_text,
    spaced,
    strip,
    write_cdata,
    write_text,
)
from dragoman.formats.units.adjacent_elements import is_split_formatting
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes, normalise
from dragoman.text_io.errors import ConversionFailed

_MOST_SHOWN: Final = 200  # characters of a code's display
_MOST_CODES: Final = 20_000  # in one text unit; real texts have fewer
_CDATA_START: Final = len("<![CDATA[")
_CDATA_END: Final = len("]]>")
_CDATA: Final = "cdata"  # type of the codes around a CDATA section between other text
_MEANT: Final = frozenset({"variable", "field", _CDATA})  # codes that belong to their sentence, at ends too


class XmlPieceKind(enum.IntEnum):
    """The kind of a piece of a text unit."""

    TEXT = 0
    OPEN = 1
    CLOSE = 2
    ALONE = 3
    CDATA = 4


class XmlPiece(NamedTuple):
    """text[start:end] within a text unit."""

    kind: XmlPieceKind
    start: int
    end: int
    pair: int = 0  # of halves: the same for both
    type: str = ""  # of the code it becomes
    keep: bool = False  # of text: its white space is significant; of tags: they begin a line


@dataclass(slots=True, eq=False)
class XmlTextUnit:
    """A text to translate. Its pieces are contiguous; an attribute's value is one text."""

    pieces: Sequence[XmlPiece]
    name: str  # of its element, and attribute
    key: str  # of the nearest element that has one
    quote: str = ""  # of attributes: the quotation mark around the value
    certain: bool = False  # the document or the job marks it as translated
    note: str = ""


@dataclass(slots=True)
class XmlSegment:
    """A text unit as a segment, which covers text[start:end]."""

    place: XmlTextUnit
    start: int
    end: int
    segment: Segment
    ranges: dict[tuple[str, CodeKind], tuple[int, int]] = field(default_factory=dict)  # of codes
    spelling: XmlEscaping = field(default_factory=XmlEscaping)
    sections: set[str] = field(default_factory=set)  # ids of codes that are the limits of CDATA sections
    is_section: bool = False  # it lies in one


def read_segment(text: str, place: XmlTextUnit, entities: frozenset[str]) -> XmlSegment:
    """Read a text unit. Deterministic."""
    pieces = place.pieces
    if len(pieces) == 1 and pieces[0].kind is XmlPieceKind.TEXT:
        start, end = strip(text, pieces[0].start, pieces[0].end)
        if "&" not in (raw := text[start:end]):
            reading = XmlSegment(place, start, end, (), spelling=XmlEscaping(raw=[raw]))
            if start < end:
                reading.segment = (Text(text=spaced(raw, keep=pieces[0].keep)),)
            return reading
    if len(pieces) > 1 or pieces[0].kind is not XmlPieceKind.TEXT:
        inside = _only_section(text, pieces)
        if inside is not None:
            reading = XmlSegment(place, *inside, (), is_section=True)
            reading.segment = normalise([Text(text=read_cdata(text[inside[0] : inside[1]]))])
            return reading
        pieces = _trim(text, _joined(text, _split_sections(pieces)))
    start, end = pieces[0].start, pieces[-1].end
    if pieces[0].kind is XmlPieceKind.TEXT:
        start = strip(text, start, pieces[0].end)[0]
    if pieces[-1].kind is XmlPieceKind.TEXT:
        end = strip(text, max(start, pieces[-1].start), end)[1]
    reading = XmlSegment(place, start, end, ())
    reading.segment = normalise(_Parts(text, reading, entities).read(pieces))
    return reading


def write_segment(
    reading: XmlSegment, target: Segment, codes: Callable[[int, int], str], *, encoding: str = "utf-8"
) -> str:
    """Write a translation as XML; `codes` gives the source of a code by its range.

    Raises ConversionFailed when the translation's codes are not the segment's.
    """
    if not keeps_codes(reading.segment, target):
        raise ConversionFailed(
            f"The translation of the text at character {reading.start} lost or gained inline codes."
        )
    pieces: list[str] = []
    sections = 0
    for part in target:
        if isinstance(part, Text):
            pieces.append(_write_text(reading, part.text, encoding, in_section=sections > 0))
        elif part.id in reading.sections:
            sections += 1 if part.kind is CodeKind.OPEN else -1
        else:
            pieces.append(codes(*reading.ranges[part.id, part.kind]))
    return "".join(pieces)


def _write_text(reading: XmlSegment, written: str, encoding: str, *, in_section: bool) -> str:
    if reading.is_section:
        return write_cdata(written, encoding)
    if in_section:
        return f"<![CDATA[{write_cdata(written, encoding)}]]>"
    return write_text(written, reading.spelling, quote=reading.place.quote)


def _only_section(text: str, pieces: Sequence[XmlPiece]) -> tuple[int, int] | None:
    """The offsets of the text if one CDATA section contains all of it, without white space at its ends."""
    sections = [piece for piece in pieces if piece.kind is XmlPieceKind.CDATA]
    if len(sections) != 1:
        return None
    for piece in pieces:
        if piece.kind is XmlPieceKind.TEXT and text[piece.start : piece.end].isspace():
            continue
        if piece.kind is not XmlPieceKind.CDATA and piece.type != "comment":
            return None
    only = sections[0]
    return strip(text, only.start + _CDATA_START, only.end - _CDATA_END)


def _split_sections(pieces: Sequence[XmlPiece]) -> list[XmlPiece]:
    """Turn CDATA sections between other text into pairs of codes around text."""
    split: list[XmlPiece] = []
    for piece in pieces:
        if piece.kind is not XmlPieceKind.CDATA:
            split.append(piece)
            continue
        pair = -piece.end  # no element's
        inside = piece.start + _CDATA_START, piece.end - _CDATA_END
        split.append(XmlPiece(XmlPieceKind.OPEN, piece.start, inside[0], pair, _CDATA))
        split.append(XmlPiece(XmlPieceKind.TEXT, *inside, pair, _CDATA, keep=True))
        split.append(XmlPiece(XmlPieceKind.CLOSE, inside[1], piece.end, pair, _CDATA))
    return split


def _joined(text: str, pieces: Sequence[XmlPiece]) -> list[XmlPiece]:
    """Pieces without the tags inside a formatting that was split: `</b><b>` in a word."""
    opened = {piece.pair: piece for piece in pieces if piece.kind is XmlPieceKind.OPEN}
    renamed: dict[int, int] = {}
    left_out: set[int] = set()
    for index in range(1, len(pieces) - 2):
        before, closing, opening, after = pieces[index - 1 : index + 3]
        if closing.kind is not XmlPieceKind.CLOSE or opening.kind is not XmlPieceKind.OPEN:
            continue
        if not before.kind is after.kind is XmlPieceKind.TEXT:
            continue
        first = opened[closing.pair]
        sources = (text[piece.start : piece.end] for piece in (first, opening, before, after))
        if opening.type == "fmt" and is_split_formatting(*sources):
            renamed[opening.pair] = renamed.get(closing.pair, closing.pair)
            left_out |= {index, index + 1}
    if not left_out:
        return list(pieces)
    return [
        piece._replace(pair=renamed.get(piece.pair, piece.pair)) if piece.pair else piece
        for index, piece in enumerate(pieces)
        if index not in left_out
    ]


def _trim(text: str, pieces: list[XmlPiece]) -> list[XmlPiece]:
    """Remove pieces at the ends that are not part of the sentence."""
    first, last = 0, len(pieces)
    while first < last:
        if _is_aside(text, pieces[first]):
            first += 1
        elif _is_aside(text, pieces[last - 1]):
            last -= 1
        elif _is_around(pieces[first], pieces[last - 1]):
            first, last = first + 1, last - 1
        else:
            break
    return pieces[first:last] or pieces


def _is_aside(text: str, piece: XmlPiece) -> bool:
    if piece.kind is XmlPieceKind.TEXT:
        return piece.type != _CDATA and (
            piece.start == piece.end or not text[piece.start : piece.end].strip(" \t\r\n")
        )
    return piece.kind is XmlPieceKind.ALONE and piece.type not in _MEANT


def _is_around(first: XmlPiece, last: XmlPiece) -> bool:
    if first.kind is not XmlPieceKind.OPEN or last.kind is not XmlPieceKind.CLOSE:
        return False
    return first.pair == last.pair and first.type != _CDATA


class _Parts:
    """Makes parts of pieces; codes are numbered in order, halves of a pair alike."""

    def __init__(self, text: str, reading: XmlSegment, entities: frozenset[str]) -> None:
        self._text = text
        self._reading = reading
        self._entities = entities
        self._number = count(1)
        self._ids: dict[int, str] = {}

    def read(self, pieces: Sequence[XmlPiece]) -> Iterator[Part]:
        for piece in pieces:
            if piece.kind is XmlPieceKind.TEXT and piece.type == _CDATA:
                yield Text(text=read_cdata(self._text[piece.start : piece.end]))
            elif piece.kind is XmlPieceKind.TEXT:
                yield from self._texts(piece)
            else:
                yield self._code(piece)

    def _code(self, piece: XmlPiece) -> Code:
        kind = (
            CodeKind(piece.kind.name.lower()) if piece.kind is not XmlPieceKind.ALONE else CodeKind.STANDALONE
        )
        if kind is CodeKind.CLOSE:
            identity = self._ids[piece.pair]
        else:
            identity = str(next(self._number))
            self._ids[piece.pair] = identity
        if piece.type == _CDATA:
            self._reading.sections.add(identity)
        self._reading.ranges[identity, kind] = piece.start, piece.end
        data = "\n" if piece.type == "break" else self._text[piece.start : piece.end][:_MOST_SHOWN]
        return Code(id=identity, kind=kind, type="fmt" if piece.type == _CDATA else piece.type, data=data)

    def _texts(self, piece: XmlPiece) -> Iterator[Part]:
        reading = self._reading
        start, end = max(piece.start, reading.start), min(piece.end, reading.end)
        for read in read_text(
            self._text, start, end, reading.spelling, keep=piece.keep, entities=self._entities
        ):
            if isinstance(read, str):
                yield Text(text=read)
                continue
            identity = str(next(self._number))
            if len(reading.ranges) >= _MOST_CODES:
                raise ConversionFailed(f"One text of the file has more than {_MOST_CODES:,} codes in it.")
            reading.ranges[identity, CodeKind.STANDALONE] = read
            data = self._text[read.start : read.end]
            yield Code(id=identity, kind=CodeKind.STANDALONE, type="variable", data=data)

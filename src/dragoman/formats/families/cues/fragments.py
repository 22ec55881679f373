"""Cues, and how their content is split into fragments: one for each speaker, without tags around it.

Tags and blanks at both ends of a fragment are kept and are not part of its text; so are a speaker's dash, and
tags around each of its lines.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, NamedTuple

from dragoman.text_io.charsets import split_undecodable

# A dash or an arrow that marks a speaker; not a minus, and not the dash of a continued sentence.
DASH: Final = re.compile(r"(?:[-‐‑‒–—―−](?![-‐‑‒–—―−\d])|>>+)[ \t\u00a0\u3000]*")
_WRITTEN_DASH: Final = re.compile(DASH.pattern.replace(">>+", "(?:>|&gt;){2,}"))


class CuePieceKind(enum.Enum):
    """The kind of a piece of a cue's content."""

    TEXT = enum.auto()
    OPEN = enum.auto()
    CLOSE = enum.auto()
    ALONE = enum.auto()
    BREAK = enum.auto()  # the end of a line
    GAP = enum.auto()  # the end of a paragraph: an empty line


_BREAKS: Final = {CuePieceKind.BREAK: "break", CuePieceKind.GAP: "break"}


class CuePiece(NamedTuple):
    """A piece of a cue's content; the pieces cover it without gaps."""

    kind: CuePieceKind
    raw: str
    text: str = ""  # of TEXT: what people read
    name: str = ""  # of OPEN and CLOSE: the same for both
    type: str = "fmt"  # of the code it becomes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cue:
    """Text that is shown for some time."""

    number: int  # in the file, from 1
    content: Sequence[CuePiece] = field(repr=False)
    begin: int | None = None  # milliseconds; None: not known
    end: int | None = None
    style: str = ""  # position and style on the screen; cues that differ in it are not joined
    start: int = 0  # of its content in the file


@dataclass(frozen=True, slots=True, kw_only=True)
class CueFragment:
    """A part of a cue that is one text: content[start:end], in characters."""

    cue: Cue = field(repr=False)
    index: int  # in the cue
    start: int
    end: int
    lines: Sequence[Sequence[CuePiece]]
    look: str = ""  # the tags before it
    line_before: str = ""  # tags around each of its lines
    line_after: str = ""
    begins_speech: bool = False  # it begins with a speaker's dash
    is_last: bool = True  # of its cue


def pieces_of_text(raw: str, decode: Callable[[str], str] | None = None) -> Iterator[CuePiece]:
    """Text as pieces: undecodable bytes are codes, and blanks at its ends are pieces of their own."""
    if raw.isascii():
        yield from _text(raw, decode)
        return
    for stretch, strange in split_undecodable(raw):
        if strange:
            yield CuePiece(CuePieceKind.ALONE, stretch, type="control")
        else:
            yield from _text(stretch, decode)


def _text(raw: str, decode: Callable[[str], str] | None) -> Iterator[CuePiece]:
    inner = raw.strip()
    if len(inner) == len(raw):
        if raw:
            yield CuePiece(CuePieceKind.TEXT, raw, decode(raw) if decode else raw)
        return
    before = raw[: len(raw) - len(raw.lstrip())]
    if before:
        yield CuePiece(CuePieceKind.TEXT, before, " ")
    if inner:
        yield CuePiece(CuePieceKind.TEXT, inner, decode(inner) if decode else inner)
        if after := raw[len(before) + len(inner) :]:
            yield CuePiece(CuePieceKind.TEXT, after, " ")


def cut_into_fragments(cue: Cue) -> list[CueFragment]:
    """The fragments of a cue that have any text."""
    content = cue.content
    if len(content) == 1 and content[0].kind is CuePieceKind.TEXT and not DASH.match(content[0].text):
        only = content[0]
        return [_plain(cue, only)] if _is_text(only) else []
    pairs = _find_pairs(content)
    offsets = [0, *accumulate(len(piece.raw) for piece in content)]
    blocks = [
        (begin, end)
        for begin, end in _blocks(content)
        if any(_is_text(content[at]) for at in range(begin, end))
    ]
    return [
        _fragment(_Block(cue, content, pairs, *block), offsets, index, is_last=index == len(blocks) - 1)
        for index, block in enumerate(blocks)
    ]


def _plain(cue: Cue, piece: CuePiece) -> CueFragment:
    return CueFragment(cue=cue, index=0, start=0, end=len(piece.raw), lines=((piece,),))


def _is_text(piece: CuePiece) -> bool:
    return piece.kind is CuePieceKind.TEXT and not piece.text.isspace()


def _find_pairs(content: Sequence[CuePiece]) -> dict[int, int]:
    """For each half of a pair, where the other one is; pairs are nested, other halves are in none."""
    pairs: dict[int, int] = {}
    around: list[int] = []
    waiting: Counter[str] = Counter()
    for at, piece in enumerate(content):
        if piece.kind is CuePieceKind.OPEN:
            around.append(at)
            waiting[piece.name] += 1
        elif piece.kind is CuePieceKind.CLOSE and waiting[piece.name]:
            while True:
                opening = around.pop()
                waiting[content[opening].name] -= 1
                if content[opening].name == piece.name:
                    break
            pairs[opening], pairs[at] = at, opening
    return pairs


def _blocks(content: Sequence[CuePiece]) -> Iterator[tuple[int, int]]:
    """Lines that are one text: a speaker's dash begins a new one, and so does an empty line."""
    begin = line = 0
    line_begins = True
    for at, piece in enumerate(content):
        if piece.kind in (CuePieceKind.BREAK, CuePieceKind.GAP):
            line, line_begins = at, True
            if piece.kind is CuePieceKind.GAP:
                yield begin, at
                begin = at
        elif line_begins and _is_text(piece):
            line_begins = False
            if DASH.match(piece.text) and line > begin:
                yield begin, line
                begin = line
    yield begin, len(content)


@dataclass(frozen=True, slots=True)
class _Block:
    """Some pieces of a cue's content, and the positions of the halves of pairs."""

    cue: Cue
    content: Sequence[CuePiece]
    pairs: Mapping[int, int]
    begin: int
    end: int

    def trimmed(self) -> tuple[int, int]:
        """Where its text begins and ends: without blanks, standalone tags, and pairs around all of it."""
        first, last = self.begin, self.end - 1
        while first < last:
            if self._is_edge(first):
                first += 1
            elif self._is_edge(last):
                last -= 1
            elif self.pairs.get(first) == last:
                first, last = first + 1, last - 1
            elif self.pairs.get(first) == first + 1:  # nothing is in it
                first += 2
            elif self.pairs.get(last) == last - 1:
                last -= 2
            else:
                break
        return first, last + 1

    def _is_edge(self, at: int) -> bool:
        if self.content[at].kind is CuePieceKind.TEXT:
            return self.content[at].text.isspace()
        return not self.is_half(at)

    def is_half(self, at: int) -> bool:
        """Whether it is a half of a pair that lies in the block."""
        return self.begin <= self.pairs.get(at, -1) < self.end

    def lines(self, first: int, end: int) -> list[_Block]:
        """The lines of its text; one without any belongs to the next."""
        found: list[_Block] = []
        has_text = False
        for at in range(first, end + 1):
            if at < end and self.content[at].kind not in (CuePieceKind.BREAK, CuePieceKind.GAP):
                has_text = has_text or _is_text(self.content[at])
            elif has_text or at == end:
                found.append(_Block(self.cue, self.content, self.pairs, first, at))
                first, has_text = at + 1, False
        return found

    def raw(self, begin: int, end: int) -> str:
        """The tags in a range."""
        return "".join(p.raw for p in self.content[begin:end] if p.kind is not CuePieceKind.TEXT)

    def halves(self, begin: int, end: int) -> str:
        """The halves of pairs in a range."""
        return "".join(self.content[at].raw for at in range(begin, end) if self.is_half(at))

    def pieces(self, begin: int, end: int) -> list[CuePiece]:
        """The pieces of a line, in which only pairs of this block are pairs."""
        return [
            piece
            if piece.kind is CuePieceKind.TEXT or self.is_half(begin + at)
            else piece._replace(kind=CuePieceKind.ALONE, type=_BREAKS.get(piece.kind, piece.type))
            for at, piece in enumerate(self.content[begin:end])
        ]


def _fragment(block: _Block, offsets: Sequence[int], index: int, *, is_last: bool) -> CueFragment:
    first, end = block.trimmed()
    lines = block.lines(first, end)
    before, after, inner = _around_lines(lines)
    if before:
        first, end = inner[0][0], inner[-1][1]
    dash = DASH.match(block.content[first].text) if block.content[first].kind is CuePieceKind.TEXT else None
    start = offsets[first]
    written = [
        block.pieces(*span) if not before else line.pieces(*span)
        for line, span in zip(lines, inner, strict=True)
    ]
    look = block.raw(block.begin, first)
    if dash is not None:
        start, written[0] = _without_dash(written[0], dash, start)
    return CueFragment(
        cue=block.cue,
        index=index,
        start=start,
        end=offsets[end],
        lines=tuple(written),
        look=look,
        line_before=before,
        line_after=after,
        begins_speech=dash is not None,
        is_last=is_last,
    )


def _around_lines(lines: Sequence[_Block]) -> tuple[str, str, list[tuple[int, int]]]:
    """The pairs around each of several lines if they are the same, and the positions of the lines' texts.

    Standalone tags may be beside them at the beginning and the end of all.
    """
    whole = [(line.begin, line.end) for line in lines]
    if len(lines) < 2:
        return "", "", whole
    inner = [line.trimmed() for line in lines]
    before = {line.halves(line.begin, span[0]) for line, span in zip(lines, inner, strict=True)}
    after = {line.halves(span[1], line.end) for line, span in zip(lines, inner, strict=True)}
    before.update(line.raw(line.begin, span[0]) for line, span in zip(lines[1:], inner[1:], strict=True))
    after.update(line.raw(span[1], line.end) for line, span in zip(lines[:-1], inner[:-1], strict=True))
    if len(before) > 1 or len(after) > 1 or "" in before | after:
        return "", "", whole
    return before.pop(), after.pop(), inner


def _without_dash(line: list[CuePiece], dash: re.Match[str], start: int) -> tuple[int, list[CuePiece]]:
    """A line without its initial dash, and where its text begins."""
    first, length = line[0], dash.end()
    written = _WRITTEN_DASH.match(first.raw)
    if written is None:
        return start, line
    rest = list(line[1:])
    if written.end() < len(first.raw):
        shorter = first._replace(raw=first.raw[written.end() :], text=first.text[length:])
        return start + written.end(), [shorter, *rest]
    behind = start + written.end()
    while rest and rest[0].kind is CuePieceKind.TEXT and rest[0].text.isspace():
        behind += len(rest.pop(0).raw)
    return (behind, rest) if any(map(_is_text, rest)) else (start, line)

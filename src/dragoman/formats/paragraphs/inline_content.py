"""What a paragraph of an Office document consists of, before it becomes a segment with codes."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias


class Style(NamedTuple):
    """The formatting of a run."""

    raw: bytes  # the element with its properties as it stands there (<w:rPr>…</w:rPr>); b"": none
    key: bytes  # equal for formattings that look the same: languages and proofing marks do not count
    properties: tuple[str, ...] = ()  # names of the properties, for people
    hidden: bool = False
    type: str = "fmt"  # of the codes around text in this formatting
    emphasis: frozenset[str] = frozenset()  # what sets its text apart, fonts and sizes left out


PLAIN: Final = Style(b"", b"")
AGAIN: Final = b"\0"  # behind the key of a formatting that begins anew where it ended: two links to one page


def apart(style: Style, before: bytes) -> Style:
    """A formatting that does not join text of the same formatting before it, whose key is `before`."""
    return style._replace(key=style.key + AGAIN) if style.key == before else style


class Words(NamedTuple):
    """Text in one formatting."""

    text: str
    style: Style


class Atom(NamedTuple):
    """Bytes that are written back as they are."""

    start: int  # their place in the block, unless there is `literal`
    end: int
    style: Style | None = None  # of the run in which they stand; None: they stand between runs
    literal: bytes = b""
    alone: bool = False  # in a run of its own: some programs misread it beside anything else


class Role(enum.IntEnum):
    """How a mark stands in its paragraph."""

    ALONE = 0
    BEGIN = 1
    END = 2
    FIXED = 3  # may not move at all: text before and after it are two stretches


class Mark(NamedTuple):
    """Something that is no text."""

    role: Role
    atoms: tuple[Atom, ...]
    type: str = "object"  # of the code it becomes
    shown: str = ""  # data of the code
    range: str = ""  # of marks that stand alone but limit a range: "+name" where it begins, "-name"
    bound: str = ""  # of pairs whose text is a copy of data elsewhere: the name of the datum


Piece: TypeAlias = Words | Mark

RANGE: Final = "bookmark"  # the type of marks that only limit ranges
_JOINED: Final = frozenset({"deleted", "hidden", RANGE})
_VISIBLE_SPACE: Final = frozenset({"block", "break", "tab"})


def as_atoms(pieces: Iterable[Piece]) -> tuple[Atom, ...] | None:
    """The bytes of all pieces as one row; None when text, half of a pair or a fixed mark is among them."""
    atoms: list[Atom] = []
    depth = 0
    for piece in pieces:
        if isinstance(piece, Words) or piece.role is Role.FIXED:
            return None
        depth += {Role.BEGIN: 1, Role.END: -1}.get(piece.role, 0)
        if depth < 0:
            return None
        atoms += piece.atoms
    return None if depth else tuple(atoms)


def split(pieces: Sequence[Piece]) -> list[list[Piece] | Mark]:
    """Cut at fixed marks. A pair that a fixed mark would part becomes two fixed marks itself."""
    if not any(isinstance(piece, Mark) and piece.role is Role.FIXED for piece in pieces):
        return [list(pieces)] if pieces else []
    fixed = _fixed(pieces)
    sections: list[list[Piece] | Mark] = []
    stretch: list[Piece] = []
    for index, piece in enumerate(pieces):
        if index not in fixed:
            stretch.append(piece)
            continue
        if stretch:
            sections.append(stretch)
            stretch = []
        assert isinstance(piece, Mark)
        sections.append(piece._replace(role=Role.FIXED))
    if stretch:
        sections.append(stretch)
    return sections


def _fixed(pieces: Sequence[Piece]) -> set[int]:
    """Places of all marks that are fixed, by themselves or as halves of a parted pair."""
    fixed: set[int] = set()
    around: list[int] = []
    parted = 0  # how many of the outermost pairs around are parted
    for index, piece in enumerate(pieces):
        if isinstance(piece, Words) or piece.role is Role.ALONE:
            continue
        if piece.role is Role.FIXED:
            fixed.add(index)
            fixed.update(around[parted:])
            parted = len(around)
        elif piece.role is Role.BEGIN:
            around.append(index)
        elif not around or around.pop() in fixed:
            fixed.add(index)
            parted = min(parted, len(around))
    return fixed | set(around)


def join_marks(pieces: Sequence[Piece]) -> list[Piece]:
    """Pair the limits of ranges where they nest with all else, then join neighbouring marks into one."""
    joined: list[Piece] = []
    row: list[Mark] = []  # neighbours that become one
    for piece in _pair_ranges(pieces):
        mark = piece if isinstance(piece, Mark) and piece.role is Role.ALONE else None
        if row and not (mark and _may_join(row, mark)):
            joined.append(_join(row))
            row = []
        if mark:
            row.append(mark)
        else:
            joined.append(piece)
    return [*joined, _join(row)] if row else joined


def _join(row: Sequence[Mark]) -> Mark:
    """One mark with the bytes of all; what limits ranges only does not name it."""
    kept = next((mark for mark in row if mark.type != RANGE), row[0])
    return kept._replace(atoms=tuple(atom for mark in row for atom in mark.atoms)) if len(row) > 1 else kept


def _may_join(row: Sequence[Mark], other: Mark) -> bool:
    last = row[-1].type if row[-1].type != RANGE else row[0].type
    types = {last, other.type}
    if types & _VISIBLE_SPACE:
        return False
    return RANGE in types or (len(types) == 1 and other.type in _JOINED)


def _pair_ranges(pieces: Sequence[Piece]) -> list[Piece]:
    """Make pairs of ranges that hold text and cross neither pairs nor each other."""
    paired = list(pieces)
    around: list[tuple[str, int]] = []  # name of a range ("" for a pair), and where it began
    for index, piece in enumerate(pieces):
        if isinstance(piece, Words):
            continue
        if piece.role is Role.BEGIN:
            around.append(("", index))
        elif piece.role is Role.END:
            while around and around.pop()[0]:
                pass
        elif piece.range.startswith("+"):
            around.append((piece.range[1:], index))
        elif piece.range and around and around[-1][0] == piece.range[1:]:
            start = around.pop()[1]
            if any(isinstance(inner, Words) for inner in pieces[start:index]):
                opening = paired[start]
                assert isinstance(opening, Mark)
                paired[start] = opening._replace(role=Role.BEGIN)
                paired[index] = piece._replace(role=Role.END)
    return paired

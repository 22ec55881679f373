"""What a paragraph of an Office document consists of, before it becomes a segment with codes."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias


class RunStyle(NamedTuple):
    """The formatting of a run."""

    raw: bytes  # the element with its properties as it stands there (<w:rPr>…</w:rPr>); b"": none
    key: bytes  # equal for formattings that look the same: languages and proofing marks do not count
    properties: tuple[str, ...] = ()  # names of the properties, for people
    hidden: bool = False
    type: str = "fmt"  # of the codes around text in this formatting
    emphasis: frozenset[str] = frozenset()  # what sets its text apart, fonts and sizes left out


PLAIN: Final = RunStyle(b"", b"")
RESTARTED: Final = (
    b"\0"  # behind the key of a formatting that begins anew where it ended: two links to one page
)


def as_separate(style: RunStyle, before: bytes) -> RunStyle:
    """A formatting that does not join text of the same formatting before it, whose key is `before`."""
    return style._replace(key=style.key + RESTARTED) if style.key == before else style


class TextRun(NamedTuple):
    """Text in one formatting."""

    text: str
    style: RunStyle


class RawContent(NamedTuple):
    """Bytes that are written back as they are."""

    start: int  # their place in the block, unless there is `literal`
    end: int
    style: RunStyle | None = None  # of the run in which they stand; None: they stand between runs
    literal: bytes = b""
    alone: bool = False  # in a run of its own: some programs misread it beside anything else


class InlineRole(enum.IntEnum):
    """How a mark stands in its paragraph."""

    ALONE = 0
    BEGIN = 1
    END = 2
    FIXED = 3  # may not move at all: text before and after it are two stretches


class InlineElement(NamedTuple):
    """Something that is no text."""

    role: InlineRole
    raw_contents: tuple[RawContent, ...]
    type: str = "object"  # of the code it becomes
    shown: str = ""  # data of the code
    range: str = ""  # of marks that stand alone but limit a range: "+name" where it begins, "-name"
    bound: str = ""  # of pairs whose text is a copy of data elsewhere: the name of the datum


InlineItem: TypeAlias = TextRun | InlineElement

RANGE: Final = "bookmark"  # the type of marks that only limit ranges
_JOINED: Final = frozenset({"deleted", "hidden", RANGE})
_VISIBLE_SPACE: Final = frozenset({"block", "break", "tab"})


def as_raw_contents(items: Iterable[InlineItem]) -> tuple[RawContent, ...] | None:
    """The bytes of all pieces as one row; None when text, half of a pair or a fixed mark is among them."""
    raw_contents: list[RawContent] = []
    depth = 0
    for item in items:
        if isinstance(item, TextRun) or item.role is InlineRole.FIXED:
            return None
        depth += {InlineRole.BEGIN: 1, InlineRole.END: -1}.get(item.role, 0)
        if depth < 0:
            return None
        raw_contents += item.raw_contents
    return None if depth else tuple(raw_contents)


def split_at_fixed(items: Sequence[InlineItem]) -> list[list[InlineItem] | InlineElement]:
    """Cut at fixed marks. A pair that a fixed mark would part becomes two fixed marks itself."""
    if not any(isinstance(item, InlineElement) and item.role is InlineRole.FIXED for item in items):
        return [list(items)] if items else []
    fixed = _fixed(items)
    sections: list[list[InlineItem] | InlineElement] = []
    section: list[InlineItem] = []
    for index, item in enumerate(items):
        if index not in fixed:
            section.append(item)
            continue
        if section:
            sections.append(section)
            section = []
        assert isinstance(item, InlineElement)
        sections.append(item._replace(role=InlineRole.FIXED))
    if section:
        sections.append(section)
    return sections


def _fixed(items: Sequence[InlineItem]) -> set[int]:
    """Places of all marks that are fixed, by themselves or as halves of a parted pair."""
    fixed: set[int] = set()
    around: list[int] = []
    parted = 0  # how many of the outermost pairs around are parted
    for index, item in enumerate(items):
        if isinstance(item, TextRun) or item.role is InlineRole.ALONE:
            continue
        if item.role is InlineRole.FIXED:
            fixed.add(index)
            fixed.update(around[parted:])
            parted = len(around)
        elif item.role is InlineRole.BEGIN:
            around.append(index)
        elif not around or around.pop() in fixed:
            fixed.add(index)
            parted = min(parted, len(around))
    return fixed | set(around)


def join_elements(items: Sequence[InlineItem]) -> list[InlineItem]:
    """Pair the limits of ranges where they nest with all else, then join neighbouring marks into one."""
    joined: list[InlineItem] = []
    row: list[InlineElement] = []  # neighbours that become one
    for item in _pair_ranges(items):
        element = item if isinstance(item, InlineElement) and item.role is InlineRole.ALONE else None
        if row and not (element and _may_join(row, element)):
            joined.append(_join(row))
            row = []
        if element:
            row.append(element)
        else:
            joined.append(item)
    return [*joined, _join(row)] if row else joined


def _join(row: Sequence[InlineElement]) -> InlineElement:
    """One mark with the bytes of all; what limits ranges only does not name it."""
    kept = next((element for element in row if element.type != RANGE), row[0])
    if len(row) == 1:
        return kept
    return kept._replace(raw_contents=tuple(raw for element in row for raw in element.raw_contents))


def _may_join(row: Sequence[InlineElement], other: InlineElement) -> bool:
    last = row[-1].type if row[-1].type != RANGE else row[0].type
    types = {last, other.type}
    if types & _VISIBLE_SPACE:
        return False
    return RANGE in types or (len(types) == 1 and other.type in _JOINED)


def _pair_ranges(items: Sequence[InlineItem]) -> list[InlineItem]:
    """Make pairs of ranges that hold text and cross neither pairs nor each other."""
    paired = list(items)
    around: list[tuple[str, int]] = []  # name of a range ("" for a pair), and where it began
    for index, item in enumerate(items):
        if isinstance(item, TextRun):
            continue
        if item.role is InlineRole.BEGIN:
            around.append(("", index))
        elif item.role is InlineRole.END:
            while around and around.pop()[0]:
                pass
        elif item.range.startswith("+"):
            around.append((item.range[1:], index))
        elif item.range and around and around[-1][0] == item.range[1:]:
            start = around.pop()[1]
            if any(isinstance(inner, TextRun) for inner in items[start:index]):
                opening = paired[start]
                assert isinstance(opening, InlineElement)
                paired[start] = opening._replace(role=InlineRole.BEGIN)
                paired[index] = item._replace(role=InlineRole.END)
    return paired

"""The inline content of a paragraph of an Office document: text runs and elements, before codes are made."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias


class RunStyle(NamedTuple):
    """The formatting of a run."""

    raw: bytes  # the element with its properties, as in the source (<w:rPr>…</w:rPr>); b"": none
    key: bytes  # equal for formattings that look the same: languages and proofing marks are ignored
    properties: tuple[str, ...] = ()  # names of the properties, shown to people
    hidden: bool = False
    type: str = "fmt"  # type of the codes around text in this formatting
    emphasis: frozenset[str] = frozenset()  # properties that emphasise its text, without fonts and sizes


PLAIN: Final = RunStyle(b"", b"")
RESTARTED: Final = (
    b"\0"  # added to the key of a formatting that starts again where it ended: two links to one page
)


def as_separate(style: RunStyle, before: bytes) -> RunStyle:
    """Change a formatting so that it does not join text before it whose key is `before`."""
    return style._replace(key=style.key + RESTARTED) if style.key == before else style


class TextRun(NamedTuple):
    """Text in one formatting."""

    text: str
    style: RunStyle


class RawContent(NamedTuple):
    """Bytes that are copied to the result unchanged."""

    start: int  # their offset in the block, unless `literal` is set
    end: int
    style: RunStyle | None = None  # of the run that contains them; None: they are between runs
    literal: bytes = b""
    alone: bool = False  # needs a run of its own: some programs misread it beside other content


class MarkupRole(enum.IntEnum):
    """How an element takes part in its paragraph."""

    ALONE = 0
    BEGIN = 1
    END = 2
    FIXED = 3  # cannot be moved: text before and after it are two segments


class ParagraphElement(NamedTuple):
    """Inline content other than text; it becomes a code."""

    role: MarkupRole
    raw_contents: tuple[RawContent, ...]
    type: str = "object"  # of the code it becomes
    shown: str = ""  # data of the code
    range: str = ""  # of elements that limit a range: "+name" where it begins, "-name" where it ends
    data_binding: str = ""  # of pairs whose text copies data stored elsewhere: the name of the datum


InlineItem: TypeAlias = TextRun | ParagraphElement

RANGE: Final = "bookmark"  # the type of elements that only limit ranges
_JOINED: Final = frozenset({"deleted", "hidden", RANGE})
_VISIBLE_SPACE: Final = frozenset({"block", "break", "tab"})


def as_raw_contents(items: Iterable[InlineItem]) -> tuple[RawContent, ...] | None:
    """The bytes of all items in order; None if they contain text, half of a pair or a fixed element."""
    raw_contents: list[RawContent] = []
    depth = 0
    for item in items:
        if isinstance(item, TextRun) or item.role is MarkupRole.FIXED:
            return None
        depth += {MarkupRole.BEGIN: 1, MarkupRole.END: -1}.get(item.role, 0)
        if depth < 0:
            return None
        raw_contents += item.raw_contents
    return None if depth else tuple(raw_contents)


def split_at_fixed(items: Sequence[InlineItem]) -> list[list[InlineItem] | ParagraphElement]:
    """Split at fixed elements. A pair that contains a fixed element becomes two fixed elements itself."""
    if not any(isinstance(item, ParagraphElement) and item.role is MarkupRole.FIXED for item in items):
        return [list(items)] if items else []
    fixed = _fixed(items)
    sections: list[list[InlineItem] | ParagraphElement] = []
    section: list[InlineItem] = []
    for index, item in enumerate(items):
        if index not in fixed:
            section.append(item)
            continue
        if section:
            sections.append(section)
            section = []
        assert isinstance(item, ParagraphElement)
        sections.append(item._replace(role=MarkupRole.FIXED))
    if section:
        sections.append(section)
    return sections


def _fixed(items: Sequence[InlineItem]) -> set[int]:
    """The indexes of all fixed elements, including the halves of pairs that a fixed element splits."""
    fixed: set[int] = set()
    around: list[int] = []
    parted = 0  # how many of the outermost open pairs are split
    for index, item in enumerate(items):
        if isinstance(item, TextRun) or item.role is MarkupRole.ALONE:
            continue
        if item.role is MarkupRole.FIXED:
            fixed.add(index)
            fixed.update(around[parted:])
            parted = len(around)
        elif item.role is MarkupRole.BEGIN:
            around.append(index)
        elif not around or around.pop() in fixed:
            fixed.add(index)
            parted = min(parted, len(around))
    return fixed | set(around)


def join_elements(items: Sequence[InlineItem]) -> list[InlineItem]:
    """Pair the limits of ranges where that keeps the nesting, then join neighbouring elements into one."""
    joined: list[InlineItem] = []
    row: list[ParagraphElement] = []  # neighbours that are joined
    for item in _pair_ranges(items):
        element = item if isinstance(item, ParagraphElement) and item.role is MarkupRole.ALONE else None
        if row and not (element and _may_join(row, element)):
            joined.append(_join(row))
            row = []
        if element:
            row.append(element)
        else:
            joined.append(item)
    return [*joined, _join(row)] if row else joined


def _join(row: Sequence[ParagraphElement]) -> ParagraphElement:
    """One element with the bytes of all; limits of ranges do not name it."""
    kept = next((element for element in row if element.type != RANGE), row[0])
    if len(row) == 1:
        return kept
    return kept._replace(raw_contents=tuple(raw for element in row for raw in element.raw_contents))


def _may_join(row: Sequence[ParagraphElement], other: ParagraphElement) -> bool:
    last = row[-1].type if row[-1].type != RANGE else row[0].type
    types = {last, other.type}
    if types & _VISIBLE_SPACE:
        return False
    return RANGE in types or (len(types) == 1 and other.type in _JOINED)


def _pair_ranges(items: Sequence[InlineItem]) -> list[InlineItem]:
    """Turn ranges that contain text and cross neither pairs nor each other into pairs."""
    paired = list(items)
    around: list[tuple[str, int]] = []  # name of a range ("" for a pair), and the index where it began
    for index, item in enumerate(items):
        if isinstance(item, TextRun):
            continue
        if item.role is MarkupRole.BEGIN:
            around.append(("", index))
        elif item.role is MarkupRole.END:
            while around and around.pop()[0]:
                pass
        elif item.range.startswith("+"):
            around.append((item.range[1:], index))
        elif item.range and around and around[-1][0] == item.range[1:]:
            start = around.pop()[1]
            if any(isinstance(inner, TextRun) for inner in items[start:index]):
                opening = paired[start]
                assert isinstance(opening, ParagraphElement)
                paired[start] = opening._replace(role=MarkupRole.BEGIN)
                paired[index] = item._replace(role=MarkupRole.END)
    return paired

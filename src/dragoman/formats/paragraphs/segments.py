"""Convert the inline content of a paragraph to a segment with codes.

Runs of equal formatting are one text. What all text of a paragraph, and all text of a link or field, has in
common is the base and needs no code (`base_formatting`); other formattings become pairs. Codes at the ends
(anchors, notes, pairs around everything) are left out of the segment and kept beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from dragoman.formats.paragraphs.base_formatting import find_bases
from dragoman.formats.paragraphs.inline_content import (
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RunStyle,
    TextRun,
    join_elements,
)
from dragoman.segments import Code, CodeKind, Part, Segment, Text, normalise

_DATA: Final = 200  # characters of a code's data


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedSegment:
    """A segment of a paragraph, with everything that is needed to write it again."""

    parts: Segment  # the segment and the codes at its ends
    first: int  # the segment is parts[first:last]
    last: int
    base: RunStyle  # of text outside all codes
    styles: Mapping[str, RunStyle] = field(default_factory=dict)  # code id → formatting inside the pair
    # codes that are no formatting
    elements: Mapping[tuple[str, CodeKind], ParagraphElement] = field(default_factory=dict)

    @property
    def segment(self) -> Segment:
        """The parts to translate."""
        return self.parts[self.first : self.last]

    @property
    def has_text(self) -> bool:
        """Whether it contains any text other than white space."""
        return any(isinstance(part, Text) and part.text.strip() for part in self.segment)


def map_segment(items: Sequence[InlineItem]) -> MappedSegment:
    """Make a segment of at least one item; no element among them is fixed and all pairs are complete."""
    words = [item for item in items if isinstance(item, TextRun)]
    if len(words) == len(items) and all(word.style.key == words[0].style.key for word in words):
        text = "".join(word.text for word in words)
        return MappedSegment(parts=normalise((Text(text=text),)), first=0, last=1, base=words[0].style)
    joined = join_elements(items) if len(words) < len(items) else items
    builder = _SegmentBuilder(bases=find_bases(joined))
    for index, item in enumerate(joined):
        builder.add(index, item)
    builder.end_format()
    builder.end_words()
    parts = normalise(builder.parts)
    first, last = _trim(parts)
    return _number(parts, (first, last), builder)


class _SegmentBuilder:
    """Collects parts and codes; the codes' ids are provisional."""

    def __init__(self, bases: Mapping[int, RunStyle]) -> None:
        self.bases = bases
        self.base = bases[-1]
        self.parts: list[Part] = []
        self.words: list[str] = []  # text that is not in `parts` yet
        self.styles: dict[str, RunStyle] = {}
        self.elements: dict[tuple[str, CodeKind], ParagraphElement] = {}
        self.enclosing: list[tuple[str, RunStyle, str]] = []  # open pairs: id, base inside, data
        self.format: tuple[str, RunStyle, str] | None = None  # the open pair of formatting
        self.pending: list[ParagraphElement] = []  # elements that may belong into that pair
        self.count = 0

    def add(self, index: int, item: InlineItem) -> None:
        if isinstance(item, TextRun):
            self.add_words(item)
        elif item.role is MarkupRole.ALONE:
            self.pending.append(item)
        else:
            self.end_format()
            if item.role is MarkupRole.BEGIN:
                self.begin_pair(item, self.bases.get(index))
            else:
                self.end_pair(item)

    def add_words(self, words: TextRun) -> None:
        inside = self.enclosing[-1][1] if self.enclosing else self.base
        if self.format is None or self.format[1].key != words.style.key:
            self.end_format()
            if words.style.key != inside.key:
                shown = _show(words.style, inside)
                self.format = (self.open(words.style.type, shown), words.style, shown)
                self.styles[self.format[0]] = words.style
        if self.pending:
            self.release()
        self.words.append(words.text)

    def begin_pair(self, element: ParagraphElement, base: RunStyle | None) -> None:
        inside = base or (self.enclosing[-1][1] if self.enclosing else self.base)
        shown = element.shown[:_DATA]
        identity = self.open(element.type, shown)
        self.styles[identity] = inside
        self.elements[identity, CodeKind.OPEN] = element
        self.enclosing.append((identity, inside, shown))

    def end_pair(self, element: ParagraphElement) -> None:
        identity, _, shown = self.enclosing.pop()
        opening = self.elements[identity, CodeKind.OPEN]
        self.elements[identity, CodeKind.CLOSE] = element
        self.close(identity, opening.type, shown)

    def end_format(self) -> None:
        if self.format is not None:
            self.close(self.format[0], self.format[1].type, self.format[2])
            self.format = None
        if self.pending:
            self.release()

    def release(self) -> None:
        for element in self.pending:
            identity = self.next_id()
            code = Code(id=identity, kind=CodeKind.STANDALONE, type=element.type, data=element.shown[:_DATA])
            self.add_code(code)
            self.elements[identity, CodeKind.STANDALONE] = element
        self.pending.clear()

    def open(self, kind: str, shown: str) -> str:
        identity = self.next_id()
        self.add_code(Code(id=identity, kind=CodeKind.OPEN, type=kind, data=shown))
        return identity

    def close(self, identity: str, kind: str, shown: str) -> None:
        data = shown
        if shown.startswith("<"):
            data = "".join(f"</{name.strip('</>')}>" for name in reversed(shown.split("><")))
        self.add_code(Code(id=identity, kind=CodeKind.CLOSE, type=kind, data=data[:_DATA]))

    def add_code(self, code: Code) -> None:
        self.end_words()
        self.parts.append(code)

    def end_words(self) -> None:
        if self.words:
            self.parts.append(Text(text="".join(self.words)))
            self.words.clear()

    def next_id(self) -> str:
        self.count += 1
        return str(self.count)


def _show(style: RunStyle, base: RunStyle) -> str:
    """Describe a formatting for people: the properties that its surroundings do not have."""
    own = [name for name in style.properties if name not in base.properties] or list(style.properties)
    return "".join(f"<{name}>" for name in own[:8]) or "<plain>"


def _trim(parts: Segment) -> tuple[int, int]:
    """Where the segment begins and ends without the codes and white space at its ends."""
    if not _is_silent(parts[0]) and not _is_silent(parts[-1]):
        return 0, len(parts)
    closes = dict(_pairs(parts))
    opens = {close: start for start, close in closes.items()}
    seen = list(accumulate((not _is_silent(part) for part in parts), initial=0))  # visible texts before
    first, last = 0, len(parts)
    while first < last:
        left, right = closes.get(first), opens.get(last - 1)
        if left is None and _is_silent(parts[first]):
            first += 1
        elif right is None and _is_silent(parts[last - 1]):
            last -= 1
        elif left is not None and left == last - 1:
            first, last = first + 1, last - 1
        elif left is not None and seen[left] == seen[first]:
            first = left + 1
        elif right is not None and seen[right] == seen[last]:
            last = right
        else:
            break
    return first, last


def _pairs(parts: Segment) -> Iterator[tuple[int, int]]:
    enclosing: list[int] = []
    for index, part in enumerate(parts):
        if isinstance(part, Code) and part.kind is CodeKind.OPEN:
            enclosing.append(index)
        elif isinstance(part, Code) and part.kind is CodeKind.CLOSE:
            yield enclosing.pop(), index


def _is_silent(part: Part) -> bool:
    """Whether a part shows no text: a code, or white space."""
    return not isinstance(part, Text) or not part.text.strip()


def _number(parts: Segment, core: tuple[int, int], builder: _SegmentBuilder) -> MappedSegment:
    """Number the codes of the segment 1, 2, …, and those outside of it after them."""
    first, last = core
    if not any(isinstance(part, Code) for part in parts[:first]):  # they are in order already
        return MappedSegment(
            parts=parts,
            first=first,
            last=last,
            base=builder.base,
            styles=builder.styles,
            elements=builder.elements,
        )
    names: dict[str, str] = {}
    for code in parts[first:last]:
        if isinstance(code, Code) and code.id not in names:
            names[code.id] = str(len(names) + 1)
    for code in parts:
        if isinstance(code, Code) and code.id not in names:
            names[code.id] = f"x{len(names) + 1}"
    return MappedSegment(
        parts=tuple(
            Code(id=names[part.id], kind=part.kind, type=part.type, data=part.data)
            if isinstance(part, Code)
            else part
            for part in parts
        ),
        first=first,
        last=last,
        base=builder.base,
        styles={names[identity]: style for identity, style in builder.styles.items()},
        elements={(names[identity], kind): element for (identity, kind), element in builder.elements.items()},
    )

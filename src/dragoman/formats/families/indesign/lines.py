"""Lines of InDesign stories, and writing translations to them.

While a translation has the order of its source, the bytes between two texts are copied, and only the texts
change. Elsewhere runs are closed and opened as needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from dragoman.formats.families.indesign.run_formatting import PLAIN_RUN, RUN
from dragoman.formats.paragraphs.inline_content import ParagraphElement, RunStyle
from dragoman.formats.paragraphs.segments import MappedSegment
from dragoman.segments import CodeKind, Segment, Text, keeps_codes, normalise
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.tags import escaped
from dragoman.text_io.zip.directory import shown

State: TypeAlias = tuple[bytes, bytes]  # the run around the innermost pair, and the runs opened in it

_OPEN: Final = b"<Content>"
_CLOSE: Final = b"</Content>"
_START: Final = -1  # the index of the item before the first


class LineWord(NamedTuple):
    """A part of a line's text in one run: its offsets, its number of characters and its style."""

    start: int
    end: int
    length: int
    style: RunStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """Text between two breaks."""

    id: str
    start: int
    end: int
    mapped: MappedSegment
    words: tuple[LineWord, ...]
    states: Mapping[int, State]  # the open runs at offsets of the part


class _Item(NamedTuple):
    """A text or element of the source."""

    start: int
    end: int
    before: int  # the index of the item before it
    words: tuple[LineWord, ...] = ()  # of a text


def write_line(data: bytes, line: StoryLine, target: Segment, copy: Callable[[int, int], bytes]) -> bytes:
    """The bytes of a line with its translation.

    `copy` returns the source between two offsets, with the translations inside. Raises `ConversionFailed` if
    the translation's codes are not those of the line.
    """
    if not keeps_codes(line.mapped.segment, target):
        raise ConversionFailed(f"The translation of {shown(line.id)} does not have the codes of its source.")
    return _LineWriter(data, line, copy).write(target)


class _LineWriter:
    """Writes one line; it tracks the open runs and pairs at every step."""

    def __init__(self, data: bytes, line: StoryLine, copy: Callable[[int, int], bytes]) -> None:
        self.data = data
        self.line = line
        self.copy = copy
        self.items = _read_items(line)
        self.written: list[bytes] = []
        self.enclosing, self.run = line.states[line.start]
        self.in_content = False
        self.outer: list[State] = []  # of the pairs that are open
        self.last: int | None = _START  # the item that was written last, if it was one of the source
        self.at = line.start  # offset of the end of that item
        self.was_in_content = False  # whether that was inside a Content element

    def write(self, target: Segment) -> bytes:
        mapped = self.line.mapped
        parts = mapped.parts
        states = {
            (part.id, part.kind): index for index, part in enumerate(parts) if not isinstance(part, Text)
        }
        inside, before = [mapped.base], _START
        for part in normalise((*parts[: mapped.first], *target, *parts[mapped.last :])):
            if isinstance(part, Text):
                self._write_text(part.text, before + 1, inside[-1])
                continue
            before = states[part.id, part.kind]
            if element := mapped.elements.get((part.id, part.kind)):
                self._write_element(before, element, part.kind)
            if part.kind is CodeKind.OPEN:
                inside.append(mapped.styles[part.id])
            elif part.kind is CodeKind.CLOSE:
                inside.pop()
        self._finish()
        return b"".join(self.written)

    def _write_text(self, text: str, index: int, style: RunStyle) -> None:
        item = self.items.get(index)
        if item is None or not item.words or item.words[0].style.key != style.key:
            # Text outside of all runs cannot be so inside a pair that is in a run.
            self._go(style.raw or (PLAIN_RUN if self.enclosing else b""), content=True)
            self.written.append(escaped(text))
            self.last = None
            return
        source = self.line.mapped.parts[index]
        same = isinstance(source, Text) and source.text == text
        if (same or _is_even(item)) and self._follow(item):
            self.written.append(self.data[item.start : item.end] if same else escaped(text))
            self.run = self.line.states[item.end if same else item.start][1]
        else:
            self._go(_longest(item), content=True)
            self.written.append(escaped(text))
        self.in_content = True
        self._leave(index, item)

    def _write_element(self, index: int, element: ParagraphElement, kind: CodeKind) -> None:
        """Copy an element; it may open or close a pair."""
        item = self.items[index]
        follows = self._follow(item)
        if follows:
            self.written.append(self.copy(item.start, item.end))
        for raw_content in element.raw_contents:
            inside = _is_in_content(self.data, raw_content.start)
            if not follows:
                run = (
                    raw_content.style.raw
                    if raw_content.style is not None and kind is not CodeKind.CLOSE
                    else b""
                )
                self._go(run, content=inside)
                self.written.append(self.copy(raw_content.start, raw_content.end))
            self.in_content = inside
        if kind is CodeKind.OPEN:
            self.outer.append((self.enclosing, self.run))
            self.enclosing, self.run = self.run or self.enclosing, b""
        elif kind is CodeKind.CLOSE:
            self.enclosing, self.run = self.outer.pop()
        elif follows:
            self.run = self.line.states[item.end][1]
        self._leave(index, item)

    def _leave(self, index: int, item: _Item) -> None:
        self.last, self.at, self.was_in_content = index, item.end, self.in_content

    def _follow(self, item: _Item) -> bool:
        """Copy the source before an item, if the item before it was just written."""
        if self.last != item.before or not self._is_where_it_was():
            return False
        self.written.append(self.data[self.at : item.start])
        self.run = self.line.states[item.start][1]
        return True

    def _is_where_it_was(self) -> bool:
        now = (self.enclosing, self.run, self.in_content)
        return now == (*self.line.states[self.at], self.was_in_content)

    def _go(self, run: bytes, *, content: bool) -> None:
        """Close and open elements to get inside a run, and inside or outside its Content element."""
        is_there = (self.run or self.enclosing) == run
        if self.in_content and not (content and is_there):
            self.written.append(_CLOSE)
            self.in_content = False
        if not is_there:
            self._close_run()
            if run != self.enclosing:
                self.written.append(run)
                self.run = run
        if content and not self.in_content:
            self.written.append(_OPEN)
            self.in_content = True

    def _close_run(self) -> None:
        self.written.append((b"</" + RUN + b">") * self.run.count(b"<" + RUN))
        self.run = b""

    def _finish(self) -> None:
        """Restore the open elements that the source after the line expects."""
        if self.last == max(self.items) and self._is_where_it_was():
            self.written.append(self.data[self.at : self.line.end])
            return
        if self.in_content:
            self.written.append(_CLOSE)
        run = self.line.states[self.line.end][1]
        if self.run != run:
            self._close_run()
            self.written.append(run)


def _read_items(line: StoryLine) -> dict[int, _Item]:
    """The texts and elements of a line by their indexes among its parts."""
    items: dict[int, _Item] = {}
    words = iter(line.words)
    before = _START
    for index, part in enumerate(line.mapped.parts):
        if isinstance(part, Text):
            found: list[LineWord] = []
            length = 0
            while length < len(part.text):
                found.append(next(words))
                length += found[-1].length
            items[index] = _Item(found[0].start, found[-1].end, before, tuple(found))
        elif element := line.mapped.elements.get((part.id, part.kind)):
            items[index] = _Item(element.raw_contents[0].start, element.raw_contents[-1].end, before)
        else:  # formatting, which is where runs begin and end
            continue
        before = index
    return items


def _is_even(item: _Item) -> bool:
    """Whether all words of a text are in runs with identical markup."""
    return all(word.style.raw == item.words[0].style.raw for word in item.words)


def _longest(item: _Item) -> bytes:
    return max(item.words, key=lambda word: word.length).style.raw


def _is_in_content(data: bytes, start: int) -> bool:
    """Whether an offset is inside a text, not at an element."""
    return data[start : start + 1] != b"<" or data[start + 1 : start + 2] in {b"?", b"!"}

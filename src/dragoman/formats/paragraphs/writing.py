"""Write a segment of a paragraph with its translation: runs are written anew, all else is copied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dragoman.formats.paragraphs.inline_content import ParagraphElement, RawContent, RunStyle
from dragoman.formats.paragraphs.segments import MappedSegment
from dragoman.segments import CodeKind, Segment, Text
from dragoman.text_io.xml.tags import escaped


@dataclass(frozen=True, slots=True, kw_only=True)
class RunMarkup:
    """The markup of runs in a part."""

    run: bytes  # name of the run's element: w:r
    text: bytes  # name of the element of its text: w:t
    preserves: bool  # whether xml:space="preserve" keeps white space
    properties: Callable[[RunStyle, bool], bytes]  # formatting, whether the text is new → markup
    elements: Mapping[str, bytes] = field(default_factory=dict)  # characters that are written as elements


class ParagraphWriter:
    """Writes the inside of one paragraph.

    `copy` returns the source between two offsets of the block, with the translations inside.
    """

    def __init__(self, run_markup: RunMarkup, copy: Callable[[int, int], bytes]) -> None:
        self.run_markup = run_markup
        self.copy = copy
        self.new = False
        self.written: list[bytes] = []
        self.run: RunStyle | None = None
        self.waiting: list[str] = []  # text of the run that is not written yet

    def add_segment(self, mapped: MappedSegment, target: Segment | None) -> None:
        """Write a segment, or `target` in its place if that is given."""
        self.finish()
        segment = mapped.segment if target is None else target
        self.new = segment != mapped.segment
        inside = [mapped.base]
        for part in (*mapped.parts[: mapped.first], *segment, *mapped.parts[mapped.last :]):
            if isinstance(part, Text):
                self._add_text(part.text, inside[-1])
                continue
            if element := mapped.elements.get((part.id, part.kind)):
                self.add_element(element)
            if part.kind is CodeKind.OPEN:
                inside.append(mapped.styles[part.id])
            elif part.kind is CodeKind.CLOSE:
                inside.pop()
        self.finish()

    def add_element(self, element: ParagraphElement) -> None:
        """Copy an element."""
        for raw_content in element.raw_contents:
            self._add_atom(raw_content)

    def _add_text(self, text: str, style: RunStyle) -> None:
        self._begin_run(style)
        self.waiting.append(text)

    def _add_atom(self, raw_content: RawContent) -> None:
        if raw_content.style is None or raw_content.alone:
            self.finish()
        if raw_content.style is not None:
            self._begin_run(raw_content.style)
            self._write_text()
        self.written.append(raw_content.literal or self.copy(raw_content.start, raw_content.end))
        if raw_content.alone:
            self.finish()

    def _begin_run(self, style: RunStyle) -> None:
        if self.run is not None and self.run.key == style.key:
            return
        self.finish()
        self.run = style
        self.written += (b"<", self.run_markup.run, b">", self.run_markup.properties(style, self.new))

    def finish(self) -> None:
        """Close the open run."""
        self._write_text()
        if self.run is not None:
            self.written += (b"</", self.run_markup.run, b">")
        self.run = None

    def _write_text(self) -> None:
        if not self.waiting:
            return
        text = "".join(self.waiting)
        self.waiting.clear()
        start = 0
        for index, character in enumerate(text) if self.run_markup.elements else ():
            if element := self.run_markup.elements.get(character):
                self._write_words(text[start:index])
                self.written.append(element)
                start = index + 1
        self._write_words(text[start:])

    def _write_words(self, text: str) -> None:
        if not text:
            return
        name = self.run_markup.text
        keep = self.run_markup.preserves and (text != text.strip() or "  " in text or "\n" in text)
        opening = b"<" + name + (b' xml:space="preserve">' if keep else b">")
        self.written += (opening, escaped(text), b"</", name, b">")

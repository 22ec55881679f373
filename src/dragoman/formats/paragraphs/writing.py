"""Writing a stretch of a paragraph with its translation in it: runs anew, everything else as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dragoman.formats.paragraphs.inline_content import Atom, Mark, Style
from dragoman.formats.paragraphs.segments import Stretch
from dragoman.segments import CodeKind, Segment, Text
from dragoman.text_io.xml.tags import escaped


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a part writes runs."""

    run: bytes  # the name of the element: w:r
    text: bytes  # of the text in it: w:t
    preserves: bool  # whether xml:space tells that white space counts
    properties: Callable[[Style, bool], bytes]  # formatting as it is written; whether the text is new
    elements: Mapping[str, bytes] = field(default_factory=dict)  # characters that are elements


class ParagraphWriter:
    """Writes the inside of one paragraph.

    `copy` gives what stood between two places of the block, with the translations inside.
    """

    def __init__(self, dialect: Dialect, copy: Callable[[int, int], bytes]) -> None:
        self.dialect = dialect
        self.copy = copy
        self.new = False
        self.pieces: list[bytes] = []
        self.run: Style | None = None
        self.waiting: list[str] = []  # text of the run that is not yet written

    def add_stretch(self, stretch: Stretch, target: Segment | None) -> None:
        """Write a stretch, with `target` instead of its segment unless that is None."""
        self.finish()
        segment = stretch.segment if target is None else target
        self.new = segment != stretch.segment
        inside = [stretch.base]
        for part in (*stretch.parts[: stretch.first], *segment, *stretch.parts[stretch.last :]):
            if isinstance(part, Text):
                self._add_text(part.text, inside[-1])
                continue
            if mark := stretch.marks.get((part.id, part.kind)):
                self.add_mark(mark)
            if part.kind is CodeKind.OPEN:
                inside.append(stretch.styles[part.id])
            elif part.kind is CodeKind.CLOSE:
                inside.pop()
        self.finish()

    def add_mark(self, mark: Mark) -> None:
        """Write what is no text as it was."""
        for atom in mark.atoms:
            self._add_atom(atom)

    def _add_text(self, text: str, style: Style) -> None:
        self._begin_run(style)
        self.waiting.append(text)

    def _add_atom(self, atom: Atom) -> None:
        if atom.style is None or atom.alone:
            self.finish()
        if atom.style is not None:
            self._begin_run(atom.style)
            self._write_text()
        self.pieces.append(atom.literal or self.copy(atom.start, atom.end))
        if atom.alone:
            self.finish()

    def _begin_run(self, style: Style) -> None:
        if self.run is not None and self.run.key == style.key:
            return
        self.finish()
        self.run = style
        self.pieces += (b"<", self.dialect.run, b">", self.dialect.properties(style, self.new))

    def finish(self) -> None:
        """Close the run that is open."""
        self._write_text()
        if self.run is not None:
            self.pieces += (b"</", self.dialect.run, b">")
        self.run = None

    def _write_text(self) -> None:
        if not self.waiting:
            return
        text = "".join(self.waiting)
        self.waiting.clear()
        start = 0
        for index, character in enumerate(text) if self.dialect.elements else ():
            if element := self.dialect.elements.get(character):
                self._write_words(text[start:index])
                self.pieces.append(element)
                start = index + 1
        self._write_words(text[start:])

    def _write_words(self, text: str) -> None:
        if not text:
            return
        name = self.dialect.text
        keep = self.dialect.preserves and (text != text.strip() or "  " in text or "\n" in text)
        opening = b"<" + name + (b' xml:space="preserve">' if keep else b">")
        self.pieces += (opening, escaped(text), b"</", name, b">")

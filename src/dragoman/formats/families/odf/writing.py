"""Write a segment of an OpenDocument paragraph with its translation.

Text is directly in the paragraph or in spans; all other content is copied. Programs collapse sequences of
blanks and drop blanks at the start, so such blanks are written as elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dragoman.formats.paragraphs.inline_content import RANGE, MarkupRole, ParagraphElement, RunStyle
from dragoman.formats.paragraphs.writing import ParagraphWriter, RunMarkup
from dragoman.text_io.xml.namespaces import ElementNames
from dragoman.text_io.xml.tags import escaped

_NAME: Final = re.compile(rb"<([^\s/>]+)")
_SPECIAL: Final = re.compile(r" {2,}|[\t\n]")
_NO_RUNS: Final = RunMarkup(run=b"", text=b"", preserves=False, properties=lambda style, _: style.raw)


class SpanWriter(ParagraphWriter):
    """Writes the content of one paragraph, whose element has the name `like`."""

    def __init__(self, copy: Callable[[int, int], bytes], names: ElementNames, like: bytes) -> None:
        super().__init__(_NO_RUNS, copy)
        self.names = names
        self.like = like
        self.blank = True  # a blank at this point would be dropped

    def add_element(self, element: ParagraphElement) -> None:
        """Copy an element."""
        if element.type != RANGE and element.role in {MarkupRole.BEGIN, MarkupRole.END}:
            self.finish()  # an element around text and spans
        self._write_text()
        for raw_content in element.raw_contents:
            if raw_content.style is not None:
                self._begin_run(raw_content.style)
            self.written.append(raw_content.literal or self.copy(raw_content.start, raw_content.end))
        if element.role is MarkupRole.ALONE and element.type != RANGE:
            self.blank = False

    def _begin_run(self, style: RunStyle) -> None:
        if self.run is None or self.run.key != style.key:
            self.finish()
            self.run = style
            self.written.append(style.raw)

    def finish(self) -> None:
        """Close the open spans."""
        self._write_text()
        if self.run is not None and self.run.raw:
            self.written += (b"</%b>" % name for name in reversed(_NAME.findall(self.run.raw)))
        self.run = None

    def _write_words(self, text: str) -> None:
        position = 0
        if self.blank:
            position = len(text) - len(text.lstrip(" "))
            self.written.append(self._blanks(position))
        for found in _SPECIAL.finditer(text, position):
            self.written += (escaped(text[position : found.start()]), self._special(found[0]))
            position = found.end()
        self.written.append(escaped(text[position:]))
        self.blank = text.endswith(" ") or (self.blank and not text)

    def _special(self, characters: str) -> bytes:
        """White space that programs would collapse, as elements."""
        if characters == "\t":
            return b"<%b/>" % self.names.write("text:tab", self.like)
        if characters == "\n":
            return b"<%b/>" % self.names.write("text:line-break", self.like)
        return b" " + self._blanks(len(characters) - 1)

    def _blanks(self, count: int) -> bytes:
        if not count:
            return b""
        name = self.names.write("text:s", self.like)
        if count > 1 and b":" in name:
            return b'<%b %b="%d"/>' % (name, self.names.write("text:c", self.like), count)
        return b"<%b/>" % name * count

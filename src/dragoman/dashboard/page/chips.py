"""Segments as HTML: their text, with each inline code as a chip that has the code's number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup

from dragoman.dashboard.page.locale import translate as _
from dragoman.segments import Code, CodeKind, Segment, Text

_LONGEST_DATA: Final = 200  # characters of what a code stands for
_KINDS: Final = {
    CodeKind.OPEN: ("open", "<{0}>"),
    CodeKind.CLOSE: ("close", "</{0}>"),
    CodeKind.STANDALONE: ("alone", "<{0}/>"),
}
_CHIP: Final = Markup(
    '<span class="chip {kind}" role="img" aria-label="{label}" data-code="{code}" title="{data}">'
    "{number}</span>"
)


class ChipWriter:
    """Writes segments for one page: it has the words of the reader's language for codes."""

    def __init__(self) -> None:
        self._labels = {
            CodeKind.OPEN: _("Code {n} opens"),
            CodeKind.CLOSE: _("Code {n} closes"),
            CodeKind.STANDALONE: _("Code {n} stands alone"),
        }

    def write(self, segment: Segment, numbers: Mapping[str, int]) -> Markup:
        """Write a segment, with the numbers of its codes by their ids."""
        return Markup("").join(self._write_parts(segment, numbers))

    def _write_parts(self, segment: Segment, numbers: Mapping[str, int]) -> Iterator[Markup]:
        for part in segment:
            if isinstance(part, Text):
                yield Markup.escape(part.text)
            else:
                yield self._write_chip(part, numbers[part.id])

    def _write_chip(self, code: Code, number: int) -> Markup:
        kind, written = _KINDS[code.kind]
        return _CHIP.format(
            kind=kind,
            label=self._labels[code.kind].replace("{n}", str(number)),
            code=written.format(number),
            data=code.data[:_LONGEST_DATA],
            number=number,
        )

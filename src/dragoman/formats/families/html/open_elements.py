"""The stack of open elements at a position of a source, as far as invalid HTML allows."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from dragoman.formats.units import html_elements as elements

_NEAR: Final = 32  # elements searched for an omitted end tag, ten times as many for a present one
_MOST: Final = 100_000


class OpenElement(NamedTuple):
    """An element that is open."""

    name: str
    translated: bool
    inline: bool
    note: str = ""  # for translators, of the element itself or those around it


class OpenElements:
    """A stack of elements. Every search is bounded, so that hostile nesting costs no more than other tags."""

    def __init__(self) -> None:
        self._elements: list[OpenElement] = []
        self._names: Counter[str] = Counter()

    @property
    def translated(self) -> bool:
        """Whether text is translated here."""
        return not self._elements or self._elements[-1].translated

    @property
    def block(self) -> str:
        """The name of the block here; "" when none is near."""
        near = self._elements[: -_NEAR - 1 : -1]
        return next((element.name for element in near if not element.inline), "")

    @property
    def note(self) -> str:
        """The note for translators on the block here."""
        near = self._elements[: -_NEAR - 1 : -1]
        return next((element.note for element in near if not element.inline), "")

    def push(self, element: OpenElement) -> None:
        """Open an element."""
        if len(self._elements) < _MOST:
            self._elements.append(element)
            self._names[element.name] += 1

    def pop(self, name: str) -> None:
        """Close the nearest element of a name; an inline one not across the block that it is in."""
        if not self._names[name]:
            return
        inline = name not in elements.BLOCK and name not in elements.EMBEDDED
        for back in range(1, min(10 * _NEAR, len(self._elements)) + 1):
            element = self._elements[-back]
            if element.name == name:
                self._close(back)
                return
            if inline and not element.inline:
                return

    def end_left_out(self, name: str) -> None:
        """Close the paragraph, item or cell whose end tag may be omitted before a block of this name."""
        ended = elements.ENDS.get(name, elements.ENDS_PARAGRAPH)
        back = 1
        while back <= min(_NEAR, len(self._elements)):
            element = self._elements[-back]
            if element.inline:
                back += 1
            elif element.name in ended:
                self._close(back)
                back = 1
            else:
                return

    def _close(self, count: int) -> None:
        for element in self._elements[-count:]:
            self._names[element.name] -= 1
        del self._elements[-count:]

"""What independent readers make of a document: stretches of text that no word leaves, and all around them.

A stretch is what lies between two borders: of blocks, cells, tabs. Inside it inline elements hold words; two
of one kind may change places there, as their words do. `Recorder` is how readers write it down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scripts.structure.words import FUNCTION_WORDS, skeletons


@dataclass(frozen=True, slots=True)
class Element:
    """An inline element of a stretch."""

    label: str  # its name and attributes, without what a translation may change in them
    outer: int | None  # the inline element around it, by its number in the stretch
    merges: bool = False  # whether it is a mere look: neighbours of one look count as one


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, or a standalone element (then `text` is empty), in the innermost element around it."""

    text: str
    element: int | None
    standalone: str = ""


@dataclass(slots=True)
class Stretch:
    """Text between two borders."""

    place: str
    pieces: list[Piece] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All its text, elements left out."""
        return "".join(piece.text for piece in self.pieces)

    def chain(self, element: int | None) -> tuple[str, ...]:
        """The labels of an element and of those around it, the outermost first."""
        labels: list[str] = []
        while element is not None:
            labels.append(self.elements[element].label)
            element = self.elements[element].outer
        return tuple(reversed(labels))

    def within(self, element: int) -> Iterator[Piece]:
        """The pieces inside an element, at any depth."""
        for piece in self.pieces:
            inside = piece.element
            while inside is not None and inside != element:
                inside = self.elements[inside].outer
            if inside == element:
                yield piece


@dataclass(frozen=True, slots=True)
class Reading:
    """A document: its stretches in order, and what else it consists of, a line for each thing."""

    stretches: tuple[Stretch, ...]
    outline: tuple[str, ...]


def flowing_together(reading: Reading) -> Reading:
    """All of a document as one text without elements: sentences of subtitles go on from cue to cue."""
    text = " ".join(piece.text for stretch in reading.stretches for piece in stretch.pieces)
    whole = Stretch("all of it", [Piece(text, None)])
    return Reading((whole,), reading.outline)


@dataclass(slots=True)
class Recorder:
    """Writes a reading down while a reader walks through a document."""

    stretches: list[Stretch] = field(default_factory=list)
    outline: list[str] = field(default_factory=list)
    _stretch: Stretch = field(default_factory=lambda: Stretch(""))
    _around: list[int] = field(default_factory=list)
    _apart: list[tuple[str, Reading]] = field(default_factory=list)

    def note(self, line: str) -> None:
        """Note something that must stay where it is."""
        self.outline.append(line)

    def border(self, place: str) -> None:
        """End the stretch; inline elements that are open go on in the next one, each as an element anew."""
        around = [self._stretch.elements[number] for number in self._around]
        self.stretches.append(self._stretch)
        self._stretch, self._around = Stretch(place), []
        for element in around:
            self.open(element.label, merges=element.merges)

    def open(self, label: str, *, merges: bool = False, joins: bool = False) -> None:
        """Begin an inline element; one that `joins` goes on with an equal one that ended just before."""
        outer = self._around[-1] if self._around else None
        elements = self._stretch.elements
        before = self._just_ended(outer) if merges or joins else None
        if before is not None and elements[before].label == label:
            self._around.append(before)
            return
        elements.append(Element(label, outer, merges=merges))
        self._around.append(len(elements) - 1)

    def _just_ended(self, outer: int | None) -> int | None:
        """The element whose text is the last before this place, if it has this parent."""
        last = self._stretch.pieces[-1].element if self._stretch.pieces else None
        while last is not None and self._stretch.elements[last].outer != outer:
            last = self._stretch.elements[last].outer
        return last

    def close(self) -> None:
        """End the innermost inline element."""
        self._around.pop()

    def text(self, text: str) -> None:
        """Add text; neighbouring texts of one element are one."""
        if not text:
            return
        element = self._around[-1] if self._around else None
        pieces = self._stretch.pieces
        if pieces and pieces[-1].element == element and not pieces[-1].standalone:
            pieces[-1] = Piece(pieces[-1].text + text, element)
        else:
            pieces.append(Piece(text, element))

    def standalone(self, label: str) -> None:
        """Add something without text, such as a picture."""
        self._stretch.pieces.append(Piece("", self._around[-1] if self._around else None, label))

    def apart(self, label: str, reading: Reading) -> None:
        """Add a text of its own that is anchored here: its order among others is that of its words."""
        self.standalone(label)
        words = sorted(word for stretch in reading.stretches for word in skeletons(stretch.text))
        content = " ".join(word for word in words if word not in FUNCTION_WORDS)
        self._apart.append((f"{label} {content}", reading))

    def finish(self) -> Reading:
        """End the last stretch."""
        self.border("")
        for _, reading in sorted(self._apart, key=lambda found: found[0]):
            self.stretches += reading.stretches
            self.outline += reading.outline
        return Reading(tuple(self.stretches), tuple(self.outline))

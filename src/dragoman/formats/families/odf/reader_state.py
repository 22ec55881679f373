"""What the reader of an OpenDocument part carries from paragraph to paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.odf.cells import OdfCellRange, OdfSheet
from dragoman.formats.families.odf.styles import OdfRunStyles
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.tables_of_contents import TocResolver
from dragoman.text_io.errors import DocumentCorrupt

_DEEPEST: Final = 64  # elements of one kind of nesting: links in links, frames in frames


@dataclass(frozen=True, slots=True, kw_only=True)
class OdfOptions:
    """What is read."""

    body: str  # the element with the document: office:text, office:spreadsheet, office:presentation
    hidden: bool = False  # hidden text
    comments: bool = False
    properties: bool = False  # title, subject, … of the file
    notes: bool = True  # of the speaker
    masters: bool = False  # of slides
    direction: bool = True  # whether paragraphs are turned with the direction of the language


@dataclass(slots=True, eq=False)
class OdfEnclosingElement:
    """An element that is open around paragraphs."""

    name: str
    reason: Reason | None = None  # why its text stays as it is
    silent: bool = False  # its text stays, and nobody wants to know
    entries: bool | None = None  # whether it holds the entries of an index


@dataclass(slots=True, eq=False)
class OdfReaderState:
    """What is known between two paragraphs of a part."""

    part: str
    options: OdfOptions
    styles: OdfRunStyles
    areas: tuple[OdfCellRange, ...] = ()  # of sheets, which stay as they are
    number: int = 0  # places so far
    depth: int = 0  # paragraphs that are open inside each other
    enclosing: list[OdfEnclosingElement] = field(default_factory=list)
    sheets: list[OdfSheet] = field(default_factory=list)  # tables that are open
    lists: set[str] = field(default_factory=set)  # names of validations that allow only what a list names
    contents: TocResolver = field(default_factory=TocResolver)
    indexes: int = 0  # titles of indexes so far
    title: tuple[str, str] = ("", "")  # of the last index: its text and its unit
    lock: Reason | None = None
    silent: bool = False
    left_alone: Counter[Reason] = field(default_factory=Counter)

    def identify(self) -> str:
        """The identity of a new place."""
        self.number += 1
        return self.latest

    @property
    def latest(self) -> str:
        """The identity of the place that was met last."""
        return f"{self.part}#{self.number}"

    def push(self, enclosing: OdfEnclosingElement) -> None:
        """An element begins."""
        self.enclosing.append(enclosing)
        if not self.silent and self.lock is None:
            self.silent, self.lock = enclosing.silent, enclosing.reason

    def pop(self) -> None:
        """The innermost element ends."""
        if self.enclosing:
            gone = self.enclosing.pop()
            if gone.silent or gone.reason is not None:
                self.relock()

    def relock(self) -> None:
        """Find out again why text that stands here now is not translated, if so."""
        first = next((outer for outer in self.enclosing if outer.silent or outer.reason is not None), None)
        self.silent = first is not None and first.silent
        self.lock = None if first is None else first.reason

    @property
    def locked(self) -> bool:
        """Whether text that stands here now stays as it is."""
        return self.silent or self.lock is not None

    @property
    def entries(self) -> bool | None:
        """Whether text that stands here now is an entry of an index (True) or its title (False)."""
        return next((outer.entries for outer in reversed(self.enclosing) if outer.entries is not None), None)

    def count(self) -> None:
        """Something with text is left alone."""
        if self.lock is not None and not self.silent:
            self.left_alone[self.lock] += 1

    def check_depth(self, depth: int) -> None:
        """Refuse what no program writes."""
        if depth > _DEEPEST:
            raise DocumentCorrupt("The document nests paragraphs, links or spans too deeply.")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Read a paragraph in a paragraph: readers call each other."""
        self.check_depth(2 * self.depth)
        self.depth += 1
        yield
        self.depth -= 1

"""The state of an OpenDocument part's reader between paragraphs."""

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

_DEEPEST: Final = 64  # levels of nesting: links in links, frames in frames


@dataclass(frozen=True, slots=True, kw_only=True)
class OdfOptions:
    """The options of reading."""

    body: str  # the element with the document: office:text, office:spreadsheet, office:presentation
    hidden: bool = False  # hidden text
    comments: bool = False
    properties: bool = False  # title, subject, … of the file
    notes: bool = True  # speaker notes
    masters: bool = False  # slide masters
    direction: bool = True  # whether paragraphs follow the direction of the language


@dataclass(slots=True, eq=False)
class OdfEnclosingElement:
    """An open element around paragraphs."""

    name: str
    reason: Reason | None = None  # why its text is left alone
    silent: bool = False  # its text is left alone and not counted
    entries: bool | None = None  # whether it contains the entries of an index


@dataclass(slots=True, eq=False)
class OdfReaderState:
    """The state between two paragraphs of a part."""

    part: str
    options: OdfOptions
    styles: OdfRunStyles
    areas: tuple[OdfCellRange, ...] = ()  # ranges of sheets that are left alone
    number: int = 0  # locations so far
    depth: int = 0  # nested open paragraphs
    enclosing: list[OdfEnclosingElement] = field(default_factory=list)
    sheets: list[OdfSheet] = field(default_factory=list)  # open tables
    lists: set[str] = field(default_factory=set)  # names of validations that allow only listed values
    toc: TocResolver = field(default_factory=TocResolver)
    indexes: int = 0  # titles of indexes so far
    title: tuple[str, str] = ("", "")  # of the last index: its text and its unit
    lock: Reason | None = None
    silent: bool = False
    left_alone: Counter[Reason] = field(default_factory=Counter)

    def identify(self) -> str:
        """The id of a new location."""
        self.number += 1
        return self.latest

    @property
    def latest(self) -> str:
        """The id of the latest location."""
        return f"{self.part}#{self.number}"

    def push(self, enclosing: OdfEnclosingElement) -> None:
        """Enter an element."""
        self.enclosing.append(enclosing)
        if not self.silent and self.lock is None:
            self.silent, self.lock = enclosing.silent, enclosing.reason

    def pop(self) -> None:
        """Leave the innermost element."""
        if self.enclosing:
            closed = self.enclosing.pop()
            if closed.silent or closed.reason is not None:
                self.relock()

    def relock(self) -> None:
        """Compute again why text at this point is not translated, if so."""
        first = next((outer for outer in self.enclosing if outer.silent or outer.reason is not None), None)
        self.silent = first is not None and first.silent
        self.lock = None if first is None else first.reason

    @property
    def locked(self) -> bool:
        """Whether text at this point is left alone."""
        return self.silent or self.lock is not None

    @property
    def entries(self) -> bool | None:
        """Whether text at this point is an entry of an index (True) or its title (False)."""
        return next((outer.entries for outer in reversed(self.enclosing) if outer.entries is not None), None)

    def count(self) -> None:
        """Count text that is left alone."""
        if self.lock is not None and not self.silent:
            self.left_alone[self.lock] += 1

    def check_depth(self, depth: int) -> None:
        """Raise `DocumentCorrupt` at a depth that no program writes."""
        if depth > _DEEPEST:
            raise DocumentCorrupt("The document nests paragraphs, links or spans too deeply.")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Read a paragraph in a paragraph: readers are recursive."""
        self.check_depth(2 * self.depth)
        self.depth += 1
        yield
        self.depth -= 1

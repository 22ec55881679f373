"""The state of a Word part's reader between and inside paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.docx.fields import WordField
from dragoman.formats.docx.stylesheet import WordRunStyles
from dragoman.formats.families.ooxml.alternate_content import AlternateContent
from dragoman.formats.format import Reason
from dragoman.formats.paragraphs.inline_content import (
    InlineItem,
    MarkupRole,
    ParagraphElement,
    RawContent,
)
from dragoman.formats.paragraphs.tables_of_contents import TocResolver
from dragoman.segments import Segment
from dragoman.text_io.errors import DocumentCorrupt

_DEEPEST: Final = 64  # levels of nesting: fields in fields, links in links


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundControl:
    """A content control whose text is a copy of a datum of the package."""

    name: str  # local name of the element with the datum
    unit: str
    pair: str  # id of the code around the control's text; "": the whole unit
    segment: Segment


@dataclass(slots=True, eq=False)
class WordEnclosingElement:
    """An open block element around the paragraph."""

    name: str
    reason: Reason | None = None  # why its text is left alone
    data_binding: str = ""  # of a content control: the datum that its text copies


@dataclass(slots=True, eq=False)
class WordParagraphState:
    """The paragraph that is being read."""

    hidden: bool = False  # by its style
    items: list[InlineItem] = field(default_factory=list)
    pairs: list[str] = field(default_factory=list)  # names of the elements that are open in it
    left_alone: set[tuple[Reason, int]] = field(default_factory=set)  # reason, number of a field
    elements: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)  # range of a bookmark in it → the bookmark's name

    def add_element(self, raw_content: RawContent, kind: str, shown: str, limit: str = "") -> None:
        """Add an element that becomes a standalone code; `limit`: the range that it begins or ends."""
        self.items.append(ParagraphElement(MarkupRole.ALONE, (raw_content,), kind, shown, limit))


@dataclass(slots=True, eq=False)
class WordReaderState:
    """The state between two paragraphs of a part."""

    part: str
    run_styles: WordRunStyles
    preserve: bool = False  # xml:space="preserve" on the root
    number: int = 0  # locations so far
    depth: int = 0  # nested open paragraphs and runs
    begun: int = 0  # fields so far
    fields: list[WordField] = field(default_factory=list)
    enclosing: list[WordEnclosingElement] = field(default_factory=list)
    alternate_content: AlternateContent = field(default_factory=AlternateContent)
    left_alone: Counter[Reason] = field(default_factory=Counter)
    bound_controls: list[BoundControl] = field(default_factory=list)
    toc: TocResolver = field(default_factory=TocResolver)
    named: list[str] = field(default_factory=list)  # bookmarks that begin before the next paragraph
    lock: Reason | None = None
    outer_lock: Reason | None = None  # of the run around a text box

    def next_number(self) -> int:
        """The number of the next location."""
        self.number += 1
        return self.number

    @property
    def in_contents(self) -> int:
        """The number of open tables of contents and indexes."""
        return sum(current.toc for current in self.fields)

    def relock(self) -> None:
        """Compute again why text at this point is not translated, if so."""
        self.lock = self.outer_lock
        for outer in self.enclosing:
            self.lock = self.lock or outer.reason
        for outer_field in self.fields:
            self.lock = self.lock or outer_field.lock

    @contextmanager
    def inner_story(self, reason: Reason | None = None) -> Iterator[None]:
        """Read content with paragraphs and fields of its own inside a run, which may be hidden."""
        before = self.fields, self.outer_lock, self.lock
        self.fields, self.outer_lock = [], self.lock or reason
        self.relock()
        yield
        self.fields, self.outer_lock, self.lock = before

    def check_depth(self, depth: int) -> None:
        """Raise `DocumentCorrupt` at a depth that no program writes."""
        if depth > _DEEPEST:
            raise DocumentCorrupt("The document nests paragraphs, fields or links too deeply.")

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Read a paragraph in a paragraph, or a run in a run: readers are recursive."""
        self.check_depth(2 * self.depth)
        self.depth += 1
        yield
        self.depth -= 1

    def count(self, reasons: set[tuple[Reason, int]]) -> None:
        """Count text that is left alone; alternates of one text count once."""
        if not self.alternate_content.repeat:
            self.left_alone.update(reason for reason, _ in reasons)

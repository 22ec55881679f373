"""Tables of contents, indexes and cross references: entries get the translation of the text they repeat.

Format readers add the paragraphs, and the entries and references that may repeat one of them. `resolve` finds
which do. `toc_entries` writes an entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dragoman.formats.format import DocumentWarning, WarningCode
from dragoman.formats.paragraphs.inline_content import ParagraphElement
from dragoman.formats.paragraphs.segments import MappedSegment
from dragoman.formats.paragraphs.text_locations import ParagraphSection
from dragoman.formats.paragraphs.toc_entries import (
    TocFragment,
    TocHeading,
    are_pages,
    comparable,
    fragments_of,
    is_label,
    is_page,
    plain,
    write_entry,
    write_label,
)
from dragoman.segments import CodeKind, Segment, Text

_LONGEST: Final = 1000  # characters of a text that entries may repeat
_LABEL_WORDS: Final = 5  # before the text of an entry: "Chapter 1"
_BORDER: Final = "\ufffc"
_OVERLAP: Final = 32  # bytes
_LEADERS: Final = " .,:;\u2026\u00b7_"  # between a text and its pages
_PAGE_WORDS: Final = 20  # behind it: an index lists many pages

DisplayText: TypeAlias = Callable[
    [ParagraphElement], str
]  # the text that a mark shows, such as the result of a field


def contains_any(chunks: Iterable[bytes], signs: re.Pattern[bytes]) -> bool:
    """Whether a part contains one of these short byte strings. Quick; the string may also be in a text."""
    rest = b""
    for chunk in chunks:
        text = rest + (chunk.replace(b"\0", b"") if b"\0" in chunk else chunk)  # UTF-16
        if signs.search(text):
            return True
        rest = text[-_OVERLAP:]
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    id: str
    anchors: tuple[str, ...]
    segment: Segment
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reference:
    id: str
    anchor: str
    text: str
    around: tuple[str, str]


@dataclass(slots=True, eq=False)
class TocResolver:
    """Collects texts, entries and references of a document. Without `targets` it derives no translations."""

    active: bool = False  # whether the document has any entries or references; else nothing is collected
    targets: Mapping[str, Segment] = field(default_factory=dict)
    texts: dict[str, TocHeading] = field(default_factory=dict)  # comparable text → its first occurrence
    anchors: dict[str, list[TocHeading]] = field(default_factory=dict)  # bookmark → paragraph, or part of it
    entries: list[_Entry] = field(default_factory=list)
    references: list[_Reference] = field(default_factory=list)

    def add_paragraph(
        self, sections: Sequence[ParagraphSection], names: Mapping[str, str], show: DisplayText
    ) -> None:
        """Add a paragraph that is translated; `names`: the range of each bookmark in it → its name."""
        if not self.active or not sections:
            return
        mapped_segments = [section.mapped for section in sections]
        size = sum(len(part.text) for s in mapped_segments for part in s.parts if isinstance(part, Text))
        if size > _LONGEST:
            return
        source: list[TocFragment] = []
        target: list[TocFragment] = []
        for number, section in enumerate(sections):
            mapped = section.mapped
            new = self.targets.get(section.same_as or section.id, mapped.segment)
            shown = _shown(mapped, show)
            source += fragments_of(mapped.parts, shown, f"{number}:")
            if number:  # a fixed element is between them
                source.append(TocFragment(_BORDER, ()))
                target.append(TocFragment(_BORDER, ()))
            parts = (*mapped.parts[: mapped.first], *new, *mapped.parts[mapped.last :])
            target += fragments_of(parts, shown, f"{number}:")
        self._add(source, target, names.values())
        if names:
            self._add_ranges(mapped_segments, names, (source, target))

    def add_value(self, identity: str, text: str) -> None:
        """Add a text outside of paragraphs that indexes list, such as the key of an index mark."""
        if self.active and len(text) <= _LONGEST:
            own: Segment = (Text(text=text),)
            new = self.targets.get(identity, own)
            self._add(list(fragments_of(own, {})), list(fragments_of(new, {})), ())

    def add_entry(self, section: ParagraphSection, anchors: Iterable[str]) -> None:
        """Add an entry of a table of contents or an index, with the bookmarks that it links to."""
        segment = section.mapped.segment
        text = comparable(fragments_of(segment, {}))
        if self.active and not section.same_as:
            known = tuple(dict.fromkeys(anchors))
            self.entries.append(_Entry(id=section.id, anchors=known, segment=segment, text=text))

    def add_reference(self, part: str, anchor: str, text: str, around: tuple[str, str] = ("", "")) -> str:
        """Add the text that a cross reference shows; `anchor`: the bookmark, "": any equal text.

        `around`: the unchanged text before and after it. Returns the id of its
        new text in the result of `resolve`.
        """
        identity = f"{part}#~{len(self.references)}"
        self.references.append(_Reference(id=identity, anchor=anchor, text=text, around=around))
        return identity

    def resolve(self) -> ResolvedToc:
        """Find the text that each entry and reference repeats."""
        targets: dict[str, Segment] = {}
        left = 0
        for entry in self.entries:
            found = self._find(entry)
            if found is None:
                left += not is_page(entry.text)  # pages, and letters between the entries of an index
            elif found[0].target:
                targets[entry.id] = write_entry(entry.segment, found[1], found[0])
        for reference in self.references:
            if new := self._find_reference(reference):
                before, behind = reference.around
                targets[reference.id] = (Text(text=f"{before}{new}{behind}"),)
        return ResolvedToc(targets=targets, left=left)

    def _add(self, source: list[TocFragment], target: list[TocFragment], names: Iterable[str]) -> None:
        text = comparable(source)
        if not text:
            return
        changed = source != target and bool(plain(target))
        heading = TocHeading(text, tuple(source), tuple(target) if changed else ())
        self.texts.setdefault(text, heading)
        for name in filter(None, dict.fromkeys(names)):
            self.anchors.setdefault(name, []).append(heading)

    def _add_ranges(
        self,
        mapped_segments: Sequence[MappedSegment],
        names: Mapping[str, str],
        fragments: tuple[list[TocFragment], list[TocFragment]],
    ) -> None:
        """Add the parts of a paragraph that bookmarks refer to or indexes list."""
        for number, mapped in enumerate(mapped_segments):
            for (identity, kind), element in mapped.elements.items():
                if kind is CodeKind.OPEN and element.range in names:
                    pair = f"{number}:{identity}"
                    source, target = ([f for f in whole if pair in f.path] for whole in fragments)
                    self._add(source, target, (names[element.range],))

    def _find_reference(self, reference: _Reference) -> str:
        """The new text of a reference; "": unchanged."""
        text = comparable((TocFragment(reference.text, ()),))
        if not reference.anchor:
            found = self.texts.get(text)
            return plain(found.target) if found else ""
        known = self.anchors.get(reference.anchor, ())
        for heading in known:
            if heading.text == text:
                return plain(heading.target)
        return next(filter(None, (write_label(heading, text) for heading in known)), "")

    def _find(self, entry: _Entry) -> tuple[TocHeading, int] | None:
        """The heading that an entry repeats, and its position in the entry's comparable text."""
        if len(entry.text) > 2 * _LONGEST:
            return None
        for anchor in entry.anchors:
            for heading in self.anchors.get(anchor, ()):
                start = entry.text.find(heading.text)
                while start >= 0:
                    behind = entry.text[start + len(heading.text) :]
                    if is_label(entry.text[:start]) and are_pages(behind):
                        return heading, start
                    start = entry.text.find(heading.text, start + 1)
        return self._find_by_text(entry.text)

    def _find_by_text(self, text: str) -> tuple[TocHeading, int] | None:
        blanks = [position for position, character in enumerate(text) if character == " "]
        starts = [0, *(position + 1 for position in blanks[:_LABEL_WORDS])]
        ends = [len(text)]
        for blank in reversed(blanks[-_PAGE_WORDS:]):
            ends += (blank, len(text[:blank].rstrip(_LEADERS)))
        for start in starts:
            for end in ends if is_label(text[:start]) else ():
                heading = self.texts.get(text[start:end])
                if heading is not None and are_pages(text[end:]):
                    return heading, start
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedToc:
    """The result of matching entries and references with texts."""

    targets: Mapping[str, Segment]  # entry or reference → its new content, where that changes
    left: int  # number of entries that repeat no text of the document

    def warnings(self, advice: str) -> tuple[DocumentWarning, ...]:
        """Warnings for the document's owner; `advice`: how to update the entries in the user's program."""
        if not self.left:
            return ()
        many = "entries" if self.left > 1 else "entry"
        stay = "stay unchanged, as they repeat" if self.left > 1 else "stays unchanged, as it repeats"
        message = (
            f"{self.left} {many} of tables of contents or indexes {stay} no text of the document. {advice}"
        )
        return (DocumentWarning(code=WarningCode.CONTENTS_LEFT, message=message),)


def _shown(mapped: MappedSegment, show: DisplayText) -> dict[str, str]:
    return {
        identity: show(element)
        for (identity, kind), element in mapped.elements.items()
        if kind is CodeKind.STANDALONE
    }

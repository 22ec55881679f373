"""Paragraphs that repeat the title of a slide, such as those of an agenda.

Equal segments get equal translations. A paragraph with the text of a title, but without its formatting or
line breaks or with other white space, has no unit: it gets the title's translation. One with formatting of
its own has a unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from dragoman.formats.paragraphs.tables_of_contents import TocResolver
from dragoman.formats.paragraphs.text_locations import OfficeParagraph, ParagraphSection, TextLocation
from dragoman.formats.paragraphs.toc_entries import comparable, fragments_of, has_codes_of, write_entry
from dragoman.segments import Segment


@dataclass(slots=True, eq=False)
class SlideTitles:
    """The titles of a presentation's slides, and the paragraphs that repeat them."""

    targets: dict[str, Segment] = field(default_factory=dict)  # of units, and of repeated titles
    units: set[str] = field(default_factory=set)
    segments: dict[str, set[Segment]] = field(default_factory=dict)  # comparable text → titles with it
    contents: TocResolver = field(default_factory=lambda: TocResolver(active=True))

    @property
    def changed(self) -> bool:
        """Whether any title has a new translation."""
        return any(heading.target for heading in self.contents.texts.values())

    def add(self, location: OfficeParagraph) -> None:
        """Add a paragraph of a title."""
        own = [item for item in location.sections if isinstance(item, ParagraphSection)]
        self.contents.targets = self.targets
        self.contents.add_paragraph(own, {}, lambda _: "")
        for section in own:
            if section.id:
                self.units.add(section.id)
                text = comparable(fragments_of(section.mapped.parts, {}))
                self.segments.setdefault(text, set()).add(section.mapped.segment)

    def mark_repetitions(self, locations: Iterable[TextLocation]) -> Iterator[TextLocation]:
        """The locations of a part; those that repeat a title are marked and have no units."""
        for location in locations:
            if not isinstance(location, OfficeParagraph):
                yield location
                continue
            own = [item for item in location.sections if isinstance(item, ParagraphSection) and item.id]
            if len(own) == 1 and self._repeats(own[0]):
                sections = tuple(replace(x, derived=True) if x is own[0] else x for x in location.sections)
                yield replace(location, sections=sections)
            else:
                yield location

    def _repeats(self, section: ParagraphSection) -> bool:
        if section.same_as or section.id in self.units:
            return False
        segment = section.mapped.segment
        text = comparable(fragments_of(segment, {}))
        heading = self.contents.texts.get(text)
        if heading is None or segment in self.segments.get(text, ()) or not any(map(str.isalpha, text)):
            return False
        if not has_codes_of(segment, heading):
            return False  # its translation needs its own formatting
        if heading.target:
            self.targets[section.id] = write_entry(segment, 0, heading)
        return True

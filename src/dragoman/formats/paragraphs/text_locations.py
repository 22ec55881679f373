"""Locations of text in a block of an Office part: their units, and writing translations to them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from dragoman.formats.format import Languages, Unit
from dragoman.formats.paragraphs.inline_content import InlineItem, ParagraphElement, split_at_fixed
from dragoman.formats.paragraphs.segments import MappedSegment, map_segment
from dragoman.formats.paragraphs.writing import ParagraphWriter, RunMarkup
from dragoman.segments import Segment, Text, keeps_codes, plain_text
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.tags import escaped, escaped_value
from dragoman.text_io.zip.directory import shown

Edit: TypeAlias = tuple[int, int, bytes]
CopySource: TypeAlias = Callable[[int, int], bytes]  # the source between two offsets, with its translations


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphSection:
    """A part of a paragraph between elements that cannot be moved."""

    mapped: MappedSegment
    id: str = ""  # of its unit; "": it has none
    same_as: str = ""  # the unit whose translation it shares
    derived: bool = False  # it has no unit: its text repeats another text, see `tables_of_contents`


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeParagraph:
    """A paragraph that has units."""

    start: int
    opening: int  # offset of the end of its start tag
    content: int  # offset of the end of the paragraph's properties
    tail: int  # offset of its end tag
    end: int
    sections: tuple[ParagraphSection | ParagraphElement, ...]
    elements: frozenset[str] = frozenset()  # characters that are written as elements
    alignment: str = ""  # inherited alignment, used if its properties name none; "": unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class TextValue:
    """Text in an attribute, or the whole text of an element without child elements."""

    id: str
    start: int
    end: int
    text: str
    attribute: bool = True
    same_as: str = ""
    derived: bool = False  # as in `ParagraphSection`


TextLocation: TypeAlias = OfficeParagraph | TextValue


# a paragraph, its properties and its written name → the properties of a translated one
AdaptProperties: TypeAlias = Callable[[OfficeParagraph, bytes, bytes], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Translations:
    """The translations to write."""

    targets: Mapping[str, Segment]
    languages: Languages
    always: bool = False  # write unchanged units too: this shows that nothing is lost


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingContext:
    """How the locations of a part are written."""

    translations: Translations
    run_markup: Callable[[bytes], RunMarkup]  # for a paragraph whose element has this qualified name
    paragraph: AdaptProperties = lambda _, properties, __: properties
    # a block in which something has been written → the block to write
    block: Callable[[bytes], bytes] = lambda data: data
    writer: Callable[[CopySource, bytes], ParagraphWriter] | None = (
        None  # for paragraphs that do not consist of runs
    )


def map_sections(
    items: Sequence[InlineItem],
    identity: str,
    claim: Callable[[Segment, str], str] = lambda _segment, _identity: "",
) -> tuple[ParagraphSection | ParagraphElement, ...]:
    """The sections of a paragraph, and the elements between them that cannot be moved.

    The first section with text has the id of the paragraph. `claim` maps the segment and id of a section to
    the unit whose translation it shares; "": it has a translation of its own.
    """
    sections: list[ParagraphSection | ParagraphElement] = []
    own = identity
    for item in split_at_fixed(items):
        if isinstance(item, ParagraphElement):
            sections.append(item)
            continue
        mapped = map_segment(item)
        if mapped.has_text:
            sections.append(ParagraphSection(mapped=mapped, id=own, same_as=claim(mapped.segment, own)))
            own = f"{identity}.{len(sections)}"
        else:
            sections.append(ParagraphSection(mapped=mapped))
    return tuple(sections)


def units_of(locations: Sequence[TextLocation]) -> Iterator[Unit]:
    """The units of locations, in reading order."""
    for location in sorted(locations, key=lambda location: location.start):
        if isinstance(location, TextValue):
            if not (location.same_as or location.derived):
                yield Unit(id=location.id, segment=(Text(text=location.text),), context=location.id)
            continue
        for section in location.sections:
            if (
                isinstance(section, ParagraphSection)
                and section.id
                and not (section.same_as or section.derived)
            ):
                yield Unit(id=section.id, segment=section.mapped.segment, context=section.id)


def write_locations(
    data: bytes, locations: Sequence[TextLocation], writing_context: WritingContext
) -> bytes | None:
    """The block with the translations of its locations; None when nothing changes.

    `locations` are ordered by where they end. Raises `ConversionFailed` when a translation's codes are not
    those of its unit.
    """
    edits: list[Edit] = []  # in order, not overlapping
    for location in locations:
        new = _write_location(data, location, writing_context, edits)
        if new is not None:
            inner = bisect_left(edits, (location.start,))
            edits[inner:] = [(location.start, location.end, new)]
    return writing_context.block(splice(data, edits)) if edits else None


def splice(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Replace some slices of `data`; `edits` are in order and do not overlap."""
    chunks: list[bytes] = []
    position = 0
    for start, end, new in edits:
        chunks += (data[position:start], new)
        position = end
    return b"".join((*chunks, data[position:]))


def _write_location(
    data: bytes, location: TextLocation, writing_context: WritingContext, edits: list[Edit]
) -> bytes | None:
    if isinstance(location, TextValue):
        target = _find_target(location.id, location.same_as, (Text(text=location.text),), writing_context)
        if target is None:
            return None
        return (escaped_value if location.attribute else escaped)(plain_text(target))
    targets = [
        _find_target(item.id, item.same_as, item.mapped.segment, writing_context)
        if isinstance(item, ParagraphSection)
        else None
        for item in location.sections
    ]
    if all(target is None for target in targets):
        return None
    name = data[location.start : location.opening].strip(b"</>").split(None, 1)[0]
    writer = _writer(location, writing_context, name, lambda start, end: _copy(data, start, end, edits))
    for item, target in zip(location.sections, targets, strict=True):
        if isinstance(item, ParagraphElement):
            writer.add_element(item)
        else:
            writer.add_segment(item.mapped, target)
    writer.finish()
    properties = writing_context.paragraph(location, data[location.opening : location.content], name)
    return b"".join(
        (
            data[location.start : location.opening],
            properties,
            *writer.written,
            data[location.tail : location.end],
        )
    )


def _writer(
    location: OfficeParagraph, writing_context: WritingContext, name: bytes, copy: CopySource
) -> ParagraphWriter:
    if writing_context.writer is not None:
        return writing_context.writer(copy, name)
    return ParagraphWriter(_restrict_elements(location, writing_context.run_markup(name)), copy)


def _restrict_elements(location: OfficeParagraph, run_markup: RunMarkup) -> RunMarkup:
    """Restrict the characters that are written as elements to those that were elements in the paragraph."""
    if location.elements == run_markup.elements.keys():
        return run_markup
    return replace(run_markup, elements={c: run_markup.elements[c] for c in location.elements})


def _find_target(
    identity: str, same_as: str, segment: Segment, writing_context: WritingContext
) -> Segment | None:
    """The translation to write; None: the text stays unchanged."""
    if not identity:
        return None
    target = writing_context.translations.targets.get(same_as or identity)
    if target is None or (target == segment and not writing_context.translations.always):
        return None
    if not keeps_codes(segment, target):
        raise ConversionFailed(f"The translation of {shown(identity)} does not have the codes of its source.")
    return target


def _copy(data: bytes, start: int, end: int, edits: list[Edit]) -> bytes:
    """The source between two offsets, with the edits inside."""
    first = bisect_left(edits, (start,))
    if first == len(edits) or edits[first][0] >= end:
        return data[start:end]
    last = bisect_left(edits, (end,))
    inner = [(a - start, b - start, new) for a, b, new in edits[first:last]]
    return splice(data[start:end], inner)

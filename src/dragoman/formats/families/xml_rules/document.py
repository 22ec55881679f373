"""XML documents translated by rules: their units in reading order, and the document with translations.

`tokens` parses and splits a document, `start_tags` reads start tags by the rules of `rules`,
`unknown_elements` inspects elements without rules, `languages` reads `xml:lang`, `element_contexts` combines
them. `extraction` finds text units, `segment` reads and writes them. Bytes outside of changed texts are
unchanged.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.formats.families.xml_rules.element_contexts import ElementContexts, ElementOverride
from dragoman.formats.families.xml_rules.extraction import XmlExtraction
from dragoman.formats.families.xml_rules.languages import find_languages
from dragoman.formats.families.xml_rules.rules import VocabularyRules
from dragoman.formats.families.xml_rules.segment import XmlSegment, read_segment, write_segment
from dragoman.formats.families.xml_rules.start_tags import StartTagReader
from dragoman.formats.families.xml_rules.tokens import OpenedXml, check_result
from dragoman.formats.format import Document, DocumentWarning, Languages, Reason, Unit
from dragoman.formats.units.limits import too_many
from dragoman.formats.units.values import ContentKind, has_letters, judge
from dragoman.segments import Segment, Text, normalise, plain_text
from dragoman.text_io.splice import Replacement, splice
from dragoman.text_io.xml.encoding import encode_xml

_MOST_PARTS: Final = 400_000  # texts and codes; far above the limits of words; it bounds memory
# Elements for any value: their keys name its meaning.
_HOLDER_NAMES: Final = "property entry item value param parameter string data field setting option attribute"
_HOLDERS: Final = frozenset(_HOLDER_NAMES.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlReadingPlan:
    """The rules and options for reading one document."""

    rules: VocabularyRules
    marks: Mapping[int, ElementOverride] = field(default_factory=dict)  # by the numbers of elements
    attributes: Sequence[str] = ()  # chosen by the job
    translate: bool = True  # unless overridden
    warnings: tuple[DocumentWarning, ...] = ()


def extract_xml(opened: OpenedXml, plan: XmlReadingPlan, languages: Languages) -> Document:
    """Read all units of a document."""
    extraction = _extraction(opened, plan, languages)
    units: list[Unit] = []
    parts = 0
    for number, reading, reason in _readings(opened, plan, extraction):
        if reason is not None:
            extraction.left_alone[reason] += 1
            continue
        place = reading.place
        context = f"{place.key}/{place.name}" if place.key else place.name
        units.append(Unit(id=str(number), segment=reading.segment, context=context, note=place.note))
        parts += len(reading.segment)
        if parts > _MOST_PARTS:
            raise too_many("texts and inline elements", _MOST_PARTS, units)
    return Document(
        units=tuple(units),
        left_alone=dict(+extraction.left_alone),
        warnings=(*extraction.contexts.languages.warnings(), *plan.warnings),
    )


def rebuild_xml(
    opened: OpenedXml, plan: XmlReadingPlan, languages: Languages, targets: Mapping[str, Segment]
) -> bytes | None:
    """The document with translations (unit id → translation) in it; None when nothing changes.

    Raises ConversionFailed when a translation's codes are not its unit's.
    """
    extraction = _extraction(opened, plan, languages)
    done: list[Replacement] = []  # in the order of the document
    changed = False
    for number, reading, reason in _readings(opened, plan, extraction):
        _put(extraction.contexts.languages.take(), done)  # they may be within the text's codes
        target = targets.get(str(number)) if reason is None else None
        if target is None or (target := normalise(target)) == reading.segment:
            continue
        changed = True
        _replace(opened, reading, target, done)
    if not changed:
        return None
    _put(extraction.contexts.languages.take(), done)
    body = splice(opened.text, done).encode()
    check_result(body, opened)
    return encode_xml(body, opened.decoded)


def _extraction(opened: OpenedXml, plan: XmlReadingPlan, languages: Languages) -> XmlExtraction:
    marked = any(mark.attributes for mark in plan.marks.values())
    spoken = find_languages(opened, StartTagReader(plan.rules, languages), languages)
    tags = StartTagReader(plan.rules, languages, keep_names=marked, wanted=plan.attributes)
    contexts = ElementContexts(opened.text, opened.start, spoken, plan.marks, plan.rules.apart)
    return XmlExtraction(opened.text, opened.start, tags, contexts, plan.translate)


def _readings(
    opened: OpenedXml, plan: XmlReadingPlan, extraction: XmlExtraction
) -> Iterator[tuple[int, XmlSegment, Reason | None]]:
    """All text units with their numbers, and the reason why each is not translated."""
    for number, place in enumerate(extraction.text_units(), start=1):
        reading = read_segment(opened.text, place, opened.entities)
        if not has_letters(plain_text(reading.segment)):
            yield number, reading, Reason.NO_TEXT
        elif plan.rules.data and not place.certain and not place.quote:
            yield number, reading, _judge(reading)
        else:
            yield number, reading, None


def _judge(reading: XmlSegment) -> Reason | None:
    """Why a value is not translated: it looks like a value for programs."""
    if len(reading.segment) != 1 or not isinstance(only := reading.segment[0], Text):
        return None
    place = reading.place
    return judge(place.key if place.name.lower() in _HOLDERS else place.name, only.text, ContentKind.DATA)


def _put(replacements: Iterable[Replacement], done: list[Replacement]) -> None:
    """Add replacements in order; nearly always they are the last."""
    for one in replacements:
        insort(done, one)


def _replace(opened: OpenedXml, reading: XmlSegment, target: Segment, done: list[Replacement]) -> None:
    """Add the replacement for a translation; replacements within its codes become part of it."""
    since, until = bisect_left(done, (reading.start,)), bisect_left(done, (reading.end,))
    within = done[since:until]
    text = opened.text

    def code(start: int, end: int) -> str:
        first, last = bisect_left(within, (start,)), bisect_left(within, (end,))
        return splice(text, within[first:last], start=start, end=end)

    written = write_segment(reading, target, code, encoding=opened.decoded.encoding)
    done[since:until] = [Replacement(reading.start, reading.end, written)]

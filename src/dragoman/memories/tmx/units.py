"""Read one `<tu>` of any TMX version to units, from the source language into each other language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.etree.ElementTree import Element

from dragoman.languages import primary
from dragoman.memories.model import MemoryUnit
from dragoman.memories.tmx import names
from dragoman.memories.tmx.details import TmxDetails
from dragoman.memories.tmx.header import TOOL, TmxHeader
from dragoman.memories.tmx.inline import Numbering, TooDeep
from dragoman.memories.tmx.parsing import UnitMalformed, parse_unit
from dragoman.memories.tmx.problems import ImportProblem, ProblemCode, TmxUnits
from dragoman.segments import Segment, render
from dragoman.text_io.xml.elements import ElementXml

LONGEST_SEGMENT: Final = 100_000  # characters, codes included
MOST_PARTS: Final = 5_000  # codes, and texts between them
MOST_LANGUAGES: Final = 500  # of a unit

_LANG: Final = "xml:lang"
_ALL: Final = "*all*"
_MOST_PROBLEMS: Final = 20  # that are reported for one unit


@dataclass(slots=True)
class _Variant:
    """A usable `<tuv>`."""

    node: Element
    language: str
    text: Segment


@dataclass(slots=True)
class _UnitReading:
    """The problems of a `<tu>` while it is read."""

    number: int
    line: int
    problems: list[ImportProblem] = field(default_factory=list)

    def report(self, code: ProblemCode, message: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            problem = ImportProblem(number=self.number, line=self.line, code=code, message=message)
            self.problems.append(problem)

    def finish(self, units: Sequence[MemoryUnit] = ()) -> TmxUnits:
        return TmxUnits(number=self.number, units=tuple(units), problems=tuple(self.problems))


def read_units(number: int, element: ElementXml, header: TmxHeader) -> TmxUnits:
    """Read a `<tu>`, the file's `number`th. One that cannot be read gives a problem, and no units."""
    reading = _UnitReading(number, element.line)
    try:
        root, lost = parse_unit(element.text)
    except UnitMalformed as error:
        reading.line += error.line - 1
        reading.report(ProblemCode.MALFORMED, "The unit is not well-formed XML; it is left out.")
        return reading.finish()
    except UnicodeEncodeError:
        message = "The unit has bytes that the file's encoding does not have; it is left out."
        reading.report(ProblemCode.ENCODING, message)
        return reading.finish()
    if lost:
        message = "The unit has characters that no text may have; they are left out."
        reading.report(ProblemCode.CHARACTERS, message)
    variants = _read_variants(root, reading, ours=header.tool == TOOL)
    if len(variants) < 2:
        if not reading.problems:
            message = "The unit has fewer than two languages; it is left out."
            reading.report(ProblemCode.ONE_LANGUAGE, message)
        return reading.finish()
    source = _find_source(root.get("srclang") or header.source_language, variants, reading)
    return reading.finish(_make_units(root, source, variants, TmxDetails(header), reading))


def _read_variants(root: Element, reading: _UnitReading, *, ours: bool) -> list[_Variant]:
    """Read one variant of each language, in the order of the file."""
    found: dict[str, _Variant] = {}
    numbering = Numbering(ours)
    for node in root:
        if node.tag != "tuv":
            continue
        given = node.get(_LANG) or node.get("lang") or ""
        language = names.find_language(given) if given else None
        if language is None:
            message = "The language of a text is missing; the text is left out."
            if given.strip():
                message = "The language of a text is not known; the text is left out."
            reading.report(ProblemCode.NO_LANGUAGE, message)
        elif language in found:
            message = "The unit has two texts of one language; the first is kept."
            reading.report(ProblemCode.LANGUAGE_TWICE, message)
        elif len(found) == MOST_LANGUAGES:
            message = f"The unit has more than {MOST_LANGUAGES} languages; the rest is left out."
            reading.report(ProblemCode.TOO_LONG, message)
            break
        else:
            text = _read_text(node, numbering, reading)
            if text is not None:
                found[language] = _Variant(node, language, text)
    if numbering.unpaired:
        message = "Inline elements lack their beginning or their end; they are kept as standalone codes."
        reading.report(ProblemCode.CODES, message)
    return list(found.values())


def _read_text(node: Element, numbering: Numbering, reading: _UnitReading) -> Segment | None:
    seg = node.find("seg")
    try:
        text = () if seg is None else numbering.read(seg)
    except TooDeep:
        message = "A text has inline elements that are nested too deep; it is left out."
        reading.report(ProblemCode.CODES, message)
        return None
    rendered = render(text)
    if len(rendered) > LONGEST_SEGMENT or len(text) > MOST_PARTS:
        message = f"A text has over {LONGEST_SEGMENT} characters, or {MOST_PARTS} codes; it is left out."
        reading.report(ProblemCode.TOO_LONG, message)
    elif not rendered or rendered.isspace():
        reading.report(ProblemCode.EMPTY, "A text is empty; it is left out.")
    else:
        return text
    return None


def _find_source(given: str, variants: Sequence[_Variant], reading: _UnitReading) -> _Variant:
    """Find the variant in the given source language, else in a variant of it, else the first one."""
    if not given.strip() or given.strip().lower() == _ALL:
        return variants[0]
    language = names.find_language(given)
    if language is not None:
        candidates = [one for one in variants if one.language == language]
        candidates += [one for one in variants if primary(one.language) == primary(language)]
        if candidates:
            return candidates[0]
    message = "No text of the unit is in its source language; the first one is taken as the source."
    reading.report(ProblemCode.SOURCE_UNSURE, message)
    return variants[0]


def _make_units(
    root: Element, source: _Variant, variants: Sequence[_Variant], details: TmxDetails, reading: _UnitReading
) -> list[MemoryUnit]:
    details.read_attributes(root, of_unit=True)
    details.read_properties(root, context=True)
    details.read_properties(source.node, context=True)
    units = []
    for variant in variants:
        if variant is source:
            continue
        own = details.copy() if len(variants) > 2 else details
        own.read_attributes(variant.node, of_unit=False)
        own.read_properties(variant.node, context=False)
        units.append(_make_unit(source, variant, own))
        _report_details(own, reading)
    return units


def _make_unit(source: _Variant, target: _Variant, details: TmxDetails) -> MemoryUnit:
    return MemoryUnit(
        source_language=source.language,
        target_language=target.language,
        source=source.text,
        target=target.text,
        context=details.read_context(),
        origin=details.origin(),
        status=details.status(),
        created=details.dates.get("creationdate"),
        created_by=details.people.get("creationid"),
        changed=details.dates.get("changedate"),
        changed_by=details.people.get("changeid"),
        properties=details.properties,
        used=details.used,
        last_used=details.dates.get("lastusagedate"),
    )


def _report_details(details: TmxDetails, reading: _UnitReading) -> None:
    if details.bad_dates:
        reading.report(ProblemCode.DATE, "A date of the unit cannot be read; it is left out.")
    if details.left_out:
        message = "Notes or properties of the unit are too long or too many; they are left out."
        reading.report(ProblemCode.PROPERTY, message)

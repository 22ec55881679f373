"""Check what formats guarantee about the documents they extract."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import Final

from dragoman.formats.format import MOST_NOTES, Document, DocumentWarning, Reason, Unit, WarningCode
from dragoman.segments import CodeKind, Segment, Text, codes, is_nested
from dragoman.text_io.errors import ConversionFailed

LONGEST_UNIT: Final = 400_000  # characters: 60,000 words; a pattern looks through it in a tenth of a second


def check_document(document: Document) -> None:
    """Raise `ConversionFailed` unless ids are unique and codes are single or nested pairs.

    A unit whose codes overlap could be translated, but not put back.
    """
    seen: set[str] = set()
    for unit in document.units:
        if unit.id in seen:
            raise ConversionFailed("Two units of the document have the same id.")
        seen.add(unit.id)
        if not _is_sound(unit.segment):
            raise ConversionFailed("Inline codes of the document have the same id, or overlap.")


def bound_notes(document: Document) -> Document:
    """Limit the document's notes: a note that all units inherit makes a document large."""
    lengths = accumulate(len(unit.note) for unit in document.units)
    kept = sum(length <= MOST_NOTES for length in lengths)
    if kept == len(document.units):
        return document
    message = "The file has more comments for translators than can be kept; those further on are left out."
    return replace(
        document,
        units=(*document.units[:kept], *(replace(unit, note="") for unit in document.units[kept:])),
        warnings=(*document.warnings, DocumentWarning(code=WarningCode.PART_LEFT, message=message)),
    )


def exclude_long_units(document: Document) -> Document:
    """Exclude units that are too long from translation, because Python processes each in one go."""
    long = sum(is_too_long(unit) for unit in document.units)
    if not long:
        return document
    message = (
        f"Passages of more than {LONGEST_UNIT} characters stay as they are: {long}. "
        "Break them into paragraphs to have them translated."
    )
    return replace(
        document,
        units=tuple(
            replace(unit, reason=Reason.NO_TEXT) if is_too_long(unit) else unit for unit in document.units
        ),
        warnings=(*document.warnings, DocumentWarning(code=WarningCode.PART_LEFT, message=message)),
    )


def is_too_long(unit: Unit) -> bool:
    """Whether a unit to be translated has more characters than `LONGEST_UNIT`."""
    return unit.reason is None and _length(unit.segment) > LONGEST_UNIT


def _length(segment: Segment) -> int:
    return sum(len(part.text) for part in segment if isinstance(part, Text))


def _is_sound(segment: Segment) -> bool:
    found = list(codes(segment))
    if not found:
        return True
    openings = sum(code.kind is CodeKind.OPEN for code in found)
    return len({code.id for code in found}) == len(found) - openings and is_nested(segment)

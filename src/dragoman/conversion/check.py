"""What formats promise about the documents they extract, checked before anybody relies on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

from dragoman.formats.format import MOST_NOTES, ConversionFailed, Document, WarningCode
from dragoman.formats.format import Warning as DocumentWarning
from dragoman.segments import CodeKind, Segment, codes, is_nested


def check_document(document: Document) -> None:
    """Raise `ConversionFailed` unless ids are unique and codes are single or nested pairs.

    A unit whose codes overlap could be translated, but not put back.
    """
    seen: set[str] = set()
    for unit in document.units:
        if unit.id in seen:
            raise ConversionFailed("Two passages of the document cannot be told apart.")
        seen.add(unit.id)
        if not _is_sound(unit.segment):
            raise ConversionFailed("The document's inline markup cannot be told apart, or overlaps.")


def bound_notes(document: Document) -> Document:
    """The document with as many notes as there may be: one that is handed down to all units is soon large."""
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


def _is_sound(segment: Segment) -> bool:
    found = list(codes(segment))
    if not found:
        return True
    openings = sum(code.kind is CodeKind.OPEN for code in found)
    return len({code.id for code in found}) == len(found) - openings and is_nested(segment)

"""What formats promise about the documents they extract, checked before anybody relies on it."""

from __future__ import annotations

from dragoman.formats.format import ConversionFailed, Document
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


def _is_sound(segment: Segment) -> bool:
    found = list(codes(segment))
    if not found:
        return True
    openings = sum(code.kind is CodeKind.OPEN for code in found)
    return len({code.id for code in found}) == len(found) - openings and is_nested(segment)

"""Write translations as markup, in bytes of the body."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from dragoman.formats.xliff.content import OriginalCode, SubFlow, XliffContent, escape
from dragoman.segments import Code, CodeKind, Part, Segment, Text, keeps_codes
from dragoman.text_io.errors import ConversionFailed
from dragoman.text_io.xml.start_tags import opened


def render(segment: Segment, contents: tuple[XliffContent, ...], flows: Mapping[str, bytes]) -> bytes:
    """Write a segment; each code is written as in the first of `contents` that has it, with new sub-flows."""
    parts = _in_order(segment, contents[0].ordered)
    pieces: list[bytes] = []
    skip = False
    for part, following in itertools.zip_longest(parts, parts[1:]):
        if skip:
            skip = False
        elif isinstance(part, Text):
            pieces.append(escape(part.text))
        else:
            original = _original(part, contents)
            raw = b"".join(_piece(piece, flows) for piece in original.pieces)
            if original.self_closed:
                skip = isinstance(following, Code) and following.id == part.id
                raw = raw if skip else opened(raw)
            pieces.append(raw)
    return b"".join(pieces)


def check_codes(unit_id: str, source: XliffContent, target: Segment) -> None:
    """Raise `ConversionFailed` unless a translation has the codes of its source."""
    if not keeps_codes(source.segment, target):
        raise ConversionFailed(f"The translation of unit {unit_id} does not have the codes of its source.")


def _original(code: Code, contents: tuple[XliffContent, ...]) -> OriginalCode:
    for content in contents:
        if (original := content.originals.get(code)) is not None:
            return original
    raise ConversionFailed("A translation has a code that is not in its unit.")


def _piece(piece: bytes | SubFlow, flows: Mapping[str, bytes]) -> bytes:
    if isinstance(piece, bytes):
        return piece
    return flows.get(piece.key, piece.raw)


def _in_order(segment: Segment, groups: tuple[tuple[str, ...], ...]) -> list[Part]:
    """Sort codes whose order is fixed, in the positions that they take together."""
    parts = list(segment)
    if not groups:
        return parts
    positions = {
        part.id: place
        for place, part in enumerate(parts)
        if isinstance(part, Code) and part.kind is CodeKind.STANDALONE
    }
    for group in groups:
        ids = [id_ for id_ in group if id_ in positions]
        taken = sorted(positions[id_] for id_ in ids)
        moved = [parts[positions[id_]] for id_ in ids]
        for id_, place, part in zip(ids, taken, moved, strict=True):
            parts[place] = part
            positions[id_] = place
    return parts

"""Encode segments as JSON for the database: texts as strings, codes as arrays of id, kind, type and data."""

from __future__ import annotations

import orjson

from dragoman.segments import Code, CodeKind, Segment, Text


def encode_segment(segment: Segment) -> str:
    """Encode a segment. Lone surrogates, which PostgreSQL cannot store, become question marks."""
    parts = [
        _clean(part.text)
        if isinstance(part, Text)
        else [_clean(part.id), part.kind.value, part.type, _clean(part.data)]
        for part in segment
    ]
    return orjson.dumps(parts).decode().replace("\\u0000", "\\ufffd")


def decode_segment(encoded: str) -> Segment:
    """Decode what `encode_segment` wrote."""
    return tuple(
        Text(text=part)
        if isinstance(part, str)
        else Code(id=part[0], kind=CodeKind(part[1]), type=part[2], data=part[3])
        for part in orjson.loads(encoded)
    )


def _clean(text: str) -> str:
    return text.encode(errors="replace").decode()

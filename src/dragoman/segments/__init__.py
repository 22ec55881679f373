"""Marked-up text as typed values: `model` defines segments, `placing` puts pairs around words."""

from dragoman.segments.model import (
    Code,
    CodeKind,
    Part,
    Segment,
    Text,
    codes,
    is_nested,
    keeps_codes,
    normalise,
    plain_text,
    render,
)
from dragoman.segments.placing import Covered, covered_parts, place_pairs

__all__ = [
    "Code",
    "CodeKind",
    "Covered",
    "Part",
    "Segment",
    "Text",
    "codes",
    "covered_parts",
    "is_nested",
    "keeps_codes",
    "normalise",
    "place_pairs",
    "plain_text",
    "render",
]

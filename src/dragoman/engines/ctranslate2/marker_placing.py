"""Codes as marks in the text, which some models copy: `<g1>red</g1> house` for a pair, `<x2/>` for others.

Which models do is measured by `dragoman engines add`; `alignment_placing` is the other method.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.engines.ctranslate2.written_segments import number_codes
from dragoman.segments import Code, CodeKind, Segment, Text, keeps_codes, normalise

_MARK: Final = re.compile(r"<\s*(/?)\s*([gx])\s*(\d{1,4})\s*(/?)\s*>", re.IGNORECASE)


def write_with_marks(segment: Segment) -> str:
    """A segment as a text with marks."""
    marks = {code: _mark(code, number) for code, number in number_codes(segment)}
    return "".join(part.text if isinstance(part, Text) else marks[part] for part in segment)


def _mark(code: Code, number: int) -> str:
    if code.kind is CodeKind.STANDALONE:
        return f"<x{number}/>"
    return f"<{'/' if code.kind is CodeKind.CLOSE else ''}g{number}>"


def read_with_marks(text: str, source: Segment) -> Segment | None:
    """The translation with its codes; None where marks were lost, doubled or wrongly nested."""
    by_mark = {_mark(code, number): code for code, number in number_codes(source)}
    parts: list[Text | Code] = []
    position = 0
    for match in _MARK.finditer(text):
        closing, kind, number, alone = match.groups()
        code = by_mark.get(f"<{closing}{kind.lower()}{number}{alone}>")
        if code is None:
            return None
        parts += (Text(text=text[position : match.start()]), code)
        position = match.end()
    target = normalise((*parts, Text(text=text[position:])))
    return target if keeps_codes(source, target) else None

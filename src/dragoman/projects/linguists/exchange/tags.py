"""Stable names for the codes of a segment, by which the codes of a returned file are found.

A code's name is its number in the segment, from 1, in order of the source; halves of a pair share one. In
XLIFF 2, where names are unique in a unit of several segments, the segment's number comes before it: `7-2`. A
code that occurs again has its count after it: `2.2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dragoman.memories.segment_json import decode_segment
from dragoman.projects.linguists.exchange.model import Tag
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Code, CodeKind, Segment, codes

_NAME: Final = re.compile(r"(?:([0-9]{1,9})-)?([0-9]{1,6})e?(?:\.[0-9]{1,6})?")
_IMPOSSIBLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LONGEST_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class RowCodes:
    """The codes of one segment, by name and kind."""

    named: Mapping[str, str]  # id of a code → its name
    known: Mapping[tuple[str, CodeKind], Code]


def names_of(*segments: Segment) -> RowCodes:
    """Name the codes of a source; behind them, those that only a translation of it has."""
    named: dict[str, str] = {}
    known: dict[tuple[str, CodeKind], Code] = {}
    for segment in segments:
        for code in codes(segment):
            name = named.setdefault(code.id, str(len(named) + 1))
            known.setdefault((name, code.kind), code)
    return RowCodes(named, known)


def names_of_row(row: ProjectSegment) -> RowCodes:
    """Name the codes of a segment."""
    return names_of(decode_segment(row.source), decode_segment(row.target) if row.target else ())


def read_tag(kind: CodeKind, written: str) -> Tag:
    """The tag of a written name."""
    found = _NAME.fullmatch(written)
    if found is None:
        return Tag(kind=kind, name="")
    row, name = found.groups()
    return Tag(kind=kind, name=name, row=int(row) if row else None)


def show(code: Code) -> str:
    """What people see of a code."""
    return clean(code.data[:_LONGEST_SHOWN])


def clean(text: str) -> str:
    """Text that XML can hold: other characters are shown as unknown ones."""
    return _IMPOSSIBLE.sub("\ufffd", text)


def kind_of(code: Code) -> str:
    """A code's type as a single word, which attributes of types take."""
    return "-".join(clean(code.type).replace(":", " ").split()) or "tag"


def split_impossible(text: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a text that XML can hold, and, alone, each character that it cannot."""
    position = 0
    for found in _IMPOSSIBLE.finditer(text):
        if found.start() > position:
            yield text[position : found.start()], False
        yield found.group(), True
        position = found.end()
    if position < len(text):
        yield text[position:], False

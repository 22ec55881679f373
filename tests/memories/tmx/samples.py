"""Pieces of TMX for tests."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from dragoman.memories.model import MemoryUnit, StoredUnit
from dragoman.memories.tmx import ProblemCode, TmxUnits, read_tmx, write_tmx
from dragoman.segments import Code, CodeKind, Segment, Text, normalise, render

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def tu(source: str, target: str, *more: str, attributes: str = "") -> str:
    """A unit from English into German, its properties before the texts."""
    tuv = '<tuv xml:lang="{}"><seg>{}</seg></tuv>'
    return f"<tu{attributes}>{''.join(more)}{tuv.format('en', source)}{tuv.format('de', target)}</tu>"


def document(*units: str, header: str = 'srclang="en"') -> str:
    """A file of such units, each on its own line, from line 2 on."""
    body = "\n".join(units)
    return f'<tmx version="1.4"><header {header}/><body>\n{body}\n</body></tmx>'


def read(data: bytes | str, *, skip: int = 0) -> list[TmxUnits]:
    given = data.encode() if isinstance(data, str) else data
    return list(read_tmx(io.BytesIO(given), skip=skip))


def read_units(data: bytes | str) -> list[MemoryUnit]:
    return [unit for entry in read(data) for unit in entry.units]


def pairs(data: bytes | str) -> list[tuple[str, str]]:
    """Source and target as they would be written into a document."""
    return [(render(unit.source), render(unit.target)) for unit in read_units(data)]


def problems(data: bytes | str) -> list[tuple[int, int | None, ProblemCode]]:
    return [(one.number, one.line, one.code) for entry in read(data) for one in entry.problems]


def write(units: Iterable[MemoryUnit], name: str = "Memory") -> bytes:
    kept = [
        StoredUnit(id=1, memory_id=1, unit=unit, used=unit.used, last_used=unit.last_used) for unit in units
    ]
    return b"".join(write_tmx(kept, name=name, created=NOON))


def opening(number: int, data: str = "<b>", type_: str = "tag") -> Code:
    return Code(id=str(number), kind=CodeKind.OPEN, type=type_, data=data)


def closing(number: int, data: str = "</b>", type_: str = "tag") -> Code:
    return Code(id=str(number), kind=CodeKind.CLOSE, type=type_, data=data)


def alone(number: int, data: str, type_: str = "tag") -> Code:
    return Code(id=str(number), kind=CodeKind.STANDALONE, type=type_, data=data)


def segment(*parts: str | Code) -> Segment:
    return normalise(Text(text=part) if isinstance(part, str) else part for part in parts)


def unit(source: Sequence[str | Code], target: Sequence[str | Code]) -> MemoryUnit:
    return MemoryUnit(
        source_language="en", target_language="de", source=segment(*source), target=segment(*target)
    )

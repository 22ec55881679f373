"""A term base as a file, which an import reads back as it is. The same concepts give the same bytes."""

from __future__ import annotations

import asyncio
import enum
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Transaction
from dragoman.termbases import store
from dragoman.termbases.actions import choose_version, get_term_base
from dragoman.termbases.model import Concept
from dragoman.termbases.store import ConceptRow
from dragoman.termbases.table import find_layout, write_table
from dragoman.termbases.tbx import TbxVersion, write_tbx


class ExportFormat(enum.StrEnum):
    """The kinds of files that terms are written to."""

    TBX = "tbx"  # TBX-Basic, version 3
    TBX2 = "tbx2"  # TBX-Basic, version 2, for programs that do not know version 3
    CSV = "csv"


_MEDIA_TYPES: Final = {
    ExportFormat.TBX: "application/x-tbx",
    ExportFormat.TBX2: "application/x-tbx",
    ExportFormat.CSV: "text/csv; charset=utf-8",
}
_NOT_IN_NAMES: Final = frozenset('/\\:*?"<>|')


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file of terms."""

    name: str
    media_type: str
    data: bytes


async def export_terms(
    tx: Transaction, *, term_base_id: int, file_format: ExportFormat, version: int | None = None
) -> Exported:
    """Write a version of a term base, the current one if None. Raises `NotFound`."""
    base = await get_term_base(tx, term_base_id=term_base_id)
    pin = choose_version(base, version)
    rows = [row async for some in store.read_concepts(tx, pin) for row in some]
    data = await asyncio.to_thread(_write, rows, file_format, base.name)
    suffix = "csv" if file_format is ExportFormat.CSV else "tbx"
    return Exported(name=f"{_file_name(base.name)}.{suffix}", media_type=_MEDIA_TYPES[file_format], data=data)


def _write(rows: Sequence[ConceptRow], file_format: ExportFormat, title: str) -> bytes:
    concepts: list[Concept] = [store.parse_concept(row).concept for row in rows]
    if file_format is ExportFormat.CSV:
        return b"".join(write_table(concepts, find_layout(concepts)))
    version = TbxVersion.TWO if file_format is ExportFormat.TBX2 else TbxVersion.THREE
    return b"".join(write_tbx(concepts, title=title, version=version))


def _file_name(name: str) -> str:
    """A term base's name as one of a file, whatever system it is saved on."""
    safe = "".join(
        "_" if sign in _NOT_IN_NAMES or unicodedata.category(sign)[0] == "C" else sign for sign in name
    )
    return safe.strip(" .")[:100] or "terms"

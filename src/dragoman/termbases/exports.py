"""Export a term base to a file that an import reads back unchanged. The same concepts give the same bytes.

The file is written while it is sent, a page of concepts at a time, each page in its own transaction. All
pages have the same state, since versions never change.
"""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Database, Transaction, transaction
from dragoman.database.streaming import ReadPage, Rows, write_rows
from dragoman.termbases import concept_store
from dragoman.termbases.actions import choose_version, get_term_base
from dragoman.termbases.bases import TermBase
from dragoman.termbases.concept_store import ConceptRow
from dragoman.termbases.model import Concept, Pin
from dragoman.termbases.table import find_layout, write_table
from dragoman.termbases.tbx import TbxVersion, write_tbx

_CONCEPTS_AT_ONCE: Final = 500


class ExportFormat(enum.StrEnum):
    """The file formats of exports."""

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
class TermBaseExport:
    """A version of a term base to export."""

    base: TermBase
    pin: Pin
    file_format: ExportFormat

    @property
    def name(self) -> str:
        """The file's name."""
        suffix = "csv" if self.file_format is ExportFormat.CSV else "tbx"
        return f"{_file_name(self.base.name)}.{suffix}"

    @property
    def media_type(self) -> str:
        """The file's media type."""
        return _MEDIA_TYPES[self.file_format]


async def find_export(
    tx: Transaction, *, term_base_id: int, file_format: ExportFormat, version: int | None = None
) -> TermBaseExport:
    """Find the version of a term base to export, the current one for None. Raises `NotFound`."""
    base = await get_term_base(tx, term_base_id=term_base_id)
    return TermBaseExport(base=base, pin=choose_version(base, version), file_format=file_format)


def export_terms(database: Database, export: TermBaseExport) -> AsyncIterator[bytes]:
    """Write the file in pieces. Raises `NotFound` if the term base is deleted meanwhile."""

    async def read(last: ConceptRow | None) -> Sequence[ConceptRow]:
        async with transaction(database, account=export.base.account_id) as tx:
            return await _read_page(tx, export.pin, last)

    return _write(export, read)


def export_within(tx: Transaction, export: TermBaseExport) -> AsyncIterator[bytes]:
    """As `export_terms`, all in the caller's transaction."""

    async def read(last: ConceptRow | None) -> Sequence[ConceptRow]:
        return await _read_page(tx, export.pin, last)

    return _write(export, read)


async def _read_page(tx: Transaction, pin: Pin, last: ConceptRow | None) -> Sequence[ConceptRow]:
    after = last.number if last is not None else 0
    rows = await concept_store.list_rows(tx, pin, after=after, most=_CONCEPTS_AT_ONCE)
    if not rows:  # the end; unless the term base was deleted: a partial file must not look complete
        await get_term_base(tx, term_base_id=pin.term_base_id)
    return rows


def _write(export: TermBaseExport, read: ReadPage[ConceptRow]) -> AsyncIterator[bytes]:
    def write(rows: Rows[ConceptRow]) -> Iterator[bytes]:
        if export.file_format is ExportFormat.CSV:
            yield from write_table(_parsed(rows), find_layout(_parsed(rows)))
        else:
            version = TbxVersion.TWO if export.file_format is ExportFormat.TBX2 else TbxVersion.THREE
            yield from write_tbx(_parsed(rows), title=export.base.name, version=version)

    return write_rows(read, write)


def _parsed(rows: Rows[ConceptRow]) -> Iterator[Concept]:
    return (concept_store.parse_concept(row).concept for row in rows())


def _file_name(name: str) -> str:
    """Make a file name that all operating systems accept of a term base's name."""
    safe = "".join(
        "_" if character in _NOT_IN_NAMES or unicodedata.category(character)[0] == "C" else character
        for character in name
    )
    return safe.strip(" .")[:100] or "terms"

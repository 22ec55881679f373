"""SQL statements on the confirmed segments of a project, which are its own memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from dragoman.database.connections import Transaction
from dragoman.projects.model import FileTranslation
from dragoman.projects.segment_model import ProjectSegment
from dragoman.projects.segment_store import read_segment
from dragoman.projects.tables import PROJECT_SEGMENTS, PROJECT_TRANSLATIONS

_S: Final = PROJECT_SEGMENTS.c
_T: Final = PROJECT_TRANSLATIONS.c


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentSignature:
    """A confirmed segment, by which texts that are alike are found without being read."""

    translation_id: int
    number: int
    signature: str


async def list_signatures(
    tx: Transaction, translation: FileTranslation, *, shortest: int, longest: int
) -> Sequence[SegmentSignature]:
    """List confirmed segments of the project in the translation's language with so many tokens."""
    length = sa.func.char_length(_S.signature)
    rows = await tx.connection.execute(
        _select_confirmed(translation, _S.translation_id, _S.number, _S.signature).where(
            _S.signature.is_not(None), length >= shortest, length <= longest
        )
    )
    return [
        SegmentSignature(translation_id=row.translation_id, number=row.number, signature=row.signature)
        for row in rows
    ]


async def find_confirmed(
    tx: Transaction, keys: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], ProjectSegment]:
    """Find segments by the ids of their translations and their numbers; those that are still confirmed."""
    if not keys:
        return {}
    rows = await tx.connection.execute(
        sa.select(PROJECT_SEGMENTS).where(
            sa.tuple_(_S.translation_id, _S.number).in_(list(keys)), _S.state == "confirmed"
        )
    )
    return {(row.translation_id, row.number): read_segment(row) for row in rows}


async def list_texts(tx: Transaction, translation: FileTranslation) -> Sequence[tuple[str, str]]:
    """List the encoded sources and targets of confirmed segments of the project in the same language."""
    rows = await tx.connection.execute(_select_confirmed(translation, _S.source, _S.target))
    return [(source, target) for source, target in rows]


def _select_confirmed(translation: FileTranslation, *columns: Any) -> sa.Select[Any]:
    alike = sa.select(_T.id).where(
        _T.project_id == translation.project_id, _T.target_language == translation.target_language
    )
    return sa.select(*columns).where(
        _S.translation_id.in_(alike), _S.state == "confirmed", _S.target.is_not(None)
    )

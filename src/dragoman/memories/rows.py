"""Convert units to rows of the database, with their hashes and index entries, and rows to units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dragoman.languages import primary, script
from dragoman.memories.fingerprints import (
    hash_shape,
    hash_texts,
    place_shingles,
    take_fingerprint,
    write_signature,
)
from dragoman.memories.model import Context, MemoryUnit, StoredUnit, UnitOrigin, UnitStatus
from dragoman.memories.segment_json import decode_segment, encode_segment
from dragoman.memories.words import write_words


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRow:
    """A unit with the values that the database stores beside its fields."""

    unit: MemoryUnit
    source: str
    target: str
    hash: bytes
    identity: bytes
    signature: str
    shingles: str  # an array literal, made by `place_shingles`
    words: str  # a `tsvector` literal


def write_row(unit: MemoryUnit, *, memory_id: int) -> UnitRow:
    """Make the row of a unit in a memory."""
    fingerprint = take_fingerprint(unit.source)
    source, target = language_key(unit.source_language), language_key(unit.target_language)
    shingles = place_shingles(fingerprint.tokens, salt=write_salt(memory_id, source, target))
    return UnitRow(
        unit=unit,
        source=encode_segment(unit.source),
        target=encode_segment(unit.target),
        hash=hash_shape(fingerprint.shape, source=source, target=target),
        identity=_identity(unit, fingerprint.shape),
        signature=write_signature(fingerprint.tokens),
        shingles="{" + ",".join(map(str, shingles)) + "}",
        words=write_words(unit.source, unit.target, memory_id=memory_id),
    )


def read_unit(row: Any) -> StoredUnit:
    """Make the unit of a row."""
    context = Context(previous=row.previous, next=row.next, document=row.document, key=row.key)
    unit = MemoryUnit(
        source_language=row.source_language,
        target_language=row.target_language,
        source=decode_segment(row.source),
        target=decode_segment(row.target),
        context=context,
        origin=UnitOrigin(row.origin),
        status=UnitStatus(row.status),
        created=row.created,
        created_by=row.created_by,
        changed=row.changed,
        changed_by=row.changed_by,
        properties=row.properties or {},
    )
    return StoredUnit(
        id=row.id,
        memory_id=row.memory_id,
        unit=unit,
        used=row.used,
        last_used=row.last_used,
        version=row.version,
    )


def write_salt(memory_id: int, source: str, target: str) -> str:
    """The salt that keeps the index entries of memories and language pairs apart."""
    return f"{memory_id} {source} {target}"


@lru_cache(maxsize=4096)
def language_key(code: str) -> str:
    """The key that variants of a language share: `en` for `en-GB`. Another script has another: `zh-Hant`."""
    language, written = primary(code), script(code)
    return language if script(language) == written else f"{language}-{written}"


def _identity(unit: MemoryUnit, shape: str) -> bytes:
    """Hash source and context: of two units with the same identity the newer one replaces the older."""
    context: Context = unit.context
    return hash_texts(
        unit.source_language,
        unit.target_language,
        shape,
        context.previous,
        context.next,
        context.document,
        context.key,
    )

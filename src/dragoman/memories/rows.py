"""A unit as a row of the database, with what it is found by; and read from one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dragoman.languages import primary, script
from dragoman.memories.coding import read_segment, write_segment
from dragoman.memories.fingerprints import (
    hash_shape,
    hash_texts,
    place_shingles,
    take_fingerprint,
    write_signature,
)
from dragoman.memories.model import Context, KeptUnit, MemoryUnit, UnitOrigin, UnitStatus
from dragoman.memories.words import write_words


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRow:
    """What the database keeps of a unit beside the unit's own fields."""

    unit: MemoryUnit
    source: str
    target: str
    hash: bytes
    identity: bytes
    signature: str
    shingles: str  # an array literal; placed in the class of the unit's length
    words: str  # a literal of text search


def write_row(unit: MemoryUnit, *, memory_id: int) -> UnitRow:
    """Work out a unit's row in a memory."""
    fingerprint = take_fingerprint(unit.source)
    source, target = language_key(unit.source_language), language_key(unit.target_language)
    shingles = place_shingles(fingerprint.tokens, salt=write_salt(memory_id, source, target))
    return UnitRow(
        unit=unit,
        source=write_segment(unit.source),
        target=write_segment(unit.target),
        hash=hash_shape(fingerprint.shape, source=source, target=target),
        identity=_identity(unit, fingerprint.shape),
        signature=write_signature(fingerprint.tokens),
        shingles="{" + ",".join(map(str, shingles)) + "}",
        words=write_words(unit.source, unit.target, memory_id=memory_id),
    )


def read_unit(row: Any) -> KeptUnit:
    """The unit of a row."""
    context = Context(previous=row.previous, next=row.next, document=row.document, key=row.key)
    unit = MemoryUnit(
        source_language=row.source_language,
        target_language=row.target_language,
        source=read_segment(row.source),
        target=read_segment(row.target),
        context=context,
        origin=UnitOrigin(row.origin),
        status=UnitStatus(row.status),
        created=row.created,
        created_by=row.created_by,
        changed=row.changed,
        changed_by=row.changed_by,
        properties=row.properties or {},
    )
    return KeptUnit(
        id=row.id,
        memory_id=row.memory_id,
        unit=unit,
        used=row.used,
        last_used=row.last_used,
        version=row.version,
    )


def write_salt(memory_id: int, source: str, target: str) -> str:
    """What keeps memories and keys of languages apart in the index."""
    return f"{memory_id} {source} {target}"


@lru_cache(maxsize=4096)
def language_key(code: str) -> str:
    """What variants of a language share: `en-GB` is `en`, but another script is another key: `zh-Hant`."""
    language, written = primary(code), script(code)
    return language if script(language) == written else f"{language}-{written}"


def _identity(unit: MemoryUnit, shape: str) -> bytes:
    """Units of one source in one context are one: the newer one replaces the older."""
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

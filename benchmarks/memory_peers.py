"""What a memory's look-ups are measured beside: brute force with rapidfuzz, and PostgreSQL's trigrams."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import psycopg
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from dragoman.database.connections import Database
from dragoman.memories.fingerprints import take_fingerprint, write_signature
from dragoman.memories.lookup import LookupScope
from dragoman.memories.lookup_statements import read_units
from dragoman.memories.scoring import rate_signatures, score
from dragoman.segments import Text

_MOST = 50  # that brute force keeps of a segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Signatures:
    """Those of all units, as the index has them."""

    ids: Sequence[int]
    texts: Sequence[str]


def read_signatures(connection: psycopg.Connection) -> Signatures:
    """All of them, as the owner sees them."""
    rows = connection.execute("select unit_id, signature from memory_index").fetchall()
    return Signatures(ids=[int(row[0]) for row in rows], texts=[str(row[1]) for row in rows])


def find_by_force(everything: Signatures, text: str, *, least: int) -> tuple[Mapping[int, int], float]:
    """Scores of the units that score `least` or more, by id, and the seconds that it took."""
    asked = write_signature(take_fingerprint((Text(text=text),)).tokens)
    started = time.perf_counter()
    found = process.extract(
        asked,
        everything.texts,
        scorer=Levenshtein.normalized_similarity,
        score_cutoff=least / 100 - 0.001,
        limit=_MOST,
    )
    seconds = time.perf_counter() - started
    scores = {
        everything.ids[place]: rate_signatures(asked, signature, least=least) for signature, _, place in found
    }
    return {unit_id: score for unit_id, score in scores.items() if score >= least}, seconds


async def rate_units(
    database: Database, scope: LookupScope, text: str, unit_ids: Sequence[int], *, least: int
) -> Mapping[int, int]:
    """Full scores of `least` or more: signatures take all numbers for the same, so that some score less."""
    units = await read_units(database, unit_ids, account_id=scope.account_id)
    asked = take_fingerprint((Text(text=text),))
    scores = {key: score(asked, take_fingerprint(kept.unit.source)) for key, kept in units.items()}
    return {key: points for key, points in scores.items() if points >= least}


def find_by_trigrams(
    connection: psycopg.Connection, texts: Sequence[str], *, least: int, most: int
) -> list[float]:
    """Seconds of look-ups by PostgreSQL's own index of trigrams, over the same units."""
    connection.execute("create extension if not exists pg_trgm")
    connection.execute("set maintenance_work_mem = '256MB'")
    connection.execute("select set_config('pg_trgm.similarity_threshold', %s, false)", (str(least / 100),))
    connection.execute("create table by_trigrams (id bigint, source text)")
    connection.execute("select set_config('dragoman.account', '*', false)")
    connection.execute("insert into by_trigrams select id, source from memory_units")
    connection.execute("create index on by_trigrams using gin (source gin_trgm_ops)")
    connection.execute("analyze by_trigrams")
    statement = "select id from by_trigrams where source %% %s order by similarity(source, %s) desc limit %s"
    taken = []
    for text in texts:
        started = time.perf_counter()
        connection.execute(statement, (text, text, most)).fetchall()
        taken.append(time.perf_counter() - started)
    return taken

"""Look up segments in memories: exact matches by hashes, fuzzy matches by the shingles that they must share.

Every look-up reads the database and caches nothing, so that it finds what any process has written before.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from dragoman.database.connections import Database
from dragoman.memories import lookup_statements
from dragoman.memories.applying import apply_target
from dragoman.memories.fingerprints import (
    Fingerprint,
    hash_shape,
    take_fingerprint,
    take_shape,
    write_signature,
)
from dragoman.memories.model import NO_CONTEXT, Context, Member, StoredUnit
from dragoman.memories.neighbours import is_around
from dragoman.memories.rows import language_key, write_salt
from dragoman.memories.scoring import (
    AMBIGUITY_PENALTY,
    EXACT,
    IN_CONTEXT,
    PenaltyFactors,
    count_variants,
    penalty,
    rate_all,
    score,
)
from dragoman.memories.shingle_queries import plan_queries
from dragoman.segments import Segment

Tokens: TypeAlias = tuple[str, ...]

_CANDIDATES: Final = 4000  # of each probe of the index
_QUICK: Final = 8000  # candidates of all segments; comparing them takes a millisecond or two
_SPARE: Final = 3  # times as many units are read as wanted: their final scores may be lower


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupScope:
    """The scope of a look-up: an account's memories, best first, and the languages."""

    account_id: int
    members: Sequence[Member]
    source_language: str
    target_language: str
    around: str = ""  # the client's text around all segments, folded by `neighbours.fold_text` (T11)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A segment to look up, with its context."""

    segment: Segment
    context: Context = NO_CONTEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMatch:
    """A unit that a look-up found."""

    found: StoredUnit
    score: int  # 0 to 101, after penalties
    target: Segment | None  # with the codes of the query; None where their places are not certain
    rank: int  # of its memory, from 0
    ambiguous: bool = False  # other exact matches have another target; the score is lowered for it
    penalty: int = 0  # that the score was lowered by, ambiguity included


async def find_exact(
    database: Database, scope: LookupScope, queries: Sequence[Query]
) -> list[list[MemoryMatch]]:
    """Find the units with the same shape as each query, best first. One statement for all queries."""
    source, target = language_key(scope.source_language), language_key(scope.target_language)
    hashes = [hash_shape(take_shape(query.segment), source=source, target=target) for query in queries]
    found: dict[bytes, list[StoredUnit]] = defaultdict(list)
    if scope.members and queries:
        rows = await lookup_statements.find_exact(
            database,
            account_id=scope.account_id,
            memory_ids=[member.memory_id for member in scope.members],
            hashes=list(dict.fromkeys(hashes)),
        )
        for key, unit in rows:
            found[key].append(unit)
    return [
        _rank(scope, query, take_fingerprint(query.segment), found[key]) if key in found else []
        for query, key in zip(queries, hashes, strict=True)
    ]


async def find_similar(
    database: Database, scope: LookupScope, queries: Sequence[Query], *, least: int, most: int
) -> list[list[MemoryMatch]]:
    """Find up to `most` units for each query that score `least` or more, best first."""
    prints = [take_fingerprint(query.segment) for query in queries]
    different = list(dict.fromkeys(one.tokens for one in prints if one.tokens))
    if not different or not scope.members:
        return [[] for _ in queries]
    salts = _write_salts(scope)
    planned = [
        (tokens, query) for tokens in different for query in plan_queries(tokens, salts=salts, least=least)
    ]
    candidates = await lookup_statements.find_similar(
        database, [query for _, query in planned], account_id=scope.account_id, most=_CANDIDATES
    )
    choose = partial(_choose, candidates, [tokens for tokens, _ in planned], least=least, most=most * _SPARE)
    if sum(len(some.unit_ids) for some in candidates) < _QUICK:
        best = choose()
    else:  # in a thread, so that other requests go on
        best = await asyncio.to_thread(choose)
    ids = {unit_id for few in best.values() for unit_id in few}
    units = (
        await lookup_statements.read_units(database, sorted(ids), account_id=scope.account_id) if ids else {}
    )
    return [
        _best(_rank(scope, query, own, _known(units, best.get(own.tokens, ()))), least, most)
        for query, own in zip(queries, prints, strict=True)
    ]


def _write_salts(scope: LookupScope) -> list[str]:
    source, target = language_key(scope.source_language), language_key(scope.target_language)
    return [write_salt(member.memory_id, source, target) for member in scope.members]


def _choose(
    candidates: Iterable[lookup_statements.Candidates],
    of_tokens: Iterable[Tokens],
    *,
    least: int,
    most: int,
) -> dict[Tokens, list[int]]:
    """Choose the best candidates for each segment: ids of units by the segment's tokens."""
    # Sets of score and id: a unit that several queries find counts once.
    rated: dict[Tokens, set[tuple[int, int]]] = defaultdict(set)
    for some, tokens in zip(candidates, of_tokens, strict=True):
        rated[tokens].update(
            (-points, -int(some.unit_ids[index]))
            for points, index in rate_all(write_signature(tokens), some.signatures, least=least)
        )
    return {tokens: [-unit_id for _, unit_id in sorted(few)[:most]] for tokens, few in rated.items()}


def _known(units: Mapping[int, StoredUnit], ids: Iterable[int]) -> list[StoredUnit]:
    return [units[one] for one in ids if one in units]  # one may have been deleted in between


def _best(matches: Sequence[MemoryMatch], least: int, most: int) -> list[MemoryMatch]:
    return [match for match in matches if match.score >= least][:most]


def _rank(
    scope: LookupScope, query: Query, fingerprint: Fingerprint, units: Iterable[StoredUnit]
) -> list[MemoryMatch]:
    """Score units, and sort them by score, then by the memory's rank, then the newest first."""
    ranks = {member.memory_id: rank for rank, member in enumerate(scope.members)}
    matches = [
        _match(scope, query, fingerprint, unit, ranks[unit.memory_id])
        for unit in units
        if unit.memory_id in ranks
    ]
    exact = [match for match in matches if match.score >= EXACT]
    if len({match.target for match in exact if match.score == EXACT}) > 1:
        matches = [
            replace(
                match,
                score=match.score - AMBIGUITY_PENALTY,
                ambiguous=True,
                penalty=match.penalty + AMBIGUITY_PENALTY,
            )
            if match.score == EXACT
            else match
            for match in matches
        ]
    return sorted(matches, key=lambda match: (-match.score, match.rank, -_changed(match), -match.found.id))


def _match(
    scope: LookupScope, query: Query, fingerprint: Fingerprint, unit: StoredUnit, rank: int
) -> MemoryMatch:
    kept = unit.unit
    points = score(fingerprint, take_fingerprint(kept.source))
    target = None
    if points == EXACT:
        target = apply_target(query.segment, source=kept.source, target=kept.target)
        points = IN_CONTEXT if _is_in_context(query.context, kept.context, scope.around) else EXACT
    factors = PenaltyFactors(
        member=scope.members[rank].penalty,
        origin=kept.origin,
        status=kept.status,
        variants=count_variants(
            (scope.source_language, scope.target_language), (kept.source_language, kept.target_language)
        ),
    )
    lowered = penalty(factors)
    return MemoryMatch(found=unit, score=max(0, points - lowered), target=target, rank=rank, penalty=lowered)


def _is_in_context(wanted: Context, kept: Context, around: str) -> bool:
    """Whether both neighbours are the same or in the text around, or document and key are the same."""
    neighbours = (wanted.previous, wanted.next)
    name = (wanted.document, wanted.key)
    return (
        (None not in neighbours and neighbours == (kept.previous, kept.next))
        or (None not in name and name == (kept.document, kept.key))
        or is_around(around, kept.previous, kept.next)
    )


def _changed(match: MemoryMatch) -> float:
    changed = match.found.unit.changed
    return 0.0 if changed is None else changed.timestamp()

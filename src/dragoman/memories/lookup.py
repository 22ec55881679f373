"""Looking segments up in memories: exact matches by their hashes, alike ones by what they must share.

A look-up reads no more than single statements of the database, so that what any process has written is found
by the next one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from dragoman.database.connections import Database
from dragoman.memories import finding
from dragoman.memories.applying import apply_target
from dragoman.memories.fingerprints import (
    Fingerprint,
    hash_shape,
    take_fingerprint,
    take_shape,
    write_signature,
)
from dragoman.memories.model import NO_CONTEXT, Context, KeptUnit, Member
from dragoman.memories.neighbours import is_around
from dragoman.memories.questions import write_questions
from dragoman.memories.rows import language_key, write_salt
from dragoman.memories.scoring import (
    AMBIGUITY_PENALTY,
    EXACT,
    IN_CONTEXT,
    Circumstances,
    count_variants,
    penalty,
    rate_all,
    score,
)
from dragoman.segments import Segment

Tokens: TypeAlias = tuple[str, ...]

_CANDIDATES: Final = 4000  # of each probe of the index
_QUICK: Final = 8000  # candidates of all segments that are compared in a millisecond or two
_SPARE: Final = 3  # more units are read than asked for: their scores may change once they are


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupScope:
    """Where a look-up goes: an account's memories, best first, and the languages asked for."""

    account_id: int
    members: Sequence[Member]
    source_language: str
    target_language: str
    around: str = ""  # plain text around all segments that are looked up (T11)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A segment that is looked up, and where it stands."""

    segment: Segment
    context: Context = NO_CONTEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMatch:
    """A unit that was found."""

    found: KeptUnit
    score: int  # 0 to 101, penalties taken off
    target: Segment | None  # with the segment's own codes; None where they have no certain places
    rank: int  # of its memory, from 0
    ambiguous: bool = False  # other units, as good, say something else: the score is lower for it


async def find_exact(
    database: Database, scope: LookupScope, queries: Sequence[Query]
) -> list[list[MemoryMatch]]:
    """For each query the units of its very shape, best first. One statement for all."""
    source, target = language_key(scope.source_language), language_key(scope.target_language)
    hashes = [hash_shape(take_shape(query.segment), source=source, target=target) for query in queries]
    found: dict[bytes, list[KeptUnit]] = defaultdict(list)
    if scope.members and queries:
        rows = await finding.find_exact(
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
    """For each query up to `most` units that score `least` or more before penalties, best first."""
    prints = [take_fingerprint(query.segment) for query in queries]
    asked = list(dict.fromkeys(one.tokens for one in prints if one.tokens))
    if not asked or not scope.members:
        return [[] for _ in queries]
    salts = _write_salts(scope)
    questions = [
        (tokens, question)
        for tokens in asked
        for question in write_questions(tokens, salts=salts, least=least)
    ]
    candidates = await finding.find_similar(
        database, [question for _, question in questions], account_id=scope.account_id, most=_CANDIDATES
    )
    choose = partial(
        _choose, candidates, [tokens for tokens, _ in questions], least=least, most=most * _SPARE
    )
    if sum(len(some.unit_ids) for some in candidates) < _QUICK:
        best = choose()
    else:  # others want to be answered meanwhile
        best = await asyncio.to_thread(choose)
    ids = {unit_id for few in best.values() for unit_id in few}
    units = await finding.read_units(database, sorted(ids), account_id=scope.account_id) if ids else {}
    return [
        _best(_rank(scope, query, own, _known(units, best.get(own.tokens, ()))), least, most)
        for query, own in zip(queries, prints, strict=True)
    ]


def _write_salts(scope: LookupScope) -> list[str]:
    source, target = language_key(scope.source_language), language_key(scope.target_language)
    return [write_salt(member.memory_id, source, target) for member in scope.members]


def _choose(
    candidates: Iterable[finding.Candidates], asked: Iterable[Tokens], *, least: int, most: int
) -> dict[Tokens, list[int]]:
    """The ids of the units that are most like each segment, by the segment's tokens."""
    # By points and id: who answers several probes is there several times.
    rated: dict[Tokens, set[tuple[int, int]]] = defaultdict(set)
    for some, tokens in zip(candidates, asked, strict=True):
        rated[tokens].update(
            (-points, -int(some.unit_ids[place]))
            for points, place in rate_all(write_signature(tokens), some.signatures, least=least)
        )
    return {tokens: [-unit_id for _, unit_id in sorted(few)[:most]] for tokens, few in rated.items()}


def _known(units: Mapping[int, KeptUnit], ids: Iterable[int]) -> list[KeptUnit]:
    return [units[one] for one in ids if one in units]  # one may have been deleted in between


def _best(matches: Sequence[MemoryMatch], least: int, most: int) -> list[MemoryMatch]:
    return [match for match in matches if match.score >= least][:most]


def _rank(
    scope: LookupScope, query: Query, asked: Fingerprint, units: Iterable[KeptUnit]
) -> list[MemoryMatch]:
    """Final score, then context, then the memory's rank, then the newest."""
    ranks = {member.memory_id: rank for rank, member in enumerate(scope.members)}
    matches = [
        _match(scope, query, asked, unit, ranks[unit.memory_id]) for unit in units if unit.memory_id in ranks
    ]
    exact = [match for match in matches if match.score >= EXACT]
    if len({match.target for match in exact if match.score == EXACT}) > 1:
        matches = [
            replace(match, score=match.score - AMBIGUITY_PENALTY, ambiguous=True)
            if match.score == EXACT
            else match
            for match in matches
        ]
    return sorted(matches, key=lambda match: (-match.score, match.rank, -_changed(match), -match.found.id))


def _match(scope: LookupScope, query: Query, asked: Fingerprint, unit: KeptUnit, rank: int) -> MemoryMatch:
    kept = unit.unit
    points = score(asked, take_fingerprint(kept.source))
    target = None
    if points == EXACT:
        target = apply_target(query.segment, source=kept.source, target=kept.target)
        points = IN_CONTEXT if _is_in_context(query.context, kept.context, scope.around) else EXACT
    circumstances = Circumstances(
        member=scope.members[rank].penalty,
        origin=kept.origin,
        status=kept.status,
        variants=count_variants(
            (scope.source_language, scope.target_language), (kept.source_language, kept.target_language)
        ),
    )
    return MemoryMatch(found=unit, score=max(0, points - penalty(circumstances)), target=target, rank=rank)


def _is_in_context(asked: Context, kept: Context, around: str) -> bool:
    """Whether both neighbours are the same, or in the text around, or the place in the document is."""
    beside = (asked.previous, asked.next)
    place = (asked.document, asked.key)
    return (
        (None not in beside and beside == (kept.previous, kept.next))
        or (None not in place and place == (kept.document, kept.key))
        or is_around(around, kept.previous, kept.next)
    )


def _changed(match: MemoryMatch) -> float:
    changed = match.found.unit.changed
    return 0.0 if changed is None else changed.timestamp()

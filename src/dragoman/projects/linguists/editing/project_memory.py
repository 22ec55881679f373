"""The project's own memory: its confirmed segments, in all files into the same language (V8).

It needs no writing: what is confirmed is found at once, and what is no longer confirmed is not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from dragoman.database.connections import Transaction
from dragoman.memories.applying import apply_target
from dragoman.memories.fingerprints import Fingerprint, take_fingerprint, write_signature
from dragoman.memories.scoring import (
    EXACT,
    IN_CONTEXT,
    longest_for,
    rate_all,
    score,
    shortest_for,
)
from dragoman.memories.segment_json import decode_segment
from dragoman.projects import segment_memory
from dragoman.projects.linguists.translation_context import TranslationContext
from dragoman.projects.segment_memory import SegmentSignature
from dragoman.projects.segment_model import ProjectSegment
from dragoman.segments import Segment

_SPARE: Final = 3  # times as many segments are read as wanted: their final scores may be lower


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A confirmed segment of the project that is like another one."""

    segment: ProjectSegment
    score: int  # 0 to 101
    target: Segment | None  # with the codes of the other one; None: their places are not sure


async def find_own_matches(
    tx: Transaction, context: TranslationContext, row: ProjectSegment, *, least: int, most: int
) -> Sequence[OwnMatch]:
    """Find confirmed segments of the project that score `least` or more for a segment, best first."""
    query = decode_segment(row.source)
    own = take_fingerprint(query)
    tokens = max(1, len(own.tokens))
    signatures = await segment_memory.list_signatures(
        tx,
        context.translation,
        shortest=shortest_for(tokens, least=least),
        longest=longest_for(tokens, least=least),
    )
    keys = await asyncio.to_thread(_choose, own, signatures, least, most * _SPARE)
    found = await segment_memory.find_confirmed(tx, keys)
    found.pop((context.translation.id, row.number), None)
    matches = [_match(row, query, own, other) for other in found.values()]
    return sorted(
        (match for match in matches if match.score >= least), key=lambda match: (-match.score, -_when(match))
    )[:most]


def _choose(
    own: Fingerprint, signatures: Sequence[SegmentSignature], least: int, most: int
) -> list[tuple[int, int]]:
    rated = rate_all(write_signature(own.tokens), [one.signature for one in signatures], least=least)
    best = sorted(rated, key=lambda one: -one[0])[:most]
    return [(signatures[index].translation_id, signatures[index].number) for _, index in best]


def _match(row: ProjectSegment, query: Segment, own: Fingerprint, other: ProjectSegment) -> OwnMatch:
    assert other.target is not None  # it is confirmed with one
    source, target = decode_segment(other.source), decode_segment(other.target)
    points, applied = score(own, take_fingerprint(source)), None
    if points == EXACT:
        applied = apply_target(query, source=source, target=target)
        points = IN_CONTEXT if (other.previous, other.next) == (row.previous, row.next) else EXACT
    return OwnMatch(segment=other, score=points, target=applied)


def _when(match: OwnMatch) -> float:
    return match.segment.changed.timestamp() if match.segment.changed is not None else 0.0

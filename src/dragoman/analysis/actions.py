"""Analysing files: each segment is looked up in memories and sorted into a match band.

Nothing is stored or translated.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from dragoman.analysis.bands import InternalMatch, Sorter, add_up, choose_band
from dragoman.analysis.model import AnalysisSegment, Band, File, FileFigures, Report
from dragoman.cpu_work import DOCUMENT_THREAD, LONG, run
from dragoman.database.connections import NO_ACCOUNT, Database, for_bulk, transaction
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.scoring import EXACT

_BATCH_SIZE: Final = 100  # segments of one statement, and of one call in a thread
_AHEAD: Final = 2  # batches being looked up while the next one is compared
_CONSIDERED: Final = 3  # candidate units for a segment: not each of them counts
_FUZZY_BATCH_SIZE: Final = 25  # hundreds of candidates come back for each, and others want to be answered too


# Whether a fuzzy match counts for a segment without an exact match.
Counts: TypeAlias = Callable[[Query, MemoryMatch], bool]


def counts_always(_query: Query, _match: MemoryMatch) -> bool:
    """Count every fuzzy match, as it saves work where a linguist checks every translation."""
    return True


async def analyse(
    database: Database,
    files: Sequence[File],
    *,
    scope: LookupScope,
    counts: Counts = counts_always,
) -> Report:
    """Count the words of files by match band. `scope` has the languages and the memories, possibly none.

    `counts` decides which units with a score below 100 count. Segments are compared batch by batch in a
    thread, so that other work can run in between. Raises `Unavailable` without the database.
    """
    async with transaction(database, account=NO_ACCOUNT) as tx:
        as_of = tx.now
    memory = _Memory(database=for_bulk(database), scope=scope, counts=counts)
    sorter = Sorter()
    figures: list[FileFigures] = []
    for number, file in enumerate(files):
        bands: list[Band] = []
        ahead: deque[asyncio.Task[list[Band]]] = deque()
        try:
            for start in range(0, len(file.segments), _BATCH_SIZE):
                some = file.segments[start : start + _BATCH_SIZE]
                compare = partial(sorter.sort, some, file=number)
                internal_matches = await run(LONG, compare, thread=DOCUMENT_THREAD)
                ahead.append(asyncio.create_task(memory.choose_bands(some, internal_matches)))
                if len(ahead) > _AHEAD:
                    bands += await ahead.popleft()
            while ahead:
                bands += await ahead.popleft()
        finally:
            for task in ahead:  # where one has failed, the others are not needed
                task.cancel()
            await asyncio.gather(*ahead, return_exceptions=True)
        figures.append(add_up(file, bands))
    return Report(
        source=scope.source_language,
        target=scope.target_language,
        files=tuple(figures),
        as_of=as_of,
        memories=tuple(scope.members),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Memory:
    """Look-ups in memories."""

    database: Database
    scope: LookupScope
    counts: Counts

    async def choose_bands(
        self, segments: Sequence[AnalysisSegment], internal_matches: Sequence[InternalMatch]
    ) -> list[Band]:
        """Choose the band of each segment by the best score that counts of any memory."""
        scores = [0] * len(segments)
        if self.scope.members:
            await self._score_exact(segments, internal_matches, scores)
            await self._score_similar(segments, internal_matches, scores)
        return [
            choose_band(internal_match, memory=score)
            for internal_match, score in zip(internal_matches, scores, strict=True)
        ]

    async def _score_exact(
        self,
        segments: Sequence[AnalysisSegment],
        internal_matches: Sequence[InternalMatch],
        scores: list[int],
    ) -> None:
        wanted = [position for position, one in enumerate(internal_matches) if one.is_translated]
        queries = [segments[position].query for position in wanted]
        wholes = list(dict.fromkeys(whole for position in wanted for whole in segments[position].wholes))
        found = await self._score_queries([*queries, *wholes])
        known = dict(zip(wholes, found[len(queries) :], strict=True))
        for position, score in zip(wanted, found[: len(queries)], strict=True):
            whole = max((known[one] for one in segments[position].wholes), default=0)
            scores[position] = max(score, whole if whole >= EXACT else 0)

    async def _score_similar(
        self,
        segments: Sequence[AnalysisSegment],
        internal_matches: Sequence[InternalMatch],
        scores: list[int],
    ) -> None:
        """Look up fuzzy matches where they decide the band, from the least score that does."""
        wanted: dict[int, list[int]] = {}
        for position, internal_match in enumerate(internal_matches):
            if internal_match.band is None and scores[position] < EXACT:
                wanted.setdefault(internal_match.least, []).append(position)
        for least, positions in wanted.items():
            for start in range(0, len(positions), _FUZZY_BATCH_SIZE):
                some = positions[start : start + _FUZZY_BATCH_SIZE]
                queries = [segments[position].query for position in some]
                alike = await find_similar(self.database, self.scope, queries, least=least, most=_CONSIDERED)
                for position, query, matches in zip(some, queries, alike, strict=True):
                    scores[position] = max(scores[position], self._best(query, matches))

    async def _score_queries(self, queries: Sequence[Query]) -> list[int]:
        found: list[int] = []
        for start in range(0, len(queries), _BATCH_SIZE):
            some = queries[start : start + _BATCH_SIZE]
            exact = await find_exact(self.database, self.scope, some)
            found += [self._best(query, matches) for query, matches in zip(some, exact, strict=True)]
        return found

    def _best(self, query: Query, found: Sequence[MemoryMatch]) -> int:
        counted = (one.score for one in found if one.score >= EXACT or self.counts(query, one))
        return max(counted, default=0)

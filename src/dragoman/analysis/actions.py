"""Analysing files: memories are asked about each segment, then everything is sorted into bands.

Nothing is kept, and nothing is translated.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.analysis.bands import Sorter, Standing, add_up, choose_band
from dragoman.analysis.model import Band, File, FileFigures, Passage, Report
from dragoman.database.connections import NO_ACCOUNT, Database, for_bulk, transaction
from dragoman.fair_semaphore import FairSemaphore
from dragoman.memories.lookup import LookupScope, MemoryMatch, Query, find_exact, find_similar
from dragoman.memories.scoring import EXACT

_AT_ONCE: Final = 100  # segments: of one statement, and of one piece of work in a thread
_AHEAD: Final = 2  # such pieces that memories are asked about while the next one is compared
_CONSIDERED: Final = 3  # units for a segment: not each of them counts
_ALIKE_AT_ONCE: Final = 25  # hundreds of candidates come back for each, and others want to be answered too


# Whether a unit counts for a segment that no memory has as it is.
Counts: TypeAlias = Callable[[Query, MemoryMatch], bool]


def counts_always(_query: Query, _match: MemoryMatch) -> bool:
    """Somebody reads every translation: whatever is alike is less work."""
    return True


async def analyse(
    database: Database,
    files: Sequence[File],
    *,
    scope: LookupScope,
    bulk: FairSemaphore,
    counts: Counts = counts_always,
) -> Report:
    """Words of files by band. `scope` has the languages, and the memories to ask, none perhaps.

    `counts`: which units that score less than 100 count; a machine's translation takes none that it does not.
    Work in threads is done holding `bulk`, piece by piece, so that others get their turn in between. Raises
    `Unavailable` without the database.
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
            for start in range(0, len(file.passages), _AT_ONCE):
                some = file.passages[start : start + _AT_ONCE]
                async with bulk:
                    standings = await asyncio.to_thread(sorter.sort, some, file=number)
                ahead.append(asyncio.create_task(memory.choose_bands(some, standings)))
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
    """What memories know of segments."""

    database: Database
    scope: LookupScope
    counts: Counts

    async def choose_bands(self, passages: Sequence[Passage], standings: Sequence[Standing]) -> list[Band]:
        """The band of each passage, by the best score that counts of any memory."""
        scores = [0] * len(passages)
        if self.scope.members:
            await self._score_exact(passages, standings, scores)
            await self._score_similar(passages, standings, scores)
        return [
            choose_band(standing, memory=score) for standing, score in zip(standings, scores, strict=True)
        ]

    async def _score_exact(
        self, passages: Sequence[Passage], standings: Sequence[Standing], scores: list[int]
    ) -> None:
        wanted = [place for place, one in enumerate(standings) if one.is_translated]
        queries = [passages[place].query for place in wanted]
        wholes = list(dict.fromkeys(whole for place in wanted for whole in passages[place].wholes))
        found = await self._ask([*queries, *wholes])
        known = dict(zip(wholes, found[len(queries) :], strict=True))
        for place, score in zip(wanted, found[: len(queries)], strict=True):
            whole = max((known[one] for one in passages[place].wholes), default=0)
            scores[place] = max(score, whole if whole >= EXACT else 0)

    async def _score_similar(
        self, passages: Sequence[Passage], standings: Sequence[Standing], scores: list[int]
    ) -> None:
        """Look up what is alike where that decides the band, from the score on from which it does."""
        wanted: dict[int, list[int]] = {}
        for place, standing in enumerate(standings):
            if standing.band is None and scores[place] < EXACT:
                wanted.setdefault(standing.least, []).append(place)
        for least, places in wanted.items():
            for start in range(0, len(places), _ALIKE_AT_ONCE):
                some = places[start : start + _ALIKE_AT_ONCE]
                queries = [passages[place].query for place in some]
                alike = await find_similar(self.database, self.scope, queries, least=least, most=_CONSIDERED)
                for place, query, matches in zip(some, queries, alike, strict=True):
                    scores[place] = max(scores[place], self._best(query, matches))

    async def _ask(self, queries: Sequence[Query]) -> list[int]:
        found: list[int] = []
        for start in range(0, len(queries), _AT_ONCE):
            some = queries[start : start + _AT_ONCE]
            exact = await find_exact(self.database, self.scope, some)
            found += [self._best(query, matches) for query, matches in zip(some, exact, strict=True)]
        return found

    def _best(self, query: Query, found: Sequence[MemoryMatch]) -> int:
        counted = (one.score for one in found if one.score >= EXACT or self.counts(query, one))
        return max(counted, default=0)

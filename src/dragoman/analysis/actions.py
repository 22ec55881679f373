"""Analysing files: memories are asked about each segment, then everything is sorted into bands.

Nothing is kept, and nothing is translated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dragoman.analysis.bands import Sorter, add_up
from dragoman.analysis.model import LEAST, Band, Fate, File, FileFigures, Passage, Report
from dragoman.database.connections import NOBODY, Database, transaction
from dragoman.memories.fingerprints import take_fingerprint
from dragoman.memories.lookup import Match, Query, Scope, find_exact, find_similar
from dragoman.memories.scoring import EXACT

_AT_ONCE: Final = 100  # segments: of one statement, and of one piece of work in a thread
_CONSIDERED: Final = 3  # units for a segment: not each of them counts
_ALIKE_AT_ONCE: Final = 25  # thousands of candidates come back for each, and others want to be answered too


# Whether a unit counts for a segment that no memory has as it is.
Counts: TypeAlias = Callable[[Query, Match], bool]


def counts_always(_query: Query, _match: Match) -> bool:
    """Somebody reads every translation: whatever is alike is less work."""
    return True


async def analyse(
    database: Database,
    files: Sequence[File],
    *,
    scope: Scope,
    bulk: asyncio.Semaphore,
    counts: Counts = counts_always,
) -> Report:
    """Words of files by band. `scope` has the languages, and the memories to ask, none perhaps.

    `counts`: which units that score less than 100 count; a machine's translation takes none that it does not.
    Work in threads is done holding `bulk`, piece by piece, so that others get their turn in between. Raises
    `Unavailable` without the database.
    """
    async with transaction(database, account=NOBODY) as tx:
        as_of = tx.now
    memory = _Memory(database=database, scope=scope, counts=counts)
    sorter = Sorter()
    figures: list[FileFigures] = []
    for number, file in enumerate(files):
        bands: list[Band] = []
        for start in range(0, len(file.passages), _AT_ONCE):
            some = file.passages[start : start + _AT_ONCE]
            scores = await memory.score(some)
            async with bulk:
                bands += await asyncio.to_thread(sorter.sort, some, scores, file=number)
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
    scope: Scope
    counts: Counts
    _asked: set[str] = field(default_factory=set)  # shapes: what stands there again is a repetition at least

    async def score(self, passages: Sequence[Passage]) -> list[int]:
        """The best score of each, 0 to 101; 0 also for what need not be known."""
        scores = [0] * len(passages)
        if not self.scope.members:
            return scores
        wanted = [place for place, one in enumerate(passages) if one.fate is Fate.TRANSLATED]
        queries = [passages[place].query for place in wanted]
        wholes = list(dict.fromkeys(whole for place in wanted for whole in passages[place].wholes))
        found = await self._ask([*queries, *wholes])
        known = dict(zip(wholes, found[len(queries) :], strict=True))
        for place, score in zip(wanted, found[: len(queries)], strict=True):
            whole = max((known[one] for one in passages[place].wholes), default=0)
            scores[place] = max(score, whole if whole >= EXACT else 0)
        new = [
            (place, query)
            for place, query in zip(wanted, queries, strict=True)
            if scores[place] < EXACT and self._is_new(query)
        ]
        for start in range(0, len(new), _ALIKE_AT_ONCE):
            some = new[start : start + _ALIKE_AT_ONCE]
            asked = [query for _, query in some]
            alike = await find_similar(self.database, self.scope, asked, least=LEAST, most=_CONSIDERED)
            for (place, query), matches in zip(some, alike, strict=True):
                scores[place] = max(scores[place], self._best(query, matches))
        return scores

    async def _ask(self, queries: Sequence[Query]) -> list[int]:
        found: list[int] = []
        for start in range(0, len(queries), _AT_ONCE):
            some = queries[start : start + _AT_ONCE]
            exact = await find_exact(self.database, self.scope, some)
            found += [self._best(query, matches) for query, matches in zip(some, exact, strict=True)]
        return found

    def _is_new(self, query: Query) -> bool:
        shape = take_fingerprint(query.segment).shape
        if shape in self._asked:
            return False
        self._asked.add(shape)
        return True

    def _best(self, query: Query, found: Sequence[Match]) -> int:
        counted = (one.score for one in found if one.score >= EXACT or self.counts(query, one))
        return max(counted, default=0)

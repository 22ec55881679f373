"""What an account brings to its translations: memories to look into, terms to use (T5).

Read once for a request or a run of a job, and the same to its end. `recall` and `terminology` use it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dragoman.database.connections import Database
from dragoman.languages import canonical
from dragoman.memories.lookup import Match, Query, Scope, find_exact, find_similar
from dragoman.memories.scoring import EXACT, USUAL_THRESHOLD
from dragoman.memories.serving import find_serving
from dragoman.segments import Segment
from dragoman.termbases.recognition import Glossary
from dragoman.termbases.serving import Shelf, glossary_for_translation
from dragoman.translation.model import Languages

_SIMILAR: Final = 3  # units for a segment: the best one may not fit
_AT_ONCE: Final = 25  # segments: thousands of candidates come back for each
_MOST_KEPT: Final = 10_000  # segments whose similar units are remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class LookUp:
    """Memories to look into, and the score from which they win over an engine (T11)."""

    database: Database
    scope: Scope
    threshold: int = USUAL_THRESHOLD  # 50 to 101
    # Whether a unit is taken that has other words than the segment: only where somebody has set a threshold.
    other_words: bool = False
    _similar: dict[Segment, Sequence[Match]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def languages(self) -> Languages:
        """The pair that is looked for."""
        return Languages(self.scope.source_language, self.scope.target_language)

    async def __call__(self, queries: Sequence[Query]) -> list[list[Match]]:
        """The units that have each query's very shape, best first, whatever their score."""
        return await find_exact(self.database, self.scope, queries)

    async def find_similar(self, segments: Sequence[Segment]) -> list[Sequence[Match]]:
        """The units that are like each segment, from the threshold up, best first.

        A few for each; none where the threshold allows only what is the same. A segment that was looked up is
        not looked up again.
        """
        if self.threshold >= EXACT:
            return [() for _ in segments]
        missing = [one for one in dict.fromkeys(segments) if one not in self._similar]
        if len(self._similar) + len(missing) > _MOST_KEPT:
            self._similar.clear()
            missing = list(dict.fromkeys(segments))
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            queries = [Query(segment=one) for one in some]
            found = await find_similar(
                self.database, self.scope, queries, least=self.threshold, most=_SIMILAR
            )
            self._similar.update(zip(some, found, strict=True))
        return [self._similar[one] for one in segments]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assets:
    """What translations are made with besides engines."""

    look_up: LookUp | None = None  # None: there are no memories
    glossary: Glossary | None = None  # None: there are no terms for this pair


NO_ASSETS: Final = Assets()


async def load_assets(
    database: Database,
    shelf: Shelf,
    *,
    account_id: int,
    source: str,
    target: str,
    threshold: int | None = None,
) -> Assets:
    """An account's assets for a pair as the client wrote it, well formed: a term base may know `en-GB`.

    `threshold` is the score from which a memory wins; None: the account's, else the usual one.
    """
    source, target = canonical(source), canonical(target)
    serving = await find_serving(database, account_id=account_id)
    glossary = await glossary_for_translation(
        shelf, database, account_id=account_id, source=source, target=target
    )
    if not serving.members:
        return Assets(glossary=glossary)
    scope = Scope(
        account_id=account_id, members=serving.members, source_language=source, target_language=target
    )
    chosen = serving.threshold if threshold is None else threshold
    return Assets(look_up=open_look_up(database, scope, threshold=chosen), glossary=glossary)


def open_look_up(database: Database, scope: Scope, *, threshold: int | None) -> LookUp:
    """Memories to look into; without a `threshold` the usual one holds, and only for the same words."""
    if threshold is None:
        return LookUp(database=database, scope=scope)
    return LookUp(database=database, scope=scope, threshold=threshold, other_words=True)

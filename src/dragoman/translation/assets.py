"""What an account brings to its translations: memories to look into, terms to use (T5).

Read once for a request or a run of a job, and the same to its end. `recall` and `terminology` use it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from dragoman.database.connections import Database
from dragoman.languages import canonical
from dragoman.memories.lookup import Match, Query, Scope, find_exact
from dragoman.memories.serving import members_for_translation
from dragoman.termbases.recognition import Glossary
from dragoman.termbases.serving import Shelf, glossary_for_translation

LookUp: TypeAlias = Callable[[Sequence[Query]], Awaitable[list[list[Match]]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assets:
    """What translations are made with besides engines."""

    look_up: LookUp | None = None  # exact matches for each segment, best first; None: there are no memories
    glossary: Glossary | None = None  # None: there are no terms for this pair


NO_ASSETS: Final = Assets()


async def load_assets(
    database: Database, shelf: Shelf, *, account_id: int, source: str, target: str
) -> Assets:
    """An account's assets for a pair as the client wrote it, well formed: a term base may know `en-GB`."""
    source, target = canonical(source), canonical(target)
    members = await members_for_translation(database, account_id=account_id)
    glossary = await glossary_for_translation(
        shelf, database, account_id=account_id, source=source, target=target
    )
    if not members:
        return Assets(glossary=glossary)
    scope = Scope(account_id=account_id, members=members, source_language=source, target_language=target)

    async def look_up(queries: Sequence[Query]) -> list[list[Match]]:
        return await find_exact(database, scope, queries)

    return Assets(look_up=look_up, glossary=glossary)

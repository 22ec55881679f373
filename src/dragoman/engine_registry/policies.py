"""An account's choice of engines, as its translations need it."""

from __future__ import annotations

from dragoman.database.connections import Database
from dragoman.engine_registry import store
from dragoman.engine_registry.model import DEFAULT_POLICY, EnginePolicy


async def policy_for(database: Database, *, account_id: int, sandbox: bool) -> EnginePolicy:
    """The account's choice; a sandbox has none. Every request reads it, so that a change holds at once.

    Raises `Unavailable` when it cannot be read: without it, no text may leave the machine.
    """
    return DEFAULT_POLICY if sandbox else await store.find_policy(database, account_id)

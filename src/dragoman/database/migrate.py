"""Bring a database to the revision that this code needs; `upgrading` does so where it is at another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from dragoman.database.liveness import CONNECT_DEFAULTS, WatchedConnection, statement_limit, watch_server
from dragoman.database.refusals import explain_refusal
from dragoman.database.urls import parse_url
from dragoman.telemetry import log

MIGRATIONS: Final = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """What `migrate` did. Revisions are names such as 0003; None is an empty database."""

    before: str | None
    after: str

    @property
    def changed(self) -> bool:
        """Whether there was anything to do."""
        return self.before != self.after


async def migrate(url: str) -> Migration:
    """Upgrade the database at `url` (the owner's) to the newest revision; many processes may do so at once.

    Raises `Misconfigured` for a database newer than this code or one that refuses the login, `Unavailable`
    when it cannot be reached or another session holds a table for too long.
    """
    newest = newest_revision()
    try:
        async with _connect(parse_url(url)) as connection:
            before = await read_revision(connection)
            if before != newest:
                # Alembic is imported only where there is something to do: it takes longer than the look.
                from dragoman.database.upgrading import upgrade  # noqa: PLC0415

                before = await upgrade(connection)
    except OperationalError as error:
        raise explain_refusal(error.orig, wanted="The database cannot be migrated now") from error
    migration = Migration(before=before, after=newest)
    if migration.changed:
        log().info("database.migrated", before=migration.before, after=migration.after)
    return migration


@asynccontextmanager
async def _connect(parameters: Mapping[str, str]) -> AsyncIterator[AsyncConnection]:
    """A connection whose statements may take as long as they need while the server answers at all."""
    with statement_limit(None):
        async with watch_server(parameters) as watch:
            arguments = {**CONNECT_DEFAULTS, **parameters, "watch": watch}
            engine = create_async_engine(
                "postgresql+psycopg://",
                connect_args={**arguments, "async_creator_fn": WatchedConnection.connect},
                poolclass=NullPool,
                hide_parameters=True,
            )
            try:
                async with engine.connect() as connection:
                    yield connection
            finally:
                await engine.dispose()


def newest_revision() -> str:
    """The revision that this code needs: a revision's file begins with its name, as `0003_queue.py`."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


async def read_revision(connection: AsyncConnection) -> str | None:
    """The revision that a database is at; None for an empty one."""
    revision: str | None = None
    if await connection.scalar(text("select to_regclass('alembic_version')")) is not None:
        revision = await connection.scalar(text("select version_num from alembic_version"))
    await connection.rollback()
    return revision

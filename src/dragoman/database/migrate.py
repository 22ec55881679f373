"""Bring a database to the revision that this code needs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from dragoman.database.liveness import CONNECT_DEFAULTS, WatchedConnection, statement_limit, watch_server
from dragoman.database.refusals import explain_refusal
from dragoman.database.urls import parse_url
from dragoman.errors import Misconfigured, Unavailable
from dragoman.telemetry import log

_LOCK: Final = 0x647261676F6D616E  # "dragoman": the advisory lock of whoever migrates
_LOCK_TIMEOUT: Final = "10s"  # a migration gives up rather than hold up the service behind a table's lock
_WAIT_SECONDS: Final = 600.0


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
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    try:
        async with _connect(parse_url(url)) as connection:
            before = await _check_revision(connection, scripts)
            if before != scripts.get_current_head():
                before = await _upgrade_alone(connection, config, scripts)
    except OperationalError as error:
        raise explain_refusal(error.orig, wanted="The database cannot be migrated now") from error
    migration = Migration(before=before, after=str(scripts.get_current_head()))
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


async def _check_revision(connection: AsyncConnection, scripts: ScriptDirectory) -> str | None:
    """The database's revision; refuses one that this code has never heard of."""
    revision = await connection.run_sync(_read_revision)
    await connection.rollback()
    known = {script.revision for script in scripts.walk_revisions()}
    if revision is not None and revision not in known:
        raise Misconfigured(
            f"The database is at revision {revision}, which is newer than this version of Dragoman: it knows "
            f"revisions up to {scripts.get_current_head()}. Install the newer version again, or restore a "
            "backup of before its upgrade."
        )
    return revision


def _read_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def _upgrade_alone(connection: AsyncConnection, config: Config, scripts: ScriptDirectory) -> str | None:
    """Upgrade while no other process does; returns the revision found once alone."""
    await _wait_for_lock(connection)
    try:
        before = await _check_revision(connection, scripts)
        await connection.execute(text(f"set lock_timeout = '{_LOCK_TIMEOUT}'"))
        await connection.commit()
        await connection.run_sync(_upgrade, config)
        await connection.commit()
        return before
    finally:
        await connection.rollback()
        await connection.execute(text("select pg_advisory_unlock(:key)"), {"key": _LOCK})
        await connection.commit()


async def _wait_for_lock(connection: AsyncConnection) -> None:
    deadline = time.monotonic() + _WAIT_SECONDS
    while True:
        held = await connection.scalar(text("select pg_try_advisory_lock(:key)"), {"key": _LOCK})
        await connection.commit()
        if held:
            return
        if time.monotonic() > deadline:
            raise Unavailable(
                "Another process has been migrating the database for ten minutes.", retry_after=60
            )
        await asyncio.sleep(0.2)


def _upgrade(connection: Connection, config: Config) -> None:
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

"""Upgrading a database with Alembic, alone among all processes; `migrate` knows whether it is needed."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from dragoman.database.migrate import MIGRATIONS, read_revision
from dragoman.errors import Misconfigured, Unavailable

_LOCK: Final = 0x647261676F6D616E  # "dragoman": the advisory lock of migrations
_LOCK_TIMEOUT: Final = "10s"  # a migration gives up rather than hold up the service behind a table's lock
_WAIT_SECONDS: Final = 600.0


async def upgrade(connection: AsyncConnection) -> str | None:
    """Upgrade to the newest revision while no other process does; returns the revision found once alone.

    Raises `Misconfigured` for a database newer than this code, `Unavailable` when others take too long.
    """
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    await _check_revision(connection, scripts)
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


async def _check_revision(connection: AsyncConnection, scripts: ScriptDirectory) -> str | None:
    """The database's revision; refuses one that this code has never heard of."""
    revision = await read_revision(connection)
    known = {script.revision for script in scripts.walk_revisions()}
    if revision is not None and revision not in known:
        raise Misconfigured(
            f"The database is at revision {revision}, which is newer than this version of Dragoman: it knows "
            f"revisions up to {scripts.get_current_head()}. Install the newer version again, or restore a "
            "backup of before its upgrade."
        )
    return revision


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

"""Writing what ended processes left in their spools, and setting aside what is damaged."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from dragoman.cancellation import run_to_end
from dragoman.database.connections import Database
from dragoman.errors import Unavailable
from dragoman.telemetry import log
from dragoman.usage import spool, store
from dragoman.usage.spool import Record, Spool

BATCH: Final = 5000  # records
_STATEMENT_SECONDS: Final = 10.0


async def send_batch(database: Database, source: Spool, batch: Sequence[Record]) -> None:
    """Have the database count the records of a batch that it does not have yet."""
    async with asyncio.timeout(_STATEMENT_SECONDS):
        unknown = await store.write_spooled(database, source.id, batch)
    for one in batch:
        if one.number in unknown:
            log().error("usage.of_unknown_application", **asdict(one.usage))


async def adopt_spools(database: Database, folder: Path) -> int:
    """Write the spools in a folder whose processes have ended; how many of them are left.

    One that cannot be written keeps no other from being written. Raises `OSError` for the folder.
    """
    await asyncio.to_thread(spool.remove_unfinished, folder)
    left = 0
    for path in await asyncio.to_thread(spool.list_spools, folder):
        try:
            with spool.adopt(path) as adopted:
                if adopted is not None:
                    await _empty(database, adopted)
        except (Unavailable, TimeoutError, SQLAlchemyError, psycopg.Error) as error:
            log().warning("usage.spool_not_adopted", path=str(path), exc_info=error)
            left += 1
        except (OSError, ValueError) as error:  # ValueError: not the name of a spool
            log().error("usage.spool_unreadable", path=str(path), exc_info=error)
            left += 1
    return left


async def _empty(database: Database, adopted: Spool) -> None:
    found = await run_to_end(adopted.read)  # whose descriptor is closed then
    for start in range(0, len(found.records), BATCH):
        await send_batch(database, adopted, found.records[start : start + BATCH])
    if found.damaged:
        kept = adopted.set_aside()
        log().error("usage.spool_damaged", path=str(kept), slots=found.damaged)
    else:
        adopted.remove()
    log().info("usage.spool_adopted", spool=str(adopted.id), records=len(found.records))

"""Jobs put into the queue, workers that run for a while, and what the table of jobs says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import text

from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.jobs.queue import Message, enqueue
from dragoman.jobs.runner import Worker, run_worker


async def put(database: Database, message: Message) -> int | None:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        return await enqueue(tx, message)


async def list_jobs(database: Database, column: str = "status") -> list[Any]:
    async with transaction(database, account=NO_ACCOUNT) as tx:
        rows = await tx.connection.execute(text(f"select {column} from procrastinate_jobs order by id"))
        return list(rows.scalars())


@asynccontextmanager
async def running(worker: Worker) -> AsyncIterator[None]:
    task = asyncio.create_task(run_worker(worker))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

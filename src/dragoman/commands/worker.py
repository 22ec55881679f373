"""`dragoman worker`: background jobs without the interface (O2)."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final

import typer

from dragoman.commands.options import DataOption, load_settings, refusals
from dragoman.database.connections import STATEMENT_CONNECTIONS, open_database
from dragoman.database.migrate import migrate
from dragoman.database.server import open_server
from dragoman.errors import Unavailable
from dragoman.jobs.runner import QUEUE_CONNECTIONS, run_worker
from dragoman.settings import Settings
from dragoman.telemetry import configure_logging, log
from dragoman.worker import create_worker

_RETRY_SECONDS: Final = 2.0

QueuesOption = Annotated[
    str | None, typer.Option("--queues", help="Only these queues, separated by commas.", show_default="all")
]


def worker(ctx: typer.Context, queues: QueuesOption = None, data: DataOption = None) -> None:
    """Run background jobs until SIGTERM or SIGINT; then running ones end, or are given back in time."""
    settings = load_settings(ctx, data=data)
    chosen = [name.strip() for name in (queues or "").split(",") if name.strip()]
    if queues is not None and not chosen:
        raise typer.BadParameter("name at least one queue", param_hint="--queues")
    configure_logging(level=settings.log_level, style=settings.log_format)
    with refusals():
        asyncio.run(_run_until_signalled(settings, chosen or None))


async def _run_until_signalled(settings: Settings, queues: Sequence[str] | None) -> None:
    running = asyncio.ensure_future(_run(settings, queues))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    with suppress(asyncio.CancelledError):
        await running
    log().info("worker.stopped")


async def _run(settings: Settings, queues: Sequence[str] | None) -> None:
    """Open everything and run; try again while the database is away."""
    while True:
        try:
            async with open_server(settings) as urls:
                await migrate(urls.owner)
                connections = settings.database_connections - STATEMENT_CONNECTIONS - QUEUE_CONNECTIONS
                async with open_database(
                    urls.application, connections=connections, prepare=settings.database_listen
                ) as database:
                    log().info("worker.ready", queues=queues or "all")
                    await run_worker(create_worker(settings, database=database, queues=queues))
        except Unavailable as error:
            log().error("worker.opening_failed", reason=error.message, retry_seconds=_RETRY_SECONDS)
            await asyncio.sleep(_RETRY_SECONDS)

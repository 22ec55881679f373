"""`dragoman worker`: background jobs without the interface (O2)."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from dragoman.commands.options import DataOption, load_settings, refusals
from dragoman.cpu_work import shorten_switch_interval
from dragoman.errors import Misconfigured
from dragoman.forced_exit import limit_ending
from dragoman.memory_release import return_large_blocks
from dragoman.resources import open_resources
from dragoman.settings import Settings
from dragoman.startup_retries import RETRY_SECONDS, OpeningAttempts
from dragoman.telemetry import Metrics, configure_logging, log
from dragoman.worker import QUEUES, create_workers, run_workers

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
    return_large_blocks()
    shorten_switch_interval()
    with refusals():
        asyncio.run(_run_until_signalled(settings, chosen or None))


async def _run_until_signalled(settings: Settings, queues: Sequence[str] | None) -> None:
    running = asyncio.ensure_future(_run(settings, queues))

    def end() -> None:
        limit_ending(settings, draining=False)
        running.cancel()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, end)
    with suppress(asyncio.CancelledError):
        await running
    log().info("worker.stopped")


async def _run(settings: Settings, queues: Sequence[str] | None) -> None:
    """Open everything and run; try again while that may help. Raises `Misconfigured` when it does not."""
    attempts = OpeningAttempts()
    while True:
        try:
            async with open_resources(settings, Metrics()) as resources:
                log().info("worker.ready", queues=queues or "all")
                await run_workers(create_workers(resources, queues=queues or QUEUES))
        except Exception as error:
            reason = attempts.find_end(error)
            if reason is not None:
                log().error("worker.cannot_start", reason=reason, exc_info=error)
                raise Misconfigured(reason) from error
            log().error("worker.opening_failed", exc_info=error, retry_seconds=RETRY_SECONDS)
            await asyncio.sleep(RETRY_SECONDS)

"""The usage of text calls: on the disk before the reply, in the database soon after it, counted once.

`record` returns when the spool has the record on the disk; concurrent calls share a write. Batches of records
go to the database every `_GATHER_SECONDS`. While it is away they wait in the spool. Where the process ends
before, another one on the same data directory writes them (`dragoman.usage.spool_recovery`).
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from dragoman.cancellation import end_task, run_to_end
from dragoman.database.connections import Database
from dragoman.errors import Unavailable
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log
from dragoman.usage import spool
from dragoman.usage.model import Usage
from dragoman.usage.spool import Record, Spool, create_spool
from dragoman.usage.spool_recovery import BATCH, adopt_spools, send_batch

T = TypeVar("T")

_DISK_SECONDS: Final = 2.0  # for a record to reach the disk, before its call is refused
_GATHER_SECONDS: Final = 0.05  # of records for one batch
_READ_SECONDS: Final = 2.0  # that who reads usage waits for records of this process
_RETRY_SECONDS: Final = 1.0
_ADOPT_SECONDS: Final = 20.0  # between looks for spools of processes that have ended

_REFUSAL: Final = (
    "The use of this call cannot be recorded now, so that it is refused and costs nothing. Try again."
)


@dataclass(slots=True, kw_only=True, eq=False)
class _Waiting:
    """A record on its way to the disk, and the call that waits for it."""

    usage: Usage
    recorded: float
    written: asyncio.Future[None]
    number: int = 0  # once the writer has taken it


class UsageRecorder:
    """Records the usage of the calls of one process. Made by `open_recorder`."""

    def __init__(self, database: Database, folder: Path, *, slots: int, metrics: Metrics) -> None:
        self._database = database
        self._folder = folder
        self._slots = slots
        self._spool: Spool | None = None
        self._disk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="usage")
        self._queue: list[_Waiting] = []
        self._kept: deque[Record] = deque()  # on the disk, not yet in the database
        self._last = 0  # number of the last record that was given a slot
        self._flushed = 0  # number of the last record that the database has
        self._tried = asyncio.Event()  # whether the spool can be made is known
        self._work = asyncio.Event()  # for the writer
        self._flush = asyncio.Event()  # for the flusher
        self._progress = asyncio.Condition()
        self._outage = False  # of the database
        self._disk_fails = False
        metrics.usage_spooled.set_function(lambda: len(self._kept))
        metrics.usage_spooled_seconds.set_function(self._oldest_seconds)
        self._spools_left = metrics.usage_spools_left

    def require_free_slot(self) -> None:
        """Raise `Unavailable` when a record would find no slot: before the work is done, not after it."""
        if self._spool is None or self._last - self._flushed + len(self._queue) >= self._slots:
            raise Unavailable(_REFUSAL)

    async def record(self, usage: Usage) -> None:
        """Store the usage of a call; afterwards it is counted exactly once, even if the process ends.

        Raises `Unavailable` when that is impossible: then nothing is counted, and the call must be refused.
        """
        self.require_free_slot()
        written = asyncio.get_running_loop().create_future()
        waiting = _Waiting(usage=usage, recorded=time.time(), written=written)
        self._queue.append(waiting)
        self._work.set()
        try:
            async with asyncio.timeout(_DISK_SECONDS):
                await (
                    written
                )  # cancelled with its call, by which the writer sees that nothing is to be counted
        except TimeoutError:
            raise Unavailable(_REFUSAL) from None

    async def flush(self) -> None:
        """Bring the records of this process into the database, if that is possible within 2 seconds."""
        last = self._last
        with suppress(TimeoutError):
            async with asyncio.timeout(_READ_SECONDS), self._progress:
                self._flush.set()
                await self._progress.wait_for(lambda: self._flushed >= last)

    async def run(self) -> None:
        """Work until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._write_records(), name="usage writer")
            group.create_task(self._flush_records(), name="usage flusher")
            group.create_task(self._adopt_spools(), name="usage adoption")

    async def wait_open(self) -> None:
        """Wait until the first try to make the spool has ended."""
        await self._tried.wait()

    async def close(self) -> None:
        """Remove the spool when the database has all of it, or else leave it to another process."""
        if self._spool is not None:
            if self._flushed == self._last:
                self._spool.remove()
            else:
                log().warning("usage.left_in_spool", records=len(self._kept))
            with suppress(TimeoutError):
                async with asyncio.timeout(_DISK_SECONDS):  # behind a write that still runs
                    await self._on_disk(self._spool.close)
        self._disk.shutdown(wait=False)

    # The writer: the only one who touches the spool's file.

    async def _write_records(self) -> None:
        while True:
            try:
                if self._spool is None:
                    self._spool = await self._create_spool()
                self._tried.set()
                await self._work.wait()
                self._work.clear()
                await self._write_queue(self._spool)
                self._disk_fails = False
            except Exception as error:  # later calls are tried again after any error
                if not self._disk_fails:
                    log().error("usage.spool_unwritable", exc_info=error)
                self._disk_fails = True
                self._tried.set()
                await asyncio.sleep(_RETRY_SECONDS)

    async def _create_spool(self) -> Spool:
        make = partial(create_spool, self._folder, slots=self._slots)
        return await run_to_end(make, executor=self._disk, undo=_abandon)

    async def _write_queue(self, own: Spool) -> None:
        """Write what waits. A call that is refused meanwhile leaves a record that is void."""
        free = self._slots - (self._last - self._flushed)
        waiting = [one for one in self._queue if not one.written.done()]
        self._queue.clear()
        taken = waiting[:free]
        for one in waiting[free:]:
            one.written.set_exception(Unavailable(_REFUSAL))
        if not taken:
            return
        for number, one in enumerate(taken, start=self._last + 1):
            one.number = number
        records = [Record(number=one.number, recorded=one.recorded, usage=one.usage) for one in taken]
        try:
            await self._on_disk(partial(own.write, records))
        except Exception:
            for one in taken:
                if not one.written.done():
                    one.written.set_exception(Unavailable(_REFUSAL))
            # The disk may have some of them. Void records make the database skip their numbers.
            self._keep([replace(one, void=True) for one in records])
            raise
        refused = {one.number for one in taken if one.written.done()}
        for one in taken:
            if one.number not in refused:
                one.written.set_result(None)
        self._keep([replace(one, void=one.number in refused) for one in records])
        if refused:
            void = [replace(one, void=True) for one in records if one.number in refused]
            await self._on_disk(partial(own.write, void))

    def _keep(self, records: list[Record]) -> None:
        self._last = records[-1].number
        self._kept += records
        self._flush.set()

    async def _on_disk(self, action: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._disk, action)

    # The flusher.

    async def _flush_records(self) -> None:
        while True:
            await self._flush.wait()
            await asyncio.sleep(_GATHER_SECONDS)
            self._flush.clear()
            try:
                while self._kept:
                    await self._flush_batch()
            except Exception as error:  # any error: they are counted when it has passed
                self._report_outage(error)
                self._flush.set()
                await asyncio.sleep(_RETRY_SECONDS)

    async def _flush_batch(self) -> None:
        own = self._spool
        assert own is not None
        batch = [self._kept[place] for place in range(min(BATCH, len(self._kept)))]
        await send_batch(self._database, own, batch)
        for _ in batch:
            self._kept.popleft()
        async with self._progress:
            self._flushed = batch[-1].number
            self._progress.notify_all()
        if self._outage:
            self._outage = False
            log().info("usage.written_late", records=len(batch))

    def _report_outage(self, error: Exception) -> None:
        if not self._outage:
            log().warning("usage.waiting", records=len(self._kept), exc_info=error)
        self._outage = True

    def _oldest_seconds(self) -> float:
        return max(0.0, time.time() - self._kept[0].recorded) if self._kept else 0.0

    # What ended processes left behind.

    async def _adopt_spools(self) -> None:
        while True:
            try:
                self._spools_left.set(await adopt_spools(self._database, self._folder))
            except Exception as error:  # no error here may keep calls from being recorded
                log().error("usage.spools_not_adopted", exc_info=error)
            await asyncio.sleep(_ADOPT_SECONDS)


def _abandon(made: Spool) -> None:
    """Take back a spool that nobody waits for any more."""
    made.remove()
    made.close()


@asynccontextmanager
async def open_recorder(
    settings: Settings, database: Database, *, metrics: Metrics
) -> AsyncIterator[UsageRecorder]:
    """Make the spool of this process and write what ended processes left, until the end of the block.

    Calls are refused while the spool cannot be made, as on a disk that is full.
    """
    recorder = UsageRecorder(
        database,
        settings.data / "usage",
        slots=settings.usage_spool_mb * (1 << 20) // spool.SLOT_BYTES,
        metrics=metrics,
    )
    working = asyncio.create_task(recorder.run(), name="usage")
    try:
        await recorder.wait_open()
        yield recorder
    finally:
        await recorder.flush()
        await end_task(working)
        await recorder.close()

"""The health of an installation: queues, workers, failed jobs, engines, storage, versions.

Queues, workers, jobs and storage are those of the whole installation. Engines and figures of calls are those
of the process that answers, since it started: `/metrics` has them for a monitoring system.
"""

from __future__ import annotations

import asyncio
import platform
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from prometheus_client import CollectorRegistry

import dragoman
from dragoman.access.visitors import VisitorAccount, find_visitor_account
from dragoman.database.connections import Transaction
from dragoman.jobs.failed_jobs import FailedJob, list_failed_jobs
from dragoman.jobs.queue_statistics import QueueFigures, list_queues
from dragoman.jobs.workers import WorkerState, list_workers
from dragoman.operation.engine_states import EngineState, list_engine_states, read_samples
from dragoman.operation.store import estimate_file_bytes, read_database
from dragoman.resources import Resources


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFigures:
    """Calls that this process has answered since it started."""

    calls: int
    failures: int  # with a status from 500 on
    mean_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StorageFigures:
    """Storage, in bytes."""

    database: int
    files: int  # of documents and projects, estimated from their records
    disk_free: int  # where the data directory is
    disk_total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftwareVersions:
    """What is running."""

    dragoman: str
    python: str
    postgresql: str
    revision: str  # of the database's tables


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallationHealth:
    """The health of an installation."""

    queues: Sequence[QueueFigures]
    workers: Sequence[WorkerState]
    failed_jobs: Sequence[FailedJob]  # the newest
    engines: Sequence[EngineState]  # those that could not be opened, too
    calls: CallFigures
    storage: StorageFigures
    versions: SoftwareVersions
    visitors: VisitorAccount | None  # None: the operator lets nobody translate without a session


MOST_FAILED = 20  # jobs that are shown


async def read_health(tx: Transaction, resources: Resources) -> InstallationHealth:
    """Read the health of the installation, and of this process. The transaction is one over all accounts."""
    database = await read_database(tx)
    files = await estimate_file_bytes(tx)
    disk = await asyncio.to_thread(shutil.disk_usage, _existing(resources.settings.data))
    registry = resources.metrics.registry
    return InstallationHealth(
        queues=await list_queues(tx),
        workers=await list_workers(tx),
        failed_jobs=await list_failed_jobs(tx, limit=MOST_FAILED),
        engines=list_engine_states(resources.engines, registry),
        calls=_read_calls(registry),
        storage=StorageFigures(
            database=database.size, files=files, disk_free=disk.free, disk_total=disk.total
        ),
        versions=SoftwareVersions(
            dragoman=dragoman.__version__,
            python=platform.python_version(),
            postgresql=database.version,
            revision=database.revision,
        ),
        visitors=await find_visitor_account(tx, resources.settings),
    )


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    absolute = folder.absolute()
    return next(one for one in (absolute, *absolute.parents) if one.exists())


def _read_calls(registry: CollectorRegistry) -> CallFigures:
    answers = list(read_samples(registry, "dragoman_http_requests_total"))
    seconds = sum(value for _, value in read_samples(registry, "dragoman_http_request_seconds_sum"))
    timed = sum(value for _, value in read_samples(registry, "dragoman_http_request_seconds_count"))
    return CallFigures(
        calls=int(sum(value for _, value in answers)),
        failures=int(sum(value for labels, value in answers if labels["status"] >= "500")),
        mean_seconds=seconds / timed if timed else None,
    )

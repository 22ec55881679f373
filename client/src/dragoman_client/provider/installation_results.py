"""The running service as its operators see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class EnginePair:
    """A pair of languages of an engine."""

    source: str
    target: str
    variant: str | None = None
    quality: str = ""  # "high", "medium" or "gist"


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """An engine of the process that answers, with what it translates now."""

    name: str
    version: str
    remote: bool = False
    pairs: tuple[EnginePair, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobQueue:
    """How many jobs of a queue could run now, are for later, run, and have failed."""

    name: str
    waiting: int
    scheduled: int
    running: int
    failed: int
    waiting_since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedJob:
    """A job that was given up, and why."""

    id: int
    queue: str
    task: str
    account_id: int | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)
    attempts: int = 0
    failed_at: datetime | None = None
    error: str | None = None  # the kind of its error
    reason: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A process that runs jobs."""

    id: int
    heartbeat_at: datetime
    is_alive: bool
    queues: tuple[str, ...] = ()
    running: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineHealth:
    """What an engine did since the process that answers was started."""

    name: str
    version: str
    pairs: tuple[EnginePair, ...] = ()
    batches: int = 0
    mean_seconds: float | None = None
    restarts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFigures:
    """The calls of the process that answers."""

    calls: int
    failures: int
    mean_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """What is stored, in bytes."""

    database: int
    files: int
    disk_free: int
    disk_total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """The versions of what runs."""

    dragoman: str
    python: str
    postgresql: str
    revision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitorAccount:
    """The account of visitors without credentials, and what is wrong with it."""

    account_id: int
    problem: str | None = None  # "missing" or "disabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallationHealth:
    """How the installation is."""

    queues: tuple[JobQueue, ...]
    workers: tuple[Worker, ...]
    failed_jobs: tuple[FailedJob, ...]
    engines: tuple[EngineHealth, ...]
    calls: CallFigures
    storage: Storage
    versions: Versions
    visitors: VisitorAccount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting of the process that answers; a secret one is masked."""

    name: str
    value: Any = field(repr=False)
    origin: str | None = None
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """What was changed, and by whom."""

    id: int
    created_at: datetime
    actor: str  # such as "application:12"
    action: str  # such as "memory.imported"
    subject: str  # such as "memory:3"
    account_id: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict, repr=False)

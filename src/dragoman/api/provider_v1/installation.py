"""`/provider/v1/health`, `/settings` and `/jobs`: the running installation, for its operator (V7)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field

from dragoman.access.visitors import VisitorProblem
from dragoman.api.provider_v1.operation import EnginePairBody, QueueBody, write_queue
from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.http.fields import CustomerText
from dragoman.http.models import ResponseModel
from dragoman.http.paging import PageBody, WantedPage, cut_page
from dragoman.http.responses import NOT_FOUND
from dragoman.http.staff_request import AdminRequest, ManagerRequest
from dragoman.jobs import failed_jobs
from dragoman.jobs.failed_jobs import FailedJob
from dragoman.operation import retrying
from dragoman.operation.engine_states import EngineState
from dragoman.operation.health import InstallationHealth, read_health
from dragoman.settings.describing import describe_settings
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1",
    tags=["Provider operation"],
    responses=STAFF,
    route_class=StaffRoute,
)

_LARGEST_JOB = 2**63 - 1


class WorkerBody(ResponseModel):
    """A worker. A process has several."""

    id: int
    heartbeat_at: str = Field(description="The last one; every five seconds")
    is_alive: bool
    queues: list[str] = Field(description="Of the jobs that it runs now")
    running: int


class FailedJobBody(ResponseModel):
    """A job that was given up. It is forgotten after a month."""

    id: int
    queue: str
    task: str = Field(examples=["projects.learn"])
    account_id: int | None = Field(description="Whose it is; null: the service's own")
    arguments: dict[str, Any] = Field(description="Ids")
    attempts: int
    failed_at: str | None
    error: str | None = Field(description="The kind of its last error", examples=["BlobMissing"])
    reason: str = Field(description="Its message, where that quotes nothing of customers")


class EngineHealthBody(ResponseModel):
    """An engine of the process that answers, and what it did since that started."""

    name: str
    version: str
    pairs: list[EnginePairBody]
    batches: int
    mean_seconds: float | None = Field(description="Of a batch")
    restarts: dict[str, int] = Field(description="Of its processes, by reason")


class CallFiguresBody(ResponseModel):
    """Calls that the process that answers has answered since it started."""

    calls: int
    failures: int = Field(description="With a status from 500 on")
    mean_seconds: float | None


class StorageBody(ResponseModel):
    """Storage, in bytes."""

    database: int
    files: int = Field(description="Of documents and projects; estimated")
    disk_free: int = Field(description="Where the data directory is")
    disk_total: int


class VersionsBody(ResponseModel):
    """What is running."""

    dragoman: str
    python: str
    postgresql: str
    revision: str = Field(description="Of the database's tables")


class VisitorsBody(ResponseModel):
    """The account as which visitors translate, by the settings of the process that answers."""

    account_id: int
    problem: VisitorProblem | None = Field(
        description="Why they cannot: there is no such account, or it is disabled"
    )


class HealthBody(ResponseModel):
    """The installation; `engines` and `calls` are those of the process that answers."""

    queues: list[QueueBody]
    workers: list[WorkerBody]
    failed_jobs: list[FailedJobBody] = Field(description="The newest")
    engines: list[EngineHealthBody]
    calls: CallFiguresBody
    storage: StorageBody
    versions: VersionsBody
    visitors: VisitorsBody | None = Field(description="null: nobody translates without signing in")


class SettingBody(ResponseModel):
    """A setting of the process that answers."""

    name: str = Field(examples=["worker_concurrency"])
    value: Any = Field(description="Secrets are masked")
    origin: str | None = Field(description="Where the value came from", examples=["default"])
    description: str


class FailedJobsBody(ResponseModel):
    """Jobs that were given up, the newest first."""

    jobs: list[FailedJobBody]
    metadata: PageBody


@router.get("/health")
async def get_health(ctx: ManagerRequest) -> HealthBody:
    """Show queues, workers, failed jobs, engines, storage and versions. Needs the role manager."""
    return _write_health(await read_health(ctx.tx, ctx.runtime))


@router.get("/settings")
async def list_settings(request: Request, ctx: AdminRequest) -> list[SettingBody]:
    """List the settings of the process that answers, with their origins. Needs the role admin."""
    origins = getattr(request.app.state, "setting_origins", {})  # `serve` has loaded them
    shown = describe_settings(ctx.runtime.settings, origins)
    return [SettingBody.model_validate(one) for one in shown]


@router.get("/jobs")
async def list_failed_jobs(
    request: Request,
    ctx: ManagerRequest,
    page: WantedPage,
    queue: Annotated[CustomerText | None, Query(max_length=128, description="Of this queue only")] = None,
) -> FailedJobsBody:
    """List the jobs that were given up. Needs the role manager."""
    found = await failed_jobs.list_failed_jobs(ctx.tx, queue=queue, limit=page.limit + 1, offset=page.offset)
    shown, metadata = cut_page(request, page, found)
    return FailedJobsBody(jobs=[_write_job(job) for job in shown], metadata=metadata)


@router.post("/jobs/{id}/retry", responses=NOT_FOUND)
async def retry_failed_job(
    job_id: Annotated[int, Path(alias="id", ge=1, le=_LARGEST_JOB)], ctx: AdminRequest
) -> FailedJobBody:
    """Put a failed job back into its queue; the answer is the job as it was. Needs the role admin."""
    return _write_job(await retrying.retry_failed_job(ctx.tx, job_id, staff=ctx.staff))


def _write_health(health: InstallationHealth) -> HealthBody:
    return HealthBody(
        queues=[write_queue(one) for one in health.queues],
        workers=[
            WorkerBody(
                id=one.id,
                heartbeat_at=write_time(one.heartbeat),
                is_alive=one.is_alive,
                queues=list(one.queues),
                running=one.running,
            )
            for one in health.workers
        ],
        failed_jobs=[_write_job(job) for job in health.failed_jobs],
        engines=[_write_engine(engine) for engine in health.engines if engine.is_open],
        calls=CallFiguresBody.model_validate(health.calls),
        storage=StorageBody.model_validate(health.storage),
        versions=VersionsBody.model_validate(health.versions),
        visitors=VisitorsBody(account_id=health.visitors.id, problem=health.visitors.problem)
        if health.visitors
        else None,
    )


def _write_engine(engine: EngineState) -> EngineHealthBody:
    return EngineHealthBody(
        name=engine.name,
        version=engine.version,
        pairs=[
            EnginePairBody(
                source=pair.source, target=pair.target, variant=pair.variant, quality=str(pair.quality)
            )
            for pair in engine.pairs
        ],
        batches=engine.batches,
        mean_seconds=engine.mean_seconds,
        restarts=dict(engine.restarts),
    )


def _write_job(job: FailedJob) -> FailedJobBody:
    return FailedJobBody(
        id=job.id,
        queue=job.queue,
        task=job.task,
        account_id=job.account_id,
        arguments=job.arguments,
        attempts=job.attempts,
        failed_at=write_time(job.failed),
        error=job.error,
        reason=job.reason,
    )

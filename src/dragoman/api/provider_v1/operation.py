"""`/provider/v1/engines` and `/provider/v1/queues`: state of engines and queues (V7)."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from dragoman.api.provider_v1.responses import STAFF
from dragoman.api.provider_v1.roles import StaffRoute
from dragoman.http.models import ResponseModel
from dragoman.http.staff_request import OpenStaffRequest
from dragoman.jobs import queue_statistics
from dragoman.jobs.queue_statistics import QueueFigures
from dragoman.operation.engine_states import EngineState, list_engine_states
from dragoman.timestamps import write_time

router = APIRouter(
    prefix="/provider/v1",
    tags=["Provider operation"],
    responses=STAFF,
    route_class=StaffRoute,
)


class EnginePairBody(ResponseModel):
    """A direction that an engine translates now, without a pivot."""

    source: str
    target: str
    variant: str | None
    quality: str


class EngineBody(ResponseModel):
    """An engine of the process that answers. Pairs that do not work are not among its pairs."""

    name: str = Field(examples=["apertium"])
    version: str
    remote: bool = Field(description="Texts leave the operator's machines: accounts must have allowed it")
    pairs: list[EnginePairBody]
    problem: str | None = Field(description="Why it cannot be used, or not now; null: it works")


class QueueBody(ResponseModel):
    """A queue's jobs. Those that are done are forgotten after a day, failed ones after a month."""

    name: str = Field(examples=["documents"])
    waiting: int = Field(description="Could run now")
    scheduled: int = Field(description="For later, such as the next try of a webhook")
    running: int
    failed: int = Field(description="Given up for good")
    waiting_since: str | None = Field(description="How long the oldest of those that could run waits")


@router.get("/engines")
async def list_engines(ctx: OpenStaffRequest) -> list[EngineBody]:
    """List the engines of the process that answers, with what they translate now."""
    states = list_engine_states(ctx.runtime.engines, ctx.runtime.metrics.registry)
    return [_write_engine(one) for one in states]


def _write_engine(engine: EngineState) -> EngineBody:
    return EngineBody(
        name=engine.name,
        version=engine.version,
        remote=engine.is_remote,
        pairs=[
            EnginePairBody(
                source=pair.source, target=pair.target, variant=pair.variant, quality=str(pair.quality)
            )
            for pair in engine.pairs
        ],
        problem=engine.problem,
    )


@router.get("/queues")
async def list_queues(ctx: OpenStaffRequest) -> list[QueueBody]:
    """List the queues of the whole installation: what waits, runs and has failed."""
    return [write_queue(one) for one in await queue_statistics.list_queues(ctx.tx)]


def write_queue(one: QueueFigures) -> QueueBody:
    """A queue."""
    return QueueBody(
        name=one.name,
        waiting=one.waiting,
        scheduled=one.scheduled,
        running=one.running,
        failed=one.failed,
        waiting_since=write_time(one.oldest),
    )

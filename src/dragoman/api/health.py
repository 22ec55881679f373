"""`/healthz`, `/readyz` and `/metrics`: for load balancers, orchestrators and Prometheus."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from dragoman.database.connections import fetch_rows
from dragoman.errors import Unauthenticated, Unavailable
from dragoman.http.errors import answer
from dragoman.http.models import ResponseModel
from dragoman.http.responses import PUBLIC, refusal
from dragoman.http.route_policy import route_policy
from dragoman.http.runtime import get_runtime

router = APIRouter(tags=["Health"], responses=PUBLIC)


class HealthReply(ResponseModel):
    """The state in one word."""

    status: str


@router.get("/healthz")
@route_policy(is_health_check=True)
async def check_liveness() -> HealthReply:
    """Check that the process listens. It does not check the database: use `/readyz` for that."""
    return HealthReply(status="alive")


@router.get(
    "/readyz",
    responses={
        200: {"model": HealthReply},
        503: refusal("Not ready: starting, stopping, or no database."),
    },
)
@route_policy(is_health_check=True)
async def check_readiness(request: Request) -> Response:
    """Check that requests should be sent here: 200, else 503."""
    if request.app.state.draining:
        raise Unavailable("The service is stopping. Send requests to another machine.", retry_after=1)
    runtime = get_runtime(request.scope)
    await fetch_rows(runtime.database, "select")
    return answer(200, {"status": "ready"})


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {
            "content": {"text/plain": {"schema": {"type": "string"}}},
            "description": "Prometheus text format",
        },
        401: refusal("The metrics token is set, and another was sent."),
    },
)
async def get_metrics(request: Request) -> Response:
    """Show counters without customer data. With `DRAGOMAN_METRICS_TOKEN` set, a bearer token is needed."""
    expected = request.app.state.settings.metrics_token
    authorization = request.headers.get("authorization", "")
    if expected is not None and not hmac.compare_digest(
        authorization.encode(), f"Bearer {expected.get_secret_value()}".encode()
    ):
        raise Unauthenticated("Send the metrics token as Authorization: Bearer …")
    return Response(generate_latest(request.app.state.metrics.registry), media_type=CONTENT_TYPE_LATEST)

"""Assemble the HTTP application: its routers, its middlewares, and the resources that open behind them."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Final, TypeAlias

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

import dragoman
from dragoman.access.identity import open_identity
from dragoman.api import docs, webhooks
from dragoman.api.mcp import endpoint as mcp_endpoint
from dragoman.api.openapi.document import complete_document, operation_id
from dragoman.api.openapi.tags import TAGS
from dragoman.errors import DragomanError
from dragoman.forced_exit import limit_ending
from dragoman.http.auth import AuthenticationMiddleware
from dragoman.http.body_limits import BodyLimits
from dragoman.http.context import RequestContext
from dragoman.http.head_requests import HeadRequests
from dragoman.http.missing_routes import explain_method, explain_missing, find_methods
from dragoman.http.route_matching import MatchedRouter, MatchRoute, RoutePolicies
from dragoman.http.runtime import Runtime
from dragoman.request_log.recorder import open_request_recorder
from dragoman.resources import open_resources
from dragoman.routers import ROUTED_INTERFACES, ROUTERS
from dragoman.settings import Settings
from dragoman.startup_retries import RETRY_SECONDS, OpeningAttempts
from dragoman.telemetry import Metrics, log
from dragoman.usage.recorder import open_recorder

_POLL_SECONDS: Final = 0.1

# What runs beside the interface on the same resources, such as a worker.
Companion: TypeAlias = Callable[[Runtime], AbstractAsyncContextManager[None]]


def create_app(
    settings: Settings,
    *,
    issuer: str,
    companion: Companion | None = None,
    on_failure: Callable[[str], None] | None = None,
) -> FastAPI:
    """Make the application. It answers 503 until a background task has opened database and engines.

    `issuer` is the address clients use; `on_failure` gets the reason when the service cannot open.
    """
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        stop = asyncio.Event()
        opening = asyncio.create_task(_keep_open(app, stop, companion=companion, on_failure=on_failure))
        bounding = asyncio.create_task(_bound_ending(app))
        yield
        stop.set()
        await mcp_endpoint.close(app)
        if app.state.runtime is None:
            opening.cancel()  # the resources are not needed any more
        with suppress(asyncio.CancelledError):
            await opening
        bounding.cancel()

    app = FastAPI(
        title="Dragoman",
        version=dragoman.__version__,
        summary="Machine translation of text and documents: nothing is lost on the way.",
        license_info={"name": "Apache License 2.0", "identifier": "Apache-2.0"},
        servers=[{"url": issuer}],
        openapi_tags=TAGS,
        webhooks=webhooks.router,
        lifespan=lifespan,
        docs_url=None,
        openapi_url=None,  # FastAPI would write the document anew for each call
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
        middleware=[
            Middleware(HeadRequests),
            Middleware(MatchRoute, policies=RoutePolicies(ROUTERS, interfaces=ROUTED_INTERFACES)),
            Middleware(RequestContext, metrics=metrics),
            Middleware(BodyLimits, settings=settings),
            Middleware(AuthenticationMiddleware),
        ],
        exception_handlers=dict.fromkeys((DragomanError, HTTPException, RequestValidationError), _raise),
    )
    app.state.runtime = None
    app.state.draining = False
    app.state.openapi_document = None
    app.state.agents = None  # what answers at /mcp, from the first call on
    app.state.settings = settings
    app.state.issuer = issuer
    app.state.metrics = metrics
    _add_routes(app)
    complete_document(app)
    return app


def _add_routes(app: FastAPI) -> None:
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes.insert(0, MatchedRouter(app.router.routes[-len(ROUTERS) :]))
    app.mount("/static", docs.static_files(), name="static")


async def _raise(request: Request, error: Exception) -> Response:
    """Let `RequestContext` write every error's body, wherever it was raised."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        path: str = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
        # Starlette's static files do not name the allowed methods.
        allowed = ", ".join(find_methods(ROUTERS, path) or ("GET", "HEAD"))
        raise HTTPException(405, explain_method(ROUTERS, request.scope, allowed), {"Allow": allowed})
    if isinstance(error, HTTPException) and error.status_code == 404:
        raise HTTPException(404, explain_missing(ROUTERS, request.scope))
    raise error


async def _keep_open(
    app: FastAPI,
    stop: asyncio.Event,
    *,
    companion: Companion | None,
    on_failure: Callable[[str], None] | None,
) -> None:
    """Open all resources, retry while that may help, and close them when `stop` is set."""
    attempts = OpeningAttempts()
    while not stop.is_set():
        try:
            async with (
                _open_runtime(app.state.settings, app.state.metrics, app.state.issuer) as runtime,
                AsyncExitStack() as stack,
            ):
                if companion is not None:
                    await stack.enter_async_context(companion(runtime))
                app.state.runtime = runtime
                gc.collect()
                gc.freeze()  # what was loaded stays: collections skip it
                log().info("service.ready", engines=[engine.name for engine in runtime.engines.current()])
                await _wait_for_draining(app, stop)
                await runtime.event_streams.close()  # they would go on for ever
                await stack.aclose()  # jobs end while the last requests do: each has all of the grace
                await stop.wait()
        except Exception as error:
            reason = attempts.find_end(error)
            if reason is not None:
                log().error("service.cannot_start", reason=reason, exc_info=error)
                if on_failure is not None:
                    on_failure(reason)
                return
            log().error("service.opening_failed", exc_info=error, retry_seconds=RETRY_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), timeout=RETRY_SECONDS)
        finally:
            app.state.runtime = None


async def _wait_for_draining(app: FastAPI, stop: asyncio.Event) -> None:
    """Wait for the signal. It polls a flag, because a signal handler sets it."""
    while not (app.state.draining or stop.is_set()):  # noqa: ASYNC110
        await asyncio.sleep(_POLL_SECONDS)


async def _bound_ending(app: FastAPI) -> None:
    await _wait_for_draining(app, asyncio.Event())
    limit_ending(app.state.settings, draining=True)


@asynccontextmanager
async def _open_runtime(settings: Settings, metrics: Metrics, issuer: str) -> AsyncIterator[Runtime]:
    async with (
        open_resources(settings, metrics) as resources,
        open_identity(settings, resources.database, issuer=issuer, metrics=metrics) as identity,
        open_recorder(settings, resources.database, metrics=metrics) as recorder,
        open_request_recorder(settings, resources.database, metrics=metrics) as request_log,
    ):
        resources.legacy.start_check()  # takes seconds; readiness does not wait for it
        opened = {field.name: getattr(resources, field.name) for field in dataclasses.fields(resources)}
        yield Runtime(**opened, identity=identity, usage=recorder, request_log=request_log)

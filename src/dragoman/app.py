"""The only HTTP wiring: which routers, which middlewares, and how the service opens behind them."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Final, TypeAlias

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Match

import dragoman
from dragoman.access.identity import open_identity
from dragoman.api import docs, health, token, webhook_keys, wellknown
from dragoman.api.auth import AuthenticationMiddleware
from dragoman.api.context import RequestContext
from dragoman.api.intake import Intake
from dragoman.api.mt_v2 import analysis, documents, languages, text, usage
from dragoman.api.openapi import operation_id, summarise_operations
from dragoman.api.project_v1 import files as project_files
from dragoman.api.project_v1 import lifecycle, projects, reference, reference_assets
from dragoman.api.provider_v1 import (
    accounts,
    applications,
    audit,
    invoicing_accounts,
    memories,
    memory_files,
    memory_sets,
    memory_units,
    notifications,
    operation,
    project_templates,
    services,
    termbase_concepts,
    termbase_files,
    termbases,
    translation_files,
    translations,
    users,
    work_areas,
)
from dragoman.api.provider_v1 import languages as offered_languages
from dragoman.api.provider_v1 import projects as staff_projects
from dragoman.api.runtime import Runtime
from dragoman.errors import DragomanError, Misconfigured
from dragoman.resources import open_resources
from dragoman.settings import Settings
from dragoman.telemetry import Metrics, log

_RETRY_SECONDS: Final = 2.0

_ROUTERS: Final = (
    token.router,
    wellknown.router,
    webhook_keys.router,
    text.router,
    documents.uploads,
    analysis.router,
    documents.router,
    languages.router,
    usage.router,
    projects.router,
    project_files.router,
    lifecycle.router,
    reference.router,
    reference_assets.router,
    accounts.router,
    applications.router,
    users.router,
    offered_languages.router,
    work_areas.router,
    services.router,
    invoicing_accounts.router,
    project_templates.router,
    audit.router,
    notifications.router,
    operation.router,
    staff_projects.router,
    translations.router,
    translation_files.router,
    translation_files.uploads,
    memories.router,
    memory_units.router,
    memory_files.uploads,
    memory_files.router,
    memory_sets.router,
    termbases.router,
    termbase_concepts.router,
    termbase_files.imports,
    termbase_files.exports,
    health.router,
    docs.router,
)

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

    `issuer` is the address clients use; `on_failure` is told the reason when the service can never open.
    """
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        stop = asyncio.Event()
        opening = asyncio.create_task(_keep_open(app, stop, companion=companion, on_failure=on_failure))
        yield
        stop.set()
        with suppress(asyncio.CancelledError):
            await opening

    app = FastAPI(
        title="Dragoman",
        version=dragoman.__version__,
        summary="Machine translation of text and documents: nothing is lost on the way.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
        middleware=[
            Middleware(RequestContext, metrics=metrics),
            Middleware(Intake, settings=settings),
            Middleware(AuthenticationMiddleware),
        ],
        exception_handlers=dict.fromkeys((DragomanError, HTTPException, RequestValidationError), _raise),
    )
    app.state.runtime = None
    app.state.draining = False
    app.state.settings = settings
    app.state.issuer = issuer
    app.state.metrics = metrics
    for router in _ROUTERS:
        app.include_router(router)
    app.mount("/static", docs.static_files(), name="static")
    summarise_operations(app)
    return app


async def _raise(request: Request, error: Exception) -> Response:
    """Let `RequestContext` write every error's body, wherever it was raised."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        files = {"Allow": "GET, HEAD"}  # which Starlette's server of files does not say
        raise HTTPException(405, error.detail, _allow(request) or error.headers or files)
    raise error


def _allow(request: Request) -> dict[str, str] | None:
    """`Allow` with every method of the resource (RFC 9110 §10.2.1): FastAPI tells those of one route."""
    routes = [route for router in _ROUTERS for route in router.routes if isinstance(route, APIRoute)]
    matching = (route.path for route in routes if route.matches(request.scope)[0] != Match.NONE)
    path = next(matching, None)
    methods = {method for route in routes if route.path == path for method in route.methods or ()}
    return {"Allow": ", ".join(sorted(methods))} if methods else None


async def _keep_open(
    app: FastAPI,
    stop: asyncio.Event,
    *,
    companion: Companion | None,
    on_failure: Callable[[str], None] | None,
) -> None:
    """Open everything, try again while the database is away, close when `stop` is set."""
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
                gc.freeze()  # what was loaded stays: collections need not look at it again and again
                log().info("service.ready", engines=[engine.name for engine in runtime.engines])
                await stop.wait()
        except Misconfigured as error:
            log().error("service.misconfigured", reason=error.message)
            if on_failure is not None:
                on_failure(error.message)
            return
        except Exception as error:
            log().error("service.opening_failed", exc_info=error, retry_seconds=_RETRY_SECONDS)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), timeout=_RETRY_SECONDS)
        finally:
            app.state.runtime = None


@asynccontextmanager
async def _open_runtime(settings: Settings, metrics: Metrics, issuer: str) -> AsyncIterator[Runtime]:
    async with (
        open_resources(settings, metrics) as resources,
        open_identity(settings, resources.database, issuer=issuer, metrics=metrics) as identity,
    ):
        opened = {field.name: getattr(resources, field.name) for field in dataclasses.fields(resources)}
        yield Runtime(**opened, identity=identity)

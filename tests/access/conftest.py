"""A small application with the real middlewares, token endpoint and key pages, on a real database."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from dragoman.access import actions
from dragoman.access.identity import Identity, open_identity
from dragoman.access.model import ApplicationDraft, NewApplication, RateRule
from dragoman.access.provisioning import ApplicationChanges, change_application
from dragoman.access.staff import OPERATOR
from dragoman.accounts.model import AccountKind
from dragoman.api import device_authorization, token, wellknown
from dragoman.api.interfaces import INTERFACES
from dragoman.api.project_v1 import reference
from dragoman.conversion.confined import Confined
from dragoman.database.connections import ALL_ACCOUNTS, Database, open_database, transaction
from dragoman.errors import DragomanError
from dragoman.http.auth import AuthenticationMiddleware, TranslateCaller
from dragoman.http.context import RequestContext
from dragoman.http.route_matching import MatchRoute, RoutePolicies
from dragoman.http.runtime import Runtime
from dragoman.request_log.recorder import open_request_recorder
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from dragoman.usage.recorder import open_recorder
from tests.access.provider import ISSUER, Provider
from tests.conftest import Postgres
from tests.opened import opened_resources

WHO = "/v2/who"


@dataclass
class Clock:
    """Token time that a test can move."""

    offset: float = 0

    def __call__(self) -> float:
        return time.time() + self.offset


@dataclass(kw_only=True)
class Service:
    """One serving process, without sockets."""

    identity: Identity
    runtime: Runtime
    client: httpx2.AsyncClient
    clock: Clock
    bodies_read: list[int] = field(default_factory=list)

    @property
    def database(self) -> Database:
        return self.identity.database

    async def create_application(
        self, *, kind: AccountKind = AccountKind.PRODUCTION, rate: Any = RateRule.OFF, **draft: Any
    ) -> NewApplication:
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            account = await actions.open_account(tx, self.identity.keyring, name="Customer", kind=kind)
            return await actions.create_application(
                tx,
                self.identity.keyring,
                draft=ApplicationDraft(account_id=account.id, name="CMS", rate=rate, **draft),
            )

    async def set_disabled(self, application: NewApplication, *, disabled: bool) -> None:
        changes = ApplicationChanges(disabled=disabled)
        async with transaction(self.database, account=ALL_ACCOUNTS) as tx:
            await change_application(tx, application.application.id, changes=changes, staff=OPERATOR)

    async def request_token(self, application: NewApplication, **fields: str) -> httpx2.Response:
        form = {
            "grant_type": "client_credentials",
            "client_id": application.application.client_id,
            "client_secret": application.client_secret,
            **fields,
        }
        return await self.client.post("/oauth2/token", data=form)

    async def fetch_token(self, application: NewApplication, **fields: str) -> str:
        answer = await self.request_token(application, **fields)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["access_token"])

    async def call(self, access_token: str, path: str = WHO, method: str = "GET") -> httpx2.Response:
        return await self.client.request(method, path, headers={"Authorization": f"Bearer {access_token}"})


def create_app(runtime: Runtime | None, metrics: Metrics, bodies_read: list[int]) -> FastAPI:
    router = APIRouter()

    @router.get(WHO)
    async def who(caller: TranslateCaller) -> dict[str, Any]:
        return {
            "account": caller.account_id,
            "application": caller.application_id,
            "scopes": sorted(caller.scopes),
        }

    @router.post("/v2/upload")
    async def upload(request: Request, _: TranslateCaller) -> Response:
        bodies_read.append(len(await request.body()))
        return Response(status_code=204)

    @router.get("/v2/without-caller")
    async def without_caller() -> str:
        return "admitted"

    routers = (token.router, device_authorization.router, wellknown.router, reference.router, router)
    app = FastAPI(
        middleware=[
            Middleware(MatchRoute, policies=RoutePolicies(routers, interfaces=INTERFACES)),
            Middleware(RequestContext, metrics=metrics),
            Middleware(AuthenticationMiddleware),
        ],
        exception_handlers=dict.fromkeys((DragomanError, HTTPException, RequestValidationError), _raise),
        redirect_slashes=False,
    )
    app.state.runtime = runtime
    for one in routers:
        app.include_router(one)
    return app


async def _raise(_: Request, error: Exception) -> Response:
    raise error


OpenService = Callable[..., Any]


async def open_process(
    stack: AsyncExitStack, database: Database, settings: Settings, issuer: str, confined: Confined
) -> Service:
    """Open one serving process, closed with the stack."""
    clock = Clock()
    resources = await stack.enter_async_context(opened_resources(database, settings, confined=confined))
    metrics = resources.metrics
    identity = await stack.enter_async_context(
        open_identity(settings, database, issuer=issuer, metrics=metrics, clock=clock)
    )
    runtime = Runtime(
        **{field.name: getattr(resources, field.name) for field in dataclasses.fields(resources)},
        identity=identity,
        usage=await stack.enter_async_context(open_recorder(settings, database, metrics=metrics)),
        request_log=await stack.enter_async_context(
            open_request_recorder(settings, database, metrics=metrics)
        ),
    )
    bodies_read: list[int] = []
    transport = httpx2.ASGITransport(create_app(runtime, metrics, bodies_read))
    client = await stack.enter_async_context(httpx2.AsyncClient(transport=transport, base_url="http://test"))
    return Service(identity=identity, runtime=runtime, client=client, clock=clock, bodies_read=bodies_read)


@pytest_asyncio.fixture(scope="session")
async def service(
    postgres: Postgres, shared_confined: Confined, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Service]:
    """One serving process for all tests that leave keys, clock and settings alone."""
    await postgres.run('create database "access" template "template_of_tests" owner dragoman_owner')
    async with (
        open_database(postgres.named("access").application, connections=8) as database,
        AsyncExitStack() as stack,
    ):
        settings = Settings(
            data=tmp_path_factory.mktemp("access"), token_failures="off", token_address_failures="off"
        )
        yield await open_process(stack, database, settings, ISSUER, shared_confined)
    await postgres.run('drop database "access" with (force)')


@pytest_asyncio.fixture
async def open_beside(service: Service, shared_confined: Confined) -> AsyncIterator[OpenService]:
    """Open processes beside `service`, on its database; keyword arguments are settings."""
    async with AsyncExitStack() as stack:

        async def open_one(*, issuer: str = ISSUER, on: Database | None = None, **overrides: Any) -> Service:
            settings = Settings(data=service.identity.settings.data, **overrides)
            return await open_process(stack, on or service.database, settings, issuer, shared_confined)

        yield open_one


@pytest_asyncio.fixture
async def open_service(
    database: Database, make_settings: Callable[..., Settings], shared_confined: Confined
) -> AsyncIterator[OpenService]:
    """Open processes on a database of the test's own; keyword arguments are settings."""
    async with AsyncExitStack() as stack:

        async def open_one(*, issuer: str = ISSUER, **overrides: Any) -> Service:
            return await open_process(stack, database, make_settings(**overrides), issuer, shared_confined)

        yield open_one


@pytest_asyncio.fixture
async def fresh(open_service: OpenService) -> Service:
    """One serving process on a database of the test's own."""
    opened: Service = await open_service()
    return opened


@pytest_asyncio.fixture
async def application(service: Service) -> NewApplication:
    """A production application without rate limit."""
    return await service.create_application()


@pytest.fixture
def fields(application: NewApplication) -> dict[str, str]:
    """A good form for the token endpoint."""
    return {
        "grant_type": "client_credentials",
        "client_id": application.application.client_id,
        "client_secret": application.client_secret,
    }


@pytest_asyncio.fixture
async def provider() -> AsyncIterator[Provider]:
    """A running identity provider."""
    running = Provider()
    await running.start()
    yield running
    await running.stop()

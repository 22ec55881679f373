"""The whole interface without sockets, and who calls it: customers and staff with tokens of their own."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from dragoman.access.actions import create_application
from dragoman.access.identity import open_identity
from dragoman.access.model import (
    CUSTOMER_SCOPES,
    AccessScope,
    ApplicationDraft,
    Caller,
    NewApplication,
    RateRule,
    StaffRole,
)
from dragoman.accounts.model import AccountKind
from dragoman.app import create_app
from dragoman.catalog.new_accounts import open_account
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.runtime import Runtime
from dragoman.request_log.recorder import open_request_recorder
from dragoman.resources import Resources
from dragoman.usage.recorder import open_recorder
from tests.projects.shop import Shop

ISSUER = "http://test"
PROJECTS: Final = "/project/v1/projects"
PROJECT: Final = "/project/v1/project"
TEXT: Final = b"The red book is big.\n"
RAW: Final = "fileName={}&sourceLanguage=en&targetLanguages=es"  # of an upload
STATES: Final = ("empty", "draft", "active", "finished", "cancelled")  # of a project
ABSENT = 2**31 - 1  # an id that nothing has
NO_FILE = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True, kw_only=True)
class Client:
    """A client with a token."""

    http: httpx2.AsyncClient
    account: int
    token: str
    shop: Shop

    async def call(self, method: str, path: str, **options: Any) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {self.token}", **options.pop("headers", {})}
        return await self.http.request(method, path, headers=headers, **options)

    async def read(self, path: str) -> Any:
        answer = await self.call("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def make(self, path: str, **body: Any) -> Any:
        answer = await self.call("POST", path, json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def service(self, kind: str) -> int:
        """The first service of a kind."""
        services = await self.read("/project/v1/services")
        return int(next(one["id"] for one in services if one["kind"] == kind))


@dataclass(frozen=True, kw_only=True)
class Served:
    """A serving process. Its jobs are done when a test says so: see `Shop.work`."""

    runtime: Runtime
    http: httpx2.AsyncClient

    async def open_customer(
        self, name: str = "Acme", kind: AccountKind = AccountKind.PRODUCTION, applications: int = 1
    ) -> Client:
        """A new account with everything that comes with one; the last of its applications calls."""
        async with transaction(self.runtime.database, account=ALL_ACCOUNTS) as tx:
            account = await open_account(tx, self.runtime.keyring, name=name, kind=kind)
        for _ in range(applications):
            client = await self.employ(account.id, kind, scopes=CUSTOMER_SCOPES)
        return client

    async def open_staff(self, role: StaffRole = StaffRole.ADMIN) -> Client:
        async with transaction(self.runtime.database, account=ALL_ACCOUNTS) as tx:
            home = await open_account(
                tx, self.runtime.keyring, name="Translators", kind=AccountKind.PRODUCTION
            )
        return await self.employ(
            home.id, AccountKind.PRODUCTION, scopes=frozenset({AccessScope.PROVIDER}), role=role
        )

    async def employ(
        self,
        account: int,
        kind: AccountKind,
        *,
        scopes: frozenset[AccessScope],
        role: StaffRole | None = None,
    ) -> Client:
        """One more application of an account."""
        draft = ApplicationDraft(account_id=account, name="CMS", scopes=scopes, role=role, rate=RateRule.OFF)
        async with transaction(self.runtime.database, account=ALL_ACCOUNTS) as tx:
            made = await create_application(tx, self.runtime.keyring, draft=draft)
        caller = Caller(
            account_id=account,
            account_kind=kind,
            application_id=made.application.id,
            client_id=made.application.client_id,
            scopes=scopes,
        )
        shop = Shop(resources=self.runtime, caller=caller)
        return Client(http=self.http, account=account, token=await self._fetch_token(made), shop=shop)

    async def _fetch_token(self, made: NewApplication) -> str:
        form = {
            "grant_type": "client_credentials",
            "client_id": made.application.client_id,
            "client_secret": made.client_secret,
        }
        answer = await self.http.post("/oauth2/token", data=form)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["access_token"])


@asynccontextmanager
async def serving(resources: Resources) -> AsyncIterator[Served]:
    """Serve on resources that are open."""
    opened = {field.name: getattr(resources, field.name) for field in dataclasses.fields(resources)}
    metrics = resources.metrics
    async with (
        open_identity(resources.settings, resources.database, issuer=ISSUER, metrics=metrics) as identity,
        open_recorder(resources.settings, resources.database, metrics=metrics) as recorder,
        open_request_recorder(resources.settings, resources.database, metrics=metrics) as request_log,
    ):
        app = create_app(resources.settings, issuer=ISSUER)
        app.state.runtime = Runtime(**opened, identity=identity, usage=recorder, request_log=request_log)
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url=ISSUER) as http:
            yield Served(runtime=app.state.runtime, http=http)


def shown(answer: httpx2.Response) -> tuple[int, bytes, list[tuple[str, str]]]:
    """All that a client gets, but for the id of its request."""
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "x-request-id")
    return answer.status_code, answer.content, headers


async def draft(client: Client, **fields: Any) -> int:
    body = {"title": "T", "serviceId": await client.service("human"), **fields}
    return int((await client.make(PROJECTS, **body))["id"])


async def send(client: Client, project: int, name: str = "text.txt") -> httpx2.Response:
    return await client.call("POST", f"{PROJECTS}/{project}/files?{RAW.format(name)}", content=TEXT)


async def bring(client: Client, state: str) -> tuple[int, str]:
    """A project in a state, and its file."""
    kind = "machine" if state == "finished" else "human"
    project = await draft(client, serviceId=await client.service(kind))
    if state == "empty":
        return project, str(uuid.uuid4())
    file = (await send(client, project)).json()["id"]
    await client.shop.work()
    if state in ("active", "finished"):
        await client.call("POST", f"{PROJECTS}/{project}/do-start")
        await client.shop.work()
    if state == "cancelled":
        await client.call("POST", f"{PROJECTS}/{project}/do-cancel")
    return project, file


def said(answer: httpx2.Response) -> list[Any]:
    """The status of an answer, and what it says: codes of rules, places of wrong fields."""
    if answer.status_code == 400:
        assert all([*one] == ["code", "message", "hints"] for one in answer.json())
        assert all(isinstance(text, str) for one in answer.json() for text in one.values())
        return [400, *(one["code"] for one in answer.json())]
    detail = answer.json().get("detail") if answer.status_code == 422 else None
    if isinstance(detail, list):
        assert all(set(one) == {"loc", "msg", "type"} for one in detail)
        return [422, *(one["loc"][-1] for one in detail)]
    return [answer.status_code]

"""A command line that asks for codes and polls, and people who decide, at a service of `conftest`."""

from __future__ import annotations

import dataclasses
import itertools
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import httpx2

from dragoman.access import actions
from dragoman.access.device_codes import deciding
from dragoman.access.device_codes.model import DeviceApproval
from dragoman.access.model import CUSTOMER_SCOPES, AccessScope, StaffRole
from dragoman.accounts.actions import create_user
from dragoman.accounts.model import AccountKind, Role, User, UserDraft
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from tests.access.conftest import Service, create_app

CLIENT: Final = "dragoman-command-line"
GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
_numbers = itertools.count(1)


@dataclass(frozen=True, kw_only=True)
class DeviceLogin:
    """The endpoints, from one network address, at a time that is `later` by so many seconds."""

    service: Service
    address: str
    later: float = 0

    def after(self, seconds: float) -> DeviceLogin:
        """The same, later."""
        return dataclasses.replace(self, later=self.later + seconds)

    async def post(self, path: str, fields: dict[str, str]) -> httpx2.Response:
        """Send a form."""
        identity, runtime = self.service.identity, self.service.runtime
        moved = dataclasses.replace(identity.database, clock_offset=timedelta(seconds=self.later))
        changed = dataclasses.replace(
            runtime, database=moved, identity=dataclasses.replace(identity, database=moved)
        )
        app = create_app(changed, runtime.metrics, [])
        transport = httpx2.ASGITransport(app, client=(self.address, 50_000))
        async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.post(path, data=fields)

    async def ask(self, **fields: str) -> httpx2.Response:
        """Ask for codes."""
        return await self.post("/oauth2/device_authorization", {"client_id": CLIENT, **fields})

    async def codes(self, **fields: str) -> dict[str, Any]:
        """Codes that were given."""
        answer = await self.ask(**fields)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def poll(self, device_code: str, **fields: str) -> httpx2.Response:
        """Poll once."""
        form = {"grant_type": GRANT, "client_id": CLIENT, "device_code": device_code, **fields}
        return await self.post("/oauth2/token", form)

    async def poll_error(self, device_code: str) -> str:
        """The error that a poll gets."""
        answer = await self.poll(device_code)
        assert answer.status_code == 400, answer.text
        return str(answer.json()["error"])


async def open_person(service: Service, *roles: Role, kind: AccountKind = AccountKind.PRODUCTION) -> User:
    """A person of an account of their own."""
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        account = await actions.open_account(tx, service.identity.keyring, name="Customer", kind=kind)
        draft = UserDraft(
            account_id=account.id,
            email=f"device{next(_numbers)}@example.com",
            roles=frozenset(roles),
            password="p" * 12,
        )
        return await create_user(tx, draft=draft)


async def approve(
    service: Service,
    typed: str,
    user: User,
    *,
    account: int | None = None,
    scopes: frozenset[AccessScope] = CUSTOMER_SCOPES,
    role: StaffRole | None = None,
    most: int = 20,
) -> None:
    """Approve the request of a user code as a person."""
    approval = DeviceApproval(
        user_id=user.id, account_id=account or user.account_id, scopes=scopes, role=role
    )
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        request = await deciding.find_pending(tx, service.identity.keyring, typed=typed)
        await deciding.approve(tx, request, approval, user=user, most=most)


async def deny(service: Service, typed: str, user: User) -> None:
    """Deny it."""
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        request = await deciding.find_pending(tx, service.identity.keyring, typed=typed)
        await deciding.deny(tx, request, user=user)

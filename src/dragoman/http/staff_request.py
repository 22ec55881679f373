"""Request context of the provider's staff: a transaction, who calls, and the role that an endpoint needs.

An endpoint declares the role with its request context, such as `ManagerRequest`. The route class of the
provider's interface checks the role before it reads the request, and stores who calls in
`request.state.staff`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.http.auth import ProviderCaller
from dragoman.http.runtime import Runtime, get_runtime


@dataclass(frozen=True, slots=True)
class Needs:
    """Metadata in the annotation of an endpoint's parameter: the role that the endpoint needs."""

    role: StaffRole


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRequest:
    """Everything that an endpoint for staff needs."""

    tx: Transaction  # committed when the endpoint returns, rolled back when it raises
    staff: Staff
    runtime: Runtime
    prefix: str = "/provider/v1"  # of the interface that the endpoint belongs to


def current_staff(request: Request) -> Staff:
    """Who calls: the route class has found out."""
    staff: Staff = request.state.staff
    return staff


async def _read_staff(request: Request) -> Staff:
    return current_staff(request)  # async, as FastAPI would run it in a thread otherwise


ManagerStaff = Annotated[Staff, Depends(_read_staff), Needs(StaffRole.MANAGER)]


async def _open_request(request: Request, _: ProviderCaller) -> AsyncIterator[StaffRequest]:
    staff, runtime = current_staff(request), get_runtime(request.scope)
    async with transaction(runtime.database, account=ALL_ACCOUNTS) as tx:
        yield StaffRequest(tx=tx, staff=staff, runtime=runtime)


# Scope "function": the transaction ends before the answer is sent, so that what was answered is stored.
OpenStaffRequest = Annotated[StaffRequest, Depends(_open_request, scope="function")]
LinguistRequest = Annotated[StaffRequest, Depends(_open_request, scope="function"), Needs(StaffRole.LINGUIST)]
ManagerRequest = Annotated[StaffRequest, Depends(_open_request, scope="function"), Needs(StaffRole.MANAGER)]
AdminRequest = Annotated[StaffRequest, Depends(_open_request, scope="function"), Needs(StaffRole.ADMIN)]

"""Where staff work: one transaction over all accounts for each request, and who they are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from dragoman.access.model import StaffRole
from dragoman.access.staff import Staff
from dragoman.api.http.auth import ProviderCaller
from dragoman.api.http.dependencies import OpenRuntime
from dragoman.api.http.runtime import Runtime
from dragoman.api.provider_v1.roles import AnyStaff, Needs
from dragoman.database.connections import EVERYBODY, Transaction, transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What an endpoint of the provider's interface works with."""

    tx: Transaction  # committed when the endpoint returns, rolled back when it raises
    staff: Staff
    runtime: Runtime
    prefix: str = "/provider/v1"  # of the interface that the endpoint answers on


async def _open_desk(_: ProviderCaller, staff: AnyStaff, runtime: OpenRuntime) -> AsyncIterator[Desk]:
    async with transaction(runtime.database, account=EVERYBODY) as tx:
        yield Desk(tx=tx, staff=staff, runtime=runtime)


# Scope "function": the transaction ends before the answer is sent, so that what was answered is stored.
OpenDesk = Annotated[Desk, Depends(_open_desk, scope="function")]
ManagerDesk = Annotated[Desk, Depends(_open_desk, scope="function"), Needs(StaffRole.MANAGER)]
AdminDesk = Annotated[Desk, Depends(_open_desk, scope="function"), Needs(StaffRole.ADMIN)]

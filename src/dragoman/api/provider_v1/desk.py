"""Where staff work: one transaction over all accounts for each request, and who they are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from dragoman.access.staff import Staff, find_staff
from dragoman.api.auth import ProviderCaller
from dragoman.api.dependencies import OpenRuntime
from dragoman.api.runtime import Runtime
from dragoman.database.connections import EVERYBODY, Transaction, transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What an endpoint of the provider's interface works with."""

    tx: Transaction  # committed when the endpoint returns, rolled back when it raises
    staff: Staff
    runtime: Runtime


async def _open_desk(caller: ProviderCaller, runtime: OpenRuntime) -> AsyncIterator[Desk]:
    async with transaction(runtime.database, account=EVERYBODY) as tx:
        yield Desk(tx=tx, staff=await find_staff(tx, caller), runtime=runtime)


# Scope "function": the transaction ends before the answer is sent, so that what was answered is stored.
OpenDesk = Annotated[Desk, Depends(_open_desk, scope="function")]

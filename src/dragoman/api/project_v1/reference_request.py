"""Request context of reference data: a transaction of the caller's account, and the part of a list."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Query, Request

from dragoman.api.project_v1.any_case import LARGEST_ID, Int32
from dragoman.database.connections import Transaction, transaction
from dragoman.http.auth import ReferenceCaller
from dragoman.http.runtime import get_runtime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceRequest:
    """Everything that an endpoint of reference data needs."""

    tx: Transaction  # of the account
    account_id: int
    is_sandbox: bool
    trial_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The part of a list that a request asks for. By default it is the whole list."""

    limit: int | None
    offset: int


async def _open_request(request: Request, caller: ReferenceCaller) -> AsyncIterator[ReferenceRequest]:
    runtime = get_runtime(request.scope)
    async with transaction(runtime.database, account=caller.account_id) as tx:
        yield ReferenceRequest(
            tx=tx,
            account_id=caller.account_id,
            is_sandbox=caller.is_sandbox,
            trial_days=runtime.settings.trial_days,
        )


async def _read_part(
    limit: Annotated[
        int | None, Query(ge=1, le=LARGEST_ID, description="At most so many; all if absent")
    ] = None,
    offset: Annotated[int, Query(ge=0, le=LARGEST_ID, description="Items to leave out")] = 0,
) -> Part:
    return Part(limit=limit, offset=offset)


OpenReferenceRequest = Annotated[ReferenceRequest, Depends(_open_request, scope="function")]
WantedPart = Annotated[Part, Depends(_read_part)]
ReferenceId = Annotated[Int32, Path(alias="id")]

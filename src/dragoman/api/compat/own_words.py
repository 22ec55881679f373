"""Calls of dialects on the account's own term bases and memories. They need the scope `projects` too."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import Depends, Request

from dragoman.access.admission import ScopeMissing
from dragoman.access.model import AccessScope, Caller
from dragoman.access.staff import act_for_account
from dragoman.database.connections import transaction
from dragoman.http.auth import TranslateCaller
from dragoman.http.runtime import get_runtime
from dragoman.http.staff_request import StaffRequest

_NEEDED: Final = AccessScope.PROJECTS


async def _check_caller(caller: TranslateCaller) -> Caller:
    if _NEEDED not in caller.scopes:
        raise ScopeMissing([_NEEDED])
    return caller


OwnWordsCaller = Annotated[Caller, Depends(_check_caller)]


async def _open_request(request: Request, caller: OwnWordsCaller) -> AsyncIterator[StaffRequest]:
    runtime = get_runtime(request.scope)
    async with transaction(runtime.database, account=caller.account_id) as tx:
        yield StaffRequest(tx=tx, staff=act_for_account(caller), runtime=runtime)


# Scope "function": the transaction ends before the answer is sent, so that what was answered is stored.
OwnWordsRequest = Annotated[StaffRequest, Depends(_open_request, scope="function")]

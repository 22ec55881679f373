"""Request context of customers: one transaction over their account for each request."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from dragoman.access.model import Caller
from dragoman.database.connections import Transaction, transaction
from dragoman.http.auth import ProjectsCaller
from dragoman.http.idempotency import IdempotencyKey, make_repeatable, send_stored
from dragoman.http.request_body import RawBody
from dragoman.http.runtime import Runtime, get_runtime
from dragoman.idempotency.model import RepeatableRequest, StoredAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerRequest:
    """Everything that an endpoint of the project interface needs."""

    tx: Transaction  # of the caller's account; committed when the endpoint returns
    caller: Caller
    runtime: Runtime

    @property
    def base_url(self) -> str:
        """The address of the service, with which links begin."""
        return self.runtime.identity.issuer


async def _open_request(request: Request, caller: ProjectsCaller) -> AsyncIterator[CustomerRequest]:
    runtime = get_runtime(request.scope)
    async with transaction(runtime.database, account=caller.account_id) as tx:
        yield CustomerRequest(tx=tx, caller=caller, runtime=runtime)


# Scope "function": the transaction ends before the answer is sent, so that what was answered is stored.
OpenCustomerRequest = Annotated[CustomerRequest, Depends(_open_request, scope="function")]


async def _describe(
    request: Request,
    caller: ProjectsCaller,
    body: RawBody,
    key: IdempotencyKey = None,
) -> RepeatableRequest | None:
    if key is None:
        return None
    return make_repeatable(request, caller, key=key, body_hash=hashlib.sha256(body).digest())


# A request with a JSON body as repeats of it are recognised (E8); None without a key.
Repeatable = Annotated[RepeatableRequest | None, Depends(_describe)]


def respond(stored: StoredAnswer) -> Response:
    """Send an answer that no cache may keep."""
    return send_stored(stored, headers={"Cache-Control": "no-store"})

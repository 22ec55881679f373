"""`Idempotency-Key` (E8): recognise a repeated request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import Depends, Header, Request

from dragoman.access.model import Caller
from dragoman.api.http.forms import hash_form
from dragoman.idempotency.model import HEADER, RepeatableRequest

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias=HEADER, description="A repeat with the same key and body within a day gets the first answer"
    ),
]


def make_repeatable(request: Request, caller: Caller, *, key: str, body_hash: bytes) -> RepeatableRequest:
    """The request as repeats of it are recognised. Raises `Malformed` for a key that cannot be one."""
    return RepeatableRequest(
        application_id=caller.application_id,
        method=request.method,
        path=request.url.path,
        key=key,
        body_hash=body_hash,
    )


# Uploaded bytes → the request as repeats of it are recognised; None without a key.
_Describe: TypeAlias = Callable[[bytes], Awaitable[RepeatableRequest | None]]


async def _describe(request: Request, key: IdempotencyKey = None) -> _Describe:
    async def describe(data: bytes) -> RepeatableRequest | None:
        if key is None:
            return None
        body_hash = await asyncio.to_thread(hash_form, await request.form(), data)
        return make_repeatable(request, request.scope["state"]["caller"], key=key, body_hash=body_hash)

    return describe


DescribeRepeatable = Annotated[_Describe, Depends(_describe)]

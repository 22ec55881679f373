"""`Idempotency-Key` (E8): recognise a repeated request, and send the answer that its repeats get."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, TypeAlias

from fastapi import Depends, Header, Request, Response

from dragoman.access.model import Caller
from dragoman.http.forms import hash_form
from dragoman.idempotency.model import HEADER, RepeatableRequest, StoredAnswer

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


def send_stored(stored: StoredAnswer, *, headers: Mapping[str, str] | None = None) -> Response:
    """Send an answer that is stored for repeats, with its headers and with `headers`."""
    return Response(
        stored.body,
        status_code=stored.status,
        headers={**(headers or {}), **stored.headers},
        media_type="application/json",
    )

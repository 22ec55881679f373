"""Dependencies that endpoints declare beside a caller."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from dragoman.http.runtime import Runtime, get_runtime


async def _open_runtime(request: Request) -> Runtime:
    return get_runtime(request.scope)  # async, as FastAPI would run it in a thread otherwise


OpenRuntime = Annotated[Runtime, Depends(_open_runtime)]

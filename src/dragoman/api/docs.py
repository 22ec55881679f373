"""`/` leads to the dashboard; `/docs` (Swagger UI from our own files) and `/openapi.json` are public."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

import orjson
from fastapi import APIRouter, FastAPI, Request, Response
from starlette.responses import FileResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

STATIC: Final = Path(__file__).parent.parent / "static"

# Swagger UI sets styles from its script, and shows icons as data: addresses.
_POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)

router = APIRouter()


@router.get("/", include_in_schema=False)
async def home() -> Response:
    """Lead to the dashboard."""
    return RedirectResponse("/ui/", status_code=303)


@router.get("/docs", include_in_schema=False)
async def docs() -> Response:
    """The documentation page. If its assets are missing, it shows how to get them."""
    return _page("docs/index.html", policy=_POLICY)


def _page(name: str, *, policy: str) -> Response:
    return FileResponse(
        STATIC / name,
        media_type="text/html; charset=utf-8",
        headers={
            "Content-Security-Policy": policy,
            "Referrer-Policy": "no-referrer",
        },
    )


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> Response:
    """The OpenAPI document. It is a megabyte and public, so it is made once.

    That takes a second and more, in a thread: nobody else's request waits for it.
    """
    state = request.app.state
    if state.openapi_document is None:
        state.openapi_document = asyncio.create_task(asyncio.to_thread(_document, request.app))
    return Response(await asyncio.shield(state.openapi_document), media_type="application/json")


def _document(app: FastAPI) -> bytes:
    return orjson.dumps(app.openapi())


def static_files() -> StaticFiles:
    """Everything below `/static`."""
    return StaticFiles(directory=STATIC)

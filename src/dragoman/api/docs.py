"""`/docs`: Swagger UI from our own files, with the form for a token."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fastapi import APIRouter, Response
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

STATIC: Final = Path(__file__).parent.parent / "static"

# Swagger UI sets styles from its script, and shows icons as data: addresses.
_POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)

router = APIRouter()


@router.get("/docs", include_in_schema=False)
async def docs() -> Response:
    """The page; a message in it says how to get the assets where they are missing."""
    return FileResponse(
        STATIC / "docs" / "index.html",
        media_type="text/html; charset=utf-8",
        headers={
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        },
    )


def static_files() -> StaticFiles:
    """Everything below `/static`."""
    return StaticFiles(directory=STATIC)

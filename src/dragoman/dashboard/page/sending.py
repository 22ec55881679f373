"""Read the body of a page's form: fields, or fields and files."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.datastructures import FormData

from dragoman.errors import FieldProblem, LimitExceeded, Malformed
from dragoman.http.forms import MULTIPART, read_form
from dragoman.http.route_policy import JsonLimit
from dragoman.settings import Settings

URLENCODED: Final = "application/x-www-form-urlencoded"
MOST_FILES: Final = 100
_MOST_FIELDS: Final = 1000


async def read_page_form(request: Request, settings: Settings, *, keeps_files: bool) -> FormData:
    """Read the form that a page sent; its body is bounded already. The caller closes it.

    A request without a body has an empty form. Raises `Malformed` or `LimitExceeded`.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == MULTIPART:
        return await read_form(
            request, max_files=MOST_FILES, max_fields=_MOST_FIELDS, keeps_files=keeps_files
        )
    body = await _read_fields(request, settings)
    if kind not in {URLENCODED, ""} or (body and not kind):
        raise _malformed("The form was not sent as a form")
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
        )
    except ValueError:
        raise _malformed("The form holds too many fields, or bytes that are not text") from None
    return FormData([(name.replace("\0", ""), value.replace("\0", "")) for name, value in pairs])


async def _read_fields(request: Request, settings: Settings) -> bytes:
    """The body of a form without files. Decoding it keeps all others waiting, so no files make it longer."""
    bounds, body = JsonLimit().bounds(settings), bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > bounds.size:
            raise LimitExceeded(bounds.refusal)
    return bytes(body)


def _malformed(message: str) -> Malformed:
    return Malformed([FieldProblem(location=("body",), message=message, kind="form_invalid")])

"""Request bodies: read and parse JSON strictly, or read the bytes (E2, T4). `body_limits` bounds their size.

FastAPI's own parser lets through or fails on lone surrogates, NaN, huge numbers and deep nesting, so JSON is
parsed here.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Final

import orjson
from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute

from dragoman.errors import FieldProblem, Malformed
from dragoman.garbage_collection import without_collections
from dragoman.settings import Settings

_MOST_VALUES: Final = 20_000  # in a JSON body; the largest that clients have reason to send has some hundreds


class JsonRoute(APIRoute):
    """A route whose body is JSON, parsed strictly by `parse_json`. Its Content-Type is ignored."""

    def check_size(self, parsed: object, settings: Settings) -> None:  # noqa: ARG002 - for routes that override it
        """Refuse a body with too many values, before the time is spent that validating each would take."""
        check_values(parsed)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap FastAPI's handler so that it is given the body already parsed."""
        handler = super().get_route_handler()
        if self.body_field is None:
            return handler

        async def handle(request: Request) -> Response:
            body = await request.body()
            # Parsed before FastAPI takes over: it would turn our errors into a 400.
            parsed = parse_json(body) if body else None
            self.check_size(parsed, request.app.state.settings)
            return await handler(_JsonRequest(request, body, parsed))

        return handle


class _JsonRequest(Request):
    """A request that gives FastAPI the body that was read and parsed."""

    def __init__(self, request: Request, body: bytes, parsed: object) -> None:
        # Clients forget the header (curl sends that of a form), and the route accepts JSON only.
        headers = [(name, value) for name, value in request.scope["headers"] if name != b"content-type"]
        headers.append((b"content-type", b"application/json"))
        super().__init__({**request.scope, "headers": headers}, request.receive)
        self._body = body
        self._parsed = parsed

    async def json(self) -> Any:
        return self._parsed


def parse_json(body: bytes) -> object:
    """Parse a JSON body. Raises `Malformed` for anything but strict JSON in UTF-8 of a sane depth."""
    try:
        return without_collections(orjson.loads)(body)
    except orjson.JSONDecodeError as error:
        reason = _explain(error.msg, body)
        message = (
            f"The body is not valid JSON in UTF-8: line {error.lineno}, column {error.colno}: {reason}. "
            "Send a JSON object, not a form or a file"
        )
        raise Malformed([FieldProblem(location=("body",), message=message, kind="json_invalid")]) from None


def _explain(reason: str, body: bytes) -> str:
    """The parser's reason, replaced where programmers of clients would not understand it."""
    if body.startswith(codecs.BOM_UTF8):
        return "it begins with a byte order mark, which JSON has not"
    if "UTF-8" in reason:
        return "it is not UTF-8"
    return "the number is too large" if "infinity" in reason else reason


def check_values(parsed: object) -> None:
    """Refuse a JSON value that holds too many others, at any depth. Raises `Malformed`."""
    left = _MOST_VALUES
    waiting = [parsed]
    while waiting:
        value = waiting.pop()
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        left -= len(inside)
        if left < 0:
            message = f"The body holds more than {_MOST_VALUES} values. Send less in each request"
            raise Malformed([FieldProblem(location=("body",), message=message, kind="too_long")])
        waiting += (one for one in inside if isinstance(one, (dict, list)))


async def read_body(request: Request) -> bytes:
    """Read the whole body, unparsed."""
    return await request.body()


RawBody = Annotated[bytes, Depends(read_body)]

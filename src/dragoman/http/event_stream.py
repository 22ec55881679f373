"""Server-sent events on the wire (WHATWG HTML, section 9.2), and how a stream of them is sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from dragoman.cancellation import end_task

ABORT: Final = "abort_connection"  # in the scope's state: a function that closes the client's connection
_LAST_SECONDS: Final = 0.5  # for a client to take the end of a stream
MEDIA_TYPE: Final = "text/event-stream"

# A connection has one stream: whoever continues it is to connect anew, perhaps to another process.
STREAM_HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Connection": "close",
}


class EventStreamResponse(StreamingResponse):
    """A stream of server-sent events. Its body is cancelled when the client disconnects.

    Once `ending` is set the body ends by itself, and the connection is aborted if its client takes no more.
    """

    media_type = MEDIA_TYPE

    def __init__(
        self, content: AsyncIterator[bytes], *, ending: asyncio.Event, headers: Mapping[str, str]
    ) -> None:
        super().__init__(content, headers=headers)
        self._ending = ending

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        cutting = asyncio.create_task(self._cut_off(scope))
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self._ending.is_set():
                await cutting  # the end may still wait for its client
            await end_task(cutting)

    async def _cut_off(self, scope: Scope) -> None:
        await self._ending.wait()
        await asyncio.sleep(_LAST_SECONDS)
        abort: Callable[[], None] | None = scope.get("state", {}).get(ABORT)
        if abort is not None:
            abort()


def write_start(cursor: str, *, retry_milliseconds: int) -> bytes:
    """The start of a stream: how soon to come back after its end, and an id for before the first event."""
    return b"retry: %d\n" % retry_milliseconds + write_place(cursor)


def write_place(cursor: str) -> bytes:
    """An id without an event, from which a client resumes. Nothing is dispatched for it."""
    return b"id: %s\n\n" % cursor.encode("ascii")


def write_comment(text: str) -> bytes:
    """A line that clients ignore."""
    return b": %s\n\n" % text.encode("ascii")


def write_event(kind: str, data: bytes, *, cursor: str) -> bytes:
    """One event; `data` is one line."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (cursor.encode("ascii"), kind.encode("ascii"), data)

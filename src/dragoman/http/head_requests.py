"""HEAD for every resource that has GET: the same headers and no body (RFC 9110 §9.3.2)."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

SENT_METHOD: Final = "sent_method"  # in the scope's state: the method of the request as it was sent


class HeadRequests:
    """ASGI middleware that answers HEAD with the head of what GET answers.

    It must be the outermost one, so that errors are answered without a body as well.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass HEAD on as GET and send only the start of the answer. The body is not made."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        state = {**scope.get("state", {}), SENT_METHOD: "HEAD"}
        answer = _Answer(receive, send)
        await self._app({**scope, "method": "GET", "state": state}, answer.receive, answer.send)


class _Answer:
    """The two ends of one answer without a body."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._sent = asyncio.Event()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._send(message)
            await self._send({"type": "http.response.body", "body": b""})
            self._sent.set()

    async def receive(self) -> Message:
        """As the server's, but the client counts as disconnected once it has its answer: streams then end."""
        if self._sent.is_set():
            return {"type": "http.disconnect"}
        coming = asyncio.ensure_future(self._receive())
        sent = asyncio.ensure_future(self._sent.wait())
        try:
            await asyncio.wait((coming, sent), return_when=asyncio.FIRST_COMPLETED)
            return coming.result() if coming.done() else {"type": "http.disconnect"}
        finally:
            coming.cancel()
            sent.cancel()

"""What the tools work with: a client, files of this machine or none, and what is permitted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, TypeAlias

from mcp.server.mcpserver import Context

from dragoman_client import AsyncClient
from dragoman_client.mcp.local_files import LocalFiles

# Opens a client for one call of a tool, given the request of HTTP that carries it (None: there is none).
OpenClient: TypeAlias = Callable[[Any], AbstractAsyncContextManager[AsyncClient]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """Where the tools run."""

    open_client: OpenClient
    files: LocalFiles | None  # None: contents of files are in the calls and in the results
    allow_orders: bool
    longest_wait: float  # seconds that a call may wait for the service
    inline_bytes: int = 1_500_000  # of the files of one result, where they are in it
    stopping: Callable[[], Awaitable[object]] | None = None  # returns when calls that wait have to end

    def client(self, context: AgentContext) -> AbstractAsyncContextManager[AsyncClient]:
        """The client of a call."""
        return self.open_client(context.request_context.request)


AgentContext: TypeAlias = Context[Host, Any]


def host_of(context: AgentContext) -> Host:
    """The host of a call."""
    return context.request_context.lifespan_context

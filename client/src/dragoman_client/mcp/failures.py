"""Errors of the service as errors of tools: what is wrong and what to do, for an agent to read."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any, Final

from mcp.server.mcpserver.exceptions import ToolError

from dragoman_client import errors

_ADVICE: Final[tuple[tuple[type[errors.DragomanError], str], ...]] = (
    (
        errors.AuthenticationError,
        "The access token is wrong or expired: fetch a new one, or check the credentials of this connection.",
    ),
    (
        errors.PermissionDeniedError,
        "The application of this connection lacks a permission; only the account's people can give it.",
    ),
    (errors.RateLimitError, "Wait{seconds}, then call the tool again."),
    (errors.ConnectionFailedError, "Nothing is known to have been done. Try again when the service runs."),
    (errors.ServiceUnavailableError, "Try again{seconds}."),
)


def with_tool_errors(tool: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """A tool whose exceptions of the client are errors of the tool: results, not failures of the protocol."""

    @functools.wraps(tool)
    async def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return await tool(*args, **kwargs)
        except errors.DragomanError as error:
            raise ToolError(explain(error)) from None

    return call


def explain(error: errors.DragomanError) -> str:
    """What an error says and what to do."""
    parts = [str(error)]
    for kind, advice in _ADVICE:
        if isinstance(error, kind):
            seconds = f" in {error.retry_after:.0f} seconds" if error.retry_after else ""
            parts.append(advice.format(seconds=seconds))
            break
    if error.job is not None and not isinstance(error, errors.DocumentFailedError):
        parts.append(f"The document is job {error.job}: go on with document_status and download_document.")
    if error.completed:
        parts.append(f"{len(error.completed)} texts were translated before; send fewer texts in a call.")
    return " ".join(part for part in parts if part)

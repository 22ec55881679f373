"""Decide whether to retry opening the service, for `serve` and `worker`."""

from __future__ import annotations

import errno
from typing import Final

from dragoman.database.connections import is_outage
from dragoman.errors import DragomanError, Misconfigured, StartFailed, Unavailable

RETRY_SECONDS: Final = 2.0
_ATTEMPTS: Final = 3  # for other errors
_PASSING: Final = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EAGAIN),
        *(errno.ECONNREFUSED, errno.ECONNRESET, errno.ECONNABORTED, errno.EPIPE, errno.ETIMEDOUT),
        *(errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.EINTR),
    }
)


class OpeningAttempts:
    """Counts the failed attempts of one start.

    An error that the operator must mend ends the start at once. For a database or an object store that is
    unavailable, or a full disk, it retries without end. Other errors are retried twice: an embedded database
    that does not start, and unforeseen errors.
    """

    def __init__(self) -> None:
        self._left = _ATTEMPTS

    def find_end(self, error: Exception) -> str | None:
        """The reason to end after this error, in one line; None for another try."""
        if isinstance(error, Misconfigured):
            return error.message
        if may_pass(error):
            return None
        self._left -= 1
        if self._left > 0:
            return None
        return f"The service could not be opened in {_ATTEMPTS} attempts. {describe(error)}"


def may_pass(error: Exception) -> bool:
    """Whether the error has an outside cause that may be mended meanwhile."""
    if isinstance(error, StartFailed):
        return False
    if isinstance(error, OSError) and error.errno is not None:
        return error.errno in _PASSING
    return isinstance(error, Unavailable | TimeoutError) or is_outage(error)


def describe(error: Exception) -> str:
    """An error for people, in one line."""
    if isinstance(error, DragomanError):
        return " ".join(error.message.split())
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename is not None else ""
        return f"{error.strerror or type(error).__name__}{where}."
    return f"{type(error).__name__}; its place is in the log."

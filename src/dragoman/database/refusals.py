"""Errors of connecting that waiting does not mend: a wrong password, a database that does not exist.

libpq gives no error code for them, so that their English texts are compared. A server that speaks another
language before a login is waited for like one that is away.
"""

from __future__ import annotations

import re
from typing import Final

from dragoman.errors import DragomanError, Misconfigured, Unavailable

_LASTING: Final = re.compile(
    r"authentication failed for user|no password supplied|authentication method requirement"
    r'|(?:role|database) "[^"]*" does not exist|not permitted to log in|permission denied for database'
    r"|pg_hba\.conf|unrecognized configuration parameter|certificate|does not support SSL"
    r"|definition of service|bad value for"
    r"|(?:^|: )invalid "
)
_PLACES: Final = "Check DRAGOMAN_DATABASE_URL, or postgres/credentials.json of the embedded server."
_ATTEMPT: Final = " failed: "  # is in the line of each server, and of each attempt, encrypted or not


def explain_refusal(error: BaseException | None, *, wanted: str) -> DragomanError:
    """Return `Misconfigured` for an error that only the operator can mend, else `Unavailable`."""
    text = str(error).strip()
    lines = text.splitlines()
    attempts = [line for line in lines if _ATTEMPT in line] or [text]
    message = f"{wanted}: {' '.join(text.split())}"
    if all(_LASTING.search(line) for line in attempts):
        return Misconfigured(f"{message}. {_PLACES}")
    return Unavailable(message)

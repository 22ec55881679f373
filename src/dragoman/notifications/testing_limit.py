"""How many test events an application makes, to addresses and in streams."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from dragoman.access.model import Application
from dragoman.access.provisioning import hold_application
from dragoman.database.connections import Transaction
from dragoman.errors import Conflict, TooManyRequests
from dragoman.notifications.events.store import count_recent

_MOST: Final = 10  # in the time below
_WITHIN: Final = timedelta(minutes=1)


def subject_of_tests(application_id: int) -> str:
    """What test events of an application are about; no other event is about an application."""
    return f"application:{application_id}"


async def hold_for_test(tx: Transaction, application_id: int) -> Application:
    """Find an application that makes a test event; others of it wait for the end of the transaction.

    Raises `NotFound`, `Conflict` (application disabled) and `TooManyRequests`.
    """
    application = await hold_application(tx, application_id)  # so that two at once do not pass the limit
    if application.disabled is not None:
        raise Conflict(f"Application {application_id} is disabled.", hints="Enable it first.")
    if await count_recent(tx, subject=subject_of_tests(application_id), age=_WITHIN) >= _MOST:
        raise TooManyRequests(
            f"An application sends at most {_MOST} test events in a minute.",
            retry_after=_WITHIN.total_seconds(),
        )
    return application

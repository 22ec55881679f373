"""What can go wrong with a call to a service, told to operators. Never with a secret or a text."""

from __future__ import annotations

import enum
from typing import Final

from dragoman.engines.engine import EngineTimedOut, EngineUnavailable


class CallFailure(enum.StrEnum):
    """A kind of failure: who can mend it, and whether it may be over soon."""

    KEY_REFUSED = "key_refused"
    QUOTA_USED = "quota_used"  # the service's own limit
    BUSY = "busy"  # 429
    UNREACHABLE = "unreachable"
    BROKEN_OFF = "broken_off"  # the connection ended before the answer did
    TIMED_OUT = "timed_out"
    SERVER_FAILED = "server_failed"  # 5xx
    NOT_UNDERSTOOD = "not_understood"  # the answer has another form than it should
    REFUSED = "refused"  # 4xx: this request, not the next


# Another attempt with the same request may succeed at once.
PASSING: Final = frozenset({
    CallFailure.BUSY,
    CallFailure.UNREACHABLE,
    CallFailure.BROKEN_OFF,
    CallFailure.SERVER_FAILED,
})  # fmt: skip


class ServiceFailed(EngineUnavailable):
    """A service did not answer, or not as it should. The message is for operators."""

    def __init__(
        self,
        message: str,
        *,
        failure: CallFailure,
        status: int | None = None,
        retry_after: float | None = None,  # seconds, as the service wished
        reason: str = "",  # the service's own words: shown where the operator's own request was refused
    ) -> None:
        super().__init__(message)
        self.failure = failure
        self.status = status
        self.retry_after = retry_after
        self.reason = reason


class ServiceTimedOut(ServiceFailed, EngineTimedOut):
    """A service took longer than its limit."""

    code = EngineTimedOut.code


class BudgetSpent(EngineUnavailable):
    """The characters that a service may be sent in a month are used up."""

    code = "ENGINE_BUDGET_SPENT"


def not_understood(message: str) -> ServiceFailed:
    """The failure of an answer that does not have the form that the service documents."""
    return ServiceFailed(message, failure=CallFailure.NOT_UNDERSTOOD)

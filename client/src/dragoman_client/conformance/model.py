"""What the conformance kit is about: checks, what they need, and their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman_client.conformance.server import CheckedServer


class Need(Enum):
    """A thing that a check needs beside the address, as the report names it."""

    CUSTOMER = "credentials of a customer's application"
    OTHER = "credentials of an application of another account"
    STAFF = "credentials of a staff application (scope provider, role admin)"
    LIMITED = "credentials of an application with a small rate limit"
    WEBHOOK_SECRET = "the webhook secret of the customer's application"  # noqa: S105 - words
    CALLBACK = "an address of this machine that the server can reach"
    ORDER = "leave to order machine translations of a few words, which cannot be undone"


class Outcome(Enum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that a server must do."""

    name: str  # such as "tokens.form_credentials"
    clauses: tuple[str, ...]  # ids of the interface: "A1"
    requirement: str  # one sentence
    needs: tuple[Need, ...]
    run: Callable[[CheckedServer], None] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """How a check ended, and for a failure what there is to look for. Contains no secret."""

    check: Check
    outcome: Outcome
    seconds: float = 0.0
    expected: str = ""
    came: str = ""
    request: str = ""  # "POST /v2/translate"
    request_id: str = ""  # the answer's X-Request-Id
    reason: str = ""  # why it was not checked


@dataclass(frozen=True, slots=True, kw_only=True)
class AppCredentials:
    """A client id and its secret."""

    client_id: str
    client_secret: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedTarget:
    """The server to check, and what the checks may use."""

    url: str  # without a slash at the end
    credentials: Mapping[Need, AppCredentials]  # CUSTOMER, OTHER, STAFF, LIMITED
    webhook_secret: str | None = field(default=None, repr=False)
    callback_host: str | None = None
    may_order: bool = True
    source: str = "en"
    target: str = "es"
    timeout: float = 60.0  # seconds that a job may take

    def lacks(self, need: Need) -> bool:
        """Whether a need is not met."""
        if need is Need.WEBHOOK_SECRET:
            return self.webhook_secret is None
        if need is Need.CALLBACK:
            return self.callback_host is None
        if need is Need.ORDER:
            return not self.may_order
        return need not in self.credentials


class CheckFailed(Exception):
    """The server did something else than the clause asks for."""

    def __init__(self, expected: str, came: str, request: str = "", request_id: str = "") -> None:
        super().__init__(f"expected {expected}; came {came}")
        self.expected, self.came = expected, came
        self.request, self.request_id = request, request_id


class CannotCheck(Exception):
    """The server cannot be checked for this, with the reason: a list is empty, a service is missing."""

"""Runs checks one after the other, and counts what came of them by clause."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from dragoman_client.conformance.clauses import CLAUSES, Clause
from dragoman_client.conformance.model import (
    CannotCheck,
    Check,
    CheckedTarget,
    CheckFailed,
    CheckResult,
    Need,
    Outcome,
)
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.stopping import StopRequest
from dragoman_client.conformance.wire import TOKEN, read_json
from dragoman_client.errors import AuthenticationError, ConnectionFailedError, Refusal

# What a check meets when an answer has another shape than it reads: a failure, never an end of the run.
_SHAPES = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseResult:
    """What came of the checks of a clause. A check of two clauses counts for both."""

    clause: Clause
    results: tuple[CheckResult, ...]

    @property
    def outcome(self) -> Outcome:
        """Failed with one that failed; passed with one that passed and none that failed."""
        outcomes = {one.outcome for one in self.results}
        for outcome in (Outcome.FAILED, Outcome.PASSED):
            if outcome in outcomes:
                return outcome
        return Outcome.NOT_CHECKED

    @property
    def seconds(self) -> float:
        """The time of its checks."""
        return sum(one.seconds for one in self.results)

    def count(self, outcome: Outcome) -> int:
        """How many of its checks ended so."""
        return sum(one.outcome is outcome for one in self.results)


def run_checks(
    target: CheckedTarget,
    checks: Sequence[Check],
    *,
    on_start: Callable[[Check], object] = lambda _: None,
    stop: StopRequest | None = None,
) -> Generator[CheckResult, None, None]:
    """The result of each check, in their order. What they created is removed at the end, however it comes.

    `stop` ends the run before the next request, by KeyboardInterrupt.

    Raises `ConnectionFailedError` where no server of this interface is, and `AuthenticationError` for
    credentials that it refuses.
    """
    server = CheckedServer(target, stop or StopRequest())
    try:
        _find_server(server)
        for check in checks:
            on_start(check)
            yield _run(server, check)
    finally:
        server.close()


def group_by_clause(results: Sequence[CheckResult]) -> list[ClauseResult]:
    """The results of each clause that has a check among them, in the order of the interface."""
    return [
        ClauseResult(clause=clause, results=found)
        for clause in CLAUSES.values()
        if (found := tuple(one for one in results if clause.id in one.check.clauses))
    ]


def _run(server: CheckedServer, check: Check) -> CheckResult:
    missing = next((need for need in check.needs if server.target.lacks(need)), None)
    if missing is not None:
        return CheckResult(check=check, outcome=Outcome.NOT_CHECKED, reason=f"needs {missing.value}")
    begin = time.monotonic()
    try:
        try:
            check.run(server)
        finally:
            server.end_check()
    except CheckFailed as failure:
        return CheckResult(
            check=check,
            outcome=Outcome.FAILED,
            seconds=time.monotonic() - begin,
            expected=server.quote(failure.expected),
            came=server.quote(failure.came),
            request=server.quote(failure.request),
            request_id=server.quote(failure.request_id),
        )
    except CannotCheck as cannot:
        return CheckResult(
            check=check,
            outcome=Outcome.NOT_CHECKED,
            seconds=time.monotonic() - begin,
            reason=server.quote(str(cannot)),
        )
    except _SHAPES as error:
        return CheckResult(
            check=check,
            outcome=Outcome.FAILED,
            seconds=time.monotonic() - begin,
            expected="an answer in the shape of the interface",
            came=server.quote(f"{type(error).__name__}: {error}"),
        )
    return CheckResult(check=check, outcome=Outcome.PASSED, seconds=time.monotonic() - begin)


def _find_server(server: CheckedServer) -> None:
    """Get a token with each of the credentials, before anything is checked."""
    url = server.target.url
    clients = {
        Need.CUSTOMER: lambda: server.customer,
        Need.OTHER: lambda: server.other,
        Need.STAFF: lambda: server.staff,
        Need.LIMITED: lambda: server.limited,
    }
    try:
        if not server.target.credentials:
            _see_health(server)
        for need in server.target.credentials:
            answer = clients[need]().request_token()
            body = read_json(answer)
            if answer.status_code == 401 and isinstance(body, dict) and body.get("error"):
                raise AuthenticationError(
                    f"The server refuses the {need.value}. Are id and secret right?",
                    Refusal(status=401, code=str(body["error"])),
                )
            if not isinstance(body, dict) or "access_token" not in body:
                kind = answer.headers.get("Content-Type", "no content type")
                raise ConnectionFailedError(
                    f"{url}{TOKEN} answers {answer.status_code} ({kind}) instead of a token: is this the "
                    "base address of a translation server?"
                )
    except CheckFailed as failure:
        raise ConnectionFailedError(
            f"There is no server at {url} ({failure.came}). Check the address, and that it runs."
        ) from None


def _see_health(server: CheckedServer) -> None:
    answer = server.public.get("/healthz")
    if answer.status_code >= 400 or "html" in answer.headers.get("Content-Type", ""):
        raise ConnectionFailedError(
            f"{server.target.url}/healthz answers {answer.status_code}: is this the base address of a "
            "translation server?"
        )

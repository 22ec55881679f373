"""What the kit is given for the live service and for the mock: an application of each sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from dragoman_client.conformance import (
    AppCredentials,
    CheckedTarget,
    CheckResult,
    Need,
    all_checks,
    run_checks,
    select_checks,
)
from dragoman_client.mock import MockServer
from tests.client.servers import Server, server_of
from tests.live import Application

Check = Callable[..., list[CheckResult]]


def credentials(application: Application) -> AppCredentials:
    return AppCredentials(client_id=application.client_id, client_secret=application.client_secret)


@pytest.fixture(scope="session")
def target(service: Server) -> CheckedTarget:
    """The live service with all that the checks need."""
    return _target(service)


@pytest.fixture(scope="session")
def mock_target() -> Iterator[CheckedTarget]:
    """A mock that works at the service's pace where clauses say so, with all that the checks need."""
    with MockServer(kind="production", poll_seconds=1, webhook_retries=(0.0, 2.5, 2.5, 5.0)) as mock:
        yield _target(server_of(mock))


def _target(server: Server) -> CheckedTarget:
    own = server.create_customer("Checked Ltd").application
    other = server.create_customer("Next Door Ltd").application
    limited = server.create_application(server.create_customer("Limited Ltd").account, rateLimit="5/30")
    return CheckedTarget(
        url=server.url,
        credentials={
            Need.CUSTOMER: credentials(own),
            Need.OTHER: credentials(other),
            Need.STAFF: credentials(server.provider),
            Need.LIMITED: credentials(limited),
        },
        webhook_secret=own.webhook_secret,
        callback_host="127.0.0.1",
    )


@pytest.fixture(scope="session")
def variables(target: CheckedTarget) -> dict[str, str]:
    """The same for the command, in variables."""
    found = {"DRAGOMAN_WEBHOOK_SECRET": str(target.webhook_secret)}
    for need, prefix in (
        (Need.CUSTOMER, ""),
        (Need.OTHER, "OTHER_"),
        (Need.STAFF, "STAFF_"),
        (Need.LIMITED, "LIMITED_"),
    ):
        one = target.credentials[need]
        found[f"DRAGOMAN_{prefix}CLIENT_ID"] = one.client_id
        found[f"DRAGOMAN_{prefix}CLIENT_SECRET"] = one.client_secret
    return found


@pytest.fixture(scope="session")
def check_at(target: CheckedTarget) -> Check:
    """Runs some checks at an address that leads to the live service."""

    def run(url: str, only: Sequence[str], timeout: float = 60) -> list[CheckResult]:
        chosen = select_checks(all_checks(), only=only)
        return list(run_checks(replace(target, url=url, timeout=timeout), chosen))

    return run

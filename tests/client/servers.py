"""The servers that the client is tested with: the real service, and the mock that ships with the client.

A test that asks for `server`, or for what is made with it, runs once with each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import httpx2
import pytest

from dragoman_client.mock import MockServer
from tests.client.kinds import QUICK_OPTIONS
from tests.contract.conftest import Customer
from tests.live import Application, fetch_token, signed_in

SERVICE: Final = "service"
MOCK: Final = "mock"


@dataclass(frozen=True, kw_only=True)
class Server:
    """A running server, and an application of its provider, who makes customers by the interface."""

    name: str
    url: str
    provider: Application  # of the role admin, which may do everything

    @property
    def port(self) -> int:
        return httpx2.URL(self.url).port or 80

    def create_customer(self, name: str, kind: str = "production") -> Customer:
        """An account with an application without rate limit."""
        with self.client(self.provider) as staff:
            account = _made(staff, "/provider/v1/accounts", {"name": name, "kind": kind})["id"]
        application = self.create_application(account, rateLimit="off")
        return Customer(account=account, application=application, client=self.client(application))

    def create_application(self, account: int, **fields: Any) -> Application:
        """An application of an account, with all scopes of customers unless `fields` say otherwise."""
        with self.client(self.provider) as staff:
            body = {"accountId": account, "name": "tests", **fields}
            made = _made(staff, "/provider/v1/applications", body)
        return Application(
            id=made["id"],
            client_id=made["clientId"],
            client_secret=made["clientSecret"],
            webhook_secret=made["webhookSecret"],
        )

    def client(self, application: Application) -> httpx2.Client:
        """A plain HTTP client with tokens of an application."""
        return signed_in(self.url, application)

    def fetch_token(self, application: Application) -> str:
        return str(fetch_token(self.url, application)["access_token"])


def server_of(mock: MockServer) -> Server:
    """A mock that runs."""
    made = mock.provider_application
    provider = Application(
        id=made.id,
        client_id=made.client_id,
        client_secret=made.client_secret,
        webhook_secret=made.webhook_secret,
    )
    return Server(name=MOCK, url=mock.url, provider=provider)


def _made(client: httpx2.Client, path: str, body: dict[str, Any]) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def credentials(application: Application) -> dict[str, Any]:
    """The arguments of a `Client` that uses an application, with short pauses."""
    return {
        "client_id": application.client_id,
        "client_secret": application.client_secret,
        "options": QUICK_OPTIONS,
    }


# A mark of tests in which the server has no part: the mock is quicker.
any_server: Final = pytest.mark.parametrize("server", [MOCK], indirect=True)

# Marks of tests that the mock cannot pass: it answers their calls with 501 (`mock/unanswered.py`).
_SERVICE_ALONE: Final = pytest.mark.parametrize("server", [SERVICE], indirect=True)
needs_linguists = _SERVICE_ALONE  # translations in the hands of people: XLIFF, segments, assignments
needs_sign_in = _SERVICE_ALONE  # people who sign in
needs_installation = _SERVICE_ALONE  # workers, queues, settings of the service itself

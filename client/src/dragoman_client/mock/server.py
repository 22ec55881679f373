"""The mock server: started, asked for faults, read by assertions, stopped."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from types import TracebackType
from typing import Any, TypedDict, Unpack

from dragoman_client.mock import control
from dragoman_client.mock.answering import Answering
from dragoman_client.mock.faults import Fault, PlannedFault, plan_fault
from dragoman_client.mock.messages import RecordedRequest
from dragoman_client.mock.pace import JobPace
from dragoman_client.mock.records import create_account, create_application, seed
from dragoman_client.mock.state import MockSettings, State
from dragoman_client.mock.tokens import expire_tokens
from dragoman_client.mock.wire import Listener

CUSTOMER_SCOPES = ("translate", "projects", "reference")


class FaultOptions(TypedDict, total=False):
    """What `MockServer.fail` takes besides the fault; `PlannedFault` says what each means."""

    times: int | None
    path: str
    method: str
    every: int
    chance: float
    seed: int
    retry_after: float | datetime | str
    seconds: float
    code: str


class MockServer:
    """A mock of Dragoman on a port of 127.0.0.1, in threads of this process.

    Use it in a `with` statement, or call `start` and `stop`. It has one account of the kind `sandbox` (or
    `production`) with one application, and an application of the provider for `/provider/v1`.
    """

    def __init__(
        self, *, host: str = "127.0.0.1", port: int = 0, settings: MockSettings | None = None, **changes: Any
    ) -> None:
        """Seed a mock. `changes` are fields of `MockSettings`, such as `kind`, `token_seconds`, `pace`."""
        if changes:
            from dataclasses import replace  # noqa: PLC0415 - seldom

            settings = replace(settings or MockSettings(), **changes)
        self._host, self._port = host, port
        self._listener: Listener | None = None
        self.state = State(settings or MockSettings())
        seed(self.state)
        provider = create_account(self.state, "Provider", "production")
        account = create_account(self.state, "Mock customer", self.state.settings.kind)
        self.application = create_application(
            self.state, account=account["id"], name="Mock application", scopes=CUSTOMER_SCOPES
        )
        self.provider_application = create_application(
            self.state, account=provider["id"], name="Mock provider", scopes=("provider",), role="admin"
        )

    def __enter__(self) -> MockServer:
        return self if self._listener is not None else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> MockServer:
        """Listen. OSError where the port is taken."""
        self._listener = Listener(self._host, self._port, Answering(self.state).answer)
        self.state.url = f"http://{self._listener.host}:{self._listener.port}"
        return self

    def stop(self) -> None:
        """Close every connection and forget planned work. What was recorded stays readable."""
        with self.state.lock:
            self.state.closing.set()
            self.state.changed.notify_all()
        self.state.scheduler.close()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    @property
    def url(self) -> str:
        """The address, without a slash at its end."""
        return self.state.url

    @property
    def client_id(self) -> str:
        """The client id of the application of scopes translate, projects and reference."""
        return self.application.client_id

    @property
    def client_secret(self) -> str:
        """The client secret of that application."""
        return self.application.client_secret

    @property
    def webhook_secret(self) -> str:
        """The secret of the signatures of that application's webhooks."""
        return self.application.webhook_secret

    @property
    def requests(self) -> list[RecordedRequest]:
        """What was asked so far, in order; control addresses are not among them."""
        with self.state.lock:
            return list(self.state.requests)

    @property
    def texts_paid(self) -> list[str]:
        """The segments that were translated so far, in order; with several targets each once for a target.

        A segment of a request that was refused, or whose fault came before the work, is not among them.
        """
        with self.state.lock:
            return list(self.state.texts_paid)

    @property
    def faults(self) -> list[PlannedFault]:
        """The faults that were asked for, with how often each has happened."""
        with self.state.lock:
            return list(self.state.faults.planned)

    def fail(self, fault: Fault | str | int, **options: Unpack[FaultOptions]) -> PlannedFault:
        """Ask for a fault. FaultSyntaxError names what is wrong with it."""
        planned = plan_fault(fault, options)
        with self.state.lock:
            self.state.faults.planned.append(planned)
        return planned

    def clear_faults(self) -> None:
        """Forget all faults."""
        with self.state.lock:
            self.state.faults.clear()

    def expire_tokens(self) -> None:
        """Let every token that was issued so far be expired."""
        with self.state.lock:
            expire_tokens(self.state)

    def finish_jobs(self) -> None:
        """Finish every document job and active project now."""
        with self.state.lock:
            control.finish_all(self.state)

    def set_pace(self, pace: JobPace) -> None:
        """Change how fast later jobs go."""
        from dataclasses import replace  # noqa: PLC0415 - seldom

        with self.state.lock:
            self.state.settings = replace(self.state.settings, pace=pace)

    def requests_to(self, path: str, *, method: str | None = None) -> list[RecordedRequest]:
        """What was asked of one path."""
        return [one for one in self.requests if one.path == path and method in (None, one.method)]

    def describe(self) -> dict[str, str]:
        """Address and credentials, by the names that `dragoman mock --json` prints."""
        return {
            "url": self.url,
            "clientId": self.client_id,
            "clientSecret": self.client_secret,
            "webhookSecret": self.webhook_secret,
            "providerClientId": self.provider_application.client_id,
            "providerClientSecret": self.provider_application.client_secret,
        }


def plan_all(mock: MockServer, faults: Iterable[PlannedFault]) -> None:
    """Add faults that were read from text."""
    with mock.state.lock:
        mock.state.faults.planned += faults

"""The server as the checks see it: who calls, the texts, what to wait for, and what to remove at the end."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

from dragoman_client.conformance.model import (
    AppCredentials,
    CannotCheck,
    CheckedTarget,
    CheckFailed,
    Need,
)
from dragoman_client.conformance.receiver import WebhookReceiver, running_receiver
from dragoman_client.conformance.samples import SampleTexts, sample_texts
from dragoman_client.conformance.stopping import StopRequest
from dragoman_client.conformance.wire import WireClient

if TYPE_CHECKING:
    import httpx2

Value = TypeVar("Value")
_SECRET_FIELD: Final = re.compile(r'("(?:\w*[sS]ecret|access_?[tT]oken|refresh_token)"\s*:\s*")[^"]*')
_TOKEN: Final = re.compile(r"\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?")
_FIRST_PAUSE: Final = 0.05  # seconds between two looks at a job
_LONGEST_PAUSE: Final = 1.0
_LONGEST_QUOTE: Final = 300  # characters of an answer in a report


class CheckedServer:
    """What a check function gets. Clients are opened when they are first used."""

    def __init__(self, target: CheckedTarget, stop: StopRequest) -> None:
        self.target = target
        self._stop = stop
        self.name = f"conformance check {secrets.token_hex(4)}"  # in the names of what the checks create
        self._clients: dict[Need | None, WireClient] = {}
        self._shared: dict[str, Any] = {}
        self._of_check: list[Callable[[], object]] = []
        self._of_run: list[Callable[[], object]] = []

    @property
    def public(self) -> WireClient:
        """Nobody: requests without credentials."""
        return self._client(None)

    @property
    def customer(self) -> WireClient:
        """An application of a customer."""
        return self._client(Need.CUSTOMER)

    @property
    def other(self) -> WireClient:
        """An application of another account."""
        return self._client(Need.OTHER)

    @property
    def staff(self) -> WireClient:
        """An application of the provider's staff."""
        return self._client(Need.STAFF)

    @property
    def limited(self) -> WireClient:
        """An application with a small rate limit, whose 429 are not waited out."""
        client = self._client(Need.LIMITED)
        client.waits_for_limits = False
        return client

    @property
    def texts(self) -> SampleTexts:
        """Sentences in the source language."""
        return sample_texts(self.target.source)

    def open(self, credentials: AppCredentials) -> WireClient:
        """A client of an application of the check's own, closed after it."""
        client = WireClient(self.target.url, self._stop, credentials)
        self.defer(client.close)
        return client

    def translate(
        self, *texts: str, client: WireClient | None = None, query: Any = None, **fields: Any
    ) -> httpx2.Response:
        """The answer to a text request; a field of None is left out."""
        body = {
            "source": self.target.source,
            "target": self.target.target,
            "segments": [{"text": text} for text in texts],
            **fields,
        }
        sent = {name: value for name, value in body.items() if value is not None}
        return (client or self.customer).post("/v2/translate", json=sent, params=query or {})

    def receiver(self, *statuses: int) -> AbstractContextManager[WebhookReceiver]:
        """A receiver of webhooks, which answers these statuses first."""
        assert self.target.callback_host is not None
        return running_receiver(self.target.callback_host, list(statuses), self._stop)

    def poll(
        self, read: Callable[[], Value], holds: Callable[[Value], object], what: str, *, seconds: float = 0
    ) -> Value:
        """Read until something is true of the value; raises `CheckFailed` when that takes too long."""
        timeout = seconds or self.target.timeout
        deadline, pause = time.monotonic() + timeout, _FIRST_PAUSE
        while not holds(value := read()):
            if time.monotonic() > deadline:
                raise CheckFailed(f"{what} within {timeout:g} s", "not yet")
            self._stop.sleep(pause)
            pause = min(pause * 1.3, _LONGEST_PAUSE)
        return value

    def share(self, key: str, make: Callable[[], Value]) -> Value:
        """A value that is made once for all checks; CannotCheck again where that was not possible."""
        if key not in self._shared:
            before, self._of_check = self._of_check, []
            try:
                self._shared[key] = make()
            except (CheckFailed, CannotCheck) as error:
                self._shared[key] = CannotCheck(f"{key}: {error}")
                raise
            finally:
                self._of_run += self._of_check
                self._of_check = before
        value: Any = self._shared[key]
        if isinstance(value, CannotCheck):
            raise value
        made: Value = value
        return made

    def defer(self, action: Callable[[], object]) -> None:
        """Do this after the check, also when it fails: delete or cancel what it created."""
        self._of_check.append(action)

    def end_check(self) -> None:
        """Remove what the check created. What cannot be removed is not a failure of the check."""
        _run_all(self._of_check)

    def close(self) -> None:
        """Remove everything, and close the connections."""
        _run_all(self._of_check)
        _run_all(self._of_run)
        for client in self._clients.values():
            client.close()

    def quote(self, text: str) -> str:
        """A text for a report: without any secret or token of the run, then cut to a readable length."""
        known = [one for client in self._clients.values() for one in client.secrets()]
        known += [one.client_secret for one in self.target.credentials.values()]
        for one in (*known, self.target.webhook_secret or ""):
            text = text.replace(one, "[secret]") if one else text
        text = _TOKEN.sub("[secret]", _SECRET_FIELD.sub(r"\1[secret]", text))  # also those of fresh answers
        return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"

    def _client(self, need: Need | None) -> WireClient:
        if need not in self._clients:
            credentials = None if need is None else self.target.credentials[need]
            self._clients[need] = WireClient(self.target.url, self._stop, credentials)
        return self._clients[need]


def _run_all(actions: list[Callable[[], object]]) -> None:
    while actions:
        with suppress(CheckFailed, CannotCheck):
            actions.pop()()

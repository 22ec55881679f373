"""Everything a mock holds: its records, in tables, and what it was asked."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from dragoman_client.mock.contract import Contract, load_contract, load_seeds
from dragoman_client.mock.ed25519 import SigningKey
from dragoman_client.mock.faults import FaultPlan
from dragoman_client.mock.messages import RecordedRequest
from dragoman_client.mock.pace import JobPace
from dragoman_client.mock.scheduling import Scheduler
from dragoman_client.mock.times import stamp

Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class MockSettings:
    """How a mock behaves."""

    kind: str = "sandbox"  # of its account: `sandbox` or `production`
    token_seconds: int = 300
    pace: JobPace = field(default_factory=JobPace)
    expiry_seconds: float = 3600  # of a finished document job
    auto_start_seconds: float | None = None  # instead of each service's `autoStartAfter`
    rate_limit: tuple[int, int] | None = (
        None  # calls of /v2 in so many seconds, of applications without their own
    )
    webhook_retries: tuple[float, ...] = (0.0, 0.1, 0.2, 0.5, 1.0)  # seconds before each try
    heartbeat_seconds: float = 15.0  # of event streams
    poll_seconds: int = 0  # Retry-After of an unfinished job; the service says 1


@dataclass(slots=True)
class Table:
    """Records of one type by id; ids are never used again."""

    rows: dict[int, Record] = field(default_factory=dict)
    last_id: int = 0

    def add(self, record: Record) -> Record:
        """Store a record under the next id."""
        self.last_id += 1
        stored = {**record, "id": self.last_id}
        self.rows[self.last_id] = stored
        return stored

    def __iter__(self) -> Iterator[Record]:
        return iter(list(self.rows.values()))


@dataclass(slots=True, kw_only=True)
class MockApplication:
    """Credentials of an application, beside its record in the table `applications`."""

    id: int
    account: int
    client_id: str
    client_secret: str
    webhook_secret: str
    scopes: tuple[str, ...]

    @property
    def actor(self) -> str:
        """The application as audit events name it."""
        return f"application:{self.id}"


@dataclass(slots=True, kw_only=True)
class Token:
    """An access token that was issued."""

    application: int
    scopes: tuple[str, ...]
    issued_at: float
    expires_at: float


@dataclass(slots=True, kw_only=True)
class DeviceCode:
    """What a command line asked for (RFC 8628)."""

    scopes: tuple[str, ...]
    device_name: str
    expires_at: float
    was_polled: bool = False


class State:
    """All that a mock holds. Handlers work on it one at a time, under `lock`."""

    def __init__(self, settings: MockSettings) -> None:
        self.settings = settings
        self.contract: Contract = load_contract()
        self.seeds = load_seeds()
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)  # notified of events
        self.scheduler = Scheduler()
        self.faults = FaultPlan()
        self.url = ""
        self.token_key = SigningKey(secrets.token_bytes(32))
        self.webhook_key = SigningKey(secrets.token_bytes(32))
        self.requests: list[RecordedRequest] = []
        self.texts_paid: list[str] = []
        self.tables: dict[str, Table] = {}
        self.applications: dict[int, MockApplication] = {}
        self.tokens: dict[str, Token] = {}
        self.device_codes: dict[str, DeviceCode] = {}
        self.answers: dict[tuple[int, str, str, str], Any] = {}  # by idempotency key
        self.rates: dict[int, tuple[float, int]] = {}
        self.documents: dict[str, Any] = {}  # of document_jobs.DocumentJob
        self.files: dict[str, Record] = {}
        self.notifications: dict[str, Record] = {}
        self.events: list[Record] = []
        self.logged: list[Record] = []
        self.usage: dict[tuple[int, int, str], Record] = {}  # account, application, day
        self.closing = threading.Event()

    @property
    def is_closed(self) -> bool:
        """Whether the mock ends: nothing is sent any more."""
        return self.closing.is_set()

    def table(self, name: str) -> Table:
        """The table of a record type, such as `projects`."""
        return self.tables.setdefault(name, Table())

    def note_audit(
        self, *, actor: str, action: str, subject: str, account: int | None, **details: Any
    ) -> None:
        """Add an audit event."""
        self.table("audit-log").add(
            {
                "createdAt": stamp(),
                "actor": actor,
                "action": action,
                "subject": subject,
                "accountId": account,
                "details": details,
            }
        )


def new_id() -> str:
    """A new UUID."""
    return str(uuid4())

"""An entry of the audit log: who did what to what. It never holds customers' text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEvent:
    """A recorded action of the staff: who did what."""

    actor: str  # kind and id, such as "application:12"; "operator" for the command line
    action: str  # thing and verb, such as "memory.deleted"; stable
    subject: str  # kind and id, such as "memory:3"
    account_id: int | None = None  # whose things were changed; None: the installation's
    details: Mapping[str, Any] = field(default_factory=dict)  # counts, names of fields, file names; JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """A stored audit event."""

    id: int
    at: datetime
    event: AuditEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """Which entries are wanted; None: any that the transaction sees."""

    account_id: int | None = None
    subject: str | None = None  # such as "memory:3"
    kind: str | None = None  # of the subject, such as "memory"
    actor: str | None = None
    action: str | None = None
    since: datetime | None = None
    until: datetime | None = None  # not included
    before: int | None = None  # id of an entry: those that come after it in the list

"""What an event of an account is, which of them a stream is of, and where it starts. Pure values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from dragoman.errors import DragomanError
from dragoman.notifications.model import EventKind, webhook_id
from dragoman.notifications.signing import sign_delivery
from dragoman.notifications.webhook_keys import WebhookKey


class EventsForgotten(DragomanError):
    """A stream is to continue behind a place from which events are not kept any more."""

    code = "EVENTS_FORGOTTEN"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEvent:
    """One outcome, as the webhook about it tells it."""

    id: UUID  # of its notification too, where there is one: both have one `webhook-id`
    application_id: int
    kind: str
    subject: str
    created: datetime
    position: int  # in the account's events, from 1
    body: bytes = field(repr=False)  # JSON

    @property
    def webhook_id(self) -> str:
        """What receivers know it by."""
        return webhook_id(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilter:
    """Which events of the account a stream is of; empty or None: all."""

    kinds: frozenset[EventKind] = frozenset()
    application_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamStart:
    """Where a stream starts: behind a position, with events since a time, or with what comes from now on."""

    after: int | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBatch:
    """Events that follow each other, with what signs them."""

    events: Sequence[AccountEvent]
    position: int  # everything up to it was looked at
    is_full: bool  # more may be there at once
    secrets: Mapping[int, Sequence[str]] = field(repr=False)  # by application
    keys: Sequence[WebhookKey] = field(repr=False)

    def sign(self, event: AccountEvent, *, now: datetime) -> dict[str, str]:
        """The headers with which the event's body is delivered now."""
        return sign_delivery(
            event.webhook_id,
            event.body,
            signed_at=now,
            secrets=self.secrets[event.application_id],
            keys=[key.key for key in self.keys],
        )

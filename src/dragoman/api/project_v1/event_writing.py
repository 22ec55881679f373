"""Writing a stream of events: what comes, heartbeats while nothing does, and why it ends."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import orjson

from dragoman.database.connections import transaction
from dragoman.errors import Unavailable
from dragoman.http.event_stream import write_comment, write_event, write_place, write_start
from dragoman.http.runtime import Runtime
from dragoman.notifications.events.actions import read_events
from dragoman.notifications.events.cursors import write_cursor
from dragoman.notifications.events.model import AccountEvent, EventBatch, EventFilter, EventsForgotten
from dragoman.notifications.events.streams import OpenStream, StreamEnd
from dragoman.timestamps import write_time

RETRY_MILLISECONDS: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWriter:
    """What writes one stream."""

    runtime: Runtime
    stream: OpenStream
    wanted: EventFilter

    async def write(self, position: int) -> AsyncIterator[bytes]:
        """Write the events behind a position, until the stream is to end. Each piece is whole."""
        yield write_start(self._cursor(position), retry_milliseconds=RETRY_MILLISECONDS)
        heartbeat = self.runtime.settings.event_heartbeat_seconds
        written, told = time.monotonic(), position
        while True:
            self.stream.changed.clear()  # before reading: what comes meanwhile sets it again
            if self._seconds_left() <= 0:
                self.stream.finish(StreamEnd.EXPIRED)
            batch = await self._read(position)
            for event in batch.events:
                if self.stream.end is not None:
                    break
                yield self._write_event(event, batch)
                written, told = time.monotonic(), event.position
            if self.stream.end is not None:
                yield write_comment(self.stream.end)
                return
            position = batch.position
            if time.monotonic() - written >= heartbeat:
                yield write_comment("heartbeat")
                if position > told:  # events that are not wanted: a client that resumes is not to be too late
                    yield write_place(self._cursor(position))
                written, told = time.monotonic(), position
            if not batch.is_full:
                due = written + heartbeat - time.monotonic()
                await self.stream.wait(max(0, min(due, self._seconds_left())))

    async def _read(self, position: int) -> EventBatch:
        """The next events; none when the stream is to end, or the database is away for a moment."""
        nothing = EventBatch(events=(), position=position, is_full=False, secrets={}, keys=())
        if self.stream.end is not None:
            return nothing
        runtime, account_id = self.runtime, self.stream.account_id
        try:
            async with (
                runtime.event_streams.reads,
                transaction(runtime.database, account=account_id) as tx,
            ):
                return await read_events(
                    tx, runtime.keyring, account_id=account_id, after=position, wanted=self.wanted
                )
        except EventsForgotten:
            self.stream.finish(StreamEnd.FORGOTTEN)
        except Unavailable:
            self.stream.last = position  # the poll will find them again
        return nothing

    def _write_event(self, event: AccountEvent, batch: EventBatch) -> bytes:
        now = datetime.fromtimestamp(self.runtime.identity.clock(), UTC)
        data = {
            "id": event.webhook_id,
            "kind": event.kind,
            "subject": event.subject,
            "applicationId": event.application_id,
            "createdAt": write_time(event.created),
            "headers": batch.sign(event, now=now),
            "body": event.body.decode(),
        }
        return write_event(event.kind, orjson.dumps(data), cursor=self._cursor(event.position))

    def _cursor(self, position: int) -> str:
        return write_cursor(account_id=self.stream.account_id, position=position)

    def _seconds_left(self) -> float:
        expires_at = self.stream.claims.expires_at
        return float("inf") if expires_at is None else expires_at - self.runtime.identity.clock()

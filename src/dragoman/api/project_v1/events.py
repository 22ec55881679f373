"""`GET /project/v1/events`: events of the account as a stream, for receivers without a public address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Query, Request

from dragoman.access.actions import find_application_names
from dragoman.api.project_v1.any_case import AnyCaseRoute
from dragoman.api.project_v1.event_writing import RETRY_MILLISECONDS, EventWriter
from dragoman.api.project_v1.own_request import PREFIX
from dragoman.api.project_v1.project_bodies import CUSTOMER
from dragoman.database.connections import transaction
from dragoman.errors import FieldProblem, Malformed
from dragoman.http.auth import ProjectsCaller, admitted_claims
from dragoman.http.dependencies import OpenRuntime
from dragoman.http.event_stream import MEDIA_TYPE, STREAM_HEADERS, EventStreamResponse
from dragoman.http.fields import OfApplication
from dragoman.http.responses import refusal
from dragoman.http.timestamps import Timestamp
from dragoman.notifications.events.actions import find_start
from dragoman.notifications.events.cursors import parse_cursor
from dragoman.notifications.events.model import EventFilter, StreamStart
from dragoman.notifications.events.streams import OpenStream
from dragoman.notifications.model import EventKind

_EXAMPLE: Final = (
    f"retry: {RETRY_MILLISECONDS}\n"
    "id: AQAAAAMAAAAAAAAAEcTxZdsj\n\n"
    "id: AQAAAAMAAAAAAAAAEi3hJGSw\n"
    "event: document.finished\n"
    'data: {"id":"msg_0b06ad2e7f1c4a53b1f3a9f1d2c3b4a5","kind":"document.finished",'
    '"subject":"document:5f0c9a1e-2a53-4d1c-9d0e-0f7f5b7b9a11","applicationId":7,'
    '"createdAt":"2026-11-20T16:40:12Z","headers":{"webhook-id":"msg_0b06ad2e7f1c4a53b1f3a9f1d2c3b4a5",'
    '"webhook-timestamp":"1795192813","webhook-signature":"v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="},'
    '"body":"{\\"jobId\\":\\"5f0c9a1e-2a53-4d1c-9d0e-0f7f5b7b9a11\\",\\"status\\":\\"SUCCESS\\"}"}\n\n'
    ": heartbeat\n\n"
)
_STREAM: Final[dict[str, Any]] = {
    "description": "Server-sent events. The `data` of each is a JSON object: `id`, `kind`, `subject`, "
    "`applicationId`, `createdAt`, `headers` and `body`, with which the webhook can be sent on as it is.",
    "content": {MEDIA_TYPE: {"schema": {"type": "string"}, "example": _EXAMPLE}},
}
_GONE: Final = refusal("Events after the cursor are not kept any more: start without it.")

_OfKinds = Annotated[
    list[EventKind] | None, Query(alias="kind", description="Of this kind only; give several for several")
]
_After = Annotated[
    str | None, Query(description="Continue behind the event of this `id`, as with `Last-Event-ID`")
]
_Since = Annotated[
    Timestamp | None,
    Query(description="Start with the first event since then, which must be kept; without it, from now on"),
]
_LastEventId = Annotated[
    str | None,
    Header(alias="Last-Event-ID", description="The last `id` that came; clients send it by themselves"),
]


class _EventsRoute(AnyCaseRoute):
    several = frozenset({"kind"})


router = APIRouter(prefix=PREFIX, tags=["Webhooks"], responses=CUSTOMER, route_class=_EventsRoute)


async def _enter(request: Request, caller: ProjectsCaller, runtime: OpenRuntime) -> AsyncIterator[OpenStream]:
    claims = admitted_claims(request)
    with runtime.event_streams.enter(runtime.identity, account_id=caller.account_id, claims=claims) as stream:
        yield stream


async def _read_start(
    caller: ProjectsCaller, after: _After = None, since: _Since = None, last_event_id: _LastEventId = None
) -> StreamStart:
    """The header goes first: clients send it to the same address, when they come back."""
    if last_event_id:
        return StreamStart(after=_position(caller.account_id, last_event_id, ("header", "Last-Event-ID")))
    if after is not None:
        return StreamStart(after=_position(caller.account_id, after, ("query", "after")))
    return StreamStart(since=since)


def _position(account_id: int, cursor: str, location: tuple[str, str]) -> int:
    position = parse_cursor(cursor, account_id=account_id)
    if position is None:
        message = "This is no cursor of the account's events. Send the `id` of an event, or leave it out"
        raise Malformed([FieldProblem(location=location, message=message, kind="cursor")])
    return position


async def _read_filter(
    caller: ProjectsCaller,
    runtime: OpenRuntime,
    kinds: _OfKinds = None,
    application_id: OfApplication = None,
) -> EventFilter:
    if application_id is not None:  # a stream of none would wait for ever
        async with transaction(runtime.database, account=caller.account_id) as tx:
            names = await find_application_names(tx, [application_id])
        if application_id not in names:
            message = "The account has no application of this id"
            raise Malformed(
                [FieldProblem(location=("query", "applicationId"), message=message, kind="application")]
            )
    return EventFilter(kinds=frozenset(kinds or ()), application_id=application_id)


# Scope "request": the stream counts until it has ended.
@router.get(
    "/events", status_code=200, response_class=EventStreamResponse, responses={200: _STREAM, 410: _GONE}
)
async def stream_events(
    stream: Annotated[OpenStream, Depends(_enter, scope="request")],
    runtime: OpenRuntime,
    start: Annotated[StreamStart, Depends(_read_start)],
    wanted: Annotated[EventFilter, Depends(_read_filter)],
) -> EventStreamResponse:
    """Stream what webhooks tell, of all applications of the account, also where no callback URL was given.

    It can be resumed: no event is left out or repeated.
    """
    kept = timedelta(seconds=runtime.settings.event_retention_seconds)
    async with transaction(runtime.database, account=stream.account_id) as tx:
        position = await find_start(tx, account_id=stream.account_id, start=start, kept=kept)
    writer = EventWriter(runtime=runtime, stream=stream, wanted=wanted)
    return EventStreamResponse(writer.write(position), ending=stream.ending, headers=STREAM_HEADERS)

"""The answer to a save of a segment that was changed meanwhile, from which people can choose a text."""

from __future__ import annotations

from fastapi import Response

from dragoman.database.connections import ALL_ACCOUNTS, Database, transaction
from dragoman.http.calls import write_message
from dragoman.http.editing.names import actors_of, find_actor_names
from dragoman.http.editing.segment_bodies import SegmentChangedBody, write_segment
from dragoman.http.errors import answer
from dragoman.projects.linguists.editing.refusals import SegmentChanged


async def answer_changed(database: Database, error: SegmentChanged) -> Response:
    """Answer 409 with the segment as it is now. What was sent, the caller has."""
    async with transaction(database, account=ALL_ACCOUNTS) as tx:
        names = await find_actor_names(tx, actors_of([error.current]))
    body = SegmentChangedBody(
        detail=write_message(error), code=error.code, current=write_segment(error.current, names)
    )
    return answer(409, body.model_dump(by_alias=True, mode="json"))

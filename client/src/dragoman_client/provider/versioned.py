"""Changes of segments that name the version that was looked at (`If-Match`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman_client.errors import ConflictError, Refusal, SegmentChangedError
from dragoman_client.flows import Flow
from dragoman_client.provider.segment_results import TranslationSegment
from dragoman_client.records import read
from dragoman_client.sending import Call, Connection, call_json


def looked_at(version: int) -> Mapping[str, str]:
    """The header that names the version that was looked at."""
    return {"If-Match": f'"{version}"'}


def send_change(connection: Connection, wanted: Call) -> Flow[Any]:
    """Send a change of a segment. Raises `SegmentChangedError` where it was changed meanwhile."""
    try:
        return (yield from call_json(connection, wanted))
    except ConflictError as error:
        if error.code != "SEGMENT_CHANGED":
            raise
        raise _changed(error) from None


def _changed(error: ConflictError) -> SegmentChangedError:
    refusal = Refusal(status=409, code=error.code, request_id=error.request_id, data=error.data)
    current = read(TranslationSegment, error.data.get("current"))
    return SegmentChangedError(error.message, current=current, refusal=refusal)

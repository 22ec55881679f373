"""Bodies of test events: of each kind one that has the members of a real one, about things that do not exist.

`documents.record` and `projects.finishing` write the real ones.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, Final

from dragoman.notifications.model import EventKind
from dragoman.timestamps import write_time

_NO_ID: Final = 2147483647  # the largest id: no project or translation has it


def write_test_body(application_id: int, *, now: datetime) -> dict[str, Any]:
    """The body of a `test.event`; `id` differs between two, so that a receiver can tell them apart by it."""
    return {
        "type": EventKind.TEST_EVENT.value,
        "id": str(uuid.uuid4()),
        "createdAt": write_time(now),
        "applicationId": application_id,
        "message": "A test of this address. Nothing was translated.",
    }


def write_sample_body(kind: EventKind, application_id: int, *, now: datetime) -> dict[str, Any]:
    """The body of a test event of a kind; `test` is true in it, and in no real one."""
    bodies = {
        EventKind.DOCUMENT_FINISHED: _write_document(now),
        EventKind.PROJECT_TRANSLATION: _write_translation(),
        EventKind.TEST_EVENT: write_test_body(application_id, now=now),
    }
    return {**bodies[kind], "test": True}


def _write_document(now: datetime) -> dict[str, Any]:
    return {
        "jobId": str(uuid.uuid4()),
        "source": "en",
        "target": "es",
        "fileName": "test.txt",
        "translationId": None,
        "successCallbackUrl": None,
        "errorCallbackUrl": None,
        "status": "SUCCESS",
        "reason": None,
        "errorCode": None,
        "errorData": None,
        "progress": 1.0,
        "createdAt": write_time(now),
        "finishedAt": write_time(now),
        "expiresAt": write_time(now),
    }


def _write_translation() -> dict[str, Any]:
    return {
        "ProjectId": _NO_ID,
        "TranslationId": _NO_ID,
        "SourceFileId": str(uuid.uuid4()),
        "SourceFileName": "test.txt",
        "TargetFileId": str(uuid.uuid4()),
        "TargetFileName": "test.txt",
        "SourceLanguageCode": "en",
        "TargetLanguageCode": "es",
        "Status": "Finished",
    }

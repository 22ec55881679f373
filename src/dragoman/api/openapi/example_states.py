"""Values of examples in the OpenAPI document: numbers, and states in which nothing is wrong.

`example_values` has the others, and says how they are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_NUMBERS: Final = {
    "characters": 7_412,
    "charactersWithoutSpaces": 6_190,
    "words": 1_240,
    "totalWords": 1_240,
    "wordCount": 1_240,
    "maxAllowedWords": 50_000,
    "doneWords": 310,
    "wordsToTranslate": 980,
    "weightedWords": 910.5,
    "segments": 96,
    "documents": 3,
    "calls": 41,
    "failures": 2,
    "score": 92,
    "unit": 4711,
    "weight": 60,
    "share": 0.75,
    "memoryThreshold": 85,
    "autoStartAfter": 60,
    "wordsPerDay": 2_500,
    "seconds": 0.21,
    "meanSeconds": 0.21,
    "milliseconds": 210,
    "number": 1,
    "version": 3,
    "attempts": 5,
    "size": 48_211,
    "progress": 1,
    "used": 4,
    "penalty": 5,
    "places": 2,
    "companyId": 7,
    "accountId": 7,
    "serviceId": 3,
    "userId": 21,
    "translationId": 40,
    "FileTranslationBody.id": 40,
    "TranslationOfFile.id": 40,
}

_FLAGS: Final = {
    "applied": True,
    "followed": True,
    "isAlive": True,
    "isOpen": True,
    "useForTranslation": True,
    "useTranslationMemory": True,
    "confirmed": True,
}

_NOTHING: Final = dict.fromkeys(
    (
        "attention",
        "cancelReason",
        "cancelledAt",
        "errorCode",
        "errorData",
        "failureText",
        "hold",
        "holdMessage",
        "memoryThresholdSetBy",
        "overrideReason",
        "reason",
        "undone",
        "AssignedBody.failure",
        "DetailsBody.failure",
        "MemoryImportBody.failure",
        "MemoryImportDetailsBody.failure",
        "OwnTermImport.failure",
        "ProjectBody.finishedAt",
        "ProjectBody.hold",
        "ProjectSummary.finishedAt",
        "StaffSummary.failure",
        "TranslationBody.failure",
        "TryBody.failure",
        "VisitorsBody.problem",
    )
)

STATES: Final[Mapping[str, Any]] = {
    **_NUMBERS,
    **_FLAGS,
    **_NOTHING,
    "AnalysisOfProject.failures": [],
    "PendingQuoteBody.bands": [],
    "NotificationBody.status": "delivered",
    "OpenedNotificationBody.status": "delivered",
}

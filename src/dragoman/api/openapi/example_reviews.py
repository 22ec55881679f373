"""Values of examples in the OpenAPI document: reviews of segments, comments, reports of quality.

`example_values` has the others, and says how they are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

REVIEWS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("reviewEndedAt", "reviewEndedBy", "resolvedAt", "resolvedBy", "resolvedByName"), None),
    "reviewerId": 22,
    **dict.fromkeys(("SegmentBody.review", "SegmentReviewBody.review"), "returned"),
    "reviewedAt": "2026-03-02T09:31:12Z",
    "reviewedBy": "user:22",
    "reviewedByName": "Pedro Costa",
    "CommentBody.createdBy": "user:22",
    "CommentBody.createdByName": "Pedro Costa",
    **dict.fromkeys(("CommentBody.text", "NewCommentBody.text"), "The house is red in the picture."),
    "AcceptedSegmentsBody.kept": [],
    "FirstPassDifferenceBody.firstTarget": "La <1>casa</1> es rojo.",
    "editShare": 0.25,
    **dict.fromkeys(("category", "ErrorCountBody.category"), "linguistic_conventions"),
    **dict.fromkeys(
        ("ErrorMarkBody.severity", "FoundErrorBody.severity", "ErrorCountBody.severity"), "minor"
    ),
    **dict.fromkeys(("ErrorCountBody.count", "errorCount"), 4),
    **dict.fromkeys(("ErrorCountBody.penalty", "QualityReportBody.penalty", "AuthorQualityBody.penalty"), 4),
    "reviewedWords": 310,
    **dict.fromkeys(("QualityReportBody.score", "AuthorQualityBody.score"), 98.71),
    "QualityReportBody.segments": 96,
    "firstPassVersion": 120,
    "reviewedSegments": 24,
    "acceptedSegments": 20,
    "returnedSegments": 1,
    "editedSegments": 3,
    "passed": True,
    "AuthorQualityBody.author": "user:21",
    "AuthorQualityBody.authorName": "Maria Silva",
}

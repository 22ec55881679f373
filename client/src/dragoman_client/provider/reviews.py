"""`client.provider.reviews`: a second person reads a translation (clause V8)."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dragoman_client.downloads import Download, fetch_download
from dragoman_client.flows import Flow
from dragoman_client.operations import Mark, Page, R, Resource, listing, operation
from dragoman_client.paging import offset_pages
from dragoman_client.provider.review_results import (
    AcceptedSegments,
    ErrorMark,
    FirstPassDifference,
    QualityReport,
    ReviewOutcome,
    SegmentComment,
)
from dragoman_client.provider.segment_results import TranslationSegment
from dragoman_client.provider.translation_results import ProviderTranslation
from dragoman_client.provider.translations import TRANSLATION
from dragoman_client.provider.versioned import looked_at, send_change
from dragoman_client.record_calls import delete_record, get_record, send_record
from dragoman_client.records import read, read_list, wire_value
from dragoman_client.sending import Call, at, call_json

_SEGMENT = TRANSLATION + "/segments/{}"
_COMMENTS = TRANSLATION + "/comments"
_REPORT = TRANSLATION + "/quality-report"


class ProviderReviews(Resource[R]):
    """The second pass of translations: a reviewer accepts segments, or returns them with comments.

    It begins when the translator hands the translation back. Managers review at any time.
    """

    @operation
    def assign(self, project: int, translation: int, *, user: int | None) -> Flow[ProviderTranslation]:
        """Let a linguist, manager or admin review a translation, or nobody. Needs the role manager."""
        path = at(TRANSLATION + "/reviewer", project, translation)
        return send_record(self._connection, ProviderTranslation, "PUT", path, {"userId": user})

    @operation
    def accept(self, project: int, translation: int, number: int, *, version: int) -> Flow[ReviewOutcome]:
        """Accept a segment in the version that was looked at.

        Raises `SegmentChangedError` where it was changed meanwhile, `ConflictError` where its translation
        is not handed back, or no person has translated it.
        """
        path = at(_SEGMENT + "/review", project, translation, number)
        return self._review(path, {"review": "accepted"}, version)

    @operation
    def return_segment(
        self,
        project: int,
        translation: int,
        number: int,
        comment: str,
        *,
        version: int,
        error: ErrorMark | None = None,
    ) -> Flow[ReviewOutcome]:
        """Return a segment to its translator with a comment: it is then to be confirmed again.

        It may be sent again: the same comment is stored once. Raises what `accept` raises.
        """
        path = at(_SEGMENT + "/review", project, translation, number)
        return self._review(path, {"review": "returned", "comment": _write_comment(comment, error)}, version)

    @operation
    def accept_several(
        self, project: int, translation: int, segments: Sequence[TranslationSegment]
    ) -> Flow[AcceptedSegments]:
        """Accept segments, but for those that were changed since they were looked at."""
        path = at(TRANSLATION + "/review", project, translation)
        body = {"segments": [{"number": one.number, "version": one.version} for one in segments]}
        wanted = Call(method="POST", path=path, json=body)
        return read(AcceptedSegments, (yield from call_json(self._connection, wanted)))

    @operation
    def hand_back(self, project: int, translation: int) -> Flow[ProviderTranslation]:
        """Say that the review has ended: the translation is ready to be delivered."""
        return self._act(at(TRANSLATION + "/review/hand-back", project, translation))

    @operation
    def return_translation(self, project: int, translation: int) -> Flow[ProviderTranslation]:
        """Reopen a translation for its translator, to change the segments that were returned."""
        return self._act(at(TRANSLATION + "/return", project, translation))

    @listing
    def differences(
        self, project: int, translation: int
    ) -> Callable[[Mark], Flow[Page[FirstPassDifference]]]:
        """The segments that were changed since the translation was handed back first."""
        path = at(TRANSLATION + "/differences", project, translation)
        return offset_pages(self._connection, path, "differences", FirstPassDifference)

    @listing
    def comments(
        self, project: int, translation: int, *, resolved: bool | None = None
    ) -> Callable[[Mark], Flow[Page[SegmentComment]]]:
        """The comments on a translation by segment, the earliest of each first."""
        path, query = at(_COMMENTS, project, translation), {"resolved": resolved}
        return offset_pages(self._connection, path, "comments", SegmentComment, query=query)

    @operation
    def comments_on(self, project: int, translation: int, number: int) -> Flow[Sequence[SegmentComment]]:
        """The comments on a segment, the earliest first."""
        wanted = Call(method="GET", path=at(_SEGMENT + "/comments", project, translation, number))
        return read_list(SegmentComment, (yield from call_json(self._connection, wanted)), "comments")

    @operation
    def comment(
        self, project: int, translation: int, number: int, text: str, *, error: ErrorMark | None = None
    ) -> Flow[SegmentComment]:
        """Comment on a segment. Only its reviewer and managers mark an error."""
        path = at(_SEGMENT + "/comments", project, translation, number)
        return send_record(self._connection, SegmentComment, "POST", path, _write_comment(text, error))

    @operation
    def resolve(
        self, project: int, translation: int, comment: int, *, resolved: bool = True
    ) -> Flow[SegmentComment]:
        """Mark a comment as resolved, or as open again."""
        path = at(_COMMENTS + "/{}", project, translation, comment)
        return send_record(self._connection, SegmentComment, "PATCH", path, {"resolved": resolved})

    @operation
    def delete_comment(self, project: int, translation: int, comment: int) -> Flow[None]:
        """Delete an own comment that is not resolved."""
        return delete_record(self._connection, at(_COMMENTS + "/{}", project, translation, comment))

    @operation
    def report(self, project: int, translation: int) -> Flow[QualityReport]:
        """What the review of a translation found: errors by categories of MQM, and a score."""
        return get_record(self._connection, QualityReport, at(_REPORT, project, translation))

    @operation
    def export_report(
        self, project: int, translation: int, output: str | os.PathLike[str] | None = None
    ) -> Flow[Download]:
        """Get the report as CSV, into a file or a folder, else into memory."""
        path = at(_REPORT, project, translation)
        return fetch_download(self._connection, path, output, query={"format": "csv"})

    def _review(self, path: str, body: Mapping[str, Any], version: int) -> Flow[ReviewOutcome]:
        wanted = Call(method="POST", path=path, json=body, headers=looked_at(version))
        return read(ReviewOutcome, (yield from send_change(self._connection, wanted)))

    def _act(self, path: str) -> Flow[ProviderTranslation]:
        """Do what has no effect when it is done again."""
        wanted = Call(method="POST", path=path)
        return read(ProviderTranslation, (yield from call_json(self._connection, wanted)))


def _write_comment(text: str, error: ErrorMark | None) -> dict[str, Any]:
    return {"text": text, "error": wire_value(error)}

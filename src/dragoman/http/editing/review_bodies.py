"""What callers of the editor's interfaces send to review segments, and what they get: comments (V8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Path
from pydantic import ConfigDict, Field

from dragoman.http.editing.segment_bodies import ActorNames, SegmentBody, write_segment
from dragoman.http.editing.segment_requests import ChosenSegmentBody
from dragoman.http.fields import LARGEST_ID, CustomerText
from dragoman.http.models import RequestModel, ResponseModel
from dragoman.http.paging import PageBody
from dragoman.projects.linguists.editing.comments import LONGEST_COMMENT, CommentDraft
from dragoman.projects.linguists.editing.first_pass import FirstPassDifference
from dragoman.projects.linguists.editing.refusals import CommentInvalid
from dragoman.projects.linguists.editing.replacing import ChosenSegment
from dragoman.projects.linguists.editing.targets import write_tagged_pair
from dragoman.projects.review_model import ErrorCategory, ErrorMark, ErrorSeverity, SegmentComment
from dragoman.projects.segment_model import SegmentReview
from dragoman.timestamps import write_time

CommentId = Annotated[int, Path(alias="comment", ge=1, le=LARGEST_ID, description="Id of the comment")]
_MOST_ACCEPTED = 5000  # segments of one request


class ErrorMarkBody(RequestModel):
    """What kind of error a comment is about, by the typology of MQM."""

    model_config = ConfigDict(strict=True)

    category: ErrorCategory = Field(strict=False)
    severity: ErrorSeverity = Field(strict=False, description="Penalty points: 0, 1, 5, 25")

    def to_mark(self) -> ErrorMark:
        """The kind of error."""
        return ErrorMark(category=self.category, severity=self.severity)


class NewCommentBody(RequestModel):
    """A comment on a segment."""

    model_config = ConfigDict(strict=True)

    text: CustomerText = Field(max_length=LONGEST_COMMENT, examples=["The button is called Start."])
    error: ErrorMarkBody | None = Field(
        default=None, description="Null: a remark. Only the reviewer and managers mark errors"
    )

    def to_draft(self) -> CommentDraft:
        """The comment that is to be stored."""
        return CommentDraft(text=self.text, error=None if self.error is None else self.error.to_mark())


class SegmentReviewBody(RequestModel):
    """What a reviewer thinks of a segment."""

    model_config = ConfigDict(strict=True)

    review: SegmentReview = Field(strict=False, description="`returned`: to its translator, with a comment")
    comment: NewCommentBody | None = Field(default=None, description="Needed to return a segment")

    def read_comment(self) -> CommentDraft | None:
        """The comment of a return; None: the segment is accepted. Raises `CommentInvalid`."""
        if self.review is SegmentReview.ACCEPTED:
            if self.comment is not None:
                raise CommentInvalid(
                    "A segment is accepted without a comment.",
                    hints="Send the comment by itself, or return the segment.",
                    field="comment",
                )
            return None
        if self.comment is None:
            raise CommentInvalid(
                "A segment is returned with a comment, and there is none.",
                hints="Say in `comment` what should be changed.",
                field="comment",
            )
        return self.comment.to_draft()


class AcceptanceBody(RequestModel):
    """Which segments are accepted, in which versions."""

    model_config = ConfigDict(strict=True)

    segments: list[ChosenSegmentBody] = Field(min_length=1, max_length=_MOST_ACCEPTED)

    def to_chosen(self) -> list[ChosenSegment]:
        """The segments."""
        return [ChosenSegment(number=one.number, version=one.version) for one in self.segments]


class CommentChangeBody(RequestModel):
    """What becomes of a comment."""

    model_config = ConfigDict(strict=True)

    resolved: bool = Field(description="False: it is open again")


class FoundErrorBody(ResponseModel):
    """A kind of error, by the typology of MQM."""

    category: ErrorCategory
    severity: ErrorSeverity


class CommentBody(ResponseModel):
    """A comment on a segment."""

    id: int
    segment: int
    version: int = Field(description="Of the segment, when it was written")
    text: str
    error: FoundErrorBody | None = Field(description="Null: a remark")
    created_at: str
    created_by: str
    created_by_name: str | None
    own: bool = Field(description="Of the caller, who can delete it while it is not resolved")
    resolved_at: str | None
    resolved_by: str | None
    resolved_by_name: str | None


class SegmentCommentsBody(ResponseModel):
    """The comments on a segment, the earliest first."""

    comments: list[CommentBody]


class CommentListBody(ResponseModel):
    """Comments by segment, the earliest of each first."""

    comments: list[CommentBody]
    metadata: PageBody


class ReviewOutcomeBody(ResponseModel):
    """A segment after its review."""

    segment: SegmentBody
    comment: CommentBody | None = Field(description="With which it was returned")


class AcceptedSegmentsBody(ResponseModel):
    """What accepting several segments did."""

    segments: list[SegmentBody]
    kept: list[int] = Field(description="Not accepted: changed meanwhile, or translated by nobody yet")


class FirstPassDifferenceBody(ResponseModel):
    """A segment whose translation is another one than at the end of the first pass."""

    segment: SegmentBody
    first_target: str | None = Field(description="At the end of the first pass; null: none")
    edit_share: float = Field(description="How many of the words were edited, 0 to 1")


class FirstPassDifferencesBody(ResponseModel):
    """The segments that were changed since the end of the first pass, in reading order."""

    differences: list[FirstPassDifferenceBody]
    metadata: PageBody


def write_comment(comment: SegmentComment, names: ActorNames, *, reader: str) -> CommentBody:
    """A comment; `reader` is the actor who gets it."""
    error = comment.error
    return CommentBody(
        id=comment.id,
        segment=comment.number,
        version=comment.revision,
        text=comment.text,
        error=None if error is None else FoundErrorBody(category=error.category, severity=error.severity),
        created_at=write_time(comment.created),
        created_by=comment.actor,
        created_by_name=names.get(comment.actor),
        own=comment.actor == reader,
        resolved_at=write_time(comment.resolved),
        resolved_by=comment.resolved_by,
        resolved_by_name=names.get(comment.resolved_by or ""),
    )


def write_comments(
    comments: Sequence[SegmentComment], names: ActorNames, *, reader: str
) -> list[CommentBody]:
    """Comments."""
    return [write_comment(one, names, reader=reader) for one in comments]


def write_difference(found: FirstPassDifference, names: ActorNames) -> FirstPassDifferenceBody:
    """A difference to the first pass."""
    first = found.first_target
    return FirstPassDifferenceBody(
        segment=write_segment(found.segment, names),
        first_target=None if first is None else write_tagged_pair(found.segment, first)[1],
        edit_share=round(found.amount.share, 4),
    )

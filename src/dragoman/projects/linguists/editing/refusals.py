"""Why a change of segments is refused, each with its stable code."""

from __future__ import annotations

from dragoman.errors import Conflict, Forbidden, NotFound, RuleBroken
from dragoman.projects.segment_model import ProjectSegment


class SegmentMissing(NotFound):
    """The translation has no segment of this number."""

    code = "SEGMENT_NOT_FOUND"


class HandedBack(Conflict):
    """Its linguist has ended the work; managers can still change it."""

    code = "TRANSLATION_HANDED_BACK"


class NotHandedBack(Conflict):
    """Its translator has not ended the work, so that its review cannot begin."""

    code = "TRANSLATION_NOT_HANDED_BACK"


class ReviewForbidden(Forbidden):
    """Only the translation's reviewer and managers review."""

    code = "REVIEW_FORBIDDEN"


class NothingReturned(Conflict):
    """No segment was returned to the translator, so that there is nothing to do for them."""

    code = "NOTHING_RETURNED"


class FirstPassGoingOn(Conflict):
    """The translation was never handed back: there is no first pass to compare with."""

    code = "FIRST_PASS_NOT_ENDED"


class ReviewImpossible(Conflict):
    """No person has translated the segment, so that it cannot be accepted."""

    code = "SEGMENT_NOT_TRANSLATED"


class CommentInvalid(RuleBroken):
    """The comment is empty or too long."""

    code = "COMMENT_INVALID"


class CommentMissing(NotFound):
    """The translation has no such comment."""

    code = "COMMENT_NOT_FOUND"


class CommentOfOthers(Forbidden):
    """Somebody else has written the comment."""

    code = "COMMENT_OF_OTHERS"


class CommentResolved(Conflict):
    """The comment is resolved: it stays in the record."""

    code = "COMMENT_RESOLVED"


class ProjectHeld(Conflict):
    """The provider holds the project, and work on it stops."""

    code = "PROJECT_HELD"


class TargetInvalid(RuleBroken):
    """The target has codes that its source does not have, or codes in an impossible order."""

    code = "TARGET_INVALID"


class SuggestionUnusable(Conflict):
    """An engine has answered, but with nothing that can be the segment's translation."""

    code = "SUGGESTION_UNUSABLE"


class SearchInvalid(RuleBroken):
    """The regular expression cannot be read, or takes too long."""

    code = "SEARCH_INVALID"


class SegmentChanged(Conflict):
    """The segment was changed since the version that a change of it began from."""

    code = "SEGMENT_CHANGED"

    def __init__(self, current: ProjectSegment) -> None:
        super().__init__(
            f"Segment {current.number} was changed meanwhile: its version is {current.revision}. Nothing was "
            "saved.",
            hints="Compare both texts, then save the one that stays with the version of `current`.",
        )
        self.current = current


class SegmentLocked(Conflict):
    """A manager has locked the segment."""

    code = "SEGMENT_LOCKED"

    def __init__(self, number: int) -> None:
        super().__init__(f"Segment {number} is locked: nobody changes it until a manager unlocks it.")


class SegmentInUse(Conflict):
    """Somebody else has the segment open in an editor."""

    code = "SEGMENT_IN_USE"

    def __init__(self, number: int, actor: str) -> None:
        super().__init__(
            f"Somebody else has segment {number} open.",
            hints="Wait until they leave it, or save with `takeOver`.",
        )
        self.actor = actor


class VersionMissing(NotFound):
    """The segment has no such earlier version, or the translation no such change."""

    code = "VERSION_NOT_FOUND"

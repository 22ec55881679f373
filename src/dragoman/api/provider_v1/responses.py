"""Error answers of the provider's interface, for the OpenAPI document."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from dragoman.http.editing.segment_bodies import SegmentChangedBody
from dragoman.http.responses import PROTECTED, Problem, Responses, RuleProblem, refusal


class ConflictBody(Problem):
    """Why the state of the thing does not allow the request."""

    code: str = Field(description="Stable, for programs", examples=["EMAIL_TAKEN"])


STAFF: Final[Responses] = {
    **PROTECTED,
    400: refusal(
        "The request breaks rules: all of them are listed.", model=list[RuleProblem], name="RulesBroken"
    ),
    403: refusal(
        "The token lacks the scope, or the application the role.",
        name="ForbiddenForRole",
        detail="This needs the role manager.",
    ),
    409: refusal("The state of the thing does not allow this.", model=ConflictBody, name="Conflict"),
}

SEGMENT_CHANGED: Final[Responses] = {
    409: refusal(
        "The segment was changed meanwhile: `current` is what it is now. Or its state does not allow this.",
        model=SegmentChangedBody | ConflictBody,
        name="SegmentConflict",
    )
}

"""The shapes of the provider's interface that all its parts share, for the OpenAPI document."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from dragoman.api.responses import PROTECTED, Problem, Responses


class RuleProblem(BaseModel):
    """A rule that the request breaks (E4)."""

    code: str = Field(description="Stable, for programs", examples=["NAME_TAKEN"])
    message: str = Field(description="What is wrong, for people")
    hints: str = Field(description="What to do about it; may be empty")


NOT_FOUND: Final[Responses] = {404: {"model": Problem, "description": "There is no such thing."}}

STAFF: Final[Responses] = {
    **PROTECTED,
    400: {"model": list[RuleProblem], "description": "The request breaks rules: all of them are listed."},
    403: {"model": Problem, "description": "The token lacks the scope, or the application the role."},
    409: {"model": Problem, "description": "The state of the thing does not allow this."},
}

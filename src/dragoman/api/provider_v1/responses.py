"""Error answers of the provider's interface, for the OpenAPI document."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from dragoman.api.http.responses import PROTECTED, Problem, Responses, RuleProblem


class ConflictBody(Problem):
    """Why the state of the thing does not allow the request."""

    code: str = Field(description="Stable, for programs", examples=["EMAIL_TAKEN"])


STAFF: Final[Responses] = {
    **PROTECTED,
    400: {"model": list[RuleProblem], "description": "The request breaks rules: all of them are listed."},
    403: {"model": Problem, "description": "The token lacks the scope, or the application the role."},
    409: {"model": ConflictBody, "description": "The state of the thing does not allow this."},
}

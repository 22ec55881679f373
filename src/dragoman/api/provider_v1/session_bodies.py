"""Models of invitations and sessions for staff."""

from __future__ import annotations

from pydantic import Field

from dragoman.http.models import ResponseModel
from dragoman.sign_in.model import ListedSession, SignInMethod
from dragoman.timestamps import write_time


class InvitationBody(ResponseModel):
    """A link to send to the person; it is shown this once."""

    url: str
    expires_at: str


class SessionBody(ResponseModel):
    """Where a person is signed in."""

    id: int
    method: SignInMethod
    confirmed: bool = Field(description="False: the second factor has not been given yet")
    created_at: str
    seen_at: str = Field(description="When it was last in use, to the minute")
    user_agent: str
    address: str


class SessionListBody(ResponseModel):
    """Sessions, the latest in use first."""

    sessions: list[SessionBody]


def write_session(session: ListedSession) -> SessionBody:
    """A session on the wire."""
    written = {"created_at": write_time(session.created), "seen_at": write_time(session.seen)}
    shown = {name: getattr(session, name) for name in SessionBody.model_fields if name not in written}
    return SessionBody.model_validate({**shown, **written})

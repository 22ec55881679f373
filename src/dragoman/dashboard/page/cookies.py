"""The cookies of a browser: its session, a random value before there is one, and a message for the next page.

Over HTTPS their names begin with `__Host-`, so that no other host of the domain can set them (B6).
"""

from __future__ import annotations

import base64
import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

_SESSION: Final = "dragoman_session"
_BROWSER: Final = "dragoman_browser"
_MESSAGE: Final = "dragoman_message"
_DEVICE: Final = (
    "dragoman_device"  # tells that its owner signed in here before, which lifts limits on attempts
)
_OPENID: Final = "dragoman_openid"
_OPENID_SECONDS: Final = 600
_YEAR: Final = 365 * 24 * 3600
_LONGEST_MESSAGE: Final = 1000


def read_session_cookie(request: Request) -> str:
    """The token of the session; empty without one."""
    return request.cookies.get(_name(request, _SESSION), "")


def set_session_cookie(request: Request, response: Response, token: str) -> None:
    """Give the browser the token of its session, until it is closed. The server ends sessions by itself."""
    _set(request, response, _SESSION, token)
    _delete(request, response, _BROWSER)


def read_device_cookie(request: Request) -> str | None:
    """What an earlier sign-in left in the browser."""
    return request.cookies.get(_name(request, _DEVICE))


def set_device_cookie(request: Request, response: Response, token: str) -> None:
    """Remember that the session's owner signed in from this browser."""
    _set(request, response, _DEVICE, token, seconds=_YEAR)


def delete_session_cookie(request: Request, response: Response) -> None:
    """Take the session's token from the browser."""
    _delete(request, response, _SESSION)


def read_browser_cookie(request: Request) -> str:
    """The random value of a browser without a session; empty if it has none yet."""
    return request.cookies.get(_name(request, _BROWSER), "")


def new_browser_value() -> str:
    """A random value for a browser that has no session."""
    return secrets.token_urlsafe(24)


def set_browser_cookie(request: Request, response: Response, value: str) -> None:
    """Give the browser its random value."""
    _set(request, response, _BROWSER, value)


def set_openid_cookie(request: Request, response: Response, *, token: str, after: str) -> None:
    """Remember a sign-in by an identity provider that was begun, and where it goes on."""
    _set(request, response, _OPENID, f"{token}.{_encode(after)}", seconds=_OPENID_SECONDS)


def read_openid_cookie(request: Request) -> tuple[str, str]:
    """The token of a sign-in that was begun, and where it goes on; empty without one."""
    token, _, after = request.cookies.get(_name(request, _OPENID), "").partition(".")
    return token, _decode(after)


def delete_openid_cookie(request: Request, response: Response) -> None:
    """Forget a sign-in that was begun."""
    _delete(request, response, _OPENID)


def set_message(request: Request, response: Response, text: str) -> None:
    """Have the next page say what was done."""
    _set(request, response, _MESSAGE, _encode(text), seconds=60)


def read_message(request: Request) -> str:
    """What the page before has done; empty mostly."""
    return _decode(request.cookies.get(_name(request, _MESSAGE), ""))


def delete_message(request: Request, response: Response) -> None:
    """Forget the message, once it is shown."""
    if _name(request, _MESSAGE) in request.cookies:
        _delete(request, response, _MESSAGE)


def is_secure(request: Request) -> bool:
    """Whether the service is reached over HTTPS."""
    issuer: str = request.app.state.issuer
    return issuer.startswith("https://")


def _encode(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode("utf-8", "replace")[:_LONGEST_MESSAGE]).decode("ascii")


def _decode(encoded: str) -> str:
    """The text of a cookie; empty for one that is not ours."""
    try:
        return base64.urlsafe_b64decode(encoded).decode("utf-8", "ignore")
    except ValueError:
        return ""


def _name(request: Request, name: str) -> str:
    return f"__Host-{name}" if is_secure(request) else name


def _set(request: Request, response: Response, name: str, value: str, *, seconds: int | None = None) -> None:
    response.set_cookie(
        _name(request, name),
        value,
        max_age=seconds,
        path="/",
        httponly=True,
        secure=is_secure(request),
        samesite="lax",
    )


def _delete(request: Request, response: Response, name: str) -> None:
    response.delete_cookie(
        _name(request, name), path="/", httponly=True, secure=is_secure(request), samesite="lax"
    )

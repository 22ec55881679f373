"""Protection against forged requests (B7): where a form was sent from, and the token in it.

The token belongs to the browser's session, or to the random cookie that a browser has before it signs in.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from starlette.requests import Request

from dragoman.access.keyring import Keyring
from dragoman.errors import Forbidden

FIELD: Final = "csrf"
HEADER: Final = "x-csrf-token"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_PURPOSE: Final = "csrf tokens"
_OWN_SITE: Final = frozenset({"same-origin", "none"})


class RequestForged(Forbidden):
    """A form was sent from another site, or without the token of this browser."""

    code = "REQUEST_FORGED"


def make_csrf_token(keyring: Keyring, *, browser: str) -> str:
    """The token for the secret cookie of a browser. It stays the same while that cookie does."""
    return _token(keyring, keyring.current_id, browser)


def require_own_origin(request: Request, *, origin: str) -> None:
    """Refuse a request that a page of another site makes, before its body is read. Raises `RequestForged`.

    `origin` is where the service is reached, such as "https://translate.example.com".
    """
    site = request.headers.get("sec-fetch-site")
    sent = request.headers.get("origin")
    is_own = sent is None or sent in {origin, f"{request.url.scheme}://{request.headers.get('host', '')}"}
    if not is_own or (site is not None and site not in _OWN_SITE):
        raise RequestForged("This form was sent from another site. Open the page here, and send it again.")


def require_csrf_token(keyring: Keyring, *, browser: str, sent: str) -> None:
    """Check the token of a form. Raises `RequestForged`."""
    wanted = (_token(keyring, key_id, browser) for key_id in keyring.ids)
    if not browser or not any(hmac.compare_digest(one.encode(), sent.encode()) for one in wanted):
        raise RequestForged(
            "This form is from an earlier session. Nothing was changed. Load the page again, then send it."
        )


def _token(keyring: Keyring, key_id: str, browser: str) -> str:
    key = keyring.derive(key_id, _PURPOSE)
    return hmac.new(key, browser.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

"""The secret that a browser keeps between the two steps of a sign-in: only its hash is stored."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_BYTES: Final = 32


def new_browser_token() -> str:
    """A random secret of 43 characters, good for cookies, forms and addresses."""
    return secrets.token_urlsafe(_BYTES)


def hash_browser_token(token: str) -> bytes:
    """What is stored of it; it has 256 bits, so that no slow hash is needed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()

"""Codes of a second factor: six digits of an authenticator app, and recovery codes. Pure functions."""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import re
import secrets
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, urlencode

import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from dragoman.access.keyring import Keyring

SECRET_BYTES: Final = 20  # as RFC 4226 recommends, and what every app can read
RECOVERY_CODES: Final = 10
_STEP_SECONDS: Final = 30
_DIGITS: Final = 6
_SLIP: Final = 1  # steps that a telephone's clock may be wrong, and that typing may take
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
_HALF: Final = 5  # characters: 49 bits in a code
_PEPPER: Final = "recovery code pepper"


def find_step(secret: bytes, code: str, *, now: float) -> int | None:
    """The time step that a code belongs to, of those that count at an epoch second; None: it is wrong."""
    # Apps know SHA-1 only; HMAC with it is not weakened by collisions. Comparing all takes the same time.
    generator = TOTP(secret, _DIGITS, SHA1(), _STEP_SECONDS, enforce_key_length=False)  # noqa: S303
    current = int(now) // _STEP_SECONDS
    steps = range(current - _SLIP, current + _SLIP + 1)
    expected = [generator.generate(step * _STEP_SECONDS) for step in steps]
    typed = code.encode("utf-8", "replace")
    matching = [step for step, one in zip(steps, expected, strict=True) if hmac.compare_digest(one, typed)]
    return max(matching, default=None)


def normalize_code(typed: str) -> str:
    """A code without the spaces and hyphens that make it readable, in lower case."""
    return re.sub(r"[\s-]+", "", typed[:100]).lower()


def is_app_code(code: str) -> bool:
    """Whether a normalized code is one of an app, and not a recovery code."""
    return len(code) == _DIGITS and code.isascii() and code.isdecimal()


def show_secret(secret: bytes) -> str:
    """The secret as apps let people type it: base32 in groups of four."""
    text = base64.b32encode(secret).decode()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def otpauth_url(secret: bytes, *, email: str, issuer: str = "Dragoman") -> str:
    """The address that apps read from a QR code."""
    label = f"{quote(issuer, safe='')}:{quote(email, safe='@')}"
    key = base64.b32encode(secret).decode().rstrip("=")
    return f"otpauth://totp/{label}?{urlencode({'secret': key, 'issuer': issuer}, quote_via=quote)}"


def qr_svg(text: str) -> str:
    """A QR code as an SVG element, drawn by attributes: a strict content security policy allows it.

    Dark on white whatever the theme, because scanners need it; the class is `qr`.
    """
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(
        out, kind="svg", xmldecl=False, nl=False, light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return out.getvalue().decode()


def new_recovery_codes() -> list[str]:
    """Random codes, in two groups that can be read aloud."""
    return [f"{_random_half()}-{_random_half()}" for _ in range(RECOVERY_CODES)]


def hash_recovery_code(keyring: Keyring, code: str, *, user_id: int) -> bytes:
    """What is stored of a normalized code: a keyed hash, because 49 bits can be tried out."""
    return _hash(keyring, keyring.current_id, code, user_id)


def possible_hashes(keyring: Keyring, code: str, *, user_id: int) -> Sequence[bytes]:
    """What could be stored of a normalized code, by each master key."""
    return [_hash(keyring, key_id, code, user_id) for key_id in keyring.ids]


def _random_half() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_HALF))


def _hash(keyring: Keyring, key_id: str, code: str, user_id: int) -> bytes:
    message = f"{user_id}\0{code}".encode("utf-8", "surrogatepass")
    return hmac.new(keyring.derive(key_id, _PEPPER), message, hashlib.sha256).digest()

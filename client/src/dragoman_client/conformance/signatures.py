"""RS256 of access tokens, by the standard library: signatures are verified (RFC 8017 8.2.2)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

# The DER of DigestInfo for SHA-256, without the digest.
_DIGEST_INFO: Final = bytes.fromhex("3031300d060960864801650304020105000420")


def read_token(token: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Header and claims of a JWT, not verified. Raises ValueError for what is none."""
    header, claims, _ = token.split(".")
    return json.loads(_decode(header)), json.loads(_decode(claims))


def is_signed_by(token: str, keys: Sequence[Mapping[str, Any]]) -> bool:
    """Whether one of the keys of a JWKS (RSA) signed a token by RS256."""
    signed, _, signature = token.rpartition(".")
    header = json.loads(_decode(token.partition(".")[0]))
    kept = [one for one in keys if one.get("kty") == "RSA" and one.get("kid") == header.get("kid")]
    digest = hashlib.sha256(signed.encode("ascii")).digest()
    return any(_fits(_decode(signature), digest, one) for one in kept)


def _fits(signature: bytes, digest: bytes, key: Mapping[str, Any]) -> bool:
    modulus = int.from_bytes(_decode(key["n"]))
    exponent = int.from_bytes(_decode(key["e"]))
    size = (modulus.bit_length() + 7) // 8
    if len(signature) != size:
        return False
    opened = pow(int.from_bytes(signature), exponent, modulus).to_bytes(size)
    padding = b"\xff" * (size - len(_DIGEST_INFO) - len(digest) - 3)
    return opened == b"\x00\x01" + padding + b"\x00" + _DIGEST_INFO + digest


def _decode(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError(str(error)) from None

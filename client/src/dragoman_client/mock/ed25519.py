"""Ed25519 signatures (RFC 8032, 5.1) in plain Python: webhooks have one beside that of their secret.

It takes milliseconds and is not protected against who measures time: its keys are those of a mock.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P

# Points have extended coordinates x, y, z, t (RFC 8032, 5.1.4).
_Point = tuple[int, int, int, int]

_BASE_Y: Final = 4 * pow(5, -1, _P) % _P
_BASE_X: Final = 15112221349535400772501151409588531511454012693041857206046113283949847762202
_BASE: Final[_Point] = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _P)
_ZERO: Final[_Point] = (0, 1, 1, 0)


@dataclass(frozen=True)
class SigningKey:
    """A private key of 32 bytes."""

    seed: bytes

    @cached_property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return _encode(_multiply(self._halves[0], _BASE))

    @cached_property
    def _halves(self) -> tuple[int, bytes]:
        digest = hashlib.sha512(self.seed).digest()
        scalar = int.from_bytes(digest[:32], "little")
        return scalar & (1 << 254) - 8 | 1 << 254, digest[32:]

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes."""
        scalar, prefix = self._halves
        nonce = _hash_number(prefix + message)
        point = _encode(_multiply(nonce, _BASE))
        answer = (nonce + _hash_number(point + self.public + message) * scalar) % _ORDER
        return point + answer.to_bytes(32, "little")


def _hash_number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha512(data).digest(), "little") % _ORDER


def _add(one: _Point, other: _Point) -> _Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(scalar: int, point: _Point) -> _Point:
    result = _ZERO
    while scalar:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _encode(point: _Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")

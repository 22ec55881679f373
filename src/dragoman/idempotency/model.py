"""A request that may be repeated, and the answer that its repeats get."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from dragoman.errors import FieldProblem, Malformed, RuleBroken

HEADER: Final = "Idempotency-Key"
KEPT_FOR: Final = timedelta(hours=24)

_KEY: Final = re.compile(r"[\x20-\x7e]{1,255}")


class KeyReused(RuleBroken):
    """The key was used for a request with another body."""

    code = "IDEMPOTENCY_KEY_REUSED"


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatableRequest:
    """What a repeat is known by. Raises `Malformed` for a key that cannot be one."""

    application_id: int
    method: str  # in capitals
    path: str
    key: str = field(repr=False)  # as the client sent it
    body_hash: bytes = field(repr=False)  # of everything that decides on the effect

    def __post_init__(self) -> None:
        check_key(self.key)

    def digest(self) -> bytes:
        """A digest of 32 bytes of application, method, path and key."""
        parts = (str(self.application_id), self.method, self.path, self.key)
        return hashlib.sha256("\0".join(f"{len(part)}:{part}" for part in parts).encode()).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """An answer to repeat. It is stored in the database for a day: ids, never text of documents."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)  # those that matter, such as Location


def check_key(key: str) -> str:
    """Check a key: 1 to 255 printable ASCII characters. Raises `Malformed`."""
    if _KEY.fullmatch(key) is None:
        problem = FieldProblem(
            location=("header", HEADER),
            message="Write 1 to 255 printable ASCII characters, such as a UUID",
            kind="idempotency_key",
        )
        raise Malformed([problem])
    return key

"""What verbs of signing in work with that open their own transactions, tokens, and the audit log."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Any, Final

from dragoman.access.keyring import Keyring
from dragoman.accounts.model import User
from dragoman.audit.actions import record
from dragoman.audit.model import AuditEvent
from dragoman.database.connections import Database, Transaction
from dragoman.settings import Settings

_TOKEN_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInTools:
    """Database, master keys and settings. Passwords are hashed while no transaction is open."""

    database: Database
    keyring: Keyring
    settings: Settings


def new_token() -> str:
    """256 random bits, in characters that addresses and cookies carry unchanged."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hash_token(token: str) -> bytes:
    """What is stored of a token. It has 256 random bits, so that a quick hash is as safe as a slow one."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


async def record_event(tx: Transaction, action: str, user: User, *, actor: str = "", **details: Any) -> None:
    """Add an entry about a person to the audit log; without an actor they did it themselves."""
    event = AuditEvent(
        actor=actor or f"user:{user.id}",
        action=action,
        subject=f"user:{user.id}",
        account_id=user.account_id,
        details=details,
    )
    await record(tx, event)

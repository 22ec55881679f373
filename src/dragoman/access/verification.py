"""Verify an application's credentials: for access tokens, and for interfaces that read the secret itself."""

from __future__ import annotations

from typing import Final

from dragoman.access import secrets
from dragoman.access.brute_force import open_attempt, record_failure, record_success
from dragoman.access.identity import Identity
from dragoman.access.model import REFUSALS
from dragoman.access.store import StoredCredentials
from dragoman.errors import Unauthenticated

_UNKNOWN_CLIENT: Final = "-"  # cannot be a client id; looked up in its place


async def verify_client(
    identity: Identity, *, client_id: str, client_secret: str, address: str
) -> StoredCredentials:
    """The application whose credentials these are.

    An unknown id and a wrong secret take the same steps and end alike. `address` is where they come from.
    Raises `Unauthenticated` for both and for what is disabled or over, and `TooManyGuesses` where that
    happened too often.
    """
    known = client_id if secrets.may_be_client_id(client_id) else _UNKNOWN_CLIENT
    attempt = await open_attempt(identity, client_id=client_id, looked_up=known, address=address)
    found = attempt.credentials
    genuine = secrets.verify_client_secret(
        identity.keyring,
        client_id=client_id,
        secret=client_secret,
        stored=None if found is None else found.secret_hash,
    )
    if found is None or not genuine:
        identity.metrics.refusals.labels("credentials").inc()
        await record_failure(identity, attempt)
        raise Unauthenticated("Unknown client, or wrong client secret.")
    if found.refusal is not None:
        identity.metrics.refusals.labels("credentials").inc()
        raise Unauthenticated(REFUSALS[found.refusal])
    await record_success(identity, attempt)
    return found

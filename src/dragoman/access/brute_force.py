"""Limit guesses at client secrets (A10): how many wrong ones a client id and an address may send.

`count_request` limits what needs no secret by the same rate.

Wrong credentials count for the pair of client id and address, known or not, and for the address. Over either
rate, credentials are refused without verification. Only pairs that got a token within `_KNOWN_FOR` are always
verified, so that an attacker cannot lock out the owner. All processes share the counts in the database.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from dragoman.access.identity import Identity
from dragoman.access.store import StoredCredentials, read_credentials
from dragoman.database.connections import fetch_rows
from dragoman.errors import TooManyRequests
from dragoman.settings import Rate

_KNOWN_FOR: Final = timedelta(days=7)
KNOWN_AGAIN: Final = timedelta(hours=1)  # a success is recorded at most this often
_KEY_BYTES: Final = 16

_FIND: Final = (
    "select c.*, b.pair_wait, b.address_wait, b.succeeded "
    "from token_brake(%(pair)s, %(address)s, %(pair_calls)s, %(pair_seconds)s, %(address_calls)s, "
    "%(address_seconds)s) b "
    "left join find_credentials(%(client_id)s, %(trial_days)s, %(clock_offset)s) c on true"
)
_FAILED: Final = (
    "select record_token_failure(%(pair)s, %(address)s, %(pair_calls)s, %(pair_seconds)s, "
    "%(address_calls)s, %(address_seconds)s)"
)
_WAIT: Final = (
    "select pair_wait from token_brake(%(pair)s, %(address)s, %(pair_calls)s, %(pair_seconds)s, 0, 0)"
)
_SUCCEEDED: Final = "select record_token_success(%(pair)s, %(keep)s), record_application_use(%(application)s)"


class TooManyGuesses(TooManyRequests):
    """Wrong credentials were sent too often; `rate` is the one that is used up."""

    def __init__(self, *, rate: Rate, wait: float) -> None:
        super().__init__("Too many wrong credentials. Wait, then try again.", retry_after=wait)
        self.rate = rate


class TooManyAsked(TooManyRequests):
    """Requests that need no credentials came too often from one address; `rate` is what is used up."""

    def __init__(self, *, rate: Rate, wait: float) -> None:
        super().__init__("Too many requests from this address. Wait, then try again.", retry_after=wait)
        self.rate = rate


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialCheck:
    """Credentials that may be verified, and what is known of their client at this address."""

    credentials: StoredCredentials | None  # None: there is no such client
    values: dict[str, Any]
    known_since: float | None  # seconds since the pair's last success that is on record
    refusal: TooManyGuesses | None  # what wrong credentials get


async def open_attempt(
    identity: Identity, *, client_id: str, looked_up: str, address: str
) -> CredentialCheck:
    """Look a client up for one attempt from an address. One statement, which writes nothing.

    `looked_up` is the id that may exist. Raises `TooManyGuesses`, the same for each id, known or not.
    """
    pair_rate, address_rate = identity.settings.token_failures, identity.settings.token_address_failures
    values = attempt_values(identity, client_id=client_id, looked_up=looked_up, address=address)
    (row,) = await fetch_rows(identity.database, _FIND, values)
    known = row.succeeded is not None and row.succeeded < _KNOWN_FOR.total_seconds()
    refusal = None
    if pair_rate is not None and row.pair_wait > 0:
        refusal = TooManyGuesses(rate=pair_rate, wait=row.pair_wait)
    elif address_rate is not None and row.address_wait > 0:
        refusal = TooManyGuesses(rate=address_rate, wait=row.address_wait)
    if refusal is not None and not known:
        raise _counted(identity, refusal)
    return CredentialCheck(
        credentials=None if row.application_id is None else read_credentials(row),
        values=values,
        known_since=row.succeeded,
        refusal=refusal,
    )


async def count_request(identity: Identity, *, kind: str, address: str) -> None:
    """Count a request without credentials: an address may send as many of a kind as wrong credentials.

    Raises `TooManyAsked`; the request then counts for nothing.
    """
    rate = identity.settings.token_failures
    if rate is None:
        return
    values = attempt_values(identity, client_id="", looked_up="", address=address)
    values |= {"pair": _digest("request", kind, address), "address_calls": 0}
    (row,) = await fetch_rows(identity.database, _FAILED, values)
    if not row[0]:
        (row,) = await fetch_rows(identity.database, _WAIT, values)
        identity.metrics.refusals.labels("guessing").inc()
        raise TooManyAsked(rate=rate, wait=max(row.pair_wait, 1))


def attempt_values(identity: Identity, *, client_id: str, looked_up: str, address: str) -> dict[str, Any]:
    """The parameters of statements that look up a client and its attempts from an address."""
    pair_rate, address_rate = identity.settings.token_failures, identity.settings.token_address_failures
    return {
        "pair": _digest("pair", client_id, address),
        "address": _digest("address", address),
        "pair_calls": pair_rate.calls if pair_rate else 0,
        "pair_seconds": pair_rate.seconds if pair_rate else 0,
        "address_calls": address_rate.calls if address_rate else 0,
        "address_seconds": address_rate.seconds if address_rate else 0,
        "client_id": looked_up,
        "trial_days": identity.settings.trial_days,
        "clock_offset": identity.database.clock_offset,
    }


async def record_failure(identity: Identity, attempt: CredentialCheck) -> None:
    """Count wrong credentials. Raises `TooManyGuesses` when there were too many already."""
    if attempt.refusal is not None:
        raise _counted(identity, attempt.refusal)
    (row,) = await fetch_rows(identity.database, _FAILED, attempt.values)
    rate = identity.settings.token_failures or identity.settings.token_address_failures
    if not row[0] and rate is not None:  # others used the quota up meanwhile
        raise _counted(identity, TooManyGuesses(rate=rate, wait=rate.seconds / rate.calls))


async def record_success(identity: Identity, attempt: CredentialCheck) -> None:
    """Record that this client authenticated from this address, and with it that the application is in use."""
    since = attempt.known_since
    found = attempt.credentials
    if found is not None and (since is None or since > KNOWN_AGAIN.total_seconds()):
        values = {
            "pair": attempt.values["pair"],
            "keep": _KNOWN_FOR,
            "application": found.application_id,
        }
        await fetch_rows(identity.database, _SUCCEEDED, values)


def _counted(identity: Identity, refusal: TooManyGuesses) -> TooManyGuesses:
    identity.metrics.refusals.labels("guessing").inc()
    return refusal


def _digest(*words: str) -> bytes:
    text = "\0".join(words).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).digest()[:_KEY_BYTES]

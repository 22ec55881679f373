"""Whether a call may proceed: one statement reads the application's state and counts the call (E6).

Nothing about applications is kept in the process, so disabling one holds from the next call on, everywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any, Final

from dragoman.access.identity import Identity
from dragoman.access.model import (
    REFUSALS,
    AccessScope,
    Admission,
    Bucket,
    Caller,
    RateState,
    TokenClaims,
    format_scopes,
)
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import fetch_rows
from dragoman.errors import Forbidden, TooManyRequests, Unauthenticated
from dragoman.settings import Rate, Settings

_ADMIT: Final = (
    "select * from admit(%(client_id)s, %(scopes)s::text[], %(generation)s, %(issued_at)s, %(bucket)s, "
    "%(rate_calls)s::integer[], %(rate_seconds)s::integer[], %(wait_seconds)s, %(trial_days)s, "
    "%(clock_offset)s)"
)
_FIND_REFUSED: Final = (
    "select n from unnest(%(clients)s::text[], %(generations)s::integer[], %(issued)s::bigint[]) "
    "with ordinality as token (client_id, generation, issued_at, n), "
    "lateral admit(client_id, %(scopes)s::text[], generation, token.issued_at, null, null, null, 0, "
    "%(trial_days)s, %(clock_offset)s) as found where found.refusal is not null"
)
_NEVER_REVOKED: Final = 2**62  # issued after any revocation, as no token is
_KINDS: Final = (AccountKind.SANDBOX, AccountKind.TRIAL, AccountKind.PRODUCTION)  # the function's order


class OverLimit(TooManyRequests):
    """The application has used up its rate limit; `rate` is its state."""

    def __init__(self, rate: RateState) -> None:
        super().__init__(
            f"Too many calls: {rate.rate.calls} in {rate.rate.seconds} s are allowed. Wait, then retry.",
            retry_after=rate.wait,
        )
        self.rate = rate


class ScopeMissing(Forbidden):
    """The token is valid but lacks a scope; any one of `scopes` would suffice."""

    def __init__(self, scopes: Collection[AccessScope]) -> None:
        names = format_scopes(scopes).replace(" ", " or ")
        super().__init__(f"The access token lacks the scope {names}.")
        self.scopes = frozenset(scopes)


async def admit(
    identity: Identity, claims: TokenClaims, *, scopes: Collection[AccessScope], bucket: Bucket | None
) -> Admission:
    """Admit a call that needs any one of `scopes`, and count it in `bucket` (None: it is not counted).

    Sleeps when the call is over the limit and the settings let it wait. Raises `Unauthenticated` (application
    or account unknown, disabled, over, revoked), then `ScopeMissing`, then `OverLimit`.
    """
    useful = [scope for scope in scopes if claims.scopes is None or scope in claims.scopes]
    values = admission_values(identity, claims, useful, bucket)
    (row,) = await fetch_rows(identity.database, _ADMIT, values)
    return await admit_row(identity, row, claims, scopes=scopes)


async def admit_row(
    identity: Identity, row: Any, claims: TokenClaims, *, scopes: Collection[AccessScope]
) -> Admission:
    """The admission that a row of the database's function grants. Sleeps and raises as `admit` does."""
    if row.refusal in REFUSALS:
        raise Unauthenticated(REFUSALS[row.refusal])
    if row.refusal == "scope":
        raise ScopeMissing(scopes)
    rate = _rate_state(row)
    if row.refusal == "limited" and rate is not None:
        identity.metrics.refusals.labels("rate_limit").inc()
        raise OverLimit(rate)
    if rate is not None and rate.wait:
        await asyncio.sleep(rate.wait)
    return Admission(caller=_caller(row, claims), rate=rate)


async def find_refused(
    identity: Identity, claims: Sequence[TokenClaims], *, scope: AccessScope
) -> frozenset[int]:
    """The places of those claims that would not be admitted now; no call is counted.

    For answers that go on for long. It does not know whether tokens have expired.
    """
    values = {
        "clients": [one.client_id for one in claims],
        "generations": [one.generation for one in claims],
        "issued": [one.issued_at for one in claims],
        "scopes": f"{{{scope}}}",
        "trial_days": identity.settings.trial_days,
        "clock_offset": identity.database.clock_offset,
    }
    return frozenset(row.n - 1 for row in await fetch_rows(identity.database, _FIND_REFUSED, values))


async def admit_person(identity: Identity, caller: Caller, *, bucket: Bucket) -> RateState | None:
    """Admit what a person does through their account's built-in application as a call of it (E6).

    So a page is no way around the application's rate limit. Tokens do not matter: neither their scopes nor
    their revocation. Returns the limit's state, None without one. Raises what `admit` raises.
    """
    claims = claims_without_token(caller.client_id)
    return (await admit(identity, claims, scopes=caller.scopes, bucket=bucket)).rate


async def admit_client(
    identity: Identity, client_id: str, *, scopes: Collection[AccessScope], bucket: Bucket | None
) -> Admission:
    """Admit a call of an application whose secret was just verified, with all of the application's scopes.

    Raises what `admit` raises.
    """
    return await admit(identity, claims_without_token(client_id), scopes=scopes, bucket=bucket)


def claims_without_token(client_id: str) -> TokenClaims:
    """Claims that no token makes: good for all that the application is, and never revoked."""
    return TokenClaims(
        client_id=client_id, scopes=None, generation=None, issued_at=_NEVER_REVOKED, expires_at=None
    )


def admission_values(
    identity: Identity, claims: TokenClaims, scopes: Collection[AccessScope], bucket: Bucket | None
) -> dict[str, Any]:
    """The parameters of a statement that calls the database's function `admit`."""
    settings = identity.settings
    rates = [_default_rate(settings, kind, bucket) for kind in _KINDS]
    return {
        "client_id": claims.client_id,
        "scopes": f"{{{','.join(scopes)}}}",  # as text: psycopg is slow at lists
        "generation": claims.generation,
        "issued_at": claims.issued_at,
        "bucket": bucket,
        "rate_calls": f"{{{','.join(str(rate.calls if rate else 0) for rate in rates)}}}",
        "rate_seconds": f"{{{','.join(str(rate.seconds if rate else 0) for rate in rates)}}}",
        "wait_seconds": settings.rate_limit_wait_seconds,
        "trial_days": settings.trial_days,
        "clock_offset": identity.database.clock_offset,
    }


def _default_rate(settings: Settings, kind: AccountKind, bucket: Bucket | None) -> Rate | None:
    if bucket is Bucket.PROJECTS:
        return settings.rate_limit_projects
    return {
        AccountKind.SANDBOX: settings.rate_limit_sandbox,
        AccountKind.TRIAL: settings.rate_limit_trial,
        AccountKind.PRODUCTION: settings.rate_limit_production,
    }[kind]


def _rate_state(row: Any) -> RateState | None:
    if row.rate_calls is None:
        return None
    return RateState(rate=Rate(calls=row.rate_calls, seconds=row.rate_seconds), backlog=row.backlog)


def _caller(row: Any, claims: TokenClaims) -> Caller:
    scopes = frozenset(AccessScope(scope) for scope in row.scopes)
    return Caller(
        account_id=row.account_id,
        account_kind=AccountKind(row.account_kind),
        application_id=row.application_id,
        client_id=claims.client_id,
        scopes=scopes if claims.scopes is None else scopes & claims.scopes,
    )

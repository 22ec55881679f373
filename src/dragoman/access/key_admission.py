"""Admission of calls that send an application's secret each time, as clients of other services do (A8, A10).

Whoever showed the secret from the same address within the last hour is verified and admitted in one
statement, which takes as long as with a token. All others are verified first, as at the token endpoint.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from dragoman.access import secrets
from dragoman.access.admission import admission_values, admit_client, admit_row, claims_without_token
from dragoman.access.brute_force import KNOWN_AGAIN, attempt_values
from dragoman.access.identity import Identity
from dragoman.access.model import AccessScope, Admission, Bucket, ClientCredentials
from dragoman.access.verification import verify_client
from dragoman.database.connections import fetch_rows

# The inner query comes first ("offset 0"): `admit` counts the call, so it must not run for a wrong secret.
_ADMIT_KNOWN: Final = (
    "select a.* from (select c.client_id from token_brake(%(pair)s, %(address)s, %(pair_calls)s, "
    "%(pair_seconds)s, %(address_calls)s, %(address_seconds)s) b "
    "join find_credentials(%(client_id)s, %(trial_days)s, %(clock_offset)s) c "
    "on c.secret_hash = %(secret_hash)s and c.refusal is null "
    "where b.succeeded < %(known_seconds)s offset 0) k, "
    "lateral admit(k.client_id, %(scopes)s::text[], %(generation)s, %(issued_at)s, %(bucket)s, "
    "%(rate_calls)s::integer[], %(rate_seconds)s::integer[], %(wait_seconds)s, %(trial_days)s, "
    "%(clock_offset)s) a"
)


async def admit_key(
    identity: Identity,
    credentials: ClientCredentials,
    *,
    address: str,
    scopes: Collection[AccessScope],
    bucket: Bucket | None,
) -> Admission:
    """Verify an application's credentials, sent from an address, and admit its call with all of its scopes.

    Nothing is kept in the process: a secret that was replaced is refused at the next call. Raises what
    `verify_client` and `admit` raise.
    """
    claims = claims_without_token(credentials.id)
    values = {
        **attempt_values(identity, client_id=credentials.id, looked_up=credentials.id, address=address),
        **admission_values(identity, claims, list(scopes), bucket),
        "secret_hash": secrets.hash_client_secret(
            identity.keyring, client_id=credentials.id, secret=credentials.secret
        ),
        "known_seconds": KNOWN_AGAIN.total_seconds(),
    }
    if secrets.may_be_client_id(credentials.id):
        rows = await fetch_rows(identity.database, _ADMIT_KNOWN, values)
        if rows:
            return await admit_row(identity, rows[0], claims, scopes=scopes)
    await verify_client(identity, client_id=credentials.id, client_secret=credentials.secret, address=address)
    return await admit_client(identity, credentials.id, scopes=scopes, bucket=bucket)

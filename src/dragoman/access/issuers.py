"""External identity providers whose tokens are accepted (A5): their keys, and what their claims mean here.

A token chooses its entry by its unverified `iss`, and is then verified with that entry only. Keys come from
the address in the provider's own discovery document (OIDC), never from one that a token names.
"""

from __future__ import annotations

import asyncio
import time
import warnings
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import orjson
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import ECKey, JWKRegistry, OKPKey, RSAKey

from dragoman.access.model import TokenClaims
from dragoman.access.tokens import (
    ALGORITHMS,
    PublicKey,
    UnverifiedToken,
    check_times,
    is_text,
    read_audiences,
    refuse,
    verify_signature,
)
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import ExternalIssuer
from dragoman.telemetry import log

if TYPE_CHECKING:
    import httpx2

_DISCOVERY: Final = "/.well-known/openid-configuration"
_MAX_BYTES: Final = 512 * 1024
_MAX_KEYS: Final = 100
_FETCH_SECONDS: Final = 5.0
_UNKNOWN_KEY_SECONDS: Final = 60.0  # an unknown `kid` makes us look again at most this often
_NO_KEYS_SECONDS: Final = 5.0  # while there are no keys at all, more often
_FRESH_SECONDS: Final = 3600.0  # older keys are fetched again, so that withdrawn ones go
_STALE_SECONDS: Final = 86_400.0  # with the provider away, keys serve so long
_MIN_RSA_BITS: Final = 2048


class IssuerKeys:
    """The published keys of one provider, fetched when needed and kept while it is away."""

    def __init__(
        self, issuer: str, client: httpx2.AsyncClient, *, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._issuer = issuer
        self._client = client
        self._monotonic = monotonic
        self._keys: Mapping[str, PublicKey] = {}
        self._fetched_at = float("-inf")
        self._tried_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def find(self, key_id: str | None) -> PublicKey | None:
        """The key of that id; without an id the only key there is. None when the provider has none such.

        Raises `Unavailable` while no keys younger than a day are known.
        """
        waiting = self._fetching.locked() and self._misses(key_id)
        if self._lacks(key_id) or waiting:
            async with self._fetching:
                if self._lacks(key_id):
                    await self._try_fetch()
        if self._age() > _STALE_SECONDS:
            raise Unavailable("The identity provider of this access token cannot be reached.", retry_after=5)
        return self._look_up(key_id)

    def _lacks(self, key_id: str | None) -> bool:
        """Whether the provider should be asked now."""
        waited = self._monotonic() - self._tried_at
        if self._age() > _STALE_SECONDS:
            return waited > _NO_KEYS_SECONDS
        return waited > _UNKNOWN_KEY_SECONDS and (self._age() > _FRESH_SECONDS or self._misses(key_id))

    def _misses(self, key_id: str | None) -> bool:
        return self._age() > _STALE_SECONDS or self._look_up(key_id) is None

    def _age(self) -> float:
        return self._monotonic() - self._fetched_at

    def _look_up(self, key_id: str | None) -> PublicKey | None:
        if key_id is not None:
            return self._keys.get(key_id)
        return next(iter(self._keys.values())) if len(self._keys) == 1 else None

    async def _try_fetch(self) -> None:
        import httpx2  # noqa: PLC0415 - see `open_external_issuers`

        self._tried_at = self._monotonic()
        try:
            async with asyncio.timeout(_FETCH_SECONDS):
                keys = await self._fetch()
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            log().warning(
                "issuer.unreachable", issuer=self._issuer, reason=f"{type(error).__name__}: {error}"
            )
            return
        log().info("issuer.keys_fetched", issuer=self._issuer, keys=len(keys))
        self._keys, self._fetched_at = keys, self._monotonic()

    async def _fetch(self) -> Mapping[str, PublicKey]:
        """Discovery, then the key set it names. Raises ValueError for documents that cannot be used."""
        document = await self._get_object(self._issuer.rstrip("/") + _DISCOVERY)
        if document.get("issuer") != self._issuer:
            raise ValueError("the discovery document is another issuer's")
        address = document.get("jwks_uri")
        if not isinstance(address, str) or not _is_safe(address):
            raise ValueError("the discovery document names no acceptable jwks_uri")
        entries = (await self._get_object(address)).get("keys")
        if not isinstance(entries, list):
            raise ValueError("the key set has no keys")
        return _read_keys(entry for entry in entries[:_MAX_KEYS] if isinstance(entry, dict))

    async def _get_object(self, address: str) -> dict[str, Any]:
        body = bytearray()
        async with self._client.stream("GET", address, headers={"Accept": "application/json"}) as response:
            if response.status_code != HTTPStatus.OK:
                raise ValueError(f"status {response.status_code}")
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > _MAX_BYTES:
                    raise ValueError(f"more than {_MAX_BYTES} bytes")
        value = orjson.loads(body)
        if not isinstance(value, dict):
            raise ValueError("not a JSON object")
        return value


class ExternalIssuers:
    """All providers of the settings."""

    def __init__(
        self,
        entries: Iterable[ExternalIssuer],
        client: httpx2.AsyncClient | None,  # needed when there are entries
        *,
        own_issuer: str,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._entries: dict[str, tuple[ExternalIssuer, IssuerKeys]] = {}
        for entry in entries:
            assert client is not None
            _check_entry(entry, taken={*self._entries, own_issuer})
            self._entries[entry.issuer] = (entry, IssuerKeys(entry.issuer, client, monotonic=monotonic))

    async def verify(self, token: UnverifiedToken, *, now: float) -> TokenClaims | None:
        """The claims of a token of one of them; None when none of them is its `iss`.

        Raises `Unauthenticated`, and `Unavailable` while the provider's keys cannot be had.
        """
        issuer = token.payload.get("iss")
        found = self._entries.get(issuer) if isinstance(issuer, str) else None
        if found is None:
            return None
        entry, keys = found
        _check_type(token, entry)
        if token.header.get("alg") not in entry.algorithms:
            refuse("The access token is signed by an algorithm that is not accepted.")
        if "kid" in token.header and token.key_id is None:
            refuse("The access token's header is not acceptable.")
        key = await keys.find(token.key_id)
        if key is None:
            refuse("The access token is signed by an unknown key.")
        verify_signature(token, key=key, algorithms=entry.algorithms)
        return _read_claims(token.payload, entry, now=now)


@asynccontextmanager
async def open_external_issuers(
    entries: Sequence[ExternalIssuer], *, own_issuer: str, monotonic: Callable[[], float] = time.monotonic
) -> AsyncIterator[ExternalIssuers]:
    """Have the providers' HTTP client while it is needed. Raises `Misconfigured` for unsafe entries.

    The client follows no redirects and takes nothing from the environment; without entries there is none, as
    it costs a tenth of a second and some megabytes of certificates.
    """
    if not entries:
        yield ExternalIssuers((), None, own_issuer=own_issuer)
        return
    # Few installations have entries; the others save a thirtieth of what the interface takes to import.
    import httpx2  # noqa: PLC0415

    limits = httpx2.Limits(max_connections=4, max_keepalive_connections=0)
    async with httpx2.AsyncClient(
        follow_redirects=False, trust_env=False, timeout=_FETCH_SECONDS, limits=limits
    ) as client:
        yield ExternalIssuers(entries, client, own_issuer=own_issuer, monotonic=monotonic)


def _check_entry(entry: ExternalIssuer, *, taken: Iterable[str]) -> None:
    if entry.issuer in taken:
        raise Misconfigured(f"issuers: {entry.issuer} is there twice, or is this service itself.")
    if not _is_safe(entry.issuer):
        raise Misconfigured(f"issuers: {entry.issuer} must be an https address (http on this machine only).")
    unknown = set(entry.algorithms) - ALGORITHMS
    if unknown:
        raise Misconfigured(
            f"issuers: {', '.join(sorted(unknown))} cannot be accepted for {entry.issuer}; "
            f"there are {', '.join(sorted(ALGORITHMS))}."
        )


def _is_safe(address: str) -> bool:
    """Whether the address is protected against changes in transit."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    return (parts.scheme == "https" and bool(host)) or (
        parts.scheme == "http" and host in {"localhost", "127.0.0.1", "::1"}
    )


def _read_keys(entries: Iterable[dict[str, Any]]) -> dict[str, PublicKey]:
    """The public keys that can verify signatures; others, and unreadable ones, are passed over."""
    keys: dict[str, PublicKey] = {}
    for entry in entries:
        if entry.get("use", "sig") != "sig" or entry.get("kty") == "oct":
            continue
        # Only the members of the key itself; certificates beside it are ignored.
        members: dict[str, Any] = {
            name: entry[name] for name in ("kty", "crv", "n", "e", "x", "y", "alg") if name in entry
        }
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SecurityWarning)  # about short keys: they are left out below
                key = JWKRegistry.import_key(members)
        except (JoseError, ValueError, TypeError, KeyError):
            continue
        strong = not isinstance(key, RSAKey) or key.public_key.key_size >= _MIN_RSA_BITS
        if isinstance(key, RSAKey | ECKey | OKPKey) and strong:
            keys[str(entry.get("kid", ""))] = key
    return keys


def _check_type(token: UnverifiedToken, entry: ExternalIssuer) -> None:
    if not entry.token_types:
        return
    given = token.header.get("typ")
    given = given.lower().removeprefix("application/") if isinstance(given, str) else None
    if given not in {accepted.lower().removeprefix("application/") for accepted in entry.token_types}:
        refuse("The access token is of a type that is not accepted.")


def _read_claims(payload: Mapping[str, Any], entry: ExternalIssuer, *, now: float) -> TokenClaims:
    check_times(payload, now=now)
    if read_audiences(payload).isdisjoint(entry.audiences):
        refuse("The access token is meant for another service.")
    for name, wanted in entry.required_claims.items():
        given = payload.get(name)
        if given != wanted and not (isinstance(given, list) and wanted in given):
            refuse("The access token lacks a claim that is required here.")
    client = payload.get(entry.client_claim)
    client_id = (
        (entry.applications.get(client) if entry.applications else client) if is_text(client) else None
    )
    if not is_text(client_id):
        refuse("The access token's client is not known here.")
    issued_at = payload.get("iat")
    return TokenClaims(
        client_id=client_id,
        scopes=None,
        generation=None,
        issued_at=None if issued_at is None else int(issued_at),
    )

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
from typing import TYPE_CHECKING, Any, Final

from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import ECKey, JWKRegistry, OKPKey, RSAKey

from dragoman.access.issuer_documents import (
    fetch_discovery,
    fetch_object,
    is_safe_address,
    provider_faults,
    read_address,
)
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
from dragoman.accounts.model import Role
from dragoman.errors import Misconfigured, Unavailable
from dragoman.settings import ExternalIssuer, IssuerSignIn
from dragoman.telemetry import log

if TYPE_CHECKING:
    import httpx2

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
        self._document: Mapping[str, Any] = {}
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
        self._refuse_stale()
        return self._look_up(key_id)

    async def discover(self) -> Mapping[str, Any]:
        """The provider's discovery document, fetched with its keys. Raises `Unavailable` as `find` does."""
        if self._is_old() or (self._fetching.locked() and self._age() > _STALE_SECONDS):
            async with self._fetching:
                if self._is_old():
                    await self._try_fetch()
        self._refuse_stale()
        return self._document

    def _refuse_stale(self) -> None:
        if self._age() > _STALE_SECONDS:
            raise Unavailable("The identity provider cannot be reached.", retry_after=5)

    def _is_old(self) -> bool:
        """Whether the documents should be fetched again, whichever key is needed."""
        pause = _NO_KEYS_SECONDS if self._age() > _STALE_SECONDS else _UNKNOWN_KEY_SECONDS
        return self._age() > _FRESH_SECONDS and self._monotonic() - self._tried_at > pause

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
        self._tried_at = self._monotonic()
        try:
            async with asyncio.timeout(_FETCH_SECONDS):
                document, keys = await self._fetch()
        except provider_faults() as error:
            log().warning(
                "issuer.unreachable", issuer=self._issuer, reason=f"{type(error).__name__}: {error}"
            )
            return
        log().info("issuer.keys_fetched", issuer=self._issuer, keys=len(keys))
        self._document, self._keys, self._fetched_at = document, keys, self._monotonic()

    async def _fetch(self) -> tuple[Mapping[str, Any], Mapping[str, PublicKey]]:
        """Discovery, then the key set it names. Raises ValueError for documents that cannot be used."""
        document = await fetch_discovery(self._client, self._issuer)
        entries = (await fetch_object(self._client, read_address(document, "jwks_uri"))).get("keys")
        if not isinstance(entries, list):
            raise ValueError("the key set has no keys")
        return document, _read_keys(entry for entry in entries[:_MAX_KEYS] if isinstance(entry, dict))


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
        self._client = client
        for entry in entries:
            assert client is not None
            _check_entry(entry, taken={*self._entries, own_issuer})
            self._entries[entry.issuer] = (entry, IssuerKeys(entry.issuer, client, monotonic=monotonic))

    @property
    def client(self) -> httpx2.AsyncClient:
        """The client of their addresses; there is none without entries."""
        assert self._client is not None
        return self._client

    def find_keys(self, issuer: str) -> IssuerKeys:
        """The documents of one of them. Raises KeyError."""
        return self._entries[issuer][1]

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
    if not is_safe_address(entry.issuer):
        raise Misconfigured(f"issuers: {entry.issuer} must be an https address (http on this machine only).")
    if entry.sign_in is not None:
        _check_roles(entry.sign_in)
    unknown = set(entry.algorithms) - ALGORITHMS
    if unknown:
        raise Misconfigured(
            f"issuers: {', '.join(sorted(unknown))} cannot be accepted for {entry.issuer}; "
            f"there are {', '.join(sorted(ALGORITHMS))}."
        )


def _check_roles(sign_in: IssuerSignIn) -> None:
    named = {name for names in (*sign_in.roles.values(), sign_in.default_roles) for name in names}
    if unknown := named - set(Role):
        raise Misconfigured(
            f"issuers: there is no role {', '.join(sorted(unknown))}; there are {', '.join(Role)}."
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
        expires_at=payload["exp"],
    )

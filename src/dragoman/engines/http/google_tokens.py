"""Credentials for Google: a service account's key file, an access token, or an API key.

A key file signs an assertion (RS256, RFC 7523) that `token_uri` exchanges for a token of an hour.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from typing import Final, Protocol
from urllib.parse import urlencode, urlsplit

import orjson
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

from dragoman.engines.http.answers import get_object, get_text
from dragoman.engines.http.client import NetworkOptions, ServiceCall, open_client
from dragoman.engines.http.configuration import ConfigurationInvalid, is_loopback
from dragoman.engines.http.failures import CallFailure, ServiceFailed

_SCOPE: Final = "https://www.googleapis.com/auth/cloud-translation"
_GRANT: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"
_API_KEY: Final = re.compile(r"AIza[\w-]{30,}", re.ASCII)
_SECONDS: Final = 3600  # of an assertion
_EARLY: Final = 120.0  # seconds before its end that a token is replaced
_TIMEOUT: Final = 20.0


class Credentials(Protocol):
    """What proves to Google who calls."""

    @property
    def project(self) -> str:
        """The project that they belong to; empty where that is not known."""

    async def headers(self) -> Mapping[str, str]:
        """The headers of a call. Raises `ServiceFailed`."""

    def forget(self) -> bool:
        """Make the next headers anew; False where they cannot be made anew."""


def read_credentials(secret: str | None, network: NetworkOptions) -> Credentials:
    """The credentials that a secret is. Raises `ConfigurationInvalid`."""
    if not secret:
        raise ConfigurationInvalid(
            "Google needs a secret: the contents of a service account's key file, or an API key.",
            field="secret",
        )
    if not secret.lstrip().startswith("{"):
        name, value = (
            ("x-goog-api-key", secret)
            if _API_KEY.fullmatch(secret)
            else ("Authorization", f"Bearer {secret}")
        )
        return _FixedHeaders({name: value})
    try:
        content = get_object(orjson.loads(secret))
        return ServiceAccount(content, network)
    except (ValueError, KeyError, ServiceFailed, JoseError):
        raise ConfigurationInvalid(
            "The secret is no key file of a service account: it needs client_email, private_key and an "
            "https:// token_uri. Download the key as JSON again.",
            field="secret",
        ) from None


class _FixedHeaders:
    project: Final = ""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._headers = headers

    async def headers(self) -> Mapping[str, str]:
        return self._headers

    def forget(self) -> bool:
        return False


class ServiceAccount:
    """A key file. Its tokens are kept until shortly before they end."""

    def __init__(self, content: Mapping[str, object], network: NetworkOptions) -> None:
        """Raises ValueError, JoseError or `ServiceFailed` for a file that lacks something."""
        self._email = get_text(content, "client_email")
        self._key = RSAKey.import_key(get_text(content, "private_key"))
        self._key_id = content.get("private_key_id")
        self._address = get_text(content, "token_uri")
        self.project = get_text(content, "project_id") if "project_id" in content else ""
        parts = urlsplit(self._address)
        if not parts.hostname or not (parts.scheme == "https" or is_loopback(parts.hostname)):
            raise ValueError("token_uri")
        self._network = network
        self._token = ""
        self._until = 0.0
        self._renewing = asyncio.Lock()

    async def headers(self) -> Mapping[str, str]:
        """The token, renewed where it ends soon."""
        async with self._renewing:
            if time.monotonic() >= self._until:
                await self._renew()
        return {"Authorization": f"Bearer {self._token}"}

    def forget(self) -> bool:
        """Fetch a token for the next call."""
        self._until = 0.0
        return True

    async def _renew(self) -> None:
        form = urlencode({"grant_type": _GRANT, "assertion": self._sign()})
        call = ServiceCall(
            method="POST",
            path="",
            content=form.encode(),
            content_type="application/x-www-form-urlencoded",
        )
        async with open_client(
            self._address, connections=1, seconds=_TIMEOUT, network=self._network
        ) as client:
            try:
                answer = await client.fetch(call)
            except ServiceFailed as error:
                if error.status in {400, 401, 403}:
                    raise ServiceFailed(
                        f"Google refused the key file (status {error.status}). Check the secret.",
                        failure=CallFailure.KEY_REFUSED,
                        status=error.status,
                    ) from None
                raise
        self._token = get_text(answer, "access_token")
        seconds = get_object(answer).get("expires_in")
        lasting = float(seconds) if isinstance(seconds, int) else 0.0
        self._until = time.monotonic() + max(lasting - _EARLY, 1.0)

    def _sign(self) -> str:
        now = int(time.time())
        header = {"alg": "RS256", "typ": "JWT"}
        if isinstance(self._key_id, str):
            header["kid"] = self._key_id
        claims = {
            "iss": self._email,
            "scope": _SCOPE,
            "aud": self._address,
            "iat": now,
            "exp": now + _SECONDS,
        }
        return jwt.encode(header, claims, self._key)

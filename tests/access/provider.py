"""An identity provider for tests, on a real socket: it rotates its keys, lies and dies."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from dragoman.access.issuers import ExternalIssuers, open_external_issuers
from dragoman.access.tokens import parse_token
from dragoman.errors import Unauthenticated
from dragoman.settings import ExternalIssuer

ISSUER = "http://127.0.0.1:8080"  # ours


def make_key(kid: str) -> dict[str, Any]:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key()))
    return {"private": key, "jwk": {**public, "kid": kid, "use": "sig", "alg": "RS256"}}


@dataclass
class Provider:
    """An identity provider: two documents over HTTP/1.1, written by hand so that it can misbehave."""

    port: int = 0
    keys: list[dict[str, Any]] = field(default_factory=lambda: [make_key("one")])
    documents: dict[str, bytes] = field(default_factory=dict)  # instead of the real ones
    status: str = "200 OK"
    headers: str = ""
    stalls: bool = False
    asked: list[str] = field(default_factory=list)
    server: asyncio.Server | None = None
    answering: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def issuer(self) -> str:
        return f"http://127.0.0.1:{self.port}/realms/acme"

    async def start(self) -> None:
        self.server = await asyncio.start_server(self._answer, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        assert self.server is not None
        self.server.close()
        for task in self.answering:
            task.cancel()
        await asyncio.gather(*self.answering, return_exceptions=True)
        await self.server.wait_closed()

    def body(self, path: str) -> bytes:
        if path in self.documents:
            return self.documents[path]
        if path == "/realms/acme/.well-known/openid-configuration":
            return json.dumps(
                {"issuer": self.issuer, "jwks_uri": f"http://127.0.0.1:{self.port}/keys"}
            ).encode()
        return json.dumps({"keys": [key["jwk"] for key in self.keys]}).encode()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._answer_one(reader, writer))
        self.answering.add(task)
        task.add_done_callback(self.answering.discard)
        try:
            await task
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        path = request.split(b" ")[1].decode()
        self.asked.append(path)
        if self.stalls:
            await asyncio.sleep(30)
        body = self.body(path)
        writer.write(
            f"HTTP/1.1 {self.status}\r\n{self.headers}Content-Length: {len(body)}\r\n"
            "Connection: close\r\n\r\n".encode()
            + body
        )

    def token(self, key: int = -1, header: dict[str, Any] | None = None, **claims: Any) -> str:
        """A token like one of Keycloak."""
        now = int(time.time())
        payload = {
            "iss": self.issuer, "aud": ["account", "dragoman-api"], "azp": "crm", "exp": now + 60, "iat": now,
            "sub": "f:1", "typ": "Bearer", "scope": "profile email", **claims,
        }  # fmt: skip
        payload = {name: value for name, value in payload.items() if value is not ...}
        headers = {"kid": self.keys[key]["jwk"]["kid"], **(header or {})}
        headers = {name: value for name, value in headers.items() if value is not ...}
        return jwt.encode(payload, self.keys[key]["private"], "RS256", headers=headers)

    def entry(self, **overrides: Any) -> ExternalIssuer:
        values = {"issuer": self.issuer, "audiences": ["dragoman-api"], **overrides}
        return ExternalIssuer(**values)


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def external(*entries: ExternalIssuer, clock: Clock | None = None) -> AsyncIterator[ExternalIssuers]:
    async with open_external_issuers(entries, own_issuer=ISSUER, monotonic=clock or time.monotonic) as opened:
        yield opened


async def accepts(external: ExternalIssuers, token: str) -> bool:
    try:
        return await external.verify(parse_token(token), now=time.time()) is not None
    except Unauthenticated:
        return False

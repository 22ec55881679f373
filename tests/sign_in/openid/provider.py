"""An identity provider that people sign in by: it checks what it is asked, and can be told to lie."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from dragoman.settings import ExternalIssuer
from tests.access.provider import Provider

REDIRECT = "http://127.0.0.1:8080/ui/sign-in/with/acme/callback"


@dataclass
class SignInProvider(Provider):
    """`visit` signs a person in; `changes` are claims of the next ID tokens, `...` leaves one out."""

    changes: dict[str, Any] = field(default_factory=dict)
    header: dict[str, Any] = field(default_factory=dict)
    discovery: dict[str, Any] = field(default_factory=dict)  # added to the document
    userinfo: dict[str, Any] = field(default_factory=dict)
    token_status: str = "200 OK"
    tokens: dict[str, Any] | None = None  # instead of the real answer
    codes: dict[str, dict[str, str]] = field(default_factory=dict)  # good once
    requests: list[tuple[dict[str, str], dict[str, str]]] = field(default_factory=list)  # headers, form

    def sign_in_entry(self, **overrides: Any) -> ExternalIssuer:
        sign_in = {
            "key": "acme",
            "name": "Acme",
            "client_id": "dragoman",
            "client_secret": "s3cret/+",
            **overrides,
        }
        return ExternalIssuer(issuer=self.issuer, sign_in=sign_in)

    def visit(self, url: str) -> dict[str, str]:
        """Sign in as the person; the query that the browser is sent back with."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def body(self, path: str) -> bytes:
        if path.endswith("/openid-configuration"):
            base = f"http://127.0.0.1:{self.port}"
            document = {
                "issuer": self.issuer,
                "jwks_uri": f"{base}/keys",
                "authorization_endpoint": f"{base}/authorize?tenant=acme",
                "token_endpoint": f"{base}/token",
                **self.discovery,
            }
            return json.dumps(document).encode()
        if path == "/userinfo":
            return json.dumps(self.userinfo).encode()
        return super().body(path)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        request, *lines = head.strip().split("\r\n")
        path = request.split(" ")[1]
        headers = dict(line.lower().split(": ", 1) if ":" in line else (line, "") for line in lines)
        headers = {**headers, "raw": head}
        status, body = self.status, b""
        if path.startswith("/authorize"):  # a browser: the person agrees
            status = f"302 Found\r\nLocation: {_with_query(path, self.visit(path))}"
        elif path == "/token":
            text = (await reader.readexactly(int(headers["content-length"]))).decode()
            form = {name: values[0] for name, values in parse_qs(text).items()}
            self.requests.append((headers, form))
            status, body = self._exchange(form)
        else:
            self.asked.append(path)
            body = self.body(path)
        writer.write(
            f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
        )
        writer.close()

    def _exchange(self, form: dict[str, str]) -> tuple[str, bytes]:
        asked = self.codes.pop(form["code"], None)
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if asked is None or (asked["code_challenge"], asked["redirect_uri"]) != (
            challenge,
            form["redirect_uri"],
        ):
            return "400 Bad Request", b'{"error": "invalid_grant"}'
        claims = {"aud": "dragoman", "azp": ..., "typ": ..., "nonce": asked["nonce"], **self.changes}
        answer = self.tokens if self.tokens is not None else {
            "access_token": "at", "token_type": "Bearer", "id_token": self.token(header=self.header, **claims)
        }  # fmt: skip
        return self.token_status, json.dumps(answer).encode()

    def basic(self, number: int = -1) -> tuple[str, str]:
        """The credentials in the header of a request, decoded."""
        raw = self.requests[number][0]["raw"]
        (line,) = (line for line in raw.split("\r\n") if line.lower().startswith("authorization: "))
        user, _, password = base64.b64decode(line.split(" ")[2]).decode().partition(":")
        return unquote(user), unquote(password)


def _with_query(asked: str, returned: dict[str, str]) -> str:
    """Where the browser is sent back to."""
    (redirect,) = parse_qs(urlsplit(asked).query)["redirect_uri"]
    return f"{redirect}?{urlencode(returned)}"


def now() -> int:
    return int(time.time())

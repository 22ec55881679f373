"""Clause A5: tokens of an identity provider of the operator's own, found by OIDC discovery."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.live import live_service
from tests.waiting import CEILING


class Provider:
    """A real HTTP server that publishes discovery and keys, and signs tokens."""

    def __init__(self) -> None:
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = json.dumps(provider.document(self.path)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def document(self, path: str) -> dict[str, Any]:
        if path == "/keys":
            key = jwt.algorithms.RSAAlgorithm.to_jwk(self._key.public_key(), as_dict=True)
            return {"keys": [{**key, "kid": "one", "alg": "RS256", "use": "sig"}]}
        return {"issuer": self.issuer, "jwks_uri": f"{self.issuer}/keys"}

    def token(self, **changes: object) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": "dragoman",
            "azp": "shop",
            "iat": now,
            "exp": now + 60,
            **changes,
        }
        return jwt.encode(claims, self._key, algorithm="RS256", headers={"kid": "one"})


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.server.shutdown()
    provider.server.server_close()


def test_a5_a_foreign_token_acts_as_the_application_its_claim_is_mapped_to(
    provider: Provider, tmp_path: Path
) -> None:
    settings_file = tmp_path / "dragoman.toml"
    with live_service(tmp_path / "data", DRAGOMAN_CONFIG=str(_empty(settings_file))) as service:
        application = service.create_application(service.create_account("Federated Ltd"))
        service.stop()
        settings_file.write_text(
            f'[[issuers]]\nissuer = "{provider.issuer}"\naudiences = ["dragoman"]\n'
            f'applications = {{ shop = "{application.client_id}" }}\n',
            encoding="utf-8",
        )
        service.start()
        service.wait_ready()

        def status(token: str) -> int:
            headers = {"Authorization": f"Bearer {token}"}
            return httpx2.get(
                f"{service.url}/v2/languages/text-translation", headers=headers, timeout=CEILING
            ).status_code

        assert status(provider.token()) == 200
        assert status(provider.token(azp="stranger")) == 401
        assert status(provider.token(aud="another-service")) == 401
        assert status(provider.token(exp=int(time.time()) - 5)) == 401
        assert status(provider.token(iss="http://127.0.0.1:1")) == 401


def _empty(path: Path) -> Path:
    path.write_text("", encoding="utf-8")
    return path

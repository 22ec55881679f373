"""A passkey in software: what a browser and a device answer, and what they would not."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

_PRESENT, _VERIFIED, _BACKUP_ELIGIBLE, _BACKED_UP, _WITH_KEY = 1, 4, 8, 16, 64


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Device:
    """One passkey. Fields can be set to what an attacker would send."""

    algorithm: str = "ES256"
    origin: str = "https://translate.example.com"
    rp_id: str | None = None  # instead of the one asked for
    is_verified: bool = True
    is_backed_up: bool = False
    count: int = 0
    step: int = 1  # 0: a passkey that does not count
    attestation: str = "none"
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    user_handle: bytes = b""
    key: Any = None

    def __post_init__(self) -> None:
        if self.key is None:
            is_elliptic = self.algorithm == "ES256"
            self.key = (
                ec.generate_private_key(ec.SECP256R1())
                if is_elliptic
                else ed25519.Ed25519PrivateKey.generate()
            )

    def create(self, options: str, **client: Any) -> str:
        """What `navigator.credentials.create` gives."""
        asked = json.loads(options)
        self.user_handle = decode(asked["user"]["id"])
        data = self._client_data("webauthn.create", asked["challenge"], **client)
        attested = b"\0" * 16 + len(self.credential_id).to_bytes(2, "big") + self.credential_id
        authenticator = self._authenticator_data(asked["rp"]["id"], _WITH_KEY) + attested + self._cose_key()
        statement: dict[str, Any] = {}
        if self.attestation == "packed":
            statement = {"alg": self._cose_algorithm(), "sig": self._sign(authenticator, data)}
        attestation = {"fmt": self.attestation, "attStmt": statement, "authData": authenticator}
        response = {
            "clientDataJSON": encode(data),
            "attestationObject": encode(cbor2.dumps(attestation)),
            "transports": ["internal", "hybrid", "telepathy"],
        }
        return self._answer(response)

    def get(self, options: str, **client: Any) -> str:
        """What `navigator.credentials.get` gives."""
        asked = json.loads(options)
        self.count += self.step
        data = self._client_data("webauthn.get", asked["challenge"], **client)
        authenticator = self._authenticator_data(asked["rpId"], 0)
        response = {
            "clientDataJSON": encode(data),
            "authenticatorData": encode(authenticator),
            "signature": encode(self._sign(authenticator, data)),
            "userHandle": encode(self.user_handle),
        }
        return self._answer(response)

    def _answer(self, response: dict[str, Any]) -> str:
        identifier = encode(self.credential_id)
        return json.dumps(
            {
                "id": identifier,
                "rawId": identifier,
                "type": "public-key",
                "clientExtensionResults": {},
                "response": response,
            }
        )

    def _client_data(self, kind: str, challenge: str, /, **client: Any) -> bytes:
        return json.dumps(
            {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False, **client}
        ).encode()

    def _authenticator_data(self, rp_id: str, flags: int) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.is_verified else 0)
        flags |= _BACKUP_ELIGIBLE | _BACKED_UP if self.is_backed_up else 0
        site = hashlib.sha256((self.rp_id or rp_id).encode()).digest()
        return site + bytes([flags]) + self.count.to_bytes(4, "big")

    def _cose_algorithm(self) -> int:
        return -7 if self.algorithm == "ES256" else -8

    def _cose_key(self) -> bytes:
        public = self.key.public_key()
        if self.algorithm == "ES256":
            numbers = public.public_numbers()
            x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
            return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        return cbor2.dumps({1: 1, 3: -8, -1: 6, -2: public.public_bytes_raw()})

    def _sign(self, authenticator: bytes, data: bytes) -> bytes:
        signed = authenticator + hashlib.sha256(data).digest()
        if self.algorithm == "ES256":
            return bytes(self.key.sign(signed, ec.ECDSA(hashes.SHA256())))
        return bytes(self.key.sign(signed))

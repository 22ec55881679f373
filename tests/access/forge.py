"""Forged, broken and borrowed tokens, made from a good one."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from dragoman.access.model import NewApplication
from tests.access.conftest import ISSUER, Service

UNKNOWN_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def b64(data: bytes | str) -> str:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Forge:
    """Makes tokens from a good one: with our real key, as only the service could, or with others."""

    def __init__(self, service: Service, application: NewApplication, good: str) -> None:
        self.key = service.identity.own.keys[0]
        self.good = good
        self.private = serialization.load_der_private_key(self.key.key.as_der(private=True), None)
        self.public_pem = self.key.key.as_pem(private=False)
        self.header: dict[str, Any] = {"alg": "RS256", "typ": "at+jwt", "kid": self.key.id}
        self.claims: dict[str, Any] = jwt.decode(good, options={"verify_signature": False})
        self.client_id = application.application.client_id

    def raw(self, header: str | bytes, payload: str | bytes, key: Any = None) -> str:
        """Sign these very bytes by RS256, valid JSON or not."""
        signing_input = f"{b64(header)}.{b64(payload)}"
        signature = jwt.get_algorithm_by_name("RS256").sign(signing_input.encode(), key or self.private)
        return f"{signing_input}.{b64(signature)}"

    def signed(self, header: dict[str, Any] | None = None, key: Any = None, **claims: Any) -> str:
        """Our header and claims with some changed; ... removes one."""
        head = {**self.header, **(header or {})}
        body = {**self.claims, **claims}
        head = {name: value for name, value in head.items() if value is not ...}
        body = {name: value for name, value in body.items() if value is not ...}
        return self.raw(json.dumps(head), json.dumps(body), key)

    def hmac_signed(self, secret: bytes, digest: str = "sha256", **header: Any) -> str:
        head = {**self.header, "alg": f"HS{digest.removeprefix('sha')}", **header}
        signing_input = f"{b64(json.dumps(head))}.{b64(json.dumps(self.claims))}"
        return f"{signing_input}.{b64(hmac.new(secret, signing_input.encode(), digest).digest())}"


def jwk_of(key: rsa.RSAPrivateKey) -> dict[str, Any]:
    return dict(json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key())))


def algorithm_forgeries(f: Forge) -> dict[str, str]:
    """Signatures by other algorithms, by none, or with our public key as a shared secret."""
    head, body, signature = f.good.split(".")
    ec_key, ed_key = ec.generate_private_key(ec.SECP256R1()), ed25519.Ed25519PrivateKey.generate()
    forged = {
        "HS256 with the public PEM": f.hmac_signed(f.public_pem),
        "HS384 with the public PEM": f.hmac_signed(f.public_pem, "sha384"),
        "HS512 with the public PEM": f.hmac_signed(f.public_pem, "sha512"),
        "HS256 with the public DER": f.hmac_signed(f.key.key.as_der(private=False)),
        "HS256 with the JWK": f.hmac_signed(json.dumps(f.key.public_jwk()).encode()),
        "HS256 with the modulus": f.hmac_signed(f.key.public_jwk()["n"].encode()),
        "HS256 with nothing": f.hmac_signed(b""),
        "HS256 said to be RS256": f.hmac_signed(f.public_pem, alg="RS256"),
        "ES256": jwt.encode(f.claims, ec_key, "ES256", headers={"typ": "at+jwt", "kid": f.key.id}),
        "EdDSA": jwt.encode(f.claims, ed_key, "EdDSA", headers={"typ": "at+jwt", "kid": f.key.id}),
        "RS512 with our key": jwt.encode(f.claims, f.private, "RS512", headers=f.header | {"alg": "RS512"}),
        "PS256 with our key": jwt.encode(f.claims, f.private, "PS256", headers=f.header | {"alg": "PS256"}),
        "RS256 of a stranger": f.signed(key=UNKNOWN_KEY),
        "no signature": f"{head}.{body}.",
        "no signature, no dot": f"{head}.{body}",
        "short signature": f"{head}.{body}.{signature[:-8]}",
        "long signature": f"{head}.{body}.{signature}AAAA",
        "zero signature": f"{head}.{body}.{b64(bytes(256))}",
        "signature of another": f"{head}.{body}.{f.signed(jti='other').split('.')[2]}",
        "changed claims": f"{head}.{b64(json.dumps(f.claims | {'scope': 'provider'}))}.{signature}",
        "changed header": f"{b64(json.dumps(f.header | {'cty': 'JWT'}))}.{body}.{signature}",
    }
    for name in ("none", "None", "NONE", "nOnE", ""):
        unsigned = b64(json.dumps(f.header | {"alg": name}))
        forged[f"alg {name!r} unsigned"] = f"{unsigned}.{body}."
        forged[f"alg {name!r} with our signature"] = f"{unsigned}.{body}.{signature}"
    return forged


def header_forgeries(f: Forge) -> dict[str, str]:
    """Headers that point at other keys, change the meaning, or are not what we write."""
    jwk = jwk_of(UNKNOWN_KEY)
    changes: dict[str, dict[str, Any]] = {
        "embedded jwk": {"jwk": jwk},
        "jku": {"jku": "https://attacker.example/jwks"},
        "jku on this machine": {"jku": "http://127.0.0.1:1/jwks"},
        "x5u": {"x5u": "https://attacker.example/cert"},
        "x5c": {"x5c": ["MIIB"]},
        "crit": {"crit": ["exp"]},
        "crit with b64": {"crit": ["b64"], "b64": False},
        "crit of nothing": {"crit": []},
        "b64": {"b64": False},
        "zip": {"zip": "DEF"},
        "an unknown header": {"x": 1},
        "kid unknown": {"kid": "nobody"},
        "kid missing": {"kid": ...},
        "kid empty": {"kid": ""},
        "kid a path": {"kid": "../../../../dev/null"},
        "kid SQL": {"kid": "' union select 'AA' --"},
        "kid with NUL": {"kid": f.key.id + "\0"},
        "kid huge": {"kid": "k" * 3000},
        "kid a number": {"kid": 1},
        "kid a list": {"kid": [f.key.id]},
        "kid an object": {"kid": {"a": 1}},
        "kid null": {"kid": None},
        "typ JWT": {"typ": "JWT"},
        "typ missing": {"typ": ...},
        "typ an id token's": {"typ": "id+jwt"},
        "typ a list": {"typ": ["at+jwt"]},
        "typ null": {"typ": None},
        "alg missing": {"alg": ...},
        "alg a list": {"alg": ["RS256"]},
        "alg null": {"alg": None},
        "alg lower case": {"alg": "rs256"},
    }
    forged = {name: f.signed(change) for name, change in changes.items()}
    forged["embedded jwk and its key"] = f.signed({"jwk": jwk}, key=UNKNOWN_KEY)
    forged["jku and its key"] = f.signed({"jku": "https://attacker.example/jwks"}, key=UNKNOWN_KEY)
    return forged


def claim_forgeries(f: Forge) -> dict[str, str]:
    """Our real key under claims that we would never write."""
    now = int(time.time())
    changes: dict[str, dict[str, Any]] = {
        "iss of another": {"iss": "https://attacker.example"},
        "iss with a slash": {"iss": ISSUER + "/"},
        "iss missing": {"iss": ...},
        "iss a list": {"iss": [ISSUER]},
        "iss null": {"iss": None},
        "iss huge": {"iss": "x" * 3000},
        "iss with NUL": {"iss": ISSUER + "\0"},
        "aud of another": {"aud": "account"},
        "aud missing": {"aud": ...},
        "aud empty": {"aud": []},
        "aud with a number": {"aud": ["dragoman", 1]},
        "aud an object": {"aud": {"dragoman": 1}},
        "aud longer": {"aud": "dragoman2"},
        "exp missing": {"exp": ...},
        "exp past": {"exp": now - 1},
        "exp now": {"exp": now},
        "exp zero": {"exp": 0},
        "exp negative": {"exp": -1},
        "exp a string": {"exp": str(now + 300)},
        "exp true": {"exp": True},
        "exp null": {"exp": None},
        "exp a list": {"exp": [now + 300]},
        "exp enormous": {"exp": 10**400},
        "iat missing": {"iat": ...},
        "iat future": {"iat": now + 3600},
        "iat a string": {"iat": str(now)},
        "iat a fraction": {"iat": now + 0.5},
        "nbf future": {"nbf": now + 3600},
        "nbf a string": {"nbf": "0"},
        "nbf null": {"nbf": None},
        "jti missing": {"jti": ...},
        "jti empty": {"jti": ""},
        "jti a number": {"jti": 1},
        "client_id missing": {"client_id": ...},
        "client_id unknown": {"client_id": "app_nobody", "sub": "app_nobody"},
        "client_id with NUL": {"client_id": f.client_id + "\0", "sub": f.client_id + "\0"},
        "client_id a list": {"client_id": [f.client_id], "sub": [f.client_id]},
        "client_id SQL": {"client_id": "' or '1'='1", "sub": "' or '1'='1"},
        "client_id a surrogate": {"client_id": "\ud800", "sub": "\ud800"},
        "sub of another": {"sub": "app_nobody"},
        "sub missing": {"sub": ...},
        "scope missing": {"scope": ...},
        "scope a list": {"scope": ["translate"]},
        "scope null": {"scope": None},
        "gen missing": {"gen": ...},
        "gen of later": {"gen": 1},
        "gen negative": {"gen": -1},
        "gen true": {"gen": False},
        "gen a string": {"gen": "0"},
    }
    return {name: f.signed(**change) for name, change in changes.items()}


def shape_forgeries(f: Forge) -> dict[str, str]:
    """What is not a compact JWS of two JSON objects."""
    header, claims = json.dumps(f.header), json.dumps(f.claims)
    head, body, signature = f.good.split(".")
    doubled = claims[:-1] + ', "scope": "provider"}'
    return {
        "five megabytes": f.raw(header, json.dumps(f.claims | {"x": "x" * 5_000_000})),
        "just over the limit": f.raw(header, json.dumps(f.claims | {"x": "x" * 8192})),
        "a million dots": "." * 1_000_000,
        "deep JSON": f.raw(header, '{"a":' * 1500 + "1" + "}" * 1500),
        "deep lists": f.raw(header, "[" * 4000),
        "deep header": f.raw("[" * 4000, claims),
        "a claim twice": f.raw(header, doubled),
        "a header twice": f.raw(header[:-1] + ', "alg": "RS256"}', claims),
        "nested name twice": f.raw(header, claims[:-1] + ', "x": {"y": 1, "y": 2}}'),
        "payload a list": f.raw(header, "[]"),
        "payload a string": f.raw(header, '"x"'),
        "payload null": f.raw(header, "null"),
        "payload empty": f.raw(header, ""),
        "payload not JSON": f.raw(header, "claims"),
        "payload with a tail": f.raw(header, claims + "x"),
        "payload not UTF-8": f.raw(header, b"\xff\xfe"),
        "payload UTF-16": f.raw(header, claims.encode("utf-16")),
        "payload with a BOM": f.raw(header, b"\xef\xbb\xbf" + claims.encode()),
        "NaN": f.raw(header, claims[:-1] + ', "nbf": NaN}'),
        "infinity": f.raw(header, claims[:-1] + ', "nbf": 1e999}'),
        "a long number": f.raw(header, claims[:-1] + ', "nbf": ' + "9" * 5000 + "}"),
        "header a list": f.raw("[]", claims),
        "header not JSON": f.raw("x", claims),
        "header empty": f".{body}.{signature}",
        "four parts": f.good + ".x",
        "five parts (encrypted)": f"{head}.x.{body}.x.{signature}",
        "padded": f"{head}==.{body}.{signature}",
        "standard base64": f"{head}.{body}.{signature[:-2]}+/",
        "a blank inside": f"{head}. {body}.{signature}",
        "a tab inside": f"{head}.\t{body}.{signature}",
        "quoted": f'"{f.good}"',
        "twice": f"{f.good},{f.good}",
        "two words": f"{f.good} {f.good}",
        "a JWS in JSON": json.dumps({"protected": head, "payload": body, "signature": signature}),
        "unicode digits": f"{head}.{body}.{signature[:-1]}\u0660",
        "percent-encoded": f.good.replace(".", "%2E"),
        "empty": "",
        "one dot": ".",
        "two dots": "..",
    }


GROUPS: list[Callable[[Forge], dict[str, str]]] = [
    algorithm_forgeries, header_forgeries, claim_forgeries, shape_forgeries
]  # fmt: skip

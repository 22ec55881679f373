"""Clause A6: forged, broken and borrowed tokens, each refused with 401 through the middleware."""

from __future__ import annotations

import asyncio
import hashlib

from dragoman.access.model import NewApplication
from tests.access.conftest import WHO, Service
from tests.access.forge import GROUPS, UNKNOWN_KEY, Forge


async def test_no_forged_token_is_accepted(fresh: Service) -> None:
    """A6: every vector is 401 with the RFC 6750 challenge, and the unchanged token is 200."""
    application = await fresh.create_application()
    forge = Forge(fresh, application, await fresh.fetch_token(application))
    assert (await fresh.call(forge.good)).status_code == 200
    assert (await fresh.call(forge.signed())).status_code == 200, "the forge works"
    vectors = {name: token for group in GROUPS for name, token in group(forge).items()}
    # What is read again from the database is read again at most once a second.
    fresh.identity.own._read_at = float("inf")
    wrong = []
    for name, token in vectors.items():
        header = f"Bearer {token}".encode("utf-8", "surrogatepass")
        answer = await fresh.client.get(WHO, headers={"Authorization": header})
        challenge = answer.headers.get("WWW-Authenticate", "")
        body = answer.json()
        if (
            answer.status_code != 401
            or not challenge.startswith('Bearer realm="dragoman", error="invalid_token"')
            or set(body) != {"detail"}
            or (len(token) > 20 and token in answer.text)
        ):
            wrong.append((name, answer.status_code, body, challenge))
    assert wrong == []
    assert len(vectors) >= 60


async def test_unknown_keys_and_issuers_cannot_make_us_read_without_end(fresh: Service) -> None:
    """A6: a flood of unknown keys costs one reading a second."""
    application = await fresh.create_application()
    forge = Forge(fresh, application, await fresh.fetch_token(application))
    readings = 0
    read = fresh.identity.own.read

    async def counted() -> None:
        nonlocal readings
        readings += 1
        await read()

    fresh.identity.own.read = counted  # type: ignore[method-assign]
    tokens = [forge.signed({"kid": f"unknown-{number}"}) for number in range(50)]
    statuses = {answer.status_code for answer in await asyncio.gather(*map(fresh.call, tokens))}
    assert statuses == {401}
    assert readings <= 2


def authorization(*values: str) -> list[tuple[str, str]]:
    return [("Authorization", value) for value in values]


async def test_headers_that_carry_no_single_token(service: Service, application: NewApplication) -> None:
    """A6: without credentials the challenge names no error; with two headers nothing is accepted."""
    good = await service.fetch_token(application)
    absent: list[list[tuple[str, str]]] = [
        [],
        authorization(""),
        authorization("Basic YTpi"),
        authorization("Negotiate x"),
        authorization(good),
        authorization("BearerToken " + good),
        [("Cookie", f"access_token={good}")],
        [("X-Authorization", f"Bearer {good}")],
    ]
    for headers in absent:
        answer = await service.client.get(WHO, headers=headers)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="dragoman"')
    in_query = await service.client.get(f"{WHO}?access_token={good}")
    assert in_query.status_code == 401
    for headers in (
        authorization(f"Bearer {good}", f"Bearer {good}"),
        authorization(f"Bearer {good}", "Basic YTpi"),
        authorization("Bearer x", f"Bearer {good}"),
        authorization("Bearer"),
        authorization(f"Bearer {good}, Bearer {good}"),
    ):
        answer = await service.client.get(WHO, headers=headers)
        assert answer.status_code == 401
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


async def test_header_name_and_scheme_are_matched_in_any_case(
    service: Service, application: NewApplication
) -> None:
    """A6."""
    good = await service.fetch_token(application)
    for name in ("authorization", "AUTHORIZATION", "AuThOrIzAtIoN"):
        for scheme in ("bearer", "BEARER", "Bearer", "Bearer "):
            answer = await service.client.get(WHO, headers={name: f"{scheme} {good}"})
            assert answer.status_code == 200


async def test_a_token_of_another_installation_is_refused(
    service: Service, application: NewApplication
) -> None:
    """A6: the same issuer name, audience and client id, another key."""
    forge = Forge(service, application, await service.fetch_token(application))
    kid = hashlib.sha256(b"another").hexdigest()[:16]
    assert (await service.call(forge.signed({"kid": kid}, key=UNKNOWN_KEY))).status_code == 401


async def test_a_token_ends_with_its_lifetime(fresh: Service) -> None:
    """A6: by the injected clock."""
    application = await fresh.create_application()
    token = await fresh.fetch_token(application)
    fresh.clock.offset = 299 - 1
    assert (await fresh.call(token)).status_code == 200
    fresh.clock.offset = 301
    answer = await fresh.call(token)
    assert (answer.status_code, answer.json()["detail"]) == (
        401, "The access token has expired. Request a new one."
    )  # fmt: skip

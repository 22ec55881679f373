"""Clause A4: keys rotate without invalidating live tokens, in every process at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import jwt
import pytest

from dragoman.access import actions
from dragoman.access.identity import prepare
from dragoman.access.signing_keys import PUBLISHED_BEFORE, RETIRED_AFTER, maintain_keys
from dragoman.database.connections import NO_ACCOUNT, Database, transaction
from dragoman.errors import Misconfigured
from dragoman.settings import Settings
from tests.access.conftest import ISSUER, OpenService, Service

LIFETIME = timedelta(days=30)


async def key_ids(service: Service) -> list[str]:
    return [key["kid"] for key in (await service.client.get("/oauth2/jwks")).json()["keys"]]


async def maintain(service: Service, *, after: timedelta) -> None:
    """Do the keys' upkeep as if so much time had passed."""
    async with transaction(service.database, account=NO_ACCOUNT) as tx:
        await maintain_keys(replace(tx, now=tx.now + after), service.identity.keyring, lifetime=LIFETIME)
    await service.identity.own.read()


async def test_the_first_key_signs_at_once_and_processes_share_it(open_service: OpenService) -> None:
    """A4."""
    one, two = await open_service(), await open_service(issuer="http://127.0.0.1:8081")
    assert len(await key_ids(one)) == 1
    assert await key_ids(one) == await key_ids(two)
    assert one.identity.own.signer(one.clock()).id == (await key_ids(one))[0]


async def test_a_key_is_published_an_hour_before_it_signs_and_live_tokens_stay_valid(fresh: Service) -> None:
    """A4."""
    application = await fresh.create_application()
    (first,) = await key_ids(fresh)
    due = LIFETIME - PUBLISHED_BEFORE
    await maintain(fresh, after=due - timedelta(minutes=1))
    assert await key_ids(fresh) == [first]
    await maintain(fresh, after=due)
    ids = await key_ids(fresh)
    assert ids[0] == first
    assert len(ids) == 2
    fresh.clock.offset = (due + PUBLISHED_BEFORE).total_seconds() - 5
    older = await fresh.fetch_token(application)
    assert jwt.get_unverified_header(older)["kid"] == first
    fresh.clock.offset += 10
    newer = await fresh.fetch_token(application)
    assert jwt.get_unverified_header(newer)["kid"] == ids[1]
    assert (await fresh.call(older)).status_code == 200
    assert (await fresh.call(newer)).status_code == 200
    await maintain(fresh, after=LIFETIME + timedelta(hours=2))
    assert await key_ids(fresh) == ids, "one rotation makes one key"


async def test_a_key_is_retired_only_when_no_token_of_it_can_be_alive(fresh: Service) -> None:
    """A4."""
    (first,) = await key_ids(fresh)
    await maintain(fresh, after=LIFETIME - PUBLISHED_BEFORE)
    second = (await key_ids(fresh))[1]
    await maintain(fresh, after=LIFETIME + RETIRED_AFTER - timedelta(minutes=1))
    assert await key_ids(fresh) == [first, second]
    await maintain(fresh, after=LIFETIME + RETIRED_AFTER)
    assert await key_ids(fresh) == [second]


async def test_processes_learn_each_others_keys_and_addresses_when_they_meet_them(
    open_service: OpenService,
) -> None:
    """A4: without a public address every process issues under its own, and all accept all."""
    one = await open_service()
    application = await one.create_application()
    two = await open_service(issuer="http://127.0.0.1:8081")
    async with transaction(two.database, account=NO_ACCOUNT) as tx:
        await actions.rotate_signing_keys(tx, two.identity.keyring, revoke=True)
    await two.identity.own.read()
    token = await two.fetch_token(application)
    assert jwt.decode(token, options={"verify_signature": False})["iss"] == "http://127.0.0.1:8081"
    assert (await one.call(token)).status_code == 200


async def test_revoking_rotation_refuses_what_was_issued_before(fresh: Service) -> None:
    """A4: for keys that leaked."""
    application = await fresh.create_application()
    token = await fresh.fetch_token(application)
    async with transaction(fresh.database, account=NO_ACCOUNT) as tx:
        await actions.rotate_signing_keys(tx, fresh.identity.keyring, revoke=True)
    await fresh.identity.own.read()
    assert (await fresh.call(token)).status_code == 401
    assert (await fresh.call(await fresh.fetch_token(application))).status_code == 200


async def test_a_lost_master_key_file_is_never_replaced_by_a_new_one(
    fresh: Service, make_settings: Callable[..., Settings], database: Database
) -> None:
    settings = make_settings()
    settings.master_key_path().unlink()
    with pytest.raises(Misconfigured, match="missing"):
        await prepare(settings, database, issuer=ISSUER)
    assert not settings.master_key_path().exists()


async def test_another_installations_master_key_is_refused_with_the_reason(
    fresh: Service, open_service: OpenService, make_settings: Callable[..., Settings]
) -> None:
    path = make_settings().master_key_path()
    path.write_text("00000000 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n", encoding="ascii")
    with pytest.raises(Misconfigured, match=str(path)):
        await open_service()


async def test_processes_that_start_together_make_one_key(open_service: OpenService) -> None:
    services = await asyncio.gather(*(open_service(issuer=f"http://127.0.0.1:{port}") for port in range(4)))
    assert len({tuple(await key_ids(service)) for service in services}) == 1

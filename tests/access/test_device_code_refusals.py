"""What the endpoints of the device authorization grant refuse, and how often they may be called."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from dragoman.access.device_codes.asking import MOST_ALIVE
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from tests.access.conftest import OpenService, Service
from tests.access.device_login import CLIENT, DeviceLogin


@pytest.fixture
def device(service: Service) -> DeviceLogin:
    """A command line."""
    return DeviceLogin(service=service, address="192.0.2.99")


@pytest.mark.parametrize(
    ("fields", "status", "error"),
    [
        ({"client_id": ""}, 400, "invalid_request"),
        ({"client_id": "app_other"}, 401, "invalid_client"),
        ({"scope": "everything"}, 400, "invalid_scope"),
    ],
)
async def test_requests_for_codes_are_refused_as_the_token_endpoint_refuses(
    device: DeviceLogin, fields: dict[str, str], status: int, error: str
) -> None:
    answer = await device.ask(**fields)
    assert (answer.status_code, answer.json()["error"]) == (status, error)
    assert answer.json()["error_description"]
    json = await device.service.client.post("/oauth2/device_authorization", json={"client_id": CLIENT})
    assert (json.status_code, json.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("fields", "status", "error"),
    [
        ({"client_id": ""}, 400, "invalid_request"),
        ({"client_id": "app_other"}, 401, "invalid_client"),
        ({"device_code": ""}, 400, "invalid_request"),
        ({"device_code": "x\0y"}, 400, "invalid_grant"),
        ({"grant_type": "urn:ietf:params:oauth:grant-type:other"}, 400, "unsupported_grant_type"),
    ],
)
async def test_polls_are_refused(
    device: DeviceLogin, fields: dict[str, str], status: int, error: str
) -> None:
    answer = await device.poll(**{"device_code": "wrong", **fields})
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_an_address_gets_so_many_codes_and_guesses(open_service: OpenService) -> None:
    service = await open_service(token_failures="3/600")
    device = DeviceLogin(service=service, address="198.51.100.7")
    elsewhere = DeviceLogin(service=service, address="198.51.100.8")
    answers = [await device.ask() for _ in range(5)]
    assert [one.status_code for one in answers] == [200, 200, 200, 429, 429]
    refused = answers[-1]
    assert refused.json()["error"] == "temporarily_unavailable"
    assert refused.headers["ratelimit-policy"] == '"device-codes";q=3;w=600'
    assert 0 < int(refused.headers["retry-after"]) <= 200
    assert (await elsewhere.ask()).status_code == 200
    guesses = [(await device.poll(f"guess-{number}")).status_code for number in range(5)]
    assert guesses == [400, 400, 400, 429, 429]
    code = answers[0].json()["device_code"]
    assert await device.poll_error(code) == "authorization_pending", "a right code is never refused"


async def test_there_are_so_many_codes_at_once(open_service: OpenService) -> None:
    service = await open_service(token_failures="off")
    device = DeviceLogin(service=service, address="198.51.100.7")
    many = sa.text(
        "insert into device_codes (device_code_hash, user_code_hash, scopes, device_name, address, created,"
        " expires, interval, state) select decode(md5(n::text), 'hex'), decode(md5(n::text), 'hex'), '{}',"
        " '', '', now(), now() + :lifetime, 5, 'pending' from generate_series(1, :count) n"
    )
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        values = {"lifetime": timedelta(minutes=5), "count": MOST_ALIVE - 1}
        await tx.connection.execute(many, values)
    answers = [await device.ask() for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 503]
    assert answers[-1].json()["error"] == "temporarily_unavailable"
    assert answers[-1].headers["retry-after"] == "60"
    assert (await device.after(301).ask()).status_code == 200

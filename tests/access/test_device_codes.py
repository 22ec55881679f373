"""The device authorization grant (RFC 8628): codes, polls, and one application for each approved code."""

from __future__ import annotations

import asyncio
import itertools
import re
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.access import actions
from dragoman.access.device_codes.asking import remove_old_device_codes
from dragoman.access.device_codes.model import UserCodeUnknown
from dragoman.access.model import AccessScope, StaffRole
from dragoman.access.secrets import hint_client_secret
from dragoman.accounts.actions import change_account, change_user
from dragoman.accounts.model import Role, UserChanges
from dragoman.audit.actions import list_entries
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Forbidden, LimitExceeded, RuleBroken
from tests.access.conftest import Service
from tests.access.device_login import CLIENT, GRANT, DeviceLogin, approve, deny, open_person
from tests.access.provider import ISSUER

TRANSLATE = frozenset({AccessScope.TRANSLATE})
_numbers = itertools.count(1)


@pytest.fixture
def device(service: Service) -> DeviceLogin:
    """A command line at an address that no other test has used."""
    return DeviceLogin(service=service, address=f"203.0.113.{next(_numbers)}")


async def rows_of(service: Service, table: str = "device_codes") -> str:
    """All that a table holds, as text."""
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        found = await tx.connection.execute(sa.text(f"select t::text from {table} t"))
        return "\n".join(row[0] for row in found)


async def test_a_command_line_gets_codes_and_the_address_to_show(device: DeviceLogin) -> None:
    answer = await device.ask(scope="translate", device_name="ada-laptop")
    assert answer.headers["cache-control"] == "no-store"
    codes = answer.json()
    assert codes == {
        "device_code": codes["device_code"],
        "user_code": codes["user_code"],
        "verification_uri": f"{ISSUER}/ui/device",
        "verification_uri_complete": f"{ISSUER}/ui/device?user_code={codes['user_code']}",
        "expires_in": 600,
        "interval": 5,
    }
    assert re.fullmatch(r"[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}", codes["user_code"])
    assert len(codes["device_code"]) >= 43
    kept = await rows_of(device.service)
    assert codes["device_code"] not in kept
    assert codes["user_code"].replace("-", "") not in kept


async def test_an_approved_code_is_an_application_with_its_own_credentials(device: DeviceLogin) -> None:
    ada = await open_person(device.service, Role.DEVELOPER)
    codes = await device.codes(device_name="ada-laptop")
    assert await device.poll_error(codes["device_code"]) == "authorization_pending"
    await approve(device.service, codes["user_code"].lower().replace("-", " "), ada, scopes=TRANSLATE)
    answer = await device.after(1).poll(codes["device_code"])
    assert answer.status_code == 200, answer.text
    got = answer.json()
    assert got == {
        "access_token": got["access_token"],
        "expires_in": 300,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": 0,
        "scope": "translate",
        "client_id": got["client_id"],
        "client_secret": got["client_secret"],
    }
    assert (await device.service.call(got["access_token"])).json()["account"] == ada.account_id
    form = {"grant_type": "client_credentials", "client_id": got["client_id"]}
    again = await device.post("/oauth2/token", {**form, "client_secret": got["client_secret"]})
    assert again.json()["scope"] == "translate"
    async with transaction(device.service.database, account=ada.account_id) as tx:
        _, made = await actions.list_applications(tx)
    assert made.secret is not None
    assert (made.name, made.client_id) == ("Command line on ada-laptop", got["client_id"])
    assert made.secret.text == hint_client_secret(got["client_secret"])
    stored = await rows_of(device.service, "applications")
    assert got["client_secret"] not in stored
    assert await device.poll_error(codes["device_code"]) == "invalid_grant"


async def test_of_two_polls_at_once_one_gets_the_credentials(device: DeviceLogin) -> None:
    ada = await open_person(device.service, Role.DEVELOPER)
    for _ in range(5):
        codes = await device.codes()
        await approve(device.service, codes["user_code"], ada)
        answers = await asyncio.gather(*(device.poll(codes["device_code"]) for _ in range(3)))
        outcomes = sorted(one.json().get("error", "") for one in answers)
        assert outcomes == ["", "invalid_grant", "invalid_grant"]
    async with transaction(device.service.database, account=ada.account_id) as tx:
        assert len([one for one in await actions.list_applications(tx) if not one.builtin]) == 5


async def test_polls_that_come_too_soon_have_to_slow_down(device: DeviceLogin) -> None:
    code = (await device.codes())["device_code"]
    pending, slower = "authorization_pending", "slow_down"
    # The pause is 5 s at first, and 5 s longer after each poll that came too soon.
    for second, error in (
        *((0, pending), (5, pending), (7, slower), (12, slower)),
        *((27, pending), (34, slower), (54, pending)),
    ):
        assert await device.after(second).poll_error(code) == error, second


async def test_a_denied_code_stays_denied(device: DeviceLogin) -> None:
    ada = await open_person(device.service, Role.DEVELOPER)
    codes = await device.codes()
    await deny(device.service, codes["user_code"], ada)
    for _ in range(2):
        assert await device.poll_error(codes["device_code"]) == "access_denied"
    with pytest.raises(UserCodeUnknown):
        await approve(device.service, codes["user_code"], ada)


async def test_a_code_expires_also_one_that_was_approved(device: DeviceLogin) -> None:
    ada = await open_person(device.service, Role.DEVELOPER)
    codes = await device.codes()
    assert await device.after(598).poll_error(codes["device_code"]) == "authorization_pending"
    await approve(device.service, codes["user_code"], ada)
    assert await device.after(601).poll_error(codes["device_code"]) == "expired_token"
    old = device.after(-601)
    codes = await old.codes()
    with pytest.raises(UserCodeUnknown):
        await approve(device.service, codes["user_code"], ada)


async def test_codes_that_are_over_are_removed(device: DeviceLogin) -> None:
    old, recent, alive = [await device.after(s).codes() for s in (-4300, -700, 0)]
    async with transaction(device.service.database, account=ALL_ACCOUNTS) as tx:
        await remove_old_device_codes(tx)
    found = [await device.poll_error(one["device_code"]) for one in (old, recent, alive)]
    assert found == ["invalid_grant", "expired_token", "authorization_pending"]


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("  ada\r\n-lap\x07top\u202e ", "Command line on ada -lap top"),
        ("x" * 5000, f"Command line on {'x' * 100}"),
        ("\n", "Command line"),
    ],
)
async def test_the_name_of_a_computer_is_one_line_of_bounded_length(
    device: DeviceLogin, sent: str, name: str
) -> None:
    ada = await open_person(device.service, Role.DEVELOPER)
    codes = await device.codes(device_name=sent)
    await approve(device.service, codes["user_code"], ada)
    assert (await device.poll(codes["device_code"])).status_code == 200
    async with transaction(device.service.database, account=ada.account_id) as tx:
        assert (await actions.list_applications(tx))[-1].name == name


async def test_nobody_gives_more_than_on_the_page_of_applications(device: DeviceLogin) -> None:
    service = device.service
    ada = await open_person(service, Role.DEVELOPER)
    olaf = await open_person(service, Role.ORDERER)
    manager = await open_person(service, Role.MANAGER)
    admin = await open_person(service, Role.ADMIN)
    provider = frozenset({AccessScope.PROVIDER})
    code = (await device.codes(scope="translate provider"))["user_code"]
    refused: list[tuple[Any, type[Exception], dict[str, Any]]] = [
        (olaf, Forbidden, {"scopes": TRANSLATE}),
        (manager, Forbidden, {"scopes": TRANSLATE}),
        (ada, Forbidden, {"scopes": TRANSLATE, "account": olaf.account_id}),
        (ada, RuleBroken, {"scopes": provider}),
        (ada, RuleBroken, {"scopes": frozenset()}),
        (ada, LimitExceeded, {"scopes": TRANSLATE, "most": 0}),
        (admin, RuleBroken, {"scopes": frozenset({AccessScope.PROJECTS})}),  # was not asked for
    ]
    for person, error, more in refused:
        with pytest.raises(error):
            await approve(service, code, person, **more)
    both = TRANSLATE | provider
    await approve(service, code, admin, account=olaf.account_id, scopes=both, role=StaffRole.LINGUIST)


async def test_a_right_that_was_lost_meanwhile_does_not_count(device: DeviceLogin) -> None:
    service = device.service
    changes = (
        UserChanges(disabled=True),
        UserChanges(roles=frozenset({Role.ORDERER})),
        None,
    )
    for change in changes:
        ada = await open_person(service, Role.DEVELOPER)
        codes = await device.codes()
        await approve(service, codes["user_code"], ada)
        async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
            if change is not None:
                await change_user(tx, user_id=ada.id, changes=change)
            else:
                await change_account(tx, account_id=ada.account_id, disabled=True)
        for _ in range(2):
            assert await device.poll_error(codes["device_code"]) == "access_denied"
        async with transaction(service.database, account=ada.account_id) as tx:
            assert [one.builtin for one in await actions.list_applications(tx)] == [True]


async def test_the_audit_log_has_who_decided_and_what_came_of_it(device: DeviceLogin) -> None:
    ada = await open_person(device.service, Role.DEVELOPER)
    approved, denied = [await device.codes(device_name="ada-laptop") for _ in range(2)]
    await approve(device.service, approved["user_code"], ada, scopes=TRANSLATE)
    await deny(device.service, denied["user_code"], ada)
    await device.poll(approved["device_code"])
    async with transaction(device.service.database, account=ada.account_id) as tx:
        entries = [one.event for one in await list_entries(tx, limit=10)]
    assert {one.actor for one in entries} == {f"user:{ada.id}"}
    assert [one.action for one in reversed(entries)] == [
        *("device_code.approved", "device_code.denied", "application.created", "device_code.redeemed")
    ]
    assert entries[-1].details == {
        "device": "ada-laptop",
        "address": device.address,
        "asked": entries[-1].details["asked"],
        "scopes": ["translate"],
    }


async def test_an_account_sees_approved_requests_of_its_own_only(device: DeviceLogin) -> None:
    ada, eve = [await open_person(device.service, Role.DEVELOPER) for _ in range(2)]
    codes = [await device.codes() for _ in range(2)]
    await approve(device.service, codes[0]["user_code"], ada)
    for user, count in ((ada, 1), (eve, 0)):
        async with transaction(device.service.database, account=user.account_id) as tx:
            assert await tx.connection.scalar(sa.text("select count(*) from device_codes")) == count


async def test_a_grant_of_the_device_is_good_at_the_other_address_too(device: DeviceLogin) -> None:
    codes = await device.codes()
    form = {"grant_type": GRANT, "client_id": CLIENT, "device_code": codes["device_code"]}
    answer = await device.post("/protocol/openid-connect/token", form)
    assert answer.json()["error"] == "authorization_pending"

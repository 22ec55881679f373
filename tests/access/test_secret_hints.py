"""What is shown of secrets afterwards, when an application was last used, and when a trial ends."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from dragoman.access import actions, provisioning
from dragoman.access.model import Application, SecretHint
from dragoman.access.secrets import hint_client_secret, hint_webhook_secret
from dragoman.access.staff import OPERATOR
from dragoman.accounts.model import Account, AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from tests.access.conftest import Service


async def find(service: Service, application_id: int) -> Application:
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        return await provisioning.find_application(tx, application_id)


async def shift_use(service: Service, application_id: int, ago: timedelta) -> None:
    """As if the application had been used then; the record of its address is forgotten."""
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(
            sa.text("update applications set last_used = last_used - :ago where id = :id"),
            {"ago": ago, "id": application_id},
        )


def test_a_hint_has_the_prefix_and_the_checksum_only() -> None:
    secret = f"dgm_live_{'x' * 43}_9c41e2"
    assert hint_client_secret(secret) == "dgm_live_…9c41e2"
    assert hint_client_secret(secret.replace("live", "test")) == "dgm_test_…9c41e2"
    assert hint_webhook_secret(f"whsec_{'A' * 40}Zt4=") == "whsec_…Zt4="


async def test_a_secret_is_known_by_its_hint_until_it_is_replaced(service: Service) -> None:
    new = await service.create_application()
    application = await find(service, new.application.id)
    assert application == new.application
    assert application.secret == SecretHint(
        text=f"dgm_live_…{new.client_secret[-6:]}", made=application.created
    )
    assert application.webhook_secret == SecretHint(
        text=f"whsec_…{new.webhook_secret[-4:]}", made=application.created
    )
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        changed, secret = await provisioning.regenerate_secret(
            tx, service.identity.keyring, application.id, revoke_tokens=False, staff=OPERATOR
        )
        made = tx.now
    assert changed.secret == SecretHint(text=f"dgm_live_…{secret[-6:]}", made=made)
    assert changed.webhook_secret == application.webhook_secret
    assert changed == await find(service, application.id)


async def test_a_release_that_knows_no_hints_leaves_none_that_is_wrong(service: Service) -> None:
    new = await service.create_application()
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(
            sa.text("update applications set secret_hash = 'another' where id = :id"),
            {"id": new.application.id},
        )
    application = await find(service, new.application.id)
    assert (application.secret, application.webhook_secret) == (None, new.application.webhook_secret)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(
            sa.text("update applications set webhook_secret = 'another' where id = :id"),
            {"id": new.application.id},
        )
    assert (await find(service, new.application.id)).webhook_secret is None


async def test_an_application_is_last_used_when_it_got_a_token_within_an_hour(service: Service) -> None:
    new = await service.create_application()
    assert new.application.last_used is None
    assert (await service.request_token(new, client_secret="wrong")).status_code == 401
    assert (await find(service, new.application.id)).last_used is None
    before = datetime.now(UTC)
    await service.fetch_token(new)
    first = (await find(service, new.application.id)).last_used
    assert first is not None
    assert before - timedelta(seconds=1) <= first <= datetime.now(UTC) + timedelta(seconds=1)
    await service.fetch_token(new)
    assert (await find(service, new.application.id)).last_used == first


async def test_what_was_used_long_ago_is_recorded_again(service: Service) -> None:
    new = await service.create_application()
    await service.fetch_token(new)
    await shift_use(service, new.application.id, timedelta(hours=2))
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(sa.text("select record_application_use(:id)"), {"id": new.application.id})
    used = (await find(service, new.application.id)).last_used
    assert used is not None
    assert datetime.now(UTC) - used < timedelta(hours=1)


async def test_the_end_of_a_trial_is_that_of_its_tokens(service: Service) -> None:
    account = Account(
        id=1, name="a", kind=AccountKind.TRIAL, created=datetime(2026, 1, 1, tzinfo=UTC), disabled=None
    )
    assert account.trial_ends(days=60) == datetime(2026, 3, 2, tzinfo=UTC)
    assert dataclasses.replace(account, kind=AccountKind.SANDBOX).trial_ends(days=60) is None
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        opened = await actions.open_account(
            tx, service.identity.keyring, name="Trial", kind=AccountKind.TRIAL
        )
        assert opened.trial_ends(days=7) == opened.created + timedelta(days=7)

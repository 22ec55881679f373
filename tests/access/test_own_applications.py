"""What an account's people may do with its applications, and what stays the provider's."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from dragoman.access import actions, own_applications, provisioning
from dragoman.access.model import CUSTOMER_SCOPES, AccessScope, ApplicationDraft, NewApplication, RateRule
from dragoman.access.own_applications import (
    OwnApplicationChanges,
    OwnApplicationDraft,
    ScopeReserved,
    may_change_own,
)
from dragoman.access.staff import OPERATOR, Staff
from dragoman.accounts.model import AccountKind
from dragoman.audit.actions import list_entries
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict, Forbidden, LimitExceeded, NotFound
from tests.access.conftest import Service

PERSON = Staff(actor="user:5", role=provisioning.StaffRole.MANAGER)


async def open_account(service: Service, kind: AccountKind = AccountKind.PRODUCTION) -> int:
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        return (await actions.open_account(tx, service.identity.keyring, name="Customer", kind=kind)).id


async def create(service: Service, account: int, *, most: int = 20, **draft: object) -> NewApplication:
    async with transaction(service.database, account=account) as tx:
        return await own_applications.create_own_application(
            tx,
            service.identity.keyring,
            account_id=account,
            draft=OwnApplicationDraft(**{"name": "CMS", **draft}),  # type: ignore[arg-type]
            most=most,
            staff=PERSON,
        )


async def test_people_make_and_change_applications_in_their_account_alone(service: Service) -> None:
    account = await open_account(service)
    new = await create(service, account, scopes=frozenset({AccessScope.TRANSLATE}))
    assert (new.application.role, new.application.rate) == (None, RateRule.DEFAULT)
    await service.fetch_token(new)
    async with transaction(service.database, account=account) as tx:
        changes = OwnApplicationChanges(name="Shop", scopes=CUSTOMER_SCOPES, disabled=True)
        changed = await own_applications.change_own_application(
            tx, new.application.id, changes=changes, staff=PERSON
        )
        assert (changed.name, changed.scopes, changed.disabled) == ("Shop", CUSTOMER_SCOPES, tx.now)
        keyring = service.identity.keyring
        await own_applications.regenerate_own_secret(
            tx, keyring, changed.id, revoke_tokens=True, staff=PERSON
        )
        await own_applications.regenerate_own_webhook_secret(
            tx, keyring, changed.id, keep_old=timedelta(hours=1), staff=PERSON
        )
        await own_applications.revoke_own_tokens(tx, changed.id, staff=PERSON)
        with pytest.raises(Conflict, match="disabled"):
            await own_applications.create_own_temporary_token(
                tx, keyring, service.identity.settings, changed.id, staff=PERSON
            )
        entries = await list_entries(tx, limit=10)
    assert {entry.event.actor for entry in entries} == {"user:5"}
    assert [entry.event.action.removeprefix("application.") for entry in reversed(entries)] == [
        *("created", "changed", "secret_regenerated", "webhook_secret_regenerated", "tokens_revoked")
    ]


async def test_people_give_no_scope_that_customers_do_not_have(service: Service) -> None:
    account = await open_account(service)
    reserved = frozenset({AccessScope.TRANSLATE, AccessScope.PROVIDER})
    with pytest.raises(ScopeReserved, match="the scope provider"):
        await create(service, account, scopes=reserved)
    new = await create(service, account)
    async with transaction(service.database, account=account) as tx:
        with pytest.raises(ScopeReserved):
            await own_applications.change_own_application(
                tx, new.application.id, changes=OwnApplicationChanges(scopes=reserved), staff=PERSON
            )


async def test_an_application_with_more_than_customers_get_is_the_providers(service: Service) -> None:
    account = await open_account(service)
    draft = ApplicationDraft(account_id=account, name="Desk", scopes=frozenset({AccessScope.PROVIDER}))
    keyring = service.identity.keyring
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        desk = (await actions.create_application(tx, keyring, draft=draft)).application
    assert not may_change_own(desk)
    async with transaction(service.database, account=account) as tx:
        for attempt in (
            own_applications.change_own_application(
                tx, desk.id, changes=OwnApplicationChanges(name="Mine"), staff=PERSON
            ),
            own_applications.regenerate_own_secret(tx, keyring, desk.id, revoke_tokens=False, staff=PERSON),
            own_applications.regenerate_own_webhook_secret(
                tx, keyring, desk.id, keep_old=timedelta(0), staff=PERSON
            ),
            own_applications.revoke_own_tokens(tx, desk.id, staff=PERSON),
            own_applications.create_own_temporary_token(
                tx, keyring, service.identity.settings, desk.id, staff=PERSON
            ),
        ):
            with pytest.raises(Forbidden):
                await attempt
        assert await provisioning.find_application(tx, desk.id) == desk


async def test_another_accounts_application_is_unknown(service: Service) -> None:
    ours, theirs = await open_account(service), await open_account(service)
    new = await create(service, theirs)
    async with transaction(service.database, account=ours) as tx:
        with pytest.raises(NotFound):
            await own_applications.change_own_application(
                tx, new.application.id, changes=OwnApplicationChanges(disabled=True), staff=OPERATOR
            )


async def test_an_account_gets_no_more_limits_by_more_applications(service: Service) -> None:
    account = await open_account(service)
    results = await asyncio.gather(
        *(create(service, account, most=2) for _ in range(4)), return_exceptions=True
    )
    refused = [one for one in results if isinstance(one, LimitExceeded)]
    assert len(refused) == 2, results
    assert refused[0].message.startswith("The account has 2 applications; its people may have up to 2")


async def test_the_built_in_application_stays_enabled(service: Service) -> None:
    account = await open_account(service, AccountKind.SANDBOX)
    async with transaction(service.database, account=account) as tx:
        (builtin,) = await actions.list_applications(tx)
        with pytest.raises(Conflict, match="built in"):
            await own_applications.change_own_application(
                tx, builtin.id, changes=OwnApplicationChanges(disabled=True), staff=PERSON
            )

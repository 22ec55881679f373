"""Rows of accounts and applications are seen by their own account only, and secrets by no other account."""

from __future__ import annotations

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from dragoman.access import actions
from dragoman.access.store import APPLICATIONS
from dragoman.accounts.actions import create_user, list_accounts, list_users
from dragoman.accounts.model import Role, UserDraft
from dragoman.database.connections import NO_ACCOUNT, fetch_rows, transaction
from dragoman.errors import NotFound
from tests.access.conftest import Service


async def test_an_account_sees_and_changes_its_own_rows_only(service: Service) -> None:
    mine, theirs = await service.create_application(), await service.create_application()
    for new in (mine, theirs):
        async with transaction(service.database, account=new.application.account_id) as tx:
            address = f"anna{new.application.id}@example.com"
            draft = UserDraft(
                account_id=new.application.account_id,
                email=address,
                role=Role.CUSTOMER,
                password="p" * 12,
            )
            await create_user(tx, draft=draft)
    async with transaction(service.database, account=mine.application.account_id) as tx:
        assert [a.id for a in await list_accounts(tx)] == [mine.application.account_id]
        builtin, own = await actions.list_applications(tx)
        assert (builtin.account_id, builtin.builtin) == (mine.application.account_id, True)
        assert own.id == mine.application.id
        assert [u.account_id for u in await list_users(tx)] == [mine.application.account_id]
        other = theirs.application.id
        for refused in (
            actions.revoke_application_tokens(tx, application_id=other),
            actions.regenerate_secret(tx, service.identity.keyring, application_id=other),
        ):
            with pytest.raises(NotFound):
                await refused
    assert (await service.request_token(theirs)).status_code == 200


async def test_an_account_cannot_make_rows_for_another(service: Service) -> None:
    mine, theirs = await service.create_application(), await service.create_application()
    with pytest.raises(DBAPIError, match="row-level security"):
        async with transaction(service.database, account=mine.application.account_id) as tx:
            await tx.connection.execute(
                sa.update(APPLICATIONS)
                .where(APPLICATIONS.c.id == mine.application.id)
                .values(account_id=theirs.application.account_id)
            )


async def test_without_an_account_no_row_is_seen(service: Service) -> None:
    await service.create_application()
    async with transaction(service.database, account=NO_ACCOUNT) as tx:
        assert await list_accounts(tx) == []
        assert await actions.list_applications(tx) == []
        assert await list_users(tx) == []


@pytest.mark.parametrize(
    "statement",
    [
        "select * from rate_limits",
        "update rate_limits set due = now()",
        "delete from applications",
        "delete from accounts",
        "delete from users",
        "update signing_keys set signs_from = now()",
        "alter table applications disable row level security",
        "drop function find_credentials(text, integer, interval)",
    ],
)
async def test_the_application_role_may_not(service: Service, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        await fetch_rows(service.database, statement)  # type: ignore[arg-type] # one of those above

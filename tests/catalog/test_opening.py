"""What an account comes with: a new one, and one from before there was a catalogue."""

from __future__ import annotations

from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import create_async_engine

import dragoman.database.migrations
from dragoman import languages
from dragoman.access.actions import list_applications
from dragoman.access.model import CUSTOMER_SCOPES
from dragoman.accounts.model import AccountKind
from dragoman.audit.actions import list_entries
from dragoman.catalog import actions, editing, reading
from dragoman.catalog.model import ProjectDefaults, ServiceKind
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, SERVICE, TEMPLATE, WORK_AREA
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, open_database, transaction
from dragoman.database.migrate import migrate
from dragoman.database.urls import ServerUrls, parse_url
from tests.catalog.conftest import Open


@pytest.mark.parametrize("kind", AccountKind, ids=str)
async def test_a_new_account_can_make_its_first_project_at_once(
    tx: Transaction, open_one: Open, kind: AccountKind
) -> None:
    """P1."""
    account = await open_one("Müller & Söhne", kind)
    assert (account.name, account.kind) == ("Müller & Söhne", kind)
    whole: dict[str, Any] = {"account_id": account.id, "limit": None, "offset": 0}
    [memory] = await reading.list_memories(tx, **whole)
    [invoicing] = await reading.list_choices(tx, INVOICING_ACCOUNT, **whole)
    [person] = await reading.list_people(tx, **whole)
    [template] = await reading.list_choices(tx, TEMPLATE, **whole)
    services = await reading.list_choices(tx, SERVICE, **whole)
    areas = await reading.list_choices(tx, WORK_AREA, **whole)
    assert (memory.primary, memory.use_for_translation) == (True, True)
    assert (invoicing.name, invoicing.valid_until) == ("Müller & Söhne", None)
    assert (person.first_name, person.last_name, person.email) == ("Default", "user", None)
    assert (template.name, template.service_id) == ("Default", services[0].id)
    assert await actions.find_defaults(tx, account.id) == ProjectDefaults(
        invoicing_account_id=invoicing.id, user_id=person.id, work_area_id=areas[0].id
    )
    [builtin] = await list_applications(tx, account_id=account.id)
    assert (builtin.builtin, builtin.role, builtin.scopes) == (True, None, CUSTOMER_SCOPES)
    assert builtin.name == ("Sandbox" if kind is AccountKind.SANDBOX else "Dashboard")
    [opened] = [
        one
        for one in await list_entries(tx, account_id=account.id, limit=99)
        if "account" in one.event.action
    ]
    assert (opened.event.actor, opened.event.action) == ("operator", "account.created")


async def test_what_is_everybodys_from_the_start(tx: Transaction) -> None:
    """P1: machine and human services, work areas, languages."""
    services = await editing.list_items(tx, SERVICE, limit=None)
    assert [
        (one.kind, one.words_per_day, one.auto_start_after) for one in services if one.account_id is None
    ] == [
        (ServiceKind.MACHINE, None, 60),
        (ServiceKind.POST_EDITING, 5000, None),
        (ServiceKind.HUMAN, 2000, None),
    ]
    offered = await actions.list_languages(tx)
    assert len(offered) > 100
    assert [one.code for one in offered if languages.canonical(one.code) != one.code] == []
    assert {"en", "es", "ca-valencia", "oc-gascon", "pt-colb1945", "zh-Hans"} <= {one.code for one in offered}


async def test_an_account_opens_although_the_provider_changed_the_catalogue(
    tx: Transaction, open_one: Open
) -> None:
    """P1: a disabled machine service is not offered; what comes first among everybody's is."""
    services = await editing.list_items(tx, SERVICE, limit=None)
    machine, post_editing = services[:2]
    await tx.connection.execute(
        text("update services set disabled = now() where id = :id"), {"id": machine.id}
    )
    account = await open_one()
    [template] = await reading.list_choices(tx, TEMPLATE, account_id=account.id, limit=None, offset=0)
    assert template.service_id == post_editing.id


async def test_accounts_from_before_get_what_new_ones_have(database_urls: ServerUrls) -> None:
    """P1, and back again: people without a password go, others stay."""
    engine = create_async_engine("postgresql+psycopg://", connect_args=dict(parse_url(database_urls.owner)))
    async with engine.connect() as connection:
        await connection.run_sync(_downgrade)
        await connection.execute(text("select set_config('dragoman.account', '*', true)"))
        await connection.execute(
            text("insert into accounts (name, kind, created) values ('Old Ltd', 'production', now())")
        )
        await connection.execute(
            text(
                "insert into users (account_id, email, role, password_hash, created) "
                "select id, 'anna@example.com', 'customer', 'x', now() from accounts"
            )
        )
        await connection.commit()
    await migrate(database_urls.owner)
    async with (
        open_database(database_urls.application, connections=1) as database,
        transaction(database, account=ALL_ACCOUNTS) as tx,
    ):
        whole: dict[str, Any] = {"account_id": 1, "limit": None, "offset": 0}
        [invoicing] = await reading.list_choices(tx, INVOICING_ACCOUNT, **whole)
        anna, default = await reading.list_people(tx, **whole)
        [template] = await reading.list_choices(tx, TEMPLATE, **whole)
        assert (invoicing.name, anna.email, default.email) == ("Old Ltd", "anna@example.com", None)
        assert template.service_id is not None
        assert await actions.find_defaults(tx, 1) == ProjectDefaults(
            invoicing_account_id=invoicing.id, user_id=default.id, work_area_id=1
        )
    async with engine.connect() as connection:
        await connection.run_sync(_downgrade)
        await connection.execute(text("select set_config('dragoman.account', '*', true)"))
        left = await connection.execute(text("select email from users"))
        assert [email for (email,) in left] == ["anna@example.com"]
    await engine.dispose()


def _downgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", dragoman.database.migrations.__path__[0])
    config.attributes["connection"] = connection
    command.downgrade(config, "0012")

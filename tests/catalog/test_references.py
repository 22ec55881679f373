"""What a template or a project may name: its account's things, and no other's."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from dragoman.access.staff import OPERATOR
from dragoman.accounts.model import Account, Role, UserChanges, UserDraft
from dragoman.catalog import customers, editing, removal
from dragoman.catalog.customers import AccountChanges
from dragoman.catalog.model import InvoicingAccount, References, ServiceKind, Template, WorkArea
from dragoman.catalog.reference_types import INVOICING_ACCOUNT, SERVICE, TEMPLATE, WORK_AREA
from dragoman.catalog.references import check_references
from dragoman.catalog.refusals import InUse, IsDefault
from dragoman.database.connections import Transaction
from dragoman.errors import RulesBroken
from dragoman.memories.actions import MemoryChanges, MemoryDraft, change_memory, create_memory
from dragoman.memories.model import Member
from dragoman.memories.sets.actions import SetDraft, create_set
from dragoman.style_guides.actions import StyleGuideDraft, change_style_guide, create_style_guide
from dragoman.termbases.actions import TermBaseChanges, change_term_base, create_term_base
from tests.catalog.conftest import Open
from tests.catalog.test_editing import EXPRESS, codes

CODES = {
    "service_id": "SERVICE",
    "template_id": "TEMPLATE",
    "work_area_id": "WORK_AREA",
    "invoicing_account_id": "INVOICING_ACCOUNT",
    "user_id": "USER",
    "memory_id": "TRANSLATION_MEMORY",
    "memory_set_id": "TRANSLATION_MEMORY_SET",
    "term_base_id": "TERM_BASE",
    "style_id": "STYLE_GUIDE",
}


async def furnish(tx: Transaction, account: Account) -> dict[str, Any]:
    """One thing of each kind that is the account's own, by the field that names it."""
    own: dict[str, Any] = {"id": 0, "account_id": account.id, "name": "Own"}
    service = {**{f.name: getattr(EXPRESS, f.name) for f in fields(EXPRESS)}, **own}
    memory = await create_memory(tx, draft=MemoryDraft(account_id=account.id, name="Own"), staff=OPERATOR)
    members = [Member(memory_id=memory.id)]
    set_draft = SetDraft(account_id=account.id, name="Own", members=members)
    base = await create_term_base(tx, staff=OPERATOR, account_id=account.id, name="Own")
    style_draft = StyleGuideDraft(account_id=account.id, name="Own")
    draft = UserDraft(account_id=account.id, role=Role.CUSTOMER, last_name="Own")
    return {
        "service_id": (await editing.create(tx, SERVICE, type(EXPRESS)(**service), staff=OPERATOR)).id,
        "template_id": (await editing.create(tx, TEMPLATE, Template(**own), staff=OPERATOR)).id,
        "work_area_id": (await editing.create(tx, WORK_AREA, WorkArea(**own), staff=OPERATOR)).id,
        "invoicing_account_id": (
            await editing.create(tx, INVOICING_ACCOUNT, InvoicingAccount(**own), staff=OPERATOR)
        ).id,
        "user_id": (await customers.create_user(tx, draft=draft, staff=OPERATOR)).id,
        "memory_id": memory.id,
        "memory_set_id": (await create_set(tx, draft=set_draft, staff=OPERATOR)).memory_set.id,
        "term_base_id": base.id,
        "style_id": (await create_style_guide(tx, staff=OPERATOR, draft=style_draft)).id,
    }


async def disable(tx: Transaction, things: dict[str, int]) -> None:
    """Disable everything that can be."""
    off = {"disabled": True}
    await editing.change(tx, SERVICE, things["service_id"], changes=off, staff=OPERATOR)
    await editing.change(tx, TEMPLATE, things["template_id"], changes=off, staff=OPERATOR)
    await editing.change(tx, WORK_AREA, things["work_area_id"], changes=off, staff=OPERATOR)
    await editing.change(tx, INVOICING_ACCOUNT, things["invoicing_account_id"], changes=off, staff=OPERATOR)
    await customers.change_user(tx, things["user_id"], changes=UserChanges(disabled=True), staff=OPERATOR)
    await change_memory(tx, things["memory_id"], changes=MemoryChanges(disabled=True), staff=OPERATOR)
    await change_term_base(
        tx, staff=OPERATOR, term_base_id=things["term_base_id"], changes=TermBaseChanges(disabled=True)
    )
    await change_style_guide(
        tx, staff=OPERATOR, style_guide_id=things["style_id"], changes={"disabled": True}
    )


async def test_an_unknown_id_and_another_accounts_give_the_same_words(
    tx: Transaction, open_one: Open
) -> None:
    """V6, and the tenancy of every reference: a guessed id reveals nothing."""
    ours, theirs = await open_one(), await open_one()
    own, others = await furnish(tx, ours), await furnish(tx, theirs)
    nothing = dict.fromkeys(own, 2**31 - 1)
    assert await check_references(tx, References(**own), account_id=ours.id) == []
    said = [
        [(one.code, one.message, one.hints) for one in problems]
        for problems in (
            await check_references(tx, References(**others), account_id=ours.id),
            await check_references(tx, References(**nothing), account_id=ours.id),
        )
    ]
    assert said[0] == said[1]
    assert [code for code, _, _ in said[0]] == [f"{code}_NOT_FOUND" for code in CODES.values()]


async def test_a_disabled_thing_is_not_chosen_anew_and_may_stay(tx: Transaction, open_one: Open) -> None:
    account = await open_one()
    own = await furnish(tx, account)
    await disable(tx, own)
    problems = await check_references(tx, References(**own), account_id=account.id)
    expected = [f"{code}_DISABLED" for code in CODES.values() if code != "TRANSLATION_MEMORY_SET"]
    assert [one.code for one in problems] == expected
    chosen = References(**own)
    assert await check_references(tx, chosen, account_id=account.id, had=chosen) == []


async def test_everybodys_things_are_everybodys(tx: Transaction, open_one: Open) -> None:
    account = await open_one()
    services = await editing.list_items(tx, SERVICE, limit=None)
    generic = [one for one in services if one.account_id is None]
    assert [one.kind for one in generic] == list(ServiceKind)
    assert await check_references(tx, References(service_id=generic[0].id), account_id=account.id) == []


async def test_a_template_names_its_accounts_things_only(tx: Transaction, open_one: Open) -> None:
    """V6: on create and on change, all at once."""
    ours, theirs = await open_one(), await open_one()
    others = await furnish(tx, theirs)
    others.pop("template_id")
    expected = [f"{CODES[name]}_NOT_FOUND" for name in CODES if name in others]
    wanted = Template(id=0, account_id=ours.id, name="T")
    with pytest.raises(RulesBroken) as refused:
        await editing.create(
            tx, TEMPLATE, Template(id=0, account_id=ours.id, name="T", **others), staff=OPERATOR
        )
    assert codes(refused) == expected
    made = await editing.create(tx, TEMPLATE, wanted, staff=OPERATOR)
    with pytest.raises(RulesBroken) as refused:
        await editing.change(tx, TEMPLATE, made.id, changes=others, staff=OPERATOR)
    assert codes(refused) == expected


async def test_a_template_goes_on_with_what_was_disabled_since(tx: Transaction, open_one: Open) -> None:
    """V6."""
    account = await open_one()
    own = await furnish(tx, account)
    own.pop("template_id")
    made = await editing.create(
        tx, TEMPLATE, Template(id=0, account_id=account.id, name="T", **own), staff=OPERATOR
    )
    await disable(tx, {**own, "template_id": made.id})
    renamed = await editing.change(tx, TEMPLATE, made.id, changes={"name": "T 2"}, staff=OPERATOR)
    assert (renamed.name, renamed.service_id) == ("T 2", own["service_id"])


async def test_what_a_template_names_is_not_deleted(tx: Transaction, open_one: Open) -> None:
    """V4, V5: a memory or term base goes once no template names it."""
    account = await open_one()
    own = await furnish(tx, account)
    named: dict[str, Any] = {name: own[name] for name in ("memory_id", "term_base_id", "style_id")}
    made = await editing.create(
        tx, TEMPLATE, Template(id=0, account_id=account.id, name="T", **named), staff=OPERATOR
    )
    with pytest.raises(InUse, match=r"^Project templates that name it: 1\."):
        await removal.delete_memory(tx, own["memory_id"], staff=OPERATOR)
    with pytest.raises(InUse):
        await removal.delete_term_base(tx, own["term_base_id"], staff=OPERATOR)
    with pytest.raises(InUse):
        await removal.delete_style_guide(tx, own["style_id"], staff=OPERATOR)
    await editing.change(tx, TEMPLATE, made.id, changes=dict.fromkeys(named), staff=OPERATOR)
    await removal.delete_memory(tx, own["memory_id"], staff=OPERATOR)
    await removal.delete_term_base(tx, own["term_base_id"], staff=OPERATOR)
    await removal.delete_style_guide(tx, own["style_id"], staff=OPERATOR)
    gone = await check_references(tx, References(**named), account_id=account.id)
    assert [one.code for one in gone] == [f"{CODES[name]}_NOT_FOUND" for name in named]


async def test_an_accounts_defaults_are_its_own_and_can_be_chosen(tx: Transaction, open_one: Open) -> None:
    """V3."""
    ours, theirs = await open_one(), await open_one()
    own, others = await furnish(tx, ours), await furnish(tx, theirs)
    names = ("invoicing_account_id", "user_id", "work_area_id")
    with pytest.raises(RulesBroken) as refused:
        await customers.change_account(
            tx, ours.id, changes=AccountChanges(defaults={n: others[n] for n in names}), staff=OPERATOR
        )
    assert sorted(codes(refused)) == [
        "INVOICING_ACCOUNT_NOT_FOUND",
        "USER_NOT_FOUND",
        "WORK_AREA_NOT_FOUND",
    ]
    changes = AccountChanges(name="Acme plc", defaults={n: own[n] for n in names})
    changed = await customers.change_account(tx, ours.id, changes=changes, staff=OPERATOR)
    assert changed.account.name == "Acme plc"
    assert {n: getattr(changed.defaults, n) for n in names} == {n: own[n] for n in names}
    with pytest.raises(IsDefault):
        await customers.change_user(tx, own["user_id"], changes=UserChanges(disabled=True), staff=OPERATOR)


async def test_the_database_itself_keeps_accounts_apart(tx: Transaction, open_one: Open) -> None:
    """Row-level security holds for every query: rows without an account are read, never written."""
    ours, theirs = await open_one(), await open_one()
    await tx.connection.execute(
        text("select set_config('dragoman.account', :id, true)"), {"id": str(ours.id)}
    )
    for table in ("project_templates", "invoicing_accounts", "users", "account_defaults"):
        seen = await tx.connection.execute(text(f"select account_id from {table}"))
        assert {account_id for (account_id,) in seen} == {ours.id}, table
    assert await tx.connection.scalar(text("select count(*) from services where account_id is null")) == 3
    for statement in (
        "update services set price_per_word = 0 where account_id is null",
        "insert into work_areas (name) values ('Mine')",
        f"insert into work_areas (account_id, name) values ({theirs.id}, 'Theirs')",
    ):
        with pytest.raises(DBAPIError, match="row-level security"):
            async with tx.connection.begin_nested():
                await tx.connection.execute(text(statement))

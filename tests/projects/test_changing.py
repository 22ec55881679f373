"""Making, changing and deleting projects: what they name, how far they are, and two at once (P6–P8)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.access.staff import OPERATOR
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Malformed, NotFound, RulesBroken
from dragoman.memories.actions import MemoryDraft, create_memory, delete_memory
from dragoman.memories.sets.actions import SetDraft, create_set
from dragoman.projects import store
from dragoman.projects.model import HoldReason, Project, ProjectStatus, Setter
from dragoman.projects.orders import actions
from dragoman.projects.orders.checking import SentFields, SentObject
from dragoman.projects.orders.record import read_record
from dragoman.resources import Resources
from dragoman.termbases.actions import create_term_base
from tests.projects.shop import Shop, open_shop

# Field of the interface → what its codes begin with, and the table of what it names.
NAMED = {
    "templateId": ("TEMPLATE", "project_templates"),
    "serviceId": ("SERVICE", "services"),
    "translationMemoryId": ("TRANSLATION_MEMORY", "memories"),
    "translationMemorySetId": ("TRANSLATION_MEMORY_SET", None),
    "termBaseId": ("TERM_BASE", "term_bases"),
    "styleId": ("STYLE_GUIDE", "style_guides"),
    "invoicingAccountId": ("INVOICING_ACCOUNT", "invoicing_accounts"),
    "userId": ("USER", "users"),
    "workAreaId": ("WORK_AREA", "work_areas"),
}


async def create(shop: Shop, **fields: Any) -> Project:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        return await actions.create_project(tx, caller=shop.caller, sent=SentFields(fields=fields))


async def change(shop: Shop, project: Project, **fields: Any) -> Project:
    """As PATCH does."""
    return await send(shop, project, actions.ProjectChange(sent=SentFields(fields=fields), clearing=True))


async def send(shop: Shop, project: Project, what: actions.ProjectChange) -> Project:
    def read() -> actions.ProjectChange:
        return what

    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        return await actions.change_project(tx, project.id, caller=shop.caller, read=read)


async def move(shop: Shop, project: Project, **values: Any) -> None:
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        await store.update_project(tx, project.id, values)


async def make_things(shop: Shop) -> Mapping[str, int]:
    """One of each kind, the account's own."""
    account = shop.caller.account_id
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        memory = await create_memory(tx, draft=MemoryDraft(account_id=account, name="More"), staff=OPERATOR)
        memory_set = await create_set(
            tx, draft=SetDraft(account_id=account, name="Set", members=[]), staff=OPERATOR
        )
        base = await create_term_base(tx, staff=OPERATOR, account_id=account, name="Terms")
        made = {
            "translationMemoryId": memory.id,
            "translationMemorySetId": memory_set.memory_set.id,
            "termBaseId": base.id,
        }
        for field, statement in {
            "templateId": "insert into project_templates (account_id, name, target_languages)"
            " values (:a, 'T', '{}')",
            "styleId": "insert into style_guides (account_id, name, rules, created, updated)"
            " values (:a, 'G', '{}', now(), now())",
            "serviceId": "insert into services (account_id, name, kind, currency, price_per_word, weights)"
            " values (:a, 'S', 'human', 'EUR', 1, '{}')",
            "invoicingAccountId": "insert into invoicing_accounts (account_id, name) values (:a, 'I')",
            "userId": "insert into users (account_id, role, created) values (:a, 'customer', now())",
            "workAreaId": "insert into work_areas (account_id, name) values (:a, 'W')",
        }.items():
            made[field] = await tx.connection.scalar(sa.text(f"{statement} returning id"), {"a": account})
    return made


async def disable(shop: Shop, field: str, number: int) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(
            sa.text(f"update {NAMED[field][1]} set disabled = now() where id = :id"), {"id": number}
        )


async def refused(work: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(RulesBroken) as caught:
        await work
    return [(one.code, one.message, one.hints) for one in caught.value.all_problems()]


async def test_what_is_named_must_be_there_and_ones_own(shop: Shop, project_resources: Resources) -> None:
    theirs = await make_things(await open_shop(project_resources))
    service = (await shop.order()).fields.service_id
    project = await create(shop, title="T", serviceId=service)
    for field, (code, _) in NAMED.items():
        fields = {"title": "T", "serviceId": service} if field != "serviceId" else {"title": "T"}
        unknown = await refused(create(shop, **{**fields, field: 2**31 - 1}))
        assert [one[0] for one in unknown] == [f"{code}_NOT_FOUND"]
        assert await refused(create(shop, **{**fields, field: theirs[field]})) == unknown
        assert await refused(create(shop, **{**fields, field: -5})) == unknown
        assert await refused(change(shop, project, **{field: theirs[field]})) == unknown
        assert await refused(change(shop, project, **{field: 2**31 - 1})) == unknown
        assert not any(character.isdigit() for character in "".join(unknown[0]).replace("/v1/", ""))


async def test_what_is_disabled_is_not_chosen_and_goes_on_where_it_was(shop: Shop) -> None:
    ours = await make_things(shop)
    service = (await shop.order()).fields.service_id
    for field, (code, table) in NAMED.items():
        if table is None:
            continue
        fields = {"title": "T", "serviceId": service, field: ours[field]}
        project = await create(shop, **fields)
        await disable(shop, field, ours[field])
        assert [one[0] for one in await refused(create(shop, **fields))] == [f"{code}_DISABLED"]
        other = await create(shop, title="T", serviceId=service)
        assert [one[0] for one in await refused(change(shop, other, **{field: ours[field]}))] == [
            f"{code}_DISABLED"
        ]
        changed = await change(shop, project, **{field: ours[field], "title": "Still here"})
        assert changed.given == replace(project.given, title="Still here")


async def test_a_template_that_names_what_is_gone_says_so(shop: Shop) -> None:
    ours = await make_things(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await tx.connection.execute(
            sa.text("update project_templates set memory_id = :m, service_id = :s where id = :t"),
            {"m": ours["translationMemoryId"], "s": ours["serviceId"], "t": ours["templateId"]},
        )
    project = await create(shop, templateId=ours["templateId"])
    assert (project.fields.memory_id, project.fields.title) == (ours["translationMemoryId"], "T")
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await delete_memory(tx, ours["translationMemoryId"], staff=OPERATOR)
    ((code, _, hint),) = await refused(create(shop, templateId=ours["templateId"]))
    assert (code, hint.startswith("The template names it")) == ("TRANSLATION_MEMORY_NOT_FOUND", True)
    assert (
        await create(shop, templateId=ours["templateId"], useTranslationMemory=False)
    ).fields.memory_id is None
    assert (await change(shop, project, title="Goes on")).fields.memory_id == ours["translationMemoryId"]


async def test_a_default_that_is_disabled_is_left_out(shop: Shop) -> None:
    service = (await shop.order()).fields.service_id
    first = await create(shop, title="T", serviceId=service)
    assert first.fields.user_id is not None
    await disable(shop, "userId", first.fields.user_id)
    second = await create(shop, title="T", serviceId=service)
    assert (second.fields.user_id, second.fields.work_area_id) == (None, first.fields.work_area_id)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (ProjectStatus.ACTIVE, "PROJECT_STARTED"),
        (ProjectStatus.FINISHED, "PROJECT_FINISHED"),
        (ProjectStatus.CANCELLED, "PROJECT_CANCELLED"),
    ],
)
async def test_what_has_started_stays_as_it_is(shop: Shop, status: ProjectStatus, code: str) -> None:
    project = await shop.order()
    await move(shop, project, status=status)
    assert [one[0] for one in await refused(change(shop, project))] == [code]
    problems = await refused(change(shop, project, title=" ", userId="5", templateId=2**31 - 1))
    assert [one[0] for one in problems] == [code, "WRONG_TYPE", "TITLE_EMPTY", "TEMPLATE_NOT_FOUND"]
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        with pytest.raises(RulesBroken):
            await actions.delete_project(tx, project.id, caller=shop.caller)


async def test_null_says_nothing_or_clears(shop: Shop) -> None:
    service = (await shop.order()).fields.service_id
    said = {
        "title": "T",
        "serviceId": service,
        "briefing": "b",
        "externalId": "e",
        "deadline": "2100-01-01T00:00:00Z",
        "metadata": SentObject(text='{"a": 1.0}', value={"a": 1.0}),
    }
    project = await create(shop, **said)
    nothing = dict.fromkeys([*said, "userId", "useTranslationMemory"])
    saying_nothing = actions.ProjectChange(sent=SentFields(fields=nothing), clearing=False)
    assert (await send(shop, project, saying_nothing)).given == project.given
    assert [one[0] for one in await refused(change(shop, project, **nothing))] == [
        "TITLE_MISSING",
        "SERVICE_MISSING",
    ]
    rest = {name: None for name in nothing if name not in {"title", "serviceId"}}
    cleared = await change(shop, project, **rest)
    assert (cleared.given.briefing, cleared.given.external_id, cleared.given.metadata) == (None, None, None)
    assert (cleared.deadline, cleared.deadline_set_by) == (None, None)
    assert cleared.fields.user_id == project.fields.user_id  # the account's again


async def test_one_of_two_at_once_has_the_external_id(shop: Shop) -> None:
    service = (await shop.order()).fields.service_id
    results = await asyncio.gather(
        *(create(shop, title="T", serviceId=service, externalId="same") for _ in range(6)),
        return_exceptions=True,
    )
    made = [one for one in results if isinstance(one, Project)]
    assert len(made) == 1
    refusals = [one.problems for one in results if isinstance(one, RulesBroken)]
    hint = f"It is project {made[0].id}."
    assert [(one.code, one.hints.startswith(hint)) for (one,) in refusals] == [
        ("EXTERNAL_ID_EXISTS", True)
    ] * 5
    other = await create(shop, title="T", serviceId=service)
    assert [one[0] for one in await refused(change(shop, other, externalId="same"))] == ["EXTERNAL_ID_EXISTS"]
    assert (await change(shop, made[0], externalId="same")).given.external_id == "same"


async def test_a_new_deadline_lets_a_held_start_be_tried_again(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    await move(shop, project, hold=HoldReason.DEADLINE, deadline_confirmed=True)
    assert (await change(shop, project, briefing="b")).hold is HoldReason.DEADLINE
    changed = await change(shop, project, deadline="2100-01-01T00:00:00+01:00")
    assert (changed.hold, changed.deadline_confirmed, changed.deadline_set_by) == (None, False, Setter.CLIENT)
    assert changed.starts_at is not None
    assert await shop.work(due=True)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        assert (
            await actions.find_project(tx, project.id, account_id=project.account_id)
        ).status is ProjectStatus.ACTIVE


async def test_another_service_has_its_own_automatic_start(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    machine = (await shop.order()).fields.service_id
    changed = await change(shop, project, serviceId=machine)
    assert changed.starts_at is not None
    assert timedelta(seconds=50) < changed.starts_at - changed.updated <= timedelta(seconds=60)
    assert (await change(shop, project, serviceId=project.fields.service_id)).starts_at is None


async def test_a_deleted_draft_is_gone_with_its_files(shop: Shop) -> None:
    project = await shop.order()
    file = await shop.send(project)
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        record = await read_record(tx, project)
        assert [str(one.id) for one in record.files] == [file["id"]]
        await actions.delete_project(tx, project.id, caller=shop.caller)
    assert "projects.delete_files" in await shop.work()
    async with transaction(shop.database, account=shop.caller.account_id) as tx:
        with pytest.raises(NotFound):
            await actions.find_project(tx, project.id, account_id=project.account_id)


async def test_a_new_project_of_the_wrong_shape_is_malformed(shop: Shop) -> None:
    with pytest.raises(Malformed) as caught:
        await create(shop, title=5, serviceId="5", userId=True, deadline=7, metadata=[])
    assert [(one.location, one.kind) for one in caught.value.problems] == [
        (("body", "title"), "string_type"),
        (("body", "deadline"), "datetime_type"),
        (("body", "serviceId"), "int_type"),
        (("body", "userId"), "int_type"),
        (("body", "metadata"), "dict_type"),
    ]

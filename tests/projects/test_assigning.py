"""Who translates what: assignment, a linguist's list, and work that is handed back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.accounts.actions import change_user, create_user
from dragoman.accounts.model import Role, User, UserChanges, UserDraft
from dragoman.catalog.model import ServiceKind
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict, Forbidden, NotFound
from dragoman.projects import file_store
from dragoman.projects.linguists.assigning import (
    AssigneeUnknown,
    TranslationsOver,
    assign,
    assign_several,
    find_assigned,
    find_unassigned,
    hand_back,
    list_assigned,
)
from dragoman.projects.linguists.delivering import deliver_translation
from dragoman.projects.linguists.translation_context import NotOpen
from dragoman.projects.model import ProjectFilter, ProjectStage, ProjectStatus
from dragoman.projects.orders import managing
from dragoman.projects.orders.listing import count_stages, list_projects
from dragoman.projects.orders.overview import read_history
from tests.projects.shop import Shop
from tests.projects.test_linguists import LINGUIST, open_order


async def make_user(tx: Transaction, shop: Shop, role: Role, name: str) -> User:
    email = f"{name}.{shop.caller.account_id}@example.com"
    draft = UserDraft(
        account_id=shop.caller.account_id,
        role=role,
        first_name=name,
        last_name="Brandt",
        email=email,
        password="a long pass phrase",
    )
    return await create_user(tx, draft=draft)


async def test_work_is_assigned_listed_handed_back_and_delivered(shop: Shop) -> None:
    project, translation, tools = await open_order(shop)
    account = shop.caller.account_id
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        user = await make_user(tx, shop, Role.LINGUIST, "Jonas")
        assigned = (await assign(tx, translation.id, user.id, staff=OPERATOR)).translation
        assert (assigned.assignee_id, assigned.assigned) == (user.id, tx.now)
        again = (await assign(tx, translation.id, user.id, staff=OPERATOR)).translation
        assert again == assigned
        (work,) = await list_assigned(tx, user.id)
        assert (work.context.translation.id, work.is_open, work.progress.done, work.progress.total) == (
            translation.id,
            True,
            0,
            11,
        )
        assert (await count_stages(tx, account))[ProjectStage.TO_DELIVER] == 0
        returned = (await hand_back(tx, translation.id, staff=LINGUIST, user_id=user.id)).translation
        assert (returned.is_ready, returned.handed_back, returned.handed_back_by) == (
            True,
            tx.now,
            "application:77",
        )
        assert (await hand_back(tx, translation.id, staff=OPERATOR)).translation == returned
        assert (await count_stages(tx, account))[ProjectStage.TO_DELIVER] == 1
        (listed,) = await list_projects(
            tx, wanted=ProjectFilter(account_id=account, stage=ProjectStage.TO_DELIVER)
        )
        assert (listed.ready, listed.attention) == (1, "READY_TO_DELIVER")
        (work,) = await list_assigned(tx, user.id)
        assert not work.is_open
    await deliver_translation(
        tools, project.id, translation.id, override_reason="It is to be empty.", staff=OPERATOR
    )
    await shop.work()
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert await list_assigned(tx, user.id) == []
        assert (await count_stages(tx, account))[ProjectStage.TO_DELIVER] == 0
        with pytest.raises(Conflict):
            await assign(tx, translation.id, None, staff=OPERATOR)
        history = await read_history(tx, project.id, limit=9)
        assert [(one.event.action, one.event.actor) for one in history] == [
            ("translation.assigned", "operator"),
            ("translation.handed_back", "application:77"),
            ("translation.delivered", "operator"),
        ]


async def test_another_linguist_goes_on_with_what_was_handed_back(shop: Shop) -> None:
    _, translation, _ = await open_order(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        first = await make_user(tx, shop, Role.LINGUIST, "First")
        second = await make_user(tx, shop, Role.MANAGER, "Second")
        await assign(tx, translation.id, first.id, staff=OPERATOR)
        await hand_back(tx, translation.id, staff=LINGUIST)
        taken_over = (await assign(tx, translation.id, second.id, staff=OPERATOR)).translation
        assert (taken_over.is_ready, taken_over.handed_back_by) == (False, None)
        assert await list_assigned(tx, first.id) == []
        with pytest.raises(NotFound):
            await hand_back(tx, translation.id, staff=LINGUIST, user_id=first.id)
        nobody = (await assign(tx, translation.id, None, staff=OPERATOR)).translation
        assert (nobody.assignee_id, nobody.assigned) == (None, None)


async def test_only_the_providers_enabled_people_are_assigned_and_by_managers(shop: Shop) -> None:
    _, translation, _ = await open_order(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        customer = await make_user(tx, shop, Role.CUSTOMER, "Customer")
        gone = await make_user(tx, shop, Role.LINGUIST, "Gone")
        await change_user(tx, user_id=gone.id, changes=UserChanges(disabled=True))
        for user_id in (customer.id, gone.id, 2**31 - 1):
            with pytest.raises(AssigneeUnknown):
                await assign(tx, translation.id, user_id, staff=OPERATOR)
        with pytest.raises(Forbidden):
            await assign(tx, translation.id, None, staff=Staff(actor="user:1", role=StaffRole.LINGUIST))
        with pytest.raises(NotFound):
            await assign(tx, 2**31 - 1, None, staff=OPERATOR)


async def test_several_are_assigned_together_or_none_is(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project, file_name="one.txt", target_languages=("es", "ca"))
    await shop.send(project, file_name="two.txt", target_languages=("es",))
    _, _, before = await shop.look(project)
    ids, into = [one.id for one in before], [one.id for one in find_unassigned(before, target_language="es")]
    _, stranger, _ = await open_order(shop)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        user = await make_user(tx, shop, Role.LINGUIST, "Several")
        await assign_several(tx, project.id, [*into, *into], user.id, staff=OPERATOR)
        history = await read_history(tx, project.id, limit=9)
        assert [one.event.action for one in history] == ["translation.assigned"] * 2
        with pytest.raises(NotFound):
            await assign_several(tx, project.id, [stranger.id], user.id, staff=OPERATOR)
        with pytest.raises(AssigneeUnknown):
            await assign_several(tx, project.id, ids, 2**31 - 1, staff=OPERATOR)
        with pytest.raises(Forbidden):
            linguist = Staff(actor="user:1", role=StaffRole.LINGUIST)
            await assign_several(tx, project.id, ids, None, staff=linguist)
    _, _, after = await shop.look(project)
    assert [one.id for one in find_unassigned(after)] == [id_ for id_ in ids if id_ not in into]
    assert {one.assignee_id for one in after if one.id in into} == {user.id}
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        await file_store.update_translation(tx, into[0], {"status": ProjectStatus.CANCELLED})
        with pytest.raises(TranslationsOver, match=f"any more: {into[0]}\\.") as refused:
            await assign_several(tx, project.id, ids, None, staff=OPERATOR)
    assert [one.file.name for one in refused.value.over] == ["one.txt"]
    _, _, unchanged = await shop.look(project)
    assert [one.assignee_id for one in unchanged] == [one.assignee_id for one in after]


async def test_work_is_listed_by_deadline(shop: Shop) -> None:
    ids = []
    for _ in range(3):
        project, translation, _ = await open_order(shop)
        ids.append((project.id, translation.id))
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        user = await make_user(tx, shop, Role.LINGUIST, "Busy")
        for (project_id, translation_id), days in zip(ids, (9, 3, 6), strict=True):
            deadline = tx.now + timedelta(days=days)
            await managing.set_deadline(tx, project_id, deadline=deadline, staff=OPERATOR)
            await assign(tx, translation_id, user.id, staff=OPERATOR)
        await managing.hold(tx, ids[2][0], staff=OPERATOR)
        work = await list_assigned(tx, user.id)
        later = await list_assigned(tx, user.id, limit=1, offset=1)
        found = await find_assigned(tx, user.id, ids[2][1])
        other = await make_user(tx, shop, Role.LINGUIST, "Other")
        with pytest.raises(NotFound):
            await find_assigned(tx, other.id, ids[2][1])
    assert [(one.context.translation.id, one.is_open) for one in work] == [
        (ids[1][1], True),
        (ids[2][1], False),
        (ids[0][1], True),
    ]
    assert [*later, found] == [work[1], work[1]]


async def test_what_is_not_open_cannot_be_handed_back(shop: Shop) -> None:
    project = await shop.order(ServiceKind.HUMAN)
    await shop.send(project)
    await shop.work()
    _, _, (translation,) = await shop.look(project)
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(NotOpen):
            await hand_back(tx, translation.id, staff=LINGUIST)

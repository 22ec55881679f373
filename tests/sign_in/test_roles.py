"""Several roles of a person, the last admin, profiles, and people as callers."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from dragoman.access.actions import list_applications
from dragoman.access.dashboard_application import caller_of_person
from dragoman.access.model import CUSTOMER_SCOPES, Caller
from dragoman.access.staff import act_for_account
from dragoman.access.store import APPLICATIONS
from dragoman.accounts.actions import (
    change_account,
    change_own_profile,
    change_user,
    list_people,
    list_users,
)
from dragoman.accounts.model import LastAdmin, ProfileChanges, Role, Theme, UserChanges
from dragoman.database.connections import transaction
from dragoman.errors import RulesBroken
from dragoman.sign_in.tools import SignInTools
from tests.sign_in.conftest import House, open_house

_AS_BEFORE = "insert into users (account_id, email, role, created) values (:account, :email, 'manager', :now)"


async def test_a_person_has_several_roles_and_the_strongest_is_their_role(house: House) -> None:
    user = await house.add(Role.ORDERER, Role.LINGUIST)
    assert (user.roles, user.role) == ({Role.CUSTOMER, Role.ORDERER, Role.LINGUIST}, Role.LINGUIST)
    async with house.transaction() as tx:
        people = await list_people(tx, account_id=house.account.id)
        assert user in people, "projects can name staff who are customers, too"
        for changes, roles in (
            (UserChanges(role=Role.LINGUIST), user.roles),
            (UserChanges(role=Role.MANAGER), {Role.MANAGER}),
            (UserChanges(roles=frozenset({Role.DEVELOPER})), {Role.CUSTOMER, Role.DEVELOPER}),
            (UserChanges(role=Role.CUSTOMER), {Role.CUSTOMER, Role.DEVELOPER}),
        ):
            assert (await change_user(tx, user_id=user.id, changes=changes))[0].roles == roles


async def test_the_release_before_writes_one_role(house: House) -> None:
    """Expand and contract: its processes run beside ours while it is replaced."""
    mine = await house.add(Role.ADMIN, Role.DEVELOPER)
    async with house.transaction() as tx:
        values = {"account": house.account.id, "email": f"old{house.account.id}@example.com", "now": tx.now}
        await tx.connection.execute(sa.text(_AS_BEFORE), values)
        statement = sa.text("update users set role = 'linguist' where id = :id")
        await tx.connection.execute(statement, {"id": mine.id})
        found = {user.email: user.roles for user in await list_users(tx, account_id=house.account.id)}
    assert (found[values["email"]], found[mine.email]) == ({Role.MANAGER}, {Role.LINGUIST})


async def test_the_last_admin_stays(empty: SignInTools) -> None:
    house = await open_house(empty)
    first, second = await house.add(Role.ADMIN, Role.CUSTOMER), await house.add(Role.ADMIN)
    losing = [
        UserChanges(disabled=True),
        UserChanges(role=Role.MANAGER),
        UserChanges(roles=frozenset({Role.CUSTOMER})),
    ]

    async def lose(user_id: int, changes: UserChanges) -> None:
        async with house.transaction() as tx:
            await change_user(tx, user_id=user_id, changes=changes)

    outcomes = await asyncio.gather(
        lose(first.id, losing[0]), lose(second.id, losing[0]), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in outcomes) == ["LastAdmin", "NoneType"], "of two at once, one"
    async with house.transaction() as tx:
        [left] = [user for user in await list_users(tx) if Role.ADMIN in user.roles and user.disabled is None]
    for changes in losing:
        with pytest.raises(LastAdmin):
            await lose(left.id, changes)
    with pytest.raises(LastAdmin):
        async with house.transaction() as tx:
            await change_account(tx, account_id=house.account.id, disabled=True)
    await lose(left.id, UserChanges(first_name="Ada", roles=frozenset({Role.ADMIN, Role.ORDERER})))


async def test_who_was_invited_does_not_stand_in_for_the_last_admin(empty: SignInTools) -> None:
    house = await open_house(empty)
    invited, admin = await house.add(Role.ADMIN, password=None), await house.add(Role.ADMIN)
    for changes in (UserChanges(disabled=True), UserChanges(role=Role.MANAGER)):
        with pytest.raises(LastAdmin):
            async with house.transaction() as tx:
                await change_user(tx, user_id=admin.id, changes=changes)
    async with house.transaction() as tx:
        await change_user(tx, user_id=invited.id, changes=UserChanges(disabled=True))


async def test_an_installation_whose_admins_are_all_invited_keeps_one(empty: SignInTools) -> None:
    house = await open_house(empty)
    first, second = [await house.add(Role.ADMIN, password=None) for _ in range(2)]
    async with house.transaction() as tx:
        await change_user(tx, user_id=first.id, changes=UserChanges(disabled=True))
    with pytest.raises(LastAdmin):
        async with house.transaction() as tx:
            await change_user(tx, user_id=second.id, changes=UserChanges(disabled=True))


async def test_a_person_changes_their_own_profile(house: House) -> None:
    user = await house.add()
    async with house.transaction() as tx:
        changes = ProfileChanges(first_name=" Bo ", language="pt-BR", time_zone="Europe/Berlin", theme="dark")
        changed = await change_own_profile(tx, user_id=user.id, changes=changes)
        assert (changed.first_name, changed.language, changed.time_zone, changed.theme) == (
            "Bo",
            "pt-BR",
            "Europe/Berlin",
            Theme.DARK,
        )
        emptied = ProfileChanges(language="", time_zone="", theme="")
        assert (await change_own_profile(tx, user_id=user.id, changes=emptied)).language is None
        wrong = ProfileChanges(
            first_name="x" * 201, language="<b>", time_zone="../../etc/passwd", theme="pink"
        )
        with pytest.raises(RulesBroken) as caught:
            await change_own_profile(tx, user_id=user.id, changes=wrong)
        assert len(caught.value.problems) == 4


async def test_a_person_is_a_caller_through_the_built_in_application(house: House) -> None:
    user = await house.add(Role.DEVELOPER)
    async with transaction(house.tools.database, account=house.account.id) as tx:
        caller = await caller_of_person(tx, house.tools.keyring, account=house.account, user_id=user.id)
        [builtin] = await list_applications(tx)
    assert caller == Caller(
        account_id=house.account.id,
        account_kind=house.account.kind,
        application_id=builtin.id,
        client_id=builtin.client_id,
        scopes=CUSTOMER_SCOPES,
        user_id=user.id,
    )
    assert act_for_account(caller).actor == f"user:{user.id}"


async def test_an_older_account_gets_one_built_in_application(house: House) -> None:
    """Also when two of its people come at the same moment."""
    async with house.transaction() as tx:
        mine = APPLICATIONS.c.account_id == house.account.id
        await tx.connection.execute(sa.update(APPLICATIONS).where(mine).values(builtin=False))

    async def act() -> int:
        async with transaction(house.tools.database, account=house.account.id) as tx:
            caller = await caller_of_person(tx, house.tools.keyring, account=house.account, user_id=1)
            return caller.application_id

    assert len(set(await asyncio.gather(*(act() for _ in range(4))))) == 1

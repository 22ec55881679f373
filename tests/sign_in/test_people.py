"""What people do with others, and with their own address: who may, and what ends with it."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.access.staff import OPERATOR
from dragoman.accounts.model import Role, User, UserChanges
from dragoman.errors import Forbidden
from dragoman.sign_in.model import LinkInvalid, LinkPurpose
from dragoman.sign_in.one_time_links import create_link, peek_link
from dragoman.sign_in.passwords import ProofNeeded, change_own_email
from dragoman.sign_in.people import (
    OneselfRefused,
    change_person,
    change_user,
    may_manage,
    remove_persons_factor,
)
from dragoman.sign_in.signed_in import SignedIn
from tests.sign_in.conftest import House, open_house


async def _change(house: House, by: SignedIn, user: User, **changes: object) -> User:
    async with house.transaction() as tx:
        return await change_person(tx, by=by, user_id=user.id, changes=UserChanges(**changes))  # type: ignore[arg-type]


async def test_who_may_manage_whom(house: House) -> None:
    other = await open_house(house.tools)
    people = {
        "admin": await house.add(Role.ADMIN),
        "manager": await house.add(Role.MANAGER),
        "linguist": await house.add(Role.LINGUIST),
        "developer": await house.add(Role.DEVELOPER),
        "ordering linguist": await house.add(Role.LINGUIST, Role.ORDERER),
        "customer": await house.add(Role.CUSTOMER),
        "elsewhere": await other.add(Role.DEVELOPER),
    }
    expected = {
        "admin": set(people),
        "manager": {"linguist", "developer", "ordering linguist", "customer", "elsewhere"},
        "linguist": set(),
        "developer": {"developer", "customer"},
        "ordering linguist": {"developer", "customer"},
        "customer": set(),
        "elsewhere": {"elsewhere"},
    }
    signed_in = {name: await house.signed_in(user) for name, user in people.items()}
    found = {
        name: {whom for whom, user in people.items() if may_manage(by, user)}
        for name, by in signed_in.items()
    }
    assert found == expected


async def test_roles_beyond_ones_own_are_not_given(house: House) -> None:
    developer, colleague = await house.signed_in(await house.add(Role.DEVELOPER)), await house.add()
    with pytest.raises(Forbidden):
        await _change(house, developer, colleague, roles=frozenset({Role.MANAGER}))
    changed = await _change(house, developer, colleague, roles=frozenset({Role.ORDERER}))
    assert changed.roles == {Role.ORDERER, Role.CUSTOMER}
    assert (developer.actor, "user.changed") in await house.audited(colleague)


async def test_nobody_disables_themselves(house: House) -> None:
    admin = await house.add(Role.ADMIN)
    with pytest.raises(OneselfRefused):
        await _change(house, await house.signed_in(admin), admin, disabled=True)


async def test_second_factors_of_others_are_removed_by_admins_only(house: House) -> None:
    manager, user = await house.signed_in(await house.add(Role.MANAGER)), await house.add()
    with pytest.raises(Forbidden):
        async with house.transaction() as tx:
            await remove_persons_factor(tx, by=manager, user_id=user.id)


@pytest.mark.parametrize("changes", [{"email": "right@example.com"}, {"disabled": True}])
async def test_links_to_an_old_address_and_of_who_is_disabled_stop(
    house: House, changes: dict[str, object]
) -> None:
    admin, user = await house.signed_in(await house.add(Role.ADMIN)), await house.add(password=None)
    async with house.transaction() as tx:
        link = await create_link(tx, user_id=user.id, purpose=LinkPurpose.INVITATION)
    await _change(house, admin, user, **changes)
    await _change(house, admin, user, disabled=False)
    with pytest.raises(LinkInvalid):
        async with house.transaction() as tx:
            await peek_link(tx, token=link.token, purpose=LinkPurpose.INVITATION)


@pytest.mark.parametrize(
    "changes", [{"email": "new@example.com"}, {"disabled": True}, {"password": "four wet green stones"}]
)
async def test_links_stop_also_when_a_program_or_a_command_changes_their_owner(
    house: House, changes: dict[str, Any]
) -> None:
    user = await house.add()
    async with house.transaction() as tx:
        link = await create_link(tx, user_id=user.id, purpose=LinkPurpose.RESET)
        await change_user(tx, user.id, changes=UserChanges(first_name="Ada"), staff=OPERATOR)
        assert (await peek_link(tx, token=link.token, purpose=link.purpose)).id == user.id
        for given in (changes, {"disabled": False}):
            await change_user(tx, user.id, changes=UserChanges(**given), staff=OPERATOR)
        with pytest.raises(LinkInvalid):
            await peek_link(tx, token=link.token, purpose=link.purpose)


async def test_ones_own_address_changes_shortly_after_a_proof_only(house: House) -> None:
    user = await house.add()
    signed_in = await house.signed_in(user)
    later = house.later(minutes=11)
    with pytest.raises(ProofNeeded):
        async with later.transaction() as tx:
            await change_own_email(tx, signed_in=signed_in, email=f"later-{user.email}")
    async with house.transaction() as tx:
        changed = await change_own_email(tx, signed_in=signed_in, email=f"Now-{user.email}")
    assert changed.email == f"now-{user.email}"
    assert (f"user:{user.id}", "user.changed") in await house.audited(user)

"""Roles of people who sign in by an identity provider: those of their groups, where these are mapped."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from dragoman.access.staff import OPERATOR
from dragoman.accounts import actions as accounts
from dragoman.accounts.model import Role, User, UserChanges
from dragoman.accounts.store import USERS
from dragoman.audit.actions import list_entries
from dragoman.catalog.customers import AccountChanges, change_account
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.openid.actions import find_role_sources
from dragoman.sign_in.openid.model import OpenidSignInRefused
from tests.sign_in.conftest import PASSWORD
from tests.sign_in.openid.conftest import Company, OpenCompany

GROUPS = {"translators": ["linguist"], "leads": ["manager"], "it": ["developer"], "ops": ["admin"]}


async def _roles(company: Company, user: User) -> set[Role]:
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        return set((await accounts.find_user(tx, user_id=user.id)).roles)


async def _give(company: Company, user: User, *roles: Role) -> None:
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        await accounts.change_user(tx, user_id=user.id, changes=UserChanges(roles=frozenset(roles)))


async def _details(company: Company, user: User, action: str) -> list[Any]:
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        entries = await list_entries(tx, subject=f"user:{user.id}", limit=20)
    found = [one.event for one in reversed(entries) if one.event.action == action]
    return [(event.actor, event.details["roles"]) for event in found]


async def test_roles_are_those_of_the_groups_at_each_sign_in(open_company: OpenCompany) -> None:
    company = await open_company(roles=GROUPS)
    user = await company.person()
    seen = []
    for groups in (["translators"], ["leads", "translators", "other"], ["it"], [], "translators", None, ...):
        if not seen:
            company.show(user)
        company.provider.changes["groups"] = groups
        await company.sign_in()
        seen.append(await _roles(company, user))
    customer, linguist = {Role.CUSTOMER}, {Role.LINGUIST}
    developer = {Role.CUSTOMER, Role.DEVELOPER}
    assert seen == [
        linguist, {Role.LINGUIST, Role.MANAGER}, developer, customer, linguist, customer, customer
    ]  # fmt: skip
    assert await _details(company, user, "user.changed") == [
        ("issuer:acme", ["linguist"]),
        ("issuer:acme", ["linguist", "manager"]),
        ("issuer:acme", ["customer", "developer"]),
        ("issuer:acme", ["customer"]),
        ("issuer:acme", ["linguist"]),
        ("issuer:acme", ["customer"]),
    ]


async def test_roles_given_by_hand_last_until_the_next_sign_in(open_company: OpenCompany) -> None:
    company = await open_company(roles=GROUPS)
    user = await company.person()
    company.show(user, groups=["leads"])
    await company.sign_in()
    await _give(company, user, Role.LINGUIST)
    await company.sign_in()
    assert await _roles(company, user) == {Role.MANAGER}


async def test_without_a_mapping_roles_stay_as_they_were_given(company: Company) -> None:
    user = await company.person()
    company.show(user, groups=["leads"])
    await company.sign_in()
    await _give(company, user, Role.LINGUIST)
    await company.sign_in()
    assert await _roles(company, user) == {Role.LINGUIST}
    assert await company.audited(user.id) == [("issuer:acme", "user.identity_linked")]


async def test_who_left_all_groups_is_refused_where_there_is_no_default(open_company: OpenCompany) -> None:
    company = await open_company(roles=GROUPS, default_roles=[])
    user = await company.person()
    company.show(user, groups=["leads"])
    await company.sign_in()
    company.provider.changes["groups"] = []
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await company.sign_in()
    company.provider.changes["groups"] = ["translators"]
    await company.sign_in()
    assert await _roles(company, user) == {Role.LINGUIST}


@pytest.mark.parametrize("default", [["customer"], []])
async def test_the_last_admin_stays_one(open_company: OpenCompany, default: list[str]) -> None:
    company = await open_company(roles=GROUPS, default_roles=default)
    user, other = await company.person(), await company.person()
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:  # of other tests
        await tx.connection.execute(
            sa.update(USERS)
            .where(USERS.c.roles.contains(["admin"]))
            .values(role="customer", roles=["customer"])
        )
    await _give(company, user, Role.ADMIN)
    company.show(user, groups=[])
    await company.sign_in()
    assert await _roles(company, user) == {Role.ADMIN} | {Role(one) for one in default}
    await _give(company, other, Role.ADMIN)
    await company.sign_in()
    assert Role.ADMIN in await _roles(company, user), "the other was invited, and has not come yet"
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        await accounts.change_user(tx, user_id=other.id, changes=UserChanges(password=PASSWORD))
    if default:
        await company.sign_in()
        assert await _roles(company, user) == {Role.CUSTOMER}
    else:
        with pytest.raises(OpenidSignInRefused):
            await company.sign_in()


async def test_the_default_person_of_an_account_stays_a_customer(open_company: OpenCompany) -> None:
    company = await open_company(roles=GROUPS)
    user = await company.person()
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        changes = AccountChanges(defaults={"user_id": user.id})
        await change_account(tx, user.account_id, changes=changes, staff=OPERATOR)
    company.show(user, groups=["translators"])
    await company.sign_in()
    assert await _roles(company, user) == {Role.LINGUIST, Role.CUSTOMER}


async def test_roles_stay_while_the_provider_does_not_say_the_groups(open_company: OpenCompany) -> None:
    """Entra ID leaves out long lists; and the UserInfo endpoint may be away."""
    company = await open_company(roles=GROUPS)
    user = await company.person()
    company.show(user, groups=["leads"])
    address = f"http://127.0.0.1:{company.provider.port}/userinfo"
    company.provider.discovery = {"userinfo_endpoint": address}
    company.provider.userinfo = {"sub": company.provider.changes["sub"]}
    await company.sign_in()
    company.provider.changes |= {"groups": ..., "_claim_names": {"groups": "src1"}}
    await company.sign_in()
    assert await _roles(company, user) == {Role.MANAGER}
    company.provider.changes["_claim_names"] = ...
    company.provider.userinfo = {"sub": "another", "groups": ["it"]}
    await company.sign_in()
    assert await _roles(company, user) == {Role.MANAGER}
    company.provider.userinfo["sub"] = company.provider.changes["sub"]
    await company.sign_in()
    assert await _roles(company, user) == {Role.CUSTOMER, Role.DEVELOPER}


async def test_roles_may_be_those_of_another_claim(open_company: OpenCompany) -> None:
    company = await open_company(roles={"Dragoman.Lead": ["manager"]}, roles_claim="roles")
    user = await company.person()
    company.show(user, groups=["it"], roles=["Dragoman.Lead"])
    await company.sign_in()
    assert await _roles(company, user) == {Role.MANAGER}


async def test_who_decides_roles_is_known(open_company: OpenCompany) -> None:
    following, other = await open_company(roles=GROUPS), await open_company()
    user = await following.person()
    following.show(user, groups=["it"])
    found = []
    for company in (following, other):
        async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
            before = await find_role_sources(tx, company.identity.settings, user_id=user.id)
        await company.sign_in()
        async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
            found.append((before, await find_role_sources(tx, company.identity.settings, user_id=user.id)))
    assert found == [([], ["Acme"]), ([], [])]

"""Who a person at an identity provider is here: found, made, or refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dragoman.accounts import actions as accounts
from dragoman.accounts.model import Role, UserChanges
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.openid.actions import forget_identities
from dragoman.sign_in.openid.id_tokens import read_person
from dragoman.sign_in.openid.model import OpenidSignInRefused
from dragoman.sign_in.openid.people import choose_roles
from tests.sign_in.openid.conftest import Company, OpenCompany
from tests.sign_in.openid.provider import SignInProvider


async def test_after_the_first_time_the_address_does_not_matter(company: Company) -> None:
    user, other = await company.person(), await company.person()
    company.show(user)
    assert (await company.sign_in()).user_id == user.id
    company.provider.changes |= {"email": other.email}
    assert (await company.sign_in()).user_id == user.id
    assert await company.audited(user.id) == [("issuer:acme", "user.identity_linked")]


async def test_an_address_that_went_to_another_person_does_not_open_the_account(company: Company) -> None:
    user = await company.person()
    company.show(user)
    await company.sign_in()
    company.show(user)  # a new `sub`
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await company.sign_in()
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        assert await forget_identities(tx, user_id=user.id) == 1
    assert (await company.sign_in()).user_id == user.id


@pytest.mark.parametrize("verified", [False, "false", None, ..., "yes", 2, []])
async def test_an_address_that_was_not_verified_finds_nobody(
    open_company: OpenCompany, verified: Any
) -> None:
    company = await open_company(create=True, account=1)
    company.show(await company.person(), email_verified=verified)
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await company.sign_in()


async def test_another_claim_may_say_that_an_address_was_verified(open_company: OpenCompany) -> None:
    company = await open_company(email_claim="mail", email_verified_claim="xms_edov")
    user = await company.person()
    company.show("other@example.com", mail=user.email, email_verified=..., xms_edov="1")
    assert (await company.sign_in()).user_id == user.id


@pytest.mark.parametrize("domains", [["acme.example"], ["ample.com"], ["example.com.evil"]])
async def test_an_address_of_another_domain_finds_nobody(
    open_company: OpenCompany, domains: list[str]
) -> None:
    company = await open_company(email_domains=domains)
    company.show(await company.person())
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await company.sign_in()
    allowed = await open_company(email_domains=[*domains, "@Example.com"])
    assert await allowed.sign_in()


async def test_a_company_signs_in_people_of_its_account_only(
    company: Company, open_company: OpenCompany
) -> None:
    own = await company.account()
    theirs, ours = await company.person(), await company.person(account=own)
    restricted = await open_company(account=own)
    restricted.show(theirs)
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await restricted.sign_in()
    assert await company.audited(theirs.id) == []
    restricted.show(ours)
    assert (await restricted.sign_in()).user_id == ours.id


async def test_who_is_disabled_does_not_sign_in(company: Company) -> None:
    user, other = await company.person(), await company.person()
    company.show(user)
    await company.sign_in()
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        await accounts.change_user(tx, user_id=user.id, changes=UserChanges(disabled=True))
        await accounts.change_account(tx, account_id=other.account_id, disabled=True)
    with pytest.raises(OpenidSignInRefused):
        await company.sign_in()
    company.show(other)
    with pytest.raises(OpenidSignInRefused):
        await company.sign_in()


async def test_unknown_people_need_an_invitation(company: Company) -> None:
    company.show("stranger@example.com")
    with pytest.raises(OpenidSignInRefused) as refused:
        await company.sign_in()
    assert refused.value.message == (
        "Acme knows you, but you have no access here. Ask your administrator for an invitation."
    )


async def test_unknown_people_are_made_where_the_operator_wants_it(
    company: Company, open_company: OpenCompany
) -> None:
    making = await open_company(
        create=True, account=await company.account(), roles={"it": ["developer"], "pm": ["manager"]}
    )
    making.show("New.Person@example.com", given_name="Neu", family_name="Person", groups=["pm", "it"])
    made = await asyncio.gather(*(making.sign_in() for _ in range(2)))
    assert made[0] == made[1]
    async with transaction(company.identity.database, account=ALL_ACCOUNTS) as tx:
        user = await accounts.find_user(tx, user_id=made[0].user_id)
    assert (user.email, user.first_name, user.last_name, user.roles, user.account_id) == (
        "new.person@example.com",
        "Neu",
        "Person",
        {Role.CUSTOMER, Role.DEVELOPER, Role.MANAGER},
        making.identity.settings.issuers[0].sign_in.account,
    )
    assert await company.audited(user.id) == [("issuer:acme", "user.created")]


@pytest.mark.parametrize(
    ("claim", "kept"),
    [
        ("<script>zq()</script>", "<script>zq()</script>"),  # a text, which pages escape
        ("a\x00b", ""),
        ("\ud800", ""),
        ("two\nlines", ""),
        ("x" * 100_000, ""),
        (["<b>"], ""),
    ],
)
def test_names_that_nobody_can_have_are_left_out(claim: object, kept: str) -> None:
    sign_in = SignInProvider().sign_in_entry().sign_in
    assert sign_in is not None
    claims = {"sub": "1", "given_name": claim, "family_name": claim, "name": claim}
    person = read_person(claims, issuer="https://id.example.com", sign_in=sign_in, is_complete=True)
    assert (person.first_name, person.last_name) == (kept, kept)


async def test_without_a_role_nobody_is_made(company: Company, open_company: OpenCompany) -> None:
    making = await open_company(
        create=True, account=await company.account(), roles={"orders": ["customer"]}, default_roles=[]
    )
    making.show("by.group@example.com", groups=["other", 5, None])
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await making.sign_in()
    making.provider.changes["groups"] = ["other", "orders"]
    assert await making.sign_in()


def test_roles_are_those_of_all_groups() -> None:
    sign_in = SignInProvider().sign_in_entry(roles={"a": ["linguist", "customer"], "b": ["admin"]}).sign_in
    assert sign_in is not None
    assert choose_roles(["a", "x", "b"], sign_in) == {Role.ADMIN, Role.LINGUIST, Role.CUSTOMER}
    assert choose_roles(["x"], sign_in) == {Role.CUSTOMER}


async def test_an_address_may_come_from_the_userinfo_endpoint(company: Company) -> None:
    user = await company.person()
    company.show(user, sub="sub-userinfo", email=..., email_verified=...)
    company.provider.discovery = {"userinfo_endpoint": f"http://127.0.0.1:{company.provider.port}/userinfo"}
    company.provider.userinfo = {"sub": "another", "email": user.email, "email_verified": True}
    with pytest.raises(OpenidSignInRefused, match="invitation"):
        await company.sign_in()
    company.provider.userinfo["sub"] = "sub-userinfo"
    assert (await company.sign_in()).user_id == user.id

"""Links that are good once: invitations, new passwords, and the first admin (W2)."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

from dragoman.access.model import StaffRole
from dragoman.access.staff import OPERATOR, Staff
from dragoman.accounts.actions import change_user, create_user, list_accounts, list_users
from dragoman.accounts.credentials import record_sign_in
from dragoman.accounts.model import (
    CUSTOMER_ROLES,
    EmailTaken,
    PersonRefused,
    Role,
    User,
    UserChanges,
    UserDraft,
)
from dragoman.accounts.passwords import PasswordRefused
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Conflict, Forbidden, NotFound
from dragoman.sign_in import one_time_links as links
from dragoman.sign_in.first_admin import Welcome, admin_link, complete_welcome, first_admin_link
from dragoman.sign_in.invitations import invite_again, invite_person, roles_to_give
from dragoman.sign_in.model import Device, InvitationAccepted, LinkInvalid, LinkPurpose, NewLink, SignInMethod
from dragoman.sign_in.passwords import change_own_password
from dragoman.sign_in.sessions import open_session
from dragoman.sign_in.store import ONE_TIME_LINKS
from dragoman.sign_in.tools import SignInTools
from tests.sign_in.conftest import CAFE, HOME, PASSWORD, House, open_house

NEW = "four wet green stones"
WELCOME = Welcome(first_name="Ada", last_name="Admin", email="ada@example.com", password=NEW)


def draft(house: House, *roles: Role, email: str) -> UserDraft:
    return UserDraft(account_id=house.account.id, roles=frozenset(roles), email=email)


async def test_an_invited_person_chooses_a_password_and_signs_in(house: House) -> None:
    manager = await house.signed_in(await house.add(Role.MANAGER))
    async with house.transaction() as tx:
        invited, link = await invite_person(
            tx, by=manager, draft=draft(house, Role.LINGUIST, email="bo@example.com")
        )
        assert link.url("https://t.example.com/") == f"https://t.example.com/ui/invitation/{link.token}"
        assert (await links.peek_link(tx, token=link.token, purpose=LinkPurpose.INVITATION)).id == invited.id
    async with house.transaction() as tx:
        user = await links.accept_invitation(
            tx, token=link.token, password=NEW, first_name="Bo", last_name="Ek"
        )
    assert (user.name, user.roles) == ("Bo Ek", {Role.LINGUIST})
    assert (await house.sign_in(user, password=NEW)).confirmed
    assert await house.audited(user) == [
        (manager.actor, "user.invited"),
        (f"user:{user.id}", "user.invitation_accepted"),
        (f"user:{user.id}", "user.signed_in"),
    ]
    async with house.transaction() as tx:
        with pytest.raises(InvitationAccepted):
            await invite_again(tx, by=OPERATOR, user_id=user.id)


async def test_a_refused_password_leaves_the_link_good(house: House) -> None:
    async with house.transaction() as tx:
        _, link = await invite_person(tx, by=OPERATOR, draft=draft(house, email="cy@example.com"))
    for password in ("short", "cy@example.com12"):
        with pytest.raises(PasswordRefused):
            async with house.transaction() as tx:
                await links.accept_invitation(tx, token=link.token, password=password, first_name="Cy")
    async with house.transaction() as tx:
        assert (await links.accept_invitation(tx, token=link.token, password=NEW)).first_name == ""


@pytest.mark.parametrize(
    ("purpose", "life"),
    [(LinkPurpose.INVITATION, 7 * 86_400), (LinkPurpose.RESET, 3600), (LinkPurpose.ADMIN, 1800)],
)
async def test_a_link_is_good_for_its_purpose_and_time_once(
    house: House, purpose: LinkPurpose, life: int
) -> None:
    user = await house.add(Role.ADMIN)

    async def make() -> NewLink:
        async with house.transaction() as tx:
            return await links.create_link(tx, user_id=user.id, purpose=purpose)

    async def use(link: NewLink, house: House) -> User:
        async with house.transaction() as tx:
            assert (await links.peek_link(tx, token=link.token, purpose=purpose)).id == user.id
            if purpose is LinkPurpose.ADMIN:
                return await links.use_admin_link(tx, token=link.token)
            if purpose is LinkPurpose.RESET:
                return await links.reset_password(tx, token=link.token, password=NEW)
            return await links.accept_invitation(tx, token=link.token, password=NEW)

    replaced, link = await make(), await make()
    for refused, when in ((replaced, 0), (link, life + 1)):
        with pytest.raises(LinkInvalid):
            await use(refused, house.later(seconds=when))
    for other in set(LinkPurpose) - {purpose}:
        async with house.transaction() as tx:
            with pytest.raises(LinkInvalid):
                await links.peek_link(tx, token=link.token, purpose=other)
    assert (await use(link, house.later(seconds=life - 30))).id == user.id
    with pytest.raises(LinkInvalid):
        await use(link, house)
    disabled = await make()
    async with house.transaction() as tx:
        await change_user(tx, user_id=(await house.add(Role.ADMIN)).id, changes=UserChanges())
        await change_user(tx, user_id=user.id, changes=UserChanges(disabled=True))
        with pytest.raises(LinkInvalid):
            await links.peek_link(tx, token=disabled.token, purpose=purpose)
        with pytest.raises(Conflict, match="disabled"):
            await links.create_link(tx, user_id=user.id, purpose=purpose)


async def test_of_two_uses_at_once_one_wins(house: House) -> None:
    user = await house.add()
    async with house.transaction() as tx:
        link = await links.create_link(tx, user_id=user.id, purpose=LinkPurpose.RESET)
        stored = await tx.connection.scalar(
            sa.select(ONE_TIME_LINKS.c.token_hash).where(ONE_TIME_LINKS.c.user_id == user.id)
        )
    assert stored is not None
    assert link.token.encode() not in stored

    async def use(number: int) -> User:
        async with house.transaction() as tx:
            return await links.reset_password(tx, token=link.token, password=f"{NEW} {number}")

    outcomes = await asyncio.gather(*(use(number) for number in range(4)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["LinkInvalid"] * 3 + ["User"]


async def test_a_new_password_ends_all_sessions(house: House) -> None:
    user = await house.add()
    old = await house.sign_in(user, device=CAFE)
    link = await links.request_reset(house.tools, email=f" {user.email} ".upper(), device=HOME)
    assert link is not None
    async with house.transaction() as tx:
        await links.reset_password(tx, token=link.token, password=NEW)
    assert await house.find(old.token) is None
    assert (await house.sign_in(user, password=NEW)).confirmed
    assert (f"user:{user.id}", "user.password_changed") in await house.audited(user)


async def test_a_password_that_its_owner_changes_ends_links_for_another_one(house: House) -> None:
    user = await house.add()
    link = await links.request_reset(house.tools, email=str(user.email), device=HOME)
    assert link is not None
    signed_in = await house.signed_in(user)
    await change_own_password(house.tools, signed_in=signed_in, current=PASSWORD, new=NEW, device=HOME)
    with pytest.raises(LinkInvalid):
        async with house.transaction() as tx:
            await links.reset_password(tx, token=link.token, password="six dry red leaves")


async def test_nobody_gets_a_flood_of_mails(house: House) -> None:
    user = await house.add()
    device = Device(address="198.18.1.1")
    assert await links.request_reset(house.tools, email="stranger@example.com", device=device) is None
    made = [await links.request_reset(house.tools, email=str(user.email), device=device) for _ in range(5)]
    assert all(made)
    with pytest.raises(Exception, match="Too many"):
        await links.request_reset(house.tools, email=str(user.email), device=device)


@pytest.mark.parametrize(
    ("by", "allowed"),
    [
        ({Role.ADMIN}, set(Role)),
        ({Role.MANAGER}, set(Role) - {Role.ADMIN}),
        ({Role.LINGUIST}, set()),
        ({Role.DEVELOPER}, CUSTOMER_ROLES),
        ({Role.ORDERER}, CUSTOMER_ROLES),
        ({Role.LINGUIST, Role.ORDERER}, CUSTOMER_ROLES),
        ({Role.CUSTOMER}, set()),
    ],
)
async def test_who_may_invite_whom(house: House, by: set[Role], allowed: set[Role]) -> None:
    inviter = await house.signed_in(await house.add(*by))
    elsewhere = await open_house(house.tools)
    assert roles_to_give(inviter) == allowed
    is_staff = bool(allowed - CUSTOMER_ROLES)
    for place in (house, elsewhere):
        for role in Role:
            may = role in allowed and (is_staff or place is house)
            async with house.transaction() as tx:
                wanted = draft(place, role, email=f"{role}.{inviter.user.id}.{place.account.id}@example.com")
                if may:
                    user, _ = await invite_person(tx, by=inviter, draft=wanted)
                    assert role in user.roles
                else:
                    with pytest.raises(Forbidden):
                        await invite_person(tx, by=inviter, draft=wanted)


async def test_who_cannot_be_invited(house: House) -> None:
    taken = await house.add()
    by = Staff(actor="application:1", role=StaffRole.MANAGER)
    async with house.transaction() as tx:
        with pytest.raises(EmailTaken):
            await invite_person(tx, by=by, draft=draft(house, email=str(taken.email)))
        for refused in (
            UserDraft(account_id=house.account.id, first_name="Bo"),
            UserDraft(account_id=house.account.id, email="d@example.com", password=NEW),
        ):
            with pytest.raises(PersonRefused):
                await invite_person(tx, by=by, draft=refused)
        unnamed = await create_user(tx, draft=UserDraft(account_id=house.account.id, first_name="Bo"))
        with pytest.raises(PersonRefused):
            await invite_again(tx, by=by, user_id=unnamed.id)
        with pytest.raises(NotFound):
            await invite_again(tx, by=by, user_id=999_999)


async def test_who_signs_in_without_a_password_is_not_invited_again(house: House) -> None:
    """With the link of an invitation, which is shown where there is no mail, a manager would be another."""
    manager = await house.signed_in(await house.add(Role.MANAGER))
    other = await house.add(Role.MANAGER, password=None)
    async with house.transaction() as tx:
        await invite_again(tx, by=manager, user_id=other.id)
        await record_sign_in(tx, user_id=other.id)  # by the identity provider
    with pytest.raises(InvitationAccepted, match="signed in already"):
        async with house.transaction() as tx:
            await invite_again(tx, by=manager, user_id=other.id)


async def test_the_first_start_makes_an_admin_who_says_who_they_are(empty: SignInTools) -> None:
    async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
        first = await first_admin_link(tx, empty.keyring)
    async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
        again = await first_admin_link(tx, empty.keyring)
        assert [account.name for account in await list_accounts(tx)] == ["Provider"]
    assert first is not None
    assert again is not None
    assert first.user_id == again.user_id
    async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
        with pytest.raises(LinkInvalid):
            await complete_welcome(tx, token=first.token, welcome=WELCOME)
    with pytest.raises(LinkInvalid):
        async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
            await links.use_admin_link(tx, token=again.token)
    async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
        admin = await complete_welcome(tx, token=again.token, welcome=WELCOME)
        assert admin.roles == {Role.ADMIN} | CUSTOMER_ROLES
        assert (admin.name, admin.email) == ("Ada Admin", "ada@example.com")
        assert await first_admin_link(tx, empty.keyring) is None
        assert (await admin_link(tx, empty.keyring)).user_id == admin.id


async def test_the_operator_gets_links_for_admins_only(empty: SignInTools) -> None:
    house = await open_house(empty)
    customer = await house.add()
    async with house.transaction() as tx:
        made = await admin_link(tx, empty.keyring)
        for email in (str(customer.email), "stranger@example.com", "no address"):
            with pytest.raises(NotFound):
                await admin_link(tx, empty.keyring, email=email)
    async with house.transaction() as tx:
        await complete_welcome(tx, token=made.token, welcome=WELCOME)
        link = await admin_link(tx, empty.keyring, email="ADA@example.com")
        with pytest.raises(LinkInvalid):
            await complete_welcome(tx, token=link.token, welcome=WELCOME)
    async with house.transaction() as tx:
        link = await admin_link(tx, empty.keyring)
        user = await links.use_admin_link(tx, token=link.token)
        session = await open_session(
            tx, empty.keyring, user=user, method=SignInMethod.LINK, device=HOME, confirmed=True
        )
    found = await house.find(session.token)
    assert found is not None
    assert found.staff == Staff(actor=f"user:{user.id}", role=StaffRole.ADMIN)


async def test_many_first_starts_at_once_make_one_admin(empty: SignInTools) -> None:
    async def start() -> NewLink | None:
        async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
            return await first_admin_link(tx, empty.keyring)

    made = await asyncio.gather(*(start() for _ in range(4)))
    assert len({link.user_id for link in made if link is not None}) == 1
    async with transaction(empty.database, account=ALL_ACCOUNTS) as tx:
        assert [account.name for account in await list_accounts(tx)] == ["Provider"]
        assert sum(Role.ADMIN in user.roles for user in await list_users(tx)) == 1


async def test_no_first_link_when_somebody_signed_in_or_an_admin_can(empty: SignInTools) -> None:
    house = await open_house(empty)
    await house.sign_in(await house.add())
    async with house.transaction() as tx:
        assert await first_admin_link(tx, empty.keyring) is None

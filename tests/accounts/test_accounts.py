"""Accounts and users: what is stored, what is refused."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from dragoman.accounts import actions
from dragoman.accounts.model import (
    AccountKind,
    AccountUnknown,
    EmailTaken,
    Role,
    UserChanges,
    UserDraft,
    check_email,
    check_name,
)
from dragoman.accounts.store import USERS
from dragoman.database.connections import Transaction
from dragoman.errors import NotFound, RuleBroken
from dragoman.unicode_normalization import normalize
from tests.processor_time import least_processor_time

PASSWORD = "correct horse battery"


async def test_an_account_is_stored_disabled_and_enabled(tx: Transaction) -> None:
    account = await actions.create_account(tx, name="  Müller & Söhne ", kind=AccountKind.TRIAL)
    assert (account.name, account.kind, account.disabled) == ("Müller & Söhne", AccountKind.TRIAL, None)
    disabled, fields = await actions.change_account(tx, account_id=account.id, disabled=True)
    assert (disabled.disabled, fields) == (tx.now, ["disabled"])
    assert await actions.change_account(tx, account_id=account.id, disabled=True) == (disabled, ())
    assert await actions.change_account(tx, account_id=account.id, disabled=False) == (account, ["disabled"])
    assert await actions.get_account(tx, account_id=account.id) == account


def test_a_name_that_is_far_too_long_is_not_read() -> None:
    def refuse(name: str) -> None:
        with pytest.raises(RuleBroken):
            check_name(name)

    long = "a" + "\u0301\u0323" * 100_000
    assert (
        least_processor_time(lambda: refuse(long)) < least_processor_time(lambda: normalize("NFC", long)) / 5
    )
    assert check_name("a\u0323\u0302" * 200) == "\u1ead" * 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "\u1ead" * 201, "a\nb", "a\0b", "a\u2028b", "a\x7fb"])
def test_names_that_are_refused(name: str) -> None:
    with pytest.raises(RuleBroken):
        check_name(name)


def test_a_name_is_kept_in_one_normal_form() -> None:
    assert check_name("Mu\u0308ller") == "M\u00fcller"


@pytest.mark.parametrize(
    "email",
    ["", "anna", "@example.com", "anna@", "anna@@example.com", "an na@example.com", "anna@exa mple.com",
     "anna@.com", "anna@example..com", "a\nb@example.com", "a@b\0c", "x" * 300 + "@a.example",
     "a,b@example.com", "<anna@example.com>", '"a b"@example.com'],
)  # fmt: skip
def test_addresses_that_are_refused(email: str) -> None:
    """O5."""
    with pytest.raises(RuleBroken, match="address"):
        check_email(email)


@pytest.mark.parametrize(
    ("email", "kept"),
    [("Anna@Example.COM ", "anna@example.com"), ("a.b+c@sub.example.co.uk", "a.b+c@sub.example.co.uk"),
     ("postmaster@localhost", "postmaster@localhost"), ("用户@例子.公司", "用户@例子.公司")],
)  # fmt: skip
def test_addresses_that_are_kept_in_lower_case(email: str, kept: str) -> None:
    """O5."""
    assert check_email(email) == kept


async def test_a_user_is_stored_with_a_slow_hash_of_the_password(tx: Transaction) -> None:
    """O5: Argon2id."""
    account = await actions.create_account(tx, name="Acme", kind=AccountKind.PRODUCTION)
    user = await actions.create_user(
        tx,
        draft=UserDraft(
            account_id=account.id, email="Anna@Example.com", role=Role.LINGUIST, password=PASSWORD
        ),
    )
    assert (user.email, user.role, user.account_id) == ("anna@example.com", Role.LINGUIST, account.id)
    stored = await tx.connection.scalar(sa.select(USERS.c.password_hash).where(USERS.c.id == user.id))
    assert stored is not None
    assert stored.startswith("$argon2id$")
    assert PasswordHasher().verify(stored, PASSWORD)
    assert await actions.list_users(tx, account_id=account.id) == [user]
    off, on = UserChanges(disabled=True), UserChanges(disabled=False)
    disabled, _ = await actions.change_user(tx, user_id=user.id, changes=off)
    assert disabled.disabled == tx.now
    assert (await actions.change_user(tx, user_id=user.id, changes=on))[0] == user


async def test_what_a_user_cannot_be(tx: Transaction) -> None:
    """O5."""
    account = await actions.create_account(tx, name="Acme", kind=AccountKind.PRODUCTION)

    async def create(
        email: str = "a@example.com", password: str = PASSWORD, account_id: int = account.id
    ) -> None:
        draft = UserDraft(account_id=account_id, email=email, role=Role.ADMIN, password=password)
        await actions.create_user(tx, draft=draft)

    await create()
    with pytest.raises(EmailTaken, match="exists already"):
        await create("A@EXAMPLE.com")
    for password in ("", "short", "x" * 1025):
        with pytest.raises(RuleBroken, match="12 to 1024"):
            await create("b@example.com", password=password)
    with pytest.raises(AccountUnknown):
        await create("b@example.com", account_id=999_999)
    with pytest.raises(NotFound):
        await actions.change_user(tx, user_id=999_999, changes=UserChanges(disabled=True))
    with pytest.raises(NotFound):
        await actions.change_account(tx, account_id=999_999, disabled=True)
    assert len(await actions.list_users(tx, account_id=account.id)) == 1, "refusals left nothing behind"

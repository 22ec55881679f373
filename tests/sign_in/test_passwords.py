"""Signing in with a password: who gets in, what the others learn, and how guesses are slowed."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from dragoman.accounts import passwords
from dragoman.accounts.actions import change_account, change_user
from dragoman.accounts.model import Role, User, UserChanges
from dragoman.accounts.passwords import PasswordRefused, rate_password
from dragoman.accounts.store import USERS
from dragoman.errors import Forbidden
from dragoman.sign_in.model import Device, SignInRefused, TooManyAttempts
from dragoman.sign_in.passwords import change_own_password, sign_in_with_password, verify_own_password
from tests.sign_in.conftest import CAFE, HOME, PASSWORD, House

MESSAGE = "E-mail address or password is wrong."


async def refusal(house: House, email: str, password: str, device: Device) -> type[Exception]:
    with pytest.raises((SignInRefused, TooManyAttempts)) as caught:
        await sign_in_with_password(house.tools, email=email, password=password, device=device)
    return caught.type


async def test_the_address_is_read_as_people_write_it(house: House) -> None:
    user = await house.add()
    assert user.email is not None
    new = await sign_in_with_password(
        house.tools, email=f"  {user.email.upper()} ", password=PASSWORD, device=HOME
    )
    assert (new.user_id, new.confirmed) == (user.id, True)


async def test_who_may_not_sign_in_learns_nothing(house: House) -> None:
    """Unknown, wrong, disabled, without password: the same class, message, code and data."""
    user, disabled, invited = await house.add(), await house.add(), await house.add(password=None)
    async with house.transaction() as tx:
        await change_user(tx, user_id=disabled.id, changes=UserChanges(disabled=True))
    for email, password in (
        ("stranger@example.com", PASSWORD),
        ("no address", PASSWORD),
        ("", ""),
        ("a\0b\udcff@example.com", PASSWORD),
        (str(user.email), PASSWORD + "!"),
        (str(user.email), ""),
        (str(user.email), "x" * 1_000_000),
        (str(disabled.email), PASSWORD),
        (str(invited.email), PASSWORD),
        (str(invited.email), ""),
    ):
        with pytest.raises(SignInRefused) as caught:
            await sign_in_with_password(
                house.tools, email=email, password=password, device=Device(address=email)
            )
        assert (caught.value.message, caught.value.hints, caught.value.data) == (MESSAGE, "", {})
    async with house.transaction() as tx:
        await change_account(tx, account_id=house.account.id, disabled=True)
    with pytest.raises(SignInRefused):
        await house.sign_in(user)


async def test_an_unknown_address_costs_the_same_hash(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time tells nobody which addresses exist: each attempt verifies one hash, with the same parameters."""
    verified: list[str] = []
    real = passwords._HASHER

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

        def verify(self, stored: str, password: str) -> bool:
            verified.append(stored.split("$")[3])
            return real.verify(stored, password)

    monkeypatch.setattr(passwords, "_HASHER", Counting())
    user, invited = await house.add(), await house.add(password=None)
    for email in (str(user.email), str(invited.email), "stranger@example.com", "no address"):
        await refusal(house, email, "a wrong password", Device(address=f"time {email}"))
    assert verified == ["m=19456,t=2,p=1"] * 4


async def test_a_hash_with_old_parameters_is_replaced(house: House) -> None:
    user = await house.add()
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)

    async def stored() -> str:
        async with house.transaction() as tx:
            query = sa.select(USERS.c.password_hash).where(USERS.c.id == user.id)
            return str(await tx.connection.scalar(query))

    async with house.transaction() as tx:
        await tx.connection.execute(sa.update(USERS).where(USERS.c.id == user.id).values(password_hash=old))
    new = await house.sign_in(user)
    assert "m=19456,t=2,p=1" in await stored()
    await house.sign_in(user)
    assert await house.find(new.token) is not None, "the password is the same: sessions stay"


async def test_guesses_wait_longer_each_time(house: House) -> None:
    """B8: five are free; then one every 10, 20, 40 … seconds, at most 15 minutes."""
    user = await house.add()
    attacker = Device(address="203.0.113.9")
    for _ in range(5):
        assert await refusal(house, str(user.email), "wrong wrong wrong", attacker) is SignInRefused
    waits = []
    seconds = 0.0
    for _ in range(9):
        later = house.later(seconds=seconds)
        with pytest.raises(TooManyAttempts) as caught:
            await later.sign_in(user, password=PASSWORD, device=attacker)
        waits.append(round(caught.value.retry_after))
        seconds += caught.value.retry_after
        later = house.later(seconds=seconds)
        assert await refusal(later, str(user.email), "wrong wrong wrong", attacker) is SignInRefused
    expected = (10, 20, 40, 80, 160, 320, 640, 900, 900)  # less the time that the test itself takes
    assert all(most - 9 < wait <= most for wait, most in zip(waits, expected, strict=True)), waits
    assert (await house.later(days=2).sign_in(user, device=attacker)).user_id == user.id


async def test_the_owner_signs_in_while_others_guess(house: House) -> None:
    """From elsewhere, and beside the guesser from a browser where they have signed in before."""
    user, colleague = await house.add(), await house.add()
    office = Device(address="203.0.113.10")
    cookie = (await house.sign_in(user, device=office)).device_token
    stolen = (await house.sign_in(colleague, device=office)).device_token
    for minutes in range(0, 15 * 14, 15):  # until the wait is longer than the test can take
        house = house if minutes == 0 else house.later(minutes=15)
        assert await refusal(house, str(user.email), "wrong wrong wrong", office) is SignInRefused
    assert (await house.sign_in(user, device=HOME)).user_id == user.id
    mine = dataclasses.replace(office, token=cookie)
    assert (await house.sign_in(user, device=mine)).user_id == user.id
    for token in (stolen, "x", "a.b.c", cookie + "0", f"{'0' * 8}.{cookie[9:]}"):
        other = dataclasses.replace(office, token=token)
        assert await refusal(house, str(user.email), PASSWORD, other) is TooManyAttempts


async def test_a_browser_where_the_owner_signed_in_has_limits_of_its_own(house: House) -> None:
    user = await house.add()
    mine = dataclasses.replace(CAFE, token=(await house.sign_in(user, device=CAFE)).device_token)
    outcomes = [await refusal(house, str(user.email), "wrong wrong wrong", mine) for _ in range(7)]
    assert outcomes == [SignInRefused] * 5 + [TooManyAttempts] * 2
    assert (await house.sign_in(user, device=CAFE)).user_id == user.id


async def test_one_address_cannot_try_everybody(house: House) -> None:
    attacker = Device(address="203.0.113.11")
    emails = [f"stranger{number}@example.com" for number in range(51)]
    outcomes = [await refusal(house, email, "wrong wrong wrong", attacker) for email in emails]
    assert outcomes == [SignInRefused] * 50 + [TooManyAttempts]


async def test_guesses_at_the_same_time_are_counted_before_they_are_verified(house: House) -> None:
    user = await house.add()
    attacker = Device(address="203.0.113.12")
    guesses = [f"wrong wrong wrong {number}" for number in range(11)] + [PASSWORD]
    outcomes = await asyncio.gather(
        *(house.sign_in(user, password=guess, device=attacker) for guess in guesses), return_exceptions=True
    )
    assert sum(isinstance(one, TooManyAttempts) for one in outcomes) >= 6


async def test_a_right_password_ends_the_count(house: House) -> None:
    user = await house.add()
    here = Device(address="203.0.113.13")
    for _ in range(3):
        for _ in range(4):
            assert await refusal(house, str(user.email), "wrong wrong wrong", here) is SignInRefused
        await house.sign_in(user, device=here)


async def test_the_own_password_proves_who_one_is(house: House) -> None:
    user = await house.add()
    new = await house.later(hours=-1).sign_in(user)
    before = await house.find(new.token)
    assert before is not None
    with pytest.raises(SignInRefused):
        await verify_own_password(house.tools, signed_in=before, password="wrong wrong wrong", device=HOME)
    assert await house.find(new.token) == before
    await verify_own_password(house.tools, signed_in=before, password=PASSWORD, device=HOME)
    after = await house.find(new.token)
    assert after is not None
    assert after.verified > before.verified


async def test_what_a_new_password_needs(house: House) -> None:
    signed_in = await house.signed_in(await house.add())

    async def change(current: str | None, new: str) -> None:
        await change_own_password(house.tools, signed_in=signed_in, current=current, new=new, device=HOME)

    with pytest.raises(PasswordRefused, match="7 more"):
        await change(PASSWORD, "short")
    with pytest.raises(SignInRefused):
        await change(None, "four wet green stones")
    await change(PASSWORD, "four wet green stones")
    with pytest.raises(SignInRefused):
        await house.sign_in(signed_in.user)
    await house.sign_in(signed_in.user, password="four wet green stones")


async def test_a_first_password_needs_a_fresh_proof(house: House) -> None:
    """Of somebody who signs in by a passkey or the company's provider."""
    signed_in = await house.signed_in(await house.add())
    async with house.transaction() as tx:
        query = sa.update(USERS).where(USERS.c.id == signed_in.user.id)
        await tx.connection.execute(query.values(password_hash=None))
    old, new = house.later(minutes=11), "four wet green stones"
    with pytest.raises(Forbidden, match="sign in once more"):
        await change_own_password(old.tools, signed_in=signed_in, current=None, new=new, device=HOME)
    await change_own_password(house.tools, signed_in=signed_in, current=None, new=new, device=HOME)
    await house.sign_in(signed_in.user, password=new)


ANNA = User(
    id=1, account_id=1, first_name="Annabel", last_name="Müller-Lang", email="annabel.m@example.com",
    roles=frozenset({Role.CUSTOMER}), created=None, disabled=None,  # type: ignore[arg-type]
)  # fmt: skip


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("x" * 11, "1 more"),
        ("x" * 1025, "At most 1024"),
        ("aaaaaaaaaaaaaa", "repeats itself"),
        ("abcdabcdabcdabcd", "repeats itself"),
        ("abcdefghijklm", "alphabet"),
        ("zyxwvutsrqponm", "alphabet"),
        ("1234567890123", "alphabet"),
        ("QwertyUiop12", "keyboard"),
        ("dragoman2026!", "name that others know"),
        ("Password-1234!", "name that others know"),
        ("Annabel-2026-!", "name that others know"),
        ("MÜLLER.lang.77", "name that others know"),
        ("annabel.m@example.com", "name that others know"),
    ],
)
def test_passwords_that_are_easy_to_guess(password: str, reason: str) -> None:
    rating = rate_password(password, ANNA)
    assert (rating.score, rating.is_accepted) == (0, False)
    assert reason in rating.reason


@pytest.mark.parametrize(
    ("password", "score"),
    [("horse battery", 1), ("Horse battery", 2), ("Horse battery staple", 4), ("дом у синей реки", 2),
     ("annabel likes wet stones", 3), ("ab12cd34ef56", 1), ("!" * 6 + "aB3d#f", 2)],
)  # fmt: skip
def test_passwords_that_will_do(password: str, score: int) -> None:
    assert rate_password(password, ANNA).score == score

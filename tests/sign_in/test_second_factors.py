"""The second factor: begun, used, replayed, lost, removed (B8)."""

from __future__ import annotations

import asyncio
import base64
import re

import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from dragoman.access.staff import OPERATOR
from dragoman.accounts.model import Role, User
from dragoman.sign_in.model import CodeRefused, Device, NewSession, SignInRefused, TooManyAttempts
from dragoman.sign_in.second_factors import actions
from dragoman.sign_in.second_factors.codes import find_step, otpauth_url, qr_svg, show_secret
from dragoman.sign_in.second_factors.store import RECOVERY_CODES, SECOND_FACTORS
from dragoman.sign_in.signed_in import SignedIn
from tests.sign_in.conftest import CAFE, HOME, PASSWORD, House


class App:
    """An authenticator app."""

    def __init__(self, house: House, secret: str) -> None:
        self.key = base64.b32decode(secret.replace(" ", ""))
        self.house = house

    async def code(self, *, steps: int = 0) -> str:
        """The code of now, or of some steps later."""
        async with self.house.transaction() as tx:
            seconds = int(tx.now.timestamp()) + 30 * steps
        return TOTP(self.key, 6, SHA1(), 30).generate(seconds).decode()


async def turn_on(house: House, user: User) -> tuple[App, list[str]]:
    signed_in = await house.signed_in(user)
    async with house.transaction() as tx:
        begun = await actions.begin_second_factor(tx, house.tools.keyring, user=user)
    app = App(house, begun.secret)
    async with house.transaction() as tx:
        codes = await actions.turn_on_second_factor(
            tx, house.tools.keyring, signed_in=signed_in, code=await app.code(steps=-1)
        )
    return app, list(codes)


async def half_signed_in(house: House, user: User) -> tuple[NewSession, SignedIn]:
    new = await house.sign_in(user)
    found = await house.find(new.token)
    assert found is not None
    return new, found


async def test_signing_in_takes_both_factors(house: House) -> None:
    user = await house.add(Role.ADMIN)
    app, _ = await turn_on(house, user)
    half, signed_in = await half_signed_in(house, user)
    assert (half.confirmed, signed_in.confirmed, signed_in.has_second_factor) == (False, False, True)
    assert (signed_in.staff, signed_in.may_develop, signed_in.may_order) == (None, False, False)
    code = await app.code()
    new = await actions.sign_in_with_code(
        house.tools, signed_in=signed_in, code=f" {code[:3]} {code[3:]}", device=HOME
    )
    assert new.session_id == half.session_id
    assert await house.find(half.token) is None, "the token from before the second factor is worth nothing"
    whole = await house.find(new.token)
    assert whole is not None
    assert whole.confirmed
    assert whole.staff is not None
    assert (await house.audited(user))[1] == (f"user:{user.id}", "user.second_factor_added")


async def test_a_factor_is_in_use_after_a_right_code_only(house: House) -> None:
    user = await house.add()
    signed_in = await house.signed_in(user)
    keyring = house.tools.keyring
    async with house.transaction() as tx:
        with pytest.raises(CodeRefused):
            await actions.turn_on_second_factor(tx, keyring, signed_in=signed_in, code="123456")
        first = await actions.begin_second_factor(tx, keyring, user=user)
        begun = await actions.begin_second_factor(tx, keyring, user=user)
        assert await actions.show_begun_factor(tx, keyring, user=user) == begun != first
        for code in (await App(house, first.secret).code(), "", "000000x", "１２３４５６"):
            with pytest.raises(CodeRefused):
                await actions.turn_on_second_factor(tx, keyring, signed_in=signed_in, code=code)
        assert not await actions.has_second_factor(tx, user_id=user.id)
    assert (await house.sign_in(user)).confirmed
    await turn_on(house, user)
    async with house.transaction() as tx:
        assert await actions.show_begun_factor(tx, keyring, user=user) is None
        with pytest.raises(actions.FactorInUse):
            await actions.begin_second_factor(tx, keyring, user=user)


async def test_a_code_is_used_up_with_all_before_it(house: House) -> None:
    user = await house.add()
    app, _ = await turn_on(house, user)

    async def use(code: str) -> NewSession:
        _, signed_in = await half_signed_in(house, user)
        return await actions.sign_in_with_code(house.tools, signed_in=signed_in, code=code, device=HOME)

    later, now, much_later = [await app.code(steps=steps) for steps in (1, 0, 1000)]
    assert (await use(later)).confirmed
    for refused in (later, now, much_later, "000000", "１２３４５６"):
        with pytest.raises(CodeRefused):
            await use(refused)


async def test_of_two_uses_of_a_code_at_once_one_wins(house: House) -> None:
    user = await house.add()
    app, recovery = await turn_on(house, user)
    for code in (await app.code(steps=1), recovery[0]):
        halves = [(await half_signed_in(house, user))[1] for _ in range(4)]
        outcomes = await asyncio.gather(
            *(
                actions.sign_in_with_code(house.tools, signed_in=half, code=code, device=HOME)
                for half in halves
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(one, NewSession) for one in outcomes) == 1
        refusals = [one for one in outcomes if not isinstance(one, NewSession)]
        # The others are tries that failed, which are limited, too.
        assert all(isinstance(one, (CodeRefused, TooManyAttempts)) for one in refusals), refusals


async def test_each_recovery_code_is_good_once(house: House) -> None:
    user = await house.add()
    _, codes = await turn_on(house, user)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"[a-z2-9]{5}-[a-z2-9]{5}", code) for code in codes)
    for typed in (codes[0].upper(), codes[1].replace("-", " ")):
        _, signed_in = await half_signed_in(house, user)
        await actions.sign_in_with_code(house.tools, signed_in=signed_in, code=typed, device=HOME)
        with pytest.raises(CodeRefused):
            await actions.sign_in_with_code(house.tools, signed_in=signed_in, code=typed, device=HOME)
    async with house.transaction() as tx:
        assert await actions.count_recovery_codes(tx, user_id=user.id) == 8
    other = await house.add()
    await turn_on(house, other)
    _, signed_in = await half_signed_in(house, other)
    with pytest.raises(CodeRefused):
        await actions.sign_in_with_code(house.tools, signed_in=signed_in, code=codes[2], device=HOME)


async def test_new_recovery_codes_end_the_old_ones(house: House) -> None:
    user = await house.add()
    app, old = await turn_on(house, user)
    _, signed_in = await half_signed_in(house, user)
    new = await actions.renew_recovery_codes(
        house.tools, signed_in=signed_in, code=await app.code(), device=HOME
    )
    assert not set(new) & set(old)
    with pytest.raises(CodeRefused):
        await actions.sign_in_with_code(house.tools, signed_in=signed_in, code=old[0], device=HOME)
    await actions.sign_in_with_code(house.tools, signed_in=signed_in, code=new[0], device=HOME)


async def test_neither_secret_nor_recovery_codes_are_readable_in_the_database(house: House) -> None:
    user = await house.add()
    app, codes = await turn_on(house, user)
    async with house.transaction() as tx:
        factor = (
            await tx.connection.execute(sa.select(SECOND_FACTORS).where(SECOND_FACTORS.c.user_id == user.id))
        ).one()
        mine = sa.select(RECOVERY_CODES.c.code_hash).where(RECOVERY_CODES.c.user_id == user.id)
        hashes = list(await tx.connection.scalars(mine))
    assert app.key not in factor.secret
    assert len(hashes) == 10
    assert not any(code.replace("-", "").encode() in one for code in codes for one in hashes)


async def test_codes_cannot_be_guessed_from_many_addresses(house: House) -> None:
    """Who tries codes knows the password: then the person is counted as well, but for their own browser."""
    user = await house.add()
    app, _ = await turn_on(house, user)
    new = await house.sign_in(user)
    half = await house.find(new.token)
    assert half is not None

    async def guess(device: Device, code: str = "000000") -> type[Exception] | None:
        try:
            await actions.sign_in_with_code(house.tools, signed_in=half, code=code, device=device)
        except (CodeRefused, TooManyAttempts) as error:
            return type(error)
        return None

    outcomes = [await guess(Device(address=f"198.18.0.{number}")) for number in range(22)]
    assert outcomes == [CodeRefused] * 20 + [TooManyAttempts] * 2
    mine = Device(address=HOME.address, token=new.device_token)
    assert await guess(mine, await app.code()) is None


async def test_removing_a_factor_takes_a_code_or_the_password(house: House) -> None:
    user = await house.add()
    for proof in ("code", PASSWORD):
        app, _ = await turn_on(house, user)
        elsewhere = await house.sign_in(user, device=CAFE)
        _, signed_in = await half_signed_in(house, user)
        for wrong, error in (("000000", CodeRefused), ("a wrong password", SignInRefused)):
            with pytest.raises(error):
                await actions.remove_second_factor(house.tools, signed_in=signed_in, proof=wrong, device=HOME)
        given = await app.code() if proof == "code" else proof
        await actions.remove_second_factor(house.tools, signed_in=signed_in, proof=given, device=HOME)
        assert await house.find(elsewhere.token) is None
        assert (await house.sign_in(user)).confirmed
    assert (await house.audited(user)).count((f"user:{user.id}", "user.second_factor_removed")) == 2


async def test_staff_remove_a_lost_factor(house: House) -> None:
    user = await house.add()
    await turn_on(house, user)
    new = await house.sign_in(user)
    async with house.transaction() as tx:
        assert await actions.reset_second_factor(tx, user_id=user.id, staff=OPERATOR)
        assert not await actions.reset_second_factor(tx, user_id=user.id, staff=OPERATOR)
        assert await actions.count_recovery_codes(tx, user_id=user.id) == 0
    assert await house.find(new.token) is None
    assert (await house.sign_in(user)).confirmed
    assert ("operator", "user.second_factor_removed") in await house.audited(user)


def test_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B: the last six digits of its eight."""
    key = b"12345678901234567890"
    for now, code in (
        (59, "287082"),
        (1111111109, "081804"),
        (1234567890, "005924"),
        (20000000000, "353130"),
    ):
        assert find_step(key, code, now=now) == now // 30
        assert find_step(key, code, now=now + 30) == now // 30
        assert find_step(key, code, now=now + 60) is None
        assert find_step(key, code, now=now + 3600) is None


def test_the_qr_code_is_a_picture_without_style() -> None:
    url = otpauth_url(b"x" * 20, email="anna b@example.com")
    assert url == (
        "otpauth://totp/Dragoman:anna%20b@example.com?secret=PB4HQ6DYPB4HQ6DYPB4HQ6DYPB4HQ6DY&issuer=Dragoman"
    )
    svg = qr_svg(url)
    assert svg.startswith("<svg ")
    assert not re.search(r"style|script|href", svg)
    assert show_secret(b"x" * 20) == "PB4H Q6DY PB4H Q6DY PB4H Q6DY PB4H Q6DY"

"""A person enters the code that a command line shows (RFC 8628): guesses are counted for each person."""

from __future__ import annotations

from typing import Final

from dragoman.access.device_codes.deciding import find_pending
from dragoman.access.device_codes.model import DeviceRequest
from dragoman.accounts.model import User
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.sign_in.attempts import count_attempt, forget_attempt
from dragoman.sign_in.model import Device
from dragoman.sign_in.tools import SignInTools

_ATTEMPT: Final = "device code"


async def verify_user_code(tools: SignInTools, *, user: User, typed: str, device: Device) -> DeviceRequest:
    """The request that waits under a code. Raises `UserCodeUnknown` or `TooManyAttempts`.

    No browser of the person is counted apart: they are signed in, so that nobody else uses up their attempts.
    """
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        attempt = await count_attempt(
            tx, tools.settings, kind=_ATTEMPT, person=str(user.id), device=device, browser=None
        )
    async with transaction(tools.database, account=ALL_ACCOUNTS) as tx:
        request = await find_pending(tx, tools.keyring, typed=typed)
        await forget_attempt(tx, attempt)
    return request

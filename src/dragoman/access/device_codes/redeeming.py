"""A command line polls with its device code until a person has decided (RFC 8628, 3.4 and 3.5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from dragoman.access import provisioning
from dragoman.access.brute_force import open_attempt, record_failure
from dragoman.access.device_codes import codes, store
from dragoman.access.device_codes.deciding import check_approval, record_event, staff_of
from dragoman.access.device_codes.model import (
    CLIENT_ID,
    INTERVAL,
    DeviceApproval,
    DeviceCodeRefused,
    DeviceCodeState,
    DeviceRequest,
    PollRefusal,
    RedeemedCode,
)
from dragoman.access.identity import Identity
from dragoman.access.issuing import issue_for_application
from dragoman.access.model import ApplicationDraft
from dragoman.accounts.actions import find_user, get_account
from dragoman.accounts.model import User
from dragoman.database.connections import ALL_ACCOUNTS, Transaction, transaction
from dragoman.errors import Conflict, Forbidden, NotFound, RuleBroken

_EARLY: Final = timedelta(seconds=1)  # a poll may take so much less time on its way than the one before
_MESSAGES: Final = {
    PollRefusal.PENDING: "Nobody has decided yet. Poll again after the interval.",
    PollRefusal.SLOW_DOWN: f"That was too soon. Wait {INTERVAL} seconds longer between polls from now on.",
    PollRefusal.DENIED: "The request was denied.",
    PollRefusal.EXPIRED: "The code has expired. Ask for another one.",
    PollRefusal.UNKNOWN: "Unknown device code, or it was redeemed before.",
}


async def redeem_device_code(identity: Identity, *, device_code: str, address: str) -> RedeemedCode:
    """Create the application that a person approved, and issue its first token: once for each code.

    `address` is where the poll comes from: unknown codes are counted for it like wrong credentials, right
    ones never. Raises `DeviceCodeRefused` and `TooManyGuesses`.
    """
    try:
        async with transaction(identity.database, account=ALL_ACCOUNTS) as tx:
            outcome = await _poll(tx, identity, device_code)
    except (Conflict, Forbidden, NotFound, RuleBroken) as error:
        # What was approved is no longer allowed: nothing was created.
        raise DeviceCodeRefused(PollRefusal.DENIED, error.message) from error
    if outcome is PollRefusal.UNKNOWN:
        await _count_unknown(identity, address)
    if isinstance(outcome, PollRefusal):
        raise DeviceCodeRefused(outcome, _MESSAGES[outcome])
    identity.metrics.tokens_issued.inc()
    return outcome


async def _poll(tx: Transaction, identity: Identity, device_code: str) -> RedeemedCode | PollRefusal:
    """Of two polls at once the second one waits for the first, and finds no request."""
    request = await store.hold_by_device_code(tx, codes.hash_device_code(device_code))
    if request is None:
        return PollRefusal.UNKNOWN
    if request.expires <= tx.now:
        return PollRefusal.EXPIRED
    if request.state is DeviceCodeState.DENIED:
        return PollRefusal.DENIED
    if request.approval is None:
        return await _note_poll(tx, request)
    return await _redeem(tx, identity, request, request.approval)


async def _note_poll(tx: Transaction, request: DeviceRequest) -> PollRefusal:
    pause = timedelta(seconds=request.interval) - _EARLY
    is_early = request.polled is not None and tx.now < request.polled + pause
    interval = request.interval + (INTERVAL if is_early else 0)
    await store.update_request(tx, request.id, polled=tx.now, interval=interval)
    return PollRefusal.SLOW_DOWN if is_early else PollRefusal.PENDING


async def _redeem(
    tx: Transaction, identity: Identity, request: DeviceRequest, approval: DeviceApproval
) -> RedeemedCode:
    user = await _find_approver(tx, approval)
    await check_approval(tx, approval, user=user, most=identity.settings.account_applications)
    draft = ApplicationDraft(
        account_id=approval.account_id,
        name=request.application_name,
        scopes=approval.scopes,
        role=approval.role,
    )
    new = await provisioning.create_application(tx, identity.keyring, draft=draft, staff=staff_of(user))
    token = await issue_for_application(tx, identity, application_id=new.application.id)
    await store.delete_request(tx, request.id)
    await record_event(
        tx,
        "redeemed",
        request,
        user=user,
        account_id=approval.account_id,
        application=new.application.id,
    )
    return RedeemedCode(application=new.application, client_secret=new.client_secret, token=token)


async def _find_approver(tx: Transaction, approval: DeviceApproval) -> User:
    """Who approved. Raises `Forbidden` when they may not sign in any more."""
    user = await find_user(tx, user_id=approval.user_id)
    account = await get_account(tx, account_id=user.account_id)
    if user.disabled is not None or account.disabled is not None:
        raise Forbidden("Who approved the request may not sign in any more.")
    return user


async def _count_unknown(identity: Identity, address: str) -> None:
    attempt = await open_attempt(identity, client_id=CLIENT_ID, looked_up="-", address=address)
    await record_failure(identity, attempt)

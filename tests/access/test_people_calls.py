"""What people do counts against the rate limit of their account's built-in application (E6)."""

from __future__ import annotations

import pytest

from dragoman.access import actions
from dragoman.access.admission import OverLimit, admit_person
from dragoman.access.dashboard_application import caller_of_person
from dragoman.access.model import Bucket, Caller
from dragoman.access.provisioning import ApplicationChanges, change_application, regenerate_secret
from dragoman.access.staff import OPERATOR
from dragoman.accounts.actions import change_account
from dragoman.accounts.model import AccountKind
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.errors import Unauthenticated
from dragoman.settings import Rate
from tests.access.conftest import Service


async def _person(service: Service, *, calls: int) -> Caller:
    """A person of a new account whose built-in application may make so many calls in an hour."""
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        account = await actions.open_account(
            tx, service.identity.keyring, name="Customer", kind=AccountKind.PRODUCTION
        )
        caller = await caller_of_person(tx, service.identity.keyring, account=account, user_id=1)
        changes = ApplicationChanges(rate=Rate(calls=calls, seconds=3600))
        await change_application(tx, caller.application_id, changes=changes, staff=OPERATOR)
    return caller


async def test_calls_of_people_are_counted_until_none_is_left(service: Service) -> None:
    caller = await _person(service, calls=2)
    left = [await admit_person(service.identity, caller, bucket=Bucket.TRANSLATE) for _ in range(2)]
    assert [state.remaining for state in left if state] == [1, 0]
    with pytest.raises(OverLimit) as refused:
        await admit_person(service.identity, caller, bucket=Bucket.TRANSLATE)
    assert 1790 < refused.value.retry_after <= 1800


async def test_revoking_the_applications_tokens_does_not_end_what_people_do(service: Service) -> None:
    caller = await _person(service, calls=5)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await regenerate_secret(
            tx, service.identity.keyring, caller.application_id, revoke_tokens=True, staff=OPERATOR
        )
    state = await admit_person(service.identity, caller, bucket=Bucket.TRANSLATE)
    assert state is not None
    assert state.remaining == 4


async def test_people_of_a_disabled_account_are_refused(service: Service) -> None:
    caller = await _person(service, calls=5)
    async with transaction(service.database, account=ALL_ACCOUNTS) as tx:
        await change_account(tx, account_id=caller.account_id, disabled=True)
    with pytest.raises(Unauthenticated, match="account is disabled"):
        await admit_person(service.identity, caller, bucket=Bucket.TRANSLATE)

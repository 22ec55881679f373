"""What an account may choose from, its notifications and its limits, with both kinds of clients."""

from __future__ import annotations

import pytest

from dragoman_client import errors
from tests.client.kinds import Caller
from tests.contract.conftest import Customer
from tests.receiver import running_receiver
from tests.waiting import wait_until


def test_the_account_says_what_projects_have_that_name_nothing_else(
    caller: Caller, production: Customer
) -> None:
    account = caller.call(lambda client: client.reference.account())
    assert (account.id, account.kind) == (production.account, "production")
    user = caller.call(lambda client: client.reference.user(account.defaults.user_id))
    assert user in caller.call(lambda client: client.reference.users())
    invoicing = caller.call(
        lambda client: client.reference.invoicing_account(account.defaults.invoicing_account_id)
    )
    assert not invoicing.out_of_date
    assert invoicing in caller.call(lambda client: client.reference.invoicing_accounts())


@pytest.mark.parametrize(
    ("plural", "single"),
    [
        ("languages", "language"),
        ("work_areas", "work_area"),
        ("services", "service"),
        ("templates", "template"),
    ],
)
def test_what_is_listed_is_found_by_its_id(caller: Caller, plural: str, single: str) -> None:
    listed = caller.call(lambda client: getattr(client.reference, plural)())
    assert len({one.id for one in listed}) == len(listed) > 0
    assert caller.call(lambda client: getattr(client.reference, single)(listed[0].id)) == listed[0]
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: getattr(client.reference, single)(2147483647))


def test_services_say_what_they_are_and_cost(caller: Caller) -> None:
    services = {one.kind: one for one in caller.call(lambda client: client.reference.services())}
    assert {"machine", "human"} <= set(services)
    assert services["human"].price_per_word > services["machine"].price_per_word
    assert (services["human"].auto_start_after, services["machine"].auto_start_after) == (None, 60)


def test_a_set_that_is_not_there_is_not_found(caller: Caller) -> None:
    assert caller.call(lambda client: client.reference.memory_sets()) == []
    with pytest.raises(errors.NotFoundError):
        caller.call(lambda client: client.reference.memory_set(2147483647))


def test_a_test_event_arrives_and_is_listed_with_its_tries(caller: Caller) -> None:
    with running_receiver() as receiver:
        event = caller.call(lambda client: client.notifications.send_test(receiver.url("/events")))
        (delivery,) = receiver.wait_for(1)
        wait_until(  # the answer is recorded a moment after the receiver has given it
            lambda: caller.call(lambda client: client.notifications.get(event.id)).status,
            lambda status: status == "delivered",
        )
        caller.call(lambda client: client.notifications.replay(event.id))
        receiver.wait_for(2)
    assert delivery.headers["webhook-id"] == event.webhook_id
    shown = caller.call(lambda client: client.notifications.get(event.id))
    assert shown.body.encode() == delivery.body
    assert shown.tries[0].answer == 204
    listed = caller.call(lambda client: client.notifications.list(kind=event.kind))
    assert event.id in [one.id for one in listed]


def test_limits_are_those_of_the_service(caller: Caller) -> None:
    limits = caller.call(lambda client: client.limits())
    assert (limits.segments, limits.segment_characters, limits.targets) == (100, 10_000, 20)
    assert limits.document_bytes == 20 * 1024 * 1024

"""The running service, and what both interfaces have of it: usage, requests, keys, readiness."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from dragoman_client import Client, Options, Retry, errors
from tests.client.kinds import opened
from tests.client.servers import Server, credentials, needs_installation
from tests.contract.conftest import Customer
from tests.live import free_port
from tests.waiting import wait_until


@needs_installation
def test_the_installation_is_shown(staff_client: Client) -> None:
    provider = staff_client.provider
    health = provider.health()
    assert any(worker.is_alive for worker in health.workers)
    assert health.storage.disk_total > health.storage.disk_free > 0
    assert health.versions.postgresql
    assert {one.name for one in provider.queues()} == {one.name for one in health.queues}
    engine = next(one for one in provider.engines() if one.pairs)
    assert engine.pairs[0].source
    settings = {one.name: one for one in provider.settings()}
    assert settings
    assert all(repr(one.value) not in repr(one) for one in settings.values() if len(repr(one.value)) > 20)
    assert list(provider.jobs.list()) == list(health.failed_jobs)
    with pytest.raises(errors.NotFoundError):
        provider.jobs.retry(2147483647)


def test_the_audit_log_goes_on_over_all_pages(staff_client: Client, production: Customer) -> None:
    areas = staff_client.provider.work_areas
    area = areas.create("Audited 0", account_id=production.account).id
    for number in range(1, 205):  # more than a page
        areas.change(area, name=f"Audited {number}")
    wanted = staff_client.provider.audit_log(account_id=production.account, action="work_area.changed")
    entries = [one for one in wanted if one.subject == f"work_area:{area}"]
    ids = [one.id for one in entries]
    assert len(ids) == 204
    assert ids == sorted(set(ids), reverse=True)
    assert entries[0].actor.startswith("application:")
    before = list(
        staff_client.provider.audit_log(until=datetime.now(UTC) - timedelta(days=1), kind="work_area")
    )
    assert before == []


def test_usage_and_requests_are_read_by_both_sides(
    staff_client: Client, customer: Client, production: Customer
) -> None:
    customer.translate("The house is big.", source="en", target="es")
    application = production.application.id

    def words() -> int:
        return customer.account_usage(by="application", application_id=application).total.words

    wait_until(words, lambda found: found >= 4)
    seen = customer.account_usage(by="application")
    (group,) = [one for one in seen.groups if one.application_id == application]
    assert group.words >= 4
    staff = staff_client.provider.usage(by="account", account_id=production.account)
    assert (staff.by, [one.account_id for one in staff.groups]) == ("account", [production.account])
    with pytest.raises(errors.NotFoundError) as missing:
        customer.projects.get(2147483647)
    wanted = {"request_id": missing.value.request_id or "", "status": "4xx"}
    (own,) = wait_until(lambda: list(customer.requests(**wanted)))  # type: ignore[arg-type]
    assert (own.status, own.method, own.route) == (404, "GET", "/project/v1/projects/{id}")
    (staffs,) = staff_client.provider.requests(account_id=production.account, **wanted)  # type: ignore[arg-type]
    assert staffs == own


def test_a_service_says_whether_it_is_ready_and_which_keys_it_signs_with(server: Server, kind: str) -> None:
    with opened(kind, server.url) as caller:
        assert caller.call(lambda client: client.ready()) is True
        keys = caller.call(lambda client: client.webhook_keys())
    assert keys
    assert all(key.startswith("whpk_") for key in keys)
    patient = Options(retry=Retry(attempts=8, first=60))
    with opened(kind, f"http://127.0.0.1:{free_port()}", options=patient) as caller:
        assert caller.call(lambda client: client.ready()) is False  # at once: nothing is tried again


def test_all_can_be_awaited(server: Server, production: Customer) -> None:
    with opened("AsyncClient", server.url, **credentials(server.provider)) as caller:
        area = caller.call(
            lambda client: client.provider.work_areas.create("Awaited", account_id=production.account)
        )
        areas = caller.call(lambda client: client.provider.work_areas.list(account_id=production.account))
        memory = caller.call(
            lambda client: client.provider.memories.create("Awaited", account_id=production.account)
        )
        units = caller.call(lambda client: client.provider.memories.units(memory.id))
        engines = caller.call(lambda client: client.provider.engines())
        (entry,) = caller.call(lambda client: client.provider.audit_log(subject=f"work_area:{area.id}"))
    assert area in areas
    assert units == []
    assert engines
    assert entry.account_id == production.account

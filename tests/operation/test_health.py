"""The health of an installation, and its settings with their origins."""

from __future__ import annotations

from pathlib import Path

import pytest

import dragoman
from dragoman.access.model import StaffRole
from dragoman.access.visitors import VisitorAccount, VisitorProblem, find_visitor_account
from dragoman.accounts.actions import change_account
from dragoman.database.connections import ALL_ACCOUNTS, transaction
from dragoman.http.fields import LARGEST_ID
from dragoman.operation.health import read_health
from dragoman.operation.store import estimate_file_bytes
from dragoman.resources import Resources
from dragoman.settings import Settings, load_settings
from dragoman.settings.describing import describe_settings
from tests.projects.served import Served
from tests.projects.shop import TEXT, Shop

HEALTH = "/provider/v1/health"


async def test_health_has_every_part(shop: Shop, operated: Resources) -> None:
    await shop.send(await shop.order())
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        health = await read_health(tx, operated)
    (queue,) = [one for one in health.queues if one.name == "projects"]
    assert queue.waiting >= 1
    assert health.versions.dragoman == dragoman.__version__
    assert health.versions.postgresql[0].isdigit()
    assert health.versions.revision >= "0029"
    assert 0 < health.storage.disk_free < health.storage.disk_total
    assert health.storage.database > 1_000_000
    assert {one.name for one in health.engines} == {one.name for one in operated.engines.current()}
    assert all(
        one.pairs == tuple(engine.pairs())
        for one, engine in zip(health.engines, operated.engines.current(), strict=True)
    )
    await shop.work()


async def test_files_are_added_up_from_their_records(shop: Shop) -> None:
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        before = await estimate_file_bytes(tx)
    await shop.send(await shop.order())
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        assert await estimate_file_bytes(tx) == before + len(TEXT)
    await shop.work()


async def test_figures_of_engines_and_calls_are_those_of_the_process(served: Served) -> None:
    metrics = served.runtime.metrics
    metrics.requests.labels(method="GET", route="/x", status="503").inc()
    metrics.requests.labels(method="GET", route="/x", status="200").inc(2)
    name = served.runtime.engines.current()[0].name
    async with transaction(served.runtime.database, account=ALL_ACCOUNTS) as tx:
        before = await read_health(tx, served.runtime)
    metrics.engine_restarts.labels(engine=name, reason="hung").inc()
    metrics.engine_seconds.labels(engine=name).observe(2.0)
    async with transaction(served.runtime.database, account=ALL_ACCOUNTS) as tx:
        health = await read_health(tx, served.runtime)
    assert health.calls.calls >= 3
    assert health.calls.failures >= 1
    assert health.engines[0].batches >= 1
    assert health.engines[0].mean_seconds is not None
    assert health.engines[0].restarts["hung"] == before.engines[0].restarts.get("hung", 0) + 1


async def test_the_account_of_visitors_is_read(shop: Shop) -> None:
    own = shop.caller.account_id
    named = [None, own, LARGEST_ID]
    async with transaction(shop.database, account=ALL_ACCOUNTS) as tx:
        before = [await find_visitor_account(tx, Settings(visitor_account=one)) for one in named]
        await change_account(tx, account_id=own, disabled=True)
        disabled = await find_visitor_account(tx, Settings(visitor_account=own))
        await change_account(tx, account_id=own, disabled=False)
    assert before == [
        None,
        VisitorAccount(id=own, problem=None),
        VisitorAccount(id=LARGEST_ID, problem=VisitorProblem.MISSING),
    ]
    assert disabled == VisitorAccount(id=own, problem=VisitorProblem.DISABLED)


@pytest.mark.parametrize(
    ("role", "statuses"),
    [
        (StaffRole.LINGUIST, (403, 403, 403, 403)),
        (StaffRole.MANAGER, (200, 403, 200, 403)),
        (StaffRole.ADMIN, (200, 200, 200, 404)),
    ],
)
async def test_who_may_see_and_do_what(
    served: Served,
    role: StaffRole,
    statuses: tuple[int, ...],
) -> None:
    staff = await served.open_staff(role)
    answers = [
        await staff.call("GET", HEALTH),
        await staff.call("GET", "/provider/v1/settings"),
        await staff.call("GET", "/provider/v1/jobs"),
        await staff.call("POST", "/provider/v1/jobs/987654321/retry"),
    ]
    assert tuple(answer.status_code for answer in answers) == statuses


async def test_health_on_the_wire(served: Served) -> None:
    staff = await served.open_staff()
    body = await staff.read(HEALTH)
    parts = {"queues", "workers", "failedJobs", "engines", "calls", "storage", "versions", "visitors"}
    assert (set(body), body["visitors"]) == (parts, None)
    assert set(body["storage"]) == {"database", "files", "diskFree", "diskTotal"}
    settings = {one["name"]: one for one in await staff.read("/provider/v1/settings")}
    assert settings["project_max_files"]["value"] == 4
    assert settings["database_url"]["value"] is None


def test_settings_have_origins_and_secrets_are_masked(tmp_path: Path) -> None:
    file = tmp_path / "dragoman.toml"
    file.write_text('log_level = "warning"\n')
    loaded = load_settings(
        environment={"DRAGOMAN_DATABASE_URL": "postgresql://u:secret@host/d", "DRAGOMAN_PORT": "9000"},
        overrides={"host": "0.0.0.0"},
        config=file,
    )
    shown = {one.name: (one.value, one.origin) for one in describe_settings(loaded.settings, loaded.origins)}
    assert shown["database_url"] == ("********", "environment DRAGOMAN_DATABASE_URL")
    assert shown["port"] == (9000, "environment DRAGOMAN_PORT")
    assert shown["host"] == ("0.0.0.0", "command line")
    assert shown["log_level"] == ("warning", f"file {file}")
    assert shown["log_format"] == ("json", "default")
    assert "secret@host" not in str(describe_settings(loaded.settings, loaded.origins))

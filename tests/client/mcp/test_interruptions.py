"""What is cut off: calls that are cancelled, a service that is killed, stops or is not there."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest

from tests.client.mcp.conftest import Customer, call, make_customer, over_http, over_stdio, refusal
from tests.live import LiveService, prepare_service
from tests.waiting import until


@contextmanager
def without_worker(data: Path) -> Iterator[LiveService]:
    """A service where documents wait for ever."""
    service = prepare_service(data)
    service.start("--no-worker")
    try:
        service.wait_ready()
        yield service
    finally:
        service.stop()


@pytest.fixture(scope="module")
def waiting_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    with without_worker(tmp_path_factory.mktemp("waiting") / "data") as service:
        yield service


@pytest.fixture
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    """A service of its own for a test that ends it."""
    with without_worker(tmp_path_factory.mktemp("cut") / "data") as service:
        yield service


def jobs(customer: Customer) -> list[str]:
    return [one["status"] for one in customer.http.get("/v2/documents").json()["documents"]]


@pytest.mark.parametrize("way", ["http", "stdio", "stdio-legacy"])
async def test_a_cancelled_call_cancels_its_document(
    waiting_service: LiveService, tmp_path: Path, way: str
) -> None:
    customer = make_customer(waiting_service, "Cut")
    (tmp_path / "a.txt").write_text("The red book.\n")
    languages = {"target_language": "es", "source_language": "en", "wait_seconds": 100}
    if way == "http":
        connected = over_http(
            waiting_service, str(waiting_service.fetch_token(customer.application)["access_token"])
        )
        arguments = {"document": {"name": "a.txt", "text": "The red book.\n"}, **languages}
    else:
        mode = "legacy" if way == "stdio-legacy" else "auto"
        connected = over_stdio(waiting_service, customer.application, tmp_path, mode=mode)
        arguments = {"path": "a.txt", **languages}
    async with connected as client:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "translate_document", arguments)
            await until(lambda: jobs(customer), lambda found: found == ["CREATED"])
            group.cancel_scope.cancel()
        await until(lambda: jobs(customer), lambda found: found == [])
        assert await call(client, "detect_language", text="Where is the railway station of this town?")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt"]
    customer.http.close()


async def test_a_cancelled_quote_leaves_no_draft(waiting_service: LiveService) -> None:
    """There is no worker, so that the files would never be counted."""
    customer = make_customer(waiting_service, "Quoted")

    def titles() -> list[str]:
        return [one["title"] for one in customer.http.get("/project/v1/projects").json()["projects"]]

    arguments = {
        "files": [{"name": "a.txt", "text": "The red book.\n"}],
        "target_languages": ["es"],
        "source_language": "en",
        "service_id": customer.service,
        "title": "Cut off",
        "keep": True,
    }
    async with over_http(
        waiting_service, str(waiting_service.fetch_token(customer.application)["access_token"])
    ) as client:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, "quote_translation", arguments)
            await until(titles, lambda found: "Cut off" in found)
            group.cancel_scope.cancel()
        await until(titles, lambda found: "Cut off" not in found)
    customer.http.close()


async def test_a_service_that_stops_ends_the_waiting(own: LiveService) -> None:
    """The document is accepted and stored: the answer says how to go on."""
    customer = make_customer(own, "Stopped")
    token = str(own.fetch_token(customer.application)["access_token"])
    async with over_http(own, token) as client:
        waiting = asyncio.create_task(
            call(
                client,
                "translate_document",
                document={"name": "a.txt", "text": "The red book.\n"},
                target_language="es",
                source_language="en",
                wait_seconds=100,
            )
        )
        await until(lambda: jobs(customer), lambda found: found == ["CREATED"])
        assert own.process is not None
        own.process.send_signal(signal.SIGTERM)
        found = await asyncio.wait_for(waiting, timeout=19)
    assert (found["status"], found["next_step"]) == ("CREATED", "Call document_status with wait_seconds.")
    customer.http.close()
    assert await asyncio.to_thread(own.stop) == 0


async def test_a_service_that_is_killed_is_a_clear_error(own: LiveService, tmp_path: Path) -> None:
    customer = make_customer(own, "Killed")
    (tmp_path / "a.txt").write_text("The red book.\n")
    async with over_stdio(own, customer.application, tmp_path) as client:
        waiting = asyncio.create_task(
            refusal(
                client,
                "translate_document",
                path="a.txt",
                target_language="es",
                source_language="en",
                wait_seconds=100,
            )
        )
        await until(lambda: jobs(customer), lambda found: found == ["CREATED"])
        customer.http.close()
        assert own.process is not None
        os.killpg(own.process.pid, signal.SIGKILL)
        said = await waiting
        assert "Nothing answers at" in said or "broke before the answer" in said, said
        assert "go on with document_status and download_document" in said
        assert "Try again when the service runs" in said
        assert not (tmp_path / "a.es.txt").exists()
        own.start()
        await asyncio.to_thread(own.wait_ready)
        job = said.partition("The document is job ")[2].partition(":")[0]
        done = await call(client, "document_status", job_id=job, wait_seconds=100)
        assert done["status"] == "SUCCESS"
        got = await call(client, "download_document", job_id=job, output="a.es.txt")
    assert (tmp_path / "a.es.txt").read_text() == "El libro rojo.\n"
    assert got["file"]["path"] == "a.es.txt"


async def test_agents_can_be_switched_off(tmp_path: Path) -> None:
    service = prepare_service(tmp_path / "data", DRAGOMAN_MCP="false")
    service.start()
    try:
        service.wait_ready()
        application = service.create_application(service.create_account("Off"))
        with service.client(application) as http:
            refused = http.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
            assert (refused.status_code, refused.json()["detail"][:25]) == (404, "Agents are not answered h")
            assert http.get("/.well-known/oauth-protected-resource/mcp").status_code == 404
    finally:
        service.stop()

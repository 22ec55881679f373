"""E8: repeats under an Idempotency-Key."""

from __future__ import annotations

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_invalid,
    expect_json,
    expect_problems,
    expect_status,
)
from dragoman_client.conformance.model import Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    ABSENT,
    create_project,
    find_service,
    post_project,
    random_id,
    read_project,
    submit,
    upload,
)


@check("E8", "P1")
def repeated_project(server: CheckedServer) -> None:
    """A repeated POST /projects gives the first answer, Location included; another body is 422."""
    body = {"title": server.name, "serviceId": find_service(server, "human")}
    key = {"Idempotency-Key": random_id()}
    first, again = (post_project(server, body, headers=key) for _ in range(2))
    expect_status(first, 201)
    expect_equal(again, "status, body", [again.status_code, again.text], [201, first.text])
    expect_equal(again, "Location", again.headers.get("Location"), first.headers.get("Location"))
    other = post_project(server, {**body, "title": f"{server.name} other"}, headers=key)
    expect_detail(other, 422)


@check("E8", "D1")
def repeated_document(server: CheckedServer) -> None:
    """A repeated document makes one job; another document is 422, another key another job."""
    key = {"Idempotency-Key": random_id()}
    first, again = (submit(server, headers=key) for _ in range(2))
    expect_status(first, 202)
    expect_equal(again, "status, body", [again.status_code, again.text], [202, first.text])
    expect_detail(submit(server, "<p>Another.</p>", headers=key), 422, "Idempotency-Key")
    other = submit(server, headers={"Idempotency-Key": random_id()})
    expect(other, expect_json(other, 202) != first.json(), "another job")


@check("E8", "P13")
def repeated_upload(server: CheckedServer) -> None:
    """A repeated upload makes one file; another file is 422."""
    project = create_project(server)["id"]
    key = {"Idempotency-Key": random_id()}
    first, again = (upload(server, project, headers=key) for _ in range(2))
    expect_status(first, 201)
    expect_equal(again, "status, body", [again.status_code, again.text], [201, first.text])
    expect_detail(upload(server, project, b"Another.\n", headers=key), 422)
    expect_equal(again, "number of files", len(read_project(server, project)["files"]), 1)


@check("E8")
def refusals_not_kept(server: CheckedServer) -> None:
    """Only successes are kept: a refused request can be mended under its key."""
    key = {"Idempotency-Key": random_id()}
    body = {"title": server.name, "serviceId": find_service(server, "human")}
    expect_problems(post_project(server, {**body, "userId": ABSENT}, headers=key))
    expect_status(post_project(server, body, headers=key), 201)


@check("E8", "E2")
def empty_key(server: CheckedServer) -> None:
    """An empty key is a validation error at header and Idempotency-Key."""
    body = {"title": server.name, "serviceId": find_service(server, "human")}
    answer = post_project(server, body, headers={"Idempotency-Key": ""})
    expect_invalid(answer, ["header", "Idempotency-Key"])


@check("E8", needs=(Need.CUSTOMER, Need.OTHER))
def keys_of_others(server: CheckedServer) -> None:
    """Another application's equal key is another key."""
    key = {"Idempotency-Key": random_id()}
    first = expect_json(submit(server, headers=key), 202)
    answer = submit(server, client=server.other, headers=key)
    expect(answer, expect_json(answer, 202) != first, "a job of its own")

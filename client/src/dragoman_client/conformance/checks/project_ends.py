"""P11, P12, N1: quotes, starts, ends; one small machine translation is ordered."""

from __future__ import annotations

from typing import Any

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_json,
    expect_problems,
    expect_status,
    expect_time,
)
from dragoman_client.conformance.model import Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    PROJECTS,
    create_project,
    create_with_file,
    find_service,
    post_project,
    read_project,
    upload,
)

_ORDER = (Need.CUSTOMER, Need.ORDER)


@check("P12")
def empty_project(server: CheckedServer) -> None:
    """Without files do-quote and do-start are PROJECT_EMPTY; their bodies are ignored."""
    project = create_project(server)["id"]
    for path in (PROJECTS, "/project/v1/project"):
        for action in ("do-quote", "do-start"):
            answer = server.customer.post(f"{path}/{project}/{action}", content=b"{{")
            expect_problems(answer, "PROJECT_EMPTY")


@check("P12")
def quote(server: CheckedServer) -> None:
    """A quote has words, bands, a price with its currency and a deadline, and starts nothing."""
    project, _ = create_with_file(server)
    answer = server.poll(
        lambda: server.customer.post(f"{PROJECTS}/{project}/do-quote"),
        lambda answer: answer.status_code != 202,
        "a quote",
    )
    found = expect_json(answer)
    expect_fields(answer, found, ("words", "bands", "price", "deadline"))
    expect(answer, isinstance(found["words"], int) and found["words"] >= 3, "words", found["words"])
    words = sum(band["words"] for band in found["bands"])
    expect_equal(answer, "words of all bands", words, found["words"])
    expect_fields(answer, found["price"], ("amount", "currency"))
    expect_equal(answer, "status", read_project(server, project)["status"], "Draft")


@check("P11", "P12")
def deleted_draft(server: CheckedServer) -> None:
    """A draft is deleted, on both spellings: 204, then 404."""
    for path in (PROJECTS, "/project/v1/project"):
        project = create_project(server)["id"]
        answer = server.customer.delete(f"{path}/{project}")
        expect_status(answer, 204)
        expect_detail(server.customer.get(f"{path}/{project}"), 404)
        expect_detail(server.customer.delete(f"{path}/{project}"), 404)


@check("P11", "P12")
def cancelled_draft(server: CheckedServer) -> None:
    """A draft is cancelled: 200 with the record, again 200 without effect; it cannot be started."""
    project, _ = create_with_file(server)
    answer = server.customer.post(f"{PROJECTS}/{project}/do-cancel")
    record = expect_json(answer)
    expect_equal(answer, "status", record["status"], "Cancelled")
    expect_time(answer, "cancelledAt", record["cancelledAt"])
    again = server.customer.post(f"{PROJECTS}/{project}/do-cancel")
    expect_equal(again, "cancelledAt", expect_json(again)["cancelledAt"], record["cancelledAt"])
    expect_problems(server.customer.post(f"{PROJECTS}/{project}/do-start"))
    expect_problems(upload(server, project))


@check("P12")
def automatic_starts(server: CheckedServer) -> None:
    """Services say when projects start by themselves: machine services do, human services never."""
    answer = server.customer.get("/project/v1/services")
    for one in expect_json(answer):
        expect_fields(answer, one, ("autoStartAfter",))
        value = one["autoStartAfter"]
        expect(answer, value is None or (isinstance(value, int) and value > 0), "seconds or null", value)


@check("P11", "P12", "P5", needs=_ORDER)
def finished(server: CheckedServer) -> None:
    """A started machine project is Finished, with its times, progress 1 and the provider's deadline."""
    answer = server.customer.get(f"{PROJECTS}/{_order(server)['project']}")
    record = expect_json(answer)
    found = [record["status"], record["hold"], record["progress"], record["deadlineSetBy"]]
    expect_equal(answer, "status, hold, progress, deadlineSetBy", found, ["Finished", None, 1, "provider"])
    for field in ("creationDate", "startedAt", "finishedAt", "deadline"):
        expect_time(answer, field, record[field])


@check("P10", "P14", needs=_ORDER)
def translation_of_file(server: CheckedServer) -> None:
    """A finished translation has a file id, a name and a link; its bytes are a translation."""
    order = _order(server)
    answer = server.customer.get(f"{PROJECTS}/{order['project']}")
    (one,) = expect_json(answer)["files"][0]["translations"]
    expect_equal(answer, "status", one["status"], "Finished")
    by_id = server.customer.get(f"/project/v1/files/{one['fileId']}/content")
    by_link = server.customer.get(one["translationFileLink"])
    expect_status(by_id, 200)
    expect(by_link, by_link.content == by_id.content, "the same bytes from the link")
    expect(by_id, server.texts.first.encode() not in by_id.content, "a translation")
    expect_header(by_id, "Content-Disposition", "attachment")
    target = server.customer.get(f"/project/v1/files/{one['fileId']}")
    found = [expect_json(target)[name] for name in ("projectId", "fileName", "size")]
    wanted = [order["project"], one["translationFileName"], len(by_id.content)]
    expect_equal(target, "projectId, fileName, size", found, wanted)


@check("P7", "P11", "P12", "P13", "E4", needs=_ORDER)
def no_changes_at_the_end(server: CheckedServer) -> None:
    """A finished project refuses changes, files and cancellation: 400, with a hint."""
    project = _order(server)["project"]
    for method in ("PUT", "PATCH"):
        answer = server.customer.request(method, f"{PROJECTS}/{project}", json={"briefing": "x"})
        (problem,) = expect_problems(answer)
        expect(answer, problem["hints"], "a hint", problem)
    expect_problems(upload(server, project))
    expect_problems(server.customer.post(f"{PROJECTS}/{project}/do-cancel"))
    again = server.customer.post(f"{PROJECTS}/{project}/do-start")
    expect_equal(again, "status", expect_json(again)["status"], "Finished")


def _order(server: CheckedServer) -> dict[str, Any]:
    """The one project that is ordered and finished: its id."""

    def make() -> dict[str, Any]:
        body = {"title": server.name, "serviceId": find_service(server, "machine")}
        project = int(expect_json(post_project(server, body), 201)["id"])
        file = expect_json(upload(server, project), 201)
        answer = server.customer.post(f"{PROJECTS}/{project}/do-start")
        expect_status(answer, 200, 202)
        server.poll(
            lambda: read_project(server, project)["status"],
            lambda status: status in {"Finished", "Cancelled"},
            f"the end of project {project}",
        )
        return {"project": project, "file": file}

    return server.share("the ordered project", make)

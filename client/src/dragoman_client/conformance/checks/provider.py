"""V1, V2, N5, V7: what the provider's staff do with projects, translations and notifications."""

from __future__ import annotations

from typing import Any, Final

from dragoman_client.conformance.expectations import (
    expect,
    expect_detail,
    expect_equal,
    expect_fields,
    expect_header,
    expect_invalid,
    expect_json,
    expect_page,
    expect_problems,
    expect_status,
)
from dragoman_client.conformance.model import Need
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    ABSENT,
    PROJECTS,
    create_project,
    create_with_file,
    submit_job,
)

_STAFF: Final = (Need.CUSTOMER, Need.STAFF)
_PROVIDER: Final = "/provider/v1/projects"


@check("V1", needs=_STAFF)
def listed(server: CheckedServer) -> None:
    """Staff find a customer's project by account and title, and read the record that the customer reads."""
    project = create_project(server)["id"]
    account = expect_json(server.customer.get("/project/v1/account"))["id"]
    answer = server.staff.get(_PROVIDER, params={"accountId": account, "title": server.name})
    page = expect_json(answer)
    expect(answer, project in [one["id"] for one in page["projects"]], f"project {project}", page)
    expect_page(answer, page["metadata"])
    read = server.staff.get(f"{_PROVIDER}/{project}")
    expect_equal(read, "record", expect_json(read), expect_json(server.customer.get(f"{PROJECTS}/{project}")))


@check("V1", "P12", needs=_STAFF)
def held(server: CheckedServer) -> None:
    """A held project does not start: do-start is 202 and shows the hold, until it is released."""
    project, _ = create_with_file(server)
    answer = server.staff.post(f"{_PROVIDER}/{project}/hold")
    hold = expect_json(answer)["hold"]
    expect(answer, isinstance(hold, str) and hold, "a hold", hold)
    started = server.customer.post(f"{PROJECTS}/{project}/do-start")
    record = expect_json(started, 202)
    expect_equal(started, "status", record["status"], "Draft")
    expect(started, record["hold"], "a hold", record["hold"])
    cancelled = server.staff.post(f"{_PROVIDER}/{project}/cancel", json={"reason": server.name})
    found = [expect_json(cancelled)[name] for name in ("status", "cancelReason")]
    expect_equal(cancelled, "status, cancelReason", found, ["Cancelled", server.name])


@check("V1", "P5", needs=_STAFF)
def deadline(server: CheckedServer) -> None:
    """Staff set a deadline, which is the provider's then; what is not a time is a validation error."""
    project = create_project(server)["id"]
    path = f"{_PROVIDER}/{project}/deadline"
    answer = server.staff.put(path, json={"deadline": "2099-01-31T18:00:00+01:00"})
    found = [expect_json(answer)[name] for name in ("deadline", "deadlineSetBy")]
    expect_equal(answer, "deadline, deadlineSetBy", found, ["2099-01-31T17:00:00Z", "provider"])
    for value in ("soon", 1900000000, None):
        expect_invalid(server.staff.put(path, json={"deadline": value}), ["body", "deadline"])


@check("V1", "E2", needs=_STAFF)
def reason_of_cancellation(server: CheckedServer) -> None:
    """A cancellation needs a reason; an unknown project is 404."""
    project = create_project(server)["id"]
    for body in ({}, {"reason": 5}):
        answer = server.staff.post(f"{_PROVIDER}/{project}/cancel", json=body)
        expect_invalid(answer, ["body", "reason"])
    expect_detail(server.staff.get(f"{_PROVIDER}/{ABSENT}"), 404)
    expect_detail(server.staff.post(f"{_PROVIDER}/{ABSENT}/hold"), 404)


@check("V2", "P7", "P11", needs=_STAFF)
def active_project(server: CheckedServer) -> None:
    """An active project is PROJECT_STARTED for changes, also for cancellation by the customer."""
    order = _active(server)
    for method in ("PUT", "PATCH"):
        answer = server.customer.request(method, f"{PROJECTS}/{order['project']}", json={"briefing": "x"})
        (problem,) = expect_problems(answer, "PROJECT_STARTED")
        expect(answer, problem["hints"], "a hint to contact the project manager", problem)
    expect_problems(server.customer.post(f"{PROJECTS}/{order['project']}/do-cancel"), "PROJECT_STARTED")


@check("V2", needs=_STAFF)
def exported(server: CheckedServer) -> None:
    """A translation is exported as XLIFF 1.2 and 2.1."""
    path = _active(server)["path"]
    for version in ("1.2", "2.1"):
        answer = server.staff.get(f"{path}/xliff", params={"version": version})
        expect_status(answer, 200)
        expect_header(answer, "Content-Type", r"application/(xliff\+)?xml")
        expect(
            answer, "<xliff" in answer.text and server.texts.first in answer.text, "an XLIFF with the text"
        )
        root = answer.text.partition("<xliff")[2].partition(">")[0]
        expect(answer, f'version="{version}"' in root, f'version="{version}"', root)


@check("V2", needs=_STAFF)
def imported(server: CheckedServer) -> None:
    """An unchanged XLIFF is taken back; a changed source, and what is not XLIFF, are 400."""
    path = _active(server)["path"]
    text = server.staff.get(f"{path}/xliff").text
    answer = server.staff.put(f"{path}/xliff", content=text.encode())
    expect_fields(answer, expect_json(answer), ("segments", "changed", "problems"))
    changed = text.replace(server.texts.first, f"Not {server.texts.first}")
    expect_problems(server.staff.put(f"{path}/xliff", content=changed.encode()))
    expect_problems(server.staff.put(f"{path}/xliff", content=b"no"))


@check("V2", needs=_STAFF)
def quality(server: CheckedServer) -> None:
    """The checks report a segment without a translation, and it blocks the delivery."""
    path = _active(server)["path"]
    answer = server.staff.get(f"{path}/qa")
    blocking = expect_json(answer)["blocking"]
    expect(answer, isinstance(blocking, int) and blocking >= 1, "a blocking finding", blocking)
    expect_problems(server.staff.post(f"{path}/delivery"))


@check("V2", needs=_STAFF)
def unknown_translation(server: CheckedServer) -> None:
    """An unknown translation is 404, and customers have no access: 403."""
    path = _active(server)["path"]
    missing = f"{path.rpartition('/')[0]}/{ABSENT}"
    for end in ("", "/xliff", "/qa"):
        expect_detail(server.staff.get(f"{missing}{end}"), 404)
    expect_detail(server.customer.get(path), 403)


@check("N5", "V7", needs=(*_STAFF, Need.CALLBACK))
def recorded_tries(server: CheckedServer) -> None:
    """A delivery's tries are recorded with their answer, and it can be replayed under its id."""
    with server.receiver() as receiver:
        job = submit_job(server, successCallbackUrl=receiver.url())
        (first,) = receiver.wait_for(1, seconds=server.target.timeout)
        one = _delivered(server, job)
        answer = server.staff.get(f"/provider/v1/notifications/{one['id']}")
        record = expect_json(answer)
        expect_equal(answer, "webhookId", record["webhookId"], first.headers.get("webhook-id"))
        expect_equal(answer, "answers", [each["answer"] for each in record["tries"]], [204])
        expect_status(server.staff.post(f"/provider/v1/notifications/{one['id']}/replay"), 200)
        again = receiver.wait_for(2, seconds=server.target.timeout)[1]
    ids = [each.headers.get("webhook-id") for each in (first, again)]
    expect_equal(answer, "webhook-id of the replay", ids[1], ids[0])


@check("V7", needs=(Need.STAFF,))
def operation(server: CheckedServer) -> None:
    """Engines with their pairs, queues, and the audit log are shown to staff."""
    answer = server.staff.get("/provider/v1/engines")
    for engine in expect_json(answer):
        expect_fields(answer, engine, ("name", "version", "pairs"))
    answer = server.staff.get("/provider/v1/queues")
    for queue in expect_json(answer):
        expect_fields(answer, queue, ("name", "waiting", "running", "failed"))
    answer = server.staff.get("/provider/v1/audit-log", params={"limit": 2})
    page = expect_json(answer)
    for entry in page["entries"]:
        expect_fields(answer, entry, ("createdAt", "actor", "action", "subject"))
    expect_page(answer, page["metadata"])


@check("V7", needs=_STAFF)
def audited(server: CheckedServer) -> None:
    """What staff do is in the audit log under its subject."""
    project = create_project(server)["id"]
    expect_status(server.staff.post(f"{_PROVIDER}/{project}/hold"), 200)
    answer = server.staff.get("/provider/v1/audit-log", params={"subject": f"project:{project}"})
    actions = [one["action"] for one in expect_json(answer)["entries"]]
    expect(answer, "project.held" in actions, "the action project.held", actions)


def _active(server: CheckedServer) -> dict[str, Any]:
    """The one project of people's translation that is started; staff cancel it at the end of the run."""

    def make() -> dict[str, Any]:
        project, file = create_with_file(server)
        path = f"{_PROVIDER}/{project}"
        server.defer(lambda: server.staff.post(f"{path}/cancel", json={"reason": server.name}))
        server.poll(
            lambda: expect_json(server.customer.post(f"{PROJECTS}/{project}/do-start"), 202, 200)["status"],
            lambda status: status == "Active",
            f"the start of project {project}",
        )
        translation = f"{path}/translations/{file['translations'][0]['id']}"
        server.poll(
            lambda: server.staff.get(f"{translation}/qa").status_code,
            lambda status: status == 200,
            "the translation's segments",
        )
        return {"project": project, "path": translation}

    return server.share("the active project", make)


def _delivered(server: CheckedServer, job: str) -> dict[str, Any]:
    """The notification of a document, once its delivery is recorded."""

    def read() -> list[dict[str, Any]]:
        query = {"subject": f"document:{job}", "status": "delivered"}
        return list(
            expect_json(server.staff.get("/provider/v1/notifications", params=query))["notifications"]
        )

    return server.poll(read, bool, "the record of the delivery")[0]

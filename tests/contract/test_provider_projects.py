"""Clause V1 over HTTP: staff see the projects of all accounts, and act on them."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed
from tests.live import LiveService
from tests.receiver import running_receiver
from tests.waiting import wait_until

PROJECTS = "/provider/v1/projects"


def human_project(client: httpx2.Client, *, title: str, callback: str | None = None) -> dict[str, Any]:
    """A draft for linguists, with one file."""
    services = client.get("/project/v1/services").json()
    service = next(one["id"] for one in services if one["kind"] == "human")
    made = client.post("/project/v1/projects", json={"title": title, "serviceId": service})
    assert made.status_code == 201, made.text
    headers = {} if callback is None else {"callbackUrl": callback}
    sent = client.post(
        f"/project/v1/projects/{made.json()['id']}/files",
        params={"fileName": "house.txt", "sourceLanguage": "en", "targetLanguages": "es,ca"},
        content=b"The house is big.\n",
        headers={**headers, "Content-Type": "text/plain"},
    )
    assert sent.status_code == 201, sent.text
    return dict(made.json())


def started(client: httpx2.Client, project: int) -> httpx2.Response:
    """The answer to the start once the file is read."""
    return wait_until(
        lambda: client.post(f"/project/v1/projects/{project}/do-start"),
        lambda answer: answer.json().get("hold") != "ANALYSIS_RUNNING",
    )


def test_v1_staff_hold_release_and_cancel_a_project_and_its_client_sees_it(
    production: Customer, staff: Staffed
) -> None:
    manager, client = staff("manager"), production.client
    with running_receiver() as receiver:
        project = human_project(client, title="Held for a while", callback=receiver.url())["id"]
        path = f"{PROJECTS}/{project}"
        wanted = {"accountId": production.account, "title": "FOR A while"}
        (summary,) = manager.get(PROJECTS, params=wanted).json()["projects"]
        assert (summary["id"], summary["status"], summary["hold"]) == (project, "Draft", None)

        assert manager.post(f"{path}/hold").json()["hold"] == "HELD_BY_PROVIDER"
        answer = started(client, project)
        assert (answer.status_code, answer.json()["hold"]) == (202, "HELD_BY_PROVIDER")
        shown = wait_until(
            lambda: client.get(f"/project/v1/projects/{project}").json(),
            lambda one: one["analysis"]["state"] == "done",
        )
        assert manager.get(path).json() == shown

        assert manager.post(f"{path}/release").json()["status"] == "Active"
        moved = manager.put(f"{path}/deadline", json={"deadline": "2099-01-31T18:00:00+01:00"}).json()
        assert (moved["deadline"], moved["deadlineSetBy"]) == ("2099-01-31T17:00:00Z", "provider")

        refused = manager.post(f"{path}/finish")
        assert refused.status_code == 409
        assert refused.json()["detail"].startswith(
            f"Translations of project {project} that are not delivered: 2 ("
        )
        assert client.post(f"/project/v1/projects/{project}/do-cancel").json()[0]["code"] == "PROJECT_STARTED"
        answer = manager.post(f"{path}/cancel", json={"reason": "INVOICING_ACCOUNT_OUT_OF_DATE"})
        cancelled = answer.json()
        assert answer.status_code == 200, answer.text
        assert (cancelled["status"], cancelled["cancelReason"]) == (
            "Cancelled",
            "INVOICING_ACCOUNT_OUT_OF_DATE",
        )
        records = [delivery.record for delivery in receiver.wait_for(2)]
    assert {(one["ProjectId"], one["TargetLanguageCode"], one["Status"]) for one in records} == {
        (project, "es", "Cancelled"),
        (project, "ca", "Cancelled"),
    }
    log = staff("admin").get("/provider/v1/audit-log", params={"subject": f"project:{project}"}).json()
    assert [entry["action"] for entry in reversed(log["entries"])] == [
        "project.held",
        "project.released",
        "project.deadline_set",
        "project.cancelled",
    ]


def test_v1_linguists_look_and_managers_act(production: Customer, staff: Staffed) -> None:
    project = human_project(production.client, title="Roles")["id"]
    linguist = staff("linguist")
    assert linguist.get(f"{PROJECTS}/{project}").status_code == 200
    for action in ("start", "hold", "release", "finish"):
        assert linguist.post(f"{PROJECTS}/{project}/{action}").status_code == 403
    deadline = {"deadline": "2099-01-31T17:00:00Z"}
    assert linguist.put(f"{PROJECTS}/{project}/deadline", json=deadline).status_code == 403
    assert linguist.post(f"{PROJECTS}/{project}/cancel", json={"reason": "x"}).status_code == 403


@pytest.mark.parametrize(
    ("action", "body", "field"),
    [
        ("cancel", {}, "reason"),
        ("cancel", {"reason": 5}, "reason"),
        ("cancel", {"reason": "x" * 501}, "reason"),
        ("finish", {"cancelRest": "yes"}, "cancelRest"),
        ("start", {"confirmDeadline": 1}, "confirmDeadline"),
    ],
)
def test_v1_bodies_of_the_wrong_shape_are_refused_by_field(
    staff: Staffed, action: str, body: dict[str, Any], field: str
) -> None:
    refused = staff("manager").post(f"{PROJECTS}/1/{action}", json=body)
    assert refused.status_code == 422
    assert refused.json()["detail"][0]["loc"] == ["body", field]


@pytest.mark.parametrize("deadline", ["soon", 1900000000, None, True, "2030-13-01T00:00:00Z"])
def test_v1_a_deadline_is_a_time(staff: Staffed, deadline: object) -> None:
    refused = staff("manager").put(f"{PROJECTS}/1/deadline", json={"deadline": deadline})
    assert refused.status_code == 422
    assert refused.json()["detail"][0]["loc"] == ["body", "deadline"]


def test_v1_a_project_that_is_not_there_is_not_found(staff: Staffed) -> None:
    answers = [
        staff("manager").get(f"{PROJECTS}/2147483647"),
        staff("manager").post(f"{PROJECTS}/2147483647/hold"),
        staff("manager").post(f"{PROJECTS}/2147483647/cancel", json={"reason": "x"}),
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (404, '{"detail":"There is no such project."}')
    }


def test_v1_o7_the_operator_does_the_same_from_the_command_line(
    live: LiveService, production: Customer
) -> None:
    project = human_project(production.client, title="By command")["id"]
    assert live.admin("project", "hold", str(project))["hold"] == "HELD_BY_PROVIDER"
    held = live.admin("project", "list", "--hold", "HELD_BY_PROVIDER", "--account", str(production.account))
    assert project in [one["id"] for one in held]
    cancelled = live.admin("project", "cancel", str(project), "--reason", "Sent twice")
    assert cancelled["status"] == "Cancelled"
    assert production.client.get(f"/project/v1/projects/{project}").json()["cancelReason"] == "Sent twice"

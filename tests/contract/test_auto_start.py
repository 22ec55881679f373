"""P12: a draft of a service with automatic start starts by itself, without a request, in the worker."""

from __future__ import annotations

from tests.contract.conftest import Customer, Staffed
from tests.contract.project_files import wait_for
from tests.receiver import running_receiver

SHORTEST = 0  # seconds: the least that a service may say


def test_p12_a_project_starts_by_itself_and_its_webhook_comes(production: Customer, staff: Staffed) -> None:
    admin, client = staff("admin"), production.client
    offered = {
        "name": "At once",
        "kind": "machine",
        "currency": "EUR",
        "pricePerWord": 0.01,
        "accountId": production.account,
    }
    refused = admin.post("/provider/v1/services", json={**offered, "autoStartAfter": SHORTEST - 1})
    assert [problem["code"] for problem in refused.json()] == ["FIELD_REFUSED"]
    made = admin.post("/provider/v1/services", json={**offered, "autoStartAfter": SHORTEST})
    assert made.status_code == 201, made.text
    never = admin.post("/provider/v1/services", json={**offered, "name": "Never", "autoStartAfter": None})
    with running_receiver() as receiver:
        projects = []
        for service in (never.json()["id"], made.json()["id"]):
            draft = client.post("/project/v1/projects", json={"title": "Book", "serviceId": service})
            assert draft.status_code == 201, draft.text
            projects.append(draft.json()["id"])
            sent = client.post(
                f"/project/v1/projects/{projects[-1]}/files",
                files={"file": ("book.txt", b"The red book is big.\n")},
                data={"sourceLanguage": "en", "targetLanguages": "es"},
                headers={"callbackUrl": receiver.url("/done")},
            )
            assert sent.status_code == 201, sent.text
        (delivery,) = receiver.wait_for(1)
        body = delivery.record
        assert (body["ProjectId"], body["Status"]) == (projects[1], "Finished")
        found = wait_for(client, projects[1], "Finished")
        assert found["startedAt"] is not None
        text = client.get(f"/project/v1/files/{body['TargetFileId']}/content").text
        assert "libro rojo" in text
        other = client.get(f"/project/v1/projects/{projects[0]}").json()
        assert (other["status"], other["startedAt"]) == ("Draft", None)


def test_p13_a_file_that_says_so_does_not_start_its_project(sandbox: Customer) -> None:
    """The sandbox starts every project by itself, 10 seconds after its last upload."""
    client = sandbox.client
    service = client.get("/project/v1/services").json()[0]["id"]

    def send(name: str, flag: str | None) -> int:
        draft = client.post("/project/v1/projects", json={"title": name, "serviceId": service}).json()
        sent = client.post(
            f"/project/v1/projects/{draft['id']}/files",
            files={"file": (f"{name}.txt", b"The red book is big.\n")},
            data={"sourceLanguage": "en", "targetLanguages": "es"}
            | ({} if flag is None else {"autoStart": flag}),
        )
        assert sent.status_code == 201, sent.text
        return int(draft["id"])

    held, usual = send("held", "false"), send("usual", None)  # the one sent later starts, the other does not
    wait_for(client, usual, "Finished")
    found = client.get(f"/project/v1/projects/{held}").json()
    assert (found["status"], found["startedAt"]) == ("Draft", None)
    started = client.post(f"/project/v1/projects/{held}/do-start")
    assert started.status_code in {200, 202}, started.text
    wait_for(client, held, "Finished")


def test_p13_auto_start_is_true_or_false(sandbox: Customer) -> None:
    client = sandbox.client
    service = client.get("/project/v1/services").json()[0]["id"]
    draft = client.post("/project/v1/projects", json={"title": "Book", "serviceId": service}).json()["id"]
    refused = client.post(
        f"/project/v1/projects/{draft}/file?fileName=a.txt&sourceLanguage=en&targetLanguages=es&autoStart=maybe",
        content=b"The red book is big.\n",
    )
    assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["query", "autoStart"])

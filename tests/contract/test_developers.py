"""What developers see over HTTP beside their calls: use, webhooks and their tests, hints of secrets."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed
from tests.contract.documents import submitted
from tests.receiver import running_receiver
from tests.waiting import wait_until

NOTIFICATIONS = "/project/v1/notifications"


def read(client: httpx2.Client, path: str, **params: Any) -> dict[str, Any]:
    answer = client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def translate(customer: Customer, text: str) -> None:
    body = {"source": "en", "target": "es", "segments": [{"text": text}]}
    assert customer.client.post("/v2/translate", json=body).status_code == 200


def test_use_is_the_same_for_the_account_and_for_staff(
    production: Customer, sandbox: Customer, staff: Staffed
) -> None:
    before = read(production.client, "/project/v1/usage", by="application")["total"]["words"]
    translate(production, "Two words.")
    translate(sandbox, "Three more words.")
    own = read(production.client, "/project/v1/usage", By="application")
    assert own["total"]["words"] == before + 2
    assert {one["accountId"] for one in own["groups"]} == {production.account}
    for params in ({"accountId": production.account}, {"applicationId": production.application.id}):
        seen = read(staff("manager"), "/provider/v1/usage", by="application", **params)
        assert {one["accountId"] for one in seen["groups"]} == {production.account}
        assert {one["applicationId"] for one in seen["groups"]} >= {production.application.id}
    (month,) = read(production.client, "/project/v1/usage", by="month")["groups"]
    assert month == {**own["total"], "day": None, "month": month["month"]} | {
        "applicationId": None,
        "accountId": None,
    }
    assert own["from"].startswith(month["month"])


@pytest.mark.parametrize("path", ["/project/v1/usage", "/provider/v1/usage"])
def test_use_of_unknown_groups_and_impossible_ranges_is_refused(
    production: Customer, staff: Staffed, path: str
) -> None:
    client = production.client if path.startswith("/project") else staff("manager")
    assert client.get(path, params={"by": "week"}).status_code == 422
    assert client.get(path, params={"from": "2026-02-02", "to": "2026-02-01"}).status_code == 400
    assert staff("linguist").get("/provider/v1/usage").status_code == 403


def test_n5_a_customer_sees_and_replays_the_webhooks_of_the_account_alone(
    production: Customer, sandbox: Customer, staff: Staffed
) -> None:
    with running_receiver() as receiver:
        job = submitted(production.client, successCallbackUrl=receiver.url())
        (delivery,) = receiver.wait_for(1)

        def listed() -> dict[str, Any]:
            subject = {"subject": f"document:{job}", "kind": "document.finished"}
            (one,) = read(production.client, NOTIFICATIONS, **subject)["notifications"]
            return dict(one)

        found = wait_until(listed, lambda one: one["status"] == "delivered")
        path = f"{NOTIFICATIONS}/{found['id']}"
        shown = read(production.client, path)
        assert shown == {**found, "body": delivery.body.decode()}
        (one,) = shown["tries"]
        assert one["headers"]["webhook-signature"] == delivery.headers["webhook-signature"]
        assert read(staff("manager"), f"/provider/v1/notifications/{found['id']}") == shown
        for refused in (sandbox.client.get(path), sandbox.client.post(f"{path}/replay")):
            assert refused.status_code == 404
        assert read(sandbox.client, NOTIFICATIONS, subject=f"document:{job}")["notifications"] == []
        assert production.client.post(f"{path}/replay").json()["status"] == "pending"
        assert receiver.wait_for(2)[-1].headers["webhook-id"] == found["webhookId"]
    log = read(staff("admin"), "/provider/v1/audit-log", kind="notification", accountId=production.account)
    assert [(entry["actor"], entry["action"]) for entry in log["entries"]] == [
        (f"application:{production.application.id}", "notification.replayed")
    ]
    assert read(staff("admin"), "/provider/v1/audit-log", before=log["entries"][0]["id"], limit=1)["entries"]


def test_a_test_event_arrives_and_its_refusal_is_explained(production: Customer, staff: Staffed) -> None:
    with running_receiver() as receiver:
        sent = production.client.post("/project/v1/test-event", json={"url": receiver.url()})
        assert sent.status_code == 202, sent.text
        (delivery,) = receiver.wait_for(1)
        assert delivery.headers["webhook-id"] == sent.json()["webhookId"]
    path = f"/provider/v1/applications/{production.application.id}/test-event"
    made = staff("manager").post(path, json={"url": "http://10.0.0.1/"})
    assert made.status_code == 202, made.text
    dead = wait_until(
        lambda: read(staff("manager"), made.headers["Location"]), lambda one: one["status"] == "dead"
    )
    (one,) = dead["tries"]
    assert (one["failure"], one["failureText"], one["headers"]) == (
        "address_refused",
        "The name leads to an address or port that is not public and not allowed.",
        None,
    )
    refused = staff("manager").post(path, json={"url": "ftp://example.com/"})
    assert (refused.status_code, refused.json()[0]["code"]) == (400, "CALLBACK_URL_INVALID")
    assert staff("linguist").post(path, json={"url": "http://10.0.0.1/"}).status_code == 403
    missing = path.replace(str(production.application.id), "2147483647")
    assert staff("manager").post(missing, json={"url": "http://10.0.0.1/"}).status_code == 404


def test_a8_only_the_ends_of_secrets_are_shown_afterwards(production: Customer, staff: Staffed) -> None:
    application = production.application
    shown = read(staff("manager"), f"/provider/v1/applications/{application.id}")
    assert shown["secretHint"] == f"dgm_live_…{application.client_secret[-6:]}"
    assert shown["webhookSecretHint"] == f"whsec_…{application.webhook_secret[-4:]}"
    assert shown["secretCreatedAt"] == shown["webhookSecretCreatedAt"] == shown["createdAt"]
    assert shown["lastUsedAt"] >= shown["createdAt"]
    assert read(production.client, "/project/v1/account")["trialEndsAt"] is None


def test_d6_ones_own_documents_are_listed_by_status(production: Customer) -> None:
    job = submitted(production.client)
    wait_until(
        lambda: read(production.client, "/v2/documents", status="SUCCESS", limit=500)["documents"],
        lambda documents: job in [one["jobId"] for one in documents],
    )
    failed = read(production.client, "/v2/documents", status="FAILED")["documents"]
    assert job not in [one["jobId"] for one in failed]
    assert production.client.get("/v2/documents", params={"status": "DONE"}).status_code == 422

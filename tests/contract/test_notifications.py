"""Clauses N2–N5 over HTTP, for the callbacks of documents: signed, tried again, guarded, shown to staff."""

from __future__ import annotations

import base64
import time
from datetime import datetime, timedelta
from typing import Any

import httpx2
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from tests.contract.conftest import Customer
from tests.contract.documents import finished, submit, submitted
from tests.live import LiveService
from tests.receiver import Delivery, running_receiver
from tests.waiting import CEILING, wait_until


def test_n2_the_standard_library_verifies_a_delivery(live: LiveService, production: Customer) -> None:
    application = live.create_application(production.account, "--rate-limit", "off", name="webhooks")
    with running_receiver() as receiver, live.client(application) as client:
        job = submitted(client, successCallbackUrl=receiver.url())
        (delivery,) = receiver.wait_for(1)
    headers = dict(delivery.headers)
    verified = Webhook(application.webhook_secret).verify(delivery.body, headers)
    assert verified["jobId"] == job
    with pytest.raises(WebhookVerificationError):
        Webhook(application.webhook_secret).verify(delivery.body.replace(b"SUCCESS", b"FAILED!"), headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(production.application.webhook_secret).verify(delivery.body, headers)


def test_n2_the_published_key_verifies_a_delivery(live: LiveService, production: Customer) -> None:
    with running_receiver() as receiver:
        submitted(production.client, successCallbackUrl=receiver.url())
        (delivery,) = receiver.wait_for(1)
    signatures = delivery.headers["webhook-signature"].split(" ")
    (asymmetric,) = [one.removeprefix("v1a,") for one in signatures if one.startswith("v1a,")]
    signed = b".".join(
        [
            delivery.headers["webhook-id"].encode(),
            delivery.headers["webhook-timestamp"].encode(),
            delivery.body,
        ]
    )
    (key,) = httpx2.get(f"{live.url}/.well-known/webhook-keys", timeout=CEILING).json()["keys"]
    public = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key["x"] + "=="))
    public.verify(base64.b64decode(asymmetric), signed)
    with pytest.raises(InvalidSignature):
        public.verify(base64.b64decode(asymmetric), signed + b" ")


def test_n3_n5_a_failed_delivery_is_tried_again_under_its_id_and_every_try_is_recorded(
    live: LiveService, production: Customer
) -> None:
    seen: list[Delivery] = []

    def answer(delivery: Delivery) -> int:
        seen.append(delivery)
        return 500 if len(seen) == 1 else 200

    with running_receiver(answer) as receiver:
        job = submitted(production.client, successCallbackUrl=receiver.url())
        first, second = receiver.wait_for(2)
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert first.body == second.body
        found = wait_until(lambda: notification(live, job), lambda found: found["status"] == "delivered")
        assert found["webhookId"] == first.headers["webhook-id"]
        assert [one["answer"] for one in found["tries"]] == [500, 200]
        retried = datetime.fromisoformat(found["tries"][1]["startedAt"])
        assert retried - datetime.fromisoformat(found["createdAt"]) >= timedelta(seconds=5)
        live.run("admin", "notifications", "replay", found["id"])
        third = receiver.wait_for(3)[-1]
        assert third.headers["webhook-id"] == first.headers["webhook-id"]


def notification(live: LiveService, job: str) -> dict[str, Any]:
    found = [item for item in live.admin("notifications", "list") if item["subject"] == f"document:{job}"]
    assert len(found) == 1
    return dict(found[0])


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.2/", "http://127.2:8080/", "http://2130706434/", "http://0x7f.2/", "http://[::ffff:10.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/", "http://①②⑦.0.0.2/", "http://0/", "file:///etc/passwd",
        "gopher://example.com/", "http://user@example.com/", "https:///x", "http://",
    ],
)  # fmt: skip
def test_n4_addresses_inside_are_refused_in_every_spelling(production: Customer, url: str) -> None:
    for field in ("successCallbackUrl", "errorCallbackUrl"):
        answer = submit(production.client, **{field: url})
        assert answer.status_code == 422, url
        assert answer.json()["detail"][0]["loc"] == ["body", field]
        assert url not in answer.text


def test_n4_a_redirect_is_not_followed(production: Customer) -> None:
    with running_receiver() as inside, running_receiver(lambda _: 302) as receiver:
        job = submitted(production.client, successCallbackUrl=receiver.url())
        receiver.wait_for(1)
        assert finished(production.client, job)["status"] == "SUCCESS"
        time.sleep(0.5)
        assert inside.deliveries == []

"""D8, N1 to N3: deliveries to a receiver of the kit."""

from __future__ import annotations

import json
from typing import Final
from urllib.parse import quote

from dragoman_client.conformance.expectations import (
    expect,
    expect_equal,
    expect_fields,
    expect_json,
)
from dragoman_client.conformance.model import CheckFailed, Need
from dragoman_client.conformance.receiver import Delivery
from dragoman_client.conformance.registry import check
from dragoman_client.conformance.server import CheckedServer
from dragoman_client.conformance.steps import (
    DOCUMENTS,
    PROJECTS,
    create_project,
    submit_job,
    upload,
    wait_for_document,
)
from dragoman_client.errors import WebhookVerificationError
from dragoman_client.webhooks import verify_webhook

_NEEDS: Final = (Need.CUSTOMER, Need.CALLBACK)


@check("D8", needs=_NEEDS)
def success_callback(server: CheckedServer) -> None:
    """A finished document is POSTed to successCallbackUrl as its record, and not to errorCallbackUrl."""
    with server.receiver() as receiver:
        job = submit_job(
            server, successCallbackUrl=receiver.url("/good?a=b"), errorCallbackUrl=receiver.url("/bad")
        )
        (delivery,) = receiver.wait_for(1, seconds=server.target.timeout)
    answer = server.customer.get(f"{DOCUMENTS}/{job}")
    _expect_delivery("the path /good?a=b", delivery.path, delivery.path == "/good?a=b")
    kind = delivery.headers.get("content-type", "none")
    _expect_delivery("content-type: application/json", kind, kind.startswith("application/json"))
    expect_equal(answer, "the delivered record", expect_json(answer), delivery.record)


@check("D8", "D7", "E3", needs=_NEEDS)
def error_callback(server: CheckedServer) -> None:
    """A failed document is POSTed to errorCallbackUrl with reason, errorCode and errorData."""
    with server.receiver() as receiver:
        job = submit_job(
            server, b"", successCallbackUrl=receiver.url("/good"), errorCallbackUrl=receiver.url("/bad")
        )
        (delivery,) = receiver.wait_for(1, seconds=server.target.timeout)
    _expect_delivery("the path /bad", delivery.path, delivery.path == "/bad")
    answer = server.customer.get(f"{DOCUMENTS}/{job}")
    expect_fields(answer, delivery.record, ("reason", "errorCode", "errorData"))
    expect_equal(answer, "the delivered record", expect_json(answer), delivery.record)


@check("N1", "P13", needs=_NEEDS)
def cancelled_files(server: CheckedServer) -> None:
    """Each target of a cancelled file is one POST with the nine fields; callbackUrl is decoded once."""
    project = create_project(server)["id"]
    with server.receiver() as receiver:
        address = quote(receiver.url("/cancelled?a=b%20c"), safe="")
        file = expect_json(upload(server, project, headers={"callbackUrl": address}), 201)
        answer = server.customer.post(f"{PROJECTS}/{project}/do-cancel")
        expect_equal(answer, "status", expect_json(answer)["status"], "Cancelled")
        (delivery,) = receiver.wait_for(1, seconds=server.target.timeout, path="/cancelled?a=b%20c")
    wanted = {
        "ProjectId": project,
        "TranslationId": file["translations"][0]["id"],
        "SourceFileId": file["id"],
        "SourceFileName": "text.txt",
        "TargetFileId": None,
        "TargetFileName": None,
        "SourceLanguageCode": server.target.source,
        "TargetLanguageCode": server.target.target,
        "Status": "Cancelled",
    }
    _expect_delivery(json.dumps(wanted), delivery.body.decode(errors="replace"), delivery.record == wanted)


@check("N1", needs=(*_NEEDS, Need.ORDER))
def finished_files(server: CheckedServer) -> None:
    """A finished translation is one POST with the file's id, from which it is downloaded."""
    template = expect_json(server.customer.get("/project/v1/services"))
    machine = next(one["id"] for one in template if one["kind"] == "machine")
    project = create_project(server, serviceId=machine)["id"]
    with server.receiver() as receiver:
        file = expect_json(upload(server, project, headers={"callbackUrl": receiver.url("/done")}), 201)
        server.customer.post(f"{PROJECTS}/{project}/do-start")
        (delivery,) = receiver.wait_for(1, seconds=server.target.timeout)
    record = delivery.record
    content = server.customer.get(f"/project/v1/files/{record['TargetFileId']}/content")
    expect_equal(content, "status", content.status_code, 200)
    found = [record["Status"], record["SourceFileId"], record["TargetLanguageCode"]]
    expect_equal(content, "Status, SourceFileId, TargetLanguageCode", found,
                 ["Finished", file["id"], server.target.target])  # fmt: skip


@check("N2", needs=(*_NEEDS, Need.WEBHOOK_SECRET))
def signed(server: CheckedServer) -> None:
    """A delivery is signed with the application's secret by Standard Webhooks, and no altered one is."""
    with server.receiver() as receiver:
        submit_job(server, successCallbackUrl=receiver.url())
        (delivery,) = receiver.wait_for(1, seconds=server.target.timeout)
    secret = str(server.target.webhook_secret)
    try:
        verify_webhook(delivery.body, delivery.headers, secrets=[secret])
    except WebhookVerificationError as error:
        raise CheckFailed("a signature of the webhook secret", str(error)) from None
    try:
        verify_webhook(delivery.body + b" ", delivery.headers, secrets=[secret])
    except WebhookVerificationError:
        return
    raise CheckFailed("a signature over the body", "one that fits another body")


@check("N2", needs=_NEEDS)
def delivery_headers(server: CheckedServer) -> None:
    """A delivery has webhook-id, webhook-timestamp in seconds, and a v1 signature."""
    with server.receiver() as receiver:
        submit_job(server, successCallbackUrl=receiver.url())
        submit_job(server, successCallbackUrl=receiver.url())
        first, second = receiver.wait_for(2, seconds=server.target.timeout)
    for one in (first, second):
        stamp, signature = (one.headers.get(f"webhook-{name}", "none") for name in ("timestamp", "signature"))
        _expect_delivery("webhook-timestamp: seconds", stamp, stamp.isdecimal())
        _expect_delivery("webhook-signature: v1,…", signature[:3], "v1," in signature)
    ids = [one.headers.get("webhook-id", "") for one in (first, second)]
    _expect_delivery("a webhook-id of its own for each", str(ids), all(ids) and ids[0] != ids[1])


@check("N3", "D8", needs=_NEEDS)
def tried_again(server: CheckedServer) -> None:
    """A delivery that is answered by 500 is tried again, with the same webhook-id and body."""
    first, second = _deliveries(server, 500)
    same = first.headers.get("webhook-id") == second.headers.get("webhook-id")
    _expect_delivery("the same webhook-id", "another", same)
    _expect_delivery("the same body", "another", first.body == second.body)
    pause = second.received_at - first.received_at
    _expect_delivery("a pause of some seconds", f"{pause:.1f} s", pause >= 2)


@check("N3", needs=_NEEDS)
def redirect_not_followed(server: CheckedServer) -> None:
    """A redirect is not a success and is not followed: the delivery is tried again at its address."""
    first, second = _deliveries(server, 302)
    _expect_delivery("the address that was given", second.path, first.path == second.path)


@check("N3", "D4", needs=_NEEDS)
def callback_apart_from_job(server: CheckedServer) -> None:
    """A receiver that refuses does not change the job: it is SUCCESS."""
    with server.receiver(410) as receiver:
        job = submit_job(server, successCallbackUrl=receiver.url())
        receiver.wait_for(1, seconds=server.target.timeout)
        answer = wait_for_document(server, job)
    expect(answer, answer.json()["status"] == "SUCCESS", "SUCCESS")


def _deliveries(server: CheckedServer, status: int) -> tuple[Delivery, Delivery]:
    """The first two tries of a delivery whose first is answered by a status."""
    with server.receiver(status) as receiver:
        submit_job(server, successCallbackUrl=receiver.url("/again"))
        first, second = receiver.wait_for(2, seconds=server.target.timeout)[:2]
    return first, second


def _expect_delivery(expected: str, came: str, holds: object) -> None:
    if not holds:
        raise CheckFailed(expected, came, "the delivery")

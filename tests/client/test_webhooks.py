"""Webhooks: deliveries of the real service are verified and read; what is not from it is refused."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from standardwebhooks.webhooks import Webhook

from dragoman_client.errors import InvalidInputError, WebhookVerificationError
from dragoman_client.webhooks import (
    DocumentFailed,
    DocumentFinished,
    ProjectFileFinished,
    UnknownEvent,
    WebhookTest,
    parse_webhook,
    verify_webhook,
)
from tests.client.kinds import Caller
from tests.client.servers import Server
from tests.client.words import Words
from tests.contract.conftest import Customer
from tests.receiver import Delivery, Receiver, running_receiver
from tests.waiting import CEILING

SECRET = "whsec_" + base64.b64encode(b"k" * 24).decode()
BODY = b'{"type": "some.thing"}'


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with running_receiver() as running:
        yield running


def signed(body: bytes = BODY, secret: str = SECRET, at: int | None = None) -> dict[str, str]:
    """Headers as the reference implementation of Standard Webhooks makes them."""
    seconds = int(time.time()) if at is None else at
    signature = Webhook(secret).sign("msg_1", datetime.fromtimestamp(seconds, UTC), body.decode())
    return {"webhook-id": "msg_1", "webhook-timestamp": str(seconds), "webhook-signature": signature}


def keys(server: Server) -> list[str]:
    found = httpx2.get(f"{server.url}/.well-known/webhook-keys", timeout=CEILING).json()["publicKeys"]
    return list(found)


def read_both(delivery: Delivery, server: Server, customer: Customer) -> object:
    """The event by the secret, which must be the event by the public key."""
    event = parse_webhook(delivery.body, delivery.headers, secrets=[customer.application.webhook_secret])
    assert event == parse_webhook(delivery.body, delivery.headers, keys=keys(server))
    return event


def test_deliveries_of_documents(
    caller: Caller, server: Server, production: Customer, receiver: Receiver, tmp_path: Path
) -> None:
    for name, text in (("house.txt", "The house."), ("empty.txt", " ")):
        (tmp_path / name).write_text(text)
        job = caller.call(
            lambda client, name=name: client.documents.submit(
                tmp_path / name,
                source="en",
                target="es",
                success_callback_url=receiver.url(f"/{name}"),
                error_callback_url=receiver.url(f"/{name}"),
            )
        )
        event = read_both(receiver.wait_for(1, f"/{name}")[0], server, production)
        assert isinstance(event, DocumentFinished if name == "house.txt" else DocumentFailed)
        assert event.document.job_id == job
        assert event.id.startswith("msg_")
    assert event.document.error_code == "DOCUMENT_EMPTY"


def test_deliveries_of_projects(
    caller: Caller,
    server: Server,
    production: Customer,
    receiver: Receiver,
    words: Words,
    tmp_path: Path,
) -> None:
    (tmp_path / "house.txt").write_text("The house.")
    services = caller.call(lambda client: client.reference.services())
    project = caller.call(
        lambda client: client.order(
            tmp_path / "house.txt",
            source="en",
            targets=["es"],
            title="Webhooks",
            service_id=next(one.id for one in services if one.kind == "machine"),
            callback_url=receiver.url("/project"),
        )
    )
    event = read_both(receiver.wait_for(1, "/project")[0], server, production)
    assert isinstance(event, ProjectFileFinished)
    assert (event.project_id, event.source_file_name, event.target_language) == (
        project.id,
        "house.txt",
        "es",
    )
    content = caller.call(lambda client: client.projects.download_file(event.target_file_id)).content
    assert content.decode() == words("The house.")


def test_a_test_event(caller: Caller, server: Server, production: Customer, receiver: Receiver) -> None:
    sent = caller.call(lambda client: client.notifications.send_test(receiver.url("/test")))
    event = read_both(receiver.wait_for(1, "/test")[0], server, production)
    assert isinstance(event, WebhookTest)
    assert (event.id, event.application_id) == (sent.webhook_id, production.application.id)


def test_an_unknown_event_is_one() -> None:
    event = parse_webhook(BODY, signed(), secrets=[SECRET])
    assert isinstance(event, UnknownEvent)
    assert event.data == {"type": "some.thing"}


@pytest.mark.parametrize("body", [b"[]", b"1", b"no json", b'{"jobId": 1, "status": "SUCCESS"}', b"{}"])
def test_a_signed_body_of_another_form_is_unknown(body: bytes) -> None:
    assert isinstance(parse_webhook(body, signed(body), secrets=[SECRET]), UnknownEvent)


def test_names_of_headers_are_in_any_case_and_may_be_pairs() -> None:
    headers = {name.upper(): value for name, value in signed().items()}
    assert verify_webhook(BODY, headers, secrets=[SECRET])[0] == "msg_1"
    assert verify_webhook(BODY, list(headers.items()), secrets=[SECRET])[0] == "msg_1"


def test_old_and_new_secrets_during_a_replacement() -> None:
    other = "whsec_" + base64.b64encode(b"o" * 24).decode()
    assert verify_webhook(BODY, signed(), secrets=[other, SECRET])
    headers = signed()
    headers["webhook-signature"] = f"v1,AAAA nonsense v2,x {headers['webhook-signature']}"
    assert verify_webhook(BODY, headers, secrets=[SECRET])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"webhook-id": "msg_2"}, "No signature fits"),
        ({"webhook-id": ""}, "webhook-id is missing"),
        ({"webhook-signature": "v1,AAAA"}, "No signature fits"),
        ({"webhook-signature": "v1a,AAAA"}, "No signature fits"),
        ({"webhook-timestamp": "soon"}, "not a number"),
        ({"webhook-timestamp": "١٢٣"}, "not a number"),
        ({"webhook-timestamp": "1"}, "too old"),
        ({"webhook-timestamp": "99999999999"}, "from the future"),
    ],
)
def test_what_is_not_from_the_service_is_refused(change: dict[str, str], said: str) -> None:
    with pytest.raises(WebhookVerificationError, match=said):
        verify_webhook(BODY, {**signed(), **change}, secrets=[SECRET])


def test_a_changed_body_is_refused() -> None:
    with pytest.raises(WebhookVerificationError, match="as it was sent"):
        verify_webhook(BODY + b" ", signed(), secrets=[SECRET])


def test_the_window_of_time() -> None:
    headers = signed(at=1000)
    assert verify_webhook(BODY, headers, secrets=[SECRET], now=1300.0) == ("msg_1", 1000)
    assert verify_webhook(BODY, headers, secrets=[SECRET], now=700.0) == ("msg_1", 1000)
    for now in (1301.0, 699.0):
        with pytest.raises(WebhookVerificationError):
            verify_webhook(BODY, headers, secrets=[SECRET], now=now)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "needs a secret"),
        ({"secrets": ["whsec_$$$"]}, "not a secret"),
        ({"secrets": [""]}, "not a secret"),
        ({"keys": ["whpk_AAAA"]}, "not a public key"),
    ],
)
def test_a_secret_that_is_none_is_told_without_it(arguments: dict[str, list[str]], said: str) -> None:
    with pytest.raises(InvalidInputError, match=said) as caught:
        verify_webhook(BODY, signed(), **arguments)
    assert "$$$" not in str(caught.value)


def test_no_content_is_in_a_repr() -> None:
    body = json.dumps({"jobId": "j", "source": "en", "target": "es", "fileName": "f", "status": "SUCCESS"})
    event = parse_webhook(body.encode(), signed(body.encode()), secrets=[SECRET])
    assert "jobId" not in repr(event)

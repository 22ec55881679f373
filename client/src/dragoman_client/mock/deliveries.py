"""Notifications (N): rows, signed by Standard Webhooks, really sent, tried again."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from dragoman_client.mock.faults import OF_CALLBACKS, Fault
from dragoman_client.mock.state import Record, State, new_id
from dragoman_client.mock.times import stamp

TIMEOUT: Final = 15.0  # seconds
_SHOWN: Final = 500  # characters of a receiver's answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What is to be told, and to whom. Without a URL it is an event of the stream alone."""

    account: int
    application: int
    kind: str
    subject: str
    url: str | None
    body: Any


def notify(state: State, message: Message, *, headers: dict[str, str] | None = None) -> Record:
    """Store a notification, show it in the event stream, and send it unless a fault loses it.

    `headers` are those of the request that led to it: a session's faults are in them.
    """
    identity = new_id()
    row: Record = {
        "id": identity,
        "webhookId": f"msg_{identity.replace('-', '')}",
        "accountId": message.account,
        "applicationId": message.application,
        "kind": message.kind,
        "subject": message.subject,
        "url": message.url or "",
        "status": "pending",
        "createdAt": stamp(),
        "nextTryAt": stamp(),
        "finishedAt": None,
        "tries": [],
        "body": json.dumps(message.body, ensure_ascii=False, separators=(",", ":")),
    }
    with state.lock:
        state.events.append(dict(row))
        state.changed.notify_all()
        if message.url is None:
            return row
        state.notifications[identity] = row
        path = urlsplit(message.url).path or "/"
        planned = state.faults.of_work(OF_CALLBACKS, path=path, headers=headers or {})
        if planned is not None and planned.fault is Fault.LOST_CALLBACK:
            return row
        times = 2 if planned is not None else 1
    for _ in range(times):
        state.scheduler.run_later(state.settings.webhook_retries[0], partial(attempt, state, identity, 0))
    return row


def replay(state: State, row: Record) -> Record:
    """Send a notification again, from its first try on."""
    row |= {"status": "pending", "nextTryAt": stamp(), "finishedAt": None}
    state.scheduler.run_later(0.0, partial(attempt, state, row["id"], 0))
    return row


def sign(state: State, row: Record) -> dict[str, str]:
    """The headers of a delivery made now (Standard Webhooks 1.0)."""
    secret = state.applications[row["applicationId"]].webhook_secret.removeprefix("whsec_")
    at = str(int(time.time()))
    signed = f"{row['webhookId']}.{at}.{row['body']}".encode()
    own = hmac.new(base64.b64decode(secret), signed, hashlib.sha256).digest()
    versions = {"v1": own, "v1a": state.webhook_key.sign(signed)}
    signatures = [f"{name},{base64.b64encode(one).decode()}" for name, one in versions.items()]
    return {
        "webhook-id": row["webhookId"],
        "webhook-timestamp": at,
        "webhook-signature": " ".join(signatures),
    }


def attempt(state: State, identity: str, number: int) -> None:
    """Send a notification once; plan the next try where it fails."""
    with state.lock:
        row = state.notifications.get(identity)
        if row is None or state.is_closed:
            return
        url, body = row["url"], row["body"].encode()
        headers = {
            "Host": urlsplit(url).netloc,
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Accept-Encoding": "identity",
            "User-Agent": "Dragoman/mock",
            **sign(state, row),
        }
    began = time.monotonic()
    started = stamp()
    status, text = _post(url, body, headers)
    with state.lock:
        row["tries"].append(
            {
                "number": len(row["tries"]) + 1,
                "startedAt": started,
                "seconds": round(time.monotonic() - began, 3),
                "answer": status,
                "failure": None if status else "CONNECTION_FAILED",
                "failureText": None if status else text,
                "response": text[:_SHOWN] if status and text else None,
                "headers": headers,
            }
        )
        _conclude(state, row, status, number)


def _conclude(state: State, row: Record, status: int | None, number: int) -> None:
    if status is not None and 200 <= status < 300:
        row |= {"status": "delivered", "nextTryAt": None, "finishedAt": stamp()}
    elif status == 410:
        row |= {"status": "gone", "nextTryAt": None, "finishedAt": stamp()}
    elif number + 1 < len(state.settings.webhook_retries):
        seconds = state.settings.webhook_retries[number + 1]
        row["nextTryAt"] = stamp(time.time() + seconds)
        state.scheduler.run_later(seconds, partial(attempt, state, row["id"], number + 1))
    else:
        row |= {"status": "dead", "nextTryAt": None, "finishedAt": stamp()}


def _post(url: str, body: bytes, headers: dict[str, str]) -> tuple[int | None, str]:
    """The status and the start of the answer's text; no status where the connection failed."""
    from http.client import HTTPConnection, HTTPException, HTTPSConnection  # noqa: PLC0415 - takes long to import

    parts = urlsplit(url)
    make = HTTPSConnection if parts.scheme.lower() == "https" else HTTPConnection
    connection = make(parts.hostname or "", parts.port, timeout=TIMEOUT)
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body=body, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read(_SHOWN).decode("utf-8", "replace")
    except (OSError, HTTPException) as error:
        return None, f"{type(error).__name__}: {error}"
    finally:
        connection.close()

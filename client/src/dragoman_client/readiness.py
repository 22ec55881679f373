"""Whether a service takes requests, and the keys that it signs webhooks with. Neither needs a token."""

from __future__ import annotations

from dragoman_client import errors
from dragoman_client.exchange import Request
from dragoman_client.flows import Flow, send_once
from dragoman_client.sending import Call, Connection, call_json


def is_ready(connection: Connection) -> Flow[bool]:
    """Ask once: who waits for a service that starts asks again."""
    request = Request(
        method="GET",
        url=connection.url + "/readyz",
        headers={"Accept": "application/json", "User-Agent": connection.user_agent},
        timeout=connection.options.timeout,
    )
    try:
        answer = yield from send_once(request)
        return answer.is_success and answer.json().get("status") == "ready"
    except (errors.ConnectionFailedError, ValueError, AttributeError):
        return False  # nothing answers, or another program does


def get_webhook_keys(connection: Connection) -> Flow[list[str]]:
    """The public keys, as `whpk_…`, the newest first."""
    wanted = Call(method="GET", path="/.well-known/webhook-keys", public=True)
    answer = yield from call_json(connection, wanted)
    if not isinstance(answer, dict) or not isinstance(answer.get("publicKeys"), list):
        raise errors.UnexpectedAnswerError(f"{connection.url}{wanted.path} has no public keys.")
    return [str(key) for key in answer["publicKeys"]]

"""`dragoman admin notifications`, `webhook-key` and `application regenerate-webhook-secret`."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from dragoman.access.keyring import Keyring
from dragoman.database.connections import Database, transaction
from dragoman.notifications.actions import announce
from dragoman.notifications.delivery import deliver, open_deliverer
from dragoman.notifications.model import NotificationDraft
from dragoman.notifications.schedule import Schedule
from dragoman.settings import Settings
from dragoman.telemetry import Metrics
from tests.commands.conftest import CommandLine
from tests.notifications.receiver import answer, run_receiver


@pytest.fixture
async def dead(database: Database, admin: CommandLine, open_running: Callable[[], Any]) -> dict[str, Any]:
    """An application of a running installation, and a notification that could not be delivered."""
    async with open_running() as running:
        keyring: Keyring = running.keyring
    account = admin.json("account", "create", "Customer", "--kind", "production")["id"]
    application = admin.json("application", "create", "CMS", "--account", str(account))
    async with run_receiver(answer(500, b"broken")) as receiver:
        draft = NotificationDraft(
            account_id=account,
            application_id=application["id"],
            kind="document.failed",
            subject="document:1",
            url=receiver.url,
            body=b"{}",
            schedule=Schedule(delays=(0,)),
        )
        settings = Settings(callback_allow=["127.0.0.1"])
        async with open_deliverer(
            settings, database=database, keyring=keyring, metrics=Metrics()
        ) as deliverer:
            async with transaction(database, account=account) as tx:
                notification = await announce(tx, keyring, draft=draft)
            await deliver(deliverer, notification=notification)
    return {"id": str(notification), "account": account, "application": application, "url": receiver.url}


def test_the_list_tells_every_try(admin: CommandLine, dead: dict[str, Any]) -> None:
    [row] = admin.json("notifications", "list")
    [one] = row.pop("tries")
    assert row.pop("createdAt").endswith("Z")
    assert row.pop("finishedAt").endswith("Z")
    assert row == {
        "id": dead["id"],
        "webhookId": f"msg_{uuid.UUID(dead['id']).hex}",
        "accountId": dead["account"],
        "applicationId": dead["application"]["id"],
        "kind": "document.failed",
        "subject": "document:1",
        "url": dead["url"],
        "status": "dead",
        "nextTryAt": None,
    }
    assert one.pop("startedAt").endswith("Z")
    assert one.pop("seconds") < 5
    assert one == {"number": 1, "answer": 500, "failure": None, "response": "broken"}


def test_the_list_can_be_narrowed(admin: CommandLine, dead: dict[str, Any]) -> None:
    for words, found in (
        (["--status", "dead"], 1),
        (["--status", "pending"], 0),
        (["--account", str(dead["account"])], 1),
        (["--account", str(dead["account"] + 1)], 0),
        (["--offset", "1"], 0),
    ):
        assert len(admin.json("notifications", "list", *words)) == found, words
    table = admin("notifications", "list")
    assert dead["id"] in table.out
    assert "500" in table.out
    assert admin("notifications", "list", "--status", "gone").out == "There are no notifications.\n"
    assert admin("notifications", "list", "--status", "lost").status == 2


def test_replay_makes_it_pending_once(admin: CommandLine, dead: dict[str, Any]) -> None:
    assert admin.json("notifications", "replay", dead["id"]) == {"id": dead["id"], "status": "pending"}
    assert admin.json("notifications", "list")[0]["status"] == "pending"
    again = admin("notifications", "replay", dead["id"])
    assert (again.status, again.err) == (
        1,
        f"dragoman: Notification {dead['id']} is still being delivered.\n",
    )
    unknown = admin("notifications", "replay", str(uuid.uuid4()))
    assert (unknown.status, "There is no notification" in unknown.err) == (1, True)
    assert admin("notifications", "replay", "7").status == 2


def test_webhook_secrets_are_shown_once(admin: CommandLine, dead: dict[str, Any]) -> None:
    old = dead["application"]
    new = admin.json("application", "regenerate-webhook-secret", str(old["id"]), "--keep-old", "2")
    assert (new["id"], new["clientId"]) == (old["id"], old["clientId"])
    assert new["webhookSecret"].startswith("whsec_")
    assert new["webhookSecret"] != old["webhookSecret"]
    assert new["webhookSecret"] not in admin("application", "list").out
    assert admin("application", "regenerate-webhook-secret", "999").status == 1


@pytest.mark.usefixtures("dead")
def test_webhook_keys_are_listed_and_rotated(admin: CommandLine) -> None:
    [first] = admin.json("webhook-key", "list")
    assert first["publicKey"].startswith("whpk_")
    assert first["retires"] is None
    second = admin.json("webhook-key", "rotate")
    keys = admin.json("webhook-key", "list")
    assert [key["id"] for key in keys] == [second["id"], first["id"]]
    assert keys[1]["retires"] is not None
    third = admin.json("webhook-key", "rotate", "--keep-old", "0")
    assert [key["id"] for key in admin.json("webhook-key", "list")] == [third["id"]]

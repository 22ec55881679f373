"""What staff see of the running service (V7): webhooks and their tries, the audit log, engines, queues."""

from __future__ import annotations

import json
import socket
import uuid
from typing import Any

from tests.contract.conftest import Customer, Staffed
from tests.contract.documents import finished, submitted
from tests.live import LiveService
from tests.receiver import running_receiver
from tests.waiting import wait_until


def test_v7_n5_a_webhook_is_shown_with_its_tries_and_sent_again(
    live: LiveService, production: Customer, staff: Staffed
) -> None:
    manager = staff("manager")
    with running_receiver() as receiver:
        job = submitted(production.client, successCallbackUrl=receiver.url())
        receiver.wait_for(1)
        wanted: dict[str, str | int] = {
            "subject": f"document:{job}",
            "accountId": production.account,
            "status": "delivered",
        }

        def shown() -> list[dict[str, Any]]:
            return list(manager.get("/provider/v1/notifications", params=wanted).json()["notifications"])

        (one,) = wait_until(shown)  # the receiver has it before its answer is recorded
        assert one["url"] == receiver.url()
        assert [each["answer"] for each in one["tries"]] == [204]
        path = f"/provider/v1/notifications/{one['id']}"
        alone = manager.get(path).json()
        assert json.loads(alone.pop("body"))["jobId"] == job
        assert alone == one
        replayed = manager.post(f"{path}/replay")
        assert (replayed.status_code, replayed.json()["status"]) == (200, "pending")
        first, again = receiver.wait_for(2)
    assert first.headers["webhook-id"] == again.headers["webhook-id"] == one["webhookId"]
    (entry,) = (
        staff("admin")
        .get("/provider/v1/audit-log", params={"subject": f"notification:{one['id']}"})
        .json()["entries"]
    )
    assert (entry["action"], entry["accountId"]) == ("notification.replayed", production.account)
    logged = live.admin("audit-log", "list", "--subject", f"notification:{one['id']}")
    assert logged == [entry]


def test_v7_webhooks_are_not_for_linguists_and_an_unknown_one_is_not_found(staff: Staffed) -> None:
    assert staff("linguist").get("/provider/v1/notifications").status_code == 403
    unknown = uuid.uuid4()
    for answer in (
        staff("manager").get(f"/provider/v1/notifications/{unknown}"),
        staff("manager").post(f"/provider/v1/notifications/{unknown}/replay"),
    ):
        assert (answer.status_code, answer.json()) == (
            404,
            {"detail": f"There is no notification {unknown}."},
        )


def test_v7_engines_are_listed_with_what_they_translate(staff: Staffed, production: Customer) -> None:
    engines = staff("linguist").get("/provider/v1/engines").json()
    apertium = next(engine for engine in engines if engine["name"] == "apertium")
    offered = {(pair["source"], pair["target"]) for pair in apertium["pairs"]}
    assert ("en", "es") in offered
    direct = production.client.get("/v2/languages/text-translation").json()
    assert offered <= {(pair["source"], pair["target"]) for pair in direct}


def test_v7_o7_queues_tell_what_waits(live: LiveService, staff: Staffed, production: Customer) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and never listens: the delivery fails, and waits for its next try
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        finished(production.client, submitted(production.client, successCallbackUrl=url))

        def shown() -> dict[str, dict[str, Any]]:
            return {one["name"]: one for one in staff("linguist").get("/provider/v1/queues").json()}

        wait_until(lambda: shown()["notifications"]["scheduled"])
    queues = shown()
    assert queues["documents"]["failed"] == 0
    assert {one["name"] for one in live.admin("queue", "list")} == set(queues)

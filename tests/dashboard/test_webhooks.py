"""`/ui/webhooks`: test events, every try, replay, and what another account sees of them: nothing."""

from __future__ import annotations

import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.test_applications import address_of, create
from tests.receiver import running_receiver
from tests.waiting import wait_until


@pytest.fixture
def developer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("developer")


def send(browser: Browser, url: str) -> Shown:
    """Send a test event of a new application; its page once it was tried."""
    application = address_of(create(browser)).rpartition("/")[2]
    sent = browser.post("/ui/webhooks/test-event", {"application": application, "url": url})
    assert sent.address.startswith("/ui/webhooks/"), sent.words
    return wait_until(lambda: browser.get(sent.address), lambda shown: "Being sent" not in shown.words)


def test_a_test_event_shows_what_was_sent_and_answered_and_is_replayed(developer: Browser) -> None:
    with running_receiver(lambda delivery: 204 if "again" in seen else 500) as receiver:
        seen: set[str] = set()
        failed = send(developer, receiver.url("/hook"))
        assert failed.title == "Test event"
        assert failed.text_of("//*[@id='tries']//*[@role='status']") == "Dead: HTTP 500"
        (first,) = receiver.deliveries
        assert first.record["message"] in failed.text_of("#webhook-body")
        assert f"webhook-signature: {first.headers['webhook-signature']}" in failed.text_of(
            "#webhook-headers"
        )
        assert first.headers["webhook-id"] == failed.text_of("#webhook-id")
        assert failed.tree.xpath("//*[@hx-trigger]") == []
        seen.add("again")
        developer.post(f"{failed.address}/replay")
        delivered = wait_until(
            lambda: developer.get(failed.address), lambda shown: "Delivered" in shown.words
        )
        assert "Try 2" in delivered.words
        assert [one.headers["webhook-id"] for one in receiver.deliveries] == [first.headers["webhook-id"]] * 2
        listed = developer.get("/ui/webhooks?status=delivered&kind=test.event")
        assert failed.address in listed.links
        assert failed.address not in developer.get("/ui/webhooks?status=dead").links


def test_a_webhook_that_could_not_be_sent_says_why(developer: Browser) -> None:
    shown = send(developer, "https://name.invalid/hook")
    assert "Dead: name not found" in shown.words
    assert "Dead: name not found" in developer.get("/ui/webhooks").words


def test_managers_are_told_of_webhooks_that_could_not_be_delivered(
    developer: Browser, dashboard: Dashboard
) -> None:
    send(developer, "https://name.invalid/hook")
    manager, account = dashboard.sign_in("manager"), f"&account={dashboard.account}"
    told = manager.get(f"/ui/projects?stage=to_do{account}")
    assert "could not be delivered" in told.words
    assert "/ui/webhooks?status=dead" in told.links
    assert "could not be delivered" not in manager.get(f"/ui/projects?stage=all{account}").words
    assert "could not be delivered" not in manager.get("/ui/projects?stage=to_do&account=999999999").words


def test_what_is_no_address_is_said_at_its_field(developer: Browser) -> None:
    application = address_of(create(developer)).rpartition("/")[2]
    shown = developer.post("/ui/webhooks/test-event", {"application": application, "url": "nothing"})
    assert (shown.status, shown.value_of("url")) == (422, "nothing")
    assert "callback URL" in shown.text_of("#e-url")


def test_another_accounts_webhooks_do_not_exist(dashboard: Dashboard, developer: Browser) -> None:
    shown = send(developer, "https://name.invalid/ours")
    stranger = dashboard.sign_in("developer", account=dashboard.other_account)
    assert stranger.get(shown.address).status == 404
    assert stranger.post(f"{shown.address}/replay").status == 404
    assert "name.invalid/ours" not in stranger.get("/ui/webhooks").words
    application = address_of(create(developer)).rpartition("/")[2]
    data = {"application": application, "url": "https://name.invalid/theirs"}
    assert stranger.post("/ui/webhooks/test-event", data).status == 404
    assert "name.invalid/ours" in dashboard.sign_in("manager").get("/ui/webhooks").words

"""Visitors translate texts where the operator lets them, and see nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.live import LiveService, live_service

TEXT = {"source": "es", "target": "ca", "text": "La <b>casa</b> es grande."}
TRANSLATION = "La <b>casa</b> és gran."


@pytest.fixture(scope="module")
def open_to_visitors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    """A service whose visitors translate as one of its customers."""
    with live_service(tmp_path_factory.mktemp("visitors") / "data") as live:
        account = live.create_account("Northwind Tools")
        live.stop()
        live.environment["DRAGOMAN_VISITOR_ACCOUNT"] = str(account)
        live.start()
        live.wait_ready()
        yield Dashboard(live=live, provider=account, account=account, other_account=account)


@pytest.fixture
def visitor(open_to_visitors: Dashboard) -> Iterator[Browser]:
    yield open_to_visitors.open_browser()
    while open_to_visitors.browsers:
        open_to_visitors.browsers.pop().close()


def test_a_visitor_translates_a_text_and_is_offered_to_sign_in(visitor: Browser) -> None:
    first = visitor.get("/")
    assert (first.address, first.title) == ("/ui/translate", "Translate")
    assert "/ui/sign-in" in first.links
    shown = visitor.post("/ui/translate", TEXT)
    assert (shown.status, shown.text_of("#translation").strip()) == (200, TRANSLATION)
    assert "The call for this" not in shown.words
    assert "/ui/translate" in visitor.get("/ui/sign-in").links


def test_a_visitor_chooses_no_memory_of_the_account(open_to_visitors: Dashboard, visitor: Browser) -> None:
    developer = open_to_visitors.sign_in("developer")
    memory = developer.post("/ui/memories/new", {"name": "Secret names"}).address.rpartition("/")[2]
    unit = {"source_language": "es", "target_language": "ca", "source": "El perro.", "target": "A name"}
    assert developer.post(f"/ui/memories/{memory}/units/new", unit).status == 200
    dog = {"source": "es", "target": "ca", "text": "El perro.", "memory": memory}
    assert developer.post("/ui/translate", dog).text_of("#translation").strip() == "A name"
    shown = visitor.post("/ui/translate", dog)
    assert shown.text_of("#translation").strip() == "El gos."
    assert "Secret names" not in shown.text


def test_a_visitor_sees_no_other_page(visitor: Browser) -> None:
    visitor.get("/ui/translate")
    for path in ("/ui/translate/files", "/ui/documents", "/ui/memories", "/ui/projects", "/ui/profile"):
        assert visitor.get(path).address.startswith("/ui/sign-in?next="), path
    assert visitor.client.post("/ui/translate/token", data={"csrf": visitor.csrf}).status_code == 401
    assert visitor.client.post("/ui/translate", data=TEXT).status_code == 403  # without the form's token


def test_who_had_a_session_signs_in_again(visitor: Browser) -> None:
    visitor.get("/ui/translate")
    visitor.client.cookies.set("dragoman_session", "of a session that has ended")
    ended = visitor.post("/ui/translate", TEXT)
    assert (ended.status, ended.title) == (401, "Your session has ended")


def test_while_their_account_is_disabled_visitors_sign_in(
    open_to_visitors: Dashboard, visitor: Browser
) -> None:
    account, live = open_to_visitors.account, open_to_visitors.live
    admin = open_to_visitors.sign_in_as(open_to_visitors.add_person("admin", account=_provider_of(live)))
    visitor.get("/ui/translate")
    live.admin("account", "disable", str(account))
    try:
        assert visitor.post("/ui/translate", TEXT).status == 401
        _require_no_word_of_visitors(visitor)
        assert f"Visitors cannot translate: account {account} is disabled." in admin.get("/ui/health").words
    finally:
        live.admin("account", "enable", str(account))
    assert visitor.get("/ui/translate").title == "Translate"
    assert "Visitors cannot translate" not in admin.get("/ui/health").words


def test_the_start_warns_of_an_account_that_cannot_be_used(
    open_to_visitors: Dashboard, visitor: Browser
) -> None:
    live = open_to_visitors.live
    named = live.environment
    live.stop()
    live.environment = {**named, "DRAGOMAN_VISITOR_ACCOUNT": "2147483647"}
    live.start()
    live.wait_ready()
    warning = json.loads(live.wait_for_log("visitors.account_unusable"))
    assert (warning["level"], warning["setting"], warning["account"], warning["reason"]) == (
        "warning",
        "DRAGOMAN_VISITOR_ACCOUNT",
        2147483647,
        "missing",
    )
    assert "dragoman admin account list" in warning["hint"]
    _require_no_word_of_visitors(visitor)
    admin = open_to_visitors.sign_in_as(open_to_visitors.add_person("admin", account=_provider_of(live)))
    health = admin.get("/ui/health").words
    assert "there is no account 2147483647. They are led to the sign-in page." in health
    live.stop()
    live.environment = named
    live.start()
    live.wait_ready()
    assert visitor.get("/ui/translate").title == "Translate"
    assert live.log.count("visitors.account_unusable") == 1


def _provider_of(live: LiveService) -> int:
    """An account for staff: that of the visitors may be disabled."""
    return live.create_account("Provider Ltd")


def _require_no_word_of_visitors(visitor: Browser) -> None:
    """A visitor is led to sign in, and not told that others were let in before."""
    led = visitor.get("/ui/translate")
    assert (led.status, led.address) == (200, "/ui/sign-in?next=/ui/translate")
    assert "/ui/translate" not in led.links
    assert "visitor" not in led.text.lower()


def test_without_the_setting_visitors_sign_in(dashboard: Dashboard) -> None:
    shown = dashboard.open_browser().get("/")
    assert shown.address.startswith("/ui/sign-in")
    assert "/ui/translate" not in shown.links

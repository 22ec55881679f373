"""Visitors translate texts where the operator lets them, and see nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.live import live_service

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


def test_without_the_setting_visitors_sign_in(dashboard: Dashboard) -> None:
    shown = dashboard.open_browser().get("/")
    assert shown.address.startswith("/ui/sign-in")
    assert "/ui/translate" not in shown.links

"""Whole tasks with a finger on a screen of 390 pixels: nothing is cut off, hidden or too wide on the way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB
from tests.dashboard.journeys.conftest import OpenWindow
from tests.dashboard.journeys.telephone import TELEPHONE, find_misplaced, go_to
from tests.dashboard.orders import order
from tests.dashboard.test_term_bases import add, new_base
from tests.receiver import running_receiver
from tests.waiting import wait_until

pytestmark = pytest.mark.browser


def _tap(page: Page, name: str, role: str = "button") -> None:
    """Tap a button or link."""
    page.get_by_role(role, name=name, exact=True).first.tap()  # type: ignore[arg-type]
    page.wait_for_load_state()


def _look(page: Page, heading: str) -> None:
    """Wait for a page, all of which must be in reach."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    assert find_misplaced(page) == [], page.url


def test_a_project_is_ordered(open_window: OpenWindow) -> None:
    page = open_window("orderer", **TELEPHONE)
    page.goto("/ui/translate")
    go_to(page, "Projects")
    _tap(page, "New project", "link")
    _look(page, "New project: files and languages")
    page.get_by_label("Find a language").fill("spa")
    page.get_by_label("Spanish", exact=True).tap()
    file: FilePayload = {"name": "Tapped order.txt", "mimeType": "text/plain", "buffer": b"The dog is big."}
    page.locator("#f-files").set_input_files(file)
    _tap(page, "Send files")
    expect(page.locator("#jobs li")).to_contain_text("Tapped order.txt")
    _tap(page, "Next: how it is translated", "link")
    _look(page, "how it is translated")
    _tap(page, "Next: price and start")
    expect(page.locator("#price")).to_be_visible(timeout=JOB)
    _look(page, "price and start")
    expect(page.get_by_role("link", name="3. Price and start")).to_be_in_viewport(ratio=0.9)
    _tap(page, "Start")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Finished", timeout=JOB)
    _look(page, "Tapped order")


def test_a_projects_page_is_read_and_its_file_downloaded(
    dashboard: Dashboard, open_window: OpenWindow
) -> None:
    order(dashboard.sign_in("orderer"), "Machine translation (", title="A" + "ufbauanleitung" * 9)
    page = open_window("orderer", **TELEPHONE)
    page.goto("/ui/projects?stage=all&search=Aufbau")
    _look(page, "Projects")
    page.locator("#projects tbody").get_by_role("link").first.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Finished", timeout=JOB)
    expect(page.get_by_role("main")).to_contain_text("Delivered")
    _look(page, "Aufbauanleitung")
    with page.expect_download() as loading:
        page.get_by_role("link", name=re.compile("Delivered: download .* in Spanish")).tap()
    assert "El perro come." in loading.value.path().read_text()
    _tap(page, "Reference files", "link")
    _look(page, "Aufbauanleitung")


def test_a_term_base_is_searched(dashboard: Dashboard, open_window: OpenWindow) -> None:
    developer = dashboard.sign_in("developer")
    base = new_base(developer)
    long = "Donaudampfschifffahrtsgesellschaftskapitän" * 3
    add(developer, base, ("en", "captain", ""), ("de", long, ""), ("de", "Käpt’n", "forbidden"))
    add(developer, base, ("en", "harbour", ""), ("de", "Hafen", ""))
    page = open_window("developer", **TELEPHONE)
    page.goto("/ui/translate")
    go_to(page, "Term bases")
    page.locator(f"a[href='{base}']").tap()
    _look(page, "Products")
    page.get_by_role("searchbox").fill("harb")
    expect(page.locator("#concepts .unit")).to_have_count(1)
    expect(page.locator("#concepts")).to_contain_text("Hafen")
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#concepts .unit")).to_have_count(2)
    page.locator(".unit", has_text="captain").get_by_role("link", name="Details").tap()
    _look(page, "captain")
    _tap(page, "Change", "link")
    _look(page, "Change a concept")


def test_somebody_is_invited(open_window: OpenWindow) -> None:
    page = open_window("manager", **TELEPHONE)
    page.goto("/ui/translate")
    go_to(page, "People")
    _look(page, "People")
    _tap(page, "Invite somebody", "link")
    _look(page, "Invite somebody")
    page.get_by_label("E-mail address").fill("by-finger@example.com")
    page.get_by_role("checkbox", name="Orderer").tap()
    _tap(page, "Invite")
    expect(page.locator("#link")).to_contain_text("/ui/invitation/")
    _look(page, "Invitation")
    _tap(page, "To the person", "link")
    _look(page, "by-finger@example.com")


def test_tries_of_a_webhook_are_read_and_replayed(open_window: OpenWindow) -> None:
    answers = [204, 500]
    with running_receiver(lambda _: answers.pop()) as receiver:
        page = open_window("developer", **TELEPHONE)
        page.goto("/ui/translate")
        go_to(page, "Webhooks")
        _tap(page, "Send a test event", "link")
        _look(page, "Send a test event")
        page.get_by_label("Address of your receiver").fill(receiver.url("/" + "long" * 60))
        _tap(page, "Send the event")
        expect(page.locator("#tries")).to_contain_text("Dead: HTTP 500", timeout=JOB)
        _look(page, "Test event")
        _tap(page, "Replay")
        expect(page.locator("#tries")).to_contain_text("Delivered: 204", timeout=JOB)
        expect(page.locator("#tries")).to_contain_text("Try 2")
        _look(page, "Test event")
        go_to(page, "Webhooks")
        _look(page, "Webhooks")
        assert wait_until(lambda: len(receiver.deliveries)) == 2

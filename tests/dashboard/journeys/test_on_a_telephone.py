"""The dashboard on a screen of 390 pixels: nothing scrolls sideways, and every step can be tapped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.chromium import JOB, choose_language, scrolls_sideways
from tests.dashboard.journeys.conftest import OpenWindow
from tests.dashboard.journeys.telephone import TELEPHONE, go_to

pytestmark = pytest.mark.browser


def test_signing_in_and_translating(dashboard: Dashboard, open_window: OpenWindow) -> None:
    page = open_window(**TELEPHONE)
    page.goto("/ui/sign-in?next=/ui/translate")
    assert not scrolls_sideways(page)
    page.get_by_label("E-mail address").fill(dashboard.person("developer"))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    for name, language in (("Translate from", "English"), ("Translate into", "Spanish")):
        choose_language(page, name, language)
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    assert not scrolls_sideways(page)


def test_an_application_from_the_menu_to_its_secret(open_window: OpenWindow) -> None:
    page = open_window("developer", **TELEPHONE)
    page.goto("/ui/translate")
    go_to(page, "Applications")
    page.get_by_role("link", name="Create application").first.tap()
    page.get_by_label("Name", exact=True).fill("From a telephone")
    page.get_by_role("button", name="Create application").tap()
    expect(page.locator("#client-secret")).to_be_visible()
    assert not scrolls_sideways(page)


def test_a_file_is_translated(open_window: OpenWindow) -> None:
    page = open_window("developer", **TELEPHONE)
    page.goto("/ui/translate/files")
    for name, language in (("Translate from", "English"), ("Translate into", "Spanish")):
        choose_language(page, name, language)
    file: FilePayload = {"name": "tapped.txt", "mimeType": "text/plain", "buffer": b"The dog is big."}
    page.locator("#f-files").set_input_files(file)
    page.get_by_role("button", name="Translate files").tap()
    ready = page.locator("#jobs .file", has_text="tapped.txt").filter(has_text="Ready")
    expect(ready).to_have_count(1, timeout=JOB)
    assert not scrolls_sideways(page)


@pytest.mark.parametrize(
    ("role", "areas"),
    [
        ("developer", ("Documents", "Memories", "Usage", "Requests", "Webhooks", "People")),
        ("manager", ("Memories", "Memory sets", "Accounts", "People", "Webhooks", "Health")),
        ("admin", ("Applications", "Audit log", "Health")),
    ],
)
def test_no_area_is_wider_than_the_screen(open_window: OpenWindow, role: str, areas: tuple[str, ...]) -> None:
    page = open_window(role, **TELEPHONE)
    page.goto("/ui/profile")
    assert not scrolls_sideways(page)
    for area in areas:
        go_to(page, area)
        expect(page.locator("h1")).to_be_visible()


def test_a_memory_is_searched(dashboard: Dashboard, open_window: OpenWindow) -> None:
    page = open_window("manager", **TELEPHONE)
    page.goto(f"/ui/memories/new?account={dashboard.account}")
    page.get_by_label("Name").fill("Tapped")
    page.get_by_role("button", name="Create memory").tap()
    assert not scrolls_sideways(page)
    page.get_by_role("link", name="Add a unit").first.tap()
    for label, text in (("From", "en"), ("Into", "de")):
        page.get_by_label(label, exact=True).fill(text)
    page.locator("#f-source").fill("A very long word: " + "Donaudampfschifffahrtsgesellschaft" * 8)
    page.locator("#f-target").fill("Lang")
    page.get_by_role("button", name="Add unit").tap()
    expect(page).to_have_url(re.compile(r"/ui/memories/\d+"))
    assert not scrolls_sideways(page)

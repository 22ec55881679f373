"""`/` and `/docs` in a real browser: a first call, token form included, with nothing from another host."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, sync_playwright

from tests.contract.conftest import Customer
from tests.live import LiveService
from tests.waiting import CEILING, wait_until

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
]


@pytest.fixture
def page() -> Iterator[Page]:
    assert CHROMIUM is not None, "make test installs Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 1600})
        page.set_default_timeout(CEILING * 1000)
        yield page
        browser.close()


@pytest.mark.browser
def test_a_first_call_from_the_docs_page(live: LiveService, production: Customer, page: Page) -> None:
    elsewhere: list[str] = []
    complaints: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((live.url, "data:", "blob:")):
            elsewhere.append(request.url)

    page.on("request", note)
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{live.url}/docs")
    page.get_by_role("button", name="Authorize").first.click()
    dialog = page.locator(".dialog-ux")
    dialog.locator("#client_id_clientCredentials").fill(production.application.client_id)
    dialog.locator("#client_secret_clientCredentials").fill(production.application.client_secret)
    dialog.locator("label[for=translate-clientCredentials-checkbox-OAuth2]").first.click()
    dialog.get_by_role("button", name="Apply given OAuth2 credentials").click()
    dialog.get_by_role("button", name="Remove authorization").wait_for()
    dialog.get_by_role("button", name="Close").click()
    operation = page.locator("#operations-Text-translate_text")
    operation.locator(".opblock-summary").click()
    operation.get_by_role("button", name="Execute").click()
    operation.locator(".live-responses-table").get_by_text("casa").first.wait_for(timeout=CEILING * 1000)
    assert elsewhere == []
    assert complaints == []


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 360])
def test_the_first_page_leads_to_sign_in_and_reference(live: LiveService, page: Page, width: int) -> None:
    complaints: list[str] = []
    elsewhere: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("request", lambda sent: None if sent.url.startswith(live.url) else elsewhere.append(sent.url))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(live.url)
    assert page.get_by_role("heading", level=1).inner_text().strip() == f"Sign in to {live.url[7:]}"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    links = [link.get_attribute("href") for link in page.get_by_role("link").all()]
    for link in links:
        assert link is not None
        assert page.request.get(live.url + link).ok
    assert complaints == elsewhere == []
    page.get_by_role("link", name="API reference").click()
    page.locator(".opblock-tag, .failed-config, .errors-wrapper").first.wait_for()
    assert complaints == elsewhere == []
    page.mouse.move(width / 2, 400)
    wanted = page.locator("#operations-Text-translate_text")

    def scrolled() -> int:
        """Only what is near the view is in the page."""
        page.mouse.wheel(0, 400)
        return wanted.count()

    wait_until(scrolled)

"""Windows of a real browser for tests of pages: wide or narrow, with script or without, signed in or not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.dashboard.browser import Dashboard
from tests.waiting import CEILING, STEP

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
# In milliseconds. A failing journey ends with its first step that does not come. What workers do in the
# background (translations, deliveries, webhooks) may wait for much else: it has the tests' ceiling.
WAIT = STEP * 1000
JOB = CEILING * 1000
WIDE = {"width": 1440, "height": 900}
NARROW = {"width": 390, "height": 844}  # a telephone
SESSION = "dragoman_session"


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A browser without windows."""
    assert CHROMIUM is not None, "make test installs Chromium"
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def window(browser: Browser, url: str, **options: Any) -> Iterator[Page]:
    """A window that nobody has signed in to; an error of a script, or a refused style, fails the test."""
    context = browser.new_context(base_url=url, **{"locale": "en", "viewport": WIDE, **options})
    errors: list[str] = []
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda line: errors.append(line.text) if "Content Security Policy" in line.text else None,
    )
    try:
        yield page
    finally:
        context.close()
    assert errors == [], errors


def sign_in(context: BrowserContext, dashboard: Dashboard, email: str) -> None:
    """Give a window the session of a person."""
    token = dashboard.sign_in_as(email).client.cookies[SESSION]
    context.add_cookies([{"name": SESSION, "value": token, "url": dashboard.live.url}])


@contextmanager
def open_page(dashboard: Dashboard, role: str) -> Iterator[Page]:
    """A window of a person with this role, in a browser of its own."""
    with running_chromium() as browser, window(browser, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person(role))
        yield page


def tab_to(page: Page, name: str, *, role: str | None = None, exact: bool = False, most: int = 150) -> None:
    """Press Tab until the control with this accessible name, or words, has the focus.

    It may go on after a blank, unless it is to be exact.
    """
    for _ in range(most):
        page.keyboard.press("Tab")
        if evaluate(page, _FOCUSED, [name, role, exact]):
            return
    raise AssertionError(f"Tab does not lead to “{name}” on {page.url}")


_FOCUSED = """([name, role, exact]) => {
  const one = document.activeElement;
  const labels = [...(one.labels ?? [])].map((label) => label.textContent);
  const words = [one.getAttribute("aria-label"), ...labels, one.textContent]
    .filter(Boolean).map((text) => text.replace(/\\s+/g, " ").trim());
  const is = role === null || one.getAttribute("role") === role || one.tagName.toLowerCase() === role;
  return is && words.some((text) => text === name || (!exact && text.startsWith(`${name} `)));
}"""


def choose_language(page: Page, name: str, language: str) -> None:
    """Choose in a field that searches, once the script has made it of the list."""
    field = page.get_by_role("combobox", name=name).and_(page.locator("input"))
    field.fill(language)
    field.press("Enter")


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than its window: on a telephone `innerWidth` grows with what is too wide."""
    return bool(evaluate(page, "document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def evaluate(page: Page, script: str, argument: Any = None) -> Any:
    """What a script finds in a page, in the next one where the page is left meanwhile."""
    while True:
        page.wait_for_load_state()
        try:
            return page.evaluate(script, argument)
        except Error as error:
            if "context was destroyed" not in str(error) and "of null" not in str(error):
                raise

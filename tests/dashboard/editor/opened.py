"""Translations that are open in the editor, and what tests read and do in its page."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.orders import choose, send, start, translation_of
from tests.dashboard.test_accessibility import AXE, RUN, TAGS
from tests.waiting import STEP

PAGE = (
    b"<html><body><p>The red book is big.</p><p>Press <b>Start</b> now.</p><p>It is new.</p>"
    b"<p><i>Look:</i> the dog eats.</p><p>The red book is big.</p><p>Press <b>Start</b> now.</p>"
    b"<p>The red book is big.</p></body></html>"
)


@dataclass(frozen=True, kw_only=True)
class OpenTranslation:
    """A translation that linguists work on."""

    project: str
    id: str

    @property
    def path(self) -> str:
        return f"/ui/projects/{self.project}/t/{self.id}"


def open_translation(
    orderer: Browser, manager: Browser, *, data: bytes = PAGE, targets: Sequence[str] = ("es",)
) -> OpenTranslation:
    """Order a web page for people, and wait until linguists can work on it."""
    project = send(orderer, "page.html", data=data, targets=targets).address.rpartition("=")[2]
    choose(orderer, project, "uman")
    start(orderer, project)
    address = translation_of(manager, project)
    return OpenTranslation(project=project, id=address.rpartition("/")[2])


def assign(manager: Browser, dashboard: Dashboard, translation: OpenTranslation, email: str) -> None:
    """Give a translation to a linguist."""
    address = f"/ui/projects/{translation.project}/translations/{translation.id}"
    shown = manager.get(address)
    names = shown.tree.xpath("//select[@name='user']//option[@value!='']")
    name = email.partition("@")[0]
    (user,) = [one.get("value") for one in names if name in one.text]
    manager.post(f"{address}/assign", {"user": user})


def show_editor(page: Page, translation: OpenTranslation, query: str = "") -> None:
    """Open the editor, and wait until its script is ready."""
    page.goto(f"{translation.path}{query}")
    expect(page.locator("html[data-ready]")).to_be_attached()


def expect_saved(page: Page) -> None:
    """Wait until the service has all that was written."""
    expect(page.locator("#saved")).to_have_attribute("data-state", "saved")


def targets_of(manager: Browser, translation: OpenTranslation, count: int) -> list[str]:
    """The targets that the service has stored, as tagged text; empty ones too."""
    shown = manager.get(f"{translation.path}/rows?numbers=0-{min(count, 500) - 1}")
    rows = re.findall(r'<div class="t"[^>]*>(.*?)</div>', shown.text)
    texts = (re.sub(r'<span class="chip.*?data-code="(.*?)".*?</span>', r"\1", row) for row in rows)
    return [html.unescape(text) for text in texts]


def wait_for_target(manager: Browser, translation: OpenTranslation, number: int, target: str) -> None:
    """Wait until the service has stored a target; a save takes no longer than a click."""
    deadline = time.monotonic() + STEP
    while (stored := targets_of(manager, translation, number + 1)[number]) != target:
        assert time.monotonic() < deadline, f"segment {number} still has {stored!r}"
        time.sleep(0.02)


def version_of(browser: Browser, translation: OpenTranslation, number: int) -> str:
    """The version of a segment."""
    shown = browser.get(f"{translation.path}/rows?numbers={number}")
    (version,) = shown.tree.xpath("//@data-version")
    return str(version)


def save(
    browser: Browser, translation: OpenTranslation, number: int, target: str, *, status: str = "translated"
) -> None:
    """Save a segment in its current version, as another window would."""
    version = version_of(browser, translation, number)
    answer = browser.client.put(
        f"{translation.path}/segments/{number}",
        json={"target": target, "status": status, "takeOver": True},
        headers={"If-Match": f'"{version}"', "X-CSRF-Token": browser.csrf or ""},
    )
    assert answer.status_code == 200, answer.text


def find_violations(page: Page) -> list[str]:
    """What is not accessible of a page as it is shown now."""
    page.emulate_media(reduced_motion="reduce")  # what is being faded in has less contrast than it will have
    page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(RUN, TAGS)
    return found

"""Ordering in a real browser: files are sent one by one, the draft is in the address from the first on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB, open_page
from tests.dashboard.orders import STEP, choose, draft, start

TEXT = b"The red book is big. It is new.\n"

pytestmark = pytest.mark.browser


@pytest.fixture
def page(dashboard: Dashboard) -> Iterator[Page]:
    """A browser window of a customer's orderer."""
    with open_page(dashboard, "orderer") as shown:
        yield shown


def _files(*names: str) -> list[FilePayload]:
    return [{"name": name, "mimeType": "application/octet-stream", "buffer": TEXT} for name in names]


def test_an_order_of_several_files_is_one_project_that_ends_in_a_download(page: Page) -> None:
    page.goto("/ui/projects/new/1")
    page.get_by_label("Spanish", exact=True).check()
    page.locator("#f-files").set_input_files(_files("one.txt", "two.txt", "three.exe"))
    page.get_by_role("button", name="Send files").click()
    expect(page.locator("#jobs li")).to_have_count(2)
    expect(page.locator("#sending .error")).to_contain_text(".exe are not supported")
    expect(page).to_have_url(re.compile(r"/new/1\?project=\d+$"))
    page.get_by_role("link", name="Next: how it is translated").click()
    expect(page.get_by_label("Template or service")).to_contain_text("Machine translation")
    page.get_by_role("button", name="Next: price and start").click()
    page.get_by_role("button", name="Start").click(timeout=JOB)  # which is there when the words are counted
    expect(page.get_by_role("heading", level=1)).to_contain_text("Finished", timeout=JOB)
    expect(page.get_by_role("link", name="Download", exact=True)).to_be_visible()


def test_files_for_an_order_that_was_started_in_another_window_are_refused_with_the_reason(
    dashboard: Dashboard, page: Page
) -> None:
    other = dashboard.sign_in("orderer")
    project = draft(other)
    page.goto(STEP.format(1, project))
    choose(other, project, "Machine")
    start(other, project)
    page.locator("#f-files").set_input_files(_files("late.txt"))
    page.get_by_role("button", name="Send files").click()
    expect(page.locator("#sending .error")).to_contain_text("The project has started and cannot be changed")


def test_an_upload_that_breaks_off_loses_nothing_that_was_sent(page: Page) -> None:
    page.goto("/ui/projects/new/1")
    page.get_by_label("Spanish", exact=True).check()
    page.locator("#f-files").set_input_files(_files("first.txt"))
    page.get_by_role("button", name="Send files").click()
    expect(page.locator("#jobs li")).to_have_count(1)
    page.route("**/ui/projects/new/1", lambda route: route.abort())
    page.locator("#f-files").set_input_files(_files("second.txt"))
    page.get_by_role("button", name="Send files").click()
    expect(page.locator("#sending .error")).to_have_text("The upload broke off.")
    page.unroute("**/ui/projects/new/1")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#jobs li")).to_have_count(2)


def test_all_files_that_broke_off_are_sent_again_by_one_press(page: Page) -> None:
    page.goto("/ui/projects/new/1")
    page.get_by_label("Spanish", exact=True).check()
    page.route("**/ui/projects/new/1", lambda route: route.abort())
    page.locator("#f-files").set_input_files(_files("one.txt", "two.txt", "three.txt", "four.txt"))
    page.get_by_role("button", name="Send files").click()
    expect(page.locator("#sending .error")).to_have_count(4)
    page.unroute("**/ui/projects/new/1")
    page.get_by_role("button", name="Take two.txt off the list").click()
    page.get_by_role("button", name="Send again").first.click()
    expect(page.locator("#jobs li")).to_have_count(3)
    expect(page.locator("#sending li")).to_have_count(0)


def test_problems_of_a_form_without_files_go_when_files_are_sent(page: Page) -> None:
    page.goto("/ui/projects/new/1")
    page.get_by_role("button", name="Send files").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose a file.")
    page.get_by_label("Spanish", exact=True).check()
    page.locator("#f-files").set_input_files(_files("late.txt"))
    page.get_by_role("button", name="Send files").click()
    expect(page.locator("#jobs li")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#files .error")).to_have_count(0)
    expect(page.locator("#files [aria-invalid]")).to_have_count(0)

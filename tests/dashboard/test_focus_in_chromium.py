"""Where the focus is when a part of a page was exchanged: at what took its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB, open_page

pytestmark = pytest.mark.browser


@pytest.fixture
def page(dashboard: Dashboard) -> Iterator[Page]:
    """A browser window of a customer's developer."""
    with open_page(dashboard, "developer") as shown:
        yield shown


def _tmx() -> FilePayload:
    units = (
        '<tu><tuv xml:lang="en"><seg>Door</seg></tuv><tuv xml:lang="de"><seg>Tür</seg></tuv></tu>'
        '<tu><tuv xml:lang="en"><seg>Gate</seg></tuv><tuv xml:lang="de"><seg>Tor</seg></tuv></tu>'
    )
    data = (
        '<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t"'
        f' adminlang="en" srclang="en" datatype="plaintext"/><body>{units}</body></tmx>'
    )
    return {"name": "doors.tmx", "mimeType": "application/xml", "buffer": data.encode()}


def test_a_unit_that_was_changed_has_the_focus_again(page: Page) -> None:
    page.goto("/ui/memories/new")
    page.get_by_label("Name", exact=True).fill("Focused")
    page.locator("input[type=file]").set_input_files(_tmx())
    page.get_by_role("button", name="Create memory").click()
    expect(page.get_by_text("Finished")).to_be_visible(timeout=JOB)
    page.goto(page.url.partition("/imports")[0])
    change = page.locator(".unit", has_text="Gate").get_by_role("link", name="Change this unit")
    for way_out in (page.get_by_role("button", name="Save"), page.get_by_role("link", name="Cancel")):
        change.press("Enter")
        expect(page.get_by_label("German")).to_be_focused()
        way_out.press("Enter")
        expect(change).to_be_focused()

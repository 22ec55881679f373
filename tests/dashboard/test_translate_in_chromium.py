"""`/ui/translate` in a real browser: typing, the order of answers, origins of sentences, dropped files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB, running_chromium, sign_in, window

# Drops files on the page, as a browser does it: from outside.
DROP = """files => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  const options = { bubbles: true, cancelable: true, dataTransfer: data };
  for (const type of ["dragenter", "dragover", "drop"]) {
    document.querySelector("h1").dispatchEvent(new DragEvent(type, options));
  }
}"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def page(dashboard: Dashboard, chromium: Browser) -> Iterator[Page]:
    """A window of a customer's developer."""
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("developer"))
        yield page


def _choose(page: Page, source: str, target: str) -> None:
    for name, language in (("source", source), ("target", target)):
        page.locator(f"#f-{name}-field").fill(language)
        page.locator(f"#f-{name}-field").press("Enter")


def test_a_text_is_translated_while_it_is_typed_and_said_aloud(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").press_sequentially("The dog is big.", delay=10)
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    expect(page.locator("#said")).to_have_text("Translated")
    expect(page.locator("[data-characters]")).to_have_text("15")
    assert page.evaluate("document.activeElement.id") == "f-text"


def test_an_older_answer_never_replaces_a_newer_one(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if "house" in (route.request.post_data or "") and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/ui/translate", hold_the_first)
    page.locator("#f-text").fill("The house")
    while not held:
        page.wait_for_timeout(20)
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    held[0].continue_()
    page.wait_for_timeout(500)
    expect(page.locator("#target")).to_have_text("El perro es grande.")


def test_what_is_too_long_is_not_sent(page: Page) -> None:
    page.goto("/ui/translate")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.locator("#f-text").fill("a" * 11_240)
    expect(page.locator("#notice")).to_contain_text("Characters too many: 1,240.")
    page.wait_for_timeout(700)
    assert sent == []


def test_the_service_away_is_said_quietly_and_tried_again(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.route("**/ui/translate", lambda route: route.abort())
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#notice")).to_have_text("The service does not answer. It is tried again.")
    page.unroute("**/ui/translate")
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    expect(page.locator("#notice")).to_have_text("")


def test_sentences_tell_where_they_are_from_on_focus_and_by_keys(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").fill("The dog is big. The <b>cat</b> is small.")
    page.locator("#target mark").first.focus()
    expect(page.locator("#origin")).to_contain_text("By the engine")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#target mark").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#origin")).to_be_hidden()
    expect(page.locator("#target .chip")).to_have_text(["<b>", "</b>"])


def test_swapping_goes_on_with_the_translation(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    page.get_by_role("button", name="Swap the languages").click()
    expect(page.locator("#target")).to_have_text("The dog is big.")
    expect(page.locator("#f-text")).to_have_value("El perro es grande.")
    expect(page.locator("#f-source-field")).to_have_value("Spanish")


def test_the_choice_of_a_language_is_a_combobox(page: Page) -> None:
    page.goto("/ui/translate")
    field = page.get_by_role("combobox", name="Translate into")
    field.focus()
    field.press("ArrowDown")
    expect(field).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_role("listbox", name="Translate into")).to_be_visible()
    active = field.get_attribute("aria-activedescendant")
    expect(page.locator(f"[id='{active}']")).to_have_attribute("aria-selected", "true")
    field.press("Escape")
    expect(field).to_have_attribute("aria-expanded", "false")
    field.fill("zzz")
    expect(page.get_by_role("listbox")).to_have_text("No such language")
    field.press("Tab")
    expect(field).not_to_have_value("zzz")


def test_ten_files_dropped_on_the_text_page_become_documents(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    files: list[Any] = [[f"dropped {number}.txt", f"The dog {number} is big."] for number in range(10)]
    page.evaluate(DROP, [*files, ["no.png", "picture"]])
    expect(page).to_have_url(re.compile("/ui/translate/files$"))
    ready = page.locator("#jobs .file", has_text="dropped").filter(has_text="Ready")
    expect(ready).to_have_count(10, timeout=JOB)
    expect(page.locator("#sending .file")).to_have_count(1)
    expect(page.locator("#sending .error")).to_contain_text("png")
    expect(page).to_have_title("Translate · Dragoman")


def test_an_upload_that_breaks_off_can_be_sent_again(page: Page) -> None:
    page.goto("/ui/translate/files")
    _choose(page, "English", "Spanish")
    page.route("**/ui/translate/files", lambda route: route.abort())
    page.locator("#f-files").set_input_files(
        {"name": "again.txt", "mimeType": "text/plain", "buffer": b"The dog is big."}
    )
    page.get_by_role("button", name="Translate files").click()
    expect(page.locator("#sending .error")).to_have_text("The upload broke off.")
    page.unroute("**/ui/translate/files")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#jobs .file", has_text="again.txt")).to_have_count(1)
    expect(page.locator("#sending")).to_be_hidden()

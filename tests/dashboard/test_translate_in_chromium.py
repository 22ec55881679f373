"""`/ui/translate` in a real browser: typing, the order of answers, origins of sentences, dropped files."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.chromium import JOB, sign_in, window

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


@pytest.fixture
def page(developer_page: Page) -> Page:
    return developer_page


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


def test_what_was_written_before_the_script_came_is_translated(page: Page) -> None:
    scripts: list[Route] = []

    def hold(route: Route) -> None:
        scripts.append(route)

    page.route("**/translate.js", hold)
    page.goto("/ui/translate", wait_until="commit")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").fill("The dog is big.")
    while not scripts:
        page.wait_for_timeout(20)
    scripts[0].continue_()
    expect(page.locator("#target")).to_have_text("El perro es grande.")


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


def _end_sessions(dashboard: Dashboard, email: str) -> None:
    """Sign this person out of every window."""
    dashboard.sign_in_as(email).post("/ui/profile/sessions/end-others")


def _sign_in_by_form(page: Page, email: str) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_session_that_ends_while_somebody_types_loses_nothing(
    dashboard: Dashboard, chromium: Browser
) -> None:
    email = dashboard.add_person("developer")
    with window(chromium, dashboard.live.url) as page:
        page.goto("/ui/sign-in?next=/ui/translate")
        _sign_in_by_form(page, email)
        _choose(page, "English", "Spanish")
        _end_sessions(dashboard, email)
        page.locator("#f-text").fill("The dog is big.")
        _sign_in_by_form(page, email)
        page.get_by_role("button", name="Send it now").click()
        expect(page.locator("#f-text")).to_have_value("The dog is big.")
        expect(page.locator("#target")).to_have_text("El perro es grande.")


def test_a_form_of_another_session_is_refused_beside_the_text(page: Page) -> None:
    page.goto("/ui/translate")
    page.locator("#translate input[name=csrf]").evaluate(
        "field => { field.value = 'of an earlier session'; }"
    )
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#notice")).to_contain_text("This form is from an earlier session.")
    expect(page.locator("#f-text")).to_have_value("The dog is big.")


def test_an_emptied_text_has_no_translation(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").fill("The dog is big.")
    expect(page.locator("#target")).to_have_text("El perro es grande.")
    page.locator("#f-text").fill("")
    expect(page.locator("#target")).to_have_text("Try an example")


def test_buttons_that_are_exchanged_leave_the_focus_where_one_goes_on(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    expect(page.locator("#result")).to_contain_text("Quality:")  # the button is not exchanged any more
    page.get_by_role("button", name="Try an example").press("Enter")
    expect(page.locator("#target")).to_contain_text("filtro")
    expect(page.locator("#f-text")).to_be_focused()
    page.get_by_role("button", name="Temporary token").press("Enter")
    expect(page.get_by_role("button", name="Copy the token")).to_be_focused()


def test_what_an_answer_does_not_change_stays_with_who_is_in_it(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    expect(page.locator("#result")).to_contain_text("Quality:")
    example = page.get_by_role("button", name="Try an example")
    example.focus()
    page.locator("#notice").evaluate("notice => { notice.textContent = 'before the answer'; }")
    page.locator("#f-target").dispatch_event("change")  # to the same language
    expect(page.locator("#notice")).to_be_empty()  # the answer has come
    expect(example).to_be_focused()


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


def test_going_back_from_dropped_files_shows_the_text_again(page: Page) -> None:
    page.goto("/ui/translate")
    _choose(page, "English", "Spanish")
    page.locator("#f-text").fill("The dog is big.")
    page.evaluate(DROP, [["and back.txt", "The dog is big."]])
    expect(page.locator("#jobs .file", has_text="and back.txt")).to_have_count(1)
    page.go_back()
    expect(page.locator("#f-text")).to_have_value("The dog is big.")
    page.locator("#f-text").fill("The cat is big.")
    expect(page.locator("#target")).to_have_text("El gato es grande.")
    page.go_forward()
    expect(page.locator("#jobs .file", has_text="and back.txt")).to_have_count(1)


def test_files_are_sent_after_signing_in_again_in_another_tab(
    dashboard: Dashboard, chromium: Browser
) -> None:
    email = dashboard.add_person("developer")
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, email)
        page.goto("/ui/translate/files")
        _choose(page, "English", "Spanish")
        _end_sessions(dashboard, email)
        page.locator("#f-files").set_input_files(
            {"name": "later.txt", "mimeType": "text/plain", "buffer": b"The dog is big."}
        )
        page.get_by_role("button", name="Translate files").click()
        expect(page.locator("#sending .error")).to_contain_text("Sign in again in another tab")
        sign_in(page.context, dashboard, email)
        page.get_by_role("button", name="Send again").click()
        expect(page.locator("#jobs .file", has_text="later.txt")).to_have_count(1)


def test_taking_files_off_the_list_moves_the_focus_along(page: Page) -> None:
    page.goto("/ui/translate/files")
    _choose(page, "English", "Spanish")
    files = [{"name": f"{name}.nope", "mimeType": "text/plain", "buffer": b"x"} for name in "ab"]
    page.locator("#f-files").set_input_files(files)
    page.get_by_role("button", name="Translate files").click()
    page.get_by_role("button", name="Take b.nope off the list").wait_for()
    page.get_by_role("button", name="Take a.nope off the list").press("Enter")
    expect(page.locator("#sending .file")).to_have_count(1)
    assert page.evaluate("document.activeElement.closest('#sending .file') !== null")
    page.get_by_role("button", name="Take b.nope off the list").press("Enter")
    expect(page.locator("#f-files")).to_be_focused()


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

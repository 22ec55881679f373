"""W4: What linguists go through in the editor, from the first key to the stored text."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Error, Page, expect

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.chromium import NARROW, sign_in, window
from tests.dashboard.editor.opened import (
    OpenTranslation,
    expect_saved,
    find_violations,
    open_translation,
    save,
    show_editor,
    targets_of,
    wait_for_target,
)


def paragraphs(count: int) -> bytes:
    return b"<html><body>%b</body></html>" % b"".join(
        b"<p>Paragraph %d of the book is here.</p>" % number for number in range(count)
    )


def test_a_file_of_300_segments_with_keys_only(
    manager_page: Page, orderer: Browser, manager: Browser
) -> None:
    translation = open_translation(orderer, manager, data=paragraphs(300))
    page = manager_page
    show_editor(page, translation)
    for number in range(300):
        expect(page.locator(f"#s{number}")).to_have_attribute("aria-current", "true")
        page.keyboard.insert_text(f"Párrafo {number} del libro.")
        page.keyboard.press("Control+Enter")
    expect_saved(page)
    expect(page.locator("#done-text")).to_have_text("300 of 300 confirmed")
    assert targets_of(manager, translation, 300) == [f"Párrafo {n} del libro." for n in range(300)]


def test_writing_goes_on_without_a_connection_and_all_of_it_is_sent_in_order(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    page.context.set_offline(True)
    for number, text in enumerate(("Uno.", "Dos.", "Tres.")):
        page.keyboard.type(text)
        page.keyboard.press("Control+Alt+Enter")
        page.keyboard.press("Control+Enter")  # once more: some lack a code
        if page.locator(f"#s{number}").get_attribute("aria-current"):
            page.keyboard.press("Control+ArrowDown")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#saved")).to_contain_text("to send")
    assert set(targets_of(manager, translation, 3)) == {""}
    page.context.set_offline(False)
    expect_saved(page)
    assert targets_of(manager, translation, 3) == ["Uno.", "Dos.", "Tres."]
    expect(page.locator("#notice")).to_be_hidden()


def test_what_was_written_before_a_crash_of_the_window_is_there_afterwards(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, translation: OpenTranslation
) -> None:
    with window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("manager"))
        show_editor(page, translation)
        context = page.context
        context.set_offline(True)
        page.keyboard.type("Antes del fallo.")
        expect(page.locator("#saved")).to_contain_text("to send")
        page.wait_for_timeout(1000)  # at most the last second may be lost
        with page.expect_event("crash"), suppress(Error):  # the address does not answer
            page.goto("chrome://crash")
        page.close()
        context.set_offline(False)
        again = context.new_page()
        show_editor(again, translation)
        expect_saved(again)
    wait_for_target(manager, translation, 0, "Antes del fallo.")


def test_a_session_that_has_ended_loses_nothing(
    manager_page: Page, dashboard: Dashboard, manager: Browser, translation: OpenTranslation
) -> None:
    page = manager_page
    show_editor(page, translation)
    person = dashboard.person("manager")
    page.context.clear_cookies()
    page.keyboard.type("Sin sesión.")
    expect(page.locator("#notice")).to_contain_text("session has ended")
    assert targets_of(manager, translation, 1) == [""]
    sign_in(page.context, dashboard, person)
    page.evaluate("dispatchEvent(new Event('focus'))")
    wait_for_target(manager, translation, 0, "Sin sesión.")


def test_a_target_from_right_to_left_is_written_with_its_codes(
    manager_page: Page, orderer: Browser, manager: Browser
) -> None:
    translation = open_translation(orderer, manager, targets=("ar",))
    page = manager_page
    show_editor(page, translation, "?segment=2")
    field = page.locator("#s1 .edit")
    expect(field).to_have_attribute("dir", "rtl")
    page.keyboard.type("اضغط ")
    page.keyboard.press("Control+q")
    page.keyboard.type("ابدأ")
    page.keyboard.press("End")
    page.keyboard.type(" الآن.")
    expect_saved(page)
    (stored,) = targets_of(manager, translation, 2)[1:]
    assert re.sub(r"</?1>", "", stored) == "اضغط ابدأ الآن."
    assert stored.index("<1>") < stored.index("</1>")


def test_small_fixes_on_a_telephone(
    dashboard: Dashboard, chromium: Chromium, manager: Browser, translation: OpenTranslation
) -> None:
    save(manager, translation, 0, "El libro rojo es grnade.")
    with window(chromium, dashboard.live.url, viewport=NARROW) as page:
        sign_in(page.context, dashboard, dashboard.person("manager"))
        show_editor(page, translation)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#s0").click(delay=30)
        page.locator("#s0 .edit").fill("El libro rojo es grande.")
        page.get_by_role("button", name="Confirm").click(delay=30)
        expect(page.locator("#s0")).to_have_attribute("data-state", "confirmed")
        assert find_violations(page) == []
    wait_for_target(manager, translation, 0, "El libro rojo es grande.")


def test_keys_are_changed_and_stay_so(manager_page: Page, translation: OpenTranslation) -> None:
    page = manager_page
    show_editor(page, translation)
    page.keyboard.press("Alt+h")
    page.locator('[data-command="copySource"]').click()
    page.keyboard.press("Alt+o")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("html[data-ready]")).to_be_attached()
    page.keyboard.press("Alt+o")
    expect(page.locator("#s0 .edit")).to_have_text("The red book is big.")


def test_a_text_is_replaced_in_5000_segments_and_brought_back(
    manager_page: Page, orderer: Browser, manager: Browser
) -> None:
    translation = open_translation(orderer, manager, data=paragraphs(5000))
    page = manager_page
    show_editor(page, translation)
    for number in (0, 2500, 4999):
        save(manager, translation, number, f"Un texto viejo {number}.")
    page.keyboard.press("Control+h")
    page.locator("#replace-search").fill("viejo")
    page.locator("#replace-with").fill("nuevo")
    page.get_by_role("button", name="Show what changes").click()
    expect(page.locator("#replace-list input")).to_have_count(3)
    page.locator("#replace-apply").click()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    wait_for_target(manager, translation, 0, "Un texto viejo 0.")
    page.goto(f"{translation.path}?segment=5000")
    expect(page.locator("#s4999 .edit")).to_have_text("Un texto viejo 4999.")


def test_a_package_beside_the_editor_overwrites_nothing_that_was_written_meanwhile(
    manager_page: Page, manager: Browser, translation: OpenTranslation
) -> None:
    address = f"/ui/projects/{translation.project}/translations/{translation.id}"
    package = manager.get(f"{address}/package").text
    page = manager_page
    show_editor(page, translation)
    page.keyboard.type("En el editor.")
    page.keyboard.press("Control+Enter")
    expect_saved(page)
    changed = re.sub(
        r"<source>It is new\.</source>", "<source>It is new.</source><target>Es nuevo.</target>", package
    ).replace(
        "<source>The red book is big.</source>", "<source>The red book is big.</source><target>X</target>"
    )
    manager.post(
        f"/ui/projects/{translation.project}/packages",
        {},
        files=[("files", ("page.xlf", changed.encode()))],
    )
    wait_for_target(manager, translation, 2, "Es nuevo.")
    assert targets_of(manager, translation, 1) == ["En el editor."]
    expect(page.locator("#s2 .t")).to_have_text("Es nuevo.")  # the open page shows it, too

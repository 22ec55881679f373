"""What people do without a mouse: every step is a key (WCAG 2.1.1, 2.4.3, 2.4.7)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.chromium import tab_to
from tests.dashboard.journeys.conftest import OpenWindow
from tests.dashboard.journeys.keyboard import press, type_into

pytestmark = pytest.mark.browser


def test_signing_in_and_out(dashboard: Dashboard, open_window: OpenWindow) -> None:
    page = open_window()
    page.goto("/ui/sign-in?next=/ui/profile")
    type_into(page, "E-mail address", dashboard.person("developer"))
    type_into(page, "Password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/ui/profile$"))
    press(page, "Sign out")
    expect(page).to_have_url(re.compile("/ui/sign-in"))


def test_the_navigation_is_skipped(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/applications")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main :focus")).to_have_count(1)


def test_every_focus_is_seen(open_window: OpenWindow) -> None:
    """A ring is drawn around, or the control's own edge changes, wherever Tab leads."""
    page = open_window("developer")
    page.goto("/ui/applications")
    page.locator("body").press("Tab")
    for _ in range(20):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "(({outlineStyle, outlineWidth, boxShadow}) => [outlineStyle, outlineWidth, boxShadow])"
            "(getComputedStyle(document.activeElement))"
        )
        if page.evaluate("document.activeElement === document.body"):
            continue  # beyond the last control, before the first
        has_ring = outline[0] != "none" and outline[1] != "0px"
        assert has_ring or outline[2] != "none", page.evaluate("document.activeElement.outerHTML")


def test_a_text_is_translated(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/translate")
    for name, language in (("Translate from", "English"), ("Translate into", "Spanish")):
        type_into(page, name, language)
        page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.locator("#f-text").focus()
    page.keyboard.type("The dog is big.")
    expect(page.locator("#target")).to_have_text("El perro es grande.")


def test_single_letters_lead_to_pages_and_to_the_search(open_window: OpenWindow) -> None:
    page = open_window("manager")
    page.goto("/ui/translate")
    page.keyboard.type("gm")  # as one: the second letter comes soon
    expect(page).to_have_url(re.compile("/ui/memories$"))
    page.wait_for_load_state()  # keys are heard by the page's script
    page.keyboard.press("/")
    expect(page.locator("[data-search]")).to_be_focused()
    tab_to(page, "Memory")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_a_problem_takes_the_focus_and_leads_to_its_field(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/profile")
    type_into(page, "Time zone (optional)", "Mars/Base")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]").first).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#f-time_zone")).to_be_focused()


def test_somebody_is_invited(open_window: OpenWindow) -> None:
    page = open_window("manager")
    page.goto("/ui/people/new")
    type_into(page, "E-mail address", "by-keyboard@example.com")
    tab_to(page, "Developer")
    page.keyboard.press("Space")
    press(page, "Invite")
    expect(page.locator("#link")).to_contain_text("/ui/invitation/")


def test_the_audit_log_is_filtered_and_cleared(open_window: OpenWindow) -> None:
    page = open_window("admin")
    page.goto("/ui/audit-log")
    page.keyboard.press("/")
    page.keyboard.type("application:999999")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("999999"))


def test_the_menu_of_a_narrow_window(open_window: OpenWindow) -> None:
    page = open_window("developer", viewport={"width": 390, "height": 844})
    page.goto("/ui/translate")
    press(page, "Menu")
    expect(page.locator("#side")).to_be_visible()
    press(page, "Usage")
    expect(page).to_have_url(re.compile("/ui/usage"))

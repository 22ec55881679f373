"""An ordinary day: a session ends, a form is sent twice, somebody goes back, names are long."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.chromium import SESSION
from tests.dashboard.journeys.conftest import OpenWindow
from tests.dashboard.journeys.telephone import TELEPHONE, find_misplaced

pytestmark = pytest.mark.browser
LONG_NAMES = ("W" * 200, "ترجمة " * 33, "👩‍👩‍👧‍👦" * 20, "word " * 39)


def test_a_filter_of_an_ended_session_leads_to_signing_in_and_back_to_the_list(
    dashboard: Dashboard, open_window: OpenWindow
) -> None:
    page = open_window("manager")
    page.goto("/ui/projects?stage=all")
    ended = {"name": SESSION, "value": "of a session that has ended", "url": dashboard.live.url}
    page.context.add_cookies([ended])  # type: ignore[list-item]
    page.get_by_label("Due", exact=True).select_option("week")
    expect(page).to_have_url(re.compile(r"/ui/sign-in\?next=/ui/projects"))
    page.get_by_label("E-mail address").fill(dashboard.person("manager"))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile(r"/ui/projects\?stage=all"))


def test_a_form_that_is_sent_by_two_clicks_makes_one_thing(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/applications/new")
    page.get_by_label("Name", exact=True).fill("Clicked twice")
    page.get_by_role("button", name="Create application").dblclick()
    expect(page.locator("#env")).to_be_visible()
    page.goto("/ui/applications")
    expect(page.get_by_role("link", name="Clicked twice")).to_have_count(1)


def test_who_goes_back_and_sends_again_is_told_and_keeps_what_was_typed(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/memories/new")
    page.get_by_label("Name", exact=True).fill("Sent again")
    page.get_by_role("button", name="Create memory").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sent again")
    page.go_back()
    page.get_by_label("Name", exact=True).fill("Sent again")
    page.get_by_role("button", name="Create memory").click()
    expect(page.locator("#e-name")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Sent again")


def test_loading_a_page_with_new_secrets_again_makes_nothing_anew(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/applications/new")
    page.get_by_label("Name", exact=True).fill("Loaded again")
    page.get_by_role("button", name="Create application").click()
    expect(page.locator("#env")).to_be_visible()
    page.wait_for_load_state()  # its script gives the page its address
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Loaded again")
    expect(page.locator("#env")).to_have_count(0)
    page.goto("/ui/applications")
    expect(page.get_by_role("link", name="Loaded again")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Loaded again")


def test_going_back_over_a_form_that_was_refused_leads_to_the_form(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/memories/new")
    page.get_by_label("Name", exact=True).fill(" ")
    page.get_by_role("button", name="Create memory").click()
    expect(page.locator("#e-name")).to_be_visible()
    page.wait_for_load_state()  # its script leads back over it
    page.get_by_label("Name", exact=True).fill("At the second try")
    page.get_by_role("button", name="Create memory").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("At the second try")
    page.go_back()
    expect(page.get_by_label("Name", exact=True)).to_be_visible()


def test_long_names_stay_within_a_telephone(dashboard: Dashboard, open_window: OpenWindow) -> None:
    account = dashboard.live.create_account("Long names Ltd")
    browser = dashboard.sign_in("developer", account=account)
    pages = [browser.post("/ui/memories/new", {"name": name}).address for name in LONG_NAMES]
    page = open_window(email=dashboard.person("developer", account=account), **TELEPHONE)
    for address in ("/ui/memories", *pages):
        page.goto(address)
        assert find_misplaced(page) == [], address

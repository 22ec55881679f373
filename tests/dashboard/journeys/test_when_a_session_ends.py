"""A session ends while its page is open: the page leads to signing in, and back to what it showed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.chromium import SESSION
from tests.dashboard.journeys.conftest import OpenWindow

pytestmark = pytest.mark.browser


def test_a_filter_leads_to_signing_in_and_back_to_the_list(
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

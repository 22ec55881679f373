"""Somebody from the invitation to the day on which they have forgotten their password."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.dashboard.browser import Dashboard, code_of
from tests.dashboard.journeys.conftest import OpenWindow

pytestmark = pytest.mark.browser
EMAIL = "ada@example.com"
OLD, NEW = "four words of no song", "another four of no poem"


def test_from_the_invitation_to_a_new_password(dashboard: Dashboard, open_window: OpenWindow) -> None:
    admin, person = open_window("admin"), open_window()
    person.goto(_invite(admin))
    expect(person.get_by_role("main")).to_contain_text(EMAIL)
    person.get_by_label("First name").fill("Ada")
    person.get_by_label("Password", exact=True).fill(OLD)
    person.get_by_role("button", name="Accept the invitation").click()
    key = _set_up_second_factor(person)
    _sign_out(person)
    _sign_in(person, OLD)
    person.get_by_label("Code").fill(code_of(key, step=1))  # the one before has been used
    person.get_by_role("button", name="Go on").click()
    expect(person.get_by_label("First name")).to_have_value("Ada")

    person.goto(_make_reset_link(admin))
    person.get_by_label("New password", exact=True).fill(NEW)
    person.get_by_role("button", name="Set the new password").click()
    expect(person.get_by_label("Code", exact=True)).to_be_visible()
    person.get_by_role("button", name="Sign in as somebody else").click()  # a password alone is not enough
    _sign_in(person, OLD)
    expect(person.get_by_role("alert")).to_contain_text("E-mail address or password is wrong.")
    _sign_in(person, NEW)
    expect(person.get_by_role("heading", name="Enter your code")).to_be_visible()


def _invite(admin: Page) -> str:
    """The link that an invitation shows."""
    admin.goto("/ui/people")
    admin.get_by_role("link", name="Invite somebody").first.click()
    admin.get_by_label("E-mail address").fill(EMAIL)
    admin.get_by_label("Account", exact=True).select_option("Northwind Tools")
    admin.get_by_role("checkbox", name="Developer").check()
    admin.get_by_role("button", name="Invite", exact=True).click()
    return admin.locator("#link").inner_text()


def _set_up_second_factor(person: Page) -> str:
    """Turn it on; the key that the page shows."""
    person.get_by_role("link", name="Your profile").click()
    person.get_by_role("link", name="Set up a second factor").click()
    person.get_by_role("button", name="Begin").click()
    key = person.locator("#factor-secret").inner_text()
    person.get_by_label("Code", exact=True).fill(code_of(key))
    person.get_by_role("button", name="Turn it on").click()
    expect(person.locator("#codes")).to_contain_text(re.compile(r"\w"))
    person.get_by_role("link", name="I have kept them").click()
    return key


def _sign_out(person: Page) -> None:
    person.get_by_role("button", name="Sign out", exact=True).click()
    expect(person.get_by_label("Password", exact=True)).to_be_visible()


def _sign_in(person: Page, password: str) -> None:
    person.goto("/ui/sign-in?next=/ui/profile")
    person.get_by_label("E-mail address").fill(EMAIL)
    person.get_by_label("Password", exact=True).fill(password)
    person.get_by_role("button", name="Sign in", exact=True).click()


def _make_reset_link(admin: Page) -> str:
    admin.goto("/ui/people?state=active")
    admin.get_by_role("searchbox").fill(EMAIL)
    admin.get_by_role("link", name="Ada").click()
    admin.get_by_role("button", name="Make a link").click()
    return admin.locator("#link").inner_text()

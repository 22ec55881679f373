"""Signing in by an identity provider, by mail and with a passkey, where the installation has them (W2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.dashboard.browser import PASSWORD
from tests.dashboard.connected import Connected, passkey_window, problem_of, sign_in_at
from tests.dashboard.test_sessions import require_alike_times

REFUSED = "This sign-in took too long, or was begun in another window. Try again."


def test_a_person_signs_in_by_their_provider_and_goes_on(connected: Connected) -> None:
    email = connected.dashboard.add_person("developer")
    connected.be(email, subject="known")
    browser = connected.dashboard.open_browser()
    shown = browser.get(connected.go_to_provider(browser, "/ui/profile"))
    assert (shown.address, email in shown.words) == ("/ui/profile", True)


def test_an_answer_counts_once_and_in_the_browser_that_asked(connected: Connected) -> None:
    connected.be(connected.dashboard.add_person("developer"), subject="other")
    browser, thief = connected.dashboard.open_browser(), connected.dashboard.open_browser()
    back = connected.go_to_provider(browser)
    assert problem_of(thief.get(back)) == REFUSED
    assert browser.get(back).address == "/ui/profile"
    browser.post("/ui/sign-out")
    assert problem_of(browser.get(back)) == REFUSED


def test_who_is_unknown_here_is_told_to_ask_for_an_invitation(connected: Connected) -> None:
    connected.be("nobody-here@example.com", subject="nobody")
    browser = connected.dashboard.open_browser()
    shown = browser.get(connected.go_to_provider(browser))
    assert problem_of(shown) == (
        "Acme knows you, but you have no access here. Ask your administrator for an invitation."
    )
    assert browser.get("/ui/profile").address.startswith("/ui/sign-in")


def test_who_joins_or_leaves_a_group_has_other_pages_from_the_next_sign_in_on(connected: Connected) -> None:
    email = connected.dashboard.add_person("developer")
    admin, browser = connected.dashboard.sign_in("admin"), connected.dashboard.open_browser()
    found = []
    for groups in (["leads"], []):
        connected.be(email, subject="promoted", groups=groups)
        found.append(browser.get(connected.go_to_provider(browser, "/ui/people/new")).status)
        found.append(browser.get("/ui/health").status)
        browser.post("/ui/sign-out")
    assert found == [200, 200, 200, 403]
    (person,) = (
        one for one in admin.get(f"/ui/people?search={email}").links if re.match(r"/ui/people/\d+$", one)
    )
    note = "Acme sets what they may do at each sign-in. What is changed here lasts until then."
    assert note in admin.get(person).words


def test_who_had_the_address_before_its_owner_came_is_out_when_they_come(connected: Connected) -> None:
    """Else a customer would get the roles of the groups of whoever joins the company."""
    squatter = connected.dashboard.sign_in_as(connected.dashboard.add_person("developer"))
    assert squatter.post("/ui/profile/email", {"email": "boss@example.com"}).address == "/ui/profile"
    connected.be("boss@example.com", subject="boss", groups=["leads"])
    owner = connected.dashboard.open_browser()
    assert owner.get(connected.go_to_provider(owner, "/ui/accounts")).address == "/ui/accounts"
    assert squatter.get("/ui/accounts").address.startswith("/ui/sign-in")
    fields = {"email": "boss@example.com", "password": PASSWORD}
    assert connected.dashboard.open_browser().post("/ui/sign-in", fields).status == 422


def test_a_new_password_is_asked_for_by_mail_with_the_same_answer_for_everybody(connected: Connected) -> None:
    email = connected.dashboard.add_person("developer")
    pages = []
    for address in ("nobody-at-all@example.com", email):
        shown = connected.dashboard.open_browser().post("/ui/password", {"email": address})
        pages.append((shown.status, shown.text.replace(shown.csrf or "-", "")))
    assert pages[0] == pages[1]
    path = connected.sent_link("reset", email)
    connected.dashboard.open_browser().post(path, {"password": "four words of no song"})
    connected.dashboard.sign_in_as(email, "four words of no song")
    assert [one.rcpt_tos for one in connected.mail.taken if "nobody-at-all@example.com" in one.rcpt_tos] == []


def test_a_new_password_is_promised_as_quickly_to_addresses_that_nobody_has(connected: Connected) -> None:
    require_alike_times(connected.dashboard, "/ui/password")


def test_an_invitation_goes_by_mail_and_its_link_is_not_shown(connected: Connected) -> None:
    fields = {"email": "new@example.com", "account_id": str(connected.dashboard.account), "roles": "orderer"}
    shown = connected.dashboard.sign_in("manager").post("/ui/people/new", fields)
    assert ("A mail is on its way" in shown.words, "/ui/invitation/" in shown.text) == (True, False)
    path = connected.sent_link("invitation", "new@example.com")
    browser = connected.dashboard.open_browser()
    browser.post(path, {"first_name": "Ana", "password": "four words of no song"})
    assert browser.get("/ui/profile").value_of("first_name") == "Ana"


@pytest.fixture
def chromium(connected: Connected) -> Iterator[Page]:
    with passkey_window(connected) as page:
        yield page


@pytest.mark.browser
def test_a_passkey_is_made_signs_in_and_is_removed(connected: Connected, chromium: Page) -> None:
    page = chromium
    sign_in_at(page, "/ui/profile/passkeys", connected.dashboard.add_person("developer"))
    page.locator("#f-name").fill("Telephone مريم")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("never used").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(lambda url: "/ui/sign-in" not in url)
    page.goto("/ui/profile/passkeys")
    expect(page.locator(".rows")).to_contain_text("last used")
    page.get_by_role("link", name="Remove").or_(page.get_by_role("button", name="Remove")).first.click()
    page.locator("dialog[open]").get_by_role("button", name="Remove").click()
    page.get_by_text("No passkeys yet").wait_for()

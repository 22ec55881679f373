"""A form whose session ended in the middle comes back after each way to sign in, to its sender alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dragoman.dashboard.page import kept_forms
from tests.dashboard.browser import Browser, Shown, code_of
from tests.dashboard.connected import WITH_ACME, Connected, passkey_window, problem_of, sign_in_at

FACTOR = "/ui/profile/second-factor"
NAME = 'Löwe "<b>" مريم'
AGAIN = "You are signed in again"
FIELDS = {"first_name": NAME, "language": "en"}
TEMPLATES = Path(kept_forms.__file__).parent.parent
# Numbers of what is chosen elsewhere from a list, choices that are written, confirmations, and codes.
UNSHOWN = {"account", "account_id", "user_id", "encoding", "source_language", "target_language"}
UNSHOWN |= {"number", "typed_name", "code"}


def _sent_too_late(
    connected: Connected,
    *,
    subject: str,
    secret: list[str] | None = None,
    form: tuple[str, Mapping[str, str | Sequence[str]]] = ("/ui/profile", FIELDS),
) -> tuple[Browser, Shown]:
    """A browser whose session ended in the middle of a form, and the page that asks to sign in again.

    `secret` gets the key of a second factor.
    """
    email = connected.dashboard.add_person("developer")
    connected.be(email, subject=subject)
    browser = connected.dashboard.sign_in_as(email)
    if secret is not None:
        secret.append(browser.post(f"{FACTOR}/begin").text_of("#factor-secret"))
        browser.post(f"{FACTOR}/confirm", {"code": code_of(secret[0])})
    _end_session(connected, browser.client.cookies["dragoman_session"])
    asked = browser.post(*form)
    assert (asked.status, asked.title) == (401, "Your session has ended")
    return browser, asked


def _end_session(connected: Connected, token: str) -> None:
    other = connected.dashboard.open_browser()
    other.client.cookies.set("dragoman_session", token)
    other.get("/ui/profile")
    other.post("/ui/sign-out")


def test_a_form_that_was_kept_comes_back_after_signing_in_by_the_provider(connected: Connected) -> None:
    browser, asked = _sent_too_late(connected, subject="in the middle")
    shown = browser.get(connected.go_with_form(browser, asked))
    assert (shown.title, NAME in shown.words) == (AGAIN, True)
    form = shown.find("//main//form")
    fields = {one.get("name"): one.get("value") for one in form.iter("input")}
    assert browser.post(form.get("action"), fields).value_of("first_name") == NAME
    browser.post("/ui/sign-out")
    assert browser.get(connected.go_to_provider(browser)).address == "/ui/profile"  # it came back once


def test_a_form_that_was_kept_comes_back_after_the_providers_second_factor_here(
    connected: Connected,
) -> None:
    secret: list[str] = []
    browser, asked = _sent_too_late(connected, subject="two factors", secret=secret)
    shown = browser.get(connected.go_with_form(browser, asked))
    assert (shown.title, browser.get("/ui/profile").title) == ("Enter your code", "Enter your code")
    form = shown.find("//main//form[.//input[@name='kept']]")
    hidden = {one.get("name"): one.get("value") for one in form.xpath(".//input[@type='hidden']")}
    wrong = browser.post(form.get("action"), {**hidden, "code": "000000"})
    hidden["kept"] = wrong.find("//input[@name='kept']").get("value")
    shown = browser.post(form.get("action"), {**hidden, "code": code_of(secret[0], step=1)})
    assert (shown.title, NAME in shown.words) == (AGAIN, True)


def test_a_kept_form_is_shown_by_its_labels(connected: Connected) -> None:
    """What the page filled in, such as ids, comes back with it, but says nothing to its sender."""
    fields = {"name": "Ours", "scopes": "translate", "boxes": "scopes", "version": "0123456789abcdef"}
    sent = ("/ui/applications/new", fields)
    browser, asked = _sent_too_late(connected, subject="with labels", form=sent)
    shown = browser.get(connected.go_with_form(browser, asked))
    assert [one.text_content() for one in shown.tree.xpath("//main//dl/*")] == ["Name", "Ours"]
    kept = {one.get("name"): one.get("value") for one in shown.find("//main//form").iter("input")}
    assert fields.items() <= kept.items()


def test_all_that_people_write_into_has_a_label_there() -> None:
    templates = "".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    written = set(re.findall(r"ui\.(?:text|area)\(\"([a-z_]+)\"", templates))
    assert len(written) > 20
    assert written - UNSHOWN <= set(kept_forms.LABELS)


def test_a_form_that_was_kept_stays_while_the_provider_refuses(connected: Connected) -> None:
    browser, asked = _sent_too_late(connected, subject="changes their mind")
    state = connected.go_with_form(browser, asked).partition("state=")[2]
    asked = browser.get(f"{WITH_ACME}/callback?error=access_denied&state={state}")
    assert problem_of(asked) == "Acme did not sign you in (access_denied)."
    shown = browser.get(connected.go_with_form(browser, asked))
    assert (shown.title, NAME in shown.words) == (AGAIN, True)


def test_a_form_that_was_kept_does_not_come_back_to_another_person_of_the_provider(
    connected: Connected,
) -> None:
    browser, asked = _sent_too_late(connected, subject="who wrote")
    connected.be(connected.dashboard.add_person("developer"), subject="who took over")
    shown = browser.get(connected.go_with_form(browser, asked))
    assert (shown.address, NAME in shown.text) == ("/ui/translate", False)


def test_a_form_that_was_kept_does_not_come_back_to_another_browser(connected: Connected) -> None:
    browser, asked = _sent_too_late(connected, subject="one browser")
    back = connected.go_with_form(browser, asked)
    thief = connected.dashboard.open_browser()
    thief.client.cookies.set("dragoman_openid", browser.client.cookies["dragoman_openid"])
    shown = thief.get(back)  # with the cookie of the sign-in, but not that of the last one
    assert NAME not in shown.text


@pytest.mark.browser
def test_a_form_that_was_kept_comes_back_after_each_way_to_sign_in(connected: Connected) -> None:
    """In a browser that obeys the policies of our pages, which forms and redirects have to pass."""
    email = connected.dashboard.add_person("developer")
    connected.be(email, subject="in chromium")
    with passkey_window(connected) as page:
        sign_in_at(page, "/ui/profile/passkeys", email)
        page.locator("#f-name").fill("Telephone")
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_text("never used").wait_for()
        for number, way in enumerate(("Sign in with a passkey", "Sign in with Acme")):
            page.goto("/ui/profile")
            cookies = {str(one.get("name")): str(one.get("value")) for one in page.context.cookies()}
            _end_session(connected, cookies["dragoman_session"])
            page.locator("#f-first_name").fill(f"Löwe {number} <b>")
            page.locator("#f-first_name").press("Enter")
            page.get_by_role("button", name=way).click()
            expect(page.get_by_role("heading", level=1)).to_have_text(AGAIN)
            page.get_by_role("button", name="Send it now").click()
            expect(page.locator("#f-first_name")).to_have_value(f"Löwe {number} <b>")

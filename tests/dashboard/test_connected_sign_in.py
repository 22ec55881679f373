"""Signing in by an identity provider, by mail and with a passkey, where the installation has them (W2)."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.contract.test_docs_page import CHROMIUM, FLAGS
from tests.dashboard.browser import PASSWORD, Browser, Dashboard, Shown
from tests.dashboard.test_sessions import require_alike_times
from tests.live import prepare_service
from tests.mail.server import MailServerOfTests, running_server
from tests.sign_in.openid.provider import SignInProvider
from tests.waiting import CEILING, wait_until

_T = TypeVar("_T")
REFUSED = "This sign-in took too long, or was begun in another window. Try again."


@dataclass(kw_only=True)
class Connected:
    """A dashboard with an identity provider and a mail server of the test's own, reached as localhost."""

    dashboard: Dashboard
    provider: SignInProvider
    mail: MailServerOfTests

    def be(self, email: str, *, subject: str) -> None:
        """Whom the provider signs in from now on."""
        self.provider.changes = {"sub": subject, "email": email, "email_verified": True}

    def go_to_provider(self, browser: Browser, after: str = "/ui/profile") -> str:
        """Follow the link of the sign-in page; the path that the provider sends the browser back to."""
        shown = browser.get(f"/ui/sign-in?next={after}")
        (link,) = (one for one in shown.links if one.startswith("/ui/sign-in/with/acme"))
        answer = browser.client.get(link)
        assert answer.status_code == 303, answer.text
        query = self.provider.visit(answer.headers["location"])
        return f"/ui/sign-in/with/acme/callback?code={query['code']}&state={query['state']}"

    def sent_link(self, kind: str, to: str) -> str:
        """The path of the link in the newest mail to somebody."""

        def found() -> list[int]:
            return [index for index, one in enumerate(self.mail.taken) if to in one.rcpt_tos]

        wait_until(lambda: bool(found()), explain=lambda: self.dashboard.live.log[-2000:])
        body = self.mail.message(found()[-1]).get_body(("plain",))
        assert body is not None
        match = re.search(rf"/ui/{kind}/[\w-]{{43}}", body.get_content())
        assert match is not None, body.get_content()
        return match[0]


@contextmanager
def _servers() -> Iterator[tuple[SignInProvider, MailServerOfTests]]:
    """Both, in a thread of their own."""
    loop, stack = asyncio.new_event_loop(), AsyncExitStack()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(coroutine: Coroutine[Any, Any, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(CEILING)

    provider = SignInProvider()
    try:
        run(provider.start())
        yield provider, run(stack.enter_async_context(running_server()))
    finally:
        run(stack.aclose())
        run(provider.stop())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture(scope="module")
def connected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connected]:
    with _servers() as (provider, mail):
        entry = provider.sign_in_entry().model_dump(mode="json", exclude_none=True)
        entry["sign_in"]["client_secret"] = "s3cret/+"
        service = prepare_service(
            tmp_path_factory.mktemp("connected") / "data",
            DRAGOMAN_ISSUERS=json.dumps([entry]),
            DRAGOMAN_MAIL_URL=f"smtp://127.0.0.1:{mail.port}?tls=no",
            DRAGOMAN_MAIL_FROM="Dragoman <dragoman@example.com>",
        )
        public = {"DRAGOMAN_PUBLIC_URL": f"http://localhost:{service.port}"}
        service.environment = {**service.environment, **public}
        service.start()
        try:
            service.wait_ready()
            dashboard = Dashboard(
                live=service,
                provider=service.create_account("Provider Ltd"),
                account=service.create_account("Northwind Tools"),
                other_account=service.create_account("Contoso Software"),
            )
            yield Connected(dashboard=dashboard, provider=provider, mail=mail)
            while dashboard.browsers:
                dashboard.browsers.pop().close()
        finally:
            service.stop()


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
    assert _problem(thief.get(back)) == REFUSED
    assert browser.get(back).address == "/ui/profile"
    browser.post("/ui/sign-out")
    assert _problem(browser.get(back)) == REFUSED


def test_who_is_unknown_here_is_told_to_ask_for_an_invitation(connected: Connected) -> None:
    connected.be("nobody-here@example.com", subject="nobody")
    browser = connected.dashboard.open_browser()
    shown = browser.get(connected.go_to_provider(browser))
    assert _problem(shown) == (
        "Acme knows you, but you have no access here. Ask your administrator for an invitation."
    )
    assert browser.get("/ui/profile").address.startswith("/ui/sign-in")


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
    """A page of a browser with a passkey device of its own."""
    assert CHROMIUM is not None, "make test installs Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        context = browser.new_context(
            base_url=f"http://localhost:{connected.dashboard.live.port}", locale="en"
        )
        context.set_default_timeout(CEILING * 1000)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        device = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": device})
        yield page
        browser.close()


@pytest.mark.browser
def test_a_passkey_is_made_signs_in_and_is_removed(connected: Connected, chromium: Page) -> None:
    page = chromium
    page.goto("/ui/sign-in?next=/ui/profile/passkeys")
    page.locator("#f-email").fill(connected.dashboard.add_person("developer"))
    page.locator("#f-password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
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


def _problem(shown: Shown) -> str:
    return shown.text_of("//*[contains(@class, 'note')][@role='alert']")

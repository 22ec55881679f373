"""A dashboard that people sign in to by an identity provider, by mail and with a passkey."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Page

from tests.dashboard.browser import PASSWORD, Browser, Dashboard, Shown
from tests.dashboard.chromium import running_chromium, window
from tests.live import prepare_service
from tests.mail.server import MailServerOfTests, running_server
from tests.sign_in.openid.provider import SignInProvider
from tests.waiting import CEILING, wait_until

_T = TypeVar("_T")
WITH_ACME = "/ui/sign-in/with/acme"
GROUPS = {"leads": ["manager"]}


@dataclass(kw_only=True)
class Connected:
    """A dashboard with an identity provider and a mail server of the test's own, reached as localhost."""

    dashboard: Dashboard
    provider: SignInProvider
    mail: MailServerOfTests

    def be(self, email: str, *, subject: str, groups: Sequence[str] = ()) -> None:
        """Whom the provider signs in from now on. Who is in no group of `GROUPS` is a developer."""
        claims = {"sub": subject, "email": email, "email_verified": True, "groups": list(groups)}
        self.provider.changes = claims

    def go_to_provider(self, browser: Browser, after: str = "/ui/profile") -> str:
        """Follow the link of the sign-in page; the path that the provider sends the browser back to."""
        shown = browser.get(f"/ui/sign-in?next={after}")
        (link,) = (one for one in shown.links if one.startswith("/ui/sign-in/with/acme"))
        answer = browser.client.get(link)
        assert answer.status_code == 303, answer.text
        return self._visit(answer.headers["location"])

    def go_with_form(self, browser: Browser, asked: Shown) -> str:
        """The same from the page that keeps the form of a session that has ended."""
        form = asked.find(f"//main//form[@action='{WITH_ACME}']")
        hidden = {one.get("name"): one.get("value") for one in form.xpath(".//input")}
        leads_on = browser.post(WITH_ACME, hidden)
        (link,) = (one for one in leads_on.links if one.startswith("http"))
        refresh = leads_on.find("//meta[@http-equiv='refresh']").get("content")
        assert (leads_on.status, refresh) == (200, f"0; url={link}")
        return self._visit(link)

    def _visit(self, address: str) -> str:
        query = self.provider.visit(address)
        return f"{WITH_ACME}/callback?code={query['code']}&state={query['state']}"

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


@contextmanager
def connected_dashboard(folder: Path) -> Iterator[Connected]:
    """A running service with both."""
    with _servers() as (provider, mail):
        entry = provider.sign_in_entry(roles=GROUPS, default_roles=["developer"]).model_dump(
            mode="json", exclude_none=True
        )
        entry["sign_in"]["client_secret"] = "s3cret/+"
        service = prepare_service(
            folder / "data",
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


@contextmanager
def passkey_window(connected: Connected) -> Iterator[Page]:
    """A page of a browser with a passkey device of its own."""
    url = f"http://localhost:{connected.dashboard.live.port}"
    with running_chromium() as browser, window(browser, url) as page:
        session = page.context.new_cdp_session(page)
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


def sign_in_at(page: Page, after: str, email: str) -> None:
    """Sign in with the password, and go on to a page."""
    page.goto(f"/ui/sign-in?next={after}")
    page.locator("#f-email").fill(email)
    page.locator("#f-password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def problem_of(shown: Shown) -> str:
    """What the page says that went wrong."""
    return shown.text_of("//*[contains(@class, 'note')][@role='alert']")

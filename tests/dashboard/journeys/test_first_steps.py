"""From nothing to a working program, and from an invitation to a second factor (W2)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.dashboard.browser import PASSWORD, Dashboard, code_of
from tests.dashboard.chromium import window
from tests.dashboard.journeys.conftest import OpenWindow
from tests.live import live_service
from tests.waiting import CEILING

pytestmark = pytest.mark.browser
MOST_CLICKS, MOST_SECONDS = 8, 60


def test_from_the_first_start_to_the_first_call(
    tmp_path: Path, chromium: Browser, clicks: Callable[[Page], list[str]]
) -> None:
    with live_service(tmp_path / "data", empty=True) as service:
        link = re.search(r"Sign in once: (\S+)", service.wait_for_log("Sign in once"))
        assert link is not None
        with window(chromium, service.url) as page:
            began, clicked = time.monotonic(), clicks(page)
            page.goto(link[1])
            page.get_by_label("First name").fill("Ada")
            page.get_by_label("E-mail address").fill("ada@example.com")
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.get_by_role("button", name="Begin").click()
            page.get_by_role("link", name="Translate", exact=True).click()
            for name, language in (("Translate from", "English"), ("Translate into", "Spanish")):
                page.get_by_role("combobox", name=name).fill(language)
                page.get_by_role("combobox", name=name).press("Enter")
            page.locator("#f-text").fill("The dog is big.")
            expect(page.locator("#target")).to_have_text("El perro es grande.")
            page.get_by_role("link", name="Applications").click()
            page.get_by_role("link", name="Create application").first.click()
            page.get_by_label("Name", exact=True).fill("Website")
            page.get_by_role("button", name="Create application").click()
            settings = dict(
                line.split("=", 1) for line in page.locator("#env").inner_text().splitlines() if line
            )
            assert _call(settings) == "El gato es pequeño."
            assert time.monotonic() - began < MOST_SECONDS
            assert len(clicked) <= MOST_CLICKS, clicked


def _call(settings: dict[str, str]) -> str:
    """What a program gets that has these settings."""
    granted = httpx2.post(
        f"{settings['URL']}/oauth2/token",
        data={"grant_type": "client_credentials"},
        auth=(settings["CLIENT_ID"], settings["CLIENT_SECRET"]),
        timeout=CEILING,
    )
    answer = httpx2.post(
        f"{settings['URL']}/v2/translate",
        headers={"Authorization": f"Bearer {granted.json()['access_token']}"},
        json={"source": "en", "target": "es", "segments": [{"text": "The cat is small."}]},
        timeout=CEILING,
    )
    return str(answer.json()["translations"][0]["translation"])


def test_from_an_invitation_to_a_second_factor_and_a_new_password(
    dashboard: Dashboard, open_window: OpenWindow
) -> None:
    email, manager = "journey@example.com", open_window("manager")
    manager.goto("/ui/people")
    manager.get_by_role("link", name="Invite somebody").first.click()
    manager.get_by_label("E-mail address").fill(email)
    manager.get_by_label("Account").select_option(label="Northwind Tools")
    manager.get_by_role("checkbox", name=re.compile("Developer")).check()
    manager.get_by_role("button", name="Invite").click()
    link = manager.locator("#link").inner_text()

    person = open_window()
    person.goto(link)
    person.get_by_label("First name").fill("Eva")
    person.get_by_label("Password", exact=True).fill(PASSWORD)
    person.locator("main button[type=submit]").click()
    person.goto("/ui/profile")
    person.get_by_role("link", name="Set up a second factor").click()
    person.get_by_role("button", name="Begin").click()
    secret = person.locator("#factor-secret").inner_text()
    person.get_by_label("Code", exact=True).fill(code_of(secret))
    person.get_by_role("button", name="Turn it on").click()
    recovery_code = person.locator("#codes").inner_text().split()[0]
    person.get_by_role("button", name="Sign out").click()
    _sign_in(person, email, PASSWORD, recovery_code)

    manager.get_by_role("link", name="To the person").click()
    admin = open_window("admin")
    admin.goto(manager.url)
    admin.get_by_role("button", name="Make a link").click()
    person.goto(admin.locator("#link").inner_text())
    person.get_by_label(re.compile("^(New )?[Pp]assword$")).fill("four words of no song")
    person.locator("main button[type=submit]").click()
    if person.get_by_label("Code", exact=True).count():
        person.get_by_label("Code", exact=True).fill(code_of(secret, step=1))
        person.get_by_role("button", name="Go on").click()
    person.goto("/ui/profile")
    expect(person.get_by_label("First name")).to_have_value("Eva")


def _sign_in(person: Page, email: str, password: str, code: str) -> None:
    person.goto("/ui/sign-in?next=/ui/profile")
    person.get_by_label("E-mail address").fill(email)
    person.get_by_label("Password", exact=True).fill(password)
    person.get_by_role("button", name="Sign in", exact=True).click()
    person.get_by_label("Code", exact=True).fill(code)
    person.get_by_role("button", name="Go on").click()
    expect(person).to_have_url(re.compile("/ui/profile$"))

"""From nothing to a working program (W2)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.dashboard.browser import PASSWORD
from tests.dashboard.chromium import choose_language, window
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
                choose_language(page, name, language)
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

"""From `dragoman login` in a terminal over an approved page to a translation (RFC 8628)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from dragoman_client.profiles import profiles_path
from tests.client.commands.conftest import CommandLine
from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.chromium import NARROW, scrolls_sideways, tab_to
from tests.dashboard.journeys.conftest import OpenWindow
from tests.dashboard.test_accessibility import AXE, RUN, TAGS
from tests.dashboard.test_device import ask
from tests.waiting import CEILING

pytestmark = pytest.mark.browser


def start_login(folder: Path, dashboard: Dashboard) -> tuple[CommandLine, subprocess.Popen[str], str, str]:
    """A login that waits, with the page and the code that it shows."""
    command = CommandLine(folder=folder)
    running = command.start("login", dashboard.live.url, "--device")
    assert running.stderr is not None
    shown = ""
    while "Waiting for up to" not in shown:
        line = running.stderr.readline()
        assert line, shown
        shown += line
    page, code = re.findall(r"^ {4}(\S+)$", shown, re.MULTILINE)
    return command, running, page, code


def test_from_the_terminal_over_the_browser_to_a_translation(
    dashboard: Dashboard, open_window: OpenWindow, tmp_path: Path
) -> None:
    command, running, address, code = start_login(tmp_path, dashboard)
    page = open_window()
    page.goto(address)
    page.get_by_label("E-mail address").fill(dashboard.person("developer"))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Code").fill(code.lower())
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("main")).to_contain_text(code)
    page.get_by_label("Order and follow projects").uncheck()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("heading", name="Approved")).to_be_visible()
    _, errors = running.communicate(timeout=CEILING)
    assert running.returncode == 0, errors
    assert f"Logged in to {dashboard.live.url}" in errors
    assert command.json("whoami")["claims"]["scope"] == "translate reference"
    assert command.ok("translate", "The dog is big.", "--from", "en", "--to", "es") == "El perro es grande.\n"
    page.get_by_role("main").get_by_role("link", name="Applications").click()
    page.get_by_role("link", name=re.compile("^Command line on ")).last.click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Disable application").click()
    page.get_by_role("dialog").get_by_role("button", name="Disable application").click()
    expect(page.get_by_text("Application disabled.")).to_be_visible()
    refused = command.run("translate", "The dog.", "--from", "en", "--to", "es")
    assert (refused.returncode, "disabled" in refused.stderr) == (3, True), refused.stderr


def test_who_denies_by_keyboard_ends_the_login(
    dashboard: Dashboard, open_window: OpenWindow, tmp_path: Path
) -> None:
    command, running, address, code = start_login(tmp_path, dashboard)
    page = open_window("developer")
    page.goto(f"{address}?user_code={code}")
    tab_to(page, "Go on")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Let this command line act for you?")).to_be_visible()
    tab_to(page, "Deny")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Denied. The command line gets nothing.")).to_be_visible()
    _, errors = running.communicate(timeout=CEILING)
    assert (running.returncode, "The login was denied." in errors) == (3, True), errors
    assert not profiles_path(command.variables).exists()


@pytest.mark.parametrize("look", [("light", "en"), ("dark", "ar")], ids="-".join)
def test_what_asks_is_accessible_and_fits_on_a_telephone(
    dashboard: Dashboard, open_window: OpenWindow, look: tuple[str, str]
) -> None:
    codes = ask(dashboard, device_name="a-computer-with-a-very-long-name-" * 3)
    page = open_window("admin", viewport=NARROW)
    for name, value in zip(("dragoman_theme", "dragoman_language"), look, strict=True):
        page.context.add_cookies([{"name": name, "value": value, "url": dashboard.live.url}])
    page.goto(f"/ui/device?user_code={codes['user_code']}")
    assert _violations(page) == []
    page.locator("main form button").click()
    expect(page.locator("button[value=approve]")).to_be_visible()
    assert _violations(page) == []
    assert not scrolls_sideways(page)
    page.locator("button[value=approve]").click()
    expect(page.locator("main .note.ok")).to_be_visible()
    assert _violations(page) == []
    assert not scrolls_sideways(page)


def _violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return list(page.evaluate(RUN, TAGS))

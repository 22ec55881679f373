"""`make screenshots`: write the pictures of `docs/` anew, from the demo account of a service of its own.

The service runs in an empty directory and is gone afterwards. Its pages are seen in Chromium: wide and on a
telephone, light and dark, and from right to left.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.demo import FILE, Credentials, read_credentials
from scripts.setup.project import ROOT

PICTURES: Final = ROOT / "docs/pictures"
_WIDE: Final = {"width": 1280, "height": 800}
_NARROW: Final = {"width": 390, "height": 780}
_CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome")
_STOP_SECONDS: Final = 60
_LINK: Final = re.compile(r"Sign in once: (\S+)")
_LAST_LINE: Final = "Ctrl+C stops the service."


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A page as a picture shows it."""

    name: str  # of the file
    path: str
    follow: tuple[str, ...] = ()  # the names of the links to click from there
    size: dict[str, int]
    dark: bool = False
    language: str = "en"


# What the demo account's person sees, and what the administrator does.
_OF_CUSTOMER: Final = (
    Picture(name="projects", path="/ui/projects", size=_WIDE),
    Picture(name="project", path="/ui/projects", follow=("Manual, second edition",), size=_WIDE),
    Picture(name="memory", path="/ui/memories", follow=("Coffee machines", "Units"), size=_WIDE, dark=True),
    Picture(name="term-base", path="/ui/term-bases", follow=("Coffee machines",), size=_WIDE),
    Picture(name="usage", path="/ui/usage", size=_WIDE),
    Picture(name="projects-arabic", path="/ui/projects", size=_WIDE, language="ar"),
    Picture(name="project-telephone", path="/ui/projects", follow=("Manual, second edition",), size=_NARROW),
)
_OF_ADMIN: Final = (
    Picture(name="health", path="/ui/health", size=_WIDE),
    Picture(name="to-do", path="/ui/projects?stage=to_do", size=_WIDE),
)


def main() -> int:
    """Write all pictures; gives 1 where Chromium or the service is not there."""
    program = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if program is None:
        print("make screenshots: Chromium is missing; `make setup-test` installs it.", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    with _demo_service() as (url, link, person), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for picture in _OF_CUSTOMER:
            with _window(browser, url, picture) as page:
                _sign_in(page, person)
                _take(page, picture)
        _take_as_admin(browser, url, link)
        browser.close()
    return 0


@contextmanager
def _demo_service() -> Iterator[tuple[str, str, Credentials]]:
    """A service with the demo account: address, the administrator's first link, the account's person."""
    with tempfile.TemporaryDirectory(prefix="dragoman-screenshots-") as directory:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        settings = {"DRAGOMAN_PORT": str(port), "DRAGOMAN_LOG_LEVEL": "error", "PYTHONPATH": str(ROOT)}
        service = subprocess.Popen(
            [sys.executable, "-m", "scripts.serve"],
            cwd=directory,
            env={**os.environ, **settings},
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            said = _wait_until_introduced(service)
            person = read_credentials(Path(directory) / FILE)
            link = _LINK.search(said)
            if link is None or person is None:
                raise SystemExit(f"make screenshots: the service does not start:\n{said}")
            yield f"http://127.0.0.1:{port}", link[1], person
        finally:
            service.send_signal(signal.SIGTERM)
            service.communicate()
            _wait_until_stopped(Path(directory))


def _wait_until_stopped(directory: Path) -> None:
    """Wait for the database server, which ends after the last process that uses it."""
    until = time.monotonic() + _STOP_SECONDS
    while any(directory.rglob("postmaster.pid")) and time.monotonic() < until:
        time.sleep(0.1)


def _wait_until_introduced(service: subprocess.Popen[str]) -> str:
    said = ""
    assert service.stderr is not None
    for line in service.stderr:
        said += line
        if _LAST_LINE in line:
            break
    return said


@contextmanager
def _window(browser: Browser, url: str, picture: Picture) -> Iterator[Page]:
    options: dict[str, Any] = {"viewport": picture.size, "locale": picture.language, "timezone_id": "UTC"}
    context = browser.new_context(base_url=url, color_scheme="dark" if picture.dark else "light", **options)
    yield context.new_page()
    context.close()


def _sign_in(page: Page, person: Credentials) -> None:
    page.goto("/ui/sign-in")
    page.locator("[name=email]").fill(person.email)
    page.locator("[name=password]").fill(person.password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda address: "/sign-in" not in address)


def _take_as_admin(browser: Browser, url: str, link: str) -> None:
    """The administrator's first page and those that they see later."""
    first = Picture(name="translate", path=link, size=_WIDE)
    with _window(browser, url, first) as page:
        page.goto(link)
        page.get_by_label("First name").fill("Ada")
        page.get_by_label("E-mail address").fill("ada@example.com")
        page.get_by_label("Password", exact=True).fill("a password of a picture")
        page.get_by_role("button", name="Begin").click()
        page.locator("#result[data-done]").wait_for()
        _photograph(page, first)
        for picture in _OF_ADMIN:
            _take(page, picture)


def _take(page: Page, picture: Picture) -> None:
    page.goto(picture.path)
    for name in picture.follow:
        page.locator("main").get_by_role("link", name=name).first.click()
    _photograph(page, picture)


def _photograph(page: Page, picture: Picture) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=PICTURES / f"{picture.name}.png", animations="disabled")
    print(PICTURES.relative_to(ROOT) / f"{picture.name}.png")


if __name__ == "__main__":
    sys.exit(main())

"""A browser that is killed, and started again with the same profile."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests.dashboard.chromium import CHROMIUM, WAIT
from tests.waiting import wait_until


class CrashingBrowser:
    """Chromium with a profile on disk, in a group of processes of its own."""

    def __init__(self, playwright: Playwright, profile: Path) -> None:
        self.profile = profile
        self._playwright = playwright
        self._process: subprocess.Popen[bytes] | None = None
        self._browser: Browser | None = None

    def start(self) -> BrowserContext:
        port_file = self.profile / "DevToolsActivePort"
        port_file.unlink(missing_ok=True)
        flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--remote-debugging-port=0",
        ]
        assert CHROMIUM is not None
        self._process = subprocess.Popen(
            [CHROMIUM, *flags, f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        port = wait_until(lambda: port_file.exists() and port_file.read_text().partition("\n")[0])
        self._browser = self._playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        return self._browser.contexts[0]

    def open(self) -> Page:
        page = self.start().new_page()
        page.set_default_timeout(WAIT)
        return page

    def kill(self) -> None:
        """End all its processes at once, with no warning."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        if self._browser:
            self._browser.close()

    def files_with(self, text: str) -> list[Path]:
        """The files of the profile in which a text can be read."""
        wanted = [text.encode(), text.encode("utf-16-le")]
        return [
            path
            for path in self.profile.rglob("*")
            if path.is_file() and any(one in path.read_bytes() for one in wanted)
        ]


@contextlib.contextmanager
def crashing_browser(playwright: Playwright, profile: Path) -> Iterator[CrashingBrowser]:
    browser = CrashingBrowser(playwright, profile)
    try:
        yield browser
    finally:
        browser.kill()

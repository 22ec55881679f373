"""The service of `saving_server`, as tests start, kill, instruct and ask it; and its page in a browser."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
from playwright.sync_api import Page

from dragoman.dashboard.page.rendering import POLICY
from tests.dashboard.chromium import evaluate
from tests.dashboard.editor.saving_server import BASE
from tests.live import free_port
from tests.waiting import wait_until

# Quick enough for tests, in the proportions of real ones.
PAUSES = {"keep": 60, "send": 150, "retry": 40, "most": 200, "timeout": 2000}


class SavingService:
    """A service that can be killed. Its journal stays."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._journal = folder / "journal.jsonl"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        module = "tests.dashboard.editor.saving_server"
        arguments = [str(self.port), str(self._journal), POLICY]  # importing POLICY there would take seconds
        self._process = subprocess.Popen([sys.executable, "-m", module, *arguments])
        wait_until(self._answers)

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            self.control()
            return True
        return False

    def control(self, **orders: Any) -> dict[str, Any]:
        answer: dict[str, Any] = httpx.post(f"{self.url}/control", json=orders).json()
        return answer

    def row(self, number: int) -> tuple[str | None, str]:
        found = self.control()["rows"][number]
        return found["target"], found["status"]

    def journal(self) -> list[dict[str, Any]]:
        lines = self._journal.read_text().splitlines() if self._journal.exists() else []
        return [json.loads(line) for line in lines]

    def saved(self) -> list[tuple[int, str, str]]:
        """What editors have saved, in the order in which it was applied."""
        return [
            (one["numbers"][0], one["target"], one["status"])
            for one in self.journal()
            if one["kind"] == "edited"
        ]

    def address(self, *, poll: dict[str, int] | None = None, **query: Any) -> str:
        pauses = {**PAUSES, **query.pop("pauses", {}), **({"poll": poll} if poll else {})}
        asked = {"pauses": json.dumps(pauses), **query, **({"poll": "yes"} if poll else {})}
        return f"{self.url}{BASE}?{urlencode(asked)}"


@contextlib.contextmanager
def saving_service(folder: Path) -> Iterator[SavingService]:
    service = SavingService(folder)
    service.start()
    try:
        yield service
    finally:
        service.kill()


def open_editor(page: Page, service: SavingService, **query: Any) -> None:
    """Open the page, until what was kept is shown."""
    page.goto(service.address(**query))
    wait_for(page, "globalThis.seen?.restored")


def write(page: Page, number: int, text: str, *, confirm: bool = False) -> None:
    """Type at the end of a segment, key by key."""
    field = page.locator(f"#t{number}")
    field.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type(text)
    if confirm:
        page.keyboard.press("Control+Enter")


def confirm(page: Page, number: int) -> None:
    page.locator(f"#t{number}").press("Control+Enter")


def wait_for_state(page: Page, state: str) -> dict[str, Any]:
    """Wait until the head of the page would say this; gives all it is told."""
    wait_for(page, f"seen.state.state === '{state}'")
    return dict(read(page, "seen.state"))


def wait_for(page: Page, condition: str) -> None:
    """Wait for a condition in the page; its policy forbids Playwright's own way."""
    wait_until(
        lambda: evaluate(page, f"Boolean({condition})"),
        explain=lambda: evaluate(page, "JSON.stringify(globalThis.seen)"),
    )


def read(page: Page, what: str) -> Any:
    return page.evaluate(what)

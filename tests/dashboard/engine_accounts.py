"""A dashboard with engines of the tests, and accounts that choose among them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.live import prepare_service

_numbers = count(1)


@contextmanager
def engine_dashboard(folder: Path) -> Iterator[Dashboard]:
    """A running service with the engines of `engine_service`."""
    live = prepare_service(folder / "data", own_python=True)
    command = [sys.executable, "-m", "tests.dashboard.engine_service", "serve"]
    with (folder / f"serve-{live.port}.log").open("wb") as log:
        live.process = subprocess.Popen(
            [*command, "--port", str(live.port), "--data", str(live.data)],
            env={**os.environ, **live.environment},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        live.wait_ready()
        accounts = [live.create_account(name) for name in ("Provider Ltd", "Northwind Tools", "Contoso")]
        dashboard = Dashboard(live=live, provider=accounts[0], account=accounts[1], other_account=accounts[2])
        yield dashboard
        while dashboard.browsers:
            dashboard.browsers.pop().close()
    finally:
        live.stop()


@dataclass(kw_only=True)
class Choosing:
    """An account whose engines are chosen, and one of its developers."""

    account: int
    developer: Browser
    admin: Browser

    @property
    def address(self) -> str:
        return f"/ui/accounts/{self.account}/engines"

    def allow(self, *names: str, **fields: str) -> Shown:
        return self.admin.post(self.address, {"boxes": "remote", "remote": names, **fields})

    def add(self, source: str, target: str, *engines: str, **fields: str) -> Shown:
        places = {f"engine_{number}": name for number, name in enumerate(engines, 1)}
        pair = {"source": source, "target": target}
        return self.admin.post(f"{self.address}/new", {**pair, **places, **fields})

    def translate(self, text: str, *, source: str = "en", target: str = "de") -> Shown:
        return self.developer.post("/ui/translate", {"source": source, "target": target, "text": text})


def new_choosing(dashboard: Dashboard, admin: Browser) -> Choosing:
    """A new account."""
    account = dashboard.live.create_account(f"Choosers {new_number()}")
    return Choosing(account=account, developer=dashboard.sign_in("developer", account=account), admin=admin)


def new_number() -> int:
    """A number for a text that no other test sends: translations are cached."""
    return next(_numbers)


def rows(shown: Shown, part: str) -> list[list[str]]:
    """The cells of a table's rows, as text."""
    found = shown.tree.xpath(f"//*[@id='{part}']//tbody/tr")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in found]


def version_in(shown: Shown, action: str) -> str:
    """The version that a form was shown for."""
    return str(shown.find(f"//form[@action='{action}']//input[@name='version']").get("value"))

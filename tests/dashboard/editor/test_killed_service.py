"""W4: The service is killed at random moments while a linguist confirms one segment after another."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB, sign_in, window
from tests.dashboard.editor.opened import open_translation, show_editor, targets_of
from tests.live import LiveService, live_service

KILLS = int(os.environ.get("EDITOR_KILLS", "3"))
SEED = int(os.environ.get("EDITOR_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
SEGMENTS = 60


@pytest.fixture
def killable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    with live_service(tmp_path_factory.mktemp("killed") / "data") as live:
        dashboard = Dashboard(
            live=live,
            provider=live.create_account("Provider Ltd"),
            account=live.create_account("Northwind Tools"),
            other_account=live.create_account("Contoso Software"),
        )
        yield dashboard
        while dashboard.browsers:
            dashboard.browsers.pop().close()


class Killer:
    """Kills the service after random pauses, and starts it again, so many times."""

    def __init__(self, live: LiveService, random_: random.Random) -> None:
        self.live, self.random = live, random_
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        for _ in range(KILLS):
            self.is_over.wait(self.random.uniform(0.2, 2.5))
            self.live.stop(signal.SIGKILL)
            self.is_over.wait(self.random.uniform(0, 1.5))
            self.live.start()
            self.live.wait_ready()
        self.is_over.set()


def test_no_confirmed_segment_is_lost(killable: Dashboard, chromium: Chromium) -> None:
    print(f"EDITOR_SEED={SEED}")
    orderer, manager = killable.sign_in("orderer"), killable.sign_in("manager")
    data = b"".join(b"<p>Paragraph %d of the book is here.</p>" % number for number in range(SEGMENTS))
    translation = open_translation(orderer, manager, data=data)
    killer = Killer(killable.live, random.Random(SEED))
    written: dict[int, str] = {}
    with window(chromium, killable.live.url) as page:
        sign_in(page.context, killable, killable.person("manager"))
        show_editor(page, translation)
        killer.thread.start()
        number = 0
        while number < SEGMENTS and not (killer.is_over.is_set() and number >= SEGMENTS // 2):
            row = page.locator(f"#s{number}")
            expect(row).to_have_attribute("aria-current", "true")
            written[number] = f"Párrafo {number} del libro."
            page.keyboard.type(written[number], delay=15)
            page.keyboard.press("Control+Enter")
            number += 1
        killer.thread.join()
        expect(page.locator("#saved")).to_have_attribute("data-state", "saved", timeout=JOB)
    stored = dict(enumerate(targets_of(manager, translation, SEGMENTS)))
    assert {number: stored[number] for number in written} == written
    states = manager.client.get(f"{translation.path}/numbers").json()["states"]
    assert states[: len(written)] == "c" * len(written)

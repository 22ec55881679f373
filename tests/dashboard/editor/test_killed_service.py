"""A service that is killed again and again while somebody types and confirms: nothing is lost."""

from __future__ import annotations

import random
import threading
import time

import pytest
from playwright.sync_api import Page

from tests.dashboard.editor.saving_service import SavingService, open_editor, read, wait_for_state, write

pytestmark = pytest.mark.browser

WORDS = ["Der", "Filter", "schützt", "das", "Gerät", "vor", "Staub", "&", "<1>Schmutz</1>"]


def _kill_often(saving: SavingService, times: int, seed: int, done: threading.Event) -> None:
    chance = random.Random(seed)
    for _ in range(times):
        time.sleep(chance.uniform(0.02, 0.3))
        saving.kill()
        time.sleep(chance.choice([0, 0.1]))
        saving.start()
        saving.control(
            late=chance.choice([0, 0.05, 0.15])
        )  # it is often killed between storing and answering
    done.set()


def _edit(page: Page, chance: random.Random, done: threading.Event) -> list[tuple[int, str]]:
    """Type and confirm until the service is left alone; gives what was confirmed, in its order."""
    texts: dict[int, str] = {}
    confirmed = []
    while not done.is_set():
        number, is_confirmed = chance.randrange(6), chance.random() < 0.5
        added = f"{chance.choice(WORDS)} {len(texts.get(number, ''))} "
        write(page, number, added, confirm=is_confirmed)
        texts[number] = texts.get(number, "") + added
        if is_confirmed:
            confirmed.append((number, texts[number]))
    for number, text in texts.items():
        assert page.locator(f"#t{number}").text_content() == text
    return confirmed


def _check(saving: SavingService, page: Page, confirmed: list[tuple[int, str]]) -> None:
    saved = saving.saved()
    assert [(number, target) for number, target, status in saved if status == "confirmed"] == confirmed
    for number in range(6):
        targets = [target for one, target, _ in saved if one == number]
        assert targets == sorted(targets, key=len)  # no older text came after a newer one
        assert (saving.row(number)[0] or "") == page.locator(f"#t{number}").text_content()
    repeated = [target for number, target in confirmed if number == 5]
    assert saving.row(7)[0] == (repeated[-1] if repeated else None)
    assert read(page, "[seen.conflicts, seen.refused]") == [[], []]


def _run(saving: SavingService, page: Page, *, times: int, seed: int) -> None:
    done = threading.Event()
    killer = threading.Thread(target=_kill_often, args=(saving, times, seed, done))
    killer.start()
    try:
        confirmed = _edit(page, random.Random(seed), done)
    finally:
        killer.join()
    wait_for_state(page, "saved")
    _check(saving, page, confirmed)


def test_a_service_that_is_killed_twenty_times(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving)
    _run(saving, editor, times=20, seed=1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 22))
def test_services_that_are_killed_for_a_long_time(saving: SavingService, editor: Page, seed: int) -> None:
    pauses = (
        {"keep": 150, "send": 800, "retry": 1000, "most": 30_000, "timeout": 20_000} if seed % 4 == 0 else {}
    )
    open_editor(editor, saving, pauses=pauses)
    _run(saving, editor, times=100, seed=seed)

"""W4: The poll of what others change: one call at a time, and at once when the page is looked at."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.dashboard.editor.saving_service import SavingService, open_editor, read, wait_for, write
from tests.waiting import wait_until

pytestmark = pytest.mark.browser
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def _polls(saving: SavingService) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = saving.control()["seen"]["polls"]
    return found


def test_calls_never_overlap_and_say_which_segment_is_open(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, poll={"visible": 10})
    saving.control(poll_delay=0.1)
    editor.locator("#t3").focus()
    editor.evaluate("() => { for (let i = 0; i < 50; i += 1) changes.ask(); }")
    wait_until(lambda: [one for one in _polls(saving) if one.get("segment") == "3"])
    count = len(_polls(saving))
    wait_until(lambda: len(_polls(saving)) > count + 3)
    seen = saving.control()["seen"]
    assert seen["most"] == 1
    assert {one["window"] for one in seen["polls"]} == {read(editor, "queue.tab")}
    write(editor, 3, "Vier", confirm=True)
    wait_until(lambda: saving.control()["seen"]["tabs"] == [read(editor, "queue.tab")])
    wait_until(lambda: _polls(saving)[-1]["since"] == "1")


def test_a_hidden_page_asks_seldom_and_at_once_when_it_is_seen(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, poll={"visible": 20, "hidden": 3_600_000})
    wait_until(lambda: len(_polls(saving)) > 2)
    editor.evaluate(HIDE, True)
    saving.control(edits=[{"number": 1, "target": "Jonas", "status": "confirmed"}])
    count = len(_polls(saving))
    editor.wait_for_timeout(300)
    assert len(_polls(saving)) <= count + 1  # the one that was running
    editor.evaluate(HIDE, False)
    wait_until(lambda: editor.locator("#t1").text_content() == "Jonas")
    assert len(_polls(saving)) > count


def test_a_service_that_is_away_is_asked_less_and_less(saving: SavingService, editor: Page) -> None:
    open_editor(editor, saving, poll={"visible": 20, "most": 400, "timeout": 100})
    editor.evaluate("() => { globalThis.failed = []; }")
    saving.control(poll_delay=0.2)
    wait_until(lambda: len(_polls(saving)) > 2)
    saving.kill()
    editor.wait_for_timeout(300)
    saving.start()
    saving.control(edits=[{"number": 0, "target": "Jonas", "status": "confirmed"}])
    wait_until(lambda: editor.locator("#t0").text_content() == "Jonas")


def test_a_change_that_the_page_could_not_show_is_asked_for_again(
    saving: SavingService, editor: Page
) -> None:
    open_editor(editor, saving, poll={"visible": 20})
    editor.evaluate("""() => {
      addEventListener("error", (event) => event.preventDefault());
      const wake = queue.wake;
      queue.wake = () => { queue.wake = wake; throw new TypeError("of the page"); };
    }""")
    saving.control(edits=[{"number": 0, "target": "Jonas", "status": "confirmed"}])
    wait_for(editor, "document.getElementById('t0').textContent === 'Jonas'")

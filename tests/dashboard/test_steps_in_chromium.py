"""A step of a journey that does not come fails its test soon, and not at the ceiling of background work."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, expect

from tests.dashboard import chromium
from tests.waiting import CEILING, TIME_SCALE

pytestmark = pytest.mark.browser


def test_a_failing_step_ends_within_a_minute_and_background_work_may_take_longer() -> None:
    assert 60_000 * TIME_SCALE > chromium.WAIT
    assert chromium.JOB == CEILING * 1000 > chromium.WAIT


def test_clicks_pages_and_expectations_end_with_the_time_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as short:
        short.setattr(chromium, "WAIT", 100)
        with chromium.running_chromium() as browser, chromium.window(browser, "http://127.0.0.1:9") as page:
            page.set_content("<p>Something else</p>", timeout=chromium.JOB)
            with pytest.raises(Error, match="100ms"):
                page.get_by_role("button", name="Go on").click()
            with pytest.raises(AssertionError, match="100ms"):
                expect(page.get_by_text("Done")).to_be_visible()
    expect.set_options(timeout=chromium.WAIT)  # which holds for the whole process

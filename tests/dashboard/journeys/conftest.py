"""One browser for all journeys, and windows in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import sign_in, window


class OpenWindow(Protocol):
    """A window of a person by role or e-mail address; of nobody where neither is given."""

    def __call__(self, role: str | None = None, *, email: str | None = None, **options: Any) -> Page: ...


@pytest.fixture
def open_window(dashboard: Dashboard, chromium: Browser) -> Iterator[OpenWindow]:
    with ExitStack() as stack:

        def open_it(role: str | None = None, *, email: str | None = None, **options: Any) -> Page:
            page = stack.enter_context(window(chromium, dashboard.live.url, **options))
            if role or email:
                sign_in(page.context, dashboard, email or dashboard.person(role or ""))
            return page

        yield open_it


@pytest.fixture
def clicks() -> Callable[[Page], list[str]]:
    """Counts the clicks of a window from now on."""

    def count(page: Page) -> list[str]:
        seen: list[str] = []
        page.expose_function("noteClick", lambda words: seen.extend([words]))
        page.add_init_script(
            "document.addEventListener('click', (event) => {"
            " if (event.detail) window.noteClick(event.target.textContent.trim()); }, true)"
        )
        return seen

    return count

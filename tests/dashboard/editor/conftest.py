"""A service of saves, and windows of a browser for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.dashboard.chromium import window
from tests.dashboard.editor.saving_service import SavingService, saving_service


@pytest.fixture
def saving(tmp_path: Path) -> Iterator[SavingService]:
    with saving_service(tmp_path) as service:
        yield service


@pytest.fixture
def editor(saving: SavingService, chromium: Browser) -> Iterator[Page]:
    """A window, with what it keeps, of this test only."""
    with window(chromium, saving.url) as page:
        yield page

"""A service of saves, and windows of a browser for it; a page with one field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.dashboard.browser import Browser as Person
from tests.dashboard.chromium import window
from tests.dashboard.editor.field_page import FieldPage, opened_page
from tests.dashboard.editor.opened import OpenTranslation, open_translation
from tests.dashboard.editor.saving_service import SavingService, saving_service


@pytest.fixture
def translation(orderer: Person, manager: Person) -> OpenTranslation:
    """A web page in one language that linguists work on."""
    return open_translation(orderer, manager)


@pytest.fixture
def saving(tmp_path: Path) -> Iterator[SavingService]:
    with saving_service(tmp_path) as service:
        yield service


@pytest.fixture
def editor(saving: SavingService, chromium: Browser) -> Iterator[Page]:
    """A window, with what it keeps, of this test only."""
    with window(chromium, saving.url) as page:
        yield page


@pytest.fixture(scope="module")
def field(chromium: Browser) -> Iterator[FieldPage]:
    """A page with one field of the editor, without the rest of it."""
    with opened_page(chromium) as page:
        yield page

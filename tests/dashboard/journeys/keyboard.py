"""A window that is worked by keys alone."""

from __future__ import annotations

from playwright.sync_api import FilePayload, Page

from tests.dashboard.chromium import tab_to


def type_into(page: Page, label: str, text: str) -> None:
    """Write into a field, in the place of what it holds."""
    tab_to(page, label)
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(text)


def press(page: Page, name: str, *, role: str | None = None, exact: bool = False) -> None:
    """Go on with a button or link."""
    tab_to(page, name, role=role, exact=exact)
    page.keyboard.press("Enter")


def tick(page: Page, name: str) -> None:
    """Tick a box, or take the tick away."""
    tab_to(page, name)
    page.keyboard.press("Space")


def choose(page: Page, label: str, option: str) -> None:
    """Choose in a list by the first letters of an option, as browsers find it."""
    tab_to(page, label)
    page.keyboard.type(option)


def choose_file(page: Page, label: str, file: FilePayload) -> None:
    """Open the system's window of files; what happens in it is no part of the page."""
    with page.expect_file_chooser() as choosing:  # around all keys: the browser takes a while to be told
        press(page, label)
    choosing.value.set_files(file)

"""Whole tasks without a mouse: no step is a click (WCAG 2.1.1, 2.4.3)."""

from __future__ import annotations

import re

import httpx2
import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB
from tests.dashboard.journeys.conftest import OpenWindow
from tests.dashboard.journeys.keyboard import choose, choose_file, press, tick, type_into
from tests.dashboard.orders import draft
from tests.waiting import CEILING

pytestmark = pytest.mark.browser


def _create_application(page: Page, name: str) -> dict[str, str]:
    """Create an application and leave the page of its secrets; its settings."""
    page.goto("/ui/applications")
    press(page, "Create application")
    type_into(page, "Name", name)
    press(page, "Create application", role="button")
    expect(page.get_by_role("button", name="I have copied it")).to_be_disabled()
    settings = page.locator("#env").inner_text()
    press(page, "Copy", exact=True)
    expect(page.get_by_role("button", name="I have copied it")).to_be_enabled()
    press(page, "I have copied it")
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    return dict(line.split("=", 1) for line in settings.splitlines() if line)


def _fetch_token(settings: dict[str, str], secret: str) -> httpx2.Response:
    data = {"grant_type": "client_credentials"}
    auth = (settings["CLIENT_ID"], secret)
    return httpx2.post(f"{settings['URL']}/oauth2/token", data=data, auth=auth, timeout=CEILING)


def _can_call(settings: dict[str, str], token: str) -> bool:
    address = f"{settings['URL']}/v2/languages/text-translation"
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.get(address, headers=headers, timeout=CEILING).status_code == 200


def test_an_application_is_created_and_its_secret_works(open_window: OpenWindow) -> None:
    settings = _create_application(open_window("developer"), "By keyboard")
    token = _fetch_token(settings, settings["CLIENT_SECRET"]).json()["access_token"]
    assert _can_call(settings, token)


def test_a_secret_is_regenerated_and_tokens_are_ended(open_window: OpenWindow) -> None:
    page = open_window("developer")
    settings = _create_application(page, "Leaked")
    token = _fetch_token(settings, settings["CLIENT_SECRET"]).json()["access_token"]
    press(page, "Regenerate secret")
    expect(page.get_by_role("dialog", name="Regenerate the client secret?")).to_be_visible()
    tick(page, "End tokens that are alive now")
    press(page, "Regenerate secret", role="button")
    expect(page.get_by_role("main")).to_contain_text("all tokens that were made with it stopped working")
    assert not _can_call(settings, token)
    assert _fetch_token(settings, settings["CLIENT_SECRET"]).status_code == 401
    assert _fetch_token(settings, page.locator("#client-secret").inner_text()).status_code == 200


def test_copying_works_where_the_browser_has_no_clipboard_for_pages(open_window: OpenWindow) -> None:
    """As over plain HTTP from another machine."""
    page = open_window("developer")
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    _create_application(page, "Copied the old way")


def test_a_unit_is_added_deleted_and_brought_back(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/memories")
    press(page, "New memory")
    type_into(page, "Name", "By keyboard")
    press(page, "Create memory", role="button")
    press(page, "Add a unit")
    for label, text in (
        ("From", "en"),
        ("Source", "The harbour"),
        ("Into", "de"),
        ("Translation", "Der Hafen"),
    ):
        type_into(page, label, text)
    press(page, "Add unit", role="button")
    expect(page).to_have_url(re.compile(r"/ui/memories/\d+"))
    unit = page.locator(".unit", has_text="Der Hafen")
    expect(unit).to_be_visible()
    press(page, "Delete this unit")
    expect(unit).to_be_hidden()
    press(page, "Undo")
    expect(unit).to_be_visible()
    expect(page.get_by_role("button", name="Delete this unit")).to_be_focused()
    page.reload()
    expect(unit).to_be_visible()


def test_a_concept_is_added_to_a_term_base(open_window: OpenWindow) -> None:
    page = open_window("developer")
    page.goto("/ui/term-bases")
    press(page, "New term base")
    type_into(page, "Name", "By keyboard")
    press(page, "Create term base", role="button")
    press(page, "Add a concept")
    type_into(page, "Language", "en")
    type_into(page, "Term", "paper jam")
    type_into(page, "Language", "de")
    type_into(page, "Term", "Papierklemmer")
    choose(page, "Status", "Forbidden")
    press(page, "Add concept")
    expect(page.get_by_role("heading", level=1)).to_have_text("paper jam")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"Papierklemmer\s+Forbidden"))


def test_a_project_is_ordered_and_downloaded(open_window: OpenWindow) -> None:
    page = open_window("orderer")
    file: FilePayload = {"name": "Typed order.txt", "mimeType": "text/plain", "buffer": b"The dog is big.\n"}
    page.goto("/ui/projects")
    press(page, "New project")
    type_into(page, "Find a language", "spanish")
    tick(page, "Spanish")
    choose_file(page, "Choose files, or drop them here", file)
    press(page, "Send files")
    expect(page.locator("#jobs li")).to_have_count(1)
    press(page, "Next: how it is translated")
    type_into(page, "Title", "Typed order")
    choose(page, "Template or service", "Machine translation (")
    press(page, "Next: price and start")
    expect(page.locator("#price")).to_be_visible(timeout=JOB)
    press(page, "Start", role="button")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Finished", timeout=JOB)
    with page.expect_download() as loading:
        press(page, "Delivered: download Typed order.txt in Spanish")
    assert loading.value.path().read_bytes() == b"El perro es grande.\n"


def test_the_list_of_projects_is_filtered_and_sorted(dashboard: Dashboard, open_window: OpenWindow) -> None:
    for name in ("Sorted one.txt", "Sorted two.txt"):
        draft(dashboard.sign_in("orderer"), name)
    page = open_window("orderer")
    page.goto("/ui/projects?stage=all")
    page.keyboard.press("/")
    page.keyboard.type("sorted")
    titles = page.locator("#projects tbody th a")
    expect(titles).to_have_count(2)
    choose(page, "Into", "Spanish")
    expect(page.get_by_text("Into: Spanish")).to_be_visible()
    press(page, "Project", role="a")
    expect(page.get_by_role("columnheader", name="Project")).to_have_attribute("aria-sort", "ascending")
    expect(titles).to_have_text(["Sorted one", "Sorted two"])
    press(page, "Project", role="a")
    expect(page.get_by_role("columnheader", name="Project")).to_have_attribute("aria-sort", "descending")
    expect(titles).to_have_text(["Sorted two", "Sorted one"])
    press(page, "Remove the filter Into: Spanish")
    expect(page.get_by_text("Into: Spanish")).to_have_count(0)

"""The dashboard in a browser that runs no script: links and forms do everything that pages offer then."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.journeys.conftest import OpenWindow
from tests.waiting import wait_until

pytestmark = pytest.mark.browser


def test_signing_in_and_changing_the_profile(dashboard: Dashboard, open_window: OpenWindow) -> None:
    page = open_window(java_script_enabled=False)
    page.goto("/ui/profile")
    page.get_by_label("E-mail address").fill(dashboard.add_person("developer"))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("First name").fill("Grace")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("First name")).to_have_value("Grace")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("E-mail address")).to_be_visible()


def test_a_text_is_translated(open_window: OpenWindow) -> None:
    page = open_window("developer", java_script_enabled=False)
    page.goto("/ui/translate")
    page.locator("select[name=source]").select_option("en")
    page.locator("select[name=target]").select_option("es")
    page.locator("#f-text").fill("The dog is big.")
    page.get_by_role("button", name="Translate", exact=True).click()
    expect(page.locator("#target")).to_contain_text("El perro es grande.")


def test_a_file_is_sent_and_downloaded(open_window: OpenWindow) -> None:
    page = open_window("developer", java_script_enabled=False)
    page.goto("/ui/translate/files")
    page.locator("select[name=source]").select_option("en")
    page.locator("select[name=target]").select_option("es")
    file: FilePayload = {"name": "unscripted.txt", "mimeType": "text/plain", "buffer": b"The dog is big."}
    page.locator("#f-files").set_input_files(file)
    page.get_by_role("button", name="Translate files").click()
    row = page.locator("li, tr").filter(has_text="unscripted.txt")
    expect(row.first).to_be_visible()  # a click does not wait for the page that it leads to
    page.wait_for_load_state()
    download = row.locator("a[href*='download']", has_text="Download")

    def reload_and_count() -> int:
        page.reload()
        return download.count()

    wait_until(reload_and_count, explain=lambda: page.locator("main").inner_text())
    with page.expect_download() as loading:
        download.first.click()
    assert loading.value.path().read_bytes() == b"El perro es grande."


def test_an_application_is_created_and_deactivated(open_window: OpenWindow) -> None:
    page = open_window("developer", java_script_enabled=False)
    page.goto("/ui/applications/new")
    page.get_by_label("Name", exact=True).fill("Without script")
    page.get_by_role("button", name="Create application").click()
    assert page.locator("#client-secret").inner_text()
    page.get_by_role("button", name="I have copied it").click()
    expect(page.locator("h1")).to_contain_text("Without script")


def test_units_are_added_and_searched(dashboard: Dashboard, open_window: OpenWindow) -> None:
    page = open_window("manager", java_script_enabled=False)
    page.goto(f"/ui/memories/new?account={dashboard.account}")
    page.get_by_label("Name").fill("Without script")
    page.get_by_role("button", name="Create memory").click()
    for source, target in (("The harbour", "Der Hafen"), ("The ship", "Das Schiff")):
        page.get_by_role("link", name="Add a unit").first.click()
        page.get_by_label("From", exact=True).fill("en")
        page.get_by_label("Into", exact=True).fill("de")
        page.locator("#f-source").fill(source)
        page.locator("#f-target").fill(target)
        page.get_by_role("button", name="Add unit").click()
        expect(page.get_by_text("Unit added.")).to_be_visible()
        page.wait_for_load_state()
        page.goto(page.url.split("/units")[0])
    page.locator("[data-search]").fill("ship")
    page.locator("[data-search]").press("Enter")
    expect(page.locator("#units")).to_contain_text("Das Schiff")
    expect(page.locator("#units")).not_to_contain_text("Der Hafen")

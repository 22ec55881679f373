"""Pages in a real browser: crumbs on a telephone, problems by their fields, files that stay chosen."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.dashboard.browser import Dashboard
from tests.dashboard.chromium import JOB, NARROW, WIDE, running_chromium, scrolls_sideways, sign_in, window
from tests.dashboard.orders import one, send
from tests.dashboard.test_assigning import ticks
from tests.dashboard.test_webhooks import send as send_test_event

LONG = "Operating and maintenance manual of the hydraulic excavator, second edition"
TEXT = b"The red book is big. It is new.\n"
PAPER = {"width": 718, "height": 1000}  # A4 with its margins
_SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { letter-spacing: .12em !important; word-spacing: .16em !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
_PLACES = """() => {
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const all = [...shown(".crumbs > li"), shown(".bar nav ~ *")[0]];
  return all.map((one) => one.getBoundingClientRect()).map((one) => [one.left, one.right]);
}"""

pytestmark = pytest.mark.browser


def _left_and_right(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box is not None
    return box["x"], box["x"] + box["width"]


def _look_at_crumbs(page: Page, address: str) -> int:
    """How many crumbs there are; each ends before the next one, the last before the icons."""
    page.goto(address)
    places = page.evaluate(_PLACES)
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(places)), (
        address,
        places,
    )
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), (
        address
    )
    return len(places) - 1


def test_names_without_blanks_do_not_make_a_table_wider_than_the_window(dashboard: Dashboard) -> None:
    account = str(dashboard.other_account)
    project = send(dashboard.sign_in("manager"), f"{'W' * 190}.txt", fields={"account": account})
    with running_chromium() as chromium, window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("manager"))
        page.goto(f"/ui/projects?stage=all&account={account}")
        assert project.address.rpartition("=")[2] in page.locator("table").inner_text()
        assert page.evaluate("document.querySelector('table').offsetWidth < document.body.offsetWidth")
        assert not scrolls_sideways(page)


def test_long_names_in_the_crumbs_are_shortened_and_can_be_read_whole(dashboard: Dashboard) -> None:
    manager = dashboard.sign_in("manager")
    fields = {"account": str(dashboard.account)}
    project = send(manager, f"{LONG}.txt", fields=fields).address.rpartition("=")[2]
    address = f"/ui/projects/{project}"
    translation = next(iter(ticks(one(manager, project)).values()))
    with (
        running_chromium() as chromium,
        window(chromium, dashboard.live.url, viewport=NARROW) as page,
    ):
        sign_in(page.context, dashboard, dashboard.person("manager"))
        assert _look_at_crumbs(page, address) == 1
        expect(page.locator(".crumbs").get_by_role("link")).to_have_text(["Projects"])
        assert _look_at_crumbs(page, f"{address}/translations/{translation}") == 1  # the way back
        parent = page.locator(".crumbs").get_by_role("link")
        assert parent.get_attribute("title") == LONG
        expect(parent).to_have_text([LONG])  # what is read out
        page.set_viewport_size(WIDE)
        assert _look_at_crumbs(page, f"{address}/translations/{translation}") == 3
        assert (
            page.locator(".crumbs [aria-current] span").get_attribute("title") == f"{LONG}.txt into Spanish"
        )


def test_the_summary_of_a_forms_problems_names_the_fields(dashboard: Dashboard) -> None:
    with running_chromium() as chromium, window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("developer"))
        page.goto("/ui/people/new")
        page.get_by_role("button", name="Invite").click()
        summary = page.get_by_role("alert")
        expect(summary).to_have_text("E-mail address Fill this in.")
        expect(summary).to_be_focused()
        summary.get_by_role("link").click()
        expect(page.get_by_label("E-mail address")).to_be_focused()


def test_long_names_of_files_leave_room_for_their_languages(dashboard: Dashboard) -> None:
    orderer = dashboard.sign_in("orderer")
    project = send(orderer, f"{'W' * 150}.txt").address.rpartition("=")[2]
    with running_chromium() as chromium, window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("orderer"))
        page.goto(f"/ui/projects/{project}")
        table = page.get_by_role("table").first
        assert table.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth + 1")


def test_of_many_languages_the_file_stays_in_sight_and_all_are_printed(dashboard: Dashboard) -> None:
    orderer = dashboard.sign_in("orderer")
    targets = ("ca", "pt", "es", "fr", "gl", "it", "oc", "ro", "an", "ast", "sc", "eo")
    project = send(orderer, "many.txt", targets=targets).address.rpartition("=")[2]
    with running_chromium() as chromium, window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("orderer"))
        page.goto(f"/ui/projects/{project}")
        table, name = page.locator("#files .scroll"), page.locator("#files").get_by_role("rowheader")
        last = table.get_by_role("cell").last
        last.scroll_into_view_if_needed()
        assert _left_and_right(name.first)[0] >= _left_and_right(table)[0]
        page.set_viewport_size(PAPER)
        page.emulate_media(media="print")
        for cell in table.get_by_role("cell").all():
            assert _left_and_right(cell)[1] <= PAPER["width"]
        expect(page.get_by_role("link", name="Go on with the order")).to_be_hidden()


def test_hidden_words_in_a_wide_table_do_not_make_the_page_wider(dashboard: Dashboard) -> None:
    """As with the spacing of text that readers choose (WCAG 1.4.12)."""
    send_test_event(dashboard.sign_in("developer"), "http://127.0.0.1:8080/no/receiver/of/webhooks/listens")
    with running_chromium() as chromium, window(chromium, dashboard.live.url, viewport=PAPER) as page:
        sign_in(page.context, dashboard, dashboard.person("developer"))
        page.goto("/ui/webhooks")
        page.evaluate(_SPACED)
        assert page.evaluate("document.querySelector('table').offsetWidth > document.body.offsetWidth")
        assert not scrolls_sideways(page)


def test_times_are_in_the_zone_of_the_browser(dashboard: Dashboard) -> None:
    with (
        running_chromium() as chromium,
        window(chromium, dashboard.live.url, timezone_id="Asia/Kathmandu") as page,
    ):
        sign_in(page.context, dashboard, dashboard.person("developer"))
        page.goto("/ui/profile")
        page.reload()  # the script of the first page has said which zone it is
        expect(page.get_by_text("Without one it is your browser's")).to_contain_text("mandu")


def test_forced_colours_tell_where_one_is(dashboard: Dashboard) -> None:
    with (
        running_chromium() as chromium,
        window(chromium, dashboard.live.url, forced_colors="active") as page,
    ):
        sign_in(page.context, dashboard, dashboard.person("developer"))
        page.goto("/ui/translate")
        edge = "one => getComputedStyle(one).borderBlockEndColor"
        chosen, other = (page.locator(".tabs a").nth(at).evaluate(edge) for at in (0, 1))
        assert chosen != other
        link = page.locator(".side a[aria-current]")
        assert link.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"


def test_files_whose_words_were_counted_stay_chosen(dashboard: Dashboard) -> None:
    with running_chromium() as chromium, window(chromium, dashboard.live.url) as page:
        sign_in(page.context, dashboard, dashboard.person("orderer"))
        page.goto("/ui/translate/files")
        file: FilePayload = {"name": "kept.txt", "mimeType": "text/plain", "buffer": TEXT}
        page.locator("#f-files").set_input_files([file])
        page.get_by_role("button", name="Count words first").click()
        expect(page.locator("#outcomes")).to_contain_text("8 words", timeout=JOB)
        expect(page.locator("#outcomes")).to_be_focused()
        expect(page.locator("#outcomes .note")).to_have_count(0)
        expect(page.locator("#jobs")).not_to_contain_text("kept.txt")
        page.get_by_role("button", name="Translate files").click()
        expect(page.locator("#jobs")).to_contain_text("kept.txt")
        expect(page.locator("#outcomes")).to_be_empty()

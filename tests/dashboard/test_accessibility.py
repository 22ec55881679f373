"""axe-core on every page in Chromium: light and dark, both directions, empty, full and with errors."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.chromium import CHROMIUM, WAIT
from tests.dashboard.filled import fill, kind_of, walk

AXE: Final = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
NOT_THERE: Final = ("/ui/nowhere", "/ui/reset/none")
TAGS: Final = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
# From left to right, and from right to left.
LOOKS: Final = tuple(itertools.product(("light", "dark"), ("en", "ar")))
RUN: Final = """async tags => {
  const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  const write = (rule, node) => `${rule.id}: ${node.target} ${node.html.slice(0, 90)}`;
  return found.violations.flatMap(rule => rule.nodes.map(node => write(rule, node)));
}"""
_FORM: Final = "main form[method=post]:has(input[type=text], input[type=email], textarea)"
# Fields that are filled in already are emptied, so that the form comes back with a problem at each.
_SEND: Final = """form => {
  for (const one of form.querySelectorAll("input[type=text], input[type=email], textarea")) one.value = "";
  form.submit();
}"""

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def pages(running_dashboard: Dashboard) -> Iterator[list[tuple[Browser, list[str]]]]:
    """Addresses of all kinds of pages, by who sees them: a full account, an empty one, an admin, nobody."""
    filled = fill(running_dashboard, ["Some words", "مرحبا بالعالم"])
    empty = running_dashboard.sign_in("developer", account=running_dashboard.live.create_account("Empty Ltd"))
    nobody = running_dashboard.open_browser()
    for browser in (empty, nobody):
        running_dashboard.browsers.remove(browser)
    yield [
        (filled.developer, _kinds(filled.developer, filled.made)),
        (filled.admin, _kinds(filled.admin, filled.made_by_staff)),
        (empty, _kinds(empty, [])),
        (nobody, ["/ui/sign-in", "/ui/password", *NOT_THERE]),
    ]
    for browser in (filled.developer, filled.admin, empty, nobody):
        browser.close()


def _kinds(browser: Browser, made: list[str]) -> list[str]:
    side = browser.get("/ui/").tree.xpath("//nav[@id='side']//a/@href")
    shown = {
        kind_of(one.address): one.address for one in walk(browser, ["/ui/profile", *side, *made], most=1)
    }
    return [*shown.values(), NOT_THERE[0]]


@pytest.fixture(scope="module")
def chromium(running_dashboard: Dashboard) -> Iterator[Any]:
    assert CHROMIUM is not None, "make test installs Chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def _open(chromium: Any, dashboard: Dashboard, browser: Browser) -> Page:
    context = chromium.new_context(base_url=dashboard.live.url, locale="en", reduced_motion="reduce")
    token = browser.client.cookies.get("dragoman_session")
    if token:
        context.add_cookies([{"name": "dragoman_session", "value": token, "url": dashboard.live.url}])
    page = context.new_page()
    page.set_default_timeout(WAIT)
    return page


def _choose(page: Page, dashboard: Dashboard, look: tuple[str, str]) -> None:
    """See the next pages as somebody who has chosen a theme and a language in this browser."""
    names = ("dragoman_theme", "dragoman_language")
    cookies = [
        {"name": name, "value": value, "url": dashboard.live.url}
        for name, value in zip(names, look, strict=True)
    ]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def _look_at(page: Page, name: str, look: tuple[str, str]) -> list[str]:
    root = page.locator("html")
    assert (root.get_attribute("data-theme"), root.get_attribute("lang")) == look, name
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return [f"{name} {' '.join(look)}: {one}" for one in page.evaluate(RUN, TAGS)]


def _violations(
    chromium: Any, dashboard: Dashboard, pages: Any, look: tuple[str, str] | None = None
) -> list[str]:
    """What is wrong with every page in a look; without one, with some pages, each in one of the looks."""
    found, numbers = [], itertools.count()
    for number_of_reader, (browser, addresses) in enumerate(pages):
        page = _open(chromium, dashboard, browser)
        # The admin has most pages of the developer, too: the slice looks at every third of them.
        some = addresses if look or number_of_reader != 1 else addresses[::3]
        for address in some:
            number = next(numbers)
            chosen = look or LOOKS[number % len(LOOKS)]
            _choose(page, dashboard, chosen)
            answer = page.goto(address)
            assert answer is not None
            assert answer.status == (404 if address in NOT_THERE else 200), address
            found += _look_at(page, address, chosen)
            form = page.query_selector(_FORM)
            if form is not None and (look or number % 3 == 0):
                with page.expect_navigation():
                    form.evaluate(_SEND)
                found += _look_at(page, f"{address} with errors", chosen)
        page.context.close()
    return found


def test_no_page_breaks_a_rule_in_one_look(running_dashboard: Dashboard, chromium: Any, pages: Any) -> None:
    """Each page in one of the four looks, in turn; all of them are in `make campaign-axe`."""
    found = _violations(chromium, running_dashboard, pages)
    assert not found, "\n".join(found)


@pytest.mark.campaign
@pytest.mark.parametrize("look", LOOKS, ids="-".join)
def test_no_page_breaks_a_rule_in_any_look(
    running_dashboard: Dashboard, chromium: Any, pages: Any, look: tuple[str, str]
) -> None:
    found = _violations(chromium, running_dashboard, pages, look)
    assert not found, "\n".join(found)

"""Pages while the service does not answer, or a proxy does in its place: their parts, and forms."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.dashboard.browser import PASSWORD, Dashboard
from tests.dashboard.test_memories import add, new_memory

pytestmark = pytest.mark.browser
AGAIN = "The service does not answer. It is tried again."
LIST = "**/ui/memories?*"


def _answer(status: int, words: str) -> Callable[[Route], None]:
    page = f"<title>{words}</title><center><h1>{words}</h1></center>"
    return lambda route: route.fulfill(status=status, content_type="text/html", body=page)


@pytest.fixture
def page(developer_page: Page) -> Page:
    return developer_page


@pytest.mark.parametrize(
    "fail",
    [lambda route: route.abort(), *(_answer(status, "Bad Gateway") for status in (200, 429, 500, 502))],
    ids=["nothing", "200", "429", "500", "502"],
)
def test_a_list_stays_until_the_service_answers_again(page: Page, fail: Callable[[Route], None]) -> None:
    page.goto("/ui/memories")
    page.route(LIST, fail)
    page.locator("[data-search]").fill("no such memory")
    expect(page.locator(".strip.away")).to_have_text(AGAIN)
    expect(page.locator("#memories")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/ui/memories$"))
    page.unroute(LIST)
    expect(page).to_have_url(re.compile(r"search=no\+such\+memory"))
    expect(page.locator(".strip.away")).to_be_hidden()


def test_a_list_is_asked_for_from_the_moment_on_at_which_the_page_is_loaded(page: Page) -> None:
    """Timers may come late: here those for at once come never."""
    page.add_init_script(
        "const start = setTimeout;"
        "window.setTimeout = (run, pause, ...rest) => (pause === undefined ? 0 : start(run, pause, ...rest));"
    )
    page.goto("/ui/memories")
    page.keyboard.press("/")
    page.keyboard.type("no such memory")
    expect(page).to_have_url(re.compile(r"search=no\+such\+memory"))


def test_a_press_on_a_result_opens_it_however_long_it_takes(page: Page, dashboard: Dashboard) -> None:
    """To press takes people a tenth of a second, in which a list that is asked for comes back."""
    new_memory(dashboard.sign_in("developer"), name="Pressed for a while")
    page.goto("/ui/memories")
    asked: list[str] = []
    page.on("response", lambda response: asked.append(response.url) if "search=" in response.url else None)
    page.locator("[data-search]").press_sequentially("for a whi")
    expect(page).to_have_url(re.compile("search=for"))
    expect(page.locator("#memories tbody tr")).to_have_count(1)
    seen = len(asked)
    page.get_by_role("link", name="Pressed for a while").click(delay=700)
    expect(page.get_by_role("heading", level=1)).to_have_text("Pressed for a while")
    assert len(asked) == seen  # that the field was left is no reason to ask again


def test_a_list_that_comes_back_during_a_press_waits_for_its_end(page: Page, dashboard: Dashboard) -> None:
    new_memory(dashboard.sign_in("developer"), name="Pressed at once")
    page.goto("/ui/memories")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(LIST, hold)
    with page.expect_request(re.compile("search=at")):
        page.locator("[data-search]").press_sequentially("at once")
    button = page.get_by_role("button", name="Light or dark").bounding_box()
    assert button is not None
    page.mouse.move(button["x"] + 5, button["y"] + 5)
    page.mouse.down()
    with page.expect_response(re.compile("search=at")):
        waiting[0].continue_()
    page.unroute(LIST)
    expect(page).to_have_url(re.compile(r"/ui/memories$"))
    page.mouse.up()
    expect(page).to_have_url(re.compile("search=at"))  # it is asked for again
    expect(page.locator("#memories tbody tr")).to_have_count(1)


def test_a_form_waits_until_the_service_answers_again_and_is_sent_once(page: Page) -> None:
    name = "Written while nobody listened"
    page.goto("/ui/memories/new")
    page.get_by_label("Name").fill(name)
    page.context.set_offline(True)
    page.get_by_role("button", name="Create memory").click()
    expect(page.locator(".strip.away")).to_have_text(AGAIN)
    expect(page.get_by_label("Name")).to_have_value(name)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.locator(".strip.away")).to_be_hidden()
    page.goto("/ui/memories?search=nobody+listened")
    expect(page.get_by_role("link", name=name)).to_have_count(1)


def test_a_part_that_is_refused_says_why(page: Page) -> None:
    page.goto("/ui/memories")
    page.route(
        LIST,
        lambda route: route.fulfill(
            status=403, content_type="text/html", body='<div class="note"><p>Ask somebody.</p></div>'
        ),
    )
    page.locator("[data-search]").fill("no such memory")
    expect(page.locator(".strip.away")).to_have_text("Ask somebody.")
    expect(page.locator("#memories")).to_be_visible()


@pytest.fixture
def unit(dashboard: Dashboard, page: Page) -> str:
    """The address of a unit whose form is open in its place, with a translation typed."""
    developer = dashboard.sign_in("developer")
    memory = new_memory(developer)
    address = add(developer, memory, "Sun", "Sonne")
    page.goto(memory)
    page.get_by_role("link", name="Change this unit").click()
    page.locator("form.unit textarea").fill("Die Sonne")
    return address


def test_a_form_that_got_no_answer_can_be_sent_again(page: Page, unit: str) -> None:
    save = page.locator("form.unit").get_by_role("button", name="Save", exact=True)
    for fail in (lambda route: route.abort(), _answer(502, "Bad Gateway")):
        page.route(f"**{unit}/edit", fail)
        save.click()
        expect(page.locator(".strip.away")).to_have_text("The service did not answer. Try again.")
        expect(page.locator("form.unit textarea")).to_have_value("Die Sonne")
        page.unroute(f"**{unit}/edit")
    save.click()
    expect(page.locator(".unit .tt").last).to_have_text("Die Sonne")
    expect(page.locator(".strip.away")).to_be_hidden()


def test_a_form_in_its_place_whose_session_ended_comes_back_after_signing_in(
    dashboard: Dashboard, page: Page, unit: str
) -> None:
    email = dashboard.person("developer")
    page.context.clear_cookies()
    page.goto(f"/ui/sign-in?next={unit.partition('/units/')[0]}")
    _sign_in_by_form(page, email)
    page.get_by_role("link", name="Change this unit").click()
    page.locator("form.unit textarea").fill("Die Sonne")
    dashboard.sign_in_as(email).post("/ui/profile/sessions/end-others")
    page.locator("form.unit").get_by_role("button", name="Save", exact=True).click()
    _sign_in_by_form(page, email)
    page.get_by_role("button", name="Send it now").click()
    expect(page).to_have_url(re.compile(unit))
    expect(page.locator(".tt").last).to_have_text("Die Sonne")


def _sign_in_by_form(page: Page, email: str) -> None:
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()

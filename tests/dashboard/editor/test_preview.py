"""W4: The preview of a translation in the dashboard: who sees it, where it jumps to, that it does no harm."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Request, expect

from dragoman.dashboard.editor.preview_pages import DOCUMENT_POLICY, PAGES_POLICY
from dragoman.dashboard.page.rendering import POLICY
from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.chromium import WAIT, sign_in, window
from tests.dashboard.orders import choose, one, send, start, translation_of
from tests.dashboard.test_accessibility import AXE, RUN, TAGS
from tests.dashboard.test_assigning import person
from tests.live import live_service
from tests.projects.editing.previewed import OFFICE, TEXTS

OFFICE_HERE = shutil.which("soffice") and shutil.which("bwrap")
HOSTILE = b"""<!DOCTYPE html><html><head><title>The page.</title>
<meta http-equiv="refresh" content="0;url=https://elsewhere.example/refresh">
<base href="https://elsewhere.example/base/"><link rel="stylesheet" href="https://elsewhere.example/style.css">
<link rel="preconnect" href="https://elsewhere.example"><script src="https://elsewhere.example/x.js"></script>
<script>document.title = "ran"; fetch("/ui/")</script>
<style>@import "https://elsewhere.example/i.css"; @font-face { font-family: x; src: url(/ui/font.woff) }
body { background: url(https://elsewhere.example/back.png); font-family: x } p { color: red }</style></head>
<body onload="document.title='ran'"><p id="one">The cat sleeps.</p>
<img src="https://elsewhere.example/i.png" onerror="document.title='ran'" alt="The picture of it.">
<iframe src="https://elsewhere.example/frame"></iframe><object data="/ui/object"></object>
<svg onload="document.title='ran'"><image href="https://elsewhere.example/s.png"/><script>x()</script></svg>
<video src="https://elsewhere.example/v.mp4" autoplay poster="/ui/poster"></video>
<form action="https://elsewhere.example/form"><button>Send it there.</button></form>
<a href="https://elsewhere.example/link" id="away">Go away from here.</a>
<p>It <b>dreams</b> of mice.</p></body></html>"""


@dataclass(frozen=True, kw_only=True)
class Ordered:
    """A translation for people, which a linguist has."""

    dashboard: Dashboard
    path: str  # of its preview
    linguist: Browser
    email: str

    @property
    def editor(self) -> str:
        return self.path.removesuffix("/preview")


def order(dashboard: Dashboard, name: str, data: bytes) -> Ordered:
    orderer, manager = dashboard.sign_in("orderer"), dashboard.sign_in("manager")
    email = dashboard.person("linguist")
    project = send(orderer, name, data=data).address.rpartition("=")[2]
    choose(orderer, project, "uman")
    start(orderer, project)
    translation = translation_of(manager, project).rpartition("/")[2]
    user = person(one(manager, project), "linguist-")
    manager.post(f"/ui/projects/{project}/assign", {"user": user, "translation": translation})
    return Ordered(
        dashboard=dashboard,
        path=f"/ui/projects/{project}/t/{translation}/preview",
        linguist=dashboard.sign_in_as(email),
        email=email,
    )


def save(ordered: Ordered, number: int, target: str) -> None:
    """Save from the version that is stored."""
    client = ordered.linguist.client
    page = ordered.linguist.get(ordered.editor)
    (version,) = page.tree.xpath(f"//*[@id='s{number}']/@data-version")
    token = re.search(r'"csrf": ?"([^"]+)"', page.text)
    assert token is not None
    answer = client.put(
        f"{ordered.editor}/segments/{number}",
        json={"target": target, "status": "translated", "propagate": "none"},
        headers={"If-Match": f'"{version}"', "X-CSRF-Token": token[1]},
    )
    assert answer.status_code == 200, answer.text


@pytest.fixture
def text(dashboard: Dashboard) -> Ordered:
    return order(dashboard, "text.txt", TEXTS["text.txt"])


def chosen_of(shown: Shown) -> list[str]:
    return [str(element.text) for element in shown.tree.xpath("//span[contains(@class, 'chosen')]")]


def test_a_text_is_shown_with_drafts_and_jumps_to_a_segment(text: Ordered) -> None:
    linguist = text.linguist
    first = linguist.get(text.path)
    assert first.status == 200
    assert first.find("//pre").text_content() == "\n" + TEXTS["text.txt"].decode()  # browsers drop the first
    assert chosen_of(first) == []
    assert first.headers["content-security-policy"] == POLICY
    save(text, 1, "Sueña con <ratones>.".replace("<", "&lt;").replace(">", "&gt;"))
    second = linguist.get(f"{text.path}?segment=2")
    assert chosen_of(second) == ["Sueña con <ratones>."]
    assert second.find("//*[@id='segment-2']").text == "Sueña con <ratones>."
    assert f"{text.editor}?segment=2" in second.links
    assert {f"{text.path}?segment={n}#segment-{n}" for n in (1, 3)} <= set(second.links)
    asked = linguist.client.get(f"{text.path}?go=3", follow_redirects=False)
    assert (asked.status_code, asked.headers["location"]) == (303, f"{text.path}?segment=3#segment-3")
    assert chosen_of(linguist.get(f"{text.path}?segment=99")) == []
    assert linguist.get(f"{text.path}/document").status == 404
    assert linguist.get(f"{text.path}/document.pdf").status == 404


def test_only_its_linguist_and_managers_see_it(text: Ordered) -> None:
    dashboard = text.dashboard
    paths = [text.path, f"{text.path}/document", f"{text.path}/document.pdf", f"{text.path}?segment=1"]
    assert text.linguist.get(text.path).status == 200  # so that it is kept
    other = dashboard.sign_in_as(dashboard.add_person("linguist"))
    assert [other.get(path).status for path in paths] == [404] * 4
    assert dashboard.sign_in("manager").get(text.path).status == 200
    for role in ("orderer", "developer", "customer"):
        assert [dashboard.sign_in(role).get(path).status for path in paths] == [403] * 4
    wrong = re.sub(r"/t/\d+/", "/t/999999/", text.path)
    assert dashboard.sign_in("manager").get(wrong).status == 404


def test_what_the_format_cannot_hold_is_named_with_a_way_to_it(dashboard: Dashboard) -> None:
    table = order(dashboard, "table.md", b"Cat | Mouse\n--|--\nThe cat | sleeps\n")
    save(table, 2, "El\n\ngato")
    shown = table.linguist.get(f"{table.path}?segment=1")
    assert "cannot hold the translation of this segment" in shown.text_of("//div[@role='alert']")
    assert f"{table.editor}?segment=3" in shown.links
    assert "The cat" in shown.text_of("//pre")


def test_without_libreoffice_a_page_says_what_is_missing(dashboard: Dashboard) -> None:
    report = order(dashboard, "report.docx", OFFICE["report.docx"]())
    shown = report.linguist.get(report.path)
    assert shown.status == 409
    assert "LibreOffice" in shown.text_of("//main")
    assert report.editor in shown.links
    assert report.linguist.get(f"{report.path}/document.pdf").status == 409


@pytest.fixture(scope="module")
def hostile(running_dashboard: Dashboard) -> Iterator[Ordered]:
    made = order(running_dashboard, "hostile.html", HOSTILE)
    running_dashboard.browsers.remove(made.linguist)
    while running_dashboard.browsers:
        running_dashboard.browsers.pop().close()
    yield made
    made.linguist.close()


@pytest.fixture
def page(hostile: Ordered, chromium: Chromium) -> Iterator[Page]:
    with window(chromium, hostile.dashboard.live.url) as page:
        sign_in(page.context, hostile.dashboard, hostile.email)
        yield page


def number_of(hostile: Ordered, words: str) -> int:
    """The number, from 1, of the segment with this source."""
    rows = hostile.linguist.get(hostile.editor).tree.xpath("//*[@role='listitem']")
    return next(at for at, row in enumerate(rows, start=1) if words in row.text_content())


@pytest.mark.browser
def test_a_hostile_page_runs_nothing_and_asks_for_nothing(hostile: Ordered, page: Page) -> None:
    number = number_of(hostile, "of mice")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{hostile.path}?segment={number}")
    frame = page.frame_locator("main iframe")
    expect(frame.locator(f"#segment-{number}")).to_be_in_viewport()
    expect(frame.locator("b span")).to_have_css("background-color", "rgb(255, 224, 138)")
    expect(frame.get_by_text("The cat sleeps.")).to_have_css("color", "rgb(255, 0, 0)")
    frame.get_by_text("Go away from here.").click()
    frame.get_by_text("Send it there.").click()
    page.wait_for_load_state("networkidle")
    documents = [url for url in asked if "/assets/" not in url]
    path = f"{hostile.dashboard.live.url}{hostile.path}"
    assert documents == [f"{path}?segment={number}", f"{path}/document?segment={number}"]
    assert page.title().startswith("Preview of hostile.html")
    assert len(page.frames) == 2


@pytest.mark.browser
def test_its_policy_alone_keeps_it_harmless(hostile: Ordered, chromium: Chromium) -> None:
    """As if nothing were left out of it: here the whole page is sent in the place of the safe one."""
    context = chromium.new_context(base_url=hostile.dashboard.live.url)  # whose console may tell of refusals
    sign_in(context, hostile.dashboard, hostile.email)
    page, asked = context.new_page(), list[Request]()
    page.set_default_timeout(WAIT)
    answer = page.goto(f"{hostile.path}/document")
    assert answer is not None
    assert answer.headers["content-security-policy"] == DOCUMENT_POLICY
    assert page.evaluate("() => window.origin") == "null"  # it belongs to no site
    headers = {"content-type": "text/html", "content-security-policy": DOCUMENT_POLICY}
    page.route("**/preview/document*", lambda route: route.fulfill(body=HOSTILE, headers=headers))

    def note(request: Request) -> None:
        asked.append(request)

    page.on("request", note)
    page.goto(hostile.path)
    frame = page.frame_locator("main iframe")
    expect(frame.get_by_text("The cat sleeps.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.frames[1].title() == "The page."
    frame.get_by_text("Go away from here.").click()  # the page around it allows no other site in its frame
    page.wait_for_load_state("networkidle")
    # Chromium tells of each request that a policy refuses before it is made.
    made = [one.url for one in asked if one.failure != "csp" and "/assets/" not in one.url]
    path = f"{hostile.dashboard.live.url}{hostile.path}"
    assert made == [path, f"{path}/document"]
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("look", ["light", "dark"])
def test_previews_are_accessible(hostile: Ordered, text: Ordered, page: Page, look: str) -> None:
    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
    sign_in(page.context, text.dashboard, text.email)  # who has the other one as well
    for path in (f"{hostile.path}?segment=1", f"{text.path}?segment=3"):
        page.goto(path)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(RUN, TAGS) == [], path


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.skipif(not OFFICE_HERE, reason="needs LibreOffice and bubblewrap")
@pytest.mark.timeout(400)
def test_office_documents_open_in_the_browsers_viewer_at_the_page(chromium: Chromium, tmp_path: Path) -> None:
    with live_service(tmp_path / "data", DRAGOMAN_LIBREOFFICE="auto") as live:
        dashboard = Dashboard(
            live=live,
            provider=live.create_account("Provider Ltd"),
            account=live.create_account("Northwind Tools"),
            other_account=live.create_account("Contoso Software"),
        )
        report = order(dashboard, "report.docx", OFFICE["report.docx"]())
        number = number_of(report, "It dreams of mice.")
        with window(chromium, live.url) as page:
            sign_in(page.context, dashboard, report.email)
            page.goto(f"{report.path}?segment={number}")
            address = f"{report.path}/document.pdf#page=2"
            assert page.locator("main iframe").get_attribute("src") == address
            answer = page.request.get(f"{report.path}/document.pdf")
            assert answer.headers["content-security-policy"] == PAGES_POLICY
            assert answer.body().startswith(b"%PDF-")
            page.wait_for_function("() => window.frames.length === 1")
        while dashboard.browsers:
            dashboard.browsers.pop().close()

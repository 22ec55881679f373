"""Markup in every field that is ever shown: pages have no element and no attribute that words do not make.

What a page shows is read by html5lib, which reads as browsers do and is not what the pages are made with.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Dialog, Request

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.dashboard.chromium import SESSION, running_chromium, window
from tests.dashboard.downloads import DOWNLOADS, QUERIES, check_download, download_routes
from tests.dashboard.filled import fill, kind_of, walk
from tests.dashboard.filled_account import FilledAccount, in_line
from tests.dashboard.filled_whole import fill_whole, take_out_failures
from tests.dashboard.forms import Written, forms_of
from tests.dashboard.markup import PAYLOADS, REFUSED, pack
from tests.dashboard.skeletons import FORBIDDEN, Skeleton, links, read, skeleton, texts

ALL = " ".join(PAYLOADS)
SHORTENED = ("projects.hold_message", "/ui/projects")  # to a line of a list
HARMLESS = "Some words of nobody's"


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What became of a form, or a page."""

    kind: str
    address: str
    by_admin: bool
    status: int
    skeleton: Skeleton
    texts: str
    links: frozenset[str]  # and addresses of forms that only look for something
    shown: Shown


@dataclass(frozen=True, kw_only=True)
class Twins:
    """An account of markup and one of harmless words, with what the latter's pages consist of."""

    marked: FilledAccount
    harmless: FilledAccount
    skeletons: dict[str, Skeleton]  # by kind of page
    forms: list[tuple[Seen, Written]]  # and the pages that have them
    pages: list[Seen]  # of the account of markup
    whole: dict[str, str]  # what its fields have, by their names


def _look_at_all(filled: FilledAccount, *, found: int = 1) -> Iterator[Seen]:
    """Each page that shows a text, as its developer sees it; as an admin one of each kind, and the others."""
    kinds: dict[str, str] = {}
    for shown in walk(filled.developer, [*_side(filled.developer), *filled.made], most=2, found=found):
        kinds.setdefault(kind_of(shown.address), shown.address)
        yield _see(shown)
    # Their names and addresses are sealed, so that no single one has them all.
    for kind in ("/ui/documents/", "/ui/webhooks/"):
        for address in filled.made:
            if re.fullmatch(f"{kind}[0-9a-f-]{{36}}", address):
                yield _see(filled.developer.get(address))
    # Everybody has their own documents.
    others = [one for one in kinds.values() if not one.startswith("/ui/documents/")]
    starts = [*_side(filled.admin), *filled.made_by_staff, *others]
    for shown in walk(filled.admin, starts, most=2, found=found, known=kinds):
        yield _see(shown, by_admin=True)
    for shown in filled.answers:
        yield _see(shown, "answer of ")


def _see(shown: Shown, prefix: str = "", *, by_admin: bool = False) -> Seen:
    tree = read(shown)
    return Seen(
        kind=prefix + kind_of(shown.address),
        address=shown.address,
        by_admin=by_admin,
        status=shown.status,
        skeleton=skeleton(tree),
        texts="\n".join(texts(tree)),
        links=frozenset(links(tree)),
        shown=shown,
    )


def _side(browser: Browser) -> list[str]:
    return ["/ui/profile", *browser.get("/ui/").tree.xpath("//nav[@id='side']//a/@href")]


@pytest.fixture(scope="module")
def twins(running_dashboard: Dashboard) -> Iterator[Twins]:
    # Each pack has something of every sort, because not every pack is seen on each page.
    packs = pack([one for at in range(7) for one in PAYLOADS[at::7]], 190)
    ascii_only = "".join(one for one in ALL if " " <= one <= "~")
    with ExitStack() as stack:
        harmless = fill(
            running_dashboard, [HARMLESS] * 2, pieces=[HARMLESS] * len(PAYLOADS), user_agent="a browser"
        )
        stack.callback(harmless.close)
        stack.callback(take_out_failures, harmless)
        fill_whole(harmless, HARMLESS, sign=HARMLESS)
        skeletons: dict[str, Skeleton] = {}  # before there is any markup that an admin would see among it
        forms = []
        for seen in _look_at_all(harmless, found=2):
            skeletons.setdefault(seen.kind, set()).update(seen.skeleton)
            forms += [(seen, one) for one in forms_of(seen.shown)]
        marked = fill(running_dashboard, packs, pieces=PAYLOADS, user_agent=ascii_only[:2000])
        stack.callback(marked.close)
        whole = fill_whole(marked, in_line(ALL), sign="zq")
        pages = list(_look_at_all(marked))
        yield Twins(
            marked=marked, harmless=harmless, skeletons=skeletons, forms=forms, pages=pages, whole=whole
        )


def test_the_payloads_are_many() -> None:
    assert len(PAYLOADS) >= 200


def test_stored_texts_stay_texts_on_every_page(twins: Twins) -> None:
    assert [one.address for one in twins.pages if one.status not in {200, 422}] == []
    assert [one for kind in twins.skeletons.values() for one in kind if one.startswith(FORBIDDEN)] == []
    wrong = {
        (seen.kind, one)
        for seen in twins.pages
        for one in seen.skeleton - twins.skeletons.get(seen.kind, set())
    }
    assert "\n".join(map(str, sorted(wrong))) == ""
    assert {one.kind for one in twins.pages} == set(twins.skeletons)


def test_every_field_is_seen_with_all_texts(twins: Twins) -> None:
    """Nothing is cut, left out or changed wherever a field is shown, and no field is shown nowhere."""
    shown, changed = set(), set()
    for seen in twins.pages:
        for field, text in twins.whole.items():
            if f"[{field}]" in seen.texts:
                shown.add(field)
                if text not in seen.texts:
                    changed.add((field, seen.kind))
    assert changed == {SHORTENED}
    assert set(twins.whole) - shown == set()


def _plain(text: str) -> str:
    """A harmless text that is refused for the same reasons: as long, with the same controls."""
    return re.sub(r"[^\s\x00-\x1f\x7f]", "x", text)


def _parts(shown: Shown) -> Skeleton:
    return skeleton(read(shown))


def _answers(browser: Browser, form: Written, text: str) -> Shown:
    fields = form.filled_with(text)
    if form.method == "get":
        return browser.get(f"{form.action}?{urlencode(fields)}")
    return browser.post(form.action, fields)


def _forms_to_fill(twins: Twins) -> Iterator[tuple[Browser, Written, Skeleton]]:
    """Each form of each kind of page once, as its developer and as an admin see it, and that kind of page."""
    seen = set()
    for page, form in twins.forms:
        key = (kind_of(form.action), form.written)
        if key not in seen:
            seen.add(key)
            browser = twins.harmless.admin if page.by_admin else twins.harmless.developer
            yield browser, form, twins.skeletons[page.kind]


def test_what_is_typed_stays_text_when_its_form_comes_back(twins: Twins) -> None:
    """Every form, with all payloads in each of its fields: they are refused as too long, or found nowhere."""
    wrong, count = [], 0
    for browser, form, page in _forms_to_fill(twins):
        texts = [ALL, " ".join(REFUSED)] if form.method == "post" else pack(PAYLOADS, 1700)
        plain = page.union(*(_parts(_answers(browser, form, _plain(text))) for text in texts))
        for packed in texts:
            marked = _answers(browser, form, packed)
            assert marked.status < 500, form
            count += 1
            more = _parts(marked) - plain
            wrong += [(form.action, form.written, marked.status, sorted(more))] if more else []
    assert wrong == []
    assert count > 30


def test_addresses_and_cookies_stay_text(twins: Twins, dashboard: Dashboard) -> None:
    """Unknown paths and parameters, the way on after signing in, and the message of the page before."""
    wrong = []
    for browser in (twins.harmless.developer, dashboard.open_browser()):
        for packed in pack(PAYLOADS, 1500):
            quoted = quote(packed.replace("/", ""), safe="")
            paths = [
                f"/ui/{quoted}",
                f"/ui/sign-in?next={quoted}",
                f"/ui/reset/{quoted}",
                f"/ui/profile?{quoted}={quoted}",
            ]
            paths += [f"/ui/memories?dialog={quoted}&sort={quoted}&limit={quoted}&offset={quoted}"]
            for path in paths:
                marked, plain = browser.get(path), browser.get(path.replace(quoted, "x"))
                more = _parts(marked) - _parts(plain)
                wrong += [(path, sorted(more))] if more else []
    for packed in pack(PAYLOADS, 1500):
        browser = twins.harmless.developer
        browser.client.cookies.set("dragoman_message", base64.urlsafe_b64encode(packed.encode()).decode())
        shown = browser.get("/ui/profile")
        assert packed[:8] in shown.tree.text_content()
        wrong += [("message", sorted(more))] if (more := _parts(shown) - _with_message(browser)) else []
    assert wrong == []


def _with_message(browser: Browser) -> Skeleton:
    browser.client.cookies.set("dragoman_message", base64.urlsafe_b64encode(HARMLESS.encode()).decode())
    return _parts(browser.get("/ui/profile"))


def test_downloads_stay_files(twins: Twins) -> None:
    """Whatever their names and contents: the answers of every route that gives a file."""
    given: dict[str, dict[str, Browser]] = {}
    for seen in twins.pages:
        browser = twins.marked.admin if seen.by_admin else twins.marked.developer
        for link in seen.links:
            kind = kind_of(link)
            if kind in DOWNLOADS and len(given.setdefault(kind, {})) < 4:
                given[kind].setdefault(link, browser)
    assert set(given) == DOWNLOADS == download_routes()
    for kind, found in given.items():
        for query in QUERIES.get(kind, ("",)):
            answers = [browser.client.get(link + query) for link, browser in found.items()]
            files = [one for one in answers if one.status_code != 409]  # nothing to be had at this stage
            assert files, kind
            for one in files:
                check_download(one)


@pytest.mark.browser
def test_nothing_runs_in_a_browser(twins: Twins) -> None:
    """A page of each kind in Chromium: no text becomes script, style, request or window (see `window`)."""
    pages = [one for one in reversed(twins.pages) if "zq" in one.texts and not one.kind.startswith("answer")]
    shown = {one.kind: one for one in pages}
    assert len(shown) > 50
    url = twins.marked.dashboard.live.url
    with running_chromium() as chromium:
        for browser, is_admin in ((twins.marked.developer, False), (twins.marked.admin, True)):
            addresses = [one.address for one in shown.values() if one.by_admin is is_admin]
            assert _run(chromium, browser.client.cookies[SESSION], url, addresses) == []


def _run(chromium: Chromium, session: str, url: str, addresses: Sequence[str]) -> list[str]:
    """Look at pages; what they did that no page does by itself."""
    done: list[str] = []

    def note_request(sent: Request) -> None:
        is_check = sent.method == "POST" and sent.url.endswith("/check")  # the editor's, of its open segment
        if (sent.method != "GET" and not is_check) or not sent.url.startswith(f"{url}/") or "zq" in sent.url:
            done.append(f"{sent.method} {sent.url}")

    def refuse(dialog: Dialog) -> None:
        done.append(dialog.message)
        dialog.dismiss()

    with window(chromium, url) as page:
        page.context.add_cookies([{"name": SESSION, "value": session, "url": url}])
        page.expose_function("zq", lambda: done.append(f"script on {page.url}"))
        page.on("dialog", refuse)
        page.on("popup", lambda popup: done.append(popup.url))
        page.on("request", note_request)
        for address in addresses:
            page.goto(address)
            if page.url != url + address:
                done.append(f"{address} led to {page.url}")
    return done

"""The site at `/docs/…` of a running service: files, headers, search in a browser, and axe-core."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from dragoman.api import docs_site
from dragoman.app import create_app
from dragoman.settings import Settings
from tests.dashboard.chromium import NARROW, WIDE, running_chromium, scrolls_sideways, window
from tests.docs.blocks import ROOT
from tests.live import LiveService
from tests.waiting import CEILING

AXE: Final = ROOT / "node_modules/axe-core/axe.min.js"
RUN_AXE: Final = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
  const found = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
  return found.violations.flatMap(rule => rule.nodes.map(one => `${rule.id}: ${one.html.slice(0, 120)}`));
}"""
# Prose with code, wide tables, signatures, pictures, a long list.
SAMPLE: Final = (
    "",
    "start/first-translation/",
    "guides/dashboard/",
    "concepts/benchmarks/",
    "reference/http/text/",
    "reference/settings/",
)


@pytest.fixture(scope="module")
def client(live: LiveService, site: Path) -> Iterator[httpx2.Client]:
    assert site.is_dir()
    with httpx2.Client(base_url=live.url, timeout=CEILING) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/docs/", "text/html; charset=utf-8"),
        ("/docs/guides/install/", "text/html; charset=utf-8"),
        ("/docs/guides/install.md", "text/markdown; charset=utf-8"),
        ("/docs/llms.txt", "text/plain; charset=utf-8"),
        ("/docs/llms-full.txt", "text/plain; charset=utf-8"),
        ("/llms.txt", "text/plain; charset=utf-8"),
        ("/docs/search.json", "application/json"),
        ("/docs/assets/site.css", "text/css; charset=utf-8"),
        ("/docs/assets/favicon.svg", "image/svg+xml"),
        ("/docs/pictures/translate.png", "image/png"),
    ],
)
def test_a_file_has_its_type_and_is_not_sent_twice(client: httpx2.Client, path: str, kind: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (got.status_code, got.headers["content-type"]) == (200, kind)
    assert (head.status_code, head.content) == (200, b"")
    assert {name: head.headers[name] for name in ("content-type", "etag", "content-length")} == {
        name: got.headers[name] for name in ("content-type", "etag", "content-length")
    }
    again = client.get(path, headers={"If-None-Match": got.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == got.headers["cache-control"] == "no-cache"


def test_what_has_its_contents_in_its_name_is_kept(client: httpx2.Client, site: Path) -> None:
    [bundle] = site.glob("assets/javascripts/bundle.*.js")
    answer = client.get(f"/docs/{bundle.relative_to(site).as_posix()}")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_every_answer_has_the_policy(client: httpx2.Client, site: Path) -> None:
    policy = (site / "content-security-policy.txt").read_text(encoding="ascii").strip()
    for path in ("/docs/", "/docs/nothing", "/docs/search.json"):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == policy
        assert headers["x-content-type-options"] == "nosniff"


def test_an_address_without_its_slash_leads_to_the_page(client: httpx2.Client) -> None:
    answer = client.get("/docs/guides/install")
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/guides/install/")


def test_the_interface_stays_at_docs_and_both_lead_to_each_other(client: httpx2.Client) -> None:
    interface = client.get("/docs")
    assert "swagger-ui" in interface.text
    assert 'href="/docs/"' in interface.text
    assert 'href="/docs"' in client.get("/docs/").text


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "assets",
        "content-security-policy.txt",
        "../app.py",
        "%2e%2e/app.py",
        "..%2fapp.py",
        "..%5capp.py",
        "guides/..%2f..%2f..%2fapp.py",
        "%2fetc/passwd",
        "/etc/passwd",
        "/guides/install",
        "%00",
        "guides/install.md%00",
        "a" * 4000,
    ],
)
def test_no_path_leads_to_anything_else(client: httpx2.Client, path: str) -> None:
    request = client.build_request("GET", "/")
    request.url = request.url.copy_with(raw_path=f"/docs/{path}".encode())
    answer = client.send(request)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "import" not in answer.text.partition("<main")[2]


def test_before_it_is_built_the_site_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs_site, "SITE", tmp_path / "nowhere")
    client = TestClient(create_app(Settings(data=tmp_path), issuer="http://127.0.0.1"))
    for path in ("/docs/", "/docs/guides/install/", "/llms.txt"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "make docs" in answer.text
        assert 'href="/docs"' in answer.text
    assert client.get("/docs").status_code == 200


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with running_chromium() as browser:
        yield browser


def elsewhere(page: Page, live: LiveService) -> list[str]:
    """Requests of a page to other hosts, as they are made."""
    found: list[str] = []
    own = (live.url, "data:", "blob:")
    page.on("request", lambda sent: None if sent.url.startswith(own) else found.append(sent.url))
    return found


@pytest.mark.browser
@pytest.mark.slow
def test_search_finds_a_page_without_another_host(
    client: httpx2.Client, live: LiveService, chromium: Any
) -> None:
    with window(chromium, live.url) as page:
        others = elsewhere(page, live)
        page.goto("/docs/")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("combobox", name="Search").fill("enforce a term base")
        page.get_by_role("option", name="Enforce a term base").first.click()
        page.wait_for_url("**/docs/guides/enforce-a-term-base/**")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Enforce a term base")
        assert others == []


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "telephone"])
def test_pages_are_accessible_and_fit(
    client: httpx2.Client, live: LiveService, chromium: Any, scheme: str, size: dict[str, int]
) -> None:
    problems: list[str] = []
    with window(chromium, live.url, color_scheme=scheme, viewport=size, reduced_motion="reduce") as page:
        others = elsewhere(page, live)
        for path in SAMPLE:
            page.goto(f"/docs/{path}")
            page.evaluate(AXE.read_text(encoding="utf-8"))
            problems += [f"/docs/{path} {one}" for one in page.evaluate(RUN_AXE)]
            problems += [f"/docs/{path} is wider than its window"] if scrolls_sideways(page) else []
            assert page.evaluate("document.fonts.check('16px \"Inter Variable\"')")
        assert others == []
    assert not problems, "\n".join(problems)


@pytest.mark.browser
@pytest.mark.slow
def test_a_reader_chooses_the_look_and_it_stays(
    client: httpx2.Client, live: LiveService, chromium: Any
) -> None:
    with window(chromium, live.url, color_scheme="light") as page:
        page.goto("/docs/")
        body = page.locator("body")
        for name, scheme in (("light", "default"), ("dark", "slate")):
            page.get_by_title(f"Switch to {name} mode").click()
            expect(body).to_have_attribute("data-md-color-scheme", scheme)
        page.get_by_role("link", name="Next: A first translation").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("A first translation")
        expect(body).to_have_attribute("data-md-color-scheme", "slate")

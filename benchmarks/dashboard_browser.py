"""What a browser sees of the main pages: when the largest part is painted, what it loads, and from where."""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2
from playwright.sync_api import Browser, sync_playwright

from benchmarks.dashboard_pages import FoundPage

_ROUNDS: Final = 3
_PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
_NO_PARTS: Final = ("?", "/edit", "/new", "/settings", "/imports", "/versions", "/profile/")
_REFERENCE: Final = "/ui/api"  # has Swagger UI's own script and style
_PAINT: Final = """() => new Promise((resolve) => {
  const wait = setTimeout(() => resolve(null), 5000);
  new PerformanceObserver((list) => {
    clearTimeout(wait);
    setTimeout(() => resolve(list.getEntries().at(-1).startTime), 200);
  }).observe({ type: "largest-contentful-paint", buffered: true });
})"""
_LOADED: Final = """() => performance.getEntriesByType("resource")
  .map((one) => [new URL(one.name).pathname, one.encodedBodySize])"""


def show_pages(
    url: str, clients: Mapping[str, httpx2.Client], *, measured: Sequence[tuple[str, FoundPage]]
) -> None:
    """Show each page that is no form or part of a list, with an empty cache, and print what was seen."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        print("No Chromium: what browsers see is left out.")
        return
    print("| page | as | largest paint, ms | of rounds, most | script and style, kB |")
    print("|---|---|---:|---:|---:|")
    hosts: set[str] = set()
    sizes: dict[str, float] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for role, page in measured:
            if not any(part in page.kind for part in _NO_PARTS):
                cookies = [
                    {"name": one.name, "value": one.value or "", "url": url}
                    for one in clients[role].cookies.jar
                ]
                paints, sizes[page.kind] = _show(browser, url + page.address, cookies, hosts)
                print(
                    f"| `{page.kind}` | {role} | {statistics.median(paints):.0f} | {max(paints):.0f} "
                    f"| {sizes[page.kind]:.1f} |",
                    flush=True,
                )
        browser.close()
    others = hosts - {urlsplit(url).netloc}
    most = max((size for kind, size in sizes.items() if kind != _REFERENCE), default=0)
    print(
        f"\nMost script and style of a page: {most:.1f} kB. Other hosts asked: {len(others)} {sorted(others)}"
    )


def _show(
    browser: Browser, address: str, cookies: Sequence[Any], hosts: set[str]
) -> tuple[list[float], float]:
    """Largest paints in milliseconds, and kB of script and style as they were sent."""
    paints, size = [], 0.0
    for _ in range(_ROUNDS):
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
        context.add_cookies(list(cookies))
        page = context.new_page()
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.goto(address, wait_until="load")
        paint = page.evaluate(_PAINT)
        if paint is None:
            raise RuntimeError(f"{address} paints nothing")
        paints.append(float(paint))
        loaded = dict(page.evaluate(_LOADED))
        size = sum(length for path, length in loaded.items() if path.endswith((".js", ".css"))) / 1000
        context.close()
    return paints, size

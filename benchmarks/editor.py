"""The editor of translations in a browser: how long it takes to load, to write, to confirm and to go on.

    python -m benchmarks.editor [--segments 5000 50000] [--units 1000000]

Makes an installation with a memory of so many units (`made_dashboard`) and translations of so many segments
(`made_editing`), starts the service on it, and writes in Chromium as a manager: key presses from the event to
the next frame, confirmations from the key until the next segment is open, and the help of each segment as
the page asks for it. Client and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from benchmarks.dashboard_pages import sign_in
from benchmarks.made_dashboard import Amounts, make_installation
from benchmarks.made_editing import make_translation
from benchmarks.memory_bench import open_resources
from benchmarks.services import our_service
from dragoman.telemetry import configure_logging

_TEXT: Final = "El libro rojo es grande y tiene muchas partes. " * 3
_CONFIRMED: Final = 40
_LOADS: Final = 3
_READY: Final = "html[data-ready]"
_WATCH: Final = """() => {
  window.pressed = [];
  let down = 0;
  document.addEventListener("keydown", () => { down = performance.now(); }, true);
  document.addEventListener("input", () => {
    const own = down;
    requestAnimationFrame(() => setTimeout(() => window.pressed.push(performance.now() - own)));
  }, true);
}"""
_HELP: Final = """() => performance.getEntriesByType("resource")
  .filter((one) => one.name.endsWith("/help")).map((one) => one.duration)"""


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--segments", type=int, nargs="+", default=[5_000, 50_000])
    parser.add_argument("--units", type=int, default=1_000_000, help="of the project's memory")
    options = parser.parse_args()
    configure_logging(level="warning", style="console")
    with tempfile.TemporaryDirectory(prefix="dragoman-benchmark-", ignore_cleanup_errors=True) as folder:
        data = Path(folder) / "data"
        paths = asyncio.run(_make(data, options.segments, options.units))
        print(f"{platform.machine()}, {os.cpu_count()} processors; a memory of {options.units} units")
        print("| segments | load, ms | key p50 | p95 | confirm p50 | p95 | help p50 | p95 | heap, MB |")
        print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
        with our_service(data) as service:
            for count, path in zip(options.segments, paths, strict=True):
                print(f"| {count} | {' | '.join(_measure(service.url, path))} |", flush=True)


async def _make(data: Path, segments: Sequence[int], units: int) -> list[str]:
    await make_installation(data, Amounts(projects=2_000, units=units, others=1_000))
    async with open_resources(data) as (_, owner):
        return [await asyncio.to_thread(make_translation, owner, segments=count) for count in segments]


def _measure(url: str, path: str) -> list[str]:
    with closing(sign_in(url, "manager")) as client, sync_playwright() as playwright:
        cookies = [{"name": one.name, "value": one.value or "", "url": url} for one in client.cookies.jar]
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
        context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        loads = [_load(page, path) for _ in range(_LOADS)]
        pressed = _press(page)
        confirmed = _confirm(page)
        helps: list[float] = page.evaluate(_HELP)
        heap: float = page.evaluate("performance.memory.usedJSHeapSize / 1e6")
        browser.close()
    return [
        f"{statistics.median(loads):.0f}",
        *_percentiles(pressed),
        *_percentiles(confirmed),
        *_percentiles(helps),
        f"{heap:.0f}",
    ]


def _load(page: Page, path: str) -> float:
    begin = time.perf_counter()
    page.goto(path)
    page.locator(_READY).wait_for(state="attached")
    return (time.perf_counter() - begin) * 1000


def _press(page: Page) -> list[float]:
    page.evaluate(_WATCH)
    page.keyboard.type(_TEXT, delay=40)
    pressed: list[float] = page.evaluate("window.pressed")
    return pressed


def _confirm(page: Page) -> list[float]:
    """Confirm one segment after the other; twice where a code is missing, which the second press takes."""
    times = []
    for number in range(_CONFIRMED):
        page.keyboard.insert_text(f" Texto {number}.")
        page.wait_for_timeout(300)
        row: Any = page.locator('.seg[aria-current="true"]')
        own = row.get_attribute("id")
        while page.locator(f"#{own}").get_attribute("aria-current") == "true":
            begin = time.perf_counter()
            page.keyboard.press("Control+Enter")
            last = (time.perf_counter() - begin) * 1000
        times.append(last)
    return times


def _percentiles(values: Sequence[float]) -> list[str]:
    ordered = sorted(values)
    return [f"{ordered[len(ordered) // 2]:.0f}", f"{ordered[int(len(ordered) * 0.95)]:.0f}"]


if __name__ == "__main__":
    main()

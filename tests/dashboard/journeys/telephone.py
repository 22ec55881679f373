"""A window of the size of a telephone, worked with a finger."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from tests.dashboard.chromium import NARROW, evaluate, scrolls_sideways

TELEPHONE: Final[dict[str, Any]] = {"viewport": NARROW, "has_touch": True, "is_mobile": True}


def go_to(page: Page, name: str) -> None:
    """Choose an area of the menu."""
    page.get_by_role("button", name="Menu").tap()
    page.locator("#side").get_by_role("link", name=name, exact=True).tap()
    assert not scrolls_sideways(page), page.url


def find_misplaced(page: Page) -> list[str]:
    """What of a page a finger or an eye does not reach as it is: too wide, cut off, or too low to tap.

    Regions that scroll by themselves may hold more than they show, but not tables that fold. Links within
    a text may be lower (WCAG 2.5.8).
    """
    wide = [f"{page.url} is wider than the screen"] if scrolls_sideways(page) else []
    return [*wide, *evaluate(page, _MISPLACED)]


_MISPLACED: Final = """() => {
  const edge = document.documentElement.clientWidth + 0.5; // innerWidth grows with what is too wide
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX)
    && one.scrollWidth > one.clientWidth && !one.querySelector("table.folds");
  const inRegion = (one) => one && one !== document.body && (scrolls(one) || inRegion(one.parentElement));
  const words = (one) => (one.getAttribute("aria-label") || one.textContent || one.name).trim().slice(0, 50);
  const box = "button, .button, select, textarea, input:not([type=checkbox], [type=radio], [type=file])";
  const parts = "a, button, input, select, textarea, p, td, th, dd, dt, h1, h2, li, label";
  const problems = [];
  for (const one of document.querySelectorAll(`main :is(${parts}), header :is(a, button)`)) {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (!one.checkVisibility() || width <= 1) continue; // hidden from the eye
    if ((left < -0.5 || right > edge) && !inRegion(one)) problems.push(`cut off: ${words(one)}`);
    if (one.matches(box) && height < 24) problems.push(`low: ${words(one)}, ${Math.round(height)} pixels`);
  }
  return problems;
}"""

"""`/ui/engines`: what translates here, with its pairs and problems, and how one is added (V7)."""

from __future__ import annotations

import pytest

from tests.dashboard.browser import Browser, Dashboard
from tests.dashboard.engine_accounts import Choosing, new_choosing, rows
from tests.dashboard.engine_service import REASONS, VAST


@pytest.fixture(scope="module")
def admin(with_engines: Dashboard) -> Browser:
    return with_engines.sign_in("admin")


@pytest.fixture(scope="module")
def manager(with_engines: Dashboard) -> Browser:
    return with_engines.sign_in("manager")


@pytest.fixture
def choosing(with_engines: Dashboard, admin: Browser) -> Choosing:
    return new_choosing(with_engines, admin)


def test_staff_see_each_engine_with_its_problem_and_how_to_add_one(manager: Browser) -> None:
    shown = manager.get("/ui/engines")
    listed = {row[0].split()[0]: row[1:] for row in rows(shown, "engines")}
    assert listed["far"][:4] == ["Leave these machines", "High", "3", "4"]
    assert listed["near"][:2] == ["Stay here", "Medium"]
    assert listed["vast"][2:4] == [f"{VAST * (VAST - 1):,}", str(VAST)]
    assert listed["broken"] == ["—"] * 6
    note = shown.text_of("//*[contains(@class, 'note')]")
    assert "2 engines need you" in note
    assert all(f"{name}: {reason}" in note for name, reason in REASONS.items())
    assert "dragoman engines add ./opus-mt-en-de" in shown.text_of("#command-model")
    assert len(shown.text) < 100_000  # no pairs


def test_problems_of_engines_come_first_on_the_page_of_health(manager: Browser) -> None:
    shown = manager.get("/ui/health")
    assert f"Engine locked: {REASONS['locked']}" in shown.text_of("//*[contains(@class, 'note')]")
    assert "/ui/engines/broken" in shown.links


def test_pairs_of_a_vast_engine_come_in_parts_and_are_filtered(manager: Browser) -> None:
    first = manager.get("/ui/engines/vast")
    assert len(rows(first, "pairs")) == 50
    assert len(first.text) < 150_000
    source, target = (
        first.tree.xpath(f"//select[@name='{name}']/option/@value")[5] for name in ("source", "target")
    )
    of_source = manager.get(f"/ui/engines/vast?source={source}&offset=150")
    assert len(rows(of_source, "pairs")) == VAST - 1 - 150
    assert "Next" not in of_source.text_of("//nav[@class='pages']")
    other = "aa" if source != "aa" else "ab"
    (row,) = rows(manager.get(f"/ui/engines/vast?source={other}&target={target}"), "pairs")
    assert row[0].endswith(other)
    nothing = manager.get("/ui/engines/vast?source=en")
    assert (nothing.status, rows(nothing, "pairs")) == (200, [])
    assert "It has no such pair" in nothing.words


def test_an_engine_that_cannot_be_used_says_why_and_others_are_not_found(manager: Browser) -> None:
    assert REASONS["broken"] in manager.get("/ui/engines/broken").words
    locked = manager.get("/ui/engines/locked").words
    assert REASONS["locked"] in locked
    assert "Others translate meanwhile" in locked
    missing = manager.get("/ui/engines/%3Cb%3E")
    assert (missing.status, "There is no engine '<b>'" in missing.words) == (404, True)


def test_customers_and_linguists_do_not_see_engines(with_engines: Dashboard, choosing: Choosing) -> None:
    for browser in (choosing.developer, with_engines.sign_in("linguist")):
        for path in ("/ui/engines", "/ui/engines/far", choosing.address):
            assert browser.get(path).status == 403

"""Every route of the dashboard, as every role and without a session, generated from the routes (W1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dragoman.dashboard.areas import ROUTERS
from dragoman.dashboard.page import assets
from dragoman.dashboard.page.csrf import SAFE_METHODS
from dragoman.dashboard.page.page_route import DataRoute, PageRoute, needed_rights
from dragoman.dashboard.page.rendering import POLICY
from dragoman.dashboard.page.rights import Right
from tests.dashboard.browser import ROLES, Browser, Dashboard

# The rights of each role, written down anew: a change of the code's own table shows here.
RIGHTS = {
    "customer": {Right.PERSON},
    "developer": {Right.PERSON, Right.DEVELOPER},
    "orderer": {Right.PERSON, Right.ORDERER},
    "linguist": {Right.PERSON, Right.LINGUIST},
    "manager": {Right.PERSON, Right.LINGUIST, Right.MANAGER},
    "admin": {Right.PERSON, Right.LINGUIST, Right.MANAGER, Right.ADMIN},
}


def _routes() -> Iterator[tuple[str, str, frozenset[Right]]]:
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, PageRoute):
                for method in sorted(route.methods or ()):
                    yield method, route.path, needed_rights(route.endpoint)


ROUTES = list(_routes())
# What scripts call: it answers in JSON, and leads nobody to sign in.
DATA = {route.path for router in ROUTERS for route in router.routes if isinstance(route, DataRoute)}
NAMES = [f"{method} {path}" for method, path, _ in ROUTES]
CLOSED = [one for one in ROUTES if Right.ANYBODY not in one[2]]


def _address(path: str) -> str:
    """The address of a thing that does not exist: who may see it gets 404, others are refused before."""
    return re.sub(r"\{[^}]*\}", "999999", path)


def _send(browser: Browser, method: str, path: str) -> tuple[int, str]:
    if method in SAFE_METHODS:
        answer = browser.client.request(method, _address(path))
    else:
        token = {"X-CSRF-Token": browser.csrf or ""}  # scripts send it so, forms in a field
        answer = browser.client.request(
            method, _address(path), data={"csrf": browser.csrf}, headers=token if path in DATA else {}
        )
    return answer.status_code, answer.headers.get("location", "")


def test_every_router_has_pages_only() -> None:
    others = {
        route.path
        for router in ROUTERS
        if router is not assets.router
        for route in router.routes
        if not isinstance(route, PageRoute)
    }
    assert others == set()


@pytest.mark.parametrize(("method", "path", "needed"), CLOSED, ids=[f"{m} {p}" for m, p, _ in CLOSED])
def test_without_a_session_no_page_is_shown(
    dashboard: Dashboard, method: str, path: str, needed: frozenset[Right]
) -> None:
    browser = dashboard.open_browser()
    browser.get("/ui/sign-in")
    status, location = _send(browser, method, path)
    if method in SAFE_METHODS and path not in DATA:
        assert (status, location.partition("?")[0]) == (303, "/ui/sign-in")
    else:
        assert status == 401


@pytest.mark.parametrize("role", ROLES)
def test_each_role_sees_its_pages_and_no_others(dashboard: Dashboard, role: str) -> None:
    browser = dashboard.sign_in(role)
    wrong = []
    for method, path, needed in CLOSED:
        status, _ = _send(browser, method, path)
        is_refused = status == 403
        if is_refused is not RIGHTS[role].isdisjoint(needed) or status >= 500:
            wrong.append(f"{method} {path}: {status}")
    assert wrong == []


@pytest.mark.parametrize("role", ROLES)
def test_every_link_at_the_side_leads_to_a_page(dashboard: Dashboard, role: str) -> None:
    browser = dashboard.sign_in(role)
    links = browser.get("/ui/").tree.xpath("//nav[@id='side']//a/@href")
    assert len(links) > 2
    assert {link: browser.get(link).status for link in links} == dict.fromkeys(links, 200)


UNSAFE = [(method, path) for method, path, _ in ROUTES if method not in SAFE_METHODS]


@pytest.mark.parametrize(("method", "path"), UNSAFE, ids=[f"{m} {p}" for m, p in UNSAFE])
def test_forms_without_the_sessions_token_are_refused(dashboard: Dashboard, method: str, path: str) -> None:
    browser, other = dashboard.sign_in("admin"), dashboard.sign_in("admin")
    address = _address(path)
    forged = [
        browser.client.request(method, address, data={}),
        browser.client.request(method, address, data={"csrf": other.csrf}),
        browser.client.request(
            method, address, data={"csrf": browser.csrf}, headers={"Origin": "https://evil.example"}
        ),
        browser.client.request(
            method, address, data={"csrf": browser.csrf}, headers={"Sec-Fetch-Site": "cross-site"}
        ),
    ]
    assert [one.status_code for one in forged] == [403] * len(forged)


READABLE = [(path, needed) for method, path, needed in ROUTES if method == "GET" and "{" not in path]


@pytest.mark.parametrize(("path", "needed"), READABLE, ids=[path for path, _ in READABLE])
def test_pages_allow_nothing_but_our_own_files(
    dashboard: Dashboard, path: str, needed: frozenset[Right]
) -> None:
    role = next((role for role in reversed(ROLES) if RIGHTS[role] & needed), "admin")
    shown = dashboard.sign_in(role).get(path)
    assert shown.status < 400
    if not shown.headers["content-type"].startswith("text/html"):
        return
    assert shown.headers["content-security-policy"] == POLICY
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["cache-control"] == "no-store"
    for forbidden in ("//script[not(@src)]", "//style", "//*[@style]", "//@*[starts-with(name(), 'on')]"):
        assert shown.tree.xpath(forbidden) == [], forbidden

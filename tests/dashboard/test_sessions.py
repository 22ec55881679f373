"""Sessions in the browser, and what sign-in tells strangers (B6). The rules are in tests/sign_in."""

from __future__ import annotations

import re
import time
from typing import Final, LiteralString

import psycopg
import pytest

from dragoman.settings.model import Settings
from tests.conftest import superuser_url
from tests.dashboard.browser import PASSWORD, Browser, Dashboard, code_of

SESSION = "dragoman_session"
TRIES, ROUNDS = 4, 4
NEWEST: Final = "where id = (select max(id) from sessions)"
AGE: dict[str, LiteralString] = {
    "seen": f"update sessions set seen = seen - %s::interval {NEWEST}",
    "created": f"update sessions set created = created - %s::interval {NEWEST}",
    "verified": f"update sessions set verified = verified - %s::interval {NEWEST}",
}


def _shift(dashboard: Dashboard, *, column: str, interval: str) -> None:
    """Make the newest session older than it is."""
    settings = Settings(data=dashboard.live.data)
    with psycopg.connect(superuser_url(settings), autocommit=True) as connection:
        done = connection.execute(AGE[column], [interval])
        assert done.rowcount == 1


def _is_asked_to_sign_in(browser: Browser) -> bool:
    return browser.get("/ui/profile").address.startswith("/ui/sign-in")


@pytest.mark.parametrize(
    ("column", "almost", "rest"),
    [("seen", "719 minutes", "2 minutes"), ("created", "6 days 23 hours 59 minutes", "2 minutes")],
    ids=["nobody uses it", "days"],
)
def test_a_session_ends_in_time_and_its_cookie_opens_nothing_more(
    dashboard: Dashboard, column: str, almost: str, rest: str
) -> None:
    browser = dashboard.sign_in("developer")
    copy = dict(browser.client.cookies)
    _shift(dashboard, column=column, interval=almost)
    if column == "created":  # of the other, use begins the time anew
        assert not _is_asked_to_sign_in(browser)
    _shift(dashboard, column=column, interval=rest)
    assert _is_asked_to_sign_in(browser)
    sent = browser.client.post("/ui/profile", data={"csrf": browser.csrf, "first_name": "Mallory"})
    assert sent.status_code == 401
    thief = dashboard.open_browser()
    thief.client.cookies.update(copy)
    assert _is_asked_to_sign_in(thief)


def test_use_almost_at_the_end_keeps_a_session(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("developer")
    for _ in range(2):
        _shift(dashboard, column="seen", interval="719 minutes")
        assert not _is_asked_to_sign_in(browser)


def test_a_second_factor_that_was_begun_is_not_shown_or_used_without_a_new_proof(
    dashboard: Dashboard,
) -> None:
    email = dashboard.add_person("developer")
    browser = dashboard.sign_in_as(email)
    secret = browser.post("/ui/profile/second-factor/begin").text_of("#factor-secret")
    _shift(dashboard, column="verified", interval="11 minutes")
    for code in ("000000", code_of(secret)):
        asked = browser.post("/ui/profile/second-factor/confirm", {"code": code})
        assert asked.address == "/ui/profile/proof?next=/ui/profile/second-factor"
        assert secret not in asked.text
    dashboard.sign_in_as(email)  # by the password alone


@pytest.mark.parametrize("action", ["", "/reset", "/second-factor/remove", "/passkeys/remove"])
def test_among_the_people_ones_own_way_in_changes_after_a_new_proof_only(
    dashboard: Dashboard, action: str
) -> None:
    email = dashboard.add_person("admin")
    browser = dashboard.sign_in_as(email)
    links = browser.get(f"/ui/people?search={email}").links
    oneself = next(link for link in links if re.fullmatch(r"/ui/people/\d+", link))
    _shift(dashboard, column="verified", interval="11 minutes")
    fields = {"first_name": "Ada", "roles": "admin"}
    assert browser.post(oneself, {**fields, "email": email}).address == oneself  # the address stays
    asked = browser.post(f"{oneself}{action}", {**fields, "email": f"thief-{email}"})
    assert asked.address == f"/ui/profile/proof?next={oneself}"
    shown = browser.post("/ui/profile/proof", {"current_password": PASSWORD, "next": oneself})
    assert (shown.address, shown.value_of("email")) == (oneself, email)
    assert browser.post(f"{oneself}{action}", {**fields, "email": email}).status == 200


def test_nothing_that_a_browser_had_before_signing_in_is_good_after(dashboard: Dashboard) -> None:
    """Neither its cookies nor the token of its forms become those of the session."""
    browser, thief = dashboard.open_browser(), dashboard.open_browser()
    browser.get("/ui/sign-in")
    cookies, token = dict(browser.client.cookies), browser.csrf
    assert SESSION not in cookies
    email = dashboard.person("developer")
    browser.post("/ui/sign-in", {"email": email, "password": PASSWORD, "next": "/ui/profile"})
    thief.client.cookies.update(cookies)
    assert _is_asked_to_sign_in(thief)
    forged = browser.client.post("/ui/profile", data={"csrf": token, "first_name": "Mallory"})
    assert (forged.status_code, browser.csrf != token) == (403, True)


def test_a_form_of_the_session_is_good_no_more_after_signing_out(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("developer")
    cookies, token = dict(browser.client.cookies), browser.csrf
    browser.post("/ui/sign-out")
    assert SESSION not in browser.client.cookies
    thief = dashboard.open_browser()
    thief.client.cookies.update(cookies)
    sent = thief.client.post("/ui/profile", data={"csrf": token, "first_name": "Mallory"})
    assert sent.status_code == 401


def test_a_refused_sign_in_takes_as_long_for_addresses_that_nobody_has(dashboard: Dashboard) -> None:
    require_alike_times(dashboard, "/ui/sign-in")


def require_alike_times(dashboard: Dashboard, path: str) -> None:
    """A request takes about as long for addresses of somebody as for those that nobody has.

    The least times are compared: what other processes take is in the others. On a busy machine they are
    taken again, which changes nothing where one kind does more.
    """
    rounds: list[tuple[float, float]] = []
    while len(rounds) < ROUNDS:
        # Somebody's come last: what the service does after their answer is not in others' times.
        nowhere = min(_seconds(dashboard, f"nobody-{number}@example.com", path) for number in range(TRIES))
        known = [dashboard.add_person("developer") for _ in range(TRIES)]
        there = min(_seconds(dashboard, one, path) for one in known)
        rounds.append((there, nowhere))
        if 0.5 < there / nowhere < 2:
            return
    raise AssertionError(rounds)


def _seconds(dashboard: Dashboard, address: str, path: str) -> float:
    browser = dashboard.open_browser()
    browser.get("/ui/sign-in")
    begun = time.perf_counter()
    shown = browser.post(path, {"email": address, "password": "something else"})
    taken = time.perf_counter() - begun
    assert shown.status in {200, 422}, shown.words
    return taken

"""`/ui/sign-in`: who gets a session, which one, and until when (W2, B6, B7)."""

from __future__ import annotations

import json

import pytest

from tests.dashboard.browser import PASSWORD, Browser, Dashboard, Shown

SESSION = "dragoman_session"
REFUSED = "E-mail address or password is wrong."


def _session_of(browser: Browser) -> str:
    return browser.client.cookies.get(SESSION) or ""


def _with_session(dashboard: Dashboard, token: str) -> Browser:
    """Another browser with a copy of the cookie."""
    browser = dashboard.open_browser()
    browser.client.cookies.set(SESSION, token)
    return browser


def test_a_wrong_password_and_an_unknown_address_look_the_same(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    shown = [
        dashboard.open_browser().post("/ui/sign-in", {"email": address, "password": "something else"})
        for address in (email, "nobody-at-all@example.com")
    ]
    assert [one.status for one in shown] == [422, 422]
    assert {one.text_of("//*[@role='alert']") for one in shown} == {REFUSED}
    pages = [one.text.replace(one.csrf or "", "") for one in shown]
    assert pages[0].replace(email, "") == pages[1].replace("nobody-at-all@example.com", "")


def test_what_was_typed_stays_but_for_the_password(dashboard: Dashboard) -> None:
    shown = dashboard.open_browser().post(
        "/ui/sign-in", {"email": "nobody@example.com", "password": "hidden words", "next": "/ui/profile?a=1"}
    )
    assert shown.value_of("email") == "nobody@example.com"
    assert "hidden words" not in shown.text
    assert shown.find("//main//input[@name='next']").get("value") == "/ui/profile?a=1"


def test_after_too_many_wrong_passwords_the_page_says_how_long_to_wait(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    browser = dashboard.open_browser()
    statuses = []
    for _ in range(7):
        shown = browser.post("/ui/sign-in", {"email": email, "password": "something else"})
        statuses.append(shown.status)
        if shown.status == 429:
            break
    assert statuses[:-1] == [422] * (len(statuses) - 1)
    seconds = shown.find("//*[@data-seconds]").text
    assert (shown.status, seconds) == (429, shown.headers["retry-after"])
    assert 1 <= int(seconds) <= 10


@pytest.mark.parametrize(
    "address",
    [
        *("https://evil.example/ui/", "//evil.example/ui/", "///ui/evil", "/////ui/evil"),
        *("/ui/\\evil.example", "/docs", "javascript:1"),
    ],
)
def test_the_way_on_after_signing_in_stays_within_the_dashboard(dashboard: Dashboard, address: str) -> None:
    browser = dashboard.open_browser()
    fields = {"email": dashboard.person("developer"), "password": PASSWORD, "next": address}
    browser.get("/ui/sign-in")
    answer = browser.client.post("/ui/sign-in", data={"csrf": browser.csrf, **fields})
    assert (answer.status_code, answer.headers["location"]) == (303, "/ui/")


def test_signing_in_makes_a_new_session_and_ends_the_one_before(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("developer")
    before = _session_of(browser)
    fields = {"email": dashboard.person("orderer"), "password": PASSWORD, "next": "/ui/profile"}
    browser.post("/ui/sign-in", fields)
    assert _session_of(browser) not in {"", before}
    assert _with_session(dashboard, before).get("/ui/profile").address.startswith("/ui/sign-in")


def test_a_session_that_somebody_else_chose_is_not_used(dashboard: Dashboard) -> None:
    browser = _with_session(dashboard, "chosen-by-somebody-else")
    fields = {"email": dashboard.person("developer"), "password": PASSWORD, "next": "/ui/profile"}
    assert browser.post("/ui/sign-in", fields).address == "/ui/profile"
    thief = _with_session(dashboard, "chosen-by-somebody-else")
    assert thief.get("/ui/profile").address.startswith("/ui/sign-in")


def test_a_stolen_session_ends_with_signing_out(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("developer")
    thief = _with_session(dashboard, _session_of(browser))
    assert thief.get("/ui/profile").address == "/ui/profile"
    browser.post("/ui/sign-out")
    assert thief.get("/ui/profile").address.startswith("/ui/sign-in")


# Forms that were sent after their session had ended. `/ui/accounts/new` is one with fields of several kinds.


def _end_session(dashboard: Dashboard, browser: Browser) -> None:
    other = _with_session(dashboard, _session_of(browser))
    other.get("/ui/profile")
    other.post("/ui/sign-out")


def _sent_too_late(dashboard: Dashboard, email: str, name: str) -> tuple[Browser, Shown]:
    browser = dashboard.sign_in_as(email)
    _end_session(dashboard, browser)
    return browser, browser.post("/ui/accounts/new", {"name": name, "kind": "trial"})


def _sign_in_from(browser: Browser, shown: Shown, email: str) -> Shown:
    hidden = {one.get("name"): one.get("value") for one in shown.tree.xpath("//main//input[@type='hidden']")}
    return browser.post("/ui/sign-in", {**hidden, "email": email, "password": PASSWORD})


def test_a_form_sent_after_its_session_ended_comes_back_and_is_sent_by_its_person(
    dashboard: Dashboard,
) -> None:
    email = dashboard.add_person("admin")
    name = 'Löwe & "Söhne" <b>مرحبا</b> 🦁'
    browser, asked = _sent_too_late(dashboard, email, name)
    assert (asked.status, asked.title) == (401, "Your session has ended")
    shown = _sign_in_from(browser, asked, email)
    assert shown.title == "You are signed in again"
    assert name in shown.words
    form = shown.find("//main//form")
    fields = {one.get("name"): one.get("value") for one in form.iter("input")}
    assert (form.get("action"), fields.pop("csrf") != "") == ("/ui/accounts/new", True)
    assert fields == {"name": name, "kind": "trial"}
    done = browser.post(form.get("action"), fields)
    assert (done.status, name in done.title) == (200, True)


def test_the_form_of_one_person_does_not_come_back_to_another(dashboard: Dashboard) -> None:
    browser, asked = _sent_too_late(dashboard, dashboard.add_person("admin"), "Secret customer")
    shown = _sign_in_from(browser, asked, dashboard.person("admin"))
    assert (shown.address, "Secret customer" in shown.text) == ("/ui/health", False)


def test_a_form_with_the_token_of_another_session_is_not_kept(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("admin")
    _end_session(dashboard, browser)
    browser.csrf = dashboard.sign_in("admin").csrf
    shown = browser.post("/ui/accounts/new", {"name": "Forged", "kind": "trial"})
    assert (shown.status, "Forged" in shown.text) == (401, False)


def test_passwords_of_a_form_are_not_kept(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("admin")
    _end_session(dashboard, browser)
    fields = {"name": "A name", "new_password": "a long word", "code": "123456", "proof": "another word"}
    shown = browser.post("/ui/accounts/new", fields)
    kept = json.loads(shown.find("//input[@name='kept']").get("value"))
    assert kept["fields"] == [["name", "A name"]]


@pytest.mark.parametrize("action", ["https://evil.example/", "//evil.example/ui/", "/docs", "/ui/../docs\\"])
def test_a_kept_form_goes_to_pages_of_the_dashboard_only(dashboard: Dashboard, action: str) -> None:
    email = dashboard.add_person("admin")
    browser, asked = _sent_too_late(dashboard, email, "A name")
    kept = json.loads(asked.find("//input[@name='kept']").get("value"))
    changed = json.dumps({**kept, "action": action})
    shown = browser.post("/ui/sign-in", {"email": email, "password": PASSWORD, "kept": changed})
    assert shown.title != "You are signed in again"


def test_files_of_a_kept_form_are_chosen_again(dashboard: Dashboard) -> None:
    email = dashboard.add_person("admin")
    browser = dashboard.sign_in_as(email)
    _end_session(dashboard, browser)
    asked = browser.post(
        "/ui/accounts/new", {"name": "With file"}, files={"upload": ("report.docx", b"content")}
    )
    assert "report.docx" in asked.text_of("//*[contains(@class, 'note')]")
    form = _sign_in_from(browser, asked, email).find("//main//form")
    assert form.get("enctype") == "multipart/form-data"
    assert [one.get("name") for one in form.xpath(".//input[@type='file']")] == ["upload"]


def test_what_says_that_it_is_kept_but_is_not_ours_is_left_out(dashboard: Dashboard) -> None:
    for kept in ("{", "[]", "null", '{"action": "/ui/profile"}', "[" * 100_000):
        browser = dashboard.open_browser()
        fields = {"email": dashboard.person("developer"), "password": PASSWORD, "kept": kept}
        assert browser.post("/ui/sign-in", {**fields, "next": "/ui/profile"}).address == "/ui/profile"

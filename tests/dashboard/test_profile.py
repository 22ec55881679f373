"""`/ui/profile`: oneself, and how one signs in (W2, B8)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.dashboard.browser import PASSWORD, Browser, Dashboard, Shown, code_of

NEW_PASSWORD = "four words of no song"
FACTOR = "/ui/profile/second-factor"


@dataclass(frozen=True, kw_only=True)
class _Factor:
    """A second factor that was turned on."""

    secret: str
    used: str  # the code that turned it on
    recovery: list[str]


def _set_up(browser: Browser) -> _Factor:
    """Turn a second factor on."""
    secret = browser.post(f"{FACTOR}/begin").text_of("#factor-secret")
    used = code_of(secret)
    shown = browser.post(f"{FACTOR}/confirm", {"code": used})
    assert shown.title == "Your recovery codes", shown.words
    return _Factor(secret=secret, used=used, recovery=shown.find("//*[@id='codes']").text.split())


def _sign_in_until_code(dashboard: Dashboard, email: str) -> tuple[Browser, Shown]:
    browser = dashboard.open_browser()
    shown = browser.post("/ui/sign-in", {"email": email, "password": PASSWORD, "next": "/ui/profile"})
    return browser, shown


def test_names_language_zone_and_colours_are_kept(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in_as(dashboard.add_person("developer"))
    fields = {
        "first_name": "Zoë 🦊",
        "last_name": "مريم",
        "language": "en",
        "time_zone": "Europe/Madrid",
        "theme": "dark",
        "keys": "off",
    }
    shown = browser.post("/ui/profile", fields)
    assert {name: shown.value_of(name) for name in fields} == fields
    page = shown.find("//html")
    assert (page.get("lang"), page.get("data-theme"), page.get("data-keys")) == ("en", "dark", "off")
    assert browser.post("/ui/profile", {**fields, "keys": "on"}).find("//html").get("data-keys") is None


def test_what_cannot_be_is_said_at_its_field_and_stays_typed(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in_as(dashboard.add_person("developer"))
    shown = browser.post("/ui/profile", {"first_name": "x" * 201, "time_zone": "Mars/Base"})
    assert (shown.status, shown.value_of("time_zone")) == (422, "Mars/Base")
    assert shown.text_of("#e-first_name") == "A name has 1 to 200 characters."
    assert shown.text_of("#e-time_zone").startswith("There is no such time zone")


def test_a_new_password_needs_the_current_one_and_ends_other_sessions(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    browser, other = dashboard.sign_in_as(email), dashboard.sign_in_as(email)
    refused = browser.post(
        "/ui/profile/password", {"current_password": "not this one", "password": NEW_PASSWORD}
    )
    assert refused.text_of("#e-current_password") == "This is not your password."
    browser.post("/ui/profile/password", {"current_password": PASSWORD, "password": NEW_PASSWORD})
    assert browser.get("/ui/profile").address == "/ui/profile"
    assert other.get("/ui/profile").address.startswith("/ui/sign-in")
    dashboard.sign_in_as(email, NEW_PASSWORD)


def test_a_second_factor_is_asked_for_at_the_next_sign_in(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    factor = _set_up(dashboard.sign_in_as(email))
    browser, asked = _sign_in_until_code(dashboard, email)
    assert (asked.address, asked.title) == ("/ui/sign-in/code?next=/ui/profile", "Enter your code")
    assert browser.get("/ui/profile").address.startswith("/ui/sign-in/code")
    before = browser.client.cookies.get("dragoman_session")
    wrong = browser.post("/ui/sign-in/code", {"code": "000000"})
    assert (wrong.status, wrong.text_of("#e-code").split(".")[0]) == (
        422,
        "The code is wrong, or was used before",
    )
    used = browser.post("/ui/sign-in/code", {"code": factor.used})
    assert used.status == 422
    shown = browser.post("/ui/sign-in/code", {"code": code_of(factor.secret, step=1), "next": "/ui/profile"})
    assert shown.address == "/ui/profile"
    assert browser.client.cookies.get("dragoman_session") != before


def test_a_recovery_code_signs_in_once(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    codes = _set_up(dashboard.sign_in_as(email)).recovery
    assert len(set(codes)) == 10
    first, _ = _sign_in_until_code(dashboard, email)
    shown = first.post("/ui/sign-in/code", {"code": codes[0].upper(), "next": "/ui/profile"})
    assert (shown.address, "9 recovery codes left" in shown.words) == ("/ui/profile", True)
    second, _ = _sign_in_until_code(dashboard, email)
    assert second.post("/ui/sign-in/code", {"code": codes[0]}).status == 422


def test_the_secret_and_the_codes_are_in_one_answer_only(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in_as(dashboard.add_person("developer"))
    factor = _set_up(browser)
    for path in ("/ui/profile", FACTOR):
        text = browser.get(path).text
        assert [one for one in (factor.secret, *factor.recovery) if one in text] == []


def test_a_second_factor_is_removed_with_the_password(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    browser = dashboard.sign_in_as(email)
    _set_up(browser)
    refused = browser.post(f"{FACTOR}/remove", {"proof": "not my password"})
    assert refused.text_of("#e-proof") == "This is neither your password nor a code of your app."
    browser.post(f"{FACTOR}/remove", {"proof": PASSWORD})
    dashboard.sign_in_as(email)


def test_a_form_kept_over_the_second_factor_comes_back(dashboard: Dashboard) -> None:
    email = dashboard.add_person("admin")
    browser = dashboard.sign_in_as(email)
    factor = _set_up(browser)
    ended = browser.client.cookies.get("dragoman_session") or ""
    other = dashboard.open_browser()
    other.client.cookies.set("dragoman_session", ended)
    other.get("/ui/profile")
    other.post("/ui/sign-out")
    shown = browser.post("/ui/accounts/new", {"name": "Kept name", "kind": "trial"})
    for fields in ({"email": email, "password": PASSWORD}, {"code": code_of(factor.secret, step=1)}):
        form = shown.find("//main//form[.//input[@name='kept']][not(@data-passkey)]")
        hidden = {one.get("name"): one.get("value") for one in form.xpath(".//input[@type='hidden']")}
        shown = browser.post(form.get("action"), {**hidden, **fields})
    assert (shown.title, "Kept name" in shown.words) == ("You are signed in again", True)


def test_sessions_are_listed_and_ended(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    agents = ("Mozilla/5.0 (Windows NT 10.0; Win64) Gecko/20100101 Firefox/140.0", "curl/8.0")
    browser = dashboard.sign_in_as(email)
    others = [dashboard.open_browser(**{"User-Agent": agent}) for agent in agents]
    for other in others:
        other.post("/ui/sign-in", {"email": email, "password": PASSWORD, "next": "/ui/profile"})
    shown = browser.get("/ui/profile")
    rows = shown.tree.xpath("//*[@aria-label='Sessions']//tbody/tr")
    names = sorted(row.xpath("string(th)").strip() for row in rows)
    assert names[:2] == ["Firefox on Windows", "curl/8.0"]
    ends = {row.xpath("string(th)").strip(): row.xpath("string(.//form/@action)") for row in rows}
    browser.post(ends["curl/8.0"])
    states = [other.get("/ui/profile").address == "/ui/profile" for other in others]
    assert states == [True, False]
    browser.post("/ui/profile/sessions/end-others")
    assert others[0].get("/ui/profile").address.startswith("/ui/sign-in")
    assert browser.get("/ui/profile").address == "/ui/profile"


def test_the_session_of_another_person_is_not_ended(dashboard: Dashboard) -> None:
    victim = dashboard.sign_in_as(dashboard.add_person("developer"))
    other = dashboard.sign_in_as(dashboard.add_person("developer"))
    newest = int(re.findall(r"sessions/(\d+)/end", _two_sessions(dashboard))[-1])
    for session in range(max(1, newest - 10), newest + 1):
        other.post(f"/ui/profile/sessions/{session}/end")
    assert victim.get("/ui/profile").address == "/ui/profile"


def _two_sessions(dashboard: Dashboard) -> str:
    email = dashboard.add_person("developer")
    dashboard.sign_in_as(email)
    return dashboard.sign_in_as(email).get("/ui/profile").text


def test_the_address_changes_and_is_what_one_signs_in_with(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in_as(dashboard.add_person("developer"))
    taken = browser.post("/ui/profile/email", {"email": dashboard.person("admin")})
    assert taken.text_of("#e-email") == "A user with this e-mail address exists already."
    browser.post("/ui/profile/email", {"email": "New.Address@example.com"})
    dashboard.sign_in_as("new.address@example.com")

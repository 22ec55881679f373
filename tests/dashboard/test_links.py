"""`/ui/welcome`, `/ui/invitation`, `/ui/reset`: links that are good once (W2, B8)."""

from __future__ import annotations

import re

import pytest

from tests.dashboard.browser import PASSWORD, Dashboard

NEW_PASSWORD = "four words of no song"


def _invite(dashboard: Dashboard, email: str) -> str:
    """The path of an invitation that a manager makes."""
    shown = dashboard.sign_in("manager").post(
        "/ui/people/new", {"email": email, "account_id": str(dashboard.account), "roles": "developer"}
    )
    return _path(shown.text, "/ui/invitation/")


def _path(text: str, prefix: str) -> str:
    found = re.search(re.escape(prefix) + r"[\w-]{43}", text)
    assert found is not None, text
    return found[0]


def _reset_link(dashboard: Dashboard, email: str) -> str:
    admin = dashboard.sign_in("admin")
    shown = admin.get(f"/ui/people?search={email}")
    person = next(link for link in shown.links if re.fullmatch(r"/ui/people/\d+", link))
    return _path(admin.post(f"{person}/reset").text, "/ui/reset/")


def test_an_invited_person_chooses_names_and_a_password_and_is_signed_in(dashboard: Dashboard) -> None:
    path = _invite(dashboard, "invited1@example.com")
    browser = dashboard.open_browser()
    asked = browser.get(path)
    assert (asked.status, "invited1@example.com" in asked.words) == (200, True)
    shown = browser.post(path, {"first_name": "Ana", "last_name": "López", "password": NEW_PASSWORD})
    assert shown.status in {200, 404}  # the first page of developers is another area
    profile = browser.get("/ui/profile")
    assert (profile.value_of("first_name"), profile.value_of("last_name")) == ("Ana", "López")
    dashboard.sign_in_as("invited1@example.com", NEW_PASSWORD)


def test_opening_a_link_does_not_use_it_up_but_its_form_does(dashboard: Dashboard) -> None:
    path = _invite(dashboard, "invited2@example.com")
    assert [dashboard.open_browser().get(path).status for _ in range(3)] == [200, 200, 200]
    fields = {"first_name": "Ana", "password": NEW_PASSWORD}
    dashboard.open_browser().post(path, fields)
    again = dashboard.open_browser()
    for shown in (again.get(path), again.post(path, fields)):
        assert (shown.status, shown.title) == (404, "This link is not good any more")
        assert "ask who invited you" in shown.words


def test_a_password_that_is_refused_leaves_the_link_good_and_what_was_typed(dashboard: Dashboard) -> None:
    path = _invite(dashboard, "invited3@example.com")
    browser = dashboard.open_browser()
    shown = browser.post(path, {"first_name": "Ana", "last_name": "López", "password": "aaaaaaaaaaaa"})
    assert (shown.status, shown.value_of("last_name"), shown.value_of("password")) == (422, "López", "")
    assert "It repeats itself" in shown.text_of("#e-password")
    browser.post(path, {"first_name": "Ana", "password": NEW_PASSWORD})
    dashboard.sign_in_as("invited3@example.com", NEW_PASSWORD)


def test_a_new_password_by_link_ends_all_sessions(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    before = dashboard.sign_in_as(email)
    path = _reset_link(dashboard, email)
    browser = dashboard.open_browser()
    assert email in browser.get(path).words
    browser.post(path, {"password": NEW_PASSWORD})
    assert browser.get("/ui/profile").address == "/ui/profile"
    assert before.get("/ui/profile").address.startswith("/ui/sign-in")
    refused = dashboard.open_browser().post("/ui/sign-in", {"email": email, "password": PASSWORD})
    assert refused.status == 422
    dashboard.sign_in_as(email, NEW_PASSWORD)


def test_an_admins_link_signs_them_in_by_a_button_and_once(dashboard: Dashboard) -> None:
    email = dashboard.add_person("admin")
    path = _path(str(dashboard.live.admin("link", "--email", email)), "/ui/welcome/")
    browser = dashboard.open_browser()
    assert (browser.get(path).title, browser.get("/ui/profile").address.partition("?")[0]) == (
        "Sign in as administrator",
        "/ui/sign-in",
    )
    browser.post(path)
    assert browser.get("/ui/profile").address == "/ui/profile"
    over = dashboard.open_browser().post(path)
    assert (over.status, "dragoman admin link" in over.words) == (404, True)


@pytest.mark.parametrize("kind", ["welcome", "invitation", "reset"])
def test_a_link_of_another_kind_or_that_never_was_is_not_good(dashboard: Dashboard, kind: str) -> None:
    shown = dashboard.open_browser().get(f"/ui/{kind}/" + "A" * 43)
    assert (shown.status, shown.title) == (404, "This link is not good any more")


def test_a_password_is_rated_while_it_is_typed(dashboard: Dashboard) -> None:
    browser = dashboard.open_browser()
    browser.get("/ui/sign-in")
    ratings = {
        password: browser.post(
            "/ui/password/rating", {"password": password, "first_name": "Anastasia"}
        ).text_of("#m-password")
        for password in ("", "short", "anastasia anastasia", "four words of no song")
    }
    assert ratings == {
        "": "",
        "short": "At least 12 characters: 7 more.",
        "anastasia anastasia": "It is a name that others know: yours, your address, or the service's.",
        "four words of no song": "Very good.",
    }

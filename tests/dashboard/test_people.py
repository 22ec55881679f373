"""`/ui/people`: who sees whom, and who may do what with them (V3, W2)."""

from __future__ import annotations

import re

import pytest

from tests.dashboard.browser import Browser, Dashboard

LINK = re.compile(r"http://[^\s<\"]+/ui/(?:invitation|reset)/[\w-]{43}")


def _page_of(browser: Browser, email: str) -> str:
    """The path of a person's page."""
    links = browser.get(f"/ui/people?search={email}").links
    return next(link for link in links if re.fullmatch(r"/ui/people/\d+", link))


def test_staff_see_everybody_and_customers_their_account(dashboard: Dashboard) -> None:
    theirs, others = (
        dashboard.person("developer"),
        dashboard.person("developer", account=dashboard.other_account),
    )
    for role, expected in (("manager", {theirs, others}), ("orderer", {theirs}), ("developer", {theirs})):
        words = dashboard.sign_in(role).get("/ui/people?role=developer&limit=100").words
        assert {email for email in (theirs, others) if email in words} == expected, role


def test_the_person_of_another_account_is_not_there(dashboard: Dashboard) -> None:
    admin = dashboard.sign_in("admin")
    path = _page_of(admin, dashboard.person("developer", account=dashboard.other_account))
    customer = dashboard.sign_in("developer")
    assert customer.get(path).status == 404
    for action in ("", "/disabled", "/invitation", "/sessions/end"):
        assert customer.post(path + action, {"first_name": "x", "roles": "customer"}).status == 404, action


def test_filters_keep_who_fits(dashboard: Dashboard) -> None:
    admin = dashboard.sign_in("admin")
    person = dashboard.person("orderer")
    cases = {"?role=orderer": True, "?role=admin": False, "?state=active": True, "?state=disabled": False}
    for query, expected in cases.items():
        shown = admin.get(f"/ui/people{query}&search={person}")
        assert (person in shown.text_of("#people")) is expected, query
    assert "Nobody fits" in admin.get("/ui/people?search=%25_nobody").words


@pytest.mark.parametrize(
    ("role", "given"),
    [
        ("admin", {"developer", "orderer", "customer", "linguist", "manager", "admin"}),
        ("manager", {"developer", "orderer", "customer", "linguist", "manager"}),
        ("developer", {"developer", "orderer", "customer"}),
        ("orderer", {"developer", "orderer", "customer"}),
    ],
)
def test_roles_are_offered_up_to_ones_own_and_no_others_are_taken(
    dashboard: Dashboard, role: str, given: set[str]
) -> None:
    browser = dashboard.sign_in(role)
    shown = browser.get("/ui/people/new")
    assert {one.get("value") for one in shown.tree.xpath("//input[@name='roles']")} == given
    if role != "admin":
        fields = {
            "email": f"too-much-{role}@example.com",
            "account_id": str(dashboard.account),
            "roles": "admin",
        }
        assert browser.post("/ui/people/new", fields).status == 403
        assert "Nobody fits" in browser.get("/ui/people?search=too-much").words


def test_a_customer_invites_to_their_own_account_whatever_the_form_says(dashboard: Dashboard) -> None:
    browser = dashboard.sign_in("orderer")
    fields = {
        "email": "colleague@example.com",
        "first_name": "Ünal 🦊",
        "account_id": str(dashboard.other_account),
        "roles": "orderer",
    }
    shown = browser.post("/ui/people/new", fields)
    assert LINK.search(shown.text) is not None
    words = dashboard.sign_in("developer").get("/ui/people?state=invited").words
    assert ("colleague@example.com" in words, "Ünal 🦊" in words) == (True, True)


def test_an_invitation_that_cannot_be_says_why_and_loses_nothing(dashboard: Dashboard) -> None:
    fields = {
        "email": "not an address",
        "first_name": "Ana",
        "account_id": str(dashboard.account),
        "boxes": "roles",
        "roles": ["developer", "orderer"],
    }
    shown = dashboard.sign_in("admin").post("/ui/people/new", fields)
    ticked = shown.tree.xpath("//input[@name='roles'][@checked]/@value")
    assert (shown.status, shown.value_of("first_name"), ticked) == (422, "Ana", ["developer", "orderer"])
    assert shown.text_of("#e-email") == "This is not an e-mail address; write it like name@example.com."
    empty = {"first_name": "A" * 201, "last_name": "B\nC", "account_id": ""}
    several = dashboard.sign_in("admin").post("/ui/people/new", empty)
    assert several.text_of("#e-email") == several.text_of("#e-account_id") == "Fill this in."
    assert several.text_of("#e-first_name") == "A name has 1 to 200 characters."
    assert several.text_of("#e-last_name") == "A name has no line breaks or control characters."
    nowhere = {**fields, "email": "ana-nowhere@example.com", "account_id": "2000000000"}
    unknown = dashboard.sign_in("admin").post("/ui/people/new", nowhere)
    assert unknown.text_of("#e-account_id").startswith("There is no account 2000000000.")
    taken = dashboard.sign_in("admin").post("/ui/people/new", {**fields, "email": dashboard.person("admin")})
    assert taken.text_of("#e-email") == "A user with this e-mail address exists already."


def test_a_new_invitation_stops_the_one_before(dashboard: Dashboard) -> None:
    manager = dashboard.sign_in("manager")
    fields = {"email": "again@example.com", "account_id": str(dashboard.account), "roles": "customer"}
    first = LINK.findall(manager.post("/ui/people/new", fields).text)[0]
    second = LINK.findall(manager.post(_page_of(manager, "again@example.com") + "/invitation").text)[0]
    statuses = [dashboard.open_browser().get(link).status for link in (first, second)]
    assert statuses == [404, 200]


def test_a_disabled_person_is_signed_out_until_they_are_enabled(dashboard: Dashboard) -> None:
    email = dashboard.add_person("orderer")
    browser, admin = dashboard.sign_in_as(email), dashboard.sign_in("admin")
    path = _page_of(admin, email)
    assert "Disabled" in admin.post(f"{path}/disabled", {"disabled": "yes"}).title
    assert browser.get("/ui/profile").address.startswith("/ui/sign-in")
    admin.post(f"{path}/disabled")
    dashboard.sign_in_as(email)


def test_roles_and_names_change(dashboard: Dashboard) -> None:
    email = dashboard.add_person("orderer")
    admin = dashboard.sign_in("admin")
    path = _page_of(admin, email)
    fields = {"first_name": "Ana", "last_name": "Ruiz", "email": email, "roles": ["developer", "linguist"]}
    shown = admin.post(path, fields)
    ticked = shown.tree.xpath("//input[@name='roles'][@checked]/@value")
    assert (shown.title, ticked) == ("Ana Ruiz Active", ["developer", "customer", "linguist"])


def test_nobody_disables_themselves_and_managers_no_managers(dashboard: Dashboard) -> None:
    admin, manager = dashboard.sign_in("admin"), dashboard.sign_in("manager")
    oneself = admin.post(_page_of(admin, dashboard.person("admin")) + "/disabled", {"disabled": "yes"})
    assert (oneself.status, "You cannot disable yourself." in oneself.words) == (422, True)
    other = _page_of(admin, dashboard.add_person("manager"))
    assert manager.post(f"{other}/disabled", {"disabled": "yes"}).status == 403
    assert "/disabled" not in manager.get(other).text


def test_sessions_and_the_second_factor_of_somebody_end(dashboard: Dashboard) -> None:
    email = dashboard.add_person("developer")
    browser, admin = dashboard.sign_in_as(email), dashboard.sign_in("admin")
    path = _page_of(admin, email)
    assert "Signed in nowhere." in admin.post(f"{path}/sessions/end").words
    assert browser.get("/ui/profile").address.startswith("/ui/sign-in")
    assert dashboard.sign_in("manager").post(f"{path}/second-factor/remove").status == 403
    assert dashboard.sign_in("manager").post(f"{path}/reset").status == 403

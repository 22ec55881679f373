"""`/ui/device`: the code of a command line is entered, what asks is shown, and a person decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx2
import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.waiting import CEILING

CLIENT = {"client_id": "dragoman-command-line"}
GRANT = {**CLIENT, "grant_type": "urn:ietf:params:oauth:grant-type:device_code"}


def ask(dashboard: Dashboard, **fields: str) -> dict[str, Any]:
    """The codes that a command line gets."""
    address = f"{dashboard.live.url}/oauth2/device_authorization"
    answer = httpx2.post(address, data={**CLIENT, **fields}, timeout=CEILING)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def poll(dashboard: Dashboard, codes: Mapping[str, Any]) -> dict[str, Any]:
    """What a poll is answered."""
    form = {**GRANT, "device_code": codes["device_code"]}
    return dict(httpx2.post(f"{dashboard.live.url}/oauth2/token", data=form, timeout=CEILING).json())


def enter(browser: Browser, codes: Mapping[str, Any]) -> Shown:
    """Follow the address that the command line shows, and send its form."""
    path = codes["verification_uri_complete"].partition("/ui/")[2]
    shown = browser.get(f"/ui/{path}")
    assert shown.value_of("user_code") == codes["user_code"]
    return browser.post("/ui/device", {"user_code": shown.value_of("user_code")})


def decide(browser: Browser, codes: Mapping[str, Any], decision: str, **fields: Any) -> Shown:
    values = {"user_code": codes["user_code"], "boxes": "scopes", "decision": decision, **fields}
    return browser.post("/ui/device/decision", values)


def test_a_developer_lets_a_command_line_act_for_their_account(dashboard: Dashboard) -> None:
    developer = dashboard.sign_in("developer")
    codes = ask(dashboard, device_name="ada-<b>laptop")
    shown = enter(developer, codes)
    assert (shown.status, shown.title) == (200, "Let this command line act for you?")
    assert "Approve only what you have just started yourself." in shown.words
    for fact in ("ada-<b>laptop", "127.0.0.1", codes["user_code"], "Northwind Tools"):
        assert fact in shown.text_of("//main")
    assert shown.tree.xpath("//main//time/@datetime")
    assert shown.tree.xpath("//input[@name='scopes']/@value") == ["translate", "projects", "reference"]
    assert shown.tree.xpath("//*[@name='account']") == []
    assert poll(dashboard, codes)["error"] == "authorization_pending", "seeing is not approving"
    approved = decide(developer, codes, "approve", scopes=["translate", "reference"])
    assert (approved.status, approved.title) == (200, "Approved")
    got = poll(dashboard, codes)
    assert got["scope"] == "translate reference"
    listed = developer.get("/ui/applications")
    assert "Command line on ada-<b>laptop" in listed.words
    assert got["client_id"] in listed.words
    again = decide(developer, codes, "approve", scopes=["translate"])
    assert again.status == 422
    assert again.text_of("#e-user_code").startswith("This code is wrong, or no longer valid.")


def test_who_denies_ends_it(dashboard: Dashboard) -> None:
    developer = dashboard.sign_in("developer")
    codes = ask(dashboard)
    assert "It gave no name" in enter(developer, codes).words
    denied = decide(developer, codes, "deny")
    assert (denied.address, "Denied. The command line gets nothing." in denied.words) == ("/ui/device", True)
    assert poll(dashboard, codes)["error"] == "access_denied"


def test_no_more_is_given_than_on_the_page_of_applications(dashboard: Dashboard) -> None:
    developer = dashboard.sign_in("developer")
    codes = ask(dashboard, scope="translate provider")
    shown = enter(developer, codes)
    assert shown.tree.xpath("//input[@name='scopes']/@value") == ["translate"]
    assert "It also asks for provider, which only administrators give." in shown.words
    for fields in (
        {"scopes": "provider"},
        {"scopes": []},
        {"scopes": "projects"},  # was not asked for
    ):
        refused = decide(developer, codes, "approve", **fields)
        assert (refused.status, bool(refused.text_of("#e-scopes"))) == (422, True)
    other = str(dashboard.other_account)
    assert decide(developer, codes, "approve", scopes="translate", account=other).status == 200
    assert poll(dashboard, codes)["scope"] == "translate"
    assert "Command line" in developer.get("/ui/applications").words


def test_an_administrator_chooses_account_and_role(dashboard: Dashboard) -> None:
    admin = dashboard.sign_in("admin")
    codes = ask(dashboard, scope="provider", device_name="desk")
    shown = enter(admin, codes)
    assert str(dashboard.other_account) in shown.tree.xpath("//select[@name='account']/option/@value")
    missing = decide(admin, codes, "approve", scopes="provider", account="999999")
    assert (missing.status, bool(missing.text_of("#e-account"))) == (422, True)
    empty = decide(admin, codes, "approve", scopes="provider", account="")
    assert (empty.status, empty.text_of("#e-account")) == (422, "Fill this in.")
    fields = {"scopes": "provider", "account": str(dashboard.other_account), "role": "linguist"}
    assert decide(admin, codes, "approve", **fields).title == "Approved"
    client_id = poll(dashboard, codes)["client_id"]
    listed = admin.get(f"/ui/applications?account={dashboard.other_account}&limit=100")
    row = next(one for one in listed.tree.xpath("//tr") if client_id in one.text_content())
    page = admin.get(row.xpath(".//a/@href")[0])
    assert "Linguist" in page.words


@pytest.mark.parametrize("role", ["customer", "orderer", "linguist", "manager"])
def test_who_may_not_create_applications_reads_whom_to_ask(dashboard: Dashboard, role: str) -> None:
    browser = dashboard.sign_in(role)
    codes = ask(dashboard)
    shown = browser.get(f"/ui/device?user_code={codes['user_code']}")
    assert (shown.status, "You may not create applications" in shown.words) == (200, True)
    assert shown.tree.xpath("//main//form") == []
    assert decide(browser, codes, "approve", scopes="translate").status == 403
    assert poll(dashboard, codes)["error"] == "authorization_pending"


def test_guesses_are_counted_for_each_person(dashboard: Dashboard) -> None:
    codes = ask(dashboard)
    email = dashboard.add_person("developer")
    browser = dashboard.sign_in_as(email)
    for path in ("/ui/device", "/ui/device/decision"):
        wrong = browser.post(path, {"user_code": "BBBB-BBBB", "decision": "approve"})
        assert (wrong.status, wrong.value_of("user_code")) == (422, "BBBB-BBBB")
    statuses = [browser.post("/ui/device", {"user_code": f"BBBB-BBB{one}"}).status for one in "CDFGH"]
    assert statuses == [422, 422, 422, 429, 429]
    elsewhere = dashboard.sign_in_as(email)  # another browser of theirs
    assert elsewhere.post("/ui/device", {"user_code": codes["user_code"]}).status == 429
    other = dashboard.sign_in("developer")
    for _ in range(7):
        assert enter(other, codes).status == 200, "right codes do not count, nor others' wrong ones"


def test_the_code_is_kept_over_the_sign_in(dashboard: Dashboard) -> None:
    codes = ask(dashboard)
    browser = dashboard.open_browser()
    path = f"/ui/device?user_code={codes['user_code']}"
    asked = browser.get(path)
    assert asked.address.startswith("/ui/sign-in?next=")
    fields = {"email": dashboard.person("developer"), "password": "a long enough secret 1"}
    shown = browser.post(
        "/ui/sign-in",
        {**fields, "next": asked.find("//form[@action='/ui/sign-in']//input[@name='next']").get("value")},
    )
    assert (shown.address, shown.value_of("user_code")) == (path, codes["user_code"])


@pytest.mark.parametrize("typed", ["", "AAAA-AAAA", "BCDF-GHJ", "<b>", "X" * 5000])
def test_what_cannot_be_a_code_is_refused_at_its_field(dashboard: Dashboard, typed: str) -> None:
    browser = dashboard.sign_in_as(dashboard.add_person("developer"))
    shown = browser.post("/ui/device", {"user_code": typed})
    assert (shown.status, bool(shown.text_of("#e-user_code"))) == (422, True)
    assert browser.get("/ui/device", params={"user_code": typed}).value_of("user_code") == ""

"""`/ui/applications`: what developers and administrators do with programs and their secrets."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess

import httpx2
import pytest

from tests.dashboard.browser import Browser, Dashboard, Shown
from tests.waiting import CEILING

NUMBERS = itertools.count(1)
SCOPES = ("translate", "projects")


def create(browser: Browser, **fields: str | list[str]) -> Shown:
    """Create an application; the page with its secrets."""
    data = {"name": f"Connector {next(NUMBERS)}", "scopes": list(SCOPES), **fields}
    shown = browser.post("/ui/applications/new", data)
    assert shown.status == 200, shown.words
    return shown


def address_of(secrets: Shown) -> str:
    """The page of the application whose secrets are shown."""
    return str(secrets.find("//main//footer/form/@action"))


def fetch_token(dashboard: Dashboard, client_id: str, secret: str) -> httpx2.Response:
    data = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret}
    return httpx2.post(f"{dashboard.live.url}/oauth2/token", data=data, timeout=CEILING)


def call(dashboard: Dashboard, token: str, path: str = "/v2/languages/text-translation") -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx2.get(f"{dashboard.live.url}{path}", headers=headers, timeout=CEILING).status_code


@pytest.fixture
def developer(dashboard: Dashboard) -> Browser:
    return dashboard.sign_in("developer")


def test_a_new_applications_secrets_are_shown_once_and_work(dashboard: Dashboard, developer: Browser) -> None:
    made = create(developer, name="Website <b>connector</b>")
    client_id, secret = made.text_of("#client-id"), made.text_of("#client-secret")
    webhook_secret = made.text_of("#webhook-secret")
    assert made.headers["cache-control"] == "no-store"
    assert made.find("//code[@id='env']").text.splitlines() == [
        f"URL={dashboard.live.url}",
        f"CLIENT_ID={client_id}",
        f"CLIENT_SECRET={secret}",
        f"WEBHOOK_SECRET={webhook_secret}",
    ]
    answer = fetch_token(dashboard, client_id, secret)
    assert answer.json()["scope"].split() == list(SCOPES)
    shown = developer.get(address_of(made))
    assert shown.title == "Website <b>connector</b> Active"
    assert client_id in shown.text_of("#first-call")
    assert f"…{secret[-6:]}" in shown.words
    assert secret not in shown.text
    assert webhook_secret not in shown.text
    assert client_id in developer.get("/ui/applications").words


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_calls_to_copy_succeed_as_they_are_shown(
    dashboard: Dashboard, developer: Browser, language: str
) -> None:
    developer.client.cookies.set("dragoman_language", language)  # whose pairs come first where there are any
    made = create(developer)
    address = address_of(made)
    first = developer.get(address).find("//*[@id='first-call']").text_content()
    second = developer.post(f"{address}/token").find("//*[@id='token-call']").text_content()
    for code in (first, second):
        environment = {**os.environ, "CLIENT_SECRET": made.text_of("#client-secret")}
        done = subprocess.run(
            ["sh", "-c", code], env=environment, capture_output=True, timeout=CEILING, check=True
        )
        assert json.loads(done.stdout)["translations"][0]["translation"], done.stdout


def test_what_is_missing_is_said_at_its_field(developer: Browser) -> None:
    shown = developer.post("/ui/applications/new", {"name": " ", "scopes": ["translate"]})
    assert (shown.status, shown.text_of("#e-name")) == (422, "Fill this in.")
    shown = developer.post("/ui/applications/new", {"name": "Shop"})
    assert shown.text_of("#e-scopes") == "An application needs at least one scope."
    assert shown.value_of("name") == "Shop"
    shown = developer.post("/ui/applications/new", {"name": "Shop", "scopes": ["provider"], "rate": "off"})
    assert "Only the provider gives the scope provider." in shown.text_of("#e-scopes")


def test_a_regenerated_secret_replaces_the_old_one(dashboard: Dashboard, developer: Browser) -> None:
    made = create(developer)
    client_id, secret, address = made.text_of("#client-id"), made.text_of("#client-secret"), address_of(made)
    token = fetch_token(dashboard, client_id, secret).json()["access_token"]
    kept = developer.post(f"{address}/secret")
    assert "Tokens that are alive work until they expire." in kept.words
    assert (call(dashboard, token), fetch_token(dashboard, client_id, secret).status_code) == (200, 401)
    ended = developer.post(f"{address}/secret", {"revoke": "yes"})
    assert "all tokens that were made with it stopped working just now" in ended.words
    assert call(dashboard, token) == 401
    assert fetch_token(dashboard, client_id, ended.text_of("#client-secret")).status_code == 200
    replaced = developer.post(f"{address}/webhook-secret", {"hours": "24"})
    assert "signed with both secrets for 24 hours" in replaced.words
    assert replaced.text_of("#webhook-secret") != made.text_of("#webhook-secret")


def test_a_temporary_token_does_what_the_application_may_until_all_are_ended(
    dashboard: Dashboard, developer: Browser
) -> None:
    address = address_of(create(developer, scopes=["translate"]))
    shown = developer.post(f"{address}/token")
    token = shown.text_of("#token")
    assert "It works for 20 minutes" in shown.words
    assert token in shown.text_of("#token-call")
    assert call(dashboard, token) == 200
    assert call(dashboard, token, "/project/v1/usage") == 403
    assert token not in developer.get(address).text
    developer.post(f"{address}/revoke-tokens")
    assert call(dashboard, token) == 401


def test_settings_change_name_scopes_and_state(developer: Browser) -> None:
    address = address_of(create(developer))
    saved = developer.post(f"{address}/settings", {"name": "Shop", "scopes": ["reference"]})
    assert saved.title == "Shop Active"
    assert saved.tree.xpath("//input[@name='scopes'][@checked]/@value") == ["reference"]
    assert developer.post(f"{address}/disabled", {"disabled": "yes"}).title == "Shop Disabled"
    refused = developer.post(f"{address}/token")
    assert (refused.status, refused.title) == (409, "It has changed meanwhile")
    assert developer.post(f"{address}/disabled").title == "Shop Active"


def test_the_built_in_application_is_explained_and_has_nothing_to_regenerate(developer: Browser) -> None:
    listed = developer.get("/ui/applications")
    (built_in,) = listed.tree.xpath("//tr[contains(., 'Built in')]//th/a/@href")
    shown = developer.get(built_in)
    assert "This application is built in" in shown.words
    assert not re.search(
        "Regenerate|Replace|Disable", shown.words + developer.get(f"{built_in}/settings").words
    )
    assert developer.post(f"{built_in}/disabled", {"disabled": "yes"}).status in {409, 422}


def test_another_accounts_applications_do_not_exist(dashboard: Dashboard, developer: Browser) -> None:
    address = address_of(create(developer, name="Ours alone"))
    stranger = dashboard.sign_in("developer", account=dashboard.other_account)
    assert "Ours alone" not in stranger.get("/ui/applications").words
    assert stranger.get(address).status == 404
    for part in ("settings", "secret", "webhook-secret", "token", "revoke-tokens", "disabled"):
        data = {"name": "Theirs", "scopes": ["translate"], "disabled": "yes", "revoke": "yes"}
        assert stranger.post(f"{address}/{part}", data).status == 404, part
    assert developer.get(address).title == "Ours alone Active"


def test_the_providers_application_in_an_account_is_not_its_developers(
    dashboard: Dashboard, developer: Browser
) -> None:
    desk = dashboard.live.create_application(dashboard.account, "--scopes", "provider", name="Desk")
    address = f"/ui/applications/{desk.id}"
    assert "The provider keeps this application." in developer.get(address).words
    assert developer.post(f"{address}/token").status == 403
    assert developer.post(f"{address}/secret").status == 403


def test_administrators_give_limits_and_roles_to_applications_of_all_accounts(dashboard: Dashboard) -> None:
    admin = dashboard.sign_in("admin")
    own_limit = {"rate": "own", "calls": "7", "seconds": "20"}
    made = create(admin, account=str(dashboard.other_account), **own_limit)
    address = address_of(made)
    shown = admin.get(address)
    assert "7 calls in 20 s" in shown.words
    assert "Contoso Software" in shown.words
    wrong = admin.post(
        f"{address}/settings", {"name": "x", "scopes": ["translate"], "rate": "own", "calls": "0"}
    )
    assert wrong.text_of("#e-calls") == "Write a whole number from 1 to 1,000,000."
    fields = {"name": "Desk", "scopes": ["provider"], "role": "linguist", "rate": "off"}
    admin.post(f"{address}/settings", fields)
    saved = admin.get(f"{address}/settings")
    assert (saved.value_of("role"), saved.value_of("rate")) == ("linguist", "off")


def test_managers_see_applications_but_change_none(dashboard: Dashboard, developer: Browser) -> None:
    address = address_of(create(developer))
    manager = dashboard.sign_in("manager")
    shown = manager.get(address)
    assert shown.status == 200
    assert not re.search("Regenerate|Temporary token|End all tokens", shown.words)
    assert manager.post(f"{address}/token").status == 403

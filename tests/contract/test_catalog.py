"""The provider's interface on accounts, applications, users and reference data (V3), and templates (V6)."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Staffed
from tests.live import Application, LiveService

CREATED: dict[str, dict[str, Any]] = {
    "accounts": {"name": "X", "kind": "trial"},
    "applications": {"accountId": 1, "name": "X"},
    "users": {"accountId": 1, "firstName": "X"},
    "languages": {"code": "x-made", "name": "X"},
    "work-areas": {"name": "X"},
    "services": {"name": "X", "kind": "human", "currency": "EUR", "pricePerWord": 1},
    "invoicing-accounts": {"accountId": 1, "name": "X"},
    "project-templates": {"accountId": 1, "name": "X"},
}


@pytest.fixture(scope="module")
def admin(staff: Staffed) -> httpx2.Client:
    return staff("admin")


@pytest.fixture(scope="module")
def account(admin: httpx2.Client) -> int:
    made = post(admin, "accounts", name="Catalogue Customer Ltd", kind="production")
    return int(made["id"])


def post(client: httpx2.Client, path: str, **body: Any) -> Any:
    answer = client.post(f"/provider/v1/{path}", json=body)
    assert answer.status_code in {200, 201}, answer.text
    if answer.status_code == 201:
        shown = client.get(answer.headers["Location"]).json()
        assert shown.items() <= answer.json().items(), "what was answered is what is there"
    return answer.json()


def patch(client: httpx2.Client, path: str, **body: Any) -> Any:
    answer = client.patch(f"/provider/v1/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def credentials(made: dict[str, Any]) -> Application:
    return Application(
        id=made["id"],
        client_id=made["clientId"],
        client_secret=made["clientSecret"],
        webhook_secret=made["webhookSecret"],
    )


def codes(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 400, answer.text
    for problem in answer.json():
        assert {type(value) for value in problem.values()} == {str}
    return [problem["code"] for problem in answer.json()]


def test_v3_accounts_are_found_by_a_piece_of_the_name_or_the_id(admin: httpx2.Client) -> None:
    made = [
        post(admin, "accounts", name=f"Findable %_ {kind}", kind=kind)["id"] for kind in ("trial", "sandbox")
    ]
    searched = ("findABLE %_", "%_ Sand", "Findable__", "\\")
    found = [admin.get("/provider/v1/accounts", params={"search": text}).json() for text in searched]
    assert [[one["id"] for one in each["accounts"]] for each in found] == [made, made[1:], [], []]
    by_id = admin.get("/provider/v1/accounts", params={"search": f" {made[0]} ", "limit": 500}).json()
    assert {one["id"] for one in by_id["accounts"]} & set(made) == {made[0]}
    part = admin.get("/provider/v1/accounts", params={"search": "Findable %_", "limit": 1, "offset": 1})
    assert [one["id"] for one in part.json()["accounts"]] == made[1:]


def test_v3_an_account_is_opened_with_all_it_needs_and_changed(admin: httpx2.Client) -> None:
    made = post(admin, "accounts", name="Opened Ltd", kind="sandbox")
    assert (made["name"], made["kind"], made["disabled"]) == ("Opened Ltd", "sandbox", None)
    assert made["defaults"].pop("memoryThreshold") is None  # none has been set
    assert all(made["defaults"].values())
    applications = admin.get("/provider/v1/applications", params={"accountId": made["id"]}).json()
    assert [(one["name"], one["builtin"]) for one in applications["applications"]] == [("Sandbox", True)]
    person = post(admin, "users", accountId=made["id"], firstName="Ada", lastName="L")
    changed = patch(
        admin,
        f"accounts/{made['id']}",
        name="Opened plc",
        defaults={"userId": person["id"], "workAreaId": None},
    )
    assert (changed["name"], changed["defaults"]) == (
        "Opened plc",
        {**made["defaults"], "userId": person["id"], "workAreaId": None, "memoryThreshold": None},
    )
    log = admin.get("/provider/v1/audit-log", params={"subject": f"account:{made['id']}"}).json()
    assert [(one["action"], one["details"]) for one in log["entries"]] == [
        ("account.changed", {"fields": ["name", "defaults"]}),
        ("account.created", {"kind": "sandbox"}),
    ]


def test_v3_a_disabled_account_is_refused_at_once(live: LiveService, admin: httpx2.Client) -> None:
    made = post(admin, "accounts", name="Closing Ltd", kind="production")
    application = credentials(post(admin, "applications", accountId=made["id"], name="X"))
    with live.client(application) as client:
        assert client.get("/project/v1/account").status_code == 200
        patch(admin, f"accounts/{made['id']}", disabled=True)
        assert client.get("/project/v1/account").status_code == 401
        patch(admin, f"accounts/{made['id']}", disabled=False)
        assert client.get("/project/v1/account").status_code == 200


def test_v3_an_applications_secrets_are_shown_once(
    live: LiveService, admin: httpx2.Client, account: int
) -> None:
    """A8: and a new one stops the old one; tokens go when that is asked for."""
    made = post(admin, "applications", accountId=account, name="Shop", scopes=["reference"], rateLimit="off")
    assert (made["scopes"], made["role"], made["rateLimit"]) == (["reference"], None, "off")
    shown = admin.get(f"/provider/v1/applications/{made['id']}").text
    listed = admin.get("/provider/v1/applications", params={"limit": 500}).text
    for secret in (made["clientSecret"], made["webhookSecret"]):
        assert secret not in shown + listed
    with live.client(credentials(made)) as client:
        assert client.get("/project/v1/services").status_code == 200
        again = post(admin, f"applications/{made['id']}/regenerate-secret")
        assert again.keys() == {"id", "clientId", "clientSecret"}
        assert again["clientSecret"] != made["clientSecret"]
        assert client.get("/project/v1/services").status_code == 200, "tokens live out their minutes"
        post(admin, f"applications/{made['id']}/regenerate-secret", revokeTokens=True)
        assert client.get("/project/v1/services").status_code == 401
    webhook = post(admin, f"applications/{made['id']}/regenerate-webhook-secret", keepOldHours=0)
    assert webhook["webhookSecret"].startswith("whsec_")
    assert post(admin, f"applications/{made['id']}/revoke-tokens")["notBefore"] > 0


def test_v3_an_application_may_what_it_was_given_last(
    live: LiveService, admin: httpx2.Client, account: int
) -> None:
    application = credentials(post(admin, "applications", accountId=account, name="X", scopes=["reference"]))
    path = f"applications/{application.id}"
    with live.client(application) as client:
        assert client.get("/project/v1/services").status_code == 200
        changed = patch(admin, path, name="Other", scopes=["translate"], rateLimit="7/30")
        assert (changed["name"], changed["scopes"], changed["rateLimit"]) == ("Other", ["translate"], "7/30")
        assert client.get("/project/v1/services").status_code in {401, 403}, "tokens keep no scope"
    assert codes(admin.patch(f"/provider/v1/{path}", json={"role": "admin"})) == ["RULE_BROKEN"]
    assert codes(admin.patch(f"/provider/v1/{path}", json={"scopes": []})) == ["RULE_BROKEN"]
    assert admin.patch(f"/provider/v1/{path}", json={"rateLimit": "fast"}).status_code == 422
    staff_of = patch(admin, path, scopes=["provider"])
    assert staff_of["role"] == "manager"


def test_v3_people_with_and_without_a_password(admin: httpx2.Client, account: int) -> None:
    made = post(admin, "users", accountId=account, firstName="Ada", lastName=" Lovelace ")
    assert {k: made[k] for k in ("firstName", "lastName", "email", "role", "disabled")} == {
        "firstName": "Ada",
        "lastName": "Lovelace",
        "email": None,
        "role": "customer",
        "disabled": None,
    }
    path = f"users/{made['id']}"
    changed = patch(admin, path, email="Ada@Example.COM", password="correct horse battery")
    assert changed["email"] == "ada@example.com"
    assert "horse" not in admin.get("/provider/v1/audit-log", params={"subject": f"user:{made['id']}"}).text
    taken = admin.post("/provider/v1/users", json={"accountId": account, "email": "ADA@example.com"})
    assert (taken.status_code, "ada@" in taken.text.lower()) == (409, False)
    assert (set(taken.json()), taken.json()["code"]) == ({"detail", "code"}, "EMAIL_TAKEN")
    wrong = {"accountId": account, "role": "linguist", "email": "no address", "password": "short"}
    assert codes(admin.post("/provider/v1/users", json=wrong)) == ["RULE_BROKEN", "RULE_BROKEN"]
    refused = admin.post("/provider/v1/users", json={"accountId": account, "role": "manager"})
    assert codes(refused) == ["USER_REFUSED"]
    assert codes(admin.post("/provider/v1/users", json={"accountId": 2**31 - 1, "firstName": "X"})) == [
        "ACCOUNT_NOT_FOUND"
    ]


def test_v3_services_and_their_prices(staff: Staffed, account: int) -> None:
    admin, manager = staff("admin"), staff("manager")
    body = {
        "name": "Rush",
        "kind": "human",
        "currency": "CHF",
        "pricePerWord": 0.123456,
        "accountId": account,
    }
    made = post(admin, "services", **body, weights={"none": 95}, wordsPerDay=1500)
    assert (made["pricePerWord"], made["weights"]["none"], made["weights"]["exact"]) == (0.123456, 95, 30)
    path = f"services/{made['id']}"
    renamed = patch(manager, path, name="Rush hour", wordsPerDay=None)
    assert (renamed["name"], renamed["wordsPerDay"]) == ("Rush hour", None)
    prices: list[dict[str, Any]] = [{"pricePerWord": 1}, {"currency": "EUR"}, {"weights": {}}]
    for price in prices:
        assert manager.patch(f"/provider/v1/{path}", json=price).status_code == 403
    assert patch(admin, path, pricePerWord="0.2")["pricePerWord"] == 0.2
    assert codes(admin.patch(f"/provider/v1/{path}", json={"pricePerWord": -1, "currency": "euro"})) == [
        "FIELD_REFUSED",
        "FIELD_REFUSED",
    ]
    for wrong in ({"pricePerWord": True}, {"weights": {"all": 1}}, {"wordsPerDay": "5"}, {"disabled": 1}):
        assert admin.patch(f"/provider/v1/{path}", json=wrong).status_code == 422, wrong


def test_v3_reference_data_is_disabled_and_enabled(staff: Staffed, account: int) -> None:
    manager = staff("manager")
    area = post(manager, "work-areas", name="Aviation", accountId=account)
    assert codes(manager.post("/provider/v1/work-areas", json={"name": "General"})) == ["NAME_TAKEN"]
    off = patch(manager, f"work-areas/{area['id']}", disabled=True)
    assert off["disabled"] is not None
    assert patch(manager, f"work-areas/{area['id']}", disabled=True) == off
    assert patch(manager, f"work-areas/{area['id']}", disabled=False) == area
    invoicing = post(manager, "invoicing-accounts", accountId=account, name="Dept", validUntil="2020-02-29")
    assert invoicing["outOfDate"] is True
    assert patch(manager, f"invoicing-accounts/{invoicing['id']}", validUntil=None)["outOfDate"] is False
    language = post(manager, "languages", code="wa", name="Walloon")
    assert codes(manager.post("/provider/v1/languages", json={"code": "WA", "name": "W"})) == ["NAME_TAKEN"]
    assert patch(manager, f"languages/{language['id']}", name="Walon")["name"] == "Walon"


def test_v6_templates_are_made_changed_and_emptied(staff: Staffed, account: int) -> None:
    manager = staff("manager")
    made = post(
        manager,
        "project-templates",
        accountId=account,
        name="Manuals",
        title="A manual",
        useTranslationMemory=True,
        sourceLanguage="EN",
        targetLanguages=["es", "PT-br"],
        autoStartAfter=0,
    )
    assert (made["sourceLanguage"], made["targetLanguages"]) == ("en", ["es", "pt-BR"])
    path = f"project-templates/{made['id']}"
    assert patch(manager, path) == made
    emptied = patch(
        manager,
        path,
        title=None,
        useTranslationMemory=None,
        sourceLanguage=None,
        autoStartAfter=None,
        name=None,
    )
    assert emptied == {
        **made,
        "title": None,
        "useTranslationMemory": None,
        "sourceLanguage": None,
        "autoStartAfter": None,
    }, "a name cannot be emptied"
    assert codes(
        manager.patch(
            f"/provider/v1/{path}",
            json={
                "serviceId": 2**31 - 1,
                "userId": 2**31 - 1,
                "targetLanguages": ["es", "ES"],
                "name": "Default",
            },
        )
    ) == ["FIELD_REFUSED", "SERVICE_NOT_FOUND", "USER_NOT_FOUND", "NAME_TAKEN"]


def test_v6_a_memory_that_a_template_names_is_not_deleted(staff: Staffed, account: int) -> None:
    manager = staff("manager")
    memory = post(manager, "translation-memories", accountId=account, name="Named")
    template = post(
        manager, "project-templates", accountId=account, name="Names it", translationMemoryId=memory["id"]
    )
    refused = manager.delete(f"/provider/v1/translation-memories/{memory['id']}")
    assert (refused.status_code, refused.json()["detail"][:34]) == (409, "Project templates that name it: 1.")
    patch(manager, f"project-templates/{template['id']}", translationMemoryId=None)
    assert manager.delete(f"/provider/v1/translation-memories/{memory['id']}").status_code == 204


@pytest.mark.parametrize("path", CREATED)
def test_v3_v6_lists_have_pages_and_only_staff_changes_anything(staff: Staffed, path: str) -> None:
    admin, linguist = staff("admin"), staff("linguist")
    page = admin.get(f"/provider/v1/{path}", params={"limit": 1}).json()
    name = next(key for key in page if key != "metadata")
    assert (len(page[name]), page["metadata"]["itemsPerPage"]) == (1, 1)
    assert admin.get(f"/provider/v1/{path}/2147483647").status_code == 404
    assert admin.patch(f"/provider/v1/{path}/2147483647", json={}).status_code == 404
    for refused in (
        linguist.post(f"/provider/v1/{path}", json=CREATED[path]),
        linguist.patch(f"/provider/v1/{path}/1", json={}),
    ):
        assert refused.status_code == 403, refused.text
    missing = admin.post(f"/provider/v1/{path}", json={})
    assert missing.status_code == 422

"""Reference data as customers read it (P15): bare arrays of their own and everybody's things."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed
from tests.live import Application, LiveService
from tests.waiting import CEILING

LISTS = (
    "languages",
    "workareas",
    "services",
    "users",
    "translation-memories",
    "translation-memory-sets",
    "term-bases",
    "style-guides",
    "invoicing-accounts",
    "project-templates",
)


@pytest.fixture(scope="module")
def admin(staff: Staffed) -> httpx2.Client:
    """The provider's own hands."""
    return staff("admin")


def make(admin: httpx2.Client, path: str, **body: Any) -> Any:
    answer = admin.post(f"/provider/v1/{path}", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def shop(live: LiveService, admin: httpx2.Client) -> Iterator[Customer]:
    """An account with one of each kind beside those that it came with."""
    account = make(admin, "accounts", name="Reference Ltd", kind="trial")["id"]
    memory = make(admin, "translation-memories", accountId=account, name="Books")["id"]
    members = [{"memoryId": memory, "penalty": 3, "writable": True}]
    make(admin, "translation-memory-sets", accountId=account, name="Books first", members=members)
    make(admin, "term-bases", accountId=account, name="Products")
    make(admin, "style-guides", accountId=account, name="Web shop")
    application = employ(admin, account, ["reference"])
    client = live.client(application)
    yield Customer(account=account, application=application, client=client)
    client.close()


def employ(admin: httpx2.Client, account: int, scopes: list[str]) -> Application:
    """Make an application."""
    made = make(admin, "applications", accountId=account, name="tests", scopes=scopes, rateLimit="off")
    return Application(
        id=made["id"],
        client_id=made["clientId"],
        client_secret=made["clientSecret"],
        webhook_secret=made["webhookSecret"],
    )


def read(customer: Customer, path: str, **query: Any) -> Any:
    answer = customer.client.get(f"/project/v1/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_p15_the_account_and_its_defaults(shop: Customer) -> None:
    shown = read(shop, "account")
    [invoicing], [user] = read(shop, "invoicing-accounts"), read(shop, "users")
    assert shown == {
        "id": shop.account,
        "name": "Reference Ltd",
        "kind": "trial",
        "trialEndsAt": shown["trialEndsAt"],
        "defaults": {
            "invoicingAccountId": invoicing["id"],
            "userId": user["id"],
            "workAreaId": read(shop, "workareas")[0]["id"],
            "memoryThreshold": None,
        },
    }
    days_left = datetime.fromisoformat(shown["trialEndsAt"]) - datetime.now(UTC)
    assert timedelta(59) < days_left <= timedelta(60)


def test_p15_what_everybody_can_choose(shop: Customer) -> None:
    by_code = {one["code"]: one for one in read(shop, "languages")}
    portuguese = by_code["pt-BR"]
    assert portuguese == {
        "id": portuguese["id"],
        "code": "pt-BR",
        "name": "Portuguese (Brazil)",
        "disabled": False,
    }
    assert read(shop, "workareas")[0]["name"] == "General"
    machine = read(shop, "services")[0]
    assert {**machine, "weights": machine["weights"]["fuzzy-85-94"]} == {
        "id": machine["id"],
        "name": "Machine translation",
        "kind": "machine",
        "currency": "EUR",
        "pricePerWord": 0.01,
        "weights": 60,
        "wordsPerDay": None,
        "autoStartAfter": 60,
        "disabled": False,
    }


def test_p12_a_sandbox_lists_what_it_does(sandbox: Customer) -> None:
    services, templates = read(sandbox, "services"), read(sandbox, "project-templates")
    assert {one["kind"] for one in services} > {"machine", "human"}
    for one in services:
        assert (one["autoStartAfter"], one["pricePerWord"], one["wordsPerDay"]) == (10, None, None)
    assert {one["autoStartAfter"] for one in templates} == {10}
    for path, listed in (("services", services), ("project-templates", templates)):
        for one in listed:
            assert sandbox.client.get(f"/project/v1/{path}/{one['id']}").json() == one


def test_p15_the_accounts_own_things(shop: Customer) -> None:
    memories = read(shop, "translation-memories")
    assert [(one["name"], one["primary"], one["useForTranslation"]) for one in memories] == [
        ("Translation memory", True, True),
        ("Books", False, False),
    ]
    [one_set] = read(shop, "translation-memory-sets")
    assert one_set == {
        "id": one_set["id"],
        "name": "Books first",
        "version": 1,
        "members": [{"translationMemoryId": memories[1]["id"], "penalty": 3, "writable": True}],
    }
    [base] = read(shop, "term-bases")
    assert base == {
        "id": base["id"],
        "name": "Products",
        "version": 0,
        "useForTranslation": True,
        "disabled": False,
    }
    [invoicing] = read(shop, "invoicing-accounts")
    assert (invoicing["name"], invoicing["validUntil"], invoicing["outOfDate"]) == (
        "Reference Ltd",
        None,
        False,
    )
    [user] = read(shop, "users")
    assert {k: user[k] for k in ("name", "firstName", "lastName", "email")} == {
        "name": "Default user",
        "firstName": "Default",
        "lastName": "user",
        "email": None,
    }
    [template] = read(shop, "project-templates")
    assert (template["name"], template["targetLanguages"], template["translationMemorySetId"]) == (
        "Default",
        [],
        None,
    )


@pytest.mark.parametrize("path", LISTS)
def test_p15_each_thing_by_its_id_and_lists_in_parts(shop: Customer, path: str) -> None:
    whole = read(shop, path)
    assert read(shop, f"{path}/{whole[-1]['id']}") == whole[-1]
    assert read(shop, path, limit=1, OFFSET=1) == whole[1:2]


@pytest.mark.parametrize("path", LISTS)
def test_p15_an_unknown_thing_and_another_accounts_look_the_same(
    shop: Customer, production: Customer, path: str
) -> None:
    generic = path in {"languages", "workareas", "services"}
    theirs = 2**31 - 1 if generic else read(shop, path)[-1]["id"]
    answers = [
        production.client.get(f"/project/v1/{path}/{thing}") for thing in (theirs, 2**31 - 1, 0, -1, -(2**31))
    ]
    assert {(one.status_code, one.content) for one in answers} == {(404, answers[0].content)}
    assert all(theirs != one["id"] for one in read(production, path))


@pytest.mark.parametrize("thing", ["x", "1.0", "true", "2147483648", "1_0", "%2B1"])
def test_p15_an_id_is_an_int32(shop: Customer, thing: str) -> None:
    for path in LISTS:
        refused = shop.client.get(f"/project/v1/{path}/{thing}")
        assert (refused.status_code, refused.json()["detail"][0]["loc"]) == (422, ["path", "id"])


def test_p15_needs_a_scope_that_is_good_for_it(
    live: LiveService, admin: httpx2.Client, shop: Customer
) -> None:
    """A7: `reference` reads it, `translate` does not, and `reference` makes no projects."""
    with live.client(employ(admin, shop.account, ["translate"])) as client:
        assert client.get("/project/v1/services").status_code == 403
    assert httpx2.get(f"{live.url}/project/v1/services", timeout=CEILING).status_code == 401
    assert shop.client.post("/project/v1/projects", json={}).status_code == 403
    assert shop.client.post("/project/v1/services", json={}).status_code == 403


def test_p15_what_is_disabled_is_shown_by_its_id_only(admin: httpx2.Client, shop: Customer) -> None:
    own = {"accountId": shop.account, "name": "X"}
    service = {"kind": "human", "currency": "EUR", "pricePerWord": 0.5}
    made = {
        "workareas": ("work-areas", make(admin, "work-areas", **own)),
        "services": ("services", make(admin, "services", **own, **service)),
        "users": ("users", make(admin, "users", accountId=shop.account, lastName="Gone")),
        "project-templates": ("project-templates", make(admin, "project-templates", **own)),
        "invoicing-accounts": (
            "invoicing-accounts",
            make(admin, "invoicing-accounts", **own, validUntil="2020-01-01"),
        ),
    }
    for path, (place, one) in made.items():
        assert one["id"] in [listed["id"] for listed in read(shop, path)]
        assert admin.patch(f"/provider/v1/{place}/{one['id']}", json={"disabled": True}).status_code == 200
        assert one["id"] not in [listed["id"] for listed in read(shop, path)]
        assert read(shop, f"{path}/{one['id']}")["disabled"] is True
    assert read(shop, f"invoicing-accounts/{made['invoicing-accounts'][1]['id']}")["outOfDate"] is True


def test_p15_staff_are_not_customers(admin: httpx2.Client, shop: Customer) -> None:
    linguist = {"email": "linguist@example.com", "role": "linguist", "password": "correct horse battery"}
    made = make(admin, "users", accountId=shop.account, **linguist)
    assert shop.client.get(f"/project/v1/users/{made['id']}").status_code == 404
    assert made["id"] not in [one["id"] for one in read(shop, "users")]

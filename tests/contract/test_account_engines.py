"""Which engines an account uses: chosen by staff, from the next request on (V3, T6, T7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed
from tests.live import LiveService


@pytest.fixture(scope="module")
def customer(live: LiveService) -> Iterator[Customer]:
    account = live.create_account("Choosers Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off")
    made = Customer(account=account, application=application, client=live.client(application))
    yield made
    made.client.close()


def address(customer: Customer) -> str:
    return f"/provider/v1/accounts/{customer.account}/engines"


def choose(client: httpx2.Client, customer: Customer, **body: Any) -> httpx2.Response:
    return client.put(address(customer), json={"remoteEngines": [], **body})


def preference(engine: str, *, exclusive: bool = False, pair: str = "en>es") -> dict[str, Any]:
    source, _, target = pair.partition(">")
    return {"source": source, "target": target, "engines": [engine], "exclusive": exclusive}


def test_an_account_has_no_remote_engine_and_no_preference_at_first(
    staff: Staffed, customer: Customer
) -> None:
    answer = staff("admin").get(address(customer))
    assert (answer.status_code, answer.json()) == (200, {"remoteEngines": [], "preferences": []})


def test_a_choice_is_stored_in_canonical_codes_and_holds_at_once(staff: Staffed, customer: Customer) -> None:
    stored = choose(staff("admin"), customer, preferences=[preference("apertium", pair="EN>es-es")])
    assert stored.status_code == 200, stored.text
    assert stored.json()["preferences"] == [preference("apertium", pair="en>es-ES")]
    assert staff("admin").get(address(customer)).json() == stored.json()
    text = {"source": "en", "target": "es", "segments": [{"text": "The house."}]}
    assert customer.client.post("/v2/translate", json=text).status_code == 200
    assert choose(staff("admin"), customer).json() == {"remoteEngines": [], "preferences": []}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"remoteEngines": ["nowhere"]}, "nowhere"),
        ({"preferences": [preference("nowhere")]}, "nowhere"),
        ({"preferences": [preference("apertium"), preference("apertium", pair="EN>ES")]}, "twice"),
        ({"preferences": [{"source": "en", "target": "es", "engines": []}]}, "engines"),
        ({"preferences": [preference("apertium", pair="e>es")]}, "source"),
        ({"preferences": [{**preference("apertium"), "exclusive": "yes"}]}, "exclusive"),
        ({"remoteEngines": "deepl"}, "remoteEngines"),
    ],
)
def test_a_choice_that_cannot_be_meant_is_refused_and_changes_nothing(
    staff: Staffed, customer: Customer, body: dict[str, Any], said: str
) -> None:
    before = staff("admin").get(address(customer)).json()
    answer = choose(staff("admin"), customer, **body)
    assert answer.status_code in {400, 422}  # a rule, or the form of the body
    assert said in answer.text
    assert staff("admin").get(address(customer)).json() == before


def test_only_admins_choose_and_only_for_accounts_that_exist(staff: Staffed, customer: Customer) -> None:
    assert choose(staff("manager"), customer).status_code == 403
    nobody = "/provider/v1/accounts/999999/engines"
    assert staff("admin").get(nobody).status_code == 404
    assert staff("admin").put(nobody, json={"remoteEngines": []}).status_code == 404
    assert customer.client.get(address(customer)).status_code == 403


def test_engines_are_listed_with_whether_texts_leave_the_machine(staff: Staffed) -> None:
    engines = {one["name"]: one for one in staff("admin").get("/provider/v1/engines").json()}
    assert engines["apertium"]["remote"] is False
    assert engines["apertium"]["problem"] is None
    assert engines["apertium"]["pairs"]


def test_what_remote_engines_got_is_reported_to_staff_and_to_the_customer(
    staff: Staffed, customer: Customer
) -> None:
    report = staff("admin").get(f"{address(customer)}/usage").json()
    assert report["days"] == []
    assert customer.client.get("/v2/usage").json()["sentToEngines"] == []
    wrong = staff("admin").get(
        f"{address(customer)}/usage", params={"from": "2026-02-02", "to": "2026-01-01"}
    )
    assert wrong.status_code == 400

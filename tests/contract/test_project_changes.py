"""Projects afterwards: changed, listed, read, priced and deleted (P7, P9–P12)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer
from tests.contract.ordering import PROJECTS, another_customer, codes, create, places, read
from tests.live import LiveService
from tests.waiting import wait_until

LIST = "/project/v1/project"


@pytest.fixture(scope="module")
def customer(live: LiveService) -> Iterator[Customer]:
    with another_customer(live, "Changing Ltd") as made:
        yield made


@pytest.mark.parametrize("path", [PROJECTS, LIST])
@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_p7_a_draft_is_changed_in_what_is_said(customer: Customer, path: str, method: str) -> None:
    before = create(customer, briefing="Old", purchaseOrderNumber="PO-1")
    answer = customer.client.request(
        method, f"{path}/{before['id']}", json={"Briefing": "New", "metadata": {"b": 1, "a": 2}}
    )
    assert (answer.status_code, answer.content) == (204, b"")
    after = read(customer, before["id"])
    assert after == {
        **before,
        "briefing": "New",
        "metadata": {"b": 1, "a": 2},
        "updatedAt": after["updatedAt"],
    }
    assert customer.client.request(method, f"{path}/{before['id']}", json={}).status_code == 204


def test_p7_null_says_nothing_to_put_and_clears_with_patch(customer: Customer) -> None:
    (template, *_) = customer.client.get("/project/v1/project-templates").json()
    before = create(customer, templateId=template["id"], title="Mine", briefing="b", serviceId=None)
    one = f"{PROJECTS}/{before['id']}"
    nulls = dict.fromkeys(["title", "briefing", "userId", "metadata", "deadline", "serviceId"])
    assert customer.client.put(one, json=nulls).status_code == 204
    assert read(customer, before["id"])["title"] == "Mine"
    assert customer.client.patch(one, json=nulls).status_code == 204
    after = read(customer, before["id"])
    assert (after["title"], after["briefing"]) == (template["name"], None)
    assert after["userId"] == before["userId"]
    assert codes(customer.client.patch(one, json={"templateId": None})) == [
        "TITLE_MISSING",
        "SERVICE_MISSING",
    ]


def test_p7_p8_every_problem_of_a_change_is_reported_at_once(customer: Customer) -> None:
    one = f"{PROJECTS}/{create(customer)['id']}"
    body = {"title": " ", "Title": "x", "userId": "5", "termBaseId": 2**31 - 1, "deadline": 7, "metadata": []}
    for method in ("PUT", "PATCH"):
        answer = customer.client.request(method, one, json=body)
        assert sorted(codes(answer)) == [
            "FIELD_TWICE", "TERM_BASE_NOT_FOUND", "TITLE_EMPTY", "WRONG_TYPE", "WRONG_TYPE", "WRONG_TYPE",
        ]  # fmt: skip
        for malformed in (b"", b"{", b"[]", b"null", b'"x"'):
            assert places(customer.client.request(method, one, content=malformed))[0][0] == "body"


def test_p9_a_list_is_paged_filtered_and_sorted(customer: Customer) -> None:
    word = uuid.uuid4().hex
    made = [
        create(customer, title=f"{name} {word}", purchaseOrderNumber=word, externalId=f"{word}-{name}")
        for name in ("Älter", "beta", "Gamma")
    ]
    ids = [one["id"] for one in made]

    def found(**query: Any) -> list[int]:
        answer = customer.client.get(LIST, params=query)
        assert answer.status_code == 200, answer.text
        return [one["id"] for one in answer.json()["projects"]]

    assert found(purchaseOrderNumber=word) == ids[::-1]
    assert found(PurchaseOrderNumber=word, Sort="id") == ids
    assert found(title=word.upper()) == ids[::-1]
    assert found(Title=f"TER {word[:5]}") == ids[:1]
    assert found(externalId=f"{word}-beta", status="draft") == ids[1:2]
    assert found(purchaseOrderNumber=word, status="Active") == []
    assert found(purchaseOrderNumber=word, createdAfter="2020-01-01T00:00:00Z", sort="creationDate") == ids
    last = made[2]["creationDate"]
    assert found(purchaseOrderNumber=word, createdBefore=last, sort="id") == [
        one["id"] for one in made if one["creationDate"] < last
    ]
    assert found(purchaseOrderNumber=word, createdBefore="2020-01-01T00:00:00Z") == []
    assert found(purchaseOrderNumber=word, updatedAfter="2100-01-01T00:00:00Z") == []
    assert found(purchaseOrderNumber=word, finishedAfter="2020-01-01T00:00:00Z") == []
    assert found(purchaseOrderNumber=word, sort="-title")[0] in ids
    page = customer.client.get(PROJECTS, params={"purchaseOrderNumber": word, "limit": 2, "Offset": 0}).json()
    assert page["projects"][0] == {
        "id": ids[2],
        "externalId": f"{word}-Gamma",
        "title": f"Gamma {word}",
        "userId": made[2]["userId"],
        "companyId": customer.account,
        "status": "Draft",
        "creationDate": made[2]["creationDate"],
        "deadline": None,
        "finishedAt": None,
    }
    link = page["metadata"].pop("nextPageLink")
    assert page["metadata"] == {
        "previousPage": 0, "currentPage": 1, "nextPage": 2, "itemsPerPage": 2, "previousPageLink": None,
    }  # fmt: skip
    last = customer.client.get(link).json()
    assert [one["id"] for one in last["projects"]] == ids[:1]
    assert (last["metadata"]["nextPage"], last["metadata"]["previousPage"]) == (0, 1)


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("offset=-1", "offset"),
        ("status=Open", "status"),
        ("createdAfter=yesterday", "createdAfter"),
        ("createdBefore=tomorrow", "createdBefore"),
        ("UpdatedAfter=5", "updatedAfter"),
        ("finishedAfter=2030-02-30T00:00:00Z", "finishedAfter"),
        ("sort=price", "sort"),
        ("title=a%00b", "title"),
    ],
)
def test_p9_what_a_list_cannot_be_filtered_by_is_malformed(
    customer: Customer, query: str, place: str
) -> None:
    assert places(customer.client.get(f"{LIST}?{query}")) == [["query", place]]


def test_p1_p9_a_parameter_twice_says_one_thing(customer: Customer) -> None:
    assert codes(customer.client.get(f"{LIST}?limit=1&Limit=2")) == ["FIELD_TWICE"]
    assert customer.client.get(f"{LIST}?limit=1&Limit=1").status_code == 200


def test_p12_a_quote_is_a_price_and_a_deadline(customer: Customer) -> None:
    services = {one["kind"]: one["id"] for one in customer.client.get("/project/v1/services").json()}
    project = create(customer, serviceId=services["human"])["id"]
    for path in (PROJECTS, LIST):
        assert codes(customer.client.post(f"{path}/{project}/do-quote", content=b"{{")) == ["PROJECT_EMPTY"]
    sent = customer.client.post(
        f"{PROJECTS}/{project}/files",
        files={"file": ("a.txt", b"The red house stands behind the old bridge.\n")},
        data={"sourceLanguage": "en", "targetLanguages": "de,fr"},
    )
    assert sent.status_code == 201, sent.text
    answer = wait_for_quote(customer, project)
    quote = answer.json()
    assert list(quote) == ["words", "weightedWords", "bands", "price", "deadline"]
    assert (quote["words"], quote["weightedWords"]) == (16, 16.0)
    assert quote["price"]["amount"] > 0
    assert {one["band"]: one["words"] for one in quote["bands"]}["none"] == 16
    record = read(customer, project)
    assert (record["status"], record["deadline"], record["price"]) == ("Draft", None, None)
    assert (record["analysis"]["state"], record["analysis"]["words"]) == ("done", 16)
    (file,) = record["files"]
    assert (file["sourceFileId"], file["sourceFileName"]) == (sent.json()["id"], "a.txt")
    assert [one["targetLanguage"] for one in file["translations"]] == ["de", "fr"]
    assert file["translations"][0] == {
        "id": sent.json()["translations"][0]["id"],
        "fileId": None,
        "targetLanguage": "de",
        "status": "Draft",
        "translationFileName": None,
        "translationFileLink": None,
    }


PENDING = {
    **dict.fromkeys(("words", "weightedWords", "bands", "price", "deadline")),
    "hold": "ANALYSIS_RUNNING",
}


def wait_for_quote(customer: Customer, project: int) -> httpx2.Response:
    def quote() -> httpx2.Response:
        answer = customer.client.post(f"{PROJECTS}/{project}/do-quote")
        if answer.status_code != 200:
            assert answer.status_code == 202, answer.text
            assert int(answer.headers["retry-after"]) > 0
            assert {**answer.json(), "bands": None} == PENDING
        return answer

    return wait_until(quote, lambda answer: answer.status_code == 200)


@pytest.mark.parametrize("path", [PROJECTS, LIST])
def test_p11_p12_a_draft_is_deleted(customer: Customer, path: str) -> None:
    project = create(customer)["id"]
    answer = customer.client.delete(f"{path}/{project}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert customer.client.get(f"{path}/{project}").status_code == 404
    assert customer.client.delete(f"{path}/{project}").status_code == 404

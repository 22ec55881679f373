"""Projects as a customer's integration makes them, and what is refused (P1–P8)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract.conftest import Customer
from tests.contract.ordering import PROJECTS, another_customer, codes, create, places, post
from tests.live import LiveService

RECORD = {
    "id", "companyId", "externalId", "title", "briefing", "briefingForExperts", "purchaseOrderNumber",
    "templateId", "serviceId", "useTranslationMemory", "translationMemoryId", "translationMemorySetId",
    "translationMemorySetVersion", "memoryThreshold", "memoryThresholdSetBy", "styleId", "termBaseId",
    "termBaseVersion", "invoicingAccountId", "userId",
    "workAreaId", "metadata", "status", "hold", "holdMessage", "deadline", "deadlineSetBy", "creationDate",
    "updatedAt", "startedAt", "finishedAt", "cancelledAt", "cancelReason", "progress", "price",
    "platformLink", "analysis", "referenceFiles", "files",
}  # fmt: skip


@pytest.fixture(scope="module")
def neighbour(live: LiveService) -> Iterator[Customer]:
    with another_customer(live, "Neighbour Ltd") as made:
        yield made


def test_p1_p10_a_new_account_makes_its_first_project_at_once(production: Customer) -> None:
    answer = post(production, title="First", serviceId=1)
    assert answer.status_code == 201, answer.text
    record = answer.json()
    assert answer.headers["Location"] == f"{PROJECTS}/{record['id']}"
    assert set(record) == RECORD
    assert (record["title"], record["status"], record["companyId"]) == ("First", "Draft", production.account)
    assert all(record[name] is not None for name in ("invoicingAccountId", "userId", "workAreaId"))
    for path in (answer.headers["Location"], f"/project/v1/project/{record['id']}"):
        assert production.client.get(path).json() == record


def test_p1_a_template_is_enough(production: Customer) -> None:
    (template, *_) = production.client.get("/project/v1/project-templates").json()
    record = post(production, templateId=template["id"], title=None, serviceId=None).json()
    assert (record["templateId"], record["title"]) == (template["id"], template["name"])
    assert record["serviceId"] is not None


def test_p1_p4_names_are_read_in_any_case(production: Customer) -> None:
    area = create(production)["workAreaId"]
    sent = {
        "Title": "Pascal",
        "ServiceId": 1,
        "workareaId": area,
        "BriefingForExperts": "b",
        "ExternalId": None,
    }
    record = production.client.post("/project/v1/project", json=sent).json()
    assert (record["title"], record["briefingForExperts"], record["workAreaId"]) == ("Pascal", "b", area)
    answer = post(production, title="a", Title="b", serviceId=1, workAreaId=area, workareaId=area + 1)
    assert codes(answer) == ["FIELD_TWICE", "FIELD_TWICE"]
    assert post(production, title="a", Title="a", serviceId=1).status_code == 201


def test_p2_p3_the_service_of_a_template_stays_and_memories_are_resolved(production: Customer) -> None:
    (template, *_) = production.client.get("/project/v1/project-templates").json()
    service = post(production, templateId=template["id"]).json()["serviceId"]
    (other, *_) = [
        one["id"] for one in production.client.get("/project/v1/services").json() if one["id"] != service
    ]
    answer = post(production, templateId=template["id"], serviceId=other)
    assert codes(answer) == ["SERVICE_NOT_OVERRIDABLE"]
    assert create(production, templateId=template["id"], serviceId=service)["serviceId"] == service
    (primary,) = [
        one for one in production.client.get("/project/v1/translation-memories").json() if one["primary"]
    ]
    used = {
        say: create(production, useTranslationMemory=say)["translationMemoryId"]
        for say in (None, True, False)
    }
    assert used == {None: None, True: primary["id"], False: None}
    named = create(production, useTranslationMemory=False, translationMemoryId=primary["id"])
    assert named["translationMemoryId"] is None


def test_p5_a_deadline_is_converted_and_may_not_be_past(production: Customer) -> None:
    record = create(production, deadline="2100-01-01T12:00:00+02:00")
    assert (record["deadline"], record["deadlineSetBy"]) == ("2100-01-01T10:00:00Z", "client")
    assert create(production, deadline="2100-01-01T12:00:00")["deadline"] == "2100-01-01T12:00:00Z"
    record = create(production, deadline=None)
    assert (record["deadline"], record["deadlineSetBy"]) == (None, None)
    assert codes(post(production, title="T", serviceId=1, deadline="2020-01-01T00:00:00Z")) == [
        "DEADLINE_PAST"
    ]
    assert places(post(production, title="T", serviceId=1, deadline=4102444800)) == [["body", "deadline"]]


def test_p6_p16_an_external_id_once_and_metadata_as_sent(production: Customer, neighbour: Customer) -> None:
    name = str(uuid.uuid4())
    metadata = '"metadata":{"z": 1.50,"a":[123456789012345678901]}'
    body = f'{{"title":"T","serviceId":1,"externalId":"{name}",{metadata}}}'
    made = production.client.post(PROJECTS, content=body)
    assert metadata in made.text
    assert metadata in production.client.get(made.headers["Location"]).text
    again = production.client.post(PROJECTS, content=body)
    assert codes(again) == ["EXTERNAL_ID_EXISTS"]
    assert f"project {made.json()['id']}" in again.json()[0]["hints"]
    assert neighbour.client.post(PROJECTS, content=body).status_code == 201
    deep: dict[str, Any] = {}
    for _ in range(10):
        deep = {"a": deep}
    for value, code in [
        (deep, "METADATA_TOO_DEEP"),
        ({"a": "x" * 17_000}, "METADATA_TOO_LARGE"),
        ({"a\x00": 1}, "METADATA_INVALID"),
    ]:
        assert codes(post(production, title="T", serviceId=1, metadata=value)) == [code]


def test_p8_e4_everything_that_is_wrong_with_a_new_project_is_reported_at_once(production: Customer) -> None:
    assert places(post(production)) == [["body", "title"], ["body", "serviceId"]]
    assert places(post(production, title=None, serviceId=1)) == [["body", "title"]]
    assert places(post(production, title=5, serviceId="1")) == [["body", "title"], ["body", "serviceId"]]
    assert places(production.client.post(PROJECTS)) == [["body"]]
    assert places(production.client.post(PROJECTS, content=b"[]")) == [["body"]]
    assert places(production.client.post(PROJECTS, content=b'{"title":')) == [["body"]]
    answer = post(
        production,
        title="x" * 501,
        serviceId=2**31 - 1,
        userId=2**31 - 1,
        deadline="2020-01-01T00:00:00Z",
        externalId=" ",
    )
    assert codes(answer) == [
        "TITLE_TOO_LONG", "DEADLINE_PAST", "TEXT_EMPTY", "SERVICE_NOT_FOUND", "USER_NOT_FOUND",
    ]  # fmt: skip
    assert codes(post(production, title="  ", serviceId=1)) == ["TITLE_EMPTY"]


@pytest.mark.parametrize("value", [True, "5", 5.0, 2**31, [1], {}])
def test_p8_a_reference_is_a_strict_int32(production: Customer, value: Any) -> None:
    project = create(production)["id"]
    for field in ("serviceId", "templateId", "userId", "workAreaId", "translationMemorySetId", "termBaseId"):
        body = {"title": "T", "serviceId": 1, field: value}
        assert places(production.client.post(PROJECTS, json=body)) == [["body", field]]
        answer = production.client.patch(f"{PROJECTS}/{project}", json={field: value})
        assert codes(answer) == ["WRONG_TYPE"]


def test_p8_e4_what_is_anothers_is_as_what_is_not_there(production: Customer, neighbour: Customer) -> None:
    theirs = create(neighbour, useTranslationMemory=True)
    ours = create(production)["id"]
    for field in ("invoicingAccountId", "userId", "translationMemoryId"):
        made, changed = (
            [
                production.client.request(method, path, json={**more, field: value})
                for value in (theirs[field], 2**31 - 1)
            ]
            for method, path, more in (
                ("POST", PROJECTS, {"title": "T", "serviceId": 1}),
                ("PATCH", f"{PROJECTS}/{ours}", {}),
            )
        )
        for anothers, nobodys in (made, changed):
            assert anothers.content == nobodys.content
            assert codes(anothers)[0].endswith("_NOT_FOUND")
    absent = {}
    for method, path in [
        ("GET", "{}"), ("PUT", "{}"), ("PATCH", "{}"), ("DELETE", "{}"), ("POST", "{}/do-quote"),
    ]:  # fmt: skip
        answers = [
            production.client.request(method, f"{PROJECTS}/{path.format(number)}", content=b"{")
            for number in (theirs["id"], 2**31 - 1, 0, -7)
        ]
        absent[method, path] = {(one.status_code, one.content) for one in answers}
    assert set.union(*absent.values()) == {(404, b'{"detail":"There is no such project."}')}
    for word in ("x", "1.0", "1_0", "+1", "2147483648", "99999999999999999999", "%20", "%00"):
        assert places(production.client.get(f"{PROJECTS}/{word}")) == [["path", "id"]]


def test_e8_a_repeated_order_is_made_once(production: Customer, neighbour: Customer) -> None:
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    body = {"title": "Once", "serviceId": 1}
    first = production.client.post(PROJECTS, json=body, headers=headers)
    again = production.client.post(PROJECTS, json=body, headers=headers)
    assert (again.status_code, again.content, again.headers["Location"]) == (
        201, first.content, first.headers["Location"],
    )  # fmt: skip
    other = production.client.post(PROJECTS, json={**body, "title": "Twice"}, headers=headers)
    assert (other.status_code, list(other.json())) == (422, ["detail"])
    assert neighbour.client.post(PROJECTS, json=body, headers=headers).json()["id"] != first.json()["id"]
    assert places(production.client.post(PROJECTS, json=body, headers={"Idempotency-Key": ""})) == [
        ["header", "Idempotency-Key"]
    ]
    broken = {"Idempotency-Key": str(uuid.uuid4())}
    assert codes(production.client.post(PROJECTS, json={**body, "userId": 0}, headers=broken)) == [
        "USER_NOT_FOUND"
    ]
    assert (
        production.client.post(PROJECTS, json=body, headers=broken).status_code == 201
    )  # refusals are not kept

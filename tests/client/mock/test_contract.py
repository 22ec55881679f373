"""The mock's contract is current, its answers have the documented schemas, and nothing is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator

from dragoman_client.mock import MockServer
from dragoman_client.mock.contract import Operation, load_contract
from dragoman_client.mock.routing import Router, find_handler
from dragoman_client.mock.unanswered import UNANSWERED
from scripts.write_mock_contract import CONTRACT, DOCUMENT, write_contract
from tests.client.mock.conftest import run_on_mock, signed_in
from tests.client.mock.exchanges import Exchange
from tests.client.mock.scenarios import SCENARIOS, Scenario
from tests.contract.own_words import CSV, TMX
from tests.receiver import Receiver

OPENAPI = json.loads(Path(DOCUMENT).read_text(encoding="utf-8"))
OF_RFC_6749 = frozenset({  # documented with E1 besides
    "/oauth2/token", "/protocol/openid-connect/token", "/oauth2/device_authorization",
})  # fmt: skip
ENDLESS = {"stream_events"}  # tests of its own
PUBLIC = frozenset({
    "create_token", "create_token_at_openid_path", "create_device_codes", "get_signing_keys",
    "get_authorization_server", "get_openid_configuration", "get_webhook_keys", "check_liveness",
    "check_readiness",
})  # fmt: skip


def test_contract_is_current() -> None:
    assert CONTRACT.read_text(encoding="utf-8") == write_contract(), (
        "docs/openapi.json has changed: run python -m scripts.write_mock_contract"
    )


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_answers_have_the_documented_schemas(scenario: Scenario, receiver: Receiver) -> None:
    exchanges = run_on_mock(scenario, receiver.url("/events"))

    wrong = {one.name: problems for one in exchanges if (problems := _problems(one))}
    assert not wrong
    assert any(_schema(one) for one in exchanges)


def _problems(exchange: Exchange) -> list[str]:
    schema = _schema(exchange)
    if schema is None or not exchange.raw.content:
        return []
    whole = {**schema, "components": OPENAPI["components"]}
    return [error.message for error in Draft202012Validator(whole).iter_errors(exchange.raw.json())]


def _schema(exchange: Exchange) -> dict[str, Any] | None:
    """The schema of an answer: the operation's own, or that of errors for addresses that there are not."""
    answer, request = exchange.raw, exchange.raw.request
    if not answer.headers.get("content-type", "").startswith("application/json") or request.method == "HEAD":
        return None
    operations, _ = Router(load_contract()).find(request.url.path)
    found = next((one for one in operations if one.method == request.method), None)
    if found is None:
        return {"$ref": "#/components/schemas/Problem"}
    if found.path in OF_RFC_6749 and answer.status_code >= 400:
        return {"required": ["error", "error_description"]}
    documented = OPENAPI["paths"][found.path][found.method.lower()]["responses"]
    assert str(answer.status_code) in documented, f"{exchange.name}: {answer.status_code} is not documented"
    response = documented[str(answer.status_code)]
    if "$ref" in response:
        response = OPENAPI["components"]["responses"][response["$ref"].rpartition("/")[2]]
    content = response.get("content", {})
    return content["application/json"]["schema"] if "application/json" in content else None


def test_every_operation_is_answered_or_has_a_reason_not_to_be() -> None:
    contract = load_contract()
    with MockServer():  # imports the handlers
        pass
    without = {one.id for one in contract.operations if find_handler(one) is None} - PUBLIC

    assert without == set(UNANSWERED)
    assert all(len(reason) > 10 for reason in UNANSWERED.values())


class Prepared:
    """A mock with a record of each type, and clients of the customer and of the provider."""

    def __init__(self, mock: MockServer, receiver_url: str) -> None:
        self.customer = signed_in(mock)
        provider = mock.provider_application
        self.provider = signed_in(mock, provider.client_id, provider.client_secret)
        self.receiver_url = receiver_url
        self.values = self._prepare()

    def close(self) -> None:
        self.customer.close()
        self.provider.close()

    def _prepare(self) -> dict[str, dict[str, Any]]:
        """Values for the names in paths, by the piece of the path before the first of them."""
        post = self.customer.post
        files = {"file": ("a.txt", b"Words of a text.")}
        form = {"source": "en", "target": "es"}
        job = post("/v2/documents/translate", data=form, files=files).json()["jobId"]
        while self.customer.get(f"/v2/documents/{job}").json()["status"] != "SUCCESS":
            pass
        project = post("/project/v1/projects", json={"title": "x", "serviceId": 1}).json()["id"]
        languages = {"sourceLanguage": "en", "targetLanguages": "es"}
        sent = post(f"/project/v1/projects/{project}/files", data=languages, files=files).json()
        file, translation = sent["id"], sent["translations"][0]["id"]
        post(f"/project/v1/projects/{project}/do-start")
        while self.customer.get(f"/project/v1/projects/{project}").json()["status"] != "Finished":
            pass
        memory = post("/project/v1/translation-memories", json={"name": "M"}).json()["id"]
        unit = {"sourceLanguage": "en", "targetLanguage": "es", "source": "a", "target": "b"}
        units = f"/project/v1/translation-memories/{memory}"
        tmx = {"content-type": "application/x-tmx+xml"}
        base = post("/project/v1/term-bases", json={"name": "B"}).json()["id"]
        bases = f"/project/v1/term-bases/{base}"
        terms = {"terms": [{"language": "en", "text": "x"}]}
        accounts = self.provider.get("/provider/v1/accounts").json()["accounts"]
        members = {"accountId": accounts[1]["id"], "name": "S", "members": []}
        owner = {"accountId": accounts[1]["id"], "name": "G"}
        return {
            "documents": {"jobId": job},
            "files": {"fileId": file},
            "projects": {"id": project, "fileId": file, "translation": translation},
            "project": {"id": project, "fileId": file},
            "notifications": {
                "id": post("/project/v1/test-event", json={"url": self.receiver_url}).json()["id"]
            },
            "translation-memories": {
                "id": memory,
                "unitId": post(f"{units}/units", json=unit).json()["id"],
                "importId": post(f"{units}/imports", content=TMX, headers=tmx).json()["id"],
            },
            "term-bases": {
                "id": base,
                "conceptId": post(f"{bases}/concepts", json=terms).json()["id"],
                "importId": post(f"{bases}/imports", content=CSV).json()["id"],
            },
            "style-guides": {"id": self.provider.post("/provider/v1/style-guides", json=owner).json()["id"]},
            "translation-memory-sets": {
                "id": self.provider.post("/provider/v1/translation-memory-sets", json=members).json()["id"],
                "version": 1,
            },
        }

    def call(self, operation: Operation) -> httpx2.Response:
        """Send an operation's method to the address of a record that there is, with an empty object."""
        place = operation.path.partition("/{")[0].rpartition("/")[2]
        customer = self.customer.get("/project/v1/users").json()[0]["id"]
        values = {"id": customer if place == "users" else self._first(place), **self.values.get(place, {})}
        path = operation.path.format_map(values)
        client = self.provider if operation.path.startswith("/provider") else self.customer
        body = {"json": {}} if "application/json" in operation.bodies else {}
        return client.request(operation.method, path, **body)

    def _first(self, place: str) -> int:
        """The id of the customer's first record of a type."""
        listed = self.customer.get(f"/project/v1/{place}")
        rows = listed.json() if listed.status_code == 200 else []
        return int(rows[0]["id"]) if isinstance(rows, list) and rows else 1


@contextmanager
def prepared_mock(receiver: Receiver) -> Iterator[Prepared]:
    with MockServer() as mock:
        made = Prepared(mock, receiver.url("/events"))
        yield made
        made.close()


@pytest.fixture(scope="module")
def prepared(receiver: Receiver) -> Iterator[Prepared]:
    with prepared_mock(receiver) as made:
        yield made


@pytest.mark.parametrize(
    "operation",
    [one for one in load_contract().operations if one.id not in {*UNANSWERED, *ENDLESS}],
    ids=lambda one: one.id,
)
def test_operations_are_answered(operation: Operation, prepared: Prepared, receiver: Receiver) -> None:
    if operation.method == "DELETE":  # what it takes away, others want to read
        with prepared_mock(receiver) as own:
            answer = own.call(operation)
    else:
        answer = prepared.call(operation)

    assert answer.status_code not in {401, 403, 404, 405, 500, 501}, answer.text
    assert answer.headers["x-request-id"]


def test_an_operation_that_is_left_out_says_why(mock: MockServer) -> None:
    provider = mock.provider_application
    with signed_in(mock, provider.client_id, provider.client_secret) as client:
        answer = client.get("/provider/v1/settings")

    assert answer.status_code == 501
    assert UNANSWERED["list_settings_as_staff"] in answer.json()["detail"]

"""Services as engines of a running service: added by command, allowed by account, counted (T6, V7)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.contract.conftest import Customer, Staffed
from tests.contract.documents import finished, submitted
from tests.engine_registry.served import served
from tests.engines.http.server import Handler, Reply, Request, TestServer
from tests.engines.http.services import KEY, libretranslate
from tests.live import LiveService
from tests.waiting import wait_until

_TEXT = "Open the <b>red</b> door for %s."


class Switch:
    """A service that can be told to fail."""

    def __init__(self) -> None:
        self.handler: Handler = libretranslate()
        self.reply: Reply | None = None

    def __call__(self, request: Request) -> Any:
        is_call = self.reply is not None and request.path == "/translate"
        return self.reply if is_call else self.handler(request)


@pytest.fixture(scope="module")
def switch() -> Switch:
    return Switch()


@pytest.fixture(scope="module")
def service(live: LiveService, switch: Switch) -> Iterator[TestServer]:
    """LibreTranslate on another machine, as far as Dragoman knows, until the end of the module."""
    with served(switch) as server:
        path = live.data.parent / "libre.json"
        path.write_text("{}")
        done = live.run(
            *("engines", "add", "libretranslate", "--name", "far", "--url", server.url, "--key-stdin"),
            *("--monthly-characters", "20000", "--option", "remote=1"),
            stdin=KEY,
        )
        assert done.returncode == 1, "an option that this kind does not have"
        done = live.run(
            *("engines", "add", "libretranslate", "--name", "far", "--url", server.url, "--key-stdin"),
            *("--monthly-characters", "20000", "--remote", "--json"),
            stdin=KEY,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["remote"] is True
        assert KEY not in done.stdout + done.stderr
        yield server
        live.run("engines", "remove", "far")


@pytest.fixture(scope="module")
def customer(live: LiveService) -> Iterator[Customer]:
    account = live.create_account("Far Ltd", "production")
    application = live.create_application(account, "--rate-limit", "off")
    made = Customer(account=account, application=application, client=live.client(application))
    yield made
    made.client.close()


@pytest.fixture
def allowed(live: LiveService, staff: Staffed, customer: Customer, service: TestServer) -> Iterator[None]:
    """The account prefers the service for English to Spanish."""
    wait_until(lambda: "far" in {one["name"] for one in staff("admin").get("/provider/v1/engines").json()})
    live.admin(*("account", "engines", str(customer.account), "--allow", "far"), *("--prefer", "en:es=far"))
    yield
    live.admin("account", "engines", str(customer.account), "--forbid", "far", "--forget", "en:es")


def explain(client: httpx2.Client, text: str = _TEXT, target: str = "es") -> dict[str, Any]:
    body = {"source": "en", "target": target, "segments": [{"text": text}]}
    answer = client.post("/v2/translate", json=body, params={"explain": "true"})
    assert answer.status_code == 200, answer.text
    [item] = answer.json()["translations"]
    return dict(item)


def calls(service: TestServer) -> int:
    return len(service.of("/translate"))


def test_no_text_leaves_the_machine_before_the_account_allows_it(
    customer: Customer, service: TestServer
) -> None:
    before = calls(service)
    assert explain(customer.client)["engine"].startswith("apertium")
    japanese = {"source": "en", "target": "ja", "segments": [{"text": _TEXT}]}
    assert customer.client.post("/v2/translate", json=japanese).status_code == 422
    assert calls(service) == before


@pytest.mark.usefixtures("allowed")
def test_an_allowed_service_translates_and_is_named(customer: Customer, service: TestServer) -> None:
    item = explain(customer.client)
    assert item["engine"].startswith("far ")
    assert ("<b>" in item["translation"], "%s" in item["translation"]) == (True, True)
    pairs = customer.client.get("/v2/languages/text-translation", params={"details": "true"}).json()
    [japanese] = [one for one in pairs if (one["source"], one["target"]) == ("en", "ja")]
    assert japanese["engine"].startswith("far ")


@pytest.mark.usefixtures("allowed")
def test_what_was_sent_is_counted_for_the_account_and_for_the_month(
    customer: Customer, staff: Staffed
) -> None:
    before = sum(one["characters"] for one in sent(customer))
    text = f"{_TEXT} It is number {before} today."
    explain(customer.client, text)
    [now] = sent(customer)
    assert now["engine"] == "far"
    assert now["characters"] >= before + len("Open the red door for")
    report = staff("admin").get(f"/provider/v1/accounts/{customer.account}/engines/usage").json()
    assert report["days"] == [now]


def sent(customer: Customer) -> list[dict[str, Any]]:
    return list(customer.client.get("/v2/usage").json()["sentToEngines"])


@pytest.mark.usefixtures("allowed")
def test_a_document_says_where_its_text_went(customer: Customer) -> None:
    job = submitted(customer.client, "The house of my friend is near.\n", name="a.txt")
    record = finished(customer.client, job, details="true")
    assert record["status"] == "SUCCESS", record
    assert any(name.startswith("far ") for name in record["report"]["origins"])


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    "reply",
    [
        Reply(gone=True),
        Reply(body=b"<html>Sign in</html>", content_type="text/html"),
        Reply(body=b'{"translatedText": []}'),
        Reply(body=b'{"translatedText": ["uno", "d', cut=20),
        Reply(status=403, body=b'{"error": "Invalid API key"}'),
        Reply(status=429, body=b"{}", headers={"retry-after": "3600"}),
    ],
)
def test_a_service_that_fails_is_replaced_by_the_next_engine(
    customer: Customer, switch: Switch, reply: Reply
) -> None:
    switch.reply = reply
    try:
        item = explain(customer.client, f"My friend opened window number {id(reply) % 10_000}.")
        assert item["engine"].startswith("apertium")
        assert "ENGINE_REPLACED" in {one["code"] for one in item["issues"]}
    finally:
        switch.reply = None


@pytest.mark.usefixtures("allowed")
def test_a_text_that_only_a_failing_service_could_translate_gets_503(
    customer: Customer, switch: Switch
) -> None:
    switch.reply = Reply(status=503, body=b"{}")
    try:
        body = {"source": "en", "target": "ja", "segments": [{"text": "My friend went home."}]}
        answer = customer.client.post("/v2/translate", json=body)
        assert answer.status_code == 503
        assert "Retry-After" in answer.headers
    finally:
        switch.reply = None


def test_a_key_is_never_shown(live: LiveService, service: TestServer, staff: Staffed) -> None:
    listed = live.run("engines", "list", "--no-probe", "--json")
    assert "far" in listed.stdout
    everything = listed.stdout + listed.stderr + live.log + staff("admin").get("/provider/v1/engines").text
    assert KEY not in everything

"""The mock and the real service answer the same requests alike, so that they cannot drift apart."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from dragoman_client.mock import MockServer
from dragoman_client.mock.contract import load_seeds
from tests.client.mock.conftest import run_on_mock, signed_in
from tests.client.mock.exchanges import Exchange, Recorder
from tests.client.mock.scenarios import SCENARIOS, Scenario
from tests.live import Application, LiveService, live_service
from tests.receiver import Receiver


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveService]:
    data = tmp_path_factory.mktemp("parity") / "data"
    with live_service(data, DRAGOMAN_CALLBACK_ALLOW="127.0.0.1") as running:
        yield running


@pytest.fixture(scope="module")
def provider(service: LiveService) -> Application:
    home = service.create_account("Provider Ltd")
    options = ("--rate-limit", "off", "--scopes", "provider", "--role", "admin")
    return service.create_application(home, *options)


@pytest.fixture(scope="module")
def staff(service: LiveService, provider: Application) -> Iterator[httpx2.Client]:
    with service.client(provider) as client:
        yield client


def _run_on_service(
    scenario: Scenario,
    service: LiveService,
    provider: Application,
    staff: httpx2.Client,
    receiver_url: str,
) -> list[Exchange]:
    client_id, secret = _create_application(staff, scenario.name, scenario.kind)
    recorder = Recorder(
        url=service.url,
        client_id=client_id,
        client_secret=secret,
        provider=(provider.client_id, provider.client_secret),
        receiver_url=receiver_url,
    )
    scenario.run(recorder)
    recorder.http.close()
    return recorder.exchanges


def _create_application(staff: httpx2.Client, name: str, kind: str) -> tuple[str, str]:
    """An account of its own and an application without rate limit: the credentials."""
    account = staff.post("/provider/v1/accounts", json={"name": name, "kind": kind})
    body = {"accountId": account.json()["id"], "name": name, "rateLimit": "off"}
    made = staff.post("/provider/v1/applications", json=body)
    assert made.status_code == 201, made.text
    return made.json()["clientId"], made.json()["clientSecret"]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.name)
def test_mock_and_service_answer_alike(
    scenario: Scenario,
    service: LiveService,
    provider: Application,
    staff: httpx2.Client,
    receiver: Receiver,
) -> None:
    real = _run_on_service(scenario, service, provider, staff, receiver.url("/events"))

    made = run_on_mock(scenario, receiver.url("/events"))

    assert [one.name for one in made] == [one.name for one in real]
    different = {mine.name: (mine, its) for mine, its in zip(made, real, strict=True) if mine != its}
    assert not different, "\n\n".join(
        f"{name}\n  mock:    {mine}\n  service: {its}" for name, (mine, its) in different.items()
    )


def test_seeds_are_those_of_the_service(service: LiveService) -> None:
    account = service.create_account("Seeds Ltd")
    application = service.create_application(account, "--rate-limit", "off")
    with service.client(application) as client:
        languages = client.get("/project/v1/languages").json()
        areas = client.get("/project/v1/workareas").json()
        services = client.get("/project/v1/services").json()
        types = client.get("/v2/documents/types").json()
    seeds = load_seeds()

    assert seeds["languages"] == {one["code"]: one["name"] for one in languages}
    assert seeds["workAreas"] == [one["name"] for one in areas]
    assert seeds["services"] == [
        {name: value for name, value in one.items() if name not in {"id", "disabled"}} for one in services
    ]
    assert seeds["documentTypes"] == types


TEXTS = (
    "Press <b>Start</b> now.",
    "Hello, {name}!",
    "50 % of %s",
    "See https://example.com/a?b=c or write to a@example.com.",
    "{{count}} new messages",
    "Wait…",
    "123",
    "a",
    "  The house. ",
    "The house.\n\nThe dog.\n",
    "- one\n- two",
    "a line\nthat goes on",
    "one\ttwo",
    "<p>One.</p><p>Two <b>and</b> three.</p>",
    "<b>All</b>",
    "<b>one</b> <i>two</i>",
    "<ul><li>one</li>\n<li>{count}</li></ul>",
    "12\n\none &amp; two",
)


def test_pseudo_translations_are_those_of_a_sandbox(service: LiveService) -> None:
    account = service.create_account("Pseudo Ltd", "sandbox")
    application = service.create_application(account, "--rate-limit", "off")
    targets = ["es", "ja", "ar", "he", "zh-Hans", "sv"]
    body = {"source": "en", "targets": targets, "segments": [{"text": text} for text in TEXTS]}
    with service.client(application) as client:
        real = client.post("/v2/translate?explain=true", json=body).json()
    with MockServer() as mock, signed_in(mock) as client:
        assert client.post("/v2/translate?explain=true", json=body).json() == real

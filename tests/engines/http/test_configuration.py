"""What an operator may say of a service, and what is wrong with the rest: field, reason, way out."""

from __future__ import annotations

from typing import Any

import pytest

from dragoman.engines.engine import Quality
from dragoman.engines.http import (
    ConfigurationInvalid,
    ServiceConfiguration,
    ServiceType,
    check_configuration,
    open_service,
)
from dragoman.engines.http.azure import choose_address as azure_address
from dragoman.engines.http.deepl import choose_address as deepl_address
from dragoman.errors import RulesBroken
from dragoman.telemetry import Metrics


def service(**changes: Any) -> ServiceConfiguration:
    return ServiceConfiguration(**{"name": "deepl", "kind": ServiceType.DEEPL, **changes})


CHAT: dict[str, Any] = {"kind": ServiceType.CHAT, "model": "m", "url": "http://127.0.0.1:8000/v1"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "Deep L"}, "name"),
        ({"name": ""}, "name"),
        ({"url": "ftp://host"}, "url"),
        ({"url": "host"}, "url"),
        ({"url": "https://"}, "url"),
        ({"url": "https://host:99999"}, "url"),
        ({"url": "https://user:password@host"}, "url"),
        ({"url": "https://host/?key=secret"}, "url"),
        ({"url": "https://host/#x"}, "url"),
        ({"url": "https://ho st/"}, "url"),
        ({"url": "https://höst/"}, "url"),
        ({"url": "http://169.254.169.254/latest"}, "url"),
        ({"url": "http://[fd00:ec2::254]/"}, "url"),
        ({"url": "http://[::ffff:169.254.169.254]/"}, "url"),
        ({"kind": ServiceType.CHAT, "model": "m"}, "url"),
        ({"kind": ServiceType.LIBRETRANSLATE}, "url"),
        ({**CHAT, "model": None}, "model"),
        ({"model": "best"}, "model"),
        ({"pairs": ()}, "pairs"),
        ({"pairs": (("en", "x"),)}, "pairs"),
        ({"pairs": (("en", "EN"),)}, "pairs"),
        ({"concurrency": 0}, "concurrency"),
        ({"concurrency": 1000}, "concurrency"),
        ({"timeout_seconds": 0}, "timeout_seconds"),
        ({"timeout_seconds": float("nan")}, "timeout_seconds"),
        ({"monthly_characters": 0}, "monthly_characters"),
        ({"options": {"region": "x"}}, "options"),
        ({**CHAT, "options": {"temperature": "hot"}}, "options"),
        ({**CHAT, "options": {"temperature": True}}, "options"),
        ({**CHAT, "options": {"structured_output": "maybe"}}, "options"),
        ({"kind": ServiceType.AZURE, "options": {"region": "a\r\nb: c"}}, "options"),
        ({"kind": ServiceType.GOOGLE, "options": {"project": "../x"}}, "options"),
    ],
)
def test_what_cannot_be_used_is_named_by_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(RulesBroken) as caught:
        check_configuration(service(**changes))
    assert [problem.field for problem in caught.value.all_problems()] == [field]
    assert all(problem.message.endswith((".", "…")) for problem in caught.value.all_problems())


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(RulesBroken) as caught:
        check_configuration(service(name="X", concurrency=0, options={"a": 1}))
    assert [problem.field for problem in caught.value.all_problems()] == ["name", "concurrency", "options"]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        CHAT,
        {**CHAT, "options": {"temperature": 0.3, "seed": 7, "structured_output": "off", "max_tokens": 900}},
        {"kind": ServiceType.LIBRETRANSLATE, "url": "http://libre.intranet:5000"},
        {"kind": ServiceType.GOOGLE, "options": {"project": "my-project", "location": "us-central1"}},
        {"kind": ServiceType.AZURE, "options": {"region": "westeurope"}, "model": "my-category"},
        {"pairs": (("en", "de"), ("en", "pt-BR")), "quality": Quality.GIST, "monthly_characters": 500_000},
    ],
)
def test_what_can_be_used(changes: dict[str, Any]) -> None:
    check_configuration(service(**changes))


@pytest.mark.parametrize(
    ("changes", "remote"),
    [
        ({}, True),
        (CHAT, False),
        ({**CHAT, "url": "http://localhost:11434/v1"}, False),
        ({**CHAT, "url": "http://[::1]:8000/v1"}, False),
        ({**CHAT, "url": "http://10.0.0.5:8000/v1"}, True),
        ({**CHAT, "url": "http://10.0.0.5:8000/v1", "remote": False}, False),
        ({**CHAT, "url": "http://localhost.evil.example/v1"}, True),
        ({**CHAT, "url": "http://127.0.0.1.evil.example/v1"}, True),
        ({**CHAT, "remote": True}, True),
    ],
)
def test_what_is_not_on_this_machine_is_remote(changes: dict[str, Any], remote: bool) -> None:
    assert service(**changes).is_remote is remote


def test_keys_of_the_free_plan_have_their_own_address() -> None:
    assert deepl_address(service(), "abc") == "https://api.deepl.com"
    assert deepl_address(service(), "abc:fx") == "https://api-free.deepl.com"
    assert deepl_address(service(url="https://proxy.example/"), "abc:fx") == "https://proxy.example"


def test_a_resources_own_endpoint_has_a_path() -> None:
    own = service(kind=ServiceType.AZURE, url="https://my.cognitiveservices.azure.com/")
    assert azure_address(own) == "https://my.cognitiveservices.azure.com/translator/text/v3.0"
    assert azure_address(service(kind=ServiceType.AZURE)) == "https://api.cognitive.microsofttranslator.com"


@pytest.mark.parametrize("secret", ["a b", "a\r\nX-Header: b", "ключ", "x" * 5000])
async def test_a_secret_that_is_no_key_is_refused_without_being_told(secret: str) -> None:
    with pytest.raises(ConfigurationInvalid) as caught:
        async with open_service(service(), secret=secret, metrics=Metrics()):
            raise AssertionError
    assert caught.value.field == "secret"
    assert secret not in f"{caught.value!r}{caught.value}"


async def test_a_key_files_line_break_is_left_out() -> None:
    async with open_service(service(pairs=(("en", "de"),)), secret=" key\n", metrics=Metrics()) as engine:
        assert "key" not in repr(engine)
        assert engine.traits.remote


@pytest.mark.parametrize("secret", [None, "", "{}", "{not json", '{"type": "service_account"}'])
async def test_google_needs_a_secret_that_it_can_use(secret: str | None) -> None:
    google = service(kind=ServiceType.GOOGLE, options={"project": "p"})
    with pytest.raises(ConfigurationInvalid) as caught:
        async with open_service(google, secret=secret, metrics=Metrics()):
            raise AssertionError
    assert caught.value.field == "secret"


async def test_google_needs_a_project() -> None:
    with pytest.raises(ConfigurationInvalid, match="project"):
        async with open_service(service(kind=ServiceType.GOOGLE), secret="token", metrics=Metrics()):
            raise AssertionError

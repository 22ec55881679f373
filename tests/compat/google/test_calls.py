"""X3, T4, E6: calls of Google's version 2 as they are documented, and how each is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.compat.conftest import Customer
from tests.live import LiveService

V2 = "/language/translate/v2"


@pytest.fixture(scope="module")
def http(live: LiveService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"{live.url}/compat/google", timeout=60) as client:
        yield client


def translations(answer: httpx2.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [one["translatedText"] for one in answer.json()["data"]["translations"]]


def error_of(answer: httpx2.Response) -> dict[str, Any]:
    error: dict[str, Any] = answer.json()["error"]
    assert error["code"] == answer.status_code
    assert error["errors"][0]["message"] == error["message"]
    assert error["errors"][0]["domain"] == "global"
    return error


def test_get_post_and_the_override_are_answered_alike(http: httpx2.Client, production: Customer) -> None:
    fields = {"key": production.key, "q": ["The house", "The dog"], "source": "en", "target": "es"}
    header = {"X-HTTP-Method-Override": "GET"}
    for answer in (
        http.get(V2, params=fields),
        http.get(f"{V2}/", params=fields),
        http.post(V2, data=fields),
        http.post(V2, data=fields, headers=header),
        http.post(V2, json=fields),
        http.post(V2, params={"key": production.key}, json={**fields, "key": "x"}),
    ):
        assert translations(answer) == ["La casa", "El perro"]


def test_one_text_may_be_a_string(http: httpx2.Client, production: Customer) -> None:
    answer = http.post(
        V2, json={"q": "The house", "target": "es"}, headers={"X-Goog-Api-Key": production.key}
    )
    assert answer.json() == {
        "data": {"translations": [{"translatedText": "La casa", "detectedSourceLanguage": "en"}]}
    }


def test_128_texts_are_accepted_and_129_are_not(http: httpx2.Client, production: Customer) -> None:
    fields = {"source": "en", "target": "es", "key": production.key}
    texts = [f"The house has {number} doors." for number in range(129)]
    made = translations(http.post(V2, json={**fields, "q": texts[:128]}))
    assert all(str(number) in text for number, text in enumerate(made))
    refused = http.post(V2, json={**fields, "q": texts})
    assert (refused.status_code, "at most 128" in error_of(refused)["message"]) == (400, True)


def test_googles_own_codes_are_understood_and_given_back(http: httpx2.Client, sandbox: Customer) -> None:
    fields = {"q": "Good morning", "source": "en", "key": sandbox.key}
    for target in ("zh-CN", "zh-TW", "zh", "iw", "he", "no", "nb", "pt-PT"):
        assert translations(http.post(V2, json={**fields, "target": target}))[0] not in ("", "Good morning")
    listed = http.get(f"{V2}/languages", params={"key": sandbox.key}).json()["data"]["languages"]
    assert {"zh-CN", "zh-TW", "zh", "iw", "he", "no"} <= {one["language"] for one in listed}
    assert all(list(one) == ["language"] for one in listed)
    named = http.get(f"{V2}/languages", params={"key": sandbox.key, "target": "zh-TW"}).json()["data"][
        "languages"
    ]
    assert {one["language"]: one["name"] for one in named}["en"] == "英文"
    detected = http.get(
        f"{V2}/detect", params={"key": sandbox.key, "q": ["這是一個測試句子", "שלום עולם"]}
    ).json()
    assert [one[0]["language"] for one in detected["data"]["detections"]] == ["zh-TW", "iw"]


@pytest.mark.parametrize(
    ("fields", "reason", "message"),
    [
        ({"q": None}, "required", "Required Text"),
        ({"q": []}, "required", "Required Text"),
        ({"target": None}, "required", "Required parameter: target"),
        ({"target": "not a code"}, "invalid", "Invalid Value"),
        ({"source": "<script>"}, "invalid", "Invalid Value"),
        ({"format": "xml"}, "invalid", "Invalid Value: format"),
        ({"target": "qx"}, "invalid", "Invalid Value: target."),
        ({"source": "en", "target": "qx"}, "invalid", "Bad language pair: "),
        ({"source": "es"}, "invalid", "Bad language pair: "),
        ({"q": [1]}, "invalid", "q: Send a text"),
        ({"q": "\x00"}, "invalid", "U+0000"),
        ({"q": "a" * 100_001, "source": "en"}, "badRequest", "at most 100000 characters"),
        ({"q": ["a" * 9_000] * 12}, "badRequest", "at most 100000 characters"),
    ],
)
def test_what_cannot_be_translated_is_400_with_a_reason(
    http: httpx2.Client, production: Customer, fields: dict[str, Any], reason: str, message: str
) -> None:
    answer = http.post(V2, json={"q": "The house", "target": "es", "key": production.key, **fields})
    assert answer.status_code == 400
    error = error_of(answer)
    assert (error["status"], error["errors"][0]["reason"]) == ("INVALID_ARGUMENT", reason)
    assert message in error["message"]


def test_each_kind_of_credentials_is_refused_as_google_does(http: httpx2.Client) -> None:
    body = {"q": "The house", "target": "es"}
    missing = error_of(http.post(V2, json=body))
    assert (missing["code"], missing["status"]) == (403, "PERMISSION_DENIED")
    for wrong in ({"params": {"key": "AIza"}}, {"headers": {"X-Goog-Api-Key": "app_unknown:wrong"}}):
        refused = error_of(http.post(V2, json=body, **wrong))
        assert (refused["code"], refused["details"][0]["reason"]) == (400, "API_KEY_INVALID")
    token = error_of(http.post(V2, json=body, headers={"Authorization": "Bearer x"}))
    assert (token["code"], token["status"]) == (401, "UNAUTHENTICATED")


def test_calls_count_against_the_rate_limit(
    live: LiveService, http: httpx2.Client, production: Customer
) -> None:
    application = live.create_application(production.account, "--rate-limit", "1/30", name="limited")
    fields = {"q": "x", "target": "es", "key": f"{application.client_id}:{application.client_secret}"}
    assert http.post(V2, json=fields).status_code == 200
    refused = http.post(V2, json=fields)
    error = error_of(refused)
    assert (error["code"], error["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert error["errors"][0]["reason"] == "rateLimitExceeded"
    assert int(refused.headers["Retry-After"]) >= 1


def test_an_application_without_the_scope_is_403(
    live: LiveService, http: httpx2.Client, production: Customer
) -> None:
    application = live.create_application(production.account, "--scopes", "projects", name="projects only")
    fields = {"q": "x", "target": "es", "key": f"{application.client_id}:{application.client_secret}"}
    assert error_of(http.post(V2, json=fields))["status"] == "PERMISSION_DENIED"


def test_unknown_addresses_and_methods_have_the_same_shape(http: httpx2.Client, production: Customer) -> None:
    assert error_of(http.get("/v3/projects", params={"key": production.key}))["code"] == 404
    assert error_of(http.put(V2, params={"key": production.key}))["code"] == 405
    assert (
        error_of(http.get(f"{V2}/languages", params={"key": production.key, "target": "qqq"}))["code"] == 400
    )


def test_keys_are_in_no_log(live: LiveService, http: httpx2.Client, production: Customer) -> None:
    http.get(V2, params={"key": production.key, "q": "x", "target": "qx"})
    assert production.application.client_secret not in live.log
